//! Tests functions that can't start. Lambda reports the end of such a process as an init error (see "Understanding the
//! Lambda execution environment lifecycle" in its developer guide), and writes the output of the process to the log.

use favorites_tests::lambda::variables;
use favorites_tests::{BrokenTable, TableFault};

use crate::functions::{all_functions, start_with};

#[tokio::test]
async fn every_function_without_a_table_says_so_and_ends_before_it_asks_for_an_event() {
    let table = BrokenTable::start(TableFault::Refuses).await;
    let given = variables(&table.environment(), "unused");
    let missing = given.clone().into_iter().filter(|(name, _)| *name != "TABLE_NAME").collect::<Vec<_>>();
    let empty = missing.iter().cloned().chain([("TABLE_NAME", String::new())]).collect::<Vec<_>>();
    for function in all_functions() {
        for variables in [&missing, &empty] {
            let output = start_with(&function.name, variables.clone()).await.end_by_itself().await;
            let wanted = "the environment variable TABLE_NAME must name the table; it is missing or empty";
            assert!(output.contains(wanted), "{}: {output}", function.name);
        }
    }
}

#[tokio::test]
async fn every_function_starts_while_its_table_is_out_of_reach() {
    for fault in [TableFault::Unreachable, TableFault::Refuses, TableFault::Hangs] {
        let table = BrokenTable::start(fault).await;
        for function in all_functions() {
            let mut function =
                start_with(&function.name, variables(&table.environment(), &function.name)).await;
            function.idle().await;
        }
        assert_eq!(table.requests(), 0, "{fault:?}");
    }
}
