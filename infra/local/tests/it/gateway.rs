//! The API through real HTTP.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use favorites_local::seed::{self, SeedError};
use favorites_local::{Options, Running};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::{Seen, options, start};

const MEBIBYTE: usize = 1024 * 1024;

async fn service() -> Running {
    start(options(), &Seen::default()).await
}

async fn send(service: &Running, method: Method, path: &str) -> reqwest::Response {
    let request = reqwest::Client::new().request(method, format!("{}{path}", service.url()));
    request.bearer_auth(service.tokens().issue("me").unwrap()).send().await.unwrap()
}

async fn get(service: &Running, path: &str) -> (StatusCode, String) {
    let response = send(service, Method::GET, path).await;
    (response.status(), response.text().await.unwrap())
}

/// Sends bytes as they are and gives the first line of the answer.
async fn send_raw(service: &Running, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(service.address()).await.unwrap();
    stream.write_all(request).await.unwrap();
    stream.shutdown().await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned()
}

/// Reads up to the empty line that ends the head of an answer.
async fn read_head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.expect("the connection is open"));
    }
    String::from_utf8(head).expect("a head is ASCII")
}

#[tokio::test]
async fn a_function_gets_the_event_and_its_answer_is_sent() {
    let service = service().await;
    let (status, body) = get(&service, "/echo/a%20b?x=1&x=2").await;
    assert_eq!(status, StatusCode::OK);
    let event: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(event["routeKey"], "GET /echo/{name}");
    assert_eq!(event["pathParameters"], json!({"name": "a b"}));
    assert_eq!(event["queryStringParameters"], json!({"x": "1,2"}));
    assert_eq!(event["requestContext"]["authorizer"]["jwt"]["claims"]["sub"], "me");
    service.shutdown().await;
}

#[tokio::test]
async fn without_a_token_it_is_401() {
    let service = service().await;
    let client = reqwest::Client::new();
    let url = format!("{}/echo/a", service.url());
    for request in
        [client.get(&url), client.get(&url).bearer_auth("a.b.c"), client.get(&url).basic_auth("me", Some(""))]
    {
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
        assert_eq!(response.headers()["www-authenticate"], "Bearer");
        assert_eq!(response.json::<Value>().await.unwrap(), json!({"message": "Unauthorized"}));
    }
    let open = client.get(format!("{}/open", service.url())).send().await.unwrap();
    assert_eq!(open.status(), StatusCode::OK);
    service.shutdown().await;
}

#[tokio::test]
async fn a_request_that_fits_no_route_is_404() {
    let service = service().await;
    for (method, path) in [
        (Method::GET, "/"),
        (Method::GET, "/echo"),
        (Method::HEAD, "/echo/a"),
        (Method::OPTIONS, "/echo/a"),
        (Method::DELETE, "/echo/a"),
        (Method::from_bytes(b"BREW").unwrap(), "/echo/a"),
    ] {
        let response = send(&service, method.clone(), path).await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{method} {path}");
        assert_eq!(response.headers().get("access-control-allow-origin"), None);
    }
    assert_eq!(get(&service, "/nowhere").await.1, r#"{"message":"Not Found"}"#);
    assert_eq!(
        get(&service, "/echo/%ff").await,
        (StatusCode::BAD_REQUEST, r#"{"message":"Bad Request"}"#.to_owned())
    );
    service.shutdown().await;
}

#[tokio::test]
async fn a_function_that_fails_is_500_and_says_nothing() {
    let service = service().await;
    for path in ["/fail", "/panic", "/nonsense"] {
        let expected =
            (StatusCode::INTERNAL_SERVER_ERROR, r#"{"message":"Internal Server Error"}"#.to_owned());
        assert_eq!(get(&service, path).await, expected, "{path}");
    }
    service.shutdown().await;
}

#[tokio::test]
async fn a_function_that_takes_too_long_is_503() {
    let service = service().await;
    let expected = (StatusCode::SERVICE_UNAVAILABLE, r#"{"message":"Service Unavailable"}"#.to_owned());
    assert_eq!(get(&service, "/hang").await, expected);
    service.shutdown().await;
}

#[tokio::test]
async fn a_body_has_a_limit() {
    let service = service().await;
    let token = service.tokens().issue("me").unwrap();
    let post = |body: Vec<u8>| {
        let request = reqwest::Client::new().post(format!("{}/echo", service.url())).bearer_auth(&token);
        request.header("Content-Type", "text/plain").body(body).send()
    };
    assert_eq!(post(vec![b'a'; 6 * MEBIBYTE]).await.unwrap().status(), StatusCode::OK);
    assert_eq!(post(vec![b'a'; 6 * MEBIBYTE + 1]).await.unwrap().status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(post(vec![b'a'; 10 * MEBIBYTE + 1]).await.unwrap().status(), StatusCode::PAYLOAD_TOO_LARGE);
    service.shutdown().await;
}

#[tokio::test]
async fn web_pages_of_others_reach_neither_port() {
    let service = service().await;
    let client = reqwest::Client::new();
    for url in [format!("{}/open", service.url()), service.dynamodb_endpoint().to_owned()] {
        let from_page = client.get(&url).header("Origin", "https://evil.example").send().await.unwrap();
        assert_eq!(from_page.status(), StatusCode::FORBIDDEN, "{url}");
        assert_eq!(from_page.headers()["content-type"], "application/problem+json");
        assert_eq!(from_page.headers().get("access-control-allow-origin"), None);
        let rebound = client.get(&url).header("Host", "evil.example").send().await.unwrap();
        assert_eq!(rebound.status(), StatusCode::MISDIRECTED_REQUEST, "{url}");
    }
    service.shutdown().await;
}

#[tokio::test]
async fn containers_reach_the_dynamodb_endpoint_by_dockers_name_and_web_pages_do_not() {
    for dynamodb_host in [Ipv4Addr::LOCALHOST, Ipv4Addr::UNSPECIFIED] {
        let options = Options { dynamodb_host: dynamodb_host.into(), ..options() };
        let service = start(options, &Seen::default()).await;
        let endpoint = service.dynamodb_endpoint();
        assert!(endpoint.starts_with("http://127.0.0.1:"), "{endpoint}");
        let port = endpoint.rsplit(':').next().unwrap();
        let client = reqwest::Client::new();
        let list_tables = |host: &str| {
            let target = ("x-amz-target", "DynamoDB_20120810.ListTables");
            let signature = service.access_key().sign(&format!("http://{host}/"), &[target], b"{}").unwrap();
            let request = client.post(endpoint).header("Host", host).body("{}").header(target.0, target.1);
            signature.into_iter().fold(request, |request, (name, value)| request.header(name, value))
        };
        let docker = format!("host.docker.internal:{port}");

        let answer = list_tables(&docker).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{dynamodb_host}");
        let answer = list_tables(&format!("172.17.0.1:{port}")).send().await.unwrap();
        assert_eq!(answer.status() == StatusCode::OK, dynamodb_host.is_unspecified(), "{dynamodb_host}");
        let answer = list_tables(&format!("evil.example:{port}")).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::MISDIRECTED_REQUEST, "{dynamodb_host}");
        let answer = list_tables(&docker).header("Origin", format!("http://{docker}")).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{dynamodb_host}");

        let api = client.get(format!("{}/open", service.url())).header("Host", &docker).send().await.unwrap();
        assert_eq!(api.status(), StatusCode::MISDIRECTED_REQUEST, "{dynamodb_host}");
        service.shutdown().await;
    }
}

#[tokio::test]
async fn odd_requests_are_answered_and_do_no_harm() {
    let service = service().await;
    let host = format!("Host: {}\r\n", service.address());
    for (request, expected) in [
        ("nonsense\r\n\r\n".to_owned(), "400"),
        ("GET /open HTTP/1.1\r\n\r\n".to_owned(), "421"),
        (format!("GET http://evil.example/open HTTP/1.1\r\n{host}\r\n"), "421"),
        (format!("GET /open HTTP/1.1\r\n{host}{host}\r\n"), "421"),
        (format!("OPTIONS * HTTP/1.1\r\n{host}\r\n"), "404"),
        (format!("GET //open HTTP/1.1\r\n{host}\r\n"), "404"),
        (format!("GET /open?%zz HTTP/1.1\r\n{host}Cookie: ;;=\r\nX: \u{e9}\r\n\r\n"), "200"),
        (format!("GET /open HTTP/1.0\r\n{host}\r\n"), "200"),
    ] {
        let status = send_raw(&service, request.as_bytes()).await;
        assert!(status.contains(expected), "{request:?}: {status:?}");
    }
    service.shutdown().await;
}

#[tokio::test]
async fn samples_are_posted_until_one_is_refused() {
    let service = service().await;
    let url = format!("{}/echo", service.url());
    let samples = [json!({"title": "one"}), json!({"title": "two"})];
    let answers = seed::post_all(&url, &service.tokens().issue("me").unwrap(), &samples).await.unwrap();
    assert_eq!(answers[1]["body"], r#"{"title":"two"}"#);
    let refused = seed::post_all(&url, "a.b.c", &samples).await.unwrap_err();
    assert!(matches!(refused, SeedError::Refused { number: 1, status: 401, .. }), "{refused}");
    service.shutdown().await;
    let unreachable = seed::post_all(&url, "a.b.c", &samples).await.unwrap_err();
    assert!(matches!(unreachable, SeedError::Request { number: 1, .. }), "{unreachable}");
}

/// The server asks for the body with `100 Continue` when it begins to read it.
#[tokio::test]
async fn the_body_is_read_before_a_refusal_so_that_the_connection_can_be_used_again() {
    let service = service().await;
    let mut stream = TcpStream::connect(service.address()).await.unwrap();
    for (method, path, status) in [("POST", "/nowhere", 404), ("POST", "/echo", 401), ("TRACE", "/open", 404)]
    {
        let head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n", service.address());
        let head = format!("{head}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        assert_eq!(read_head(&mut stream).await, "HTTP/1.1 100 Continue\r\n\r\n", "{method} {path}");
        stream.write_all(b"{}").await.unwrap();
        let answer = read_head(&mut stream).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{method} {path}: {answer}");
        let (_, length) = answer.split_once("content-length: ").unwrap();
        let length = length.lines().next().unwrap().parse().unwrap();
        stream.read_exact(&mut vec![0; length]).await.unwrap();
    }
    service.shutdown().await;
}

#[tokio::test]
async fn an_answer_without_reading_the_whole_body_closes_the_connection() {
    let service = service().await;
    let large =
        reqwest::Client::new().post(format!("{}/echo", service.url())).body(vec![b'x'; 11 * MEBIBYTE]);
    let foreign = reqwest::Client::new().get(service.url()).header("origin", "https://evil.example");
    for (request, status) in [(large, StatusCode::PAYLOAD_TOO_LARGE), (foreign, StatusCode::FORBIDDEN)] {
        let response = request.send().await.unwrap();
        assert_eq!(
            (response.status(), &response.headers()["connection"]),
            (status, &"close".parse().unwrap())
        );
    }
    service.shutdown().await;
}

#[tokio::test]
async fn it_ends_within_a_second_while_clients_hang_on() {
    let service = service().await;
    let mut idle = TcpStream::connect(service.address()).await.unwrap();
    idle.write_all(format!("GET /open HTTP/1.1\r\nHost: {}\r\n\r\n", service.address()).as_bytes())
        .await
        .unwrap();
    let mut first = [0; 12];
    idle.read_exact(&mut first).await.unwrap();
    assert_eq!(&first, b"HTTP/1.1 200");
    let mut unfinished = TcpStream::connect(service.address()).await.unwrap();
    unfinished.write_all(b"POST /echo HTTP/1.1\r\nHost: ").await.unwrap();
    let start = Instant::now();
    service.shutdown().await;
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
}
