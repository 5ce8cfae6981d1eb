//! Writes that several files make, and their errors.

use std::fmt::Debug;

use single_table::capacity::Meter;
use single_table::entity::Unconstrained;
use single_table::table::Contains;
use single_table::write::{Cancelled, Operation};
use single_table::{
    BatchWrite, Database, Entity, Error, Store, Transaction, TransactionError, WriteError, Written,
};

/// Puts these items in batches.
pub(crate) async fn put_all<E: Unconstrained>(
    store: &Store<E::Table>,
    entities: impl IntoIterator<Item = E>,
) {
    let batch = entities.into_iter().fold(BatchWrite::new(), |batch, entity| batch.put(&entity));
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

/// Returns the conditions that cancelled a transaction.
pub(crate) fn cancellation<T: Debug>(result: Result<T, TransactionError>) -> Cancelled {
    result.expect_err("it is cancelled").into_cancelled().expect("conditions did not hold")
}

/// Makes a transaction of one operation.
pub(crate) fn transaction_of<D, O>(operation: O) -> Transaction<D>
where
    D: Contains<<O::Entity as Entity>::Table>,
    O: Operation + 'static,
{
    let mut transaction = Transaction::new();
    transaction.add(operation);
    transaction
}

/// Adds a meter that counts requests from now on.
pub(crate) fn metered<D: Database>(store: Store<D>) -> (Store<D>, Meter) {
    let meter = Meter::new();
    (store.with_meter(meter.clone()), meter)
}
