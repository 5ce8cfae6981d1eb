//! The program, and the services that it talks to.

mod faulty;
mod program;
mod scripted;
mod user;

pub(crate) use self::faulty::Faulty;
pub(crate) use self::program::{Ended, Program};
pub(crate) use self::scripted::{Received, Scripted, Step};
pub(crate) use self::user::User;
