//! Backups of the program's data and restores from them, while it runs and while it does not.

mod desk;

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use favorites_local::template::Template;
use favorites_local::{FunctionError, Options, Service, functions};
use reqwest::Method;
use serde_json::{Value, json};

use self::desk::{Desk, User, run};
use crate::support::program::Program;
use crate::support::{self, Seen, TEMPLATE};

/// A folder with three favorites, a backup of them, and changes after the backup.
async fn changed_after_a_backup() -> (Desk, PathBuf, User) {
    let desk = Desk::new();
    let user = desk.start();
    let one = user.create("one").await;
    user.create("two").await;
    let three = user.create("three").await;
    user.delete(&three).await;
    user.expect(&["one", "two"], 1).await;
    let file = desk.path("backup");
    let said = desk.run("backup", &file).unwrap();
    assert!(said.contains("data to backup ("), "{said}");
    user.delete(&one).await;
    user.create("four").await;
    user.create("five").await;
    user.expect(&["two", "four", "five"], 2).await;
    (desk, file, user)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_service_answers_as_at_the_backup_after_a_restore_and_goes_on_from_there() {
    let (desk, file, user) = changed_after_a_backup().await;
    let said = desk.run("restore", &file).unwrap();
    user.expect(&["one", "two"], 1).await;
    user.create("six").await;
    user.expect(&["one", "two", "six"], 1).await;

    let left = desk.left_by_restores();
    assert!(left.len() == 1 && said.contains(&left[0]), "{left:?}: {said}");
    // The data from before the restore can be restored in the same way.
    desk.run("restore", &desk.data().join(&left[0]).join("dynamodb.sqlite")).unwrap();
    user.expect(&["two", "four", "five"], 2).await;

    drop(user);
    desk.start().expect(&["two", "four", "five"], 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_of_the_change_feed_begin_again_after_a_restore() {
    let (desk, file, user) = changed_after_a_backup().await;
    let page = user.send(Method::GET, "/changes", None).await;
    let path = format!("/changes?cursor={}", page["cursor"].as_str().unwrap());
    user.send(Method::GET, &path, None).await;
    desk.run("restore", &file).unwrap();
    // As many changes as the restore undoes, and more: the numbers of the cursor are used again.
    for title in ["six", "seven", "eight", "nine"] {
        user.create(title).await;
    }
    user.expect(&["one", "two", "six", "seven", "eight", "nine"], 1).await;
    let (status, problem) = user.try_send(Method::GET, &path, None).await;
    assert_eq!(status, 410, "{problem}");
    let page = user.send(Method::GET, "/changes", None).await;
    assert_eq!(page["changes"].as_array().unwrap().len(), 7);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_service_answers_as_at_the_backup_after_a_restore_and_a_start() {
    let (desk, file, user) = changed_after_a_backup().await;
    drop(user);
    desk.run("restore", &file).unwrap();
    let user = desk.start();
    user.expect(&["one", "two"], 1).await;
    user.create("six").await;
    user.expect(&["one", "two", "six"], 1).await;
    assert_eq!(desk.left_by_restores().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_can_be_restored_to_a_new_folder_and_only_its_owner_can_read_it() {
    let (desk, file, user) = changed_after_a_backup().await;
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let new = desk.path("new");
    let said = run("restore", &file, &new).unwrap();
    assert!(!said.contains("before"), "there were no data before: {said}");
    User::of(Program::start(&new)).expect(&["one", "two"], 1).await;
    user.expect(&["two", "four", "five"], 2).await;
}

/// The backup has a prefix of the writes: all that ended before it began, and none that began after it ended.
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_while_writes_go_on_has_the_writes_of_one_moment() {
    let desk = Desk::new();
    let user = desk.start();
    let (acknowledge, mut acknowledged) = tokio::sync::watch::channel(0);
    let writer = async {
        for number in 1.. {
            user.create(&format!("{number:04}")).await;
            if acknowledge.send(number).is_err() {
                return;
            }
        }
    };
    let (data, file) = (desk.data(), desk.path("backup"));
    let backup = async move {
        acknowledged.wait_for(|number| *number >= 30).await.unwrap();
        let before = *acknowledged.borrow();
        tokio::task::spawn_blocking(move || run("backup", &file, &data)).await.unwrap().unwrap();
        let after = *acknowledged.borrow();
        acknowledged.wait_for(|number| *number >= after + 5).await.unwrap();
        (before, after)
    };
    let ((), (before, after)) = tokio::join!(writer, backup);

    let new = desk.path("new");
    run("restore", &desk.path("backup"), &new).unwrap();
    let restored = User::of(Program::start(&new));
    let titles = restored.titles("/favorites?limit=100").await;
    assert!((before..=after + 1).contains(&titles.len()), "{before} to {after}: {}", titles.len());
    let expected: Vec<_> = (1..=titles.len()).map(|number| format!("{number:04}")).collect();
    restored.expect(&expected.iter().map(String::as_str).collect::<Vec<_>>(), 0).await;
}

/// Creates a note in the data folder `folder`, with a service whose change consumer never answers.
async fn create_uncounted(folder: &Path, title: &str) {
    let never = |_: Value| std::future::pending::<Result<Value, FunctionError>>();
    let functions = |environment: &_| functions(environment).with("change-consumer", never);
    let service = Service::start(Options::directory(folder), functions).await.unwrap();
    let note = json!({"dataType": "note", "title": title, "content": {"text": "kept words"}});
    let request = reqwest::Client::new().post(format!("{}/favorites", service.url())).json(&note);
    let answer = request.bearer_auth(service.tokens().issue("me").unwrap()).send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 201);
    service.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_was_not_counted_at_the_backup_is_counted_after_the_restore() {
    let desk = Desk::new();
    let user = desk.start();
    user.create("one").await;
    user.expect(&["one"], 0).await;
    drop(user);
    create_uncounted(&desk.data(), "two").await;
    let file = desk.path("backup");
    desk.run("backup", &file).unwrap();

    // The consumer passes the change, and is beyond it when the backup is restored.
    let user = desk.start();
    user.create("three").await;
    user.expect(&["one", "two", "three"], 0).await;
    desk.run("restore", &file).unwrap();
    user.expect(&["one", "two"], 0).await;

    user.create("four").await;
    user.expect(&["one", "two", "four"], 0).await;
    drop(user);
    desk.run("restore", &file).unwrap();
    desk.start().expect(&["one", "two"], 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_during_a_restore_leave_lists_search_and_counts_in_agreement() {
    let (desk, file, user) = changed_after_a_backup().await;
    let (stop, mut stopped) = tokio::sync::watch::channel(false);
    let writer = async {
        let mut created = 0;
        while !*stopped.borrow_and_update() {
            user.create(&format!("during {created}")).await;
            created += 1;
        }
    };
    let data = desk.data();
    let restore = async move {
        tokio::task::spawn_blocking(move || run("restore", &file, &data)).await.unwrap().unwrap();
        stop.send(true).unwrap();
    };
    tokio::join!(writer, restore);
    let titles = user.titles("/favorites?limit=100").await;
    assert_eq!(titles.iter().filter(|title| !title.starts_with("during")).count(), 2, "{titles:?}");
    user.expect(&titles.iter().map(String::as_str).collect::<Vec<_>>(), 1).await;
}

/// Files that are not backups of this version, each with a part of the error.
async fn bad_files(desk: &Desk, good: &Path) -> Vec<(PathBuf, &'static str)> {
    let good = std::fs::read(good).unwrap();
    let mut torn = good.clone();
    torn[8_192..40_960].fill(7);
    let other = desk.path("other.sqlite");
    let other_database = rusqlite::Connection::open(&other).unwrap();
    other_database.execute_batch("CREATE TABLE songs (title TEXT)").unwrap();
    drop(other_database);
    let write = |name: &str, content: &[u8]| {
        std::fs::write(desk.path(name), content).unwrap();
        desk.path(name)
    };
    vec![
        (write("cut", &good[..good.len() / 2]), "is damaged or not a backup"),
        (write("torn", &torn), "is damaged or not a backup"),
        (
            write("text", b"not a database, but a text that is long enough for a header of one"),
            "is damaged or not a backup",
        ),
        (write("empty", b""), "contains no table FavoritesTable"),
        (other, "contains no table FavoritesTable"),
        (other_version(desk).await, "is a backup of another version of this service"),
        (desk.path("missing"), "can't be read: No such file or directory"),
        (desk.data(), "can't be read: Is a directory"),
    ]
}

/// Returns a database with a table of the same name and another form.
async fn other_version(desk: &Desk) -> PathBuf {
    let template =
        Template::parse(&TEMPLATE.replace("TableName: things", "TableName: FavoritesTable")).unwrap();
    let options = Options { template: Some(template), ..Options::directory(desk.path("version")) };
    support::start(options, &Seen::default()).await.shutdown().await;
    desk.path("version").join("dynamodb.sqlite")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_not_a_backup_changes_nothing() {
    let (desk, file, user) = changed_after_a_backup().await;
    let bad = bad_files(&desk, &file).await;
    let refuse_all = |state: &str| {
        for (file, expected) in &bad {
            let error = desk.run("restore", file).unwrap_err();
            assert!(error.contains(expected), "{state}: {}: {error}", file.display());
            assert!(error.contains(file.file_name().unwrap().to_str().unwrap()), "{state}: {error}");
            assert_eq!(desk.left_by_restores(), [""; 0], "{state}: {}", file.display());
        }
    };
    refuse_all("running");
    user.expect(&["two", "four", "five"], 2).await;
    drop(user);
    refuse_all("stopped");
    desk.start().expect(&["two", "four", "five"], 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_present_data_are_not_replaced_until_they_are_moved_away() {
    let (desk, file, user) = changed_after_a_backup().await;
    drop(user);
    let database = desk.data().join("dynamodb.sqlite");
    for suffix in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", database.display()));
    }
    std::fs::write(&database, "this is not a database, and it is long enough for its header").unwrap();
    let error = desk.run("restore", &file).unwrap_err();
    assert!(error.contains("the present data can't be replaced"), "{error}");
    assert!(error.contains(&format!("move {} away", database.display())), "{error}");
    assert!(std::fs::read_to_string(&database).unwrap().starts_with("this is not a database"));

    std::fs::rename(&database, desk.path("damaged")).unwrap();
    desk.run("restore", &file).unwrap();
    desk.start().expect(&["one", "two"], 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_replaces_no_file_and_leaves_none_where_it_cannot_write() {
    let (desk, file, user) = changed_after_a_backup().await;
    std::fs::write(desk.path("a file"), "of mine").unwrap();
    let refuse_all = |state: &str| {
        for (file, expected) in [
            (file.clone(), "exists already"),
            (desk.path("a file"), "exists already"),
            (desk.data(), "exists already"),
        ] {
            let error = desk.run("backup", &file).unwrap_err();
            assert!(error.contains(expected), "{state}: {error}");
        }
        for folder in ["missing", "a file"] {
            let file = format!("{folder}/backup");
            let mut program = Command::new(env!("CARGO_BIN_EXE_favorites-local"));
            program.current_dir(desk.home.path()).args(["backup", &file, "--data-dir", "data"]);
            let output = program.output().unwrap();
            let error = String::from_utf8(output.stderr).unwrap();
            assert!(
                !output.status.success() && error.contains("backup can't be written: "),
                "{state}: {error}"
            );
            assert!(error.contains("choose a folder"), "{state}: {error}");
        }
    };
    let before = std::fs::read(&file).unwrap();
    refuse_all("running");
    drop(user);
    refuse_all("stopped");
    assert_eq!(std::fs::read(&file).unwrap(), before);
    assert_eq!(std::fs::read(desk.path("a file")).unwrap(), b"of mine");
    let names = std::fs::read_dir(desk.home.path()).unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(names.len(), 3, "no half-written file is left: {names:?}");
}

#[test]
fn a_folder_without_data_is_named_and_not_created() {
    let desk = Desk::new();
    let error = desk.run("backup", &desk.path("backup")).unwrap_err();
    assert!(error.contains("data contains no data to back up; name the folder"), "{error}");
    assert!(!desk.data().exists() && !desk.path("backup").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_service_that_cannot_be_asked_is_an_error_and_changes_nothing() {
    let (desk, file, user) = changed_after_a_backup().await;
    let control = desk.data().join("control.json");
    let place = std::fs::read_to_string(&control).unwrap();
    assert_eq!(std::fs::metadata(&control).unwrap().permissions().mode() & 0o777, 0o600);
    let mut wrong: Value = serde_json::from_str(&place).unwrap();
    wrong["secret"] = json!("wrong");
    let mut nowhere: Value = serde_json::from_str(&place).unwrap();
    nowhere["address"] = json!("127.0.0.1:9");
    for (content, expected) in [
        (wrong.to_string(), "the secret is not the one in the data folder"),
        (nowhere.to_string(), "does not answer"),
        ("{".to_owned(), "control.json does not say where it answers"),
    ] {
        std::fs::write(&control, content).unwrap();
        for command in ["backup", "restore"] {
            let file = if command == "backup" { desk.path("another") } else { file.clone() };
            let error = desk.run(command, &file).unwrap_err();
            assert!(error.contains(expected), "{command}: {error}");
        }
    }
    user.expect(&["two", "four", "five"], 2).await;
    assert!(!desk.path("another").exists());
}
