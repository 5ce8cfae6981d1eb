//! The examples of the README.

use std::path::Path;
use std::process::Stdio;

use crate::support::User;

const README: &str = include_str!("../../README.md");

#[tokio::test]
async fn every_example_of_the_readme_succeeds() {
    let (_, rest) = README.split_once("<!-- examples -->\n```sh\n").expect("the README has examples");
    let (examples, _) = rest.split_once("```").expect("a block has an end");
    assert!(examples.lines().count() > 15, "{examples}");
    let user = User::new().await;
    let program = Path::new(env!("CARGO_BIN_EXE_favorites")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let command = user.program().command(&[]);
    let variables =
        command.as_std().get_envs().filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())));
    let shell = tokio::process::Command::new("bash")
        .args(["--norc", "-e", "-o", "pipefail", "-c", examples])
        .env_clear()
        .envs(variables)
        .env("PATH", path)
        .stdin(Stdio::null())
        .output()
        .await
        .unwrap();
    let (out, err) = (String::from_utf8_lossy(&shell.stdout), String::from_utf8_lossy(&shell.stderr));
    assert!(shell.status.success(), "{out}\n{err}");
    assert!(out.ends_with("The tag \"Reading\" is deleted.\n"), "{out}");
    user.end().await;
}

#[test]
fn the_readme_and_the_help_list_the_same_exit_codes() {
    for code in 0..=7 {
        assert!(README.contains(&format!("\n| {code} | ")), "{code}");
    }
}
