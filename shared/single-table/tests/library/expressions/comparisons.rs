//! The functions of conditions.

use std::collections::BTreeSet;

use serde_bytes::ByteBuf;
use single_table::expression::AttributeType;

use crate::expressions::model::{Line, Meta, Place, Track, track};
use crate::expressions::{holds, stocked};

#[tokio::test]
async fn a_size_is_compared_in_six_ways() {
    let store = stocked(&track()).await;
    let size = || Track::TAGS.size();
    assert!(holds(&store, || size().eq(2) & size().le(2) & size().ge(2)).await);
    assert!(holds(&store, || size().lt(3) & size().gt(1) & size().ne(1)).await);
    assert!(!holds(&store, || size().eq(3) | size().lt(2) | size().gt(2) | size().ne(2)).await);
    assert!(!holds(&store, || size().le(1) | size().ge(3)).await);
}

#[tokio::test]
async fn every_value_with_a_length_has_a_size() {
    let digests = BTreeSet::from([ByteBuf::from([1, 2]), ByteBuf::from([3])]);
    let store = stocked(&Track { digests: Some(digests), ..track() }).await;
    assert!(holds(&store, || Track::TITLE.size().eq(13) & Track::LABELS.size().eq(1)).await);
    assert!(holds(&store, || Track::COUNTS.size().eq(1) & Track::DIGESTS.size().eq(2)).await);
    assert!(holds(&store, || Track::META.at(Meta::PLACES).size().eq(1)).await);
    assert!(holds(&store, || Track::LINES.index(0).at(Line::TEXT).size().eq(13)).await);
}

#[tokio::test]
async fn text_contains_text_and_a_list_or_set_contains_an_element() {
    let digests = BTreeSet::from([ByteBuf::from([1, 2])]);
    let noted = Track { note: Some("short".to_owned()), digests: Some(digests), ..track() };
    let store = stocked(&noted).await;
    assert!(holds(&store, || Track::TITLE.contains("ing Q") & Track::NOTE.contains("or")).await);
    assert!(holds(&store, || Track::TAGS.contains("disco") & !Track::TAGS.contains("disc")).await);
    assert!(holds(&store, || Track::LABELS.contains("gold") & !Track::LABELS.contains("go")).await);
    assert!(holds(&store, || Track::YEARS.contains(1976) & !Track::YEARS.contains(1975)).await);
    assert!(holds(&store, || Track::DIGESTS.contains(ByteBuf::from([1, 2]))).await);
    assert!(holds(&store, || Track::META.at(Meta::PLACES).contains(&track().meta.places[0])).await);
}

#[tokio::test]
async fn text_begins_with_text() {
    let store = stocked(&track()).await;
    assert!(
        holds(&store, || Track::TITLE.begins_with("Dancing") & !Track::TITLE.begins_with("dancing")).await
    );
    assert!(holds(&store, || Track::META.at(Meta::WRITTEN_BY).begins_with("B".to_owned())).await);
    assert!(!holds(&store, || Track::NOTE.begins_with("")).await);
    assert!(holds(&store, || Track::TITLE.begins_with(Track::TITLE)).await);
}

#[tokio::test]
async fn a_field_has_the_type_that_serde_stores() {
    let digests = BTreeSet::from([ByteBuf::from([1, 2])]);
    let store = stocked(&Track { digests: Some(digests), ..track() }).await;
    assert!(holds(&store, || Track::TITLE.attribute_type(AttributeType::S)).await);
    assert!(holds(&store, || Track::RATING.attribute_type(AttributeType::N)).await);
    assert!(holds(&store, || Track::SUBTITLE.attribute_type(AttributeType::Null)).await);
    assert!(holds(&store, || Track::TAGS.attribute_type(AttributeType::L)).await);
    assert!(holds(&store, || Track::META.attribute_type(AttributeType::M)).await);
    assert!(holds(&store, || Track::LABELS.attribute_type(AttributeType::Ss)).await);
    assert!(holds(&store, || Track::YEARS.attribute_type(AttributeType::Ns)).await);
    assert!(holds(&store, || Track::DIGESTS.attribute_type(AttributeType::Bs)).await);
    let place = || Track::META.at(Meta::PLACES).index(0).at(Place::PLACE);
    assert!(holds(&store, || place().attribute_type(AttributeType::N)).await);
    for other in [AttributeType::B, AttributeType::Bool, AttributeType::N] {
        assert!(!holds(&store, || Track::TITLE.attribute_type(other)).await, "{other:?}");
    }
    // An absent field has no type.
    assert!(!holds(&store, || Track::NOTE.attribute_type(AttributeType::Null)).await);
}
