//! Functions that the patterns share.

use std::fmt::Debug;

use single_table::entity::Unconstrained;
use single_table::{Put, Store, Table};

use crate::engine;

pub(crate) type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Creates an empty table.
pub(crate) async fn table<T: Table>() -> Store<T> {
    let (_, store, _) = engine::table().await;
    store
}

/// Puts the sample items of an entity.
pub(crate) async fn put_all<E>(store: &Store<E::Table>, entities: impl IntoIterator<Item = E>) -> Result<()>
where
    E: Unconstrained + Debug,
{
    for entity in entities {
        store.execute(Put::new(&entity)).await?;
    }
    Ok(())
}

/// Joins the texts of the items for the report.
pub(crate) fn listed<T>(found: impl IntoIterator<Item = T>, print: impl Fn(T) -> String) -> String {
    found.into_iter().map(print).collect::<Vec<_>>().join(", ")
}
