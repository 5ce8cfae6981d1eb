//! Output for people and for scripts.

mod account;
mod counted;
mod counts;
mod favorites;
mod jobs;
mod progress;
mod stdout;
mod table;
mod tags;
mod text;

pub(crate) use self::account::account;
pub(crate) use self::counted::counted;
pub(crate) use self::counts::{counts, match_counts};
pub(crate) use self::favorites::{ShownTime, favorite_details, favorite_line, tagged_line};
pub(crate) use self::jobs::{imported, job_line};
pub(crate) use self::progress::Progress;
pub(crate) use self::stdout::{Output, OutputError};
pub(crate) use self::table::Table;
pub(crate) use self::tags::tag_line;
