//! A proxy for DynamoDB. Tests can cut its connections.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State as Shared;
use axum::http::header::HOST;
use axum::http::{HeaderMap, StatusCode};
use favorites_local::{Connection, Environment};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

/// The fate of the existing connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// They are closed, as DynamoDB closes idle connections.
    Closed,
    /// The next bytes are answered with a reset, as if the other side had forgotten the connection.
    Forgotten,
    /// The next bytes are lost on the way.
    Silent,
}

/// A proxy in front of an engine. It ends when this is dropped. After a cut, new connections work.
#[derive(Debug)]
pub struct Proxy {
    environment: Environment,
    state: Arc<State>,
    tasks: [JoinHandle<()>; 2],
}

#[derive(Debug)]
struct State {
    /// The address of the server that runs [`forward`].
    forwarder: SocketAddr,
    accepted: AtomicUsize,
    /// The number of connections that carry bytes.
    carrying: watch::Sender<usize>,
    /// The number of cuts, and the last one.
    cuts: watch::Sender<(usize, Cut)>,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

impl Proxy {
    /// Starts a proxy in front of the engine of `environment`, on a free port of the loopback interface.
    pub async fn start(environment: &Environment) -> Self {
        let (for_requests, forwarder) = listen().await;
        let (for_connections, address) = listen().await;
        let state = Arc::new(State {
            forwarder,
            accepted: AtomicUsize::new(0),
            carrying: watch::Sender::new(0),
            cuts: watch::Sender::new((0, Cut::Closed)),
        });
        let tasks = [
            tokio::spawn(forward(for_requests, environment.dynamodb.url().to_owned())),
            tokio::spawn(accept(for_connections, Arc::clone(&state))),
        ];
        let dynamodb = Connection::over_http(format!("http://{address}"));
        let environment = Environment { dynamodb, ..environment.clone() };
        Self { environment, state, tasks }
    }

    /// Returns the environment of the same table behind the proxy.
    #[must_use]
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Returns the number of connections so far.
    #[must_use]
    pub fn accepted(&self) -> usize {
        self.state.accepted.load(Ordering::Relaxed)
    }

    /// Cuts the existing connections, and returns when none of them carries bytes any more.
    pub async fn cut(&self, cut: Cut) {
        let mut carrying = self.state.carrying.subscribe();
        self.state.cuts.send_modify(|cuts| *cuts = (cuts.0 + 1, cut));
        carrying.wait_for(|carrying| *carrying == 0).await.expect("the state outlives its receivers");
    }
}

async fn listen() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("there is a free port");
    let address = listener.local_addr().expect("a bound socket has an address");
    (listener, address)
}

/// Forwards requests to the engine under the engine's own host name, because the local engine refuses other names.
async fn forward(listener: TcpListener, engine: String) {
    let client = reqwest::Client::builder().no_proxy().build().expect("a client without TLS needs nothing");
    let router = Router::new().fallback(to_engine).with_state((client, engine));
    axum::serve(listener, router).await.expect("requests are served");
}

async fn to_engine(
    Shared((client, engine)): Shared<(reqwest::Client, String)>,
    mut headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, HeaderMap, Bytes) {
    if let Some(signed) = headers.remove(HOST) {
        headers.insert("x-forwarded-host", signed);
    }
    // DynamoDB has one address and one method.
    let answer = client.post(engine).headers(headers).body(body).send().await.expect("the engine answers");
    let (status, headers) = (answer.status(), answer.headers().clone());
    (status, headers, answer.bytes().await.expect("the engine answers whole"))
}

async fn accept(listener: TcpListener, state: Arc<State>) {
    // The connections end with this task.
    let mut connections = JoinSet::new();
    loop {
        let (client, _) = listener.accept().await.expect("connections can be accepted");
        state.accepted.fetch_add(1, Ordering::Relaxed);
        let engine = TcpStream::connect(state.forwarder).await.expect("the forwarder takes connections");
        let cuts = state.cuts.subscribe();
        state.carrying.send_modify(|carrying| *carrying += 1);
        connections.spawn(relay(client, engine, cuts, Arc::clone(&state)));
        while connections.try_join_next().is_some() {}
    }
}

/// Passes bytes in both directions until one side closes the connection or a test cuts it.
async fn relay(
    mut client: TcpStream,
    mut engine: TcpStream,
    mut cuts: watch::Receiver<(usize, Cut)>,
    state: Arc<State>,
) {
    let cut = tokio::select! {
        // An end is handled like an error: both sides are closed.
        _ = tokio::io::copy_bidirectional(&mut client, &mut engine) => None,
        cut = async { cuts.changed().await.map(|()| cuts.borrow().1) } => cut.ok(),
    };
    drop(engine);
    let after = match cut {
        None | Some(Cut::Closed) => {
            drop(client);
            None
        }
        Some(Cut::Forgotten | Cut::Silent) => Some(client),
    };
    state.carrying.send_modify(|carrying| *carrying -= 1);
    let Some(client) = after else { return };
    if cut == Some(Cut::Silent) {
        std::future::pending::<()>().await;
    }
    // These calls only fail if the client has closed the connection itself.
    let _ = client.readable().await;
    let _ = client.set_zero_linger();
}
