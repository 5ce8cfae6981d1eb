//! Uploads and downloads with links that the service has signed. A link is signed, so its request has no token.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Body, Response};
use serde::Deserialize;
use url::{Host, Url};

use super::error::ClientError;
use super::problem::Problem;

/// The time limit for a connection, and for a piece of a file.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A link to a file.
#[derive(Debug, Deserialize)]
pub(crate) struct Download {
    url: String,
}

/// The link for the upload of a file.
#[derive(Debug, Deserialize)]
pub(crate) struct Upload {
    url: String,
    /// The headers that are signed with the link.
    headers: BTreeMap<String, String>,
}

impl Download {
    /// Downloads the file to `file`. Calls `written` with the number of bytes of each piece.
    pub(crate) async fn write_to(
        &self,
        file: &mut impl Write,
        mut written: impl FnMut(u64),
    ) -> Result<(), ClientError> {
        let (http, host) = connection(&self.url)?;
        let unreachable = unreachable(&host);
        let mut answer = accepted(http.get(&self.url).send().await.map_err(&unreachable)?).await?;
        while let Some(piece) = answer.chunk().await.map_err(&unreachable)? {
            file.write_all(&piece).map_err(ClientError::Disk)?;
            written(piece.len() as u64);
        }
        file.flush().map_err(ClientError::Disk)
    }
}

impl Upload {
    /// Uploads a file.
    pub(crate) async fn send(&self, file: File) -> Result<(), ClientError> {
        let (http, host) = connection(&self.url)?;
        let mut request = http.put(&self.url);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let body = Body::from(tokio::fs::File::from_std(file));
        accepted(request.body(body).send().await.map_err(unreachable(&host))?).await.map(drop)
    }
}

/// Returns a client for the host of a link, and the host's name.
fn connection(link: &str) -> Result<(reqwest::Client, String), ClientError> {
    let url = Url::parse(link).ok();
    let host = url.as_ref().and_then(|url| Some(url.host()?.to_owned()));
    let is_loopback = match &host {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    };
    let mut builder =
        reqwest::Client::builder().connect_timeout(TIMEOUT).read_timeout(TIMEOUT).redirect(Policy::none());
    if is_loopback {
        builder = builder.no_proxy();
    }
    let name = host.map_or_else(String::new, |host| host.to_string());
    Ok((builder.build().map_err(ClientError::Setup)?, name))
}

fn unreachable(host: &str) -> impl Fn(reqwest::Error) -> ClientError {
    move |source| ClientError::Unreachable { api: host.to_owned(), source: source.without_url() }
}

/// Returns an answer that is not an error.
async fn accepted(answer: Response) -> Result<Response, ClientError> {
    let status = answer.status();
    if status.is_success() {
        return Ok(answer);
    }
    let body = answer.text().await.unwrap_or_default();
    Err(ClientError::FileRefused(Box::new(Problem::read(status, &body))))
}
