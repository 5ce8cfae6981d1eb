//! Messages that no HTTP client would send.

use std::time::Duration;

use favorites_tests::{Service, sample};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestCaseError;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;

use super::runner;

/// The longest wait for an answer after everything was sent.
const PATIENCE: Duration = Duration::from_secs(20);

#[test]
fn no_bytes_break_the_service() {
    let runtime = Runtime::new().expect("a runtime");
    let service = runtime.block_on(Service::start());
    let address = service.running().address();
    let token = service.running().tokens().issue("ann").unwrap();
    let result = runner(200).run(&message(address.port(), &token), |bytes| {
        runtime.block_on(async {
            let answer = exchange(address, &bytes).await;
            let text = String::from_utf8_lossy(&answer);
            if text.contains("HTTP/1.1 5") || text.contains("HTTP/1.0 5") {
                return Err(TestCaseError::fail(text.into_owned()));
            }
            // The service must still serve other users.
            service.person("bob").get("/counts").await.is(200);
            Ok(())
        })
    });
    assert!(result.is_ok(), "{}", result.unwrap_err());
    runtime.block_on(service.end());
}

/// Sends all bytes, and reads until the service closes the connection.
async fn exchange(address: std::net::SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.expect("the service listens");
    let mut answer = Vec::new();
    let exchange = async {
        // The service may answer and close the connection before it has read everything.
        _ = stream.write_all(bytes).await;
        _ = stream.shutdown().await;
        _ = stream.read_to_end(&mut answer).await;
    };
    tokio::time::timeout(PATIENCE, exchange).await.expect("the service answers or closes the connection");
    answer
}

/// Generates messages in which a few lines are invalid and some bytes are changed.
fn message(port: u16, token: &str) -> impl Strategy<Value = Vec<u8>> {
    let body = sample::favorite("note", "x").to_string();
    let starts = vec![
        "GET /favorites HTTP/1.1",
        "POST /favorites HTTP/1.1",
        "POST /favorites HTTP/1.0",
        "PATCH /tags/%ff HTTP/1.1",
        "GET /favorites?limit=%zz HTTP/1.1",
        "GET  /favorites HTTP/1.1",
        "GET /favorites HTTP/2.0",
        "GET /favorites HTTP/9.9",
        "CONNECT localhost:1 HTTP/1.1",
        "OPTIONS * HTTP/1.1",
        "GET http://localhost/counts HTTP/1.1",
        "GET favorites HTTP/1.1",
        "GET /../counts HTTP/1.1",
        "PRI * HTTP/2.0",
        "GET /favorites",
        "",
        "\u{0}",
    ];
    let lines = vec![
        "Host: localhost".to_owned(),
        format!("Host: localhost:{port}"),
        "Host: évil".to_owned(),
        "Host:".to_owned(),
        format!("Authorization: Bearer {token}"),
        "Authorization: Bearer".to_owned(),
        "Content-Type: application/json".to_owned(),
        format!("Content-Length: {}", body.len()),
        "Content-Length: 5".to_owned(),
        "Content-Length: -1".to_owned(),
        "Content-Length: 99999999999999999999".to_owned(),
        "Transfer-Encoding: chunked".to_owned(),
        "Transfer-Encoding: gzip".to_owned(),
        "Expect: 100-continue".to_owned(),
        "Upgrade: websocket\r\nConnection: upgrade".to_owned(),
        "Connection: close".to_owned(),
        "If-Match: \"é\"".to_owned(),
        "Idempotency-Key: \u{1}".to_owned(),
        " folded: line".to_owned(),
        "no colon".to_owned(),
        ": no name".to_owned(),
        format!("X-Long: {}", "x".repeat(70_000)),
    ];
    let bodies = vec![
        String::new(),
        body.clone(),
        format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len()),
        "zz\r\n{}\r\n".to_owned(),
    ];
    let usual = format!("Host: localhost:{port}\r\nAuthorization: Bearer {token}\r\n");
    let usual = prop_oneof![3 => Just(usual), 1 => Just(String::new())];
    let ends = select(vec!["\r\n\r\n", "\n\n", "\r\n", ""]);
    let changes = vec((any::<Index>(), any::<u8>()), 0..3);
    (select(starts), usual, vec(select(lines), 0..4), ends, select(bodies), changes).prop_map(
        |(start, usual, lines, end, body, changes)| {
            let mut bytes = format!("{start}\r\n{usual}{}{end}{body}", lines.join("\r\n")).into_bytes();
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            bytes
        },
    )
}
