//! Round trip, injectivity and order for every type of component, and for tuples of several types.

use std::fmt::Debug;

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use table_keys::{
    CaseFolded, Desc, EntityName, KeyTuple, Timestamp, key_component, key_enum, parse_partition_key,
    parse_sort_key, partition_key, sort_key, sort_key_prefix, sort_key_prefix_text,
};
use uuid::Uuid;

const TAG: EntityName = EntityName::new("Tag");
/// The number of pairs of tuples that each law is tested with.
const CASES: u32 = 1024;

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
enum DataType {
    ChatRecord,
    Image,
    Video,
}

key_enum!(DataType { ChatRecord = "chatRecord", Image = "image", Video = "video" });

#[derive(Clone, Debug, PartialEq, PartialOrd)]
struct UserId(String);

key_component!(UserId as String, |id| id.0.as_str(), |text| Ok::<_, &str>(UserId(text)));

/// Checks that the keys of both tuples decode to them and compare like them, so that unequal tuples have unequal keys.
fn laws<T: KeyTuple + PartialOrd + Debug>(a: &T, b: &T) -> TestCaseResult {
    let order = a.partial_cmp(b).expect("no strategy makes NaN");
    let (key_a, key_b) = (partition_key(&TAG, a)?, partition_key(&TAG, b)?);
    prop_assert_eq!(key_a.as_bytes().cmp(key_b.as_bytes()), order);
    prop_assert_eq!(&parse_partition_key::<T>(&TAG, &key_a)?, a);

    // The only sort key that cannot be built here is that of one empty text.
    if let (Ok(key_a), Ok(key_b)) = (sort_key(a), sort_key(b)) {
        prop_assert_eq!(key_a.as_bytes().cmp(key_b.as_bytes()), order);
        prop_assert_eq!(&parse_sort_key::<T>(&key_a)?, a);
    }
    Ok(())
}

/// Generates text that is often short and made of characters near the separator, so that two texts are often similar.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[\u{0} !#$%0a\u{7f}é😀]{0,3}",
        "[ -~]{0,12}",
        ".{0,12}",
        any::<String>().prop_map(|text| text.chars().take(40).collect::<String>())
    ]
}

fn folded() -> impl Strategy<Value = CaseFolded> {
    text().prop_map(|text| CaseFolded::new(&text))
}

fn float() -> impl Strategy<Value = f64> {
    use proptest::num::f64::{INFINITE, NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO | INFINITE
}

fn timestamp() -> impl Strategy<Value = Timestamp> {
    let millis = Timestamp::MIN.as_unix_millis()..=Timestamp::MAX.as_unix_millis();
    prop_oneof![millis, -2000..2000_i64]
        .prop_map(|millis| Timestamp::from_unix_millis(millis).expect("both ranges lie within a Timestamp's"))
}

fn uuid() -> impl Strategy<Value = Uuid> {
    any::<u128>().prop_map(Uuid::from_u128)
}

fn data_type() -> impl Strategy<Value = DataType> {
    prop::sample::select(vec![DataType::ChatRecord, DataType::Image, DataType::Video])
}

/// Generates two triples of which the second often starts with the same components as the first.
fn related<A, B, C>(
    triple: impl Strategy<Value = (A, B, C)> + 'static,
) -> impl Strategy<Value = ((A, B, C), (A, B, C))>
where
    A: Clone + Debug,
    B: Clone + Debug,
    C: Clone + Debug,
{
    let triple = triple.boxed();
    (triple.clone(), triple, 0..3).prop_map(|(a, mut b, shared)| {
        if shared > 0 {
            b.0 = a.0.clone();
        }
        if shared > 1 {
            b.1 = a.1.clone();
        }
        (a, b)
    })
}

macro_rules! laws_of {
    ($($name:ident: $component:expr;)+) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(CASES))]
            $(
            #[test]
            fn $name(a in $component, b in $component) {
                laws(&(a,), &(b,))?;
            }
            )+
        }
    };
}

laws_of! {
    texts: text();
    case_folded_texts: folded();
    u8s: any::<u8>();
    u16s: any::<u16>();
    u32s: any::<u32>();
    u64s: any::<u64>();
    i8s: any::<i8>();
    i16s: any::<i16>();
    i32s: any::<i32>();
    i64s: any::<i64>();
    small_integers: -12..12_i64;
    bools: any::<bool>();
    floats: float();
    timestamps: timestamp();
    uuids: uuid();
    enums: data_type();
    newtypes: text().prop_map(UserId);
    optional_texts: prop::option::of(text());
    optional_options: prop::option::of(prop::option::of(any::<i8>()));
    descending_integers: any::<i64>().prop_map(Desc);
    descending_unsigned_integers: any::<u64>().prop_map(Desc);
    descending_bools: any::<bool>().prop_map(Desc);
    descending_floats: float().prop_map(Desc);
    descending_timestamps: timestamp().prop_map(Desc);
    descending_uuids: uuid().prop_map(Desc);
    optional_descending_timestamps: prop::option::of(timestamp().prop_map(Desc));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn triples_of_text_obey_the_laws((a, b) in related((text(), text(), text()))) {
        laws(&a, &b)?;
    }

    #[test]
    fn triples_with_options_obey_the_laws((a, b) in related((prop::option::of(text()), text(), prop::option::of(text())))) {
        laws(&a, &b)?;
    }

    #[test]
    fn triples_with_times_obey_the_laws((a, b) in related((data_type(), timestamp().prop_map(Desc), text()))) {
        laws(&a, &b)?;
    }

    #[test]
    fn triples_with_numbers_obey_the_laws((a, b) in related((folded(), -3..3_i32, float().prop_map(Desc)))) {
        laws(&a, &b)?;
    }

    #[test]
    fn the_longest_tuples_obey_the_laws(
        front in ((text(), any::<u8>(), data_type(), timestamp()), (uuid(), folded(), any::<bool>(), float())),
        last in float(),
    ) {
        let ((a, b, c, d), (e, f, g, h)) = front;
        let one = (a.clone(), b, c, d, e, f.clone(), g, h);
        laws(&one, &(a, b, c, d, e, f, g, last))?;
    }

    #[test]
    fn a_prefix_matches_exactly_the_keys_that_start_with_its_components(
        (a, b) in related((text(), text(), text())),
        flag: bool,
    ) {
        let key = sort_key(&b)?;
        prop_assert_eq!(key.starts_with(&sort_key_prefix(&(&a.0,))?), a.0 == b.0);
        prop_assert_eq!(key.starts_with(&sort_key_prefix(&(&a.0, &a.1))?), (&a.0, &a.1) == (&b.0, &b.1));
        let key = sort_key(&(&b.0, flag))?;
        prop_assert_eq!(key.starts_with(&sort_key_prefix(&(&a.0,))?), a.0 == b.0);
    }

    #[test]
    fn a_text_prefix_matches_exactly_the_keys_whose_next_text_starts_with_it(
        (a, b) in related((text(), text(), text())),
        shorter: prop::sample::Index,
    ) {
        let end = a.1.char_indices().map(|(at, _)| at).chain([a.1.len()]).collect::<Vec<_>>();
        let start = &a.1[..*shorter.get(&end)];
        let found = sort_key(&b)?.starts_with(&sort_key_prefix_text(&(&a.0,), start)?);
        prop_assert_eq!(found, a.0 == b.0 && b.1.starts_with(start));
    }

    #[test]
    fn borrowed_and_owned_tuples_have_the_same_key(a in text(), b in timestamp(), c in prop::option::of(text())) {
        let borrowed = sort_key(&(a.as_str(), &b, c.as_ref(), Desc(&b)));
        prop_assert_eq!(borrowed, sort_key(&(a, b, c, Desc(b))));
    }

    #[test]
    fn a_time_reads_back_from_its_text(time in timestamp()) {
        prop_assert_eq!(time.to_string().parse(), Ok(time));
    }

    #[test]
    fn folding_twice_changes_nothing(text in any::<String>()) {
        let folded = CaseFolded::new(&text);
        prop_assert_eq!(CaseFolded::new(folded.as_str()), folded);
    }
}
