//! Conditions that the engine evaluates, compared with the same comparisons in Rust.

use std::collections::BTreeSet;
use std::fmt::Debug;

use proptest::collection::{btree_map, btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use single_table::expression::{AttributeType, Comparable, Operand};
use single_table::{Condition, Entity as _, Field, Put};

use crate::expressions::model::{Line, Meta, Publisher, Track, TrackItems, publisher, track};
use crate::expressions::{engine, model};

#[derive(Debug, Clone, Copy)]
enum Comparator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

use Comparator::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};

/// Compares with the method of a comparator.
macro_rules! compare {
    ($is:expr, $left:expr, $right:expr) => {
        match $is {
            Equal => $left.eq($right),
            NotEqual => $left.ne($right),
            Less => $left.lt($right),
            LessOrEqual => $left.le($right),
            Greater => $left.gt($right),
            GreaterOrEqual => $left.ge($right),
        }
    };
}

impl Comparator {
    /// The comparison of a field.
    fn of<T, K: Comparable>(
        self,
        field: Field<Track, T, K>,
        value: impl Operand<Track, T>,
    ) -> Condition<Track> {
        compare!(self, field, value)
    }

    /// The comparison of a size.
    fn of_size<T, K: Comparable>(self, field: Field<Track, T, K>, size: usize) -> Condition<Track> {
        compare!(self, field.size(), size)
    }

    /// The comparison of the values themselves. For an absent value, only `ne` holds.
    fn holds<T: PartialOrd>(self, value: Option<T>, other: Option<T>) -> bool {
        let (Some(value), Some(other)) = (value, other) else { return matches!(self, NotEqual) };
        compare!(self, value, &other)
    }
}

#[derive(Debug, Clone)]
enum Test {
    Plays(Comparator, u32),
    PlaysOfLimit(Comparator),
    PlaysBetween(u32, u32),
    PlaysIn(Vec<u32>),
    Title(Comparator, String),
    TitleBegins(String),
    TitleContains(String),
    TitleSize(Comparator, usize),
    Note(Comparator, String),
    NoteIs(Option<String>),
    NoteIsNot(Option<String>),
    NoteIn(Vec<Option<String>>),
    SubtitleIs(Option<String>),
    SubtitleExists,
    SubtitleIsNull,
    Tag(usize, Comparator, String),
    TagsContain(String),
    TagsSize(Comparator, usize),
    LabelsContain(String),
    LabelsAre(BTreeSet<String>),
    LabelsSize(Comparator, usize),
    Count(String, Comparator, u64),
    CountExists(String),
    Peak(Comparator, u8),
    PublisherName(Comparator, String),
    LineSecondIs(usize, Option<u16>),
    And(Box<Test>, Box<Test>),
    Or(Box<Test>, Box<Test>),
    Not(Box<Test>),
}

impl Test {
    fn condition(&self) -> Condition<Track> {
        match self {
            Self::Plays(is, value) => is.of(Track::PLAYS, value),
            Self::PlaysOfLimit(is) => is.of(Track::PLAYS, Track::LIMIT),
            Self::PlaysBetween(low, high) => Track::PLAYS.between(low, high),
            Self::PlaysIn(values) => Track::PLAYS.is_in(values),
            Self::Title(is, value) => is.of(Track::TITLE, value),
            Self::TitleBegins(start) => Track::TITLE.begins_with(start),
            Self::TitleContains(part) => Track::TITLE.contains(part.as_str()),
            Self::TitleSize(is, size) => is.of_size(Track::TITLE, *size),
            Self::Note(is, value) => is.of(Track::NOTE, value),
            Self::NoteIs(value) => Track::NOTE.eq(value),
            Self::NoteIsNot(value) => Track::NOTE.ne(value),
            Self::NoteIn(values) => Track::NOTE.is_in(values),
            Self::SubtitleIs(value) => Track::SUBTITLE.eq(value.clone()),
            Self::SubtitleExists => Track::SUBTITLE.exists(),
            Self::SubtitleIsNull => Track::SUBTITLE.attribute_type(AttributeType::Null),
            Self::Tag(at, is, value) => is.of(Track::TAGS.index(*at), value),
            Self::TagsContain(tag) => Track::TAGS.contains(tag),
            Self::TagsSize(is, size) => is.of_size(Track::TAGS, *size),
            Self::LabelsContain(label) => Track::LABELS.contains(label),
            Self::LabelsAre(labels) => Track::LABELS.eq(labels),
            Self::LabelsSize(is, size) => is.of_size(Track::LABELS, *size),
            Self::Count(key, is, value) => is.of(Track::COUNTS.key(key), value),
            Self::CountExists(key) => Track::COUNTS.key(key.as_str()).exists(),
            Self::Peak(is, value) => is.of(Track::META.at(Meta::PEAK), value),
            Self::PublisherName(is, value) => is.of(Track::PUBLISHER.at(Publisher::NAME), value.as_str()),
            Self::LineSecondIs(at, value) => Track::LINES.index(*at).at(Line::SECOND).eq(value),
            Self::And(left, right) => left.condition() & right.condition(),
            Self::Or(left, right) => left.condition() | right.condition(),
            Self::Not(test) => !test.condition(),
        }
    }

    fn holds(&self, track: &Track) -> bool {
        match self {
            Self::Plays(is, value) => is.holds(Some(track.plays), Some(*value)),
            Self::PlaysOfLimit(is) => is.holds(Some(track.plays), Some(track.limit)),
            Self::PlaysBetween(low, high) => (low..=high).contains(&&track.plays),
            Self::PlaysIn(values) => values.contains(&track.plays),
            Self::Title(is, value) => is.holds(Some(&track.title), Some(value)),
            Self::TitleBegins(start) => track.title.starts_with(start),
            Self::TitleContains(part) => track.title.contains(part),
            Self::TitleSize(is, size) => is.holds(Some(track.title.encode_utf16().count()), Some(*size)),
            Self::Note(is, value) => is.holds(track.note.as_ref(), Some(value)),
            Self::NoteIs(value) => track.note == *value,
            Self::NoteIsNot(value) => track.note != *value,
            Self::NoteIn(values) => values.contains(&track.note),
            Self::SubtitleIs(value) => track.subtitle == *value,
            Self::SubtitleExists => track.subtitle.is_some(),
            Self::SubtitleIsNull => track.subtitle.is_none(),
            Self::Tag(at, is, value) => is.holds(track.tags.get(*at), Some(value)),
            Self::TagsContain(tag) => track.tags.contains(tag),
            Self::TagsSize(is, size) => is.holds(Some(track.tags.len()), Some(*size)),
            Self::LabelsContain(label) => track.labels.contains(label),
            Self::LabelsAre(labels) => track.labels == *labels,
            Self::LabelsSize(is, size) => {
                // An empty set is absent, so it has no size.
                is.holds((!track.labels.is_empty()).then_some(track.labels.len()), Some(*size))
            }
            Self::Count(key, is, value) => is.holds(track.counts.get(key), Some(value)),
            Self::CountExists(key) => track.counts.contains_key(key),
            Self::Peak(is, value) => is.holds(Some(track.meta.peak), Some(*value)),
            Self::PublisherName(is, value) => {
                is.holds(track.publisher.as_ref().map(|publisher| &publisher.name), Some(value))
            }
            Self::LineSecondIs(at, value) => track.lines.get(*at).and_then(|line| line.second) == *value,
            Self::And(left, right) => left.holds(track) && right.holds(track),
            Self::Or(left, right) => left.holds(track) || right.holds(track),
            Self::Not(test) => !test.holds(track),
        }
    }
}

/// A small number of texts, so that two of them are often equal or prefixes of each other.
fn text() -> impl Strategy<Value = String> {
    "[ab\u{e9}\u{1f3b5}]{1,3}"
}

fn small<T: From<u8> + Debug>() -> impl Strategy<Value = T> {
    (0..5_u8).prop_map(T::from)
}

fn size() -> impl Strategy<Value = usize> {
    0..4_usize
}

fn comparator() -> impl Strategy<Value = Comparator> {
    prop::sample::select(vec![Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual])
}

fn test() -> impl Strategy<Value = Test> {
    let texts = prop_oneof![
        (comparator(), text()).prop_map(|(is, value)| Test::Title(is, value)),
        text().prop_map(Test::TitleBegins),
        text().prop_map(Test::TitleContains),
        (comparator(), size()).prop_map(|(is, size)| Test::TitleSize(is, size)),
        (comparator(), text()).prop_map(|(is, value)| Test::Note(is, value)),
        option::of(text()).prop_map(Test::NoteIs),
        option::of(text()).prop_map(Test::NoteIsNot),
        vec(option::of(text()), 0..4).prop_map(Test::NoteIn),
        option::of(text()).prop_map(Test::SubtitleIs),
        Just(Test::SubtitleExists),
        Just(Test::SubtitleIsNull),
    ];
    let numbers = prop_oneof![
        (comparator(), small()).prop_map(|(is, value)| Test::Plays(is, value)),
        comparator().prop_map(Test::PlaysOfLimit),
        (small::<u32>(), small::<u32>())
            .prop_map(|(one, other)| Test::PlaysBetween(one.min(other), one.max(other))),
        vec(small(), 0..4).prop_map(Test::PlaysIn),
    ];
    let parts = prop_oneof![
        (size(), comparator(), text()).prop_map(|(at, is, value)| Test::Tag(at, is, value)),
        text().prop_map(Test::TagsContain),
        (comparator(), size()).prop_map(|(is, size)| Test::TagsSize(is, size)),
        text().prop_map(Test::LabelsContain),
        btree_set(text(), 0..3).prop_map(Test::LabelsAre),
        (comparator(), size()).prop_map(|(is, size)| Test::LabelsSize(is, size)),
        (text(), comparator(), small()).prop_map(|(key, is, value)| Test::Count(key, is, value)),
        text().prop_map(Test::CountExists),
        (comparator(), small()).prop_map(|(is, value)| Test::Peak(is, value)),
        (comparator(), text()).prop_map(|(is, value)| Test::PublisherName(is, value)),
        (size(), option::of(small())).prop_map(|(at, value)| Test::LineSecondIs(at, value)),
    ];
    prop_oneof![texts, numbers, parts].prop_recursive(3, 12, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(left, right)| Test::And(left.into(), right.into())),
            (inner.clone(), inner.clone()).prop_map(|(left, right)| Test::Or(left.into(), right.into())),
            inner.prop_map(|test| Test::Not(test.into())),
        ]
    })
}

prop_compose! {
    fn any_track()(
        title in text(),
        numbers in (small(), small(), small()),
        notes in (option::of(text()), option::of(text())),
        tags in vec(text(), 0..3),
        labels in btree_set(text(), 0..3),
        counts in btree_map(text(), small(), 0..3),
        name in option::of(text()),
        seconds in vec(option::of(small()), 0..3),
    ) -> Track {
        let (plays, limit, peak) = numbers;
        let (note, subtitle) = notes;
        Track {
            title, plays, limit, note, subtitle, tags, labels, counts,
            meta: Meta { peak, ..track().meta },
            publisher: name.map(|name| Publisher { name, ..publisher() }),
            lines: seconds.into_iter().map(|second| model::line("Ooh", second)).collect(),
            ..track()
        }
    }
}

#[test]
fn a_condition_holds_for_an_item_as_it_holds_for_the_value() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let (_, store, _) = runtime.block_on(engine::table::<model::MusicTable>());
    let cases = proptest::collection::vec(test(), 1..12);
    proptest!(ProptestConfig::with_cases(96), |(track in any_track(), tests in cases)| {
        runtime.block_on(async {
            store.execute(Put::new(&track)).await.expect("the track is written");
            for test in tests {
                let query = TrackItems::query(track.key().album).filter(test.condition());
                let found = store.all(query).await.expect("the filter is accepted").len();
                prop_assert_eq!(found == 1, test.holds(&track), "{:?}", test);
            }
            Ok(())
        })?;
    });
}
