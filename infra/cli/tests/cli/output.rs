//! Output, usage errors and closed pipes.

use std::process::Stdio;

use crate::support::{Program, User};

#[tokio::test]
async fn a_reader_that_ends_early_ends_the_program_quietly() {
    let user = User::new().await;
    user.note("One").await;
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let process = user.program().command(&["list"]).stdout(Stdio::from(writer)).spawn().unwrap();
    let ended = process.wait_with_output().await.unwrap();
    assert_eq!((ended.status.code(), &*ended.stderr), (Some(0), &b""[..]));
    user.end().await;
}

// Other systems have no file that is always full.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn an_output_that_can_not_be_written_ends_with_1() {
    let user = User::new().await;
    user.note("One").await;
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let process = user.program().command(&["list"]).stdout(full).spawn().unwrap();
    let ended = process.wait_with_output().await.unwrap();
    assert_eq!(ended.status.code(), Some(1));
    let error = String::from_utf8(ended.stderr).unwrap();
    assert!(error.starts_with("favorites: standard output can't be written: "), "{error}");
    user.end().await;
}

#[tokio::test]
async fn a_command_line_that_is_not_valid_ends_with_2_and_the_reason() {
    for (arguments, reason) in [
        (&["nonsense"][..], "unrecognized subcommand 'nonsense'"),
        (&["add"], "<URL|--text <TEXT>|--type <TYPE>|--from <FILE>>"),
        (&["add", "--title", "x"], "<URL|--text <TEXT>|--type <TYPE>|--from <FILE>>"),
        (&["delete", "01a20f28", "--if-version", "x"], "must be a version such as 3"),
        (
            &["add", "https://a.example", "https://b.example", "--title", "x"],
            "--title describes a single favorite",
        ),
        (&["add", "-", "--description", "x"], "--description describes a single favorite"),
        (&["add", "--from", "-", "--title", "x"], "cannot be used with"),
        (
            &["add", "--title", "x", "--type", "nonsense"],
            "unknown type \"nonsense\"; use one of image, video, link, file, music, chatRecord, voice, note, location",
        ),
        (
            &["add", "--title", "x", "--type", "location", "--content", "[]"],
            "invalid type: sequence, expected a map",
        ),
        (&["show", "1"], "an id prefix needs at least 8 digits; this one has 1"),
        (&["show", "tea"], "or an address that begins with https:// or http://"),
        (&["delete", "ftp://a.example"], "must be an absolute http or https URL"),
        (&["edit", "01a20f28-e5bb-7621-93a7-29659ab5aedf"], "required"),
        (&["list", "--trash", "--type", "link"], "cannot be used with"),
        (&["list", "--limit", "2", "--all"], "cannot be used with"),
        (&["list", "--limit", "0"], "must be a positive whole number; use --all to list everything"),
        (&["list", "--limit", "x"], "must be a positive whole number; use --all to list everything"),
        (&["list", "--sort", "updated", "--type", "link"], "cannot be used with"),
        (&["import", "x", "--format", "word"], "unknown format \"word\"; use one of jsonLines, netscape,"),
        (&["list", "--csv", "--json"], "cannot be used with"),
        (&["search", "--json", "--tsv"], "cannot be used with"),
        (&["search", "--csv", "--tsv"], "cannot be used with"),
        (&["search", "--csv", "--counts"], "cannot be used with"),
        (&["tag", "delete", ""], "invalid value '' for '<NAME>'"),
        (&["counts", "--retries", "11"], "must be a whole number from 0 to 10"),
        (&["counts", "--retries", "x"], "must be a whole number from 0 to 10"),
    ] {
        let program =
            Program::new().with("FAVORITES_API", "http://127.0.0.1:9").with("FAVORITES_TOKEN", "abc");
        let error = program.run(arguments).await.failed(2);
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
}

#[tokio::test]
async fn the_help_lists_every_exit_code() {
    let help = Program::new().run(&["--help"]).await.done();
    for code in 0..=7 {
        assert!(help.contains(&format!("\n  {code}  ")), "{code}: {help}");
    }
}
