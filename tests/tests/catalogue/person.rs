//! A user whose favorites change, and the stream records of these changes.

use std::collections::BTreeMap;
use std::time::Duration;

use favorites_api::favorites::{ChangeRecord, EpochSeconds, UserId};
use favorites_tests::{Clock, sample};
use serde_json::{Value, json};
use uuid::Uuid;

/// A user whose favorites change. Their items are only in the table if a test puts them there, because consumers only
/// look at the records.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) id: UserId,
    clock: Clock,
    /// The second in which everything leaves the trash. It is far in the future.
    purged: EpochSeconds,
    /// The favorites outside the trash.
    pub(crate) live: BTreeMap<Uuid, Favorite>,
    /// The favorites in the trash.
    pub(crate) trash: BTreeMap<Uuid, Favorite>,
}

/// A favorite.
#[derive(Debug, Clone)]
pub(crate) struct Favorite {
    pub(crate) data_id: Uuid,
    pub(crate) version: u64,
    pub(crate) data_type: &'static str,
    pub(crate) title: String,
    pub(crate) tags: Vec<String>,
    /// The Unix time in seconds at which it expires.
    pub(crate) expiry: Option<u64>,
}

impl Favorite {
    /// Returns a note with a short title and no tags.
    pub(crate) fn note(number: u128) -> Self {
        Self {
            data_id: Uuid::from_u128(number),
            version: 1,
            data_type: "note",
            title: format!("Note number {number}"),
            tags: Vec::new(),
            expiry: None,
        }
    }

    pub(crate) fn tagged(self, tags: &[&String]) -> Self {
        Self { tags: tags.iter().map(|tag| (*tag).clone()).collect(), ..self }
    }

    pub(crate) fn expiring(self, expiry: u64) -> Self {
        Self { expiry: Some(expiry), ..self }
    }

    /// Pads the title to this number of characters.
    pub(crate) fn titled(self, characters: usize) -> Self {
        Self { title: format!("{:x<characters$}", self.title), ..self }
    }
}

impl Person {
    pub(crate) fn new(name: &str, clock: &Clock) -> Self {
        let id = UserId::parse(name).expect("it is short");
        let purged = EpochSeconds::of(clock.after(Duration::from_hours(365 * 24)));
        Self { id, clock: clock.clone(), purged, live: BTreeMap::new(), trash: BTreeMap::new() }
    }

    /// Saves a favorite.
    pub(crate) fn keep(&mut self, favorite: Favorite) -> ChangeRecord {
        let change = self.record(None, Some(self.item(&favorite)));
        self.live.insert(favorite.data_id, favorite);
        change
    }

    /// Saves notes with these numbers and titles of 100 characters.
    pub(crate) fn keep_notes(&mut self, numbers: impl IntoIterator<Item = u128>) -> Vec<ChangeRecord> {
        numbers.into_iter().map(|number| self.keep(Favorite::note(number).titled(100))).collect()
    }

    /// Changes a favorite.
    pub(crate) fn edit(&mut self, number: u128, edit: impl FnOnce(&mut Favorite)) -> ChangeRecord {
        let mut favorite = self.live.remove(&Uuid::from_u128(number)).expect("it is kept");
        let before = self.item(&favorite);
        favorite.version += 1;
        edit(&mut favorite);
        let change = self.record(Some(before), Some(self.item(&favorite)));
        self.live.insert(favorite.data_id, favorite);
        change
    }

    /// Moves a favorite to the trash. Returns the records of both items.
    pub(crate) fn delete(&mut self, number: u128) -> [ChangeRecord; 2] {
        let favorite = self.live.remove(&Uuid::from_u128(number)).expect("it is kept");
        let changes = [
            self.record(Some(self.item(&favorite)), None),
            self.record(None, Some(self.trash_item(&favorite))),
        ];
        self.trash.insert(favorite.data_id, favorite);
        changes
    }

    /// Restores a favorite from the trash. Returns the records of both items.
    pub(crate) fn restore(&mut self, number: u128) -> [ChangeRecord; 2] {
        let favorite = self.trash.remove(&Uuid::from_u128(number)).expect("it is in the trash");
        let gone = self.record(Some(self.trash_item(&favorite)), None);
        let favorite = Favorite { version: favorite.version + 1, ..favorite };
        [self.keep(favorite), gone]
    }

    /// Removes a favorite from the trash. The record is the same whether the user or DynamoDB's time to live removes
    /// it.
    pub(crate) fn purge(&mut self, number: u128) -> ChangeRecord {
        let favorite = self.trash.remove(&Uuid::from_u128(number)).expect("it is in the trash");
        self.record(Some(self.trash_item(&favorite)), None)
    }

    /// Removes a favorite outside the trash, as DynamoDB's time to live does.
    pub(crate) fn expire(&mut self, number: u128) -> ChangeRecord {
        let favorite = self.live.remove(&Uuid::from_u128(number)).expect("it is kept");
        self.record(Some(self.item(&favorite)), None)
    }

    /// Makes changes of every kind over some days, and returns their records in order. `tags` must have at least two
    /// elements.
    pub(crate) fn busy_days(&mut self, tags: &[String]) -> Vec<ChangeRecord> {
        let mut records: Vec<ChangeRecord> = (1..=12)
            .map(|number| {
                let favorite = Favorite::note(number).titled(100);
                let at = usize::try_from(number).expect("it is small");
                self.keep(favorite.tagged(&[&tags[at % 2]]))
            })
            .collect();
        records.push(self.edit(3, |favorite| favorite.tags.clone_from(&tags[..2].to_vec())));
        records.push(self.edit(5, |favorite| favorite.tags.clear()));
        records.extend(self.delete(4));
        records.extend(self.delete(6));
        records.push(self.expire(7));
        records.extend(self.restore(4));
        records.push(self.purge(6));
        records.extend(self.delete(8));
        records.push(self.edit(4, |favorite| favorite.title.push_str(" again")));
        records
    }

    /// Returns the record of a change that takes place now.
    fn record(&self, old: Option<Value>, new: Option<Value>) -> ChangeRecord {
        let image = |item: Value| serde_dynamo::to_item(item).expect("it is an object");
        let written = Some(EpochSeconds::of(self.clock.now()));
        ChangeRecord { written, old: old.map(image), new: new.map(image) }
    }

    /// Returns the item of a favorite.
    pub(crate) fn item(&self, favorite: &Favorite) -> Value {
        let mut item = self.body(favorite);
        item["type"] = "FavoriteData".into();
        item["pk"] = format!("FavoriteData#{}", self.id.as_str()).into();
        item["sk"] = item["dataId"].clone();
        if let Some(expiry) = favorite.expiry {
            item["ttl"] = expiry.into();
        }
        item
    }

    /// Returns the item of a favorite in the trash.
    pub(crate) fn trash_item(&self, favorite: &Favorite) -> Value {
        json!({
            "type": "Trash",
            "pk": format!("Trash#{}", self.id.as_str()),
            "sk": favorite.data_id,
            "userId": self.id.as_str(),
            "dataId": favorite.data_id,
            "deleteTime": self.clock.now().to_string(),
            "ttl": self.purged.get(),
            "favorite": self.body(favorite),
        })
    }

    fn body(&self, favorite: &Favorite) -> Value {
        let members = json!({
            "userId": self.id.as_str(),
            "dataId": favorite.data_id,
            "clipTime": "2026-01-02T03:04:05.678Z",
            "updateTime": "2026-01-02T03:04:05.678Z",
            "tagIds": favorite.tags,
            "version": favorite.version,
        });
        sample::with(sample::favorite(favorite.data_type, &favorite.title), &members)
    }
}
