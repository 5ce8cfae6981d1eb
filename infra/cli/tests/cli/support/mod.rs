//! The program, and the services that it talks to.

mod program;
mod scripted;
mod user;

pub(crate) use self::program::Program;
pub(crate) use self::scripted::{Scripted, Step};
pub(crate) use self::user::User;
