//! A service that answers some requests wrongly.

use reqwest::Method;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::scripted::{Received, Step, answer, read};

/// Passes requests on to a service, except for those to which it has a wrong answer.
pub(crate) struct Faulty {
    url: String,
    server: JoinHandle<()>,
}

impl Faulty {
    /// `fault` returns the wrong answer to a request, if there is one.
    pub(crate) async fn start(
        service: String,
        fault: impl Fn(&Received) -> Option<Step> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let server = tokio::spawn(async move {
            let http = reqwest::Client::builder().no_proxy().build().unwrap();
            loop {
                let (connection, _) = listener.accept().await.unwrap();
                let Some((request, mut connection)) = read(connection).await else { continue };
                match fault(&request) {
                    Some(Step::Break) => {}
                    Some(Step::Answer(status, headers, body)) => {
                        answer(&mut connection, status, headers, body).await;
                    }
                    None => {
                        let (status, body) = pass_on(&http, &service, request).await;
                        answer(&mut connection, status, "", &body).await;
                    }
                }
            }
        });
        Self { url, server }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Faulty {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn pass_on(http: &reqwest::Client, service: &str, request: Received) -> (u16, String) {
    let (method, path) = request.line.split_once(' ').unwrap();
    let method: Method = method.parse().unwrap();
    let mut passed = http.request(method, format!("{service}{path}")).body(request.body);
    for (name, value) in request.headers {
        if !["host", "content-length"].contains(&name.as_str()) {
            passed = passed.header(name, value);
        }
    }
    let answer = passed.send().await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}
