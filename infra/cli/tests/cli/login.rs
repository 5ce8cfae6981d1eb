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
async fn without_a_keyring_the_token_is_in_a_file_that_only_the_user_can_read_until_logout() {
    use std::os::unix::fs::PermissionsExt as _;

    let (user, program) = (User::new().await, Program::new());
    let (url, token) = (user.service().url(), user.service().tokens().issue("ann").unwrap());
    let file = program.home().join(".config/favorites/tokens.json");
    let refused = program.run_with(&["login", "--api", &url], "wrong").await.failed(3);
    assert!(refused.starts_with("favorites: Unauthorized"), "{refused}");
    assert!(!file.exists());

    let login = program.run_with(&["login", "--api", &url], &token).await;
    assert_eq!(login.out, format!("Signed in to {url}.\n"));
    let expected = format!(
        "No keyring is available. The token is stored in {}, which only you can read.\n",
        file.display()
    );
    assert_eq!(login.message(), expected);
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o7777, 0o600);
    program.run(&["counts"]).await.done();
    let elsewhere = program.run(&["list", "--api", API]).await.failed(3);
    assert!(
        elsewhere.contains(&format!("you are not signed in to {API}; run `favorites login --api {API}`"))
    );

    assert_eq!(program.run(&["logout"]).await.done(), format!("Signed out of {url}.\n"));
    assert!(!file.exists());
    assert_eq!(program.run(&["logout"]).await.done(), format!("There was no token for {url}.\n"));
    let error = program.run(&["counts"]).await.failed(3);
    assert!(error.starts_with(&format!("favorites: you are not signed in to {url}; ")), "{error}");
    user.end().await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_file_of_tokens_that_others_can_read_or_that_is_damaged_is_refused_and_stays() {
    use std::os::unix::fs::PermissionsExt as _;

    let program = Program::new().with("FAVORITES_API", API);
    let file = program.home().join(".config/favorites/tokens.json");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let text = format!(r#"{{"{API}": "my-token", "https://other.example": "other"}}"#);
    std::fs::write(&file, &text).unwrap();
    let set_mode = |mode| std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
    for mode in [0o640, 0o604, 0o620] {
        set_mode(mode);
        let error = program.run(&["list"]).await.failed(3);
        assert!(error.contains(&format!("tokens.json, because its mode is {mode:04o}; ")), "{error}");
        assert!(error.contains(&format!("run `chmod 600 {}`", file.display())), "{error}");
        assert!(!error.contains("my-token"), "{error}");
        program.run(&["logout"]).await.failed(1);
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    set_mode(0o600);
    program.run(&["list", "--retries", "0"]).await.failed(7);
    program.run(&["logout"]).await.done();
    let left = std::fs::read_to_string(&file).unwrap();
    assert!(left.contains("other.example") && !left.contains("my-token"), "{left}");

    std::fs::write(&file, "{").unwrap();
    let error = program.run(&["list"]).await.failed(3);
    assert!(
        error.contains("tokens.json are not valid; delete the file and run `favorites login` again"),
        "{error}"
    );
    std::fs::write(&file, format!(r#"{{"{API}": "my token"}}"#)).unwrap();
    let error = program.run(&["list"]).await.failed(3);
    assert!(
        error.contains(&format!("has no usable token for {API}")) && !error.contains("my token"),
        "{error}"
    );
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
    assert!(error.starts_with(&format!("favorites: you are not signed in to {API}; ")), "{error}");
}

#[tokio::test]
async fn addresses_to_which_no_token_must_go_are_refused_with_2() {
    for (api, reason) in [
        ("http://api.example.com", "unencrypted"),
        ("api.example.com", "write https://api.example.com"),
        ("127.0.0.1:3000", "write http://127.0.0.1:3000"),
        ("https://", "is not a URL"),
        ("ftp://localhost", "must begin with https://"),
    ] {
        let error = Program::new().run(&["list", "--api", api]).await.failed(2);
        assert!(error.contains(reason), "{api}: {error}");
    }
}
