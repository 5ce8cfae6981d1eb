//! Request bodies: random bytes, random JSON, and valid bodies with a few changes.

use favorites_tests::sample;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

/// Generates a body as bytes, independently of the route. An empty body means no body.
pub(super) fn unrelated() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        2 => Just(Vec::new()),
        1 => vec(any::<u8>(), 0..200),
        1 => json().prop_map(|json| json.to_string().into_bytes()),
        2 => near_valid(select([favorites(), patches(), tag_sets(), tag_names()].concat())),
    ]
}

/// A slightly changed valid body of each kind.
#[derive(Debug, Clone)]
pub(super) struct Related {
    favorite: Vec<u8>,
    patch: Vec<u8>,
    tag_set: Vec<u8>,
    tag_name: Vec<u8>,
}

impl Related {
    /// Returns the body of the kind that the route takes, or an empty one if it takes none.
    pub(super) fn to(self, method: &str, path: &str) -> Vec<u8> {
        match (method, path.split('/').count()) {
            ("POST", 1) if path == "favorites" => self.favorite,
            ("PATCH", _) if path.starts_with("favorites") => self.patch,
            ("POST", 1) | ("PATCH", _) => self.tag_name,
            ("PUT", 3) => self.tag_set,
            _ => Vec::new(),
        }
    }
}

/// Generates a slightly changed valid body of each kind.
pub(super) fn related() -> impl Strategy<Value = Related> {
    let near = |bodies: Vec<Value>| near_valid(select(bodies));
    (near(favorites()), near(patches()), near(tag_sets()), near(tag_names()))
        .prop_map(|(favorite, patch, tag_set, tag_name)| Related { favorite, patch, tag_set, tag_name })
}

fn favorites() -> Vec<Value> {
    let mut bodies: Vec<_> = sample::DATA_TYPES.map(|data_type| sample::favorite(data_type, "New")).into();
    let full = json!({ "tagIds": ["{one}"], "expireTime": "2999-01-01T00:00:00Z", "clipTime": "2001-02-03T04:05:06Z",
        "thumbnailUrl": "https://example.com/1.png", "creatorId": "bob" });
    bodies.push(sample::with(sample::favorite("link", "New"), &full));
    // The link that exists, and the one in the trash.
    for title in ["one", "three"] {
        let tagged = json!({ "tagIds": ["{one}", "{two}"] });
        bodies.push(sample::with(sample::favorite("link", title), &tagged));
    }
    bodies
}

fn patches() -> Vec<Value> {
    vec![
        json!({ "title": "Changed" }),
        json!({ "contentUrl": "https://example.com/link/three" }),
        json!({ "contentUrl": "https://example.com/link/New", "expireTime": "2999-01-01T00:00:00Z" }),
        json!({ "content": sample::content("link"), "expireTime": null, "thumbnailUrl": "https://example.com/2.png" }),
        json!({ "content": sample::content("note"), "title": "Changed" }),
        json!({ "clipTime": "2001-02-03T04:05:06Z", "contentUrl": "https://example.com/link/New" }),
    ]
}

fn tag_sets() -> Vec<Value> {
    vec![json!({ "tagIds": ["{one}", "{two}"] }), json!({ "tagIds": ["{two}"] }), json!({ "tagIds": [] })]
}

fn tag_names() -> Vec<Value> {
    ["New", "two", "One", "Three"].map(|name| json!({ "tagName": name })).into()
}

/// Generates JSON. Values that are special to the service or to a database are more frequent.
fn json() -> impl Strategy<Value = Value> {
    let numbers = vec![
        json!(0),
        json!(-1),
        json!(1.5),
        json!(90.000_001),
        json!(-180),
        json!(1e308),
        json!(5e-324),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(9_007_199_254_740_991_u64),
        json!(u32::MAX),
    ];
    let texts = vec![
        "",
        " ",
        "\u{0}",
        "#",
        "$",
        "{one}",
        "{two}",
        "{link}",
        "note",
        "image/png",
        "http://[::1]:0/",
        "https://example.com/\u{0}",
        "https://é.example/#?",
        "https://user:pass@example.com/",
        " https://example.com ",
        "http:example.com",
        "1970-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999Z",
        "2999-01-01T00:00:00+14:00",
        "2016-12-31T23:59:60Z",
        "\u{fdfa}",
        "\u{10ffff}",
        "ß",
        "İ",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        select(numbers),
        select(texts).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        (any::<char>(), 0_usize..5_000).prop_map(|(c, times)| c.to_string().repeat(times).into()),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            vec((member(), inner), 0..6)
                .prop_map(|members| members.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}

fn member() -> impl Strategy<Value = String> {
    let known = vec![
        "dataType",
        "title",
        "thumbnailUrl",
        "contentUrl",
        "creatorId",
        "clipTime",
        "expireTime",
        "tagIds",
        "content",
        "tagName",
        "messages",
        "text",
        "sender",
        "pk",
        "ttl",
        "type",
        "version",
        "userId",
    ];
    prop_oneof![4 => select(known).prop_map(str::to_owned), 1 => ".{0,12}"]
}

/// A change of a JSON document.
#[derive(Debug, Clone)]
enum Change {
    Replace(Index, Value),
    Remove(Index),
    Add(Index, String, Value),
}

/// Generates valid bodies with at most two changes. Half of them have none.
fn near_valid(bodies: impl Strategy<Value = Value>) -> impl Strategy<Value = Vec<u8>> {
    let change = prop_oneof![
        (any::<Index>(), json()).prop_map(|(at, value)| Change::Replace(at, value)),
        any::<Index>().prop_map(Change::Remove),
        (any::<Index>(), member(), json()).prop_map(|(at, name, value)| Change::Add(at, name, value)),
    ];
    let changes = prop_oneof![Just(Vec::new()), vec(change, 1..3)];
    (bodies, changes)
        .prop_map(|(body, changes)| changes.into_iter().fold(body, apply).to_string().into_bytes())
}

fn apply(mut body: Value, change: Change) -> Value {
    let mut pointers = Vec::new();
    collect(&body, "", &mut pointers);
    let (Change::Replace(at, _) | Change::Remove(at) | Change::Add(at, ..)) = &change;
    let pointer = at.get(&pointers).clone();
    match change {
        Change::Replace(_, value) => set(&mut body, &pointer, |place| *place = value),
        Change::Remove(_) => remove(&mut body, &pointer),
        Change::Add(_, name, value) => set(&mut body, &pointer, |place| match place {
            Value::Object(members) => _ = members.insert(name, value),
            Value::Array(elements) => elements.push(value),
            other => *other = value,
        }),
    }
    body
}

fn set(body: &mut Value, pointer: &str, change: impl FnOnce(&mut Value)) {
    change(body.pointer_mut(pointer).expect("the pointer was collected from this body"));
}

fn remove(body: &mut Value, pointer: &str) {
    let Some((parent, name)) = pointer.rsplit_once('/') else { return };
    let name = name.replace("~1", "/").replace("~0", "~");
    set(body, parent, |place| match place {
        Value::Object(members) => _ = members.remove(&name),
        Value::Array(elements) => _ = name.parse().map(|at: usize| elements.remove(at)),
        _ => {}
    });
}

/// Collects the JSON pointers of all values in `value`.
fn collect(value: &Value, at: &str, pointers: &mut Vec<String>) {
    pointers.push(at.to_owned());
    match value {
        Value::Object(members) => members.iter().for_each(|(name, member)| {
            collect(member, &format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), pointers);
        }),
        Value::Array(elements) => {
            elements
                .iter()
                .enumerate()
                .for_each(|(index, element)| collect(element, &format!("{at}/{index}"), pointers));
        }
        _ => {}
    }
}
