//! Tokens and the address of the service.

use crate::support::{Program, User};

const API: &str = "http://127.0.0.1:9";

#[tokio::test]
async fn a_token_that_the_service_refuses_ends_with_3() {
    let user = User::new().await;
    let other = Program::new().with("FAVORITES_API", &user.service().url()).with("FAVORITES_TOKEN", "wrong");
    let error = other.run(&["counts"]).await.failed(3);
    assert!(error.starts_with("favorites: Unauthorized\n"), "{error}");
    assert!(error.contains("run `favorites login`, or set FAVORITES_TOKEN"), "{error}");
    user.end().await;
}

// On other systems, the keyring needs no session bus.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn without_a_keyring_each_command_says_to_use_the_variable() {
    let program = Program::new().with("FAVORITES_API", API);
    for (arguments, code) in [(&["login"][..], 1), (&["logout"], 1), (&["list"], 3)] {
        let error = program.run_with(arguments, "token").await.failed(code);
        assert!(error.starts_with("favorites: the system's keyring can't be used ("), "{error}");
        assert!(error.ends_with("; set FAVORITES_TOKEN to the token instead\n"), "{error}");
    }
}

#[tokio::test]
async fn without_an_address_a_command_says_how_to_give_it() {
    let error = Program::new().with("FAVORITES_TOKEN", "abc").run(&["list"]).await.failed(3);
    assert!(error.contains("run `favorites login --api URL`, or set FAVORITES_API"), "{error}");
}

#[tokio::test]
async fn the_option_comes_before_the_variable() {
    let user = User::new().await;
    let program = Program::new()
        .with("FAVORITES_API", API)
        .with("FAVORITES_TOKEN", &user.service().tokens().issue("ann").unwrap());
    program.run(&["counts", "--retries", "0"]).await.failed(7);
    program.run(&["counts", "--api", &user.service().url()]).await.done();
    user.end().await;
}

#[tokio::test]
async fn a_variable_without_a_token_ends_with_3_and_does_not_show_its_text() {
    let program = Program::new().with("FAVORITES_API", API).with("FAVORITES_TOKEN", "my secret");
    let error = program.run(&["list"]).await.failed(3);
    assert!(error.starts_with("favorites: FAVORITES_TOKEN has no usable token: "), "{error}");
    assert!(!error.contains("secret"), "{error}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn an_empty_variable_is_as_good_as_none() {
    let program = Program::new().with("FAVORITES_API", API).with("FAVORITES_TOKEN", "");
    let error = program.run(&["list"]).await.failed(3);
    assert!(error.starts_with("favorites: the system's keyring can't be used"), "{error}");
}

#[tokio::test]
async fn addresses_to_which_no_token_must_go_are_refused_with_2() {
    for (api, reason) in [
        ("http://api.example.com", "unencrypted"),
        ("api.example.com", "is not a URL"),
        ("ftp://localhost", "must begin with https://"),
    ] {
        let error = Program::new().run(&["list", "--api", api]).await.failed(2);
        assert!(error.contains(reason), "{api}: {error}");
    }
}
