use super::NameMeter;

/// Returns whether all names have at most five bytes, however the text is cut.
fn fits(text: &str) -> bool {
    let measure = |size: usize| {
        let mut meter = NameMeter::new(8, 5);
        text.as_bytes().chunks(size).all(|chunk| meter.pass(chunk).is_ok())
    };
    let whole = measure(text.len());
    for size in 1..text.len() {
        assert_eq!(measure(size), whole, "{text} in chunks of {size}");
    }
    whole
}

#[test]
fn names_have_a_limit_and_texts_have_none() {
    for text in [
        r#"{"12345":"123456"}"#,
        r#"["123456",{"a":"123456","b":["123456","123456"],"c":[]}]"#,
        r#"{"a":[{"b":"123456"},"123456"],"12345":0}"#,
        r#"{"a":"123456\"","b\"\\":"x\\","c":{"d":"{,[123456"}}"#,
        r#""123456""#,
    ] {
        assert!(fits(text), "{text}");
    }
    for text in [
        r#"{"123456":1}"#,
        r#"{"a":"x","123456":1}"#,
        r#"[[{"a":{},"123456"#,
        r#"{"a":["x"],"123456":1}"#,
        r#"{"a":"x\"", "1234\"":1}"#,
        r#"{ "a" : {"b":1} , "123456" : 1}"#,
    ] {
        assert!(!fits(text), "{text}");
    }
}
