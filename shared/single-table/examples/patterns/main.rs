//! The patterns of single-table design, one short file each. A file explains the use of its pattern and contains a table, access
//! patterns, and a test with data on which a wrong query would fail.
//!
//! `cargo run -p single-table --example patterns` runs all of them. Add `-- NAME` to run one.

#[path = "../../tests/engine/mod.rs"]
mod engine;
mod support;

use std::io::Write as _;

/// Declares the modules of the patterns, and a function that runs a pattern by name.
macro_rules! patterns {
    ($($pattern:ident),+ $(,)?) => {
        $(mod $pattern;)+

        const PATTERNS: &[&str] = &[$(stringify!($pattern)),+];

        async fn run(pattern: &str) -> support::Result<String> {
            match pattern {
                $(stringify!($pattern) => $pattern::run().await,)+
                _ => Err(format!("there is no pattern {pattern:?}; there are {}", PATTERNS.join(", ")).into()),
            }
        }
    };
}

patterns!(
    one_to_many_complex_attribute,
    one_to_many_duplicated_data,
    one_to_many_composite_key,
    one_to_many_secondary_index,
    one_to_many_composite_sort_key,
    many_to_many_shallow_duplication,
    many_to_many_adjacency_list,
    many_to_many_materialized_graph,
    many_to_many_normalization,
    composite_sort_key_filter,
    sparse_index_as_filter,
    sparse_index_as_projection,
    sorting_by_time_ordered_ids,
    sorting_by_a_changing_attribute,
    sorting_several_entities_by_time,
    unique_attributes,
    singleton,
    reference_counts,
    migration_new_attribute,
    migration_new_entity,
    migration_new_entity_in_a_new_collection,
    migration_backfill,
);

#[tokio::main]
async fn main() -> support::Result<()> {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let chosen: Vec<&str> =
        if named.is_empty() { PATTERNS.to_vec() } else { named.iter().map(String::as_str).collect() };
    for pattern in chosen {
        let found = run(pattern).await?;
        writeln!(std::io::stdout(), "{pattern}: {found}")?;
    }
    Ok(())
}

#[tokio::test]
async fn a_pattern_runs_by_its_name_and_an_unknown_name_is_an_error() {
    for pattern in PATTERNS {
        assert!(!run(pattern).await.unwrap().contains('\n'), "{pattern} prints one line");
    }
    let error = run("one_to_none").await.unwrap_err().to_string();
    assert!(error.starts_with("there is no pattern \"one_to_none\"; there are one_to_many_"), "{error}");
}
