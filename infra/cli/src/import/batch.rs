//! Sends favorites in batches.

use bookmark_files::Position;
use favorites_api::favorites::limits::BATCH_FAVORITES;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::favorite::ImportedFavorite;
use super::report::Report;
use crate::client::{Client, ClientError, Problem, Request};
use crate::output::{Output, Progress};

/// The bytes of favorites after which a batch is sent. The service takes bodies of 4 MB.
const BATCH_BYTES: usize = 2 * 1024 * 1024;
/// The number of times that favorites are sent which the service had no time for.
const TRIES: u8 = 5;

/// A favorite that waits to be sent.
#[derive(Debug)]
struct Waiting {
    position: Position,
    title: String,
    /// The favorite as JSON.
    json: Box<RawValue>,
}

/// Collects favorites and sends them in batches.
#[derive(Debug)]
pub(crate) struct Batches<'a> {
    client: &'a Client,
    progress: &'a Progress,
    on_existing: Option<&'static str>,
    waiting: Vec<Waiting>,
    bytes: usize,
}

#[derive(Debug, Serialize)]
struct Batch<'a> {
    favorites: Vec<&'a RawValue>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    results: Vec<Outcome>,
    created_tags: Vec<serde::de::IgnoredAny>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "outcome", rename_all = "camelCase")]
enum Outcome {
    Created,
    AlreadyThere,
    Refused { problem: Problem },
}

impl<'a> Batches<'a> {
    pub(crate) fn new(client: &'a Client, progress: &'a Progress, on_existing: Option<&'static str>) -> Self {
        Self { client, progress, on_existing, waiting: Vec::new(), bytes: 0 }
    }

    /// Adds a favorite, and sends the batch if it is full.
    pub(crate) async fn add(
        &mut self,
        position: Position,
        favorite: &ImportedFavorite,
        report: &mut Report,
        output: &mut Output,
    ) -> Result<(), ClientError> {
        let json =
            serde_json::value::to_raw_value(favorite).expect("favorites have text keys and can be JSON");
        self.bytes += json.get().len();
        self.waiting.push(Waiting { position, title: favorite.title.clone(), json });
        if self.waiting.len() < BATCH_FAVORITES && self.bytes < BATCH_BYTES {
            return Ok(());
        }
        self.send(report, output).await
    }

    /// Sends the favorites that wait. Those that the service had no time for are sent again.
    pub(crate) async fn send(&mut self, report: &mut Report, output: &mut Output) -> Result<(), ClientError> {
        let mut waiting = std::mem::take(&mut self.waiting);
        self.bytes = 0;
        for tries_left in (0..TRIES).rev() {
            if waiting.is_empty() {
                break;
            }
            let favorites = waiting.iter().map(|waiting| &*waiting.json).collect();
            let request = Request::post(["favorites", "batch"]).query("onExisting", self.on_existing);
            let answer: Answer = self.client.fetch(request.json(&Batch { favorites })).await?;
            report.created_tags += answer.created_tags.len() as u64;
            let mut again = Vec::new();
            for (favorite, outcome) in waiting.into_iter().zip(answer.results) {
                match outcome {
                    Outcome::Refused { problem } if problem.is_temporary() && tries_left > 0 => {
                        again.push(favorite);
                        continue;
                    }
                    Outcome::Created => report.created += 1,
                    Outcome::AlreadyThere => report.already_there += 1,
                    Outcome::Refused { problem } => {
                        report.refused += 1;
                        let Waiting { position, title, .. } = &favorite;
                        self.progress
                            .suspend(|| output.message(&format!("{position}: {title:?}: {problem}")));
                    }
                }
                self.progress.advance(1);
            }
            waiting = again;
        }
        Ok(())
    }
}
