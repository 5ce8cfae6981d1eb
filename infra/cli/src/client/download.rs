//! Downloads with links that the service has signed.

use std::fs::File;
use std::io::Write as _;
use std::time::Duration;

use reqwest::redirect::Policy;
use url::Url;

use super::error::ClientError;
use super::problem::Problem;

/// The time limit for a connection, and for a piece of the file.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Writes the file that a link leads to. The link is signed, so the request has no token.
pub(crate) async fn download(link: &str, file: &mut File) -> Result<(), ClientError> {
    let host = Url::parse(link).ok().and_then(|link| link.host_str().map(str::to_owned)).unwrap_or_default();
    let unreachable =
        |source: reqwest::Error| ClientError::Unreachable { api: host.clone(), source: source.without_url() };
    let mut builder =
        reqwest::Client::builder().connect_timeout(TIMEOUT).read_timeout(TIMEOUT).redirect(Policy::none());
    if host == "127.0.0.1" || host == "localhost" {
        builder = builder.no_proxy();
    }
    let client = builder.build().map_err(ClientError::Setup)?;
    let mut answer = client.get(link).send().await.map_err(&unreachable)?;
    let status = answer.status();
    if !status.is_success() {
        let body = answer.text().await.map_err(unreachable)?;
        let problem = Box::new(Problem::read(status, &body));
        return Err(ClientError::Refused { problem, retry_after: None });
    }
    while let Some(piece) = answer.chunk().await.map_err(&unreachable)? {
        file.write_all(&piece).map_err(ClientError::Disk)?;
    }
    Ok(())
}
