//! The command that claims links.

use std::process::{Command, Output};

use crate::support::program::{Program, program};

fn claim_links(variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_favorites-local"));
    command.arg("claim-links").env_remove("TABLE_NAME").envs(variables.iter().copied());
    command.output().unwrap()
}

#[test]
fn the_links_of_a_running_service_are_claimed() {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::run(program().arg("--data-dir").arg(folder.path()).arg("--seed"));
    let word = |label| program.word_after(label);
    let (endpoint, id, secret) =
        (word("DynamoDB "), word("AWS_ACCESS_KEY_ID="), word("AWS_SECRET_ACCESS_KEY="));
    let variables = [
        ("TABLE_NAME", "FavoritesTable"),
        ("AWS_REGION", "us-east-1"),
        ("AWS_ENDPOINT_URL_DYNAMODB", &*endpoint),
        ("AWS_ACCESS_KEY_ID", &*id),
        ("AWS_SECRET_ACCESS_KEY", &*secret),
    ];
    let output = claim_links(&variables);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let expected =
        "9 favorites read, 0 written, 0 with the link of another favorite, 0 old records deleted\n";
    assert_eq!(said, expected);
}

#[test]
fn an_error_names_a_missing_variable_or_a_table_that_does_not_answer() {
    let output = claim_links(&[]);
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("TABLE_NAME must name the table; it is missing or empty"), "{said}");

    let nowhere = [
        ("TABLE_NAME", "FavoritesTable"),
        ("AWS_REGION", "us-east-1"),
        ("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:9"),
        ("AWS_ACCESS_KEY_ID", "id"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
    ];
    let output = claim_links(&nowhere);
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("the links of the table can't be claimed"), "{said}");
}
