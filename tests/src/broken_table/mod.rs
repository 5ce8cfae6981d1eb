//! A DynamoDB that does not work: a server with one fault, and no engine behind it.

mod http;

use std::future::pending;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use aws_sdk_dynamodb::config::Credentials;
use favorites_local::{Environment, REGION};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// The faults of a table that does not answer as it should.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableFault {
    /// It does not reply to an attempt to connect, as where a firewall drops the packets.
    Unreachable,
    /// It refuses connections.
    Refuses,
    /// It takes the request and answers nothing.
    Hangs,
    /// It begins an answer that does not end: a byte every tenth of a second.
    Trickles,
    /// It resets the connection once it has the request.
    Resets,
    /// It closes the connection in the middle of an answer.
    Truncates,
    /// It answers 200 with a body that is not JSON.
    NotJson,
    /// It answers 200 with JSON in which every member has a type of its own.
    WrongTypes,
    /// It answers 502 with a page, as a proxy does that has lost its server.
    Page,
}

/// A table with a fault, until this is dropped.
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
    /// Starts one on a free port of the loopback interface.
    pub async fn start(fault: TableFault) -> Self {
        let socket = TcpSocket::new_v4().expect("there is a free socket");
        socket.bind((Ipv4Addr::LOCALHOST, 0).into()).expect("there is a free port");
        let address = socket.local_addr().expect("a bound socket has an address");
        let requests = Arc::new(AtomicUsize::new(0));
        let task = match fault {
            // A socket that is bound and does not listen refuses, and keeps the port from others.
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

    /// Returns the environment of a function whose table this is.
    #[must_use]
    pub fn environment(&self) -> Environment {
        Environment {
            dynamodb_endpoint: format!("http://{}", self.address),
            table_name: "broken".to_owned(),
            region: REGION.to_owned(),
            credentials: Credentials::new("local", "local", None, None, "favorites-tests"),
        }
    }

    /// Returns how many requests met the fault. Those that were refused or not connected are not seen.
    #[must_use]
    pub fn requests(&self) -> usize {
        self.requests.load(Ordering::Relaxed)
    }
}

/// Connects until the operating system does not reply any more: Linux drops attempts to connect while the queue of those that
/// were not accepted is full (listen(2)).
async fn fill_backlog(address: SocketAddr) -> Vec<TcpStream> {
    const FULL: Duration = Duration::from_millis(500);
    let mut waiting = Vec::new();
    while let Ok(connected) = tokio::time::timeout(FULL, TcpStream::connect(address)).await {
        waiting.push(connected.expect("a socket that listens takes connections until its queue is full"));
    }
    waiting
}

async fn serve(listener: TcpListener, fault: TableFault, requests: Arc<AtomicUsize>) {
    // They end with this task.
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
    // A client that has gone needs no answer.
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
