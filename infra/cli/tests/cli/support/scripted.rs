//! A service that answers as a test tells it to.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// The reaction to a request.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// Answers with a status, header lines and a body.
    Answer(u16, &'static str, &'static str),
    /// Closes the connection after the request was read.
    Break,
}

/// A request that arrived.
#[derive(Debug, Clone)]
pub(crate) struct Received {
    /// Method and path.
    pub(crate) line: String,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: String,
}

/// A service that reacts to each request with the next step, and to all further ones with the last step.
pub(crate) struct Scripted {
    url: String,
    received: Arc<Mutex<Vec<Received>>>,
    server: JoinHandle<()>,
}

impl Scripted {
    pub(crate) async fn start(steps: Vec<Step>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let received = Arc::new(Mutex::new(Vec::new()));
        let server = tokio::spawn(serve(listener, steps, Arc::clone(&received)));
        Self { url, received, server }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Returns the requests until now.
    pub(crate) fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }
}

impl Drop for Scripted {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn serve(listener: TcpListener, steps: Vec<Step>, received: Arc<Mutex<Vec<Received>>>) {
    loop {
        let (connection, _) = listener.accept().await.unwrap();
        let Some((request, mut connection)) = read(connection).await else { continue };
        let number = {
            let mut received = received.lock().unwrap();
            received.push(request);
            received.len()
        };
        if let Step::Answer(status, headers, body) = &steps[number.min(steps.len()) - 1] {
            answer(&mut connection, *status, headers, body).await;
        }
    }
}

/// Writes an answer. A program that is killed has closed the connection.
pub(super) async fn answer(connection: &mut TcpStream, status: u16, headers: &str, body: &str) {
    let answer = format!(
        "HTTP/1.1 {status} X\r\nconnection: close\r\ncontent-length: {}\r\n{headers}\r\n{body}",
        body.len()
    );
    let _ = connection.write_all(answer.as_bytes()).await;
}

/// Reads a request with its body.
pub(super) async fn read(connection: TcpStream) -> Option<(Received, TcpStream)> {
    let mut reader = BufReader::new(connection);
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let headers: BTreeMap<String, String> = lines[1..]
        .iter()
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).await.ok()?;
    let line = lines[0].trim_end_matches(" HTTP/1.1").to_owned();
    Some((Received { line, headers, body: String::from_utf8(body).unwrap() }, reader.into_inner()))
}
