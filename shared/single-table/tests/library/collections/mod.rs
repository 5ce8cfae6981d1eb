//! Item collections: filters, ranges, and collections that are ordered by time across their entities.

mod filters;
mod merged_order;
mod model;
mod ordered;
mod ranges;
mod texts;
