//! Random searches, each as text and as its meaning, and a scan that compares each favorite with it, independently of the
//! service's code.
//!
//! [`kept()`] reads the favorites of a user from the stored items. [`Asked::draw`] generates a search, [`Asked::expected`] returns
//! the favorites that it should find, and [`Pages`] compares these with the service's answer.

mod asked;
mod kept;
mod pages;
mod text;
mod vocabulary;
mod wish;

pub use asked::Asked;
pub use kept::{Kept, is_there, kept};
pub use pages::Pages;
pub use vocabulary::{text, word};
