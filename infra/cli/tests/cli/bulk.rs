//! `favorites bulk` and `favorites job`.

use serde_json::Value;

use crate::support::User;

async fn titles(user: &User, arguments: &[&str]) -> Vec<String> {
    let favorites = user.run(&[arguments, &["--json"]].concat()).await.json_lines();
    let mut titles: Vec<_> = favorites.iter().map(|it| it["title"].as_str().unwrap().to_owned()).collect();
    titles.sort_unstable();
    titles
}

#[tokio::test]
async fn an_action_on_what_a_search_finds_is_done_undone_and_listed() {
    let user = User::new().await;
    user.run(&["tag", "create", "Tea"]).await.done();
    let kept = user.note("Green tea").await;
    for title in ["Black tea", "Coffee"] {
        user.note(title).await;
    }
    user.eventually(&["search", "tea"], |found| found.out.lines().count() == 2).await;
    let tagged = user.run(&["bulk", "tag", "tea", "--query", "tea"]).await.done();
    assert!(tagged.ends_with("  tag  done  2 changed, 0 unchanged, 0 failed\n"), "{tagged}");
    assert_eq!(titles(&user, &["list", "--tag", "tea"]).await, ["Black tea", "Green tea"]);

    let deleted = user.json(&["bulk", "delete", "--tag", "tea", "--except", &kept]).await;
    assert_eq!((&deleted["state"], &deleted["counts"]["changed"]), (&Value::from("done"), &Value::from(1)));
    assert_eq!(titles(&user, &["list"]).await.len(), 2);
    let id = deleted["jobId"].as_str().unwrap();
    assert_eq!(user.json(&["job", "undo", id]).await["counts"]["changed"], 1);
    assert_eq!(titles(&user, &["list"]).await, ["Black tea", "Coffee", "Green tea"]);

    let jobs = user.run(&["job", "list", "--json"]).await.json_lines();
    let actions: Vec<_> = jobs.iter().map(|job| job["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["restore", "delete", "tag"]);
    assert_eq!(user.json(&["job", "show", id]).await["undoable"], false);
    assert_eq!(user.json(&["job", "cancel", id]).await["state"], "done", "a job that has ended stays");
    user.end().await;
}

#[tokio::test]
async fn everything_is_selected_only_if_that_is_said() {
    let user = User::new().await;
    user.note("One").await;
    let usage = user.run(&["bulk", "delete"]).await.failed(2);
    assert!(usage.contains("--all"), "{usage}");
    user.run(&["bulk", "delete", "--all", "--type", "note"]).await.failed(2);
    assert_eq!(titles(&user, &["list"]).await, ["One"]);
    user.run(&["bulk", "delete", "--all"]).await.done();
    assert_eq!(titles(&user, &["list", "--trash"]).await, ["One"]);
    user.run(&["bulk", "restore"]).await.done();
    user.run(&["bulk", "delete", "--all"]).await.done();
    user.run(&["bulk", "purge"]).await.done();
    assert_eq!(user.run(&["list", "--trash"]).await.message(), "There are no such favorites.\n");
    user.end().await;
}

#[tokio::test]
async fn what_cannot_be_done_ends_with_its_exit_code() {
    let user = User::new().await;
    let unknown = "01a20f28-e5bb-7621-93a7-29659ab5aedf";
    for command in ["show", "cancel", "undo"] {
        let error = user.run(&["job", command, unknown]).await.failed(4);
        assert!(error.starts_with("favorites: There is no such job"), "{error}");
    }
    user.run(&["bulk", "untag", "Other", "--all"]).await.failed(4);
    let nothing = user.run(&["bulk", "delete", "--query", "!!"]).await.failed(5);
    assert!(nothing.contains("must have something to find"), "{nothing}");
    user.note("One").await;
    user.run(&["bulk", "delete", "--all"]).await.done();
    let purged = user.json(&["bulk", "purge"]).await;
    let error = user.run(&["job", "undo", purged["jobId"].as_str().unwrap()]).await.failed(6);
    assert!(error.contains("gone for good"), "{error}");
    user.end().await;
}

#[tokio::test]
async fn favorites_that_a_job_cannot_change_are_named_and_end_it_with_5() {
    let user = User::new().await;
    let add = ["add", "https://a.example", "--title", "A"];
    user.run(&add).await.done();
    let deleted = user.json(&["bulk", "delete", "--all"]).await;
    user.run(&add).await.done();
    let undone = user.run(&["job", "undo", deleted["jobId"].as_str().unwrap()]).await;
    assert_eq!(undone.code, Some(5), "{undone:?}");
    assert!(undone.out.ends_with("0 changed, 0 unchanged, 1 failed\n"), "{undone:?}");
    let error = undone.err;
    assert!(error.contains("keeps this link already"), "{error}");
    assert!(error.ends_with("1 favorite could not be changed; see the list above\n"), "{error}");
    user.end().await;
}
