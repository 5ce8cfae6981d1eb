//! A DynamoDB that does not work: a server with a fault, and without an engine.

mod http;

use std::future::pending;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use aws_sdk_dynamodb::config::Credentials;
use favorites_local::{Connection, Environment, REGION};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// The fault of a table that does not answer properly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableFault {
    /// It does not reply to connection attempts, as if a firewall dropped the packets.
    Unreachable,
    /// It refuses connections.
    Refuses,
    /// It accepts the request and never answers.
    Hangs,
    /// It sends an answer that does not end: a byte every tenth of a second.
    Trickles,
    /// It resets the connection after it has received the request.
    Resets,
    /// It closes the connection in the middle of an answer.
    Truncates,
    /// It answers 200 with a body that is not JSON.
    NotJson,
    /// It answers 200 with JSON in which every member has the wrong type.
    WrongTypes,
    /// It answers 502 with an HTML page, as a proxy does if its server is down.
    Page,
}

/// A table with a fault. It ends when this is dropped.
#[derive(Debug)]
pub struct BrokenTable {
    address: SocketAddr,
    requests: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Drop for BrokenTable {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl BrokenTable {
    /// Starts a table with this fault, on a free port of the loopback interface.
    pub async fn start(fault: TableFault) -> Self {
        let socket = TcpSocket::new_v4().expect("there is a free socket");
        socket.bind((Ipv4Addr::LOCALHOST, 0).into()).expect("there is a free port");
        let address = socket.local_addr().expect("a bound socket has an address");
        let requests = Arc::new(AtomicUsize::new(0));
        let task = match fault {
            // A socket that is bound but does not listen refuses connections, and reserves the port.
            TableFault::Refuses => tokio::spawn(async move {
                let _bound = socket;
                pending::<()>().await;
            }),
            TableFault::Unreachable => {
                let listener = socket.listen(1).expect("a bound socket can listen");
                let waiting = fill_backlog(address).await;
                tokio::spawn(async move {
                    let _full = (listener, waiting);
                    pending::<()>().await;
                })
            }
            _ => {
                let listener = socket.listen(1_024).expect("a bound socket can listen");
                tokio::spawn(serve(listener, fault, Arc::clone(&requests)))
            }
        };
        Self { address, requests, task }
    }

    /// Returns the environment of a function that uses this table.
    #[must_use]
    pub fn environment(&self) -> Environment {
        Environment {
            dynamodb: Connection::over_http(format!("http://{}", self.address)),
            table_name: "broken".to_owned(),
            files_endpoint: format!("http://{}", self.address),
            files_bucket: "files".to_owned(),
            region: REGION.to_owned(),
            credentials: Credentials::new("local", "local", None, None, "favorites-tests"),
        }
    }

    /// Returns the number of requests that met the fault, without refused connections and failed connection attempts.
    #[must_use]
    pub fn requests(&self) -> usize {
        self.requests.load(Ordering::Relaxed)
    }
}

/// Connects until the operating system no longer replies: Linux drops connection attempts while the queue of connections that
/// wait for `accept` is full (listen(2)).
async fn fill_backlog(address: SocketAddr) -> Vec<TcpStream> {
    const FULL: Duration = Duration::from_millis(500);
    let mut waiting = Vec::new();
    while let Ok(connected) = tokio::time::timeout(FULL, TcpStream::connect(address)).await {
        waiting.push(connected.expect("a socket that listens takes connections until its queue is full"));
    }
    waiting
}

async fn serve(listener: TcpListener, fault: TableFault, requests: Arc<AtomicUsize>) {
    // The connections end with this task.
    let mut connections = JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await.expect("connections can be accepted");
        connections.spawn(answer(stream, fault, Arc::clone(&requests)));
        while connections.try_join_next().is_some() {}
    }
}

async fn answer(mut stream: TcpStream, fault: TableFault, requests: Arc<AtomicUsize>) {
    if http::read_request(&mut stream).await.is_err() {
        return;
    }
    requests.fetch_add(1, Ordering::Relaxed);
    // A client that has disconnected needs no answer.
    let _ = match fault {
        TableFault::Unreachable | TableFault::Refuses => unreachable!("nothing is accepted"),
        TableFault::Hangs => pending().await,
        TableFault::Trickles => http::trickle(&mut stream).await,
        TableFault::Resets => stream.set_zero_linger(),
        TableFault::Truncates => http::write_part(&mut stream).await,
        TableFault::NotJson => http::write(&mut stream, "200 OK", http::JSON, "DynamoDB is on holiday").await,
        TableFault::WrongTypes => http::write(&mut stream, "200 OK", http::JSON, http::WRONG_TYPES).await,
        TableFault::Page => http::write(&mut stream, "502 Bad Gateway", "text/html", http::PAGE).await,
    };
}
