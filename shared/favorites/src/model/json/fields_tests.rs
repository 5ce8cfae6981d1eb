use serde_json::json;

use super::*;
use crate::model::value::Title;

fn read<T: FromJson>(value: &Value) -> Result<T, Vec<(String, String)>> {
    let mut faults = Vec::new();
    let read = T::from_json(value, "/it", &mut faults);
    let faults: Vec<_> = faults.into_iter().map(|fault| (fault.pointer, fault.message)).collect();
    // A value and a fault exclude each other.
    assert_eq!(read.is_none(), !faults.is_empty());
    read.ok_or(faults)
}

fn message<T: FromJson + std::fmt::Debug>(value: &Value) -> String {
    let [(pointer, message)] = <[_; 1]>::try_from(read::<T>(value).unwrap_err()).unwrap();
    assert_eq!(pointer, "/it");
    message
}

#[test]
fn a_wrong_type_says_what_was_given() {
    for (value, given) in [
        (json!(null), "null"),
        (json!(true), "a boolean"),
        (json!(1), "a number"),
        (json!([]), "an array"),
        (json!({}), "an object"),
    ] {
        assert_eq!(message::<Title>(&value), format!("must be text; {given} was given"));
    }
    assert_eq!(message::<u64>(&json!("1")), "must be a number; text was given");
    assert_eq!(message::<Latitude>(&json!("1")), "must be a number; text was given");
}

#[test]
fn a_limit_says_what_was_given() {
    assert_eq!(message::<Title>(&json!("x".repeat(257))), "must have at most 256 characters; 257 were given");
    assert_eq!(message::<Title>(&json!(" ")), "must not be empty");
    assert_eq!(message::<Latitude>(&json!(90.5)), "must be from -90 to 90; 90.5 was given");
    assert_eq!(
        message::<MediaType>(&json!("png")),
        "must be a media type such as image/png; \"png\" was given"
    );
    assert_eq!(
        message::<WebUrl>(&json!("ftp://example.org/")),
        "must be an absolute http or https URL: the scheme is ftp"
    );
    assert_eq!(message::<TagId>(&json!("7")), "must be a UUID; \"7\" was given");
    assert_eq!(
        message::<Timestamp>(&json!("yesterday")),
        "must be a time as in RFC 3339, such as 2026-11-21T08:35:15.123Z; \"yesterday\" was given"
    );
    assert!(message::<DataType>(&json!("Image")).starts_with("must be one of image, video, "));
    assert_eq!(message::<TagName>(&json!("")), "must not be empty");
}

#[test]
fn whole_numbers_have_their_range() {
    for value in [0, 1, u64::from(u32::MAX), GREATEST_INTEGER] {
        assert_eq!(read::<u64>(&json!(value)), Ok(value));
    }
    assert_eq!(read::<u32>(&json!(u32::MAX)), Ok(u32::MAX));
    for value in
        [json!(-1), json!(1.5), json!(1.0), json!(GREATEST_INTEGER + 1), json!(u64::MAX), json!(1e300)]
    {
        let expected = format!("must be a whole number from 0 to 9007199254740991; {value} was given");
        assert_eq!(message::<u64>(&value), expected);
    }
    assert_eq!(
        message::<u32>(&json!(4_294_967_296_u64)),
        "must be a whole number from 0 to 4294967295; 4294967296 was given"
    );
}

#[test]
fn times_are_read_with_any_offset() {
    let time: Timestamp = read(&json!("2026-11-21T09:35:15.123+01:00")).unwrap();
    assert_eq!(time.to_string(), "2026-11-21T08:35:15.123Z");
}

#[test]
fn pointers_are_escaped() {
    assert_eq!(pointer("", "a/b~c"), "/a~1b~0c");
    assert_eq!(pointer("/x", ""), "/x/");
    assert_eq!(pointer("/x", "é"), "/x/é");
}

#[test]
fn every_element_is_read_and_every_fault_kept() {
    let mut faults = Vec::new();
    let read = elements::<u32>(&json!([1, "2", 3, -4]), "/all", (0, 4), &mut faults);
    assert_eq!(read, None);
    let pointers: Vec<_> = faults.iter().map(|fault| fault.pointer.as_str()).collect();
    assert_eq!(pointers, ["/all/1", "/all/3"]);
}

#[test]
fn an_array_has_its_limits() {
    for (value, message) in [
        (json!([]), "must have 1 to 2 elements; 0 were given"),
        (json!([1, 2, 3]), "must have 1 to 2 elements; 3 were given"),
        (json!({}), "must be an array; an object was given"),
    ] {
        let mut faults = Vec::new();
        assert_eq!(elements::<u32>(&value, "/all", (1, 2), &mut faults), None);
        assert_eq!(faults, [Fault::new("/all", message)]);
    }
    let mut faults = Vec::new();
    assert_eq!(elements::<u32>(&json!([1, 2]), "/all", (1, 2), &mut faults), Some(vec![1, 2]));
}

#[test]
fn an_object_reports_missing_wrong_and_unknown_members_at_once() {
    let mut faults = Vec::new();
    let value = json!({ "wrong": 1, "a/b": 2, "gone": null });
    let mut fields = Fields::of(&value, "/in", &mut faults).unwrap();
    assert_eq!(fields.required::<Title>("missing"), None);
    assert_eq!(fields.optional::<Title>("wrong"), None);
    assert_eq!(fields.optional::<Title>("gone"), None);
    assert_eq!(fields.optional::<Title>("absent"), None);
    fields.finish();
    let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "/in/missing: is required",
            "/in/wrong: must be text; a number was given",
            "/in/a~1b: is not a member that is known here"
        ]
    );
}

#[test]
fn a_required_member_is_not_null() {
    let mut faults = Vec::new();
    let value = json!({ "title": null });
    let mut fields = Fields::of(&value, "", &mut faults).unwrap();
    assert_eq!(fields.required::<Title>("title"), None);
    assert_eq!(faults, [Fault::new("/title", "must be text; null was given")]);
}

#[test]
fn a_patch_tells_missing_from_null() {
    let mut faults = Vec::new();
    let value = json!({ "null": null, "there": 7 });
    let mut fields = Fields::of(&value, "", &mut faults).unwrap();
    assert_eq!(fields.patched::<u32>("missing"), None);
    assert_eq!(fields.patched::<u32>("null"), Some(None));
    assert_eq!(fields.patched::<u32>("there"), Some(Some(7)));
    assert_eq!(fields.replaced::<u32>("missing"), None);
    assert_eq!(fields.replaced::<u32>("there"), Some(7));
    assert_eq!(fields.replaced::<u32>("null"), None);
    assert_eq!(faults, [Fault::new("/null", "must be a number; null was given")]);
}

#[test]
fn a_long_unknown_name_is_cut_and_its_object_named() {
    let mut faults = Vec::new();
    let value = json!({ "n".repeat(5_000): 1 });
    Fields::of(&value, "/in", &mut faults).unwrap().finish();
    assert_eq!(faults, [Fault::new("/in", format!("has no member \"{}...\"", "n".repeat(100)))]);
}
