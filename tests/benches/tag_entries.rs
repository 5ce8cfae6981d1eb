//! Measures the cost of tags for different layouts of a tag entry (the item of a favorite under a tag).
//!
//! A user's favorites get 2 tags each, and then 20, on the engine in memory. The service writes the entries in the current
//! layout, and the benchmark derives the other layouts from them. It calculates the units of an edit from the sizes of the items,
//! and fails if the engine charged a different number for the current layout.
//!
//! ```sh
//! cargo bench -p favorites-tests --bench tag_entries
//! ```

use std::collections::{BTreeMap, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::Favorites;
use favorites_api::favorites::limits::TAGS_PER_FAVORITE;
use favorites_api::favorites::{Client, Meter, NewFavorite, Saved, TagId, TagName, UserId};
use favorites_local::functions_on;
use favorites_tests::Service;
use favorites_tests::figures::say;
use favorites_tests::library::Library;
use single_table::Item;
use single_table::capacity::{transactional_write_units, write_units};
use single_table::item::item_size;
use tokio::runtime::Runtime;

/// The number of favorites.
const FAVORITES: usize = 100;

/// The numbers of tags of each favorite.
const TAGS: [usize; 2] = [2, 20];

/// The number of favorites on a page.
const PAGE: usize = 50;

const PERSON: &str = "0f6c1d2e-7a41-4f5b-9b0d-3c8a2e5d7f10";

/// The attributes that every layout needs: the keys, and a few others.
const KEYS: [&str; 9] = ["pk", "sk", "type", "ttl", "gsiOnePk", "gsiOneSk", "gsiTwoPk", "gsiTwoSk", "tagId"];

fn main() {
    Runtime::new().expect("a runtime starts").block_on(async {
        say("tags  entry                                  bytes  edit WCU  one more tag WCU  page of 50 RCU");
        for tags in TAGS {
            let account = Account::fill(tags).await;
            for layout in Layout::ALL {
                account.report(layout, tags);
            }
            account.check().await;
        }
    });
}

/// The layout of an entry.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Layout {
    /// The favorite as a nested map, which repeats ids, times and type.
    Nested,
    /// The favorite's members, each value once.
    Today,
    /// The current layout without the values that every change updates: tags, version and update time. Lists would not show
    /// these.
    Lasting,
    /// Only the keys. A list reads the favorites of its page with a second request.
    Keys,
}

impl Layout {
    const ALL: [Self; 4] = [Self::Nested, Self::Today, Self::Lasting, Self::Keys];

    fn name(self) -> &'static str {
        match self {
            Self::Nested => "the favorite in a map of its own",
            Self::Today => "each value once (today)",
            Self::Lasting => "without tags, version, time of change",
            Self::Keys => "keys only",
        }
    }

    /// Returns the size of an entry in bytes.
    fn bytes(self, entry: &Item, favorite: &Item) -> usize {
        let mut item = entry.clone();
        match self {
            Self::Today => {}
            Self::Lasting => {
                item.retain(|name, _| !["otherTags", "version", "updateTime"].contains(&&**name));
            }
            Self::Keys => {
                item.retain(|name, _| KEYS.contains(&&**name) || ["userId", "dataId"].contains(&&**name));
            }
            Self::Nested => {
                let kept = ["userId", "dataId", "dataType", "clipTime"];
                item.retain(|name, _| KEYS.contains(&&**name) || kept.contains(&&**name));
                let copy: HashMap<_, _> =
                    favorite.clone().into_iter().filter(|(name, _)| !KEYS.contains(&&**name)).collect();
                item.insert("favorite".to_owned(), AttributeValue::M(copy));
            }
        }
        item_size(&item)
    }

    /// Returns true if editing the title rewrites the entry, and true if adding a tag to the favorite does.
    fn rewritten_by(self) -> (bool, bool) {
        match self {
            Self::Nested | Self::Today => (true, true),
            Self::Lasting => (true, false),
            Self::Keys => (false, false),
        }
    }
}

/// Returns the write units of an item in a transaction: twice its units for the table, and once for each index that contains it.
fn units(bytes: usize, indexes: u64) -> u64 {
    transactional_write_units(bytes) + indexes * write_units(bytes)
}

/// Returns true if the engine charged the calculated number of units.
fn close(charged: f64, worked_out: u64) -> bool {
    (charged - number(worked_out)).abs() < 0.01
}

fn number<N: TryInto<u32, Error: std::fmt::Debug>>(few: N) -> f64 {
    few.try_into().expect("the numbers of this benchmark are small").into()
}

struct Account {
    _service: Service,
    favorites: Favorites,
    meter: Meter,
    user: UserId,
    spare_tag: TagId,
    /// The stored favorites with their entries.
    stored: Vec<(Item, Vec<Item>)>,
}

impl Account {
    /// Creates favorites with this number of tags each, and reads their stored items.
    async fn fill(tags: usize) -> Self {
        let meter = Meter::new();
        let mut made = None;
        let service = Service::start_without_stream(|environment| {
            let client = Client::new(&environment.sdk_config());
            let metered = Favorites::new(client, environment.table_name.clone()).with_meter(meter.clone());
            made = Some(metered.clone());
            functions_on(environment, |_| metered.clone())
        })
        .await;
        let favorites = made.expect("the functions were made");
        let user = UserId::parse(PERSON).expect("an id is short");
        let mut tag_ids = Vec::new();
        for number in 0..=tags {
            let name = TagName::parse(format!("tag {number}")).expect("a name is short");
            tag_ids.push(favorites.create_tag(&user, name, None).await.expect("the tag is new").tag_id);
        }
        let spare_tag = tag_ids.pop().expect("one tag more was made");
        for favorite in Library::new(&user, FAVORITES).favorites {
            let new = NewFavorite {
                details: favorite.details,
                clip_time: Some(favorite.clip_time),
                expire_time: None,
                tag_ids: tag_ids.iter().copied().collect(),
                content: favorite.content,
            };
            let saved = favorites.create_favorite(&user, new, None).await.expect("the favorite is valid");
            assert!(matches!(saved, Saved::New(_)), "no link is made twice");
        }
        let stored = read(&service).await;
        assert_eq!(stored.len(), FAVORITES);
        Self { _service: service, favorites, meter, user, spare_tag, stored }
    }

    fn report(&self, layout: Layout, tags: usize) {
        let (edit, tag) = layout.rewritten_by();
        let (mut bytes, mut edit_units, mut tag_units, mut page) = (0, 0, 0, 0);
        for (favorite, entries) in &self.stored {
            let of_favorite = units(item_size(favorite), 1);
            let sizes: Vec<_> = entries.iter().map(|entry| layout.bytes(entry, favorite)).collect();
            let of_entries: u64 = sizes.iter().map(|size| units(*size, 2)).sum();
            edit_units += of_favorite + if edit { of_entries } else { 0 };
            // The transaction also checks the tag and puts the new entry.
            tag_units += of_favorite + 2 + units(sizes[0], 2) + if tag { of_entries } else { 0 };
            bytes += sizes.iter().sum::<usize>();
            page += sizes[0];
        }
        let mean = |sum: u64| number(sum) / number(FAVORITES);
        let bytes = bytes / (FAVORITES * tags);
        let listed = number((page * PAGE / FAVORITES).div_ceil(8_192)) / 2.0;
        let looked_up = if layout == Layout::Keys { number(PAGE) / 2.0 } else { 0.0 };
        say(&format!(
            "{tags:>4}  {:<38} {bytes:>5} {:>9.1} {:>17.1} {:>15.1}",
            layout.name(),
            mean(edit_units),
            mean(tag_units),
            listed + looked_up
        ));
    }

    /// Adds a tag to a favorite, and compares the charged units with those that `report` calculates from sizes.
    async fn check(&self) {
        let (favorite, entries) = &self.stored[0];
        let data_id = text(favorite, "dataId").parse().expect("a favorite has an id");
        drop(self.meter.take());
        let before: Vec<_> = entries.iter().map(item_size).collect();
        if before.len() >= TAGS_PER_FAVORITE {
            // The favorite has as many tags as it can have, so remove one first. This rewrites the other
            // entries.
            let gone = text(&entries[0], "tagId").parse().expect("an entry has a tag");
            self.favorites.untag_favorite(&self.user, data_id, None, gone).await.expect("it has the tag");
            let charged = self.written();
            let worked_out =
                units(item_size(favorite), 1) + before.iter().map(|size| units(*size, 2)).sum::<u64>();
            assert!(
                close(charged, worked_out),
                "{charged} write units were charged, {worked_out} worked out"
            );
            return;
        }
        self.favorites.tag_favorite(&self.user, data_id, None, self.spare_tag).await.expect("there is room");
        let charged = self.written();
        // The favorite and each entry grow by an id. The new entry is as large as the others.
        let grown: Vec<_> = before.iter().map(|size| size + 16).collect();
        let of_entries: u64 = grown.iter().chain(grown.first()).map(|size| units(*size, 2)).sum();
        let worked_out = units(item_size(favorite) + 37, 1) + of_entries + 2;
        assert!(close(charged, worked_out), "{charged} write units were charged, {worked_out} worked out");
    }

    fn written(&self) -> f64 {
        self.meter.take().iter().map(|usage| usage.units.write).sum()
    }
}

/// Reads the favorites with their entries.
async fn read(service: &Service) -> Vec<(Item, Vec<Item>)> {
    let environment = service.running().environment();
    let client = aws_sdk_dynamodb::Client::new(&environment.sdk_config());
    let pages = client.scan().table_name(&environment.table_name).into_paginator().items().send();
    let items = pages.collect::<Result<Vec<_>, _>>().await.expect("the table can be read");
    let mut favorites: BTreeMap<String, (Option<Item>, Vec<Item>)> = BTreeMap::new();
    for item in items {
        let data_id = text(&item, "dataId").to_owned();
        match text(&item, "type") {
            "FavoriteData" => favorites.entry(data_id).or_default().0 = Some(item),
            "FavoriteDataTag" => favorites.entry(data_id).or_default().1.push(item),
            _ => {}
        }
    }
    favorites
        .into_values()
        .map(|(favorite, entries)| (favorite.expect("each entry has its favorite"), entries))
        .collect()
}

fn text<'a>(item: &'a Item, attribute: &str) -> &'a str {
    item.get(attribute).and_then(|value| value.as_s().ok()).map_or("", String::as_str)
}
