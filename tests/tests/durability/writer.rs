//! A writer that remembers which of its writes were acknowledged.

use std::collections::{BTreeMap, BTreeSet};

use favorites_tests::program::Api;
use reqwest::Method;
use serde_json::{Value, json};

/// A writer. All writers use the same account at the same time, and each of them only changes its own tags and
/// favorites, so it knows their state.
pub(crate) struct Writer {
    name: usize,
    steps: usize,
    acknowledged: usize,
    tags: Vec<String>,
    /// The last acknowledged state of each favorite.
    favorites: BTreeMap<String, State>,
    /// The change whose answer did not arrive, if any.
    doubt: Option<Doubt>,
}

/// The state of a favorite.
#[derive(Debug, Clone, PartialEq)]
enum State {
    Kept { title: String },
    Trashed,
}

/// A change that may or may not have happened.
struct Doubt {
    data_id: String,
    after: State,
}

impl Writer {
    pub(crate) fn new(name: usize) -> Self {
        Self { name, steps: 0, acknowledged: 0, tags: Vec::new(), favorites: BTreeMap::new(), doubt: None }
    }

    /// Returns the number of acknowledged writes.
    pub(crate) fn acknowledged(&self) -> usize {
        self.acknowledged
    }

    /// Makes the next write. Returns an error if the program is gone.
    pub(crate) async fn write(&mut self, api: &Api) -> reqwest::Result<()> {
        self.steps += 1;
        match self.steps % 6 {
            1 => self.create_tag(api).await?,
            2 | 3 | 5 => self.create_favorite(api).await?,
            4 => self.rename_favorite(api).await?,
            _ => self.throw_away(api).await?,
        }
        self.acknowledged += 1;
        Ok(())
    }

    async fn create_tag(&mut self, api: &Api) -> reqwest::Result<()> {
        let body = json!({"tagName": format!("{} of {}", self.steps, self.name)});
        let tag = acknowledged(201, api.send(Method::POST, "/tags", Some(&body)).await?);
        self.tags.push(id(&tag, "tagId"));
        Ok(())
    }

    /// Creates a link with the newest tags. Its item, its entries under the tags and the record of its URL are one
    /// transaction.
    async fn create_favorite(&mut self, api: &Api) -> reqwest::Result<()> {
        let title = format!("Title {}", self.steps);
        let tags: Vec<&String> = self.tags.iter().rev().take(3).collect();
        let body = json!({
            "dataType": "link",
            "title": title,
            "contentUrl": format!("https://example.com/{}/{}", self.name, self.steps),
            "tagIds": tags,
            "content": {},
        });
        let favorite = acknowledged(201, api.send(Method::POST, "/favorites", Some(&body)).await?);
        self.favorites.insert(id(&favorite, "dataId"), State::Kept { title });
        Ok(())
    }

    async fn rename_favorite(&mut self, api: &Api) -> reqwest::Result<()> {
        let title = format!("Renamed {}", self.steps);
        let data_id = self.newest();
        let body = json!({"title": title});
        let after = State::Kept { title };
        self.change(api, Method::PATCH, data_id, Some(body), after).await
    }

    async fn throw_away(&mut self, api: &Api) -> reqwest::Result<()> {
        let data_id = self.newest();
        self.change(api, Method::DELETE, data_id, None, State::Trashed).await
    }

    async fn change(
        &mut self,
        api: &Api,
        method: Method,
        data_id: String,
        body: Option<Value>,
        after: State,
    ) -> reqwest::Result<()> {
        let path = format!("/favorites/{data_id}");
        self.doubt = Some(Doubt { data_id: data_id.clone(), after: after.clone() });
        acknowledged(200, api.send(method, &path, body.as_ref()).await?);
        self.doubt = None;
        self.favorites.insert(data_id, after);
        Ok(())
    }

    fn newest(&self) -> String {
        let kept = self.favorites.iter().rev().find(|(_, state)| matches!(state, State::Kept { .. }));
        kept.expect("a favorite was made in a step before").0.clone()
    }

    /// Asserts that all acknowledged changes are there, and that a change without an answer happened completely or not
    /// at all.
    pub(crate) fn check(&mut self, found: &Found) {
        for tag_id in &self.tags {
            assert!(found.tags.contains(tag_id), "tag {tag_id} is lost");
        }
        let doubt = self.doubt.take();
        for (data_id, state) in &mut self.favorites {
            let now = match (found.kept.get(data_id), found.trashed.contains(data_id)) {
                (Some(title), false) => State::Kept { title: title.clone() },
                (None, true) => State::Trashed,
                (kept, trashed) => panic!("{data_id} is kept as {kept:?} and in the trash: {trashed}"),
            };
            match &doubt {
                Some(doubt) if doubt.data_id == *data_id && now == doubt.after => *state = now,
                _ => assert_eq!(now, *state, "{data_id} is not as it was acknowledged"),
            }
        }
    }
}

/// The account as the API shows it.
pub(crate) struct Found {
    tags: BTreeSet<String>,
    /// The titles of the favorites by id.
    kept: BTreeMap<String, String>,
    trashed: BTreeSet<String>,
}

impl Found {
    pub(crate) async fn read(api: &Api) -> Self {
        let ids = |items: Vec<Value>, name| items.iter().map(|item| id(item, name)).collect();
        Self {
            tags: ids(list(api, "/tags").await, "tagId"),
            kept: list(api, "/favorites")
                .await
                .iter()
                .map(|favorite| (id(favorite, "dataId"), id(favorite, "title")))
                .collect(),
            trashed: ids(list(api, "/trash").await, "dataId"),
        }
    }
}

/// Returns the body of an answer, which must have this status.
fn acknowledged(status: u16, (found, body): (u16, Value)) -> Value {
    assert_eq!(found, status, "{body}");
    body
}

/// Returns the items of all pages of a list.
async fn list(api: &Api, path: &str) -> Vec<Value> {
    let mut items = Vec::new();
    let mut page_path = format!("{path}?limit=100");
    loop {
        let answer = api.send(Method::GET, &page_path, None).await.expect("the program answers");
        let page = acknowledged(200, answer);
        items.extend(page["items"].as_array().into_iter().flatten().cloned());
        let Some(cursor) = page["nextCursor"].as_str() else { return items };
        page_path = format!("{path}?limit=100&cursor={cursor}");
    }
}

fn id(body: &Value, name: &str) -> String {
    body[name].as_str().unwrap_or_else(|| panic!("no {name} in {body}")).to_owned()
}
