use serde::{Deserialize, Serialize};
use single_table::expression::Document;

/// A place in the charts.
#[derive(Debug, Clone, Serialize, Deserialize, Document)]
pub enum Place {
    First { chart: String },
    Other,
}

fn main() {}
