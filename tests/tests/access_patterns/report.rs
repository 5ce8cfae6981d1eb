//! Writes and checks `docs/access-patterns.md`.

use std::fmt::Write as _;
use std::path::Path;

use favorites_api::favorites::Units;

use crate::cost;
use crate::expected::Expected;
use crate::jobs::Measured;
use crate::pattern::Pattern;

const INTRODUCTION: &str = "\
# Access patterns

This page lists the requests that each endpoint sends to DynamoDB, and the capacity units that each request consumes. The
test `access_patterns` generates it from the reports of the embedded engine. The test compares the requests with its own list,
item by item, and the units with AWS's rules for the sizes of the items. So it fails if an endpoint sends a request too many,
reads a page twice, or reads consistently without need. To generate the page again:

```sh
UPDATE=1 cargo test -p favorites-tests --test access_patterns
```

The measured account has 60 notes with one tag, a link with two tags, a note without tags, a note with a tag that no other
favorite has, 2 links in the trash, and 30 tags. The text of a note has 600 characters. A tag's entries hold what lists show,
which includes the first 280 of these. A page has 50 items.

The rules, from the Amazon DynamoDB developer guide (\"DynamoDB read and write operations\", \"DynamoDB item sizes and formats\",
\"Provisioned throughput considerations for Global Secondary Indexes\"):

- A `Query` adds up the sizes of the items that it reads, and rounds the sum up to a multiple of 4 KB. `GetItem` and
  `BatchGetItem` round the size of each item. A read unit (RCU) pays for 4 KB in a consistent read, and for 8 KB otherwise. A
  key without an item costs as much as the smallest item.
- A write unit (WCU) pays for 1 KB of an item, or of the larger one if the item replaces another. It is charged in the table
  and in each index that contains the item. If an entry moves within an index, that is two writes to the index.
- In a transaction, the table's part costs twice as much, and a condition check as much as a write. The guide does not say
  whether the part of the indexes also costs twice as much. The engine charges it once, because its authors say that they
  measured this on AWS. If AWS charged it twice, each transaction that writes a favorite would cost the units of its index
  entries once more.

Every index projects all attributes, so an entry in an index is as large as its item.
";

/// A row of a table.
pub(crate) struct Row {
    pub(crate) endpoint: &'static str,
    pub(crate) case: &'static str,
    line: String,
    pub(crate) units: Units,
}

impl Row {
    /// Makes the row of a request. `units` are the units that the engine reported.
    pub(crate) fn new(pattern: &Pattern, expected: &Expected, units: Units) -> Self {
        let Expected { operation, index, condition, items, bytes, .. } = expected;
        let writes = units.write > 0.0;
        let place = if writes { "table and indexes" } else { index.unwrap_or("table") };
        let consumed = if writes { format!("{} WCU", units.write) } else { format!("{} RCU", units.read) };
        let line = format!("`{operation}` | {place} | {condition} | {items} | {bytes} | {consumed}");
        Self { endpoint: pattern.endpoint, case: pattern.case, line, units }
    }
}

/// Compares the file with the rows, or writes it if `UPDATE=1` is in the environment.
pub(crate) fn check(rows: &[Row], changes: &[Measured], jobs: &[Measured]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/access-patterns.md");
    let document = document(rows) + &section(CHANGES, changes) + &section(JOBS, jobs) + &cost::section(rows);
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        std::fs::create_dir_all(path.parent().expect("the path has a folder")).expect("the folder is made");
        std::fs::write(&path, document).expect("the document is written");
        return;
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        committed, document,
        "docs/access-patterns.md is not what the engine reports; UPDATE=1 writes it again"
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

const JOBS: &str = "
## Jobs

A job of up to 50 favorites has these requests, in this order: it is created, read, planned, carried out and ended. Each further 50
favorites take the requests from the query or the search on once more. The sweeper queries the index by time
and the list of due users every three minutes, in 16 partitions each: 25 RCU while nothing is due.

| endpoint | case | request | entities | units |
|---|---|---|---|--:|
";

const CHANGES: &str = "
## The change feed

Every request reads the head and the quota of tags. If tags changed since the cursor, it also queries the rows of their changes, and reads
these tags. If favorites changed, it queries the rows of their changes, and reads each of them, and its item in the trash if it is not
found. It also queries the segments of the catalogue with their entries, unless these are in the head. A first synchronization queries
everything. All reads are consistent: a read of up to 4 KB takes 1 RCU, a query of 50,000 favorites of 500 bytes each 6,250 RCU in all, and
a query of a segment 1 RCU. A segment has up to 1.8 KB of entries.

| endpoint | case | request | entities | units |
|---|---|---|---|--:|
";

/// Returns a section with its introduction.
fn section(introduction: &str, measured: &[Measured]) -> String {
    let mut section = introduction.to_owned();
    for Measured { endpoint, case, requests } in measured {
        for (number, usage) in requests.iter().enumerate() {
            let (endpoint, case) =
                if number > 0 { (String::new(), "") } else { (format!("`{endpoint}`"), *case) };
            let units = if usage.units.write > 0.0 {
                format!("{} WCU", usage.units.write)
            } else {
                format!("{} RCU", usage.units.read)
            };
            let mut entities = usage.entities.clone();
            entities.sort_unstable();
            let (operation, entities) = (usage.operation, entities.join(", "));
            let _ = writeln!(section, "| {endpoint} | {case} | `{operation}` | {entities} | {units} |");
        }
    }
    section
}
