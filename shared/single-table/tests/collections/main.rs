//! Item collections: filters, ranges, and collections that are ordered by time across their entities.

#[path = "../engine/mod.rs"]
mod engine;
mod filters;
mod merged_order;
mod model;
mod ordered;
mod ranges;
mod texts;
