//! Tests every number of every data type: the service stores a valid number unchanged and refuses all others.

use favorites_tests::{Person, Service, sample};
use serde_json::{Value, json};

/// Returns numbers at the limits of JSON, of doubles, and of DynamoDB, which stores magnitudes from 1e-130 to 9.99e125.
fn extremes() -> Vec<Value> {
    let floats = [0.0, -0.0, 0.5, 90.0, 180.0, 1e-130, 9.9e-131, 1e-200, 5e-324, 1e16, 1e125, 1e126, 1e308];
    let mut numbers: Vec<_> = floats.iter().flat_map(|float| [json!(float), json!(-float)]).collect();
    numbers.extend([json!(0.123_456_789_012_345_67), json!(48.137_000_000_000_01)]);
    numbers.extend([0, 1, u64::from(u32::MAX), 1 << 32, (1 << 53) - 1, 1 << 53, u64::MAX].map(Value::from));
    numbers.extend([-1, i64::MIN].map(Value::from));
    numbers
}

/// Returns the JSON pointers of all numbers in the sample of a type.
fn numbers_of(data_type: &str) -> Vec<String> {
    let content = sample::content(data_type);
    let members = content.as_object().expect("content is an object");
    let numbers = members.iter().filter(|(_, value)| value.is_number());
    numbers.map(|(name, _)| format!("/content/{name}")).collect()
}

async fn check_number(ann: &Person, data_type: &str, pointer: &str, number: &Value) -> bool {
    let mut body = sample::favorite(data_type, &format!("{pointer} {number}"));
    body["contentUrl"] = format!("https://example.com/?{pointer}={number}").into();
    *body.pointer_mut(pointer).expect("the sample has it") = number.clone();
    let answer = ann.post("/favorites", &body).await;
    if answer.status() == 201 {
        let kept = answer.is(201);
        let path = format!("/favorites/{}", favorites_tests::data_id(&kept));
        let read = ann.get(&path).await.is(200);
        assert_eq!(
            read.pointer(pointer).and_then(Value::as_f64),
            number.as_f64(),
            "{pointer} {number}: {read}"
        );
        return true;
    }
    let (place, detail) = answer.fault();
    assert_eq!(place, pointer, "{number}");
    assert!(detail.starts_with("must be ") && detail.ends_with(" was given"), "{number}: {detail}");
    false
}

#[tokio::test]
async fn a_number_of_any_type_is_kept_exactly_or_refused_with_its_field_and_limit() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for data_type in sample::DATA_TYPES {
        for pointer in numbers_of(data_type) {
            let (mut kept, mut refused) = (0, 0);
            for number in extremes() {
                let count = if check_number(&ann, data_type, &pointer, &number).await {
                    &mut kept
                } else {
                    &mut refused
                };
                *count += 1;
            }
            assert!(kept >= 3 && refused >= 3, "{data_type}{pointer}: {kept} were kept, {refused} refused");
        }
    }
    service.end().await;
}

#[tokio::test]
async fn a_coordinate_that_dynamodb_cannot_store_is_refused_when_it_is_new_and_when_it_changes() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("location", "x")).await;
    let path = format!("/favorites/{}", favorites_tests::data_id(&kept));
    for (latitude, longitude) in [(1e-131, -5e-324), (-1e-200, 9.99e-131)] {
        let content = json!({ "latitude": latitude, "longitude": longitude });
        let body = sample::with(sample::favorite("location", "x"), &json!({ "content": content }));
        for answer in
            [ann.post("/favorites", &body).await, ann.patch(&path, &json!({ "content": content })).await]
        {
            let faults = answer.faults();
            for (place, given) in [("/content/latitude", latitude), ("/content/longitude", longitude)] {
                let expected = format!("must be 0, or at least 1e-130 away from 0; {given:e} was given");
                assert_eq!(faults[place], expected);
            }
        }
    }
    assert_eq!(ann.get(&path).await.is(200), kept);
    service.end().await;
}

#[tokio::test]
async fn minus_zero_is_zero_from_the_first_answer_on() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let content = json!({ "latitude": -0.0, "longitude": -0.0 });
    let kept =
        ann.create(&sample::with(sample::favorite("location", "x"), &json!({ "content": content }))).await;
    assert_eq!(kept["content"].to_string(), r#"{"latitude":0.0,"longitude":0.0}"#);
    assert_eq!(ann.get(&format!("/favorites/{}", favorites_tests::data_id(&kept))).await.is(200), kept);
    service.end().await;
}
