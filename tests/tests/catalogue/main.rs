//! The catalogue of the stream's consumer, whatever comes in between: each test is named after the fault that it lets happen.
//!
//! Records are made by a [`person::Person`], who knows what should come of them, and delivered by hand. What the table holds then is
//! held against that: counters, the counts of tags, and what the catalogue knows of every favorite.

mod contention;
mod crash;
mod cuts;
mod damage;
mod growth;
mod old_records;
mod order;
mod person;
mod replay;
mod time;
mod world;
