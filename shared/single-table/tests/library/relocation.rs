//! Entities that get another primary key, with the records of their unique values.

use serde::{Deserialize, Serialize};
use single_table::{Entity, EpochSeconds, Error, Store, Timestamp, Transaction, WriteError, table};

use crate::engine;
use crate::unique::{items, keys};
use crate::written::{cancellation, in_place, metered};

table! {
    /// The pages of wikis.
    pub struct WikiTable {
        key: (pk, sk),
        ttl: ttl,
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [WikiPage, Visits],
    }
}

/// A page, in a folder. Short links are unique, and so are aliases. The record of the place has the page's key in its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = WikiTable, name = "WikiPage", partition(folder), sort(name), ttl(expires), version(version))]
#[index(on = GsiOne, view = PagesByAuthor, partition(author), sort(folder, name))]
#[unique(record = ShortLink, partition(link), sort())]
#[unique(record = Alias, partition(alias?), sort())]
#[unique(record = Place, partition(folder), sort(folder_name: String = self.name.to_lowercase()))]
struct WikiPage {
    folder: String,
    name: String,
    author: String,
    link: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    alias: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<EpochSeconds>,
    version: u64,
}

/// The visits of a folder, without versions or constraints.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = WikiTable, name = "Visits", partition(folder), sort())]
struct Visits {
    folder: String,
    visits: u64,
}

fn page(folder: &str, name: &str, link: &str) -> WikiPage {
    WikiPage {
        folder: folder.to_owned(),
        name: name.to_owned(),
        author: "ann".to_owned(),
        link: link.to_owned(),
        alias: None,
        expires: None,
        version: 1,
    }
}

fn moved(page: &WikiPage, folder: &str) -> WikiPage {
    WikiPage { folder: folder.to_owned(), ..page.clone() }
}

async fn owner(store: &Store<WikiTable>, link: &str) -> Option<String> {
    let owner = store.owner(&ShortLink { link: link.to_owned() }).await.expect("the record is read");
    owner.map(|page| page.folder)
}

async fn stored(store: &Store<WikiTable>, page: &WikiPage) -> Option<WikiPage> {
    store.get(&page.key()).consistent().await.expect("the page is read")
}

#[tokio::test]
async fn the_item_its_index_entry_and_its_records_are_under_the_new_key_only() {
    let (client, store, table) = engine::table::<WikiTable>().await;
    let (store, meter) = metered(store);
    let soon = EpochSeconds::of(Timestamp::now()).plus(std::time::Duration::from_mins(5));
    let draft =
        WikiPage { alias: Some("p".to_owned()), expires: Some(soon), ..page("draft", "Plan", "go/plan") };
    store.insert(&draft).await.unwrap();
    let _ = meter.take();

    let mut public = moved(&draft, "public");
    store.relocate(&draft, &mut public).await.unwrap();

    assert_eq!(public.version, 2);
    assert_eq!((stored(&store, &draft).await, stored(&store, &public).await), (None, Some(public.clone())));
    assert_eq!(
        keys(&items(&client, &table).await),
        ["Alias#p / Alias", "Place#public / plan", "ShortLink#go/plan / ShortLink", "WikiPage#public / Plan"]
    );
    for item in items(&client, &table).await {
        assert_eq!(item["folder"].as_s().unwrap(), "public", "{item:?}");
        assert_eq!(item["ttl"].as_n().unwrap(), &soon.get().to_string(), "{item:?}");
    }
    assert_eq!(store.all(PagesByAuthor::query("ann".to_owned())).await.unwrap(), [public]);
    let usage = meter.take().into_iter().find(|usage| usage.operation == "TransactWriteItems").unwrap();
    // One operation for each record that both keys have, and two for the one that has the key in its own.
    assert_eq!(usage.entities, ["WikiPage", "WikiPage", "Place", "ShortLink", "Alias", "Place"]);
}

#[tokio::test]
async fn a_value_that_changes_at_the_same_time_is_freed_and_the_new_one_claimed() {
    let (_, store, _) = engine::table::<WikiTable>().await;
    let (draft, other) = (page("draft", "Plan", "go/plan"), page("draft", "Other", "go/other"));
    store.insert(&draft).await.unwrap();
    store.insert(&other).await.unwrap();

    let mut public = WikiPage { link: "go/new".to_owned(), ..moved(&draft, "public") };
    store.relocate(&draft, &mut public).await.unwrap();
    assert_eq!(
        (owner(&store, "go/plan").await, owner(&store, "go/new").await),
        (None, Some("public".into()))
    );

    let mut taken = WikiPage { link: "go/other".to_owned(), ..moved(&public, "archive") };
    let error = store.relocate(&public, &mut taken).await.unwrap_err();
    let WriteError::Taken(owners) = error else { panic!("{error}") };
    assert_eq!((owners[0].record, owners[0].owner.name.as_str(), owners.len()), ("ShortLink", "Other", 1));
    assert_eq!(taken.version, 2, "it was not written");
    assert_eq!(stored(&store, &public).await, Some(public.clone()), "nothing is half written");
    assert_eq!((stored(&store, &taken).await, owner(&store, "go/new").await), (None, Some("public".into())));
}

#[tokio::test]
async fn a_relocation_of_what_has_changed_or_gone_meanwhile_fails_whole() {
    let (client, store, table) = engine::table::<WikiTable>().await;
    let read = page("draft", "Plan", "go/plan");
    store.insert(&read).await.unwrap();
    let mut now = WikiPage { author: "bob".to_owned(), ..read.clone() };
    store.replace(&read, &mut now).await.unwrap();
    let before = items(&client, &table).await;

    assert_eq!(in_place(store.relocate(&read, &mut moved(&read, "public")).await), Some(now.clone()));
    let mut transaction = Transaction::new();
    let relocated = transaction.relocate(&read, &moved(&read, "public"));
    let error = cancellation(store.transact(transaction).await);
    assert!(error.failed(relocated.removed) && !error.failed(relocated.inserted));
    assert_eq!(error.item(relocated.removed).unwrap(), Some(now.clone()));
    assert_eq!(error.taken(relocated.inserted).unwrap().len(), 0, "its own records are not in the way");
    assert_eq!(items(&client, &table).await, before);

    store.remove(&now).await.unwrap();
    assert_eq!(in_place(store.relocate(&now, &mut moved(&now, "public")).await), None);
    assert_eq!(keys(&items(&client, &table).await), [""; 0]);
}

#[tokio::test]
async fn a_relocation_replaces_no_other_item() {
    let (client, store, table) = engine::table::<WikiTable>().await;
    let (draft, public) = (page("draft", "Plan", "go/plan"), page("public", "Plan", "go/other"));
    store.insert(&draft).await.unwrap();
    store.insert(&public).await.unwrap();
    let before = items(&client, &table).await;

    assert_eq!(in_place(store.relocate(&draft, &mut moved(&draft, "public")).await), Some(public.clone()));
    let mut transaction = Transaction::new();
    let relocated = transaction.relocate(&draft, &moved(&draft, "public"));
    let error = cancellation(store.transact(transaction).await);
    assert!(error.failed(relocated.inserted) && !error.failed(relocated.removed));
    assert_eq!(error.item(relocated.inserted).unwrap(), Some(public));
    assert_eq!(items(&client, &table).await, before);
}

#[tokio::test]
async fn an_expired_item_is_not_in_the_way_and_is_not_relocated() {
    let now = Timestamp::from_unix_millis(1_800_000_000_500).unwrap();
    let (client, store, table) = engine::table::<WikiTable>().await;
    let store = store.with_clock(move || now);
    let gone = WikiPage { expires: Some(EpochSeconds::of(now)), ..page("public", "Plan", "go/gone") };
    store.insert(&gone).await.unwrap();
    let draft = page("draft", "Plan", "go/plan");
    store.insert(&draft).await.unwrap();
    let mut public = moved(&draft, "public");
    store.relocate(&draft, &mut public).await.unwrap();
    assert_eq!(stored(&store, &public).await, Some(public));

    let ended = WikiPage { name: "Old".to_owned(), ..gone };
    store.insert(&WikiPage { link: "go/old".to_owned(), ..ended.clone() }).await.unwrap();
    let before = keys(&items(&client, &table).await);
    in_place(store.relocate(&ended, &mut moved(&ended, "archive")).await);
    assert_eq!(keys(&items(&client, &table).await), before);
}

#[tokio::test]
async fn a_copy_from_before_a_relocation_away_and_back_is_outdated() {
    let (_, store, _) = engine::table::<WikiTable>().await;
    let read = page("draft", "Plan", "go/plan");
    store.insert(&read).await.unwrap();
    let mut away = moved(&read, "public");
    store.relocate(&read, &mut away).await.unwrap();
    let mut back = moved(&away, "draft");
    store.relocate(&away, &mut back).await.unwrap();
    assert_eq!(back, WikiPage { version: 3, ..read.clone() });
    assert_eq!(in_place(store.replace(&read, &mut read.clone()).await), Some(back.clone()));
    assert_eq!(owner(&store, "go/plan").await, Some("draft".to_owned()));
    store.remove(&back).await.unwrap();
}

#[tokio::test]
async fn a_relocation_to_the_same_key_is_refused_before_any_request() {
    let (client, _, _) = engine::table::<WikiTable>().await;
    let store = Store::<WikiTable>::new(client, "no-such-table");
    let read = page("draft", "Plan", "go/plan");
    let error = store.relocate(&read, &mut WikiPage { author: "bob".to_owned(), ..read.clone() }).await;
    let error = error.unwrap_err();
    assert!(matches!(error, WriteError::Failed(Error::SameKey { entity: "WikiPage" })), "{error}");
    assert_eq!(
        error.to_string(),
        "a WikiPage can't be relocated to the primary key that it has: use `replace`"
    );
    let long = moved(&read, &"n".repeat(2_100));
    for (before, mut after) in [(read.clone(), long.clone()), (long, read)] {
        assert_fails!(store.relocate(&before, &mut after).await, WriteError::Failed(Error::Key { .. }));
    }
}

#[tokio::test]
async fn a_relocation_happens_with_the_other_writes_of_its_transaction_or_not_at_all() {
    let (client, store, table) = engine::table::<WikiTable>().await;
    let draft = page("draft", "Plan", "go/plan");
    store.insert(&draft).await.unwrap();
    let visits = Visits { folder: "public".to_owned(), visits: 1 };
    let build = || {
        let mut transaction = Transaction::new();
        let relocated = transaction.relocate(&draft, &moved(&draft, "public"));
        (relocated, transaction.insert(&visits), transaction)
    };
    store.insert(&visits).await.unwrap();
    let before = items(&client, &table).await;
    let (relocated, inserted, transaction) = build();
    let error = cancellation(store.transact(transaction).await);
    assert!(error.failed(inserted) && !error.failed(relocated.removed) && !error.failed(relocated.inserted));
    assert_eq!(items(&client, &table).await, before);

    store.execute(single_table::Delete::new(visits.key())).await.unwrap();
    store.transact(build().2).await.unwrap();
    assert_eq!(owner(&store, "go/plan").await, Some("public".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_race_to_relocate_a_page_one_does() {
    let (client, store, table) = engine::table::<WikiTable>().await;
    let draft = page("draft", "Plan", "go/plan");
    store.insert(&draft).await.unwrap();
    let racers = (1..=8).map(|number| {
        let (store, draft) = (store.clone(), draft.clone());
        tokio::spawn(async move {
            let mut after = moved(&draft, &format!("folder {number}"));
            store.relocate(&draft, &mut after).await.map(|_| after)
        })
    });
    let mut winners = Vec::new();
    for racer in racers.collect::<Vec<_>>() {
        match racer.await.unwrap() {
            Ok(after) => winners.push(after),
            Err(WriteError::ConditionFailed { item: None }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    let [winner] = &winners[..] else { panic!("{} relocations happened", winners.len()) };
    assert_eq!(stored(&store, winner).await.as_ref(), Some(winner));
    assert_eq!(owner(&store, "go/plan").await.as_ref(), Some(&winner.folder));
    assert_eq!(items(&client, &table).await.len(), 3, "the page and its two records");
}
