//! The query parameters of a request, read with every fault at once.

use favorites::json::excerpt;
use std::collections::BTreeMap;
use std::str::FromStr;

use favorites::limits::PAGE_ITEMS;
use favorites::{Order, Page, PageRequest, PageSize, Position, UserId, ValueError, WebUrl};
use serde::Serialize;
use url::form_urlencoded;

use crate::cursor::ListIdentity;
use crate::fault::InputFault;
use crate::problem::Problem;
use crate::request::Request;
use crate::response::Response;

/// The query parameters of one request. Take the route's own ones first. Then [`list`](Self::list) takes `order`, `limit` and
/// `cursor`, and refuses all others. A route without a list calls [`end`](Self::end), which refuses all others, too.
///
/// ```
/// # use favorites_api::{Favorites, Problem, Request, Response, representation::FavoriteBody};
/// # use favorites_api::favorites::Order;
/// async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
///     let user = request.user()?;
///     let mut query = request.query();
///     let data_type = query.optional("type");
///     let list = query.list(&user, "list-favorites", Order::Descending)?;
///     let page = favorites.list_favorites(&user, data_type, list.page()).await?;
///     Ok(list.answer(&page, FavoriteBody::from))
/// }
/// ```
#[derive(Debug)]
pub struct Query {
    given: BTreeMap<String, Vec<String>>,
    /// The parameters that the route accepts.
    accepted: &'static [&'static str],
    /// The parts of the list's identity found so far: the path's parameters, then each filter.
    identity: Vec<String>,
    faults: Vec<InputFault>,
}

impl Request {
    /// Returns the query parameters. Every route reads them, also one that has none, so that a caller learns of a misspelt name.
    #[must_use]
    pub fn query(&self) -> Query {
        Query::new(self.raw_query(), self.path_parameters(), self.accepted().query)
    }
}

impl Query {
    pub(crate) fn new(
        raw: &str,
        path_parameters: &BTreeMap<String, String>,
        accepted: &'static [&'static str],
    ) -> Self {
        let mut given = BTreeMap::<String, Vec<String>>::new();
        let mut faults = Vec::new();
        for pair in raw.split('&') {
            for (name, value) in form_urlencoded::parse(pair.as_bytes()) {
                if is_unreadable(pair, &name, &value) {
                    let detail = format!("must be percent-encoded UTF-8; \"{}\" was given", excerpt(pair));
                    faults.push(InputFault::parameter(excerpt(&name), detail));
                }
                given.entry(name.into_owned()).or_default().push(value.into_owned());
            }
        }
        // The parameters of paths are ids, whose case does not matter.
        let identity = path_parameters
            .iter()
            .flat_map(|(name, value)| [name.clone(), value.to_ascii_lowercase()])
            .collect();
        Self { given, accepted, identity, faults }
    }

    /// A parameter that narrows or sorts the list. `None` when it is missing, and also when it is wrong: then
    /// [`list`](Self::list) fails.
    pub fn optional<T>(&mut self, name: &'static str) -> Option<T>
    where
        T: FromStr<Err: ToString>,
    {
        self.filter(name, |text| T::from_str(text).map_err(|reason| fault(name, &reason)))
    }

    /// The id of something that narrows the list, as [`optional`](Self::optional). Its case does not matter.
    pub(crate) fn id<T>(&mut self, name: &'static str) -> Option<T>
    where
        T: FromStr<Err: ToString>,
    {
        self.given.get_mut(name)?.iter_mut().for_each(|text| text.make_ascii_lowercase());
        self.optional(name)
    }

    /// Notes that the value of a parameter does not go with another parameter. [`list`](Self::list) then fails.
    pub fn refuse(&mut self, name: &'static str, reason: &str) {
        self.faults.push(InputFault::parameter(name, reason));
    }

    /// A parameter with an address, which goes with none of the other parameters. `None` when it is missing,
    /// and also when it is wrong: then [`list`](Self::list) fails.
    pub fn only_url(&mut self, name: &'static str) -> Option<WebUrl> {
        let url = self.setting(name, web_url)?;
        for other in self.accepted.iter().filter(|other| self.given.remove(**other).is_some()) {
            self.faults
                .push(InputFault::parameter(*other, format!("must not be given together with {name}")));
        }
        Some(url)
    }

    /// The list that is asked for: `name` of `user`, in `order` unless the caller asks for the other one.
    ///
    /// # Errors
    /// An `invalid-input` problem with every fault of the whole query: a wrong value, a parameter that is repeated or unknown, a
    /// cursor that belongs to another list.
    pub fn list(mut self, user: &UserId, name: &str, order: Order) -> Result<List, Problem> {
        let order = self.setting("order", order_of).unwrap_or(order);
        self.page(user, name, order)
    }

    /// The page that is asked for of a list that has one order only.
    ///
    /// # Errors
    /// As [`list`](Self::list).
    pub fn page(mut self, user: &UserId, name: &str, order: Order) -> Result<List, Problem> {
        let size = self.setting("limit", page_size).unwrap_or_default();
        let identity = ListIdentity::new(user, name);
        let identity =
            self.identity.iter().fold(identity, |identity, part| identity.and(part)).and(word(order));
        let rule = "must be the nextCursor of this list, unchanged, with the same filters and order";
        let after = self.position(&identity, rule);
        self.end()?;
        Ok(List { page: PageRequest { order, size, after }, identity })
    }

    /// The position in the parameter `cursor`, which must have been sealed for this list. A cursor that was not breaks `rule`.
    pub(crate) fn position(&mut self, identity: &ListIdentity, rule: &str) -> Option<Position> {
        // A cursor is sealed with the filters. Where one of those is wrong, that fault says it all.
        let sound = self.faults.is_empty();
        let position = identity.open(&self.take("cursor")?);
        if position.is_none() && sound {
            self.faults.push(InputFault::parameter("cursor", rule));
        }
        position
    }

    /// A parameter that is part of the list's identity.
    pub(crate) fn filter<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&str) -> Result<T, InputFault>,
    ) -> Option<T> {
        let text = self.take(name)?;
        let value = self.noted(read(&text));
        self.identity.extend([name.to_owned(), text]);
        value
    }

    /// A parameter that leaves the list the one it is.
    pub(crate) fn setting<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        let text = self.take(name)?;
        self.noted(read(&text).map_err(|reason| fault(name, &reason)))
    }

    /// A parameter that the route can't do without. `meaning` says what a caller must give.
    pub(crate) fn required<T>(
        &mut self,
        name: &'static str,
        meaning: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        if !self.given.contains_key(name) {
            self.faults.push(InputFault::parameter(name, format!("is required: {meaning}")));
            return None;
        }
        self.setting(name, read)
    }

    /// Reads the order of a list that is always whole, `default` unless the caller asks for the other one. `None` when it is wrong:
    /// then [`end`](Self::end) fails.
    pub fn order(&mut self, default: Order) -> Option<Order> {
        if self.given.contains_key("order") { self.setting("order", order_of) } else { Some(default) }
    }

    /// Ends the reading of a query that is not that of a list, or of a list that is always whole.
    ///
    /// # Errors
    /// An `invalid-input` problem with every fault: a wrong value, a parameter that is repeated, and one that the route does not
    /// have.
    pub fn end(mut self) -> Result<(), Problem> {
        let accepted = if self.accepted.is_empty() { "none".to_owned() } else { self.accepted.join(", ") };
        for name in self.given.keys() {
            let detail = format!("is not a query parameter of this route, which has {accepted}");
            self.faults.push(InputFault::parameter(excerpt(name), detail));
        }
        if self.faults.is_empty() { Ok(()) } else { Err(Problem::invalid(self.faults)) }
    }

    /// The value of a parameter that is given once.
    fn take(&mut self, name: &'static str) -> Option<String> {
        debug_assert!(self.accepted.contains(&name), "the route does not declare the parameter {name}");
        let mut values = self.given.remove(name)?;
        if values.len() > 1 {
            let detail = format!("must be given once; it was given {} times", values.len());
            self.faults.push(InputFault::parameter(name, detail));
            return None;
        }
        values.pop()
    }

    fn noted<T>(&mut self, read: Result<T, InputFault>) -> Option<T> {
        read.map_err(|fault| self.faults.push(fault)).ok()
    }
}

/// Returns true if the name or the value of a pair is not UTF-8: its parser has then put replacement characters there that the pair
/// does not have itself.
fn is_unreadable(pair: &str, name: &str, value: &str) -> bool {
    let is_replaced = [name, value].iter().any(|text| text.contains(char::REPLACEMENT_CHARACTER));
    is_replaced
        && !pair.contains(char::REPLACEMENT_CHARACTER)
        && !pair.to_ascii_lowercase().contains("%ef%bf%bd")
}

fn fault(name: &str, reason: &impl ToString) -> InputFault {
    InputFault::parameter(name, reason.to_string())
}

fn order_of(text: &str) -> Result<Order, String> {
    [Order::Ascending, Order::Descending]
        .into_iter()
        .find(|order| word(*order) == text)
        .ok_or_else(|| format!("must be one of asc, desc; \"{}\" was given", excerpt(text)))
}

fn word(order: Order) -> &'static str {
    match order {
        Order::Ascending => "asc",
        Order::Descending => "desc",
    }
}

fn page_size(text: &str) -> Result<PageSize, String> {
    // A whole number has one spelling: Rust also reads `+5` and `007`.
    let number = text.parse().ok().filter(|number: &u32| number.to_string() == text);
    number.and_then(|items| PageSize::new(items).ok()).ok_or_else(|| {
        format!("must be a whole number from 1 to {PAGE_ITEMS}; \"{}\" was given", excerpt(text))
    })
}

fn web_url(text: &str) -> Result<WebUrl, String> {
    WebUrl::parse(text).map_err(|error| match error {
        ValueError::Url { .. } => format!("{error}; \"{}\" was given", excerpt(text)),
        error => error.to_string(),
    })
}

/// A list as the request asks for it.
#[derive(Debug)]
pub struct List {
    page: PageRequest,
    identity: ListIdentity,
}

impl List {
    /// Returns the requested part of the list.
    #[must_use]
    pub fn page(&self) -> &PageRequest {
        &self.page
    }

    /// The answer `{items, nextCursor}`, each item as `represent` shows it. `nextCursor` is null on the last page.
    pub fn answer<'a, T, B: Serialize>(&self, page: &'a Page<T>, represent: impl Fn(&'a T) -> B) -> Response {
        Response::items(page.items.iter().map(represent), self.cursor(page.next.as_ref()))
    }

    /// The cursor by which a caller asks for the page that begins at `next`.
    pub(crate) fn cursor(&self, next: Option<&Position>) -> Option<String> {
        next.map(|position| self.identity.seal(position))
    }
}

#[cfg(test)]
#[path = "query_tests.rs"]
mod tests;
