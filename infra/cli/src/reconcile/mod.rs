//! Reconciliation of a deployed stack: the function for one user, and the state machine for many.

mod error;
mod execution;
mod user;

pub(crate) use self::error::ReconcileError;
pub(crate) use self::execution::{Execution, Scope};
pub(crate) use self::user::{Totals, reconcile_user};
