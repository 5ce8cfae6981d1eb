//! Commands that list things.

use std::num::NonZeroUsize;

use clap::Args;
use serde::de::DeserializeOwned;

use super::values::limit;
use crate::client::{Client, Document, Pages, Request};
use crate::failure::Reason;
use crate::output::{Output, Progress};

/// The number of things to list.
#[derive(Debug, Args)]
pub(super) struct Listing {
    /// List this number at most.
    #[arg(long, value_name = "NUMBER", default_value = "20", value_parser = limit)]
    limit: NonZeroUsize,

    /// List all.
    #[arg(long, conflicts_with = "limit")]
    all: bool,
}

/// Formats the items of a list as lines.
pub(super) trait Lines<T> {
    /// Returns the line above the items, if there is one.
    fn header(&self) -> Option<String> {
        None
    }

    /// Loads what the lines of a page need.
    async fn prepare(&mut self, _page: &[Document<T>]) -> Result<(), Reason> {
        Ok(())
    }

    /// Returns the line of an item.
    fn line(&self, item: &T) -> String;
}

impl<T, F: Fn(&T) -> String> Lines<T> for F {
    fn line(&self, item: &T) -> String {
        self(item)
    }
}

impl Listing {
    /// Writes the items that `request` finds, page by page. `things` names them in messages.
    pub(super) async fn write<T: DeserializeOwned>(
        &self,
        client: &Client,
        output: &mut Output,
        request: Request,
        things: &'static str,
        mut lines: impl Lines<T>,
    ) -> Result<(), Reason> {
        let limit = if self.all { None } else { Some(self.limit.get()) };
        let mut pages = Pages::new(client, request, limit);
        let progress = Progress::counting(things);
        let mut header = lines.header();
        let mut written = 0;
        while let Some(page) = pages.next().await? {
            if !output.is_json() {
                lines.prepare(&page.items).await?;
            }
            progress.suspend(|| {
                header.take().map_or(Ok(()), |header| output.line(&header))?;
                page.items.iter().try_for_each(|item| output.document(item, |thing| lines.line(thing)))
            })?;
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
