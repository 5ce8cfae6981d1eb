//! Finds favorites by id prefixes and addresses.

use std::collections::BTreeMap;

use favorites_api::favorites::{DataId, DataType, WebUrl};

use super::favorite_name::{FavoriteName, IdPrefix};
use crate::client::{Client, Favorite, Page, Pages, Request};
use crate::failure::Reason;
use crate::output::favorite_line;

/// The most favorites that an error lists if several match.
const CANDIDATES: usize = 10;

/// The most pages of 100 favorites that a lookup reads from a list.
const MOST_PAGES: usize = 10;

/// The list in which to look for a favorite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Favorites,
    Trash,
}

/// The lines of the matching favorites, by id.
type Found = BTreeMap<DataId, String>;

impl FavoriteName {
    /// Returns the id of the favorite. A complete id is returned without a lookup.
    pub(super) async fn id(&self, client: &Client, place: Place) -> Result<DataId, Reason> {
        let name = self.to_string();
        let place_name = if place == Place::Trash { " in the trash" } else { "" };
        let mut found = Found::new();
        let whole = match (self, place) {
            (Self::Id(id), _) => return Ok(*id),
            (Self::Prefix(prefix), Place::Favorites) => {
                newest_or_searched(client, prefix, &mut found).await?
            }
            (Self::Prefix(prefix), Place::Trash) => {
                let fits = |favorite: &Favorite| prefix.fits(favorite.data_id);
                let is_past = |id| prefix.is_after(id);
                walk(client, Request::get(["trash"]), MOST_PAGES, fits, is_past, &mut found).await?
            }
            (Self::Address(address), Place::Favorites) => {
                let request = Request::get(["favorites"]).query("url", Some(address.as_str()));
                let page: Page<Favorite> = client.fetch(request).await?;
                found.extend(page.items.iter().map(|item| (item.value.data_id, favorite_line(&item.value))));
                true
            }
            (Self::Address(address), Place::Trash) => {
                let link = address.link();
                let fits = |favorite: &Favorite| {
                    let url = favorite.content_url.as_ref().and_then(|url| WebUrl::parse(url).ok());
                    favorite.data_type == DataType::Link && url.is_some_and(|url| url.link() == link)
                };
                walk(client, Request::get(["trash"]), MOST_PAGES, fits, |_| false, &mut found).await?
            }
        };
        let (more, mut ids) = (found.len() > CANDIDATES, found.keys());
        match (ids.next(), ids.next()) {
            (Some(_), Some(_)) => {
                let candidates = found.into_values().take(CANDIDATES).collect();
                Err(Reason::SeveralFavorites { place: place_name, name, candidates, more })
            }
            _ if !whole => Err(Reason::TooManyFavorites { place: place_name, name }),
            (Some(id), None) => Ok(*id),
            (None, _) => {
                let is_address = matches!(self, Self::Address(_));
                let hint = if is_address { "; only links can be found by address" } else { "" };
                Err(Reason::NoSuchFavorite { place: place_name, name, hint })
            }
        }
    }
}

/// Finds favorites by an id prefix: on the page of the newest, which is always current, or else by search,
/// which can skip to a time but lags a moment behind. Returns false if the search was cut short.
async fn newest_or_searched(client: &Client, prefix: &IdPrefix, found: &mut Found) -> Result<bool, Reason> {
    let fits = |favorite: &Favorite| prefix.fits(favorite.data_id);
    let is_past = |id| prefix.is_after(id);
    if walk(client, Request::get(["favorites"]), 1, fits, is_past, found).await? {
        return Ok(true);
    }
    let (Some(from), to) = prefix.times() else { return Ok(true) };
    let search = Request::get(["search"]).query("after", Some(from)).query("before", to);
    walk(client, search, MOST_PAGES, fits, is_past, found).await
}

/// Reads pages of a list, newest first, until an id `is_past` all matches, or more favorites match than an
/// error lists. Returns false if it stopped after `most_pages` before that.
async fn walk(
    client: &Client,
    request: Request,
    most_pages: usize,
    fits: impl Fn(&Favorite) -> bool,
    is_past: impl Fn(DataId) -> bool,
    found: &mut Found,
) -> Result<bool, Reason> {
    let mut pages = Pages::<Favorite>::new(client, request, None);
    for _ in 0..most_pages {
        let Some(page) = pages.next().await? else { return Ok(true) };
        let fitting = page.items.iter().map(|item| &item.value).filter(|favorite| fits(favorite));
        found.extend(fitting.map(|favorite| (favorite.data_id, favorite_line(favorite))));
        let reached = page.items.last().is_some_and(|item| is_past(item.value.data_id));
        if reached || found.len() > CANDIDATES {
            return Ok(true);
        }
    }
    Ok(!pages.may_have_more())
}
