//! The background work: what the functions `worker` and `sweeper` do. [`due`](crate::due) says for whom.

mod cleanups;
mod sweep;
mod work;

pub use self::sweep::Swept;
pub use self::work::Turn;
