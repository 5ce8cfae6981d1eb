//! The function that serves the web app, as a process.

use favorites_tests::lambda::event;

use crate::functions::start_with;

fn variables() -> Vec<(&'static str, String)> {
    [
        ("OIDC_ISSUER", "https://issuer.example"),
        ("OIDC_CLIENT_ID", "app"),
        ("OIDC_AUTHORIZATION_ENDPOINT", "https://issuer.example/authorize"),
        ("OIDC_TOKEN_ENDPOINT", "https://issuer.example/token"),
        ("FILES_ORIGIN", "https://files.example"),
    ]
    .map(|(name, value)| (name, value.to_owned()))
    .to_vec()
}

#[tokio::test]
async fn the_web_app_is_served_without_a_table() {
    let mut function = start_with("web", variables()).await;
    let answer = function.invoke(&event("web")).await.answer();
    assert_eq!(answer["statusCode"], 200, "{answer}");
    assert_eq!(answer["headers"]["content-type"], "text/javascript; charset=utf-8");
    assert_eq!(answer["headers"]["content-encoding"], "br");
    assert_eq!(answer["isBase64Encoded"], true);
}

#[tokio::test]
async fn without_an_issuer_the_web_app_says_so_and_ends() {
    let incomplete = variables().into_iter().filter(|(name, _)| *name != "OIDC_ISSUER");
    let output = start_with("web", incomplete).await.end_by_itself().await;
    assert!(output.contains("the environment variable OIDC_ISSUER is missing"), "{output}");
}
