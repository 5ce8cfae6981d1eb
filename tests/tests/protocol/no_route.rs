//! The function of the default route, as a process.

use favorites_tests::lambda::event;
use serde_json::json;

use crate::functions::start_with;

#[tokio::test]
async fn the_methods_of_a_path_are_answered_without_a_table() {
    let mut function = start_with("no-route", []).await;
    let answer = function.invoke(&event("no-route")).await.answer();
    assert_eq!(
        (&answer["statusCode"], &answer["headers"]["allow"]),
        (&json!(204), &json!("GET, HEAD, OPTIONS, POST"))
    );
    let mut other = event("no-route");
    other["requestContext"]["http"]["method"] = json!("DELETE");
    let answer = function.invoke(&other).await.answer();
    assert_eq!(
        (&answer["statusCode"], &answer["headers"]["allow"]),
        (&json!(405), &json!("GET, HEAD, OPTIONS, POST"))
    );
}
