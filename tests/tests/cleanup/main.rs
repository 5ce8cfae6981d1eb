//! What goes away by itself: deleted tags from their favorites, expired items, and everything of a person who throws
//! everything away. These look into the table, because what is left behind there is in no answer.

mod expiry;
mod faults;
mod index_lag;
mod life;
mod resume;
mod service;
mod table;
mod ttl;
