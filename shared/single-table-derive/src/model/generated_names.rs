//! The names of the types that the derive generates.

use syn::{Error, Ident, Result};

use crate::input::Declaration;

/// Refuses a view or a record whose name is already that of another type, which the compiler would report once for each
/// implementation.
pub(super) fn refuse_repeated_types(
    declaration: &Declaration,
    key: &Ident,
    table_view: &Ident,
) -> Result<()> {
    let attributes = &declaration.attributes;
    let views = attributes.indexes.iter().map(|index| &index.view);
    let records = attributes.uniques.iter().map(|unique| &unique.record);
    let mut known = vec![&declaration.ident, key, table_view];
    for name in views.chain(records) {
        if known.contains(&name) {
            let refused = format!(
                "the derive of `{}` already has a type named `{name}`: rename this one",
                declaration.ident
            );
            return Err(Error::new(name.span(), refused));
        }
        known.push(name);
    }
    Ok(())
}
