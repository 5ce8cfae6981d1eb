//! Exit code 6 beside versions.

use crate::support::User;

#[tokio::test]
async fn a_name_or_a_link_that_is_taken_ends_with_6() {
    let user = User::new().await;
    for name in ["Books", "Travel"] {
        user.run(&["tag", "create", name]).await.done();
    }
    let error = user.run(&["tag", "create", "BOOKS"]).await.failed(6);
    assert!(error.starts_with("favorites: Another tag has this name"), "{error}");
    let error = user.run(&["tag", "rename", "Travel", "books"]).await.failed(6);
    assert!(error.contains("another tag is named \"books\"; to merge \"Travel\" into it"), "{error}");
    user.run(&["add", "https://a.example", "--title", "A"]).await.done();
    let other = user.json(&["add", "https://b.example", "--title", "B"]).await;
    let edit = ["edit", other["dataId"].as_str().unwrap(), "--url", "https://a.example"];
    let error = user.run(&edit).await.failed(6);
    assert!(error.starts_with("favorites: Another favorite keeps this link"), "{error}");
    user.end().await;
}
