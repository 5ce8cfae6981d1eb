//! The values of the domain: what they accept, what they refuse, and how they say so.

use favorites::{
    ChatRecord, Content, DataId, DataType, EpochSeconds, Latitude, MediaType, Message, MessageText, Note,
    NoteText, PageSize, ShortText, TagName, TagSort, Text, Timestamp, Title, UserId, WebUrl, limits,
};

fn refusal<T: std::fmt::Debug, E: std::fmt::Display>(result: Result<T, E>) -> String {
    result.expect_err("it is refused").to_string()
}

#[test]
fn text_has_a_limit_in_characters_and_no_control_characters() {
    assert_eq!(Text::<3>::parse("日本語").unwrap().as_str(), "日本語");
    assert_eq!(refusal(Text::<3>::parse("日本語!")), "must have at most 3 characters; 4 were given");
    assert_eq!(refusal(Text::<3>::parse(" \n ")), "must not be empty");
    assert_eq!(refusal(Title::parse("a\u{7}b")), "must not contain the control character U+0007");
    assert!(Title::parse("two\nlines\twith a tab").is_ok());
    let title = serde_json::from_str::<Title>("\"\"").unwrap_err();
    assert!(title.to_string().contains("must not be empty"), "what is read back is checked too: {title}");
}

#[test]
fn new_text_has_a_visible_character_and_stored_text_is_read_without() {
    for invisible in ["\u{200b}", "\u{3164}\u{2800}", " \u{feff}\n", "\u{e0001}"] {
        let refused = "must have a visible character; only spaces and invisible characters were given";
        assert_eq!(refusal(Title::parse(invisible)), refused);
        assert_eq!(refusal(TagName::parse(invisible)), refused);
        assert_eq!(serde_json::from_value::<Title>(invisible.into()).unwrap().as_str(), invisible);
        assert!(serde_json::from_value::<TagName>(invisible.into()).is_ok());
    }
    assert!(Title::parse("\u{200b}x\u{200b}").is_ok());
}

#[test]
fn a_tag_name_is_on_one_line() {
    for (line_break, code) in [('\n', "000A"), ('\r', "000D"), ('\u{2028}', "2028"), ('\u{2029}', "2029")] {
        let name = format!("two{line_break}lines");
        let refused = format!("must be on one line; the line break U+{code} was given");
        assert_eq!(refusal(TagName::parse(&name)), refused);
        assert_eq!(
            serde_json::from_value::<TagName>(name.clone().into()).unwrap().as_str(),
            name,
            "an old one"
        );
        assert_eq!(
            TagName::parse(format!("{line_break}one")).unwrap().as_str(),
            "one",
            "it is around the name"
        );
    }
    for control in ["a\u{b}b", "a\u{85}b"] {
        assert!(refusal(TagName::parse(control)).starts_with("must not contain the control character U+"));
    }
}

#[test]
fn a_shortened_text_says_whether_it_was_cut_and_is_never_empty() {
    let text = Text::<9>::parse("añ🚲def").unwrap();
    assert_eq!(text.shortened(3), (Text::parse("añ🚲").unwrap(), true));
    assert_eq!(text.shortened(6), (text.clone(), false));
    let blank = Text::<9>::parse("   abc").unwrap();
    assert_eq!(blank.shortened(2), (blank.clone(), false));
}

#[test]
fn a_url_is_absolute_and_of_the_web() {
    for (good, normal) in [
        ("https://example.com/a?b=%20#c", "https://example.com/a?b=%20#c"),
        ("https://example.com", "https://example.com/"),
        (" HTTPS://EXAMPLE.COM:8443/ ", "https://example.com:8443/"),
        (
            "\u{3000}http://例え.テスト/パス?q=1#top",
            "http://xn--r8jz45g.xn--zckzah/%E3%83%91%E3%82%B9?q=1#top",
        ),
        ("https://example.com:443/a/./b/../c d", "https://example.com/a/c%20d"),
    ] {
        let url = WebUrl::parse(good).unwrap();
        assert_eq!(url.as_str(), normal, "it is kept in its normal form");
        assert_eq!(WebUrl::parse(normal), Ok(url), "which is one");
    }
    for (bad, says) in [
        ("example.com", "relative URL without a base"),
        ("javascript:alert(1)", "the scheme is javascript"),
        ("https://", "empty host"),
        ("", "relative URL without a base"),
        ("http:x", "two slashes and a host must follow http:"),
        ("http:/x", "two slashes and a host must follow http:"),
        ("https:///x", "two slashes and a host must follow https:"),
        ("https:\\\\example.com", "two slashes and a host must follow https:"),
    ] {
        let message = refusal(WebUrl::parse(bad));
        assert!(
            message.starts_with("must be an absolute http or https URL: ") && message.ends_with(says),
            "{message}"
        );
    }
    for (control, code) in
        [("https://example.com/\n", "000A"), ("https://exa\tmple.com/", "0009"), ("\0https://e.com", "0000")]
    {
        assert_eq!(
            refusal(WebUrl::parse(control)),
            format!("must not contain the control character U+{code}")
        );
    }
    let encoded = format!("https://example.com/{}", "é".repeat(400));
    assert_eq!(
        refusal(WebUrl::parse(encoded)),
        "must have at most 2048 bytes when normalized; 2420 were given"
    );
    let long = format!("https://example.com/{}", "a".repeat(limits::URL_CHARS));
    assert_eq!(refusal(WebUrl::parse(long)), "must have at most 2048 characters; 2068 were given");
}

#[test]
fn a_url_that_was_stored_as_it_was_sent_is_read_in_its_normal_form() {
    let stored = |url: &str| serde_json::from_value::<WebUrl>(url.into()).map(|url| url.as_str().to_owned());
    for (old, normal) in [
        ("http:x", "http://x/"),
        (" https:///example.com\n", "https://example.com/"),
        ("https://EXAMPLE.com/#/item/1", "https://example.com/#/item/1"),
    ] {
        assert_eq!(stored(old).unwrap(), normal);
    }
    let long = format!("https://example.com/{}", "é".repeat(1_000));
    assert_eq!(stored(&long).unwrap().len(), "https://example.com/".len() + 6_000);
    assert!(stored("ftp://example.com").is_err() && stored("x").is_err());
}

#[test]
fn media_types_have_two_names() {
    for good in ["image/png", "application/vnd.ms-excel", "text/x-c++"] {
        assert_eq!(MediaType::parse(good).unwrap().as_str(), good);
    }
    for bad in ["", "image", "image/", "/png", "image/png; q=1", "im age/png", "image/png/x"] {
        assert_eq!(
            refusal(MediaType::parse(bad)),
            format!("must be a media type such as image/png; \"{bad}\" was given")
        );
    }
}

#[test]
fn degrees_and_page_sizes_have_a_range() {
    assert!(Latitude::new(-90.0).is_ok() && Latitude::new(90.0).is_ok());
    assert_eq!(refusal(Latitude::new(90.5)), "must be from -90 to 90; 90.5 was given");
    assert_eq!(refusal(Latitude::new(f64::NAN)), "must be from -90 to 90; NaN was given");
    assert_eq!(PageSize::new(100).unwrap().get(), 100);
    assert_eq!(refusal(PageSize::new(0)), "must be from 1 to 100; 0 was given");
    assert_eq!(refusal(PageSize::new(101)), "must be from 1 to 100; 101 was given");
}

#[test]
fn ids_are_read_in_either_case_and_written_in_lower_case() {
    let id = DataId::at("2026-11-21T08:35:15.123Z".parse().unwrap());
    assert_eq!(id.to_string().parse::<DataId>(), Ok(id));
    assert_eq!(id.to_string().to_uppercase().parse::<DataId>(), Ok(id));
    assert_eq!(id.to_string(), id.to_string().to_lowercase());
    for other in [id.to_string().replace('-', ""), format!("{{{id}}}"), "1".to_owned(), String::new()] {
        assert_eq!(refusal(other.parse::<DataId>()), format!("must be a UUID; \"{other}\" was given"));
    }
}

#[test]
fn the_order_of_ids_is_that_of_their_times() {
    let at = |millis| DataId::at(Timestamp::from_unix_millis(millis).unwrap()).to_string();
    let times = [0, 1, 999, 1_000, 1_795_250_115_123, 1_795_250_115_124, 32_503_680_000_000];
    let ids: Vec<String> = times.into_iter().map(at).collect();
    assert!(ids.is_sorted(), "{ids:?}");
}

#[test]
fn user_ids_have_a_limit_in_bytes() {
    assert!(UserId::parse("é".repeat(127)).is_ok());
    assert_eq!(
        refusal(UserId::parse("é".repeat(128))),
        "must have at most 255 bytes when encoded as UTF-8; 256 were given"
    );
    assert_eq!(refusal(UserId::parse("")), "must not be empty");
}

#[test]
fn tag_names_are_one_whatever_their_case_or_width() {
    let folded = |name: &str| TagName::parse(name).unwrap().folded();
    assert_eq!(folded("STRASSE"), folded("straße"));
    assert_eq!(folded("ｶﾅ"), folded("カナ"));
    assert_ne!(folded("resume"), folded("résumé"));
    assert_eq!(TagName::parse("  Reading ").unwrap().as_str(), "Reading");
    // A ligature that folds to eighteen characters.
    assert_eq!(
        refusal(TagName::parse("\u{FDFA}".repeat(64))),
        "must have at most 512 bytes when case-folded; 2112 were given"
    );
}

#[test]
fn names_of_types_and_sorts_are_those_of_the_documentation() {
    for data_type in DataType::ALL {
        assert_eq!(data_type.as_str().parse::<DataType>(), Ok(data_type));
        assert_eq!(serde_json::to_value(data_type).unwrap(), data_type.as_str());
    }
    assert_eq!(
        refusal("film".parse::<DataType>()),
        "must be one of image, video, link, file, music, chatRecord, voice, note, location; \"film\" was given"
    );
    for sort in TagSort::ALL {
        assert_eq!(sort.as_str().parse::<TagSort>(), Ok(sort));
    }
    assert_eq!(
        refusal("size".parse::<TagSort>()),
        "must be one of tagName, createTime, lastAccessTime; \"size\" was given"
    );
}

#[test]
fn the_content_says_its_type_in_the_table() {
    let note = Content::Note(Note { text: NoteText::parse("x").unwrap() });
    assert_eq!(
        serde_json::to_value(note).unwrap(),
        serde_json::json!({"dataType": "note", "content": {"text": "x"}})
    );
}

#[test]
fn a_preview_cuts_long_texts_and_many_messages() {
    let note = |chars| Content::Note(Note { text: NoteText::parse("x".repeat(chars)).unwrap() });
    assert_eq!(note(280).preview(), (note(280), false));
    assert_eq!(note(281).preview(), (note(280), true));

    let message = Message {
        sender: ShortText::parse("Lin").unwrap(),
        sent_time: None,
        text: MessageText::parse("hello").unwrap(),
    };
    let chat = |messages| Content::ChatRecord(ChatRecord { messages: vec![message.clone(); messages] });
    assert_eq!(chat(3).preview(), (chat(3), false));
    assert_eq!(chat(4).preview(), (chat(3), true));
}

#[test]
fn an_item_has_expired_from_its_second_on() {
    let expires = EpochSeconds::of("2026-11-21T08:35:15.900Z".parse().unwrap());
    assert!(!expires.expired("2026-11-21T08:35:14.999Z".parse().unwrap()));
    assert!(expires.expired("2026-11-21T08:35:15.000Z".parse().unwrap()));
    assert_eq!(expires.timestamp().to_string(), "2026-11-21T08:35:15.000Z");
}
