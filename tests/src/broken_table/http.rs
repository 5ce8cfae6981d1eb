//! The part of HTTP/1.1 that a server needs if it ignores the content of requests and deliberately sends wrong answers.

use std::io::{self, ErrorKind};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// The content type of DynamoDB's answers.
pub(super) const JSON: &str = "application/x-amz-json-1.0";

/// The members of DynamoDB's answers, each with a value of the wrong type.
pub(super) const WRONG_TYPES: &str = r#"{"Item":7,"Items":7,"Attributes":7,"Responses":7,"UnprocessedKeys":7,
    "UnprocessedItems":7,"ConsumedCapacity":7,"ItemCollectionMetrics":7,"LastEvaluatedKey":7,"Count":"7"}"#;

pub(super) const PAGE: &str = "<html><body><h1>502 Bad Gateway</h1></body></html>";

/// The number of bytes that an answer announces and never sends in full.
const CLAIMED: usize = 1_000_000;

/// Reads a whole request, so that the client can finish writing it.
pub(super) async fn read_request(stream: &mut TcpStream) -> io::Result<()> {
    let mut read = Vec::new();
    let end_of_head = loop {
        if let Some(at) = read.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
            break at + 4;
        }
        if stream.read_buf(&mut read).await? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
    };
    let head = String::from_utf8_lossy(&read[..end_of_head]).to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
    let end = end_of_head + length.unwrap_or(0);
    while read.len() < end {
        if stream.read_buf(&mut read).await? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(())
}

/// Writes an answer and closes the connection.
pub(super) async fn write(
    stream: &mut TcpStream,
    status: &str,
    content_type: &str,
    body: &str,
) -> io::Result<()> {
    stream.write_all(head(status, content_type, body.len()).as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    stream.shutdown().await
}

/// Writes the beginning of an answer and closes the connection.
pub(super) async fn write_part(stream: &mut TcpStream) -> io::Result<()> {
    stream.write_all(head("200 OK", JSON, CLAIMED).as_bytes()).await?;
    stream.write_all(br#"{"Item":{"#).await?;
    stream.shutdown().await
}

/// Writes an answer byte by byte until the client disconnects, so that the answer never ends.
pub(super) async fn trickle(stream: &mut TcpStream) -> io::Result<()> {
    stream.write_all(head("200 OK", JSON, CLAIMED).as_bytes()).await?;
    let mut tick = tokio::time::interval(Duration::from_millis(100));
    for _byte in 0..CLAIMED {
        tick.tick().await;
        stream.write_all(b" ").await?;
    }
    Ok(())
}

fn head(status: &str, content_type: &str, length: usize) -> String {
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: {content_type}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    )
}
