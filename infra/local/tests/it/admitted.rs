//! Pages and hosts that the user allows.

use std::io::{Read as _, Seek as _};

use favorites_local::{Admitted, Options};
use reqwest::{Method, StatusCode};

use crate::support::program::{Program, program};
use crate::support::{Seen, options, start};

const PAGE: &str = "https://app.example.com";
const TUNNEL: &str = "favorites.example.com";

fn admitted() -> Options {
    let admitted = Admitted { origins: vec![PAGE.parse().unwrap()], hosts: vec![TUNNEL.parse().unwrap()] };
    Options { admitted, ..options() }
}

#[tokio::test]
async fn an_admitted_page_reads_answers_after_a_preflight() {
    let service = start(admitted(), &Seen::default()).await;
    let client = reqwest::Client::new();
    let (url, token) = (format!("{}/echo/a", service.url()), service.tokens().issue("me").unwrap());

    let preflight = client.request(Method::OPTIONS, &url).header("origin", PAGE);
    let preflight = preflight.header("access-control-request-method", "PATCH");
    let preflight =
        preflight.header("access-control-request-headers", "authorization,if-match").send().await.unwrap();
    assert!(preflight.status().is_success(), "{preflight:?}");
    let header = |name: &str| preflight.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header("access-control-allow-origin"), PAGE);
    assert_eq!(header("access-control-allow-methods"), "GET,POST,PUT,PATCH,DELETE");
    assert!(header("access-control-allow-headers").split(',').any(|name| name == "if-match"));
    assert_eq!(header("access-control-max-age"), "600");

    let get = || client.get(&url).bearer_auth(&token).header("sec-fetch-site", "cross-site");
    let answer = get().header("origin", PAGE).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["access-control-allow-origin"], PAGE);
    assert!(answer.headers()["access-control-expose-headers"].to_str().unwrap().contains("etag"));
    assert_eq!(answer.headers().get("access-control-allow-credentials"), None);

    // A page without a token learns only the status, and other pages not even that.
    let unknown = client.get(&url).header("origin", PAGE).send().await.unwrap();
    assert_eq!(unknown.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(unknown.headers()["access-control-allow-origin"], PAGE, "the page can read the status");
    let evil = get().header("origin", "https://evil.example").send().await.unwrap();
    assert_eq!(evil.status(), StatusCode::FORBIDDEN);
    assert_eq!(get().send().await.unwrap().status(), StatusCode::FORBIDDEN, "a frame or a script");
    // This is not a preflight, and the template of the test has no route for it.
    let plain = client.request(Method::OPTIONS, &url).header("origin", PAGE).send().await.unwrap();
    assert_eq!(plain.status(), StatusCode::NOT_FOUND);
    service.shutdown().await;
}

#[tokio::test]
async fn an_admitted_host_leads_to_the_api_and_not_to_the_table() {
    let service = start(admitted(), &Seen::default()).await;
    let client = reqwest::Client::new();
    let token = service.tokens().issue("me").unwrap();
    let get = |url: &str, host: &str| client.get(url).bearer_auth(&token).header("host", host);
    let api = format!("{}/echo/a", service.url());
    for request in [
        get(&api, TUNNEL),
        get(&api, TUNNEL)
            .header("origin", format!("https://{TUNNEL}"))
            .header("sec-fetch-site", "same-origin"),
    ] {
        assert_eq!(request.send().await.unwrap().status(), StatusCode::OK);
    }
    let evil = get(&api, TUNNEL).header("origin", "https://evil.example").send().await.unwrap();
    assert_eq!(evil.status(), StatusCode::FORBIDDEN);
    for (url, host) in
        [(&*api, "evil.example"), (&*api, "favorites.example.com:1"), (service.dynamodb_endpoint(), TUNNEL)]
    {
        assert_eq!(
            get(url, host).send().await.unwrap().status(),
            StatusCode::MISDIRECTED_REQUEST,
            "{url} {host}"
        );
    }
    service.shutdown().await;
}

#[tokio::test]
async fn the_app_signs_in_at_an_admitted_host_and_at_no_other_one() {
    let service = start(admitted(), &Seen::default()).await;
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    for (root, is_app) in [
        (format!("https://{TUNNEL}/"), true),
        (format!("https://{TUNNEL}/page"), false),
        (format!("{PAGE}/"), false),
        ("https://evil.example/".to_owned(), false),
    ] {
        let url = format!("{}/oauth2/authorize", service.url());
        let answer = client.get(url).query(&[("redirect_uri", &root)]).send().await.unwrap();
        let location = answer.headers().get("location").map(|value| value.to_str().unwrap().to_owned());
        assert_eq!(location.is_some_and(|location| location.starts_with(&root)), is_app, "{root}");
    }
    service.shutdown().await;
}

#[test]
fn the_program_warns_of_each_admitted_page_and_host() {
    let mut stderr = tempfile::tempfile().unwrap();
    let mut command = program();
    command.args([
        "--memory",
        "--cors-origin",
        PAGE,
        "--cors-origin",
        "http://localhost:5173",
        "--allow-host",
        TUNNEL,
    ]);
    let program = Program::run(command.env("RUST_LOG", "off").stderr(stderr.try_clone().unwrap()));
    let mut said = String::new();
    stderr.rewind().unwrap();
    stderr.read_to_string(&mut said).unwrap();
    for option in [
        "--cors-origin https://app.example.com",
        "--cors-origin http://localhost:5173",
        "--allow-host favorites.example.com",
    ] {
        assert!(said.contains(&format!("warning: {option}: ")), "{option}: {said}");
    }
    assert_eq!(said.matches("warning: ").count(), 3, "{said}");
    drop(program);
}

#[test]
fn an_invalid_origin_or_host_is_refused_with_its_option() {
    for (option, name, value, reason) in [
        ("--cors-origin", "ORIGIN", "*", "must be an http or https origin"),
        ("--cors-origin", "ORIGIN", "app.example.com", "must be an http or https origin"),
        ("--cors-origin", "ORIGIN", "https://app.example.com/", "must be an http or https origin"),
        ("--allow-host", "HOST", "https://favorites.example.com", "must be a host as browsers send it"),
        ("--allow-host", "HOST", "*", "must be a host as browsers send it"),
    ] {
        let output = program().args(["--memory", option, value]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{option} {value}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(&format!("invalid value '{value}' for '{option} <{name}>'")), "{said}");
        assert!(said.contains(reason), "{said}");
    }
}
