use std::error::Error as _;

use favorites::limits::SEARCH_TIME;
use favorites::{Busy, DataId, Fault, FavoritesTable, JobId, Schema, TableError, TagId, Timestamp};
use serde_json::json;
use single_table::testing::{self, Answer, Script};

use super::*;

const ID: &str = "019a0000-0000-7000-8000-000000000001";

fn data_id() -> DataId {
    ID.parse().unwrap()
}

fn tag_id() -> TagId {
    ID.parse().unwrap()
}

/// The error of a request that DynamoDB refuses with this exception.
async fn refused(exception: &str) -> TableError {
    let client = testing::client(Script::new([Answer::exception(exception)]));
    Schema::of::<FavoritesTable>().check(&client, "favorites").await.unwrap_err()
}

#[tokio::test]
async fn every_domain_error_has_its_status_and_member() {
    let full = refused("ItemCollectionSizeLimitExceededException").await;
    assert!(matches!(full, TableError::ItemCollectionFull { .. }), "{full}");
    let cases = [
        (Error::Invalid(vec![Fault::new("/title", "is required")]), 400, "invalid-input", "errors"),
        (Error::Position, 400, "invalid-input", "errors"),
        (Error::NoFavorite(data_id()), 404, "favorite-not-found", ""),
        (Error::NotInTrash(data_id()), 404, "not-in-trash", ""),
        (Error::NoTag(tag_id()), 404, "tag-not-found", ""),
        (Error::VersionMismatch { expected: 1, current: 3 }, 412, "version-mismatch", "currentVersion"),
        (Error::TagNameTaken { tag_id: tag_id() }, 409, "tag-name-taken", "tagId"),
        (Error::LinkTaken { data_id: data_id() }, 409, "link-taken", "dataId"),
        (Error::TooManyTagsOnFavorite { given: 21 }, 409, "too-many-tags-on-favorite", ""),
        (Error::NotCancellable(JobId::at(Timestamp::now())), 409, "job-not-cancellable", ""),
        (Error::TooManyTags, 409, "too-many-tags", ""),
        (Error::TooManyJobs, 409, "too-many-jobs", ""),
        (Error::AccountErased(JobId::at(Timestamp::now())), 403, "account-erased", ""),
        (Error::TooLarge { given: 70_000 }, 413, "too-large", ""),
        (Error::from(full), 507, "storage-full", ""),
        (Error::IdempotencyKeyReused, 422, "idempotency-key-reused", ""),
    ];
    for (error, status, name, member) in cases {
        let shown = error.to_string();
        let body = Problem::from(error).body("i");
        assert_eq!(body["status"], status, "{name}");
        assert_eq!(body["type"], format!("https://favorites.example/problems/{name}"));
        assert!(member.is_empty() || !body[member].is_null(), "{body}");
        assert!(name == "invalid-input" || body["detail"] == shown, "{body}");
    }
}

#[test]
fn a_conflict_names_what_is_in_the_way() {
    assert_eq!(Problem::from(Error::TagNameTaken { tag_id: tag_id() }).body("i")["tagId"], ID);
    assert_eq!(Problem::from(Error::LinkTaken { data_id: data_id() }).body("i")["dataId"], ID);
    assert_eq!(
        Problem::from(Error::VersionMismatch { expected: 1, current: 3 }).body("i")["currentVersion"],
        3
    );
}

#[test]
fn every_fault_is_listed_with_its_place() {
    let faults = vec![Fault::new("/title", "is required"), Fault::new("/content/size", "is required")];
    assert_eq!(
        Problem::from(Error::Invalid(faults)).body("7"),
        json!({
            "type": "https://favorites.example/problems/invalid-input",
            "title": "The input is not valid",
            "status": 400,
            "detail": "the input has 2 faults",
            "instance": "https://favorites.example/requests/7",
            "errors": [
                { "pointer": "/title", "detail": "is required" },
                { "pointer": "/content/size", "detail": "is required" }
            ]
        })
    );
}

#[test]
fn a_flood_of_faults_is_cut() {
    let problem = Problem::invalid((0..250).map(|n| Fault::new(format!("/{n}"), "is unknown")));
    let body = problem.body("i");
    assert_eq!(body["errors"].as_array().unwrap().len(), LISTED_FAULTS);
    assert_eq!(body["detail"], "the input has 250 faults; the first 100 are listed");
}

#[test]
fn internal_errors_are_for_the_log_only() {
    let problem = Problem::from(Error::Json("row 7 of shard 3".to_owned()));
    assert_eq!(problem.problem_type(), ProblemType::Internal);
    assert!(!problem.body("i").to_string().contains("shard 3"));
    assert!(problem.source().unwrap().to_string().contains("shard 3"));
}

#[tokio::test]
async fn a_busy_table_is_a_reason_to_come_back() {
    let conflict = Busy::Table(refused("TransactionConflictException").await);
    for (busy, reason) in [
        (conflict, "another write"),
        (Busy::Contended, "other writers"),
        (Busy::Slow(SEARCH_TIME), "within 5s"),
    ] {
        let problem = Problem::from(Error::Busy(busy));
        assert_eq!(problem.problem_type(), ProblemType::Busy);
        assert!(!problem.detail().contains("item"), "{}", problem.detail());
        assert!(problem.source().unwrap().to_string().contains(reason));
    }
}

#[test]
fn names_are_unique() {
    let names: std::collections::BTreeSet<_> = ProblemType::ALL.map(ProblemType::name).into();
    assert_eq!(names.len(), ProblemType::ALL.len());
}

#[test]
fn the_instance_is_a_url_whatever_the_request_id() {
    let body = Problem::late().body("JKJaXmPLvHcESHA= /?");
    assert_eq!(body["instance"], "https://favorites.example/requests/JKJaXmPLvHcESHA%3D+%2F%3F");
}
