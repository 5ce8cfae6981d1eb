//! The roles of `template.yaml` against what the functions request: neither too little nor too much.
//!
//! That it is not too little is checked by every test that calls a function: the local service refuses what a role does not
//! allow, and a test with a refusal fails (`favorites_tests::Service`). So what the whole test suite requests is in the roles.
//! That it is not too much is checked here: the functions go through all that they can do, and what is in their roles and was
//! not requested is named. Both together say that the roles are what the suite requests.

mod account;
mod compare;
mod mutations;

use favorites_local::template::Template;
use tokio::sync::OnceCell;

use self::account::drive;
use self::compare::{Requested, differences};

/// The requests of the functions, recorded once for all tests of this file.
async fn requested() -> &'static Requested {
    static REQUESTED: OnceCell<Requested> = OnceCell::const_new();
    REQUESTED.get_or_init(drive).await
}

fn template() -> Template {
    Template::project().expect("the project's template is well-formed")
}

#[tokio::test]
async fn each_role_allows_what_its_function_requests_and_nothing_else() {
    let found = differences(&template().roles, requested().await);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[tokio::test]
async fn each_function_has_a_role_and_requests_something() {
    let template = template();
    for function in template.functions() {
        assert!(template.roles.contains_key(&function.name), "{}", function.name);
        assert!(requested().await.contains_key(&function.name), "{}", function.name);
    }
}
