//! Paths into documents, lists and maps.

use crate::expressions::model::{Line, Meta, Place, Publisher, Track, line, publisher, track};
use crate::expressions::{holds, refused, stocked, updated};

#[tokio::test]
async fn a_path_leads_through_documents_lists_and_maps() {
    let store = stocked(&track()).await;
    let place = || Track::META.at(Meta::PLACES).index(0);
    assert!(holds(&store, || Track::META.at(Meta::WRITTEN_BY).eq("Benny")).await);
    assert!(holds(&store, || place().at(Place::CHART_NAME).eq("UK") & place().at(Place::PLACE).lt(2)).await);
    assert!(holds(&store, || Track::COUNTS.key("se").eq(3) & Track::BY_YEAR.key(1976).eq(-1)).await);
    assert!(holds(&store, || Track::META.at(Meta::TYPE).is_in(["song"])).await);
    // A path within a document is a path too.
    let chart = || Meta::PLACES.index(0).at(Place::CHART_NAME);
    assert!(holds(&store, || Track::META.at(chart()).between("UA", "UZ")).await);
}

#[tokio::test]
async fn a_path_through_an_absent_value_leads_to_an_absent_value() {
    let store = stocked(&track()).await;
    let name = || Track::PUBLISHER.at(Publisher::NAME);
    assert!(holds(&store, || name().absent() & name().ne("Polar") & !name().eq("Polar")).await);
    assert!(holds(&store, || Track::TAGS.index(2).absent() & Track::COUNTS.key("uk").absent()).await);
    assert!(holds(&store, || Track::LINES.index(1).at(Line::SECOND).eq(None)).await);
    let store = stocked(&Track { publisher: Some(publisher()), ..track() }).await;
    assert!(holds(&store, || name().eq("Polar") & Track::PUBLISHER.at(Publisher::CITY).absent()).await);
}

#[tokio::test]
async fn an_update_sets_a_part_and_leaves_the_rest() {
    let store = stocked(&Track { publisher: Some(publisher()), ..track() }).await;
    let changed = updated(&store, |update| {
        update
            .set(Track::META.at(Meta::WRITTEN_BY), "Björn")
            .set(Track::META.at(Meta::SIZE), 45)
            .set(Track::META.at(Meta::PLACES).index(0).at(Place::PLACE), 2)
            .set(Track::PUBLISHER.at(Publisher::CITY), "Stockholm")
            .set(Track::TAGS.index(1), "dance")
            .set(Track::COUNTS.key("a.b[0]"), 5)
            .set(Track::BY_YEAR.key(1980), 4)
    })
    .await;
    let mut expected = Track { publisher: Some(publisher()), ..track() };
    expected.meta.written_by = "Björn".to_owned();
    expected.meta.size = Some(45);
    expected.meta.places[0].place = 2;
    expected.publisher.as_mut().unwrap().city = Some("Stockholm".to_owned());
    expected.tags[1] = "dance".to_owned();
    expected.counts.insert("a.b[0]".to_owned(), 5);
    expected.by_year.insert(1980, 4);
    assert_eq!(changed, expected);
}

#[tokio::test]
async fn an_update_removes_an_optional_field_an_element_and_an_entry() {
    let mut before = Track { publisher: Some(publisher()), ..track() };
    before.publisher.as_mut().unwrap().city = Some("Stockholm".to_owned());
    let store = stocked(&before).await;
    let changed = updated(&store, |update| {
        update
            .remove(Track::PUBLISHER.at(Publisher::CITY))
            .remove(Track::LINES.index(0))
            .remove(Track::COUNTS.key("se"))
            .remove(Track::LABELS)
    })
    .await;
    assert_eq!(changed.publisher, Some(publisher()));
    assert_eq!(changed.lines, [line("You can jive", None)]);
    assert!(changed.counts.is_empty() && changed.labels.is_empty());
}

#[tokio::test]
async fn an_index_past_the_end_appends() {
    let store = stocked(&track()).await;
    let changed = updated(&store, |update| update.set(Track::TAGS.index(9), "late")).await;
    assert_eq!(changed.tags, ["pop", "disco", "late"]);
}

#[tokio::test]
async fn a_path_through_a_value_that_is_not_there_can_not_be_set() {
    let store = stocked(&track()).await;
    let error = refused(&store, |update| update.set(Track::PUBLISHER.at(Publisher::CITY), "Stockholm")).await;
    assert!(error.to_string().contains("document path"), "{error}");
}

#[tokio::test]
async fn a_value_is_set_only_where_there_is_none() {
    let store = stocked(&track()).await;
    let changed = updated(&store, |update| {
        update
            .set_if_absent(Track::TITLE, "other")
            .set_if_absent(Track::NOTE, "first")
            .set_if_absent(Track::COUNTS.key("se"), 8)
            .set_if_absent(Track::COUNTS.key("uk"), 8)
            .set_if_absent(Track::PUBLISHER, publisher())
    })
    .await;
    assert_eq!((changed.title.as_str(), changed.note.as_deref()), ("Dancing Queen", Some("first")));
    assert_eq!((changed.counts["se"], changed.counts["uk"]), (3, 8));
    assert_eq!(changed.publisher, Some(publisher()));
}
