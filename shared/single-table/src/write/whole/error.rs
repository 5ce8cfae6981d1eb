//! Errors of writes of whole entities.

use crate::entity::{Entity, Taken};
use crate::error::Error;

/// Why an entity was not inserted, replaced or removed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError<E: Entity> {
    /// The item in place is not what the change needs: there is one already, or it is at another version or gone.
    #[error("the {} in place is not what the change needs", E::NAME)]
    ConditionFailed {
        /// The item, as it was; none when there was no item.
        item: Option<Box<E>>,
    },
    /// Other items have values that are unique.
    #[error("{}", listed(.0))]
    Taken(Vec<Taken<E>>),
    /// The call failed.
    #[error(transparent)]
    Failed(#[from] Error),
}

fn listed<E: Entity>(taken: &[Taken<E>]) -> String {
    let records: Vec<_> = taken.iter().map(|taken| taken.record).collect();
    format!("another {} has the same {}", E::NAME, records.join(" and "))
}
