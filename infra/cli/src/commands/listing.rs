//! Commands that list things.

use std::num::NonZeroUsize;

use clap::Args;
use serde::de::DeserializeOwned;

use crate::client::{Client, Pages, Request};
use crate::failure::Reason;
use crate::output::{Output, Progress};

/// The number of things to list.
#[derive(Debug, Args)]
pub(super) struct Listing {
    /// List this number at most.
    #[arg(long, value_name = "NUMBER", default_value = "20")]
    limit: NonZeroUsize,

    /// List all.
    #[arg(long, conflicts_with = "limit")]
    all: bool,
}

impl Listing {
    /// Writes what `request` finds, each thing with `line`. `things` names them in messages.
    pub(super) async fn write<T: DeserializeOwned>(
        &self,
        client: &Client,
        output: &mut Output,
        request: Request,
        things: &'static str,
        line: impl Fn(&T) -> String,
    ) -> Result<(), Reason> {
        let limit = if self.all { None } else { Some(self.limit.get()) };
        let mut pages = Pages::new(client, request, limit);
        let progress = Progress::counting(things);
        let mut written = 0;
        while let Some(page) = pages.next().await? {
            progress.suspend(|| page.items.iter().try_for_each(|item| output.document(item, &line)))?;
            written += page.items.len();
            progress.set(written);
        }
        drop(progress);
        if pages.may_have_more() {
            output.message(&format!("There may be more {things}. --all lists all of them."));
        } else if written == 0 {
            output.message(&format!("There are no such {things}."));
        }
        Ok(())
    }
}
