//! The commands of the program.

mod add;
mod completions;
mod connection;
mod counts;
mod delete;
mod edit;
mod find_tag;
mod import;
mod list;
mod listing;
mod login;
mod logout;
mod reconcile;
mod redrive;
mod restore;
mod search;
mod show;
mod tag;
mod text_input;
mod values;

pub(crate) use self::add::Add;
pub(crate) use self::completions::Completions;
pub(crate) use self::connection::Connection;
pub(crate) use self::counts::Counts;
pub(crate) use self::delete::Delete;
pub(crate) use self::edit::Edit;
pub(crate) use self::import::Import;
pub(crate) use self::list::List;
pub(crate) use self::login::Login;
pub(crate) use self::logout::Logout;
pub(crate) use self::reconcile::Reconcile;
pub(crate) use self::redrive::Redrive;
pub(crate) use self::restore::Restore;
pub(crate) use self::search::Search;
pub(crate) use self::show::Show;
pub(crate) use self::tag::Tag;
