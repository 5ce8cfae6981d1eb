//! Values to which fields are set, and with which they are compared.

use std::collections::BTreeSet;

use crate::expressions::model::{Meta, Track, line, texts, track};
use crate::expressions::{holds, stocked, updated};

#[tokio::test]
async fn a_field_is_set_to_a_value_a_reference_or_a_part_of_an_option() {
    let store = stocked(&track()).await;
    let (title, limit, lines) = ("Tiger".to_owned(), &10, vec![line("The city", None)]);
    let changed = updated(&store, |update| {
        update
            .set(Track::TITLE, &title)
            .set(Track::PLAYS, 8)
            .set(Track::LIMIT, limit)
            .set(Track::NOTE, "short")
            .set(Track::SUBTITLE, &title)
            .set(Track::SKIPS, 3)
            .set(Track::TAGS, &texts::<Vec<_>, 2>(["a", "b"])[1..])
            .set(Track::LINES, &lines)
            .set(Track::LABELS, texts::<BTreeSet<_>, 2>(["x", "y"]))
    })
    .await;
    assert_eq!((changed.title.as_str(), changed.plays, changed.limit), ("Tiger", 8, 10));
    assert_eq!((changed.note.as_deref(), changed.subtitle.as_deref()), (Some("short"), Some("Tiger")));
    assert_eq!((changed.skips, &changed.tags), (Some(3), &texts(["b"])));
    assert_eq!((changed.lines, changed.labels), (lines, texts(["x", "y"])));

    let subtitle = &Some("In Spanish".to_owned());
    let changed = updated(&store, |update| {
        update
            .set(Track::TITLE, "Fernando".to_owned())
            .set(Track::NOTE, Some("long".to_owned()))
            .set(Track::SUBTITLE, subtitle)
            .set(Track::SKIPS, None)
    })
    .await;
    assert_eq!((changed.title.as_str(), changed.skips), ("Fernando", None));
    assert_eq!((changed.note.as_deref(), changed.subtitle.as_deref()), (Some("long"), Some("In Spanish")));
}

#[tokio::test]
async fn a_field_is_compared_with_a_value_a_reference_or_a_part_of_an_option() {
    let noted = Track { note: Some("short".to_owned()), skips: Some(3), ..track() };
    let store = stocked(&noted).await;
    let (title, three, values) = ("Dancing Queen".to_owned(), &3, vec![7]);
    assert!(holds(&store, || Track::TITLE.eq("Dancing Queen")).await);
    assert!(holds(&store, || Track::TITLE.eq(&title) & Track::TITLE.eq(title.clone())).await);
    assert!(holds(&store, || Track::NOTE.eq("short") & Track::NOTE.eq(&noted.note)).await);
    assert!(holds(&store, || Track::NOTE.gt(Some("shor".to_owned()))).await);
    assert!(holds(&store, || Track::SKIPS.eq(3) & Track::SKIPS.le(three) & Track::SKIPS.ne(Some(4))).await);
    assert!(holds(&store, || Track::PLAYS.between(7, 9) & Track::STARS.between(-3, -3)).await);
    assert!(holds(&store, || Track::TITLE.is_in(["Tiger", "Dancing Queen"])).await);
    assert!(holds(&store, || Track::PLAYS.is_in([1, 7]) & Track::PLAYS.is_in(&values)).await);
    assert!(!holds(&store, || Track::PLAYS.is_in([1, 8])).await);
    assert!(holds(&store, || Track::LABELS.eq(texts::<BTreeSet<_>, 1>(["gold"]))).await);
    assert!(holds(&store, || Track::META.eq(&track().meta) & Track::RATING.eq(0.5)).await);
}

#[tokio::test]
async fn a_field_is_compared_with_another_field_or_path_of_its_type() {
    let store = stocked(&track()).await;
    assert!(holds(&store, || Track::PLAYS.lt(Track::LIMIT)).await);
    assert!(!holds(&store, || Track::PLAYS.ge(Track::LIMIT)).await);
    assert!(holds(&store, || Track::PLAYS.between(0, Track::LIMIT)).await);
    assert!(holds(&store, || Track::LIMIT.is_in([Track::PLAYS, Track::LIMIT])).await);
    assert!(holds(&store, || Track::META.at(Meta::WRITTEN_BY).ne(Track::TITLE)).await);
    assert!(holds(&store, || Track::TITLE.contains("ncing") & !Track::TITLE.contains(Track::ALBUM)).await);
    assert!(holds(&store, || Track::LABELS.ne(Track::LABELS) | Track::LABELS.eq(Track::LABELS)).await);
}

#[tokio::test]
async fn a_comparison_with_none_holds_for_an_absent_field_and_for_null() {
    let store = stocked(&track()).await;
    let none = &None;
    // The note is absent, and the subtitle is NULL.
    for absent in [|| Track::NOTE, || Track::SUBTITLE] {
        assert!(holds(&store, || absent().eq(None) & absent().eq(none) & absent().absent()).await);
        assert!(holds(&store, || absent().is_in([None, Some("x".to_owned())])).await);
        assert!(holds(&store, || absent().is_in([None::<String>]) & absent().ne("x")).await);
        assert!(!holds(&store, || absent().ne(None) | absent().is_in(["x"]) | absent().exists()).await);
    }
    let noted = Track { note: Some("x".to_owned()), subtitle: Some("x".to_owned()), ..track() };
    let store = stocked(&noted).await;
    for present in [|| Track::NOTE, || Track::SUBTITLE] {
        assert!(holds(&store, || present().ne(None) & present().is_in([None, Some("x".to_owned())])).await);
        assert!(!holds(&store, || present().eq(None) | present().is_in([None::<String>])).await);
    }
}

#[tokio::test]
async fn a_field_without_a_value_is_equal_to_no_other_field() {
    let store = stocked(&track()).await;
    // The note is absent, and the subtitle is NULL.
    for (one, other) in [
        (|| Track::SUBTITLE, || Track::SUBTITLE),
        (|| Track::SUBTITLE, || Track::NOTE),
        (|| Track::NOTE, || Track::SUBTITLE),
        (|| Track::NOTE, || Track::NOTE),
    ] as [(fn() -> _, fn() -> _); 4]
    {
        assert!(!holds(&store, || one().eq(other())).await);
        assert!(holds(&store, || one().ne(other())).await);
        assert!(!holds(&store, || one().is_in([other()])).await);
        assert!(!holds(&store, || one().lt(other()) | one().le(other()) | one().ge(other())).await);
    }
    let both = Track { note: Some("x".to_owned()), subtitle: Some("x".to_owned()), ..track() };
    let store = stocked(&both).await;
    assert!(holds(&store, || Track::NOTE.eq(Track::SUBTITLE) & Track::NOTE.is_in([Track::SUBTITLE])).await);
    assert!(!holds(&store, || Track::NOTE.ne(Track::SUBTITLE)).await);
}

#[tokio::test]
async fn an_empty_set_is_compared_and_set_as_an_absent_field() {
    let store = stocked(&track()).await;
    let none = BTreeSet::new;
    assert!(!holds(&store, || Track::YEARS.eq(none())).await);
    assert_eq!(updated(&store, |update| update.set(Track::YEARS, none())).await.years, none());
    assert!(
        holds(&store, || Track::YEARS.eq(none()) & Track::YEARS.absent() & Track::DIGESTS.eq(None)).await
    );
}
