//! Writes that several files make, and their errors.

use std::fmt::Debug;

use single_table::entity::Unconstrained;
use single_table::{BatchWrite, Entity, Error, Store, WriteError, Written};

/// Puts these items in batches.
pub(crate) async fn put_all<E: Unconstrained>(
    store: &Store<E::Table>,
    entities: impl IntoIterator<Item = E>,
) {
    let batch = entities.into_iter().fold(BatchWrite::new(), BatchWrite::put);
    store.batch_write(batch).await.expect("an answer").complete().expect("all is written");
}

/// Returns the item in place that prevented a write.
pub(crate) fn in_place<E: Entity + Debug>(result: Result<Written, WriteError<E>>) -> Option<E> {
    result.expect_err("the write is prevented").into_condition_failed().expect("its condition did not hold")
}

/// Returns the error of a write that no condition stopped.
pub(crate) fn failed<E: Entity + Debug>(error: WriteError<E>) -> Error {
    match error {
        WriteError::Failed(error) => error,
        other => panic!("{other}"),
    }
}
