//! The check that the fuzz target and the stable tests share, so that it keeps compiling and passing without a fuzzer.

use std::fmt::Debug;

use table_keys::{
    CaseFolded, Desc, EntityName, KeyTuple, Timestamp, key_enum, parse_partition_key, parse_sort_key,
    partition_key, sort_key,
};
use uuid::Uuid;

const TAG: EntityName = EntityName::new("Tag");

#[derive(Debug)]
enum DataType {
    Image,
    Video,
}

key_enum!(DataType { Image = "image", Video = "video" });

/// Checks that `text` either fails to decode or decodes to a tuple whose key is `text`.
pub(crate) fn check(text: &str) {
    as_tuple::<()>(text);
    as_tuple::<(String,)>(text);
    as_tuple::<(String, String)>(text);
    as_tuple::<(String, String, String)>(text);
    as_tuple::<(CaseFolded, Option<String>)>(text);
    as_tuple::<(Option<Option<CaseFolded>>,)>(text);
    as_tuple::<(u8, u16, u32, u64)>(text);
    as_tuple::<(i8, i16, i32, i64)>(text);
    as_tuple::<(f64,)>(text);
    as_tuple::<(Timestamp,)>(text);
    as_tuple::<(Timestamp, String)>(text);
    as_tuple::<(Uuid,)>(text);
    as_tuple::<(DataType, bool)>(text);
    as_tuple::<(Desc<u16>, Desc<i8>, Desc<bool>)>(text);
    as_tuple::<(Desc<Timestamp>,)>(text);
    as_tuple::<(Desc<f64>,)>(text);
    as_tuple::<(Desc<Desc<Uuid>>,)>(text);
}

fn as_tuple<T: KeyTuple + Debug>(text: &str) {
    if let Ok(components) = parse_sort_key::<T>(text) {
        assert_eq!(sort_key(&components).as_deref(), Ok(text), "{components:?}");
    }
    if let Ok(components) = parse_partition_key::<T>(&TAG, text) {
        assert_eq!(partition_key(&TAG, &components).as_deref(), Ok(text), "{components:?}");
    }
}
