//! Lists, page by page.

use std::marker::PhantomData;

use serde::de::DeserializeOwned;

use super::answers::Page;
use super::error::ClientError;
use super::http::Client;
use super::request::Request;

/// The most items on a page, as the API allows.
const PAGE_ITEMS: usize = 100;

/// The pages of a list.
#[derive(Debug)]
pub(crate) struct Pages<'a, T> {
    client: &'a Client,
    request: Request,
    /// The number of items that are still wanted; all if there is none.
    left: Option<usize>,
    next: Next,
    items: PhantomData<T>,
}

#[derive(Debug, PartialEq, Eq)]
enum Next {
    First,
    At(String),
    End,
}

impl<'a, T: DeserializeOwned> Pages<'a, T> {
    /// Lists what `request` finds, up to `limit` items.
    pub(crate) fn new(client: &'a Client, request: Request, limit: Option<usize>) -> Self {
        Self { client, request, left: limit, next: Next::First, items: PhantomData }
    }

    /// Returns the next page, or `None` after the last one or after the last wanted item.
    pub(crate) async fn next(&mut self) -> Result<Option<Page<T>>, ClientError> {
        let size = self.left.map_or(PAGE_ITEMS, |left| left.min(PAGE_ITEMS));
        let cursor = match &self.next {
            Next::End => return Ok(None),
            _ if size == 0 => return Ok(None),
            Next::First => None,
            Next::At(cursor) => Some(cursor),
        };
        let request = self.request.clone().query("limit", Some(size)).query("cursor", cursor);
        let page: Page<T> = self.client.fetch(request).await?;
        self.next = page.next_cursor.clone().map_or(Next::End, Next::At);
        self.left = self.left.map(|left| left.saturating_sub(page.items.len()));
        Ok(Some(page))
    }

    /// Returns true if the list may have more items than were asked for.
    pub(crate) fn may_have_more(&self) -> bool {
        self.next != Next::End
    }
}
