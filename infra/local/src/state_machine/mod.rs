//! Runs the state machines of a template, as Step Functions does.

mod error;
mod execution;
mod retry;

pub(crate) use self::execution::Execution;

#[cfg(test)]
mod tests;
