//! `docs/access-patterns.md`.

use std::fmt::Write as _;
use std::path::Path;

use favorites_api::favorites::Units;

use crate::expected::Expected;
use crate::pattern::Pattern;

const INTRODUCTION: &str = "\
# Access patterns

Every request to DynamoDB that each endpoint makes, and the capacity units that it consumes. The test `access_patterns`
writes this file from what the embedded engine reports. It holds the requests against its own list, item by item, and the
units against AWS's rules for the sizes of the items that were read or written; so a request too many, a page read twice
or a consistent read that nobody needs fails it. To write the file anew:

```sh
UPDATE_DOCS=1 cargo test -p favorites-tests --test access_patterns
```

The account that is measured has 60 notes with one tag, a link with two tags, a note without tags, one with a tag of its
own, 2 links in the trash and 30 tags. The text of a note has 600 characters. Entries under a tag hold what lists show,
which is 280 of them. A page has 50 items.

The rules, from the Amazon DynamoDB developer guide (\"DynamoDB read and write operations\", \"DynamoDB item sizes and formats\",
\"Provisioned throughput considerations for Global Secondary Indexes\"):

- A `Query` adds the sizes of the items it reads and rounds the sum up to 4 KB. `GetItem` and `BatchGetItem` round each item.
  A read unit (RCU) is 4 KB read consistently or 8 KB read otherwise; a key without an item costs as much as the smallest.
- A write unit (WCU) is 1 KB of the item, of the larger one where it replaces another, in the table and in each index that
  the item is in. An entry that moves within an index is two writes there.
- In a transaction the table's part costs twice, a check as much as a write. The guide does not say whether the indexes' part
  does; the engine charges it once, as its authors say they measured on AWS. If AWS charged it twice, the transactions that
  put a favorite would cost as much more as its entries in indexes are large.

All projections are complete, so an entry in an index is as large as its item.
";

/// A line of a table.
pub(crate) struct Row {
    pub(crate) endpoint: &'static str,
    pub(crate) case: &'static str,
    line: String,
    pub(crate) units: Units,
}

impl Row {
    /// `units` are those that the engine reported.
    pub(crate) fn new(pattern: &Pattern, expected: &Expected, units: Units) -> Self {
        let Expected { operation, index, condition, items, bytes, .. } = expected;
        let writes = units.write > 0.0;
        let place = if writes { "table and indexes" } else { index.unwrap_or("table") };
        let consumed = if writes { format!("{} WCU", units.write) } else { format!("{} RCU", units.read) };
        let line = format!("`{operation}` | {place} | {condition} | {items} | {bytes} | {consumed}");
        Self { endpoint: pattern.endpoint, case: pattern.case, line, units }
    }
}

/// Fails where the file differs from what it should be, or writes it where that is asked for.
pub(crate) fn check(rows: &[Row]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/access-patterns.md");
    let document = document(rows);
    if std::env::var_os("UPDATE_DOCS").is_some_and(|value| value == "1") {
        std::fs::create_dir_all(path.parent().expect("the path has a folder")).expect("the folder is made");
        std::fs::write(&path, document).expect("the document is written");
        return;
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        committed, document,
        "docs/access-patterns.md is not what the engine reports; UPDATE_DOCS=1 writes it anew"
    );
}

fn document(rows: &[Row]) -> String {
    let mut document = INTRODUCTION.to_owned();
    for rows in rows.chunk_by(|one, other| one.endpoint == other.endpoint) {
        let _ = write!(
            document,
            "\n## {}\n\n| case | request | where | key condition or items | items | bytes | units |\n\
             |---|---|---|---|--:|--:|--:|\n",
            rows[0].endpoint
        );
        for cases in rows.chunk_by(|one, other| one.case == other.case) {
            for (number, row) in cases.iter().enumerate() {
                let case = if number > 0 { "" } else { row.case };
                let _ = writeln!(document, "| {case} | {} |", row.line);
            }
        }
    }
    document
}
