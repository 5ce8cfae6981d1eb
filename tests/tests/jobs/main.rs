//! Jobs: what they change, what undoes it, and what is left when they are interrupted.

mod actions;
mod interruptions;
mod library;
mod refusals;
mod state_machine;
mod together;
mod undo;
