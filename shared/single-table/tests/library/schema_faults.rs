//! A table that DynamoDB has not finished creating. The answers are scripted. Time is paused, so waits take no time.

use single_table::schema::CreateError;
use single_table::testing::{self, Answer, Script};
use single_table::{Client, Error, Schema};

use crate::schema::BareTable;

fn scripted(answers: impl IntoIterator<Item = Answer>) -> (Client, Script) {
    let script = Script::new(answers);
    (testing::client(script.clone()), script)
}

/// DynamoDB's description of a table in this status.
fn described(status: &str) -> Answer {
    Answer::ok(format!(r#"{{"Table":{{"TableStatus":"{status}"}}}}"#))
}

fn accepted() -> Answer {
    Answer::ok("{}")
}

#[tokio::test(start_paused = true)]
async fn a_new_table_that_is_not_seen_at_once_is_waited_for() {
    let not_found = Answer::exception("ResourceNotFoundException");
    let (client, http) = scripted([accepted(), not_found, described("CREATING"), described("ACTIVE")]);
    Schema::of::<BareTable>().create(&client, "notes").await.unwrap();
    assert_eq!(http.answers_left(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_does_not_become_active_is_given_up() {
    let answers = std::iter::once(accepted()).chain((0..300).map(|_| described("CREATING")));
    let (client, http) = scripted(answers);
    let error = Schema::of::<BareTable>().create(&client, "notes").await.unwrap_err();
    assert!(matches!(error, CreateError::NotActive { .. }));
    assert_eq!(error.to_string(), "table notes is CREATING and not ACTIVE after 300 s");
    assert_eq!(http.answers_left(), 0);
}

#[tokio::test]
async fn a_table_that_can_not_be_looked_at_is_an_error() {
    let (client, _) = scripted([accepted(), Answer::exception("AccessDeniedException")]);
    let error = Schema::of::<BareTable>().create(&client, "notes").await.unwrap_err();
    assert!(
        matches!(error, CreateError::Failed(Error::Refused { code, .. }) if code == "AccessDeniedException")
    );
    let (client, _) = scripted([accepted()]);
    let error = Schema::of::<BareTable>().check(&client, "notes").await.unwrap_err();
    assert_eq!(error.to_string(), "DynamoDB answered with no description of table notes");
}
