//! Favorites by the beginnings of their ids and by their addresses.

use std::collections::BTreeMap;

use favorites_api::favorites::{DataId, DataType, WebUrl};

use super::favorite_name::{FavoriteName, IdPrefix};
use crate::client::{Client, Favorite, Page, Pages, Request};
use crate::failure::Reason;
use crate::output::favorite_line;

/// The most favorites that are listed if several fit.
const CANDIDATES: usize = 10;

/// The most pages of 100 favorites that a lookup reads.
const MOST_PAGES: usize = 10;

/// The place where a favorite is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Favorites,
    Trash,
}

/// The favorites that a name fits, by their ids.
type Found = BTreeMap<DataId, String>;

impl FavoriteName {
    /// Returns the id of the favorite. A whole id is not looked up.
    pub(super) async fn id(&self, client: &Client, place: Place) -> Result<DataId, Reason> {
        let name = || format!("{}{self}", if place == Place::Trash { "in the trash " } else { "" });
        let mut found = Found::new();
        let whole = match (self, place) {
            (Self::Id(id), _) => return Ok(*id),
            (Self::Prefix(prefix), Place::Favorites) => {
                newest_or_searched(client, prefix, &mut found).await?
            }
            (Self::Prefix(prefix), Place::Trash) => {
                let fits = |favorite: &Favorite| prefix.fits(favorite.data_id);
                let is_past = |id| prefix.is_before(id);
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
                Err(Reason::SeveralFavorites { name: name(), candidates, more })
            }
            _ if !whole => Err(Reason::TooManyFavorites { name: name() }),
            (Some(id), None) => Ok(*id),
            (None, _) => {
                let is_address = matches!(self, Self::Address(_));
                let hint = if is_address { "; only links are found by their addresses" } else { "" };
                Err(Reason::NoSuchFavorite { name: name(), hint })
            }
        }
    }
}

/// Finds favorites by the beginning of their ids: in the newest page, which shows each change at once, or
/// else by search, which finds a time at once and follows changes a moment later. Returns false if it did not
/// read everything.
async fn newest_or_searched(client: &Client, prefix: &IdPrefix, found: &mut Found) -> Result<bool, Reason> {
    let fits = |favorite: &Favorite| prefix.fits(favorite.data_id);
    let is_past = |id| prefix.is_before(id);
    if walk(client, Request::get(["favorites"]), 1, fits, is_past, found).await? {
        return Ok(true);
    }
    let (Some(from), to) = prefix.times() else { return Ok(true) };
    let search = Request::get(["search"]).query("after", Some(from)).query("before", to);
    walk(client, search, MOST_PAGES, fits, is_past, found).await
}

/// Reads pages of a list, newest first, until one has an id that `is_past` all that fit, or more favorites
/// fit than are listed. Returns false if it ended before because of the number of pages.
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
