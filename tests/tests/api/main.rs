//! Tests every endpoint over HTTP, with valid and invalid input. Each test has a separate service.

mod conditions;
mod contention;
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
mod members;
mod numbers;
mod openapi;
mod parameters;
mod request_log;
mod search;
mod tag_access;
mod tag_times;
mod tagging;
mod tags;
mod trash;
mod update_favorite;
