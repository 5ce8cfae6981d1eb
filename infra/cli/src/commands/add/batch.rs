//! Saves many addresses.

use backon::Retryable as _;
use favorites_api::favorites::limits::BATCH_FAVORITES;
use serde::Serialize;

use super::addresses::Address;
use super::single::NewFavorite;
use crate::backoff;
use crate::client::{BatchAnswer, BatchResult, Client, ClientError, Request};
use crate::exit::Exit;
use crate::failure::{Reason, exit_of_status};
use crate::output::{Output, OutputError, Progress};

/// The body of `POST /favorites/batch`.
#[derive(Serialize)]
struct Batch {
    favorites: Vec<NewFavorite>,
}

/// The output line of a saved address.
#[derive(Serialize)]
struct Line<'a> {
    url: &'a str,
    #[serde(flatten)]
    result: &'a BatchResult,
}

/// The addresses that could not be saved.
#[derive(Default)]
struct Left {
    number: usize,
    /// The exit code of the first one.
    exit: Option<Exit>,
}

impl Left {
    fn add(&mut self, output: &mut Output, place: &str, reason: &str, exit: Exit) {
        output.message(&format!("{place}: {reason}"));
        self.number += 1;
        self.exit.get_or_insert(exit);
    }
}

/// Saves each address with the other fields of `favorite`. Writes a line for each saved address, and a
/// message for each other one.
pub(super) async fn save(
    client: &Client,
    output: &mut Output,
    on_existing: Option<&'static str>,
    favorite: &NewFavorite,
    addresses: Vec<Address>,
) -> Result<(), Reason> {
    let progress = Progress::of(addresses.len(), "addresses");
    let mut left = Left::default();
    // The other addresses are saved even if standard output is closed.
    let mut written = Ok(());
    let mut valid = Vec::new();
    for Address { place, url } in addresses {
        match url {
            Ok(url) => valid.push((place, url.as_str().to_owned())),
            Err(error) => {
                progress.suspend(|| left.add(output, &place, &error.to_string(), error.exit()));
                progress.advance(1);
            }
        }
    }
    for part in valid.chunks(BATCH_FAVORITES) {
        let favorites = part
            .iter()
            .map(|(_, url)| NewFavorite { content_url: Some(url.clone()), ..favorite.clone() })
            .collect();
        let request = Request::post(["favorites", "batch"]).query("onExisting", on_existing);
        let mut results = match send(client, request.json(&Batch { favorites })).await {
            Ok(results) => results,
            Err(error) => {
                let first = part.first().map_or("", |(place, _)| place);
                output.message(&format!(
                    "The addresses from {first} onwards may not be saved. Run the command again: it saves no \
                     link twice."
                ));
                return Err(error.into());
            }
        };
        progress.suspend(|| {
            for (index, ((place, url), result)) in part.iter().zip(&mut results).enumerate() {
                match result {
                    BatchResult::Refused { problem } => {
                        problem.begin_at(&format!("/favorites/{index}"));
                        left.add(output, place, &problem.to_string(), exit_of_status(problem.status()));
                    }
                    _ if written.is_err() => {}
                    _ => written = write(output, url, result),
                }
            }
        });
        progress.advance(part.len() as u64);
    }
    drop(progress);
    written?;
    match left {
        Left { number, exit: Some(exit) } => Err(Reason::AddressesLeft { left: number, exit }),
        Left { exit: None, .. } => Ok(()),
    }
}

/// Sends a batch, and repeats it while the service is too busy for some of its favorites. The idempotency key
/// makes repeats safe.
async fn send(client: &Client, request: Request) -> Result<Vec<BatchResult>, ClientError> {
    enum Attempt {
        Busy(BatchAnswer),
        Failed(ClientError),
    }
    let attempt = || async {
        let answer: BatchAnswer = client.fetch(request.clone()).await.map_err(Attempt::Failed)?;
        if answer.results.iter().any(BatchResult::is_busy) { Err(Attempt::Busy(answer)) } else { Ok(answer) }
    };
    let waits = backoff::waits(client.retries());
    match attempt.retry(waits).when(|end| matches!(end, Attempt::Busy(_))).await {
        Ok(answer) | Err(Attempt::Busy(answer)) => Ok(answer.results),
        Err(Attempt::Failed(error)) => Err(error),
    }
}

fn write(output: &mut Output, url: &str, result: &BatchResult) -> Result<(), OutputError> {
    output.value(&Line { url, result }, |_| match result {
        BatchResult::Created { data_id, .. } => format!("{data_id}  saved         {url}"),
        BatchResult::AlreadyThere { data_id, .. } => format!("{data_id}  saved before  {url}"),
        BatchResult::Refused { .. } => String::new(),
    })
}
