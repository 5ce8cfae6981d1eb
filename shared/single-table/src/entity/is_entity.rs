//! The trait through which the derive of `TableItem` names entities.

use super::Entity;

/// An entity. The derive of `TableItem` names the types of the variants through this trait, so the compiler reports a
/// type that isn't an entity once, with this message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an entity",
    label = "each variant holds an entity",
    note = "derive `single_table::Entity` for the struct, and add `#[entity(table = ..., name = \"...\", \
            partition(...), sort(...))]`"
)]
pub trait IsEntity {
    /// The entity.
    type Itself: Entity;
}

#[diagnostic::do_not_recommend]
impl<E: Entity> IsEntity for E {
    type Itself = E;
}
