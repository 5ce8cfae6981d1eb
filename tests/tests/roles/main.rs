//! Compares the roles of `template.yaml` with the requests of the functions: the roles must allow neither too little
//! nor too much. `UPDATE=1 cargo test -p favorites-tests --test roles each_role` writes them.
//!
//! Every test that calls a function checks that the roles allow enough: the local service refuses requests that a role
//! does not allow, and a test with a refusal fails (`favorites_tests::Service`). So the roles allow everything that the
//! test suite requests. The tests here check that the roles don't allow too much: the functions do all of their work,
//! and each permission that they did not request is reported. Together, the roles allow exactly what the suite
//! requests.

mod account;
mod compare;
mod mutations;
mod policies;

use std::cell::RefCell;

use favorites_local::template::Template;
use favorites_tests::template_text::is_update;
use tokio::sync::OnceCell;

use self::account::drive;
use self::compare::{Requested, differences};
use self::policies::{permissive, with_policies};

/// Returns the requests of the functions, which are recorded once for all tests of this file.
async fn requested() -> &'static Requested {
    static REQUESTED: OnceCell<Requested> = OnceCell::const_new();
    let is_all = |requested: &Requested| differences(&template().roles, requested).is_empty();
    REQUESTED.get_or_init(|| drive(template(), is_all)).await
}

fn template() -> Template {
    Template::project().expect("the project's template is well-formed")
}

#[tokio::test]
async fn each_role_allows_what_its_function_requests_and_nothing_else() {
    if is_update() {
        // Roles that allow everything refuse nothing, so that the requests of new functions are recorded, too.
        let before = RefCell::new(Requested::new());
        let requested =
            drive(permissive(), |requested| before.replace(requested.clone()) == *requested).await;
        return with_policies(&requested).check_or_write("");
    }
    let found = differences(&template().roles, requested().await);
    assert!(
        found.is_empty(),
        "UPDATE=1 cargo test -p favorites-tests --test roles writes:\n{}",
        found.join("\n")
    );
    with_policies(requested().await).check_or_write("cargo test -p favorites-tests --test roles each_role");
}

#[tokio::test]
async fn each_function_has_a_role_and_all_that_answer_for_users_request_something() {
    let template = template();
    for function in template.functions() {
        assert!(template.roles.contains_key(&function.name), "{}", function.name);
        let has_requested = requested().await.contains_key(&function.name);
        let has_table = ![functions::WEB, functions::NO_ROUTE].contains(&&*function.name);
        assert_eq!(has_requested, has_table, "{}", function.name);
    }
}
