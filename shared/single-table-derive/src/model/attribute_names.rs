//! The names under which serde writes and reads the fields.

use syn::{Error, Result};

use crate::input::Field;

/// Refuses a field that is written or read under the name of another field. Serde would lose one of the values.
pub(super) fn refuse_shared_names(fields: &[Field]) -> Result<()> {
    let names = |field: &Field| {
        let is_stored = field.written || field.read;
        let own = field.attribute.iter().chain(&field.aliases).filter(|_| is_stored);
        own.cloned().collect::<Vec<_>>()
    };
    for (at, field) in fields.iter().enumerate() {
        let own = names(field);
        for earlier in &fields[..at] {
            if let Some(shared) = names(earlier).into_iter().find(|name| own.contains(name)) {
                let refused = format!(
                    "serde also uses the name `{shared}` for the field `{}`: rename one of them",
                    earlier.ident
                );
                return Err(Error::new(field.ident.span(), refused));
            }
        }
    }
    Ok(())
}
