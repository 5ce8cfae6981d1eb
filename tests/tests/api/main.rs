//! Every endpoint through real HTTP, with good and bad input. Each test has a service of its own.

mod conditions;
mod counts;
mod create_favorite;
mod cursors;
mod expiry;
mod failures;
mod fuzz;
mod idempotency;
mod identity;
mod isolation;
mod limits;
mod links;
mod lists;
mod openapi;
mod request_log;
mod search;
mod tag_access;
mod tagging;
mod tags;
mod trash;
mod update_favorite;
