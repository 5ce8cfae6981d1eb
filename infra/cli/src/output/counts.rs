//! Counts as text.

use std::collections::BTreeMap;

use favorites_api::favorites::DataType;

use crate::client::{Counts, MatchCounts};

/// Returns the counts of a library, a line for each type, the trash and the total.
pub(crate) fn counts(counts: &Counts) -> String {
    let mut lines = by_type(&counts.by_type);
    lines.push(line("total", counts.total));
    lines.push(line("trash", counts.trash));
    lines.join("\n")
}

/// Returns the counts of a search, a line for each type and the total.
pub(crate) fn match_counts(counts: &MatchCounts) -> String {
    let mut lines = by_type(&counts.by_type);
    let total = line("total", counts.total);
    lines.push(if counts.complete { total } else { format!("{total} or more") });
    lines.join("\n")
}

fn by_type(counts: &BTreeMap<DataType, u64>) -> Vec<String> {
    counts.iter().map(|(data_type, count)| line(data_type.as_str(), *count)).collect()
}

fn line(name: &str, count: u64) -> String {
    format!("{name:<10} {count:>8}")
}
