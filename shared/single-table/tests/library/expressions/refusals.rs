//! Updates and conditions that are refused before any request.

use std::collections::BTreeSet;
use std::error::Error as _;

use single_table::{Error, Put, Update, WriteError};

use crate::expressions::model::{Meta, Place, Track, TrackItems, track};
use crate::expressions::{key, refused, stocked};
use crate::written::transaction_of;

#[tokio::test]
async fn two_changes_of_the_same_value_are_refused_by_name() {
    let store = stocked(&track()).await;
    let error = refused(&store, |update| update.set(Track::TITLE, "a").set(Track::TITLE, "b")).await;
    assert_eq!(error.to_string(), "an update of Track changes `title` twice: make one change of it");
    let error = refused(&store, |update| update.add(Track::PLAYS, 1).add(Track::PLAYS, 1)).await;
    assert_eq!(error.to_string(), "an update of Track changes `plays` twice: make one change of it");
    let error =
        refused(&store, |update| update.set(Track::COUNTS.key("se"), 1).remove(Track::COUNTS.key("se")));
    assert!(error.await.to_string().contains("`counts.se` twice"));
}

#[tokio::test]
async fn a_change_of_a_value_and_of_its_part_is_refused_by_name() {
    let store = stocked(&track()).await;
    let place = || Track::META.at(Meta::PLACES).index(0).at(Place::PLACE);
    let error = refused(&store, |update| update.set(Track::META, track().meta).add(place(), 1)).await;
    assert_eq!(
        error.to_string(),
        "an update of Track changes `meta.places[0].PLACE` and also `meta`, of which one contains the other: make one change \
         of it"
    );
    assert!(matches!(error, Error::OverlappingPaths { entity: "Track", .. }));
    let error =
        refused(&store, |update| update.append(Track::TAGS, ["a"]).set(Track::TAGS.index(0), "b")).await;
    assert!(
        matches!(&error, Error::OverlappingPaths { first, second, .. } if first == "tags" && second == "tags[0]")
    );
}

#[tokio::test]
async fn paths_beside_each_other_do_not_overlap() {
    let store = stocked(&track()).await;
    let change = Update::new(key())
        .set(Track::TAGS.index(0), "a")
        .set(Track::TAGS.index(1), "b")
        .set(Track::META.at(Meta::PEAK), 2)
        .set(Track::META.at(Meta::TYPE), "x")
        .set(Track::COUNTS.key("a"), 1)
        .set(Track::COUNTS.key("a.b"), 2);
    store.execute(change).await.unwrap();
}

#[tokio::test]
async fn an_update_without_a_change_is_refused() {
    let store = stocked(&track()).await;
    let error = refused(&store, |update| update).await;
    assert!(matches!(error, Error::EmptyUpdate { entity: "Track" }), "{error}");
}

#[tokio::test]
async fn a_key_that_no_map_can_have_is_refused() {
    let store = stocked(&track()).await;
    let error = refused(&store, |update| update.set(Track::MEDLEY.key(vec![1]), true)).await;
    assert!(matches!(error, Error::Encode { entity: "medley", .. }), "{error}");
    assert!(error.source().is_some_and(|source| source.to_string().contains("the key of a map")));
    let filter = Track::MEDLEY.key(vec![1]).eq(true) | Track::PLAYS.eq(1);
    let error = store.all(TrackItems::query(track().album).filter(filter)).await.unwrap_err();
    assert!(matches!(error, Error::Encode { entity: "medley", .. }), "{error}");
    // An operand fails like the field itself.
    let condition = Track::MEDLEY.key(vec![1]);
    let condition = Track::MEDLEY.key(vec![2]).eq(condition);
    let error = store.execute(Put::new(&track()).only_if(condition)).await.unwrap_err();
    assert!(matches!(error, WriteError::Failed(Error::Encode { entity: "medley", .. })), "{error}");
}

#[tokio::test]
async fn an_element_that_its_set_can_not_hold_is_refused() {
    use serde::{Deserialize, Serialize};
    use single_table::{Entity, table};

    table! {
        /// Lists of names.
        pub struct NameTable { key: (pk, sk), entities: [Names] }
    }

    /// An entity with numbers that are declared as texts.
    #[derive(Debug, Serialize, Deserialize, Entity)]
    #[entity(table = NameTable, name = "Names", partition(id), sort())]
    struct Names {
        id: u8,
        #[serde(with = "serde_dynamo::string_set", default)]
        names: BTreeSet<u8>,
    }

    let (_, store, _) = crate::engine::table::<NameTable>().await;
    let names = Names { id: 1, names: BTreeSet::from([1]) };
    for update in [
        Update::new(names.key()).add_to_set(Names::NAMES, [2]),
        Update::new(names.key()).set(Names::NAMES, &names.names),
    ] {
        assert_fails!(store.execute(update).await, WriteError::Failed(Error::Encode { entity: "names", .. }));
    }
}

#[tokio::test]
async fn a_refused_update_stops_its_transaction() {
    let store = stocked(&track()).await;
    let transaction = transaction_of(Update::new(key()).set(Track::TITLE, "a").set(Track::TITLE, "b"));
    let error = store.transact(transaction).await.unwrap_err();
    assert!(error.to_string().contains("`title` twice"), "{error}");
}
