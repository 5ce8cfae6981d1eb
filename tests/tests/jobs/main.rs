//! Jobs: what they change, what undoes it, and what is left when they are interrupted.

mod actions;
mod attempts;
mod interruptions;
mod library;
mod refusals;
mod together;
mod undo;
mod worker;
