use std::cell::Cell;

use proptest::prelude::*;
use single_table::Timestamp;

use super::*;
use crate::model::content::{
    ChatRecord, Content, File, Image, Link, Location, Message, Music, Note, Video, Voice,
};
use crate::model::details::Details;
use crate::model::ids::{DataId, UserId};
use crate::model::value::{
    CreatorId, Latitude, LongText, Longitude, MediaType, MessageText, NoteText, ShortText, Title, WebUrl,
};

fn favorite(title: &str, content: Content) -> FavoriteData {
    let clip_time = Timestamp::from_unix_millis(0).unwrap();
    let mut details = Details::new(Title::parse(title).unwrap());
    details.thumbnail_url = Some(WebUrl::parse("https://thumbnails.example/small").unwrap());
    details.content_url = Some(WebUrl::parse("https://files.example/stored").unwrap());
    details.creator_id = Some(CreatorId::parse("creator").unwrap());
    FavoriteData {
        user_id: UserId::parse("alice").unwrap(),
        data_id: DataId::at(clip_time),
        details,
        clip_time,
        update_time: clip_time,
        expire_time: None,
        tag_ids: [].into(),
        version: 1,
        truncated: false,
        content,
    }
}

fn link(url: &str, link: Link) -> FavoriteData {
    let mut favorite = favorite("Title", Content::Link(link));
    favorite.details.content_url = Some(WebUrl::parse(url).unwrap());
    favorite
}

fn note(title: &str, text: &str) -> FavoriteData {
    favorite(title, Content::Note(Note { text: NoteText::parse(text).unwrap() }))
}

fn chat(messages: &[(&str, &str)]) -> FavoriteData {
    let message = |&(sender, text): &(&str, &str)| Message {
        sender: short(sender),
        sent_time: None,
        text: MessageText::parse(text).unwrap(),
    };
    favorite("Title", Content::ChatRecord(ChatRecord { messages: messages.iter().map(message).collect() }))
}

fn short(text: &str) -> ShortText {
    ShortText::parse(text).unwrap()
}

fn long(text: &str) -> LongText {
    LongText::parse(text).unwrap()
}

#[track_caller]
fn assert_text(favorite: &FavoriteData, text: &str) {
    assert_eq!(SearchText::of(favorite), SearchText { text: text.to_owned(), cut: false });
}

/// Returns the search text of a note that exceeds the limit.
#[track_caller]
fn cut_text(title: &str, text: &str) -> String {
    let SearchText { text, cut } = SearchText::of(&note(title, text));
    assert!(cut, "{text}");
    assert!(text.chars().count() <= SEARCHED_CHARS, "{text}");
    text
}

#[test]
fn pictures_and_films_have_a_title_only() {
    assert_text(&favorite("Summer, 2026!", Content::Image(Image::default())), "summer 2026");
    assert_text(&favorite("Été", Content::Video(Video::default())), "ete");
}

#[test]
fn notes_have_their_text() {
    assert_text(&note("Title", "First line\nSecond line"), "title,,first line second line");
}

#[test]
fn files_have_their_name() {
    let file = File {
        file_name: short("annual_report.PDF"),
        size: 1,
        media_type: MediaType::parse("application/pdf").unwrap(),
    };
    assert_text(&favorite("Title", Content::File(file)), "title,,annual report pdf");
}

#[test]
fn music_has_artist_and_album() {
    let music =
        Music { artist: Some(short("Björk")), album: Some(short("Début")), duration_millis: Some(1) };
    assert_text(&favorite("Title", Content::Music(music)), "title,,bjork,debut");
    let music = Music { album: Some(short("Début")), ..Music::default() };
    assert_text(&favorite("Title", Content::Music(music)), "title,,debut");
}

#[test]
fn places_have_name_and_address() {
    let location = Location {
        latitude: Latitude::new(31.2).unwrap(),
        longitude: Longitude::new(121.5).unwrap(),
        name: Some(short("湖心亭 Tea House")),
        address: Some(short("Yuyuan Rd 257")),
    };
    assert_text(&favorite("Title", Content::Location(location)), "title,,湖心亭tea house,yuyuan rd 257");
}

#[test]
fn voice_notes_have_their_transcript() {
    let voice = Voice { duration_millis: 1, media_type: None, transcript: Some(long("Buy milk.")) };
    assert_text(&favorite("Title", Content::Voice(voice.clone())), "title,,buy milk");
    assert_text(&favorite("Title", Content::Voice(Voice { transcript: None, ..voice })), "title");
}

#[test]
fn chat_records_have_each_sender_once_and_all_messages() {
    let record = chat(&[("Lin", "Hello"), ("Ana", "Hi; how are you?"), ("Lin", "Hello")]);
    assert_text(&record, "title,,lin,ana,hello,hi how are you,hello");
}

#[test]
fn links_have_host_site_path_and_description() {
    let content = Link { description: Some(long("About Rust")), site_name: Some(short("The Site")) };
    assert_text(
        &link("https://www.blog.example:8443/2026/why-rust.html?utm=secret#part", content),
        "title,blog example,the site,2026 why-rust html,about rust",
    );
}

#[test]
fn addresses_of_links_are_searched_as_people_read_them() {
    let cases = [
        ("https://b%C3%BCcher.example/%E6%94%B6%E8%97%8F/a%2Bb", "title,bucher example,收藏a+b"),
        ("https://xn--bcher-kva.example", "title,bucher example"),
        ("http://127.0.0.1/x", "title,127 0 0 1,x"),
        ("http://[::1]:3000/", "title,1"),
        ("https://www.example/%FF%FE", "title,example"),
        ("https://wwwhere.example/", "title,wwwhere example"),
    ];
    for (url, text) in cases {
        assert_text(&link(url, Link::default()), text);
    }
    let mut without = favorite("Title", Content::Link(Link::default()));
    without.details.content_url = None;
    assert_text(&without, "title");
}

#[test]
fn texts_with_nothing_to_find_are_left_out() {
    let music = Music { artist: Some(short("???")), album: Some(short("Album")), duration_millis: None };
    assert_text(&favorite("...", Content::Music(music)), ",,album");
    assert_text(&note("...", "!!!"), "");
}

#[test]
fn a_text_that_fits_exactly_is_not_cut() {
    let fits = "字".repeat(SEARCHED_CHARS - 3);
    assert_text(&note("T", &fits), &format!("t,,{fits}"));
    assert_text(&note("T", &format!("{fits}……")), &format!("t,,{fits}"));
    assert_eq!(cut_text("T", &format!("{fits}字")), format!("t,,{fits}"));
}

#[test]
fn a_cut_leaves_whole_words() {
    let words = "0123 ".repeat(99);
    assert_eq!(cut_text("T", &format!("{words}last words")), format!("t,,{}", words.trim_end()));
    assert_eq!(cut_text("T", &format!("{words}é, words")), format!("t,,{words}e"));
    assert_eq!(cut_text("T", &"0123456789".repeat(60)), format!("t,,{}", &"0123456789".repeat(50)[..497]));
    assert_eq!(
        cut_text("T", &format!("{}{}", "字".repeat(480), "x".repeat(40))),
        format!("t,,{}", "字".repeat(480))
    );
}

#[test]
fn a_text_that_does_not_fit_ends_the_search_text() {
    let full = "字".repeat(494);
    // The cut drops half a word, and the comma before it if no whole word fits.
    let record = chat(&[("Lin", &full[..479 * 3]), ("Lin", "1234567 8901 word"), ("Lin", "no")]);
    let expected = format!("title,,lin,{}", "字".repeat(479));
    assert_eq!(SearchText::of(&record), SearchText { text: format!("{expected},1234567"), cut: true });

    let record = chat(&[("Lin", &full[..485 * 3]), ("Lin", "word"), ("Lin", "no")]);
    let expected = format!("title,,lin,{}", "字".repeat(485));
    assert_eq!(SearchText::of(&record), SearchText { text: expected.clone(), cut: true });

    // If folding leaves nothing of the rest, the text does not count as cut.
    let record = chat(&[("Lin", &"字".repeat(489)), ("Lin", "?!")]);
    assert_text(&record, &format!("title,,lin,{}", "字".repeat(489)));
}

#[test]
fn texts_that_shrink_fill_the_room_and_texts_that_grow_keep_within() {
    let sparse = format!("{}end", "word ............................. ".repeat(570));
    assert_eq!(cut_text("T", &sparse), format!("t,,{}", "word ".repeat(99).trim_end()));
    let far = format!("start{}end", ".".repeat(19_900));
    assert_text(&note("T", &far), "t,,start end");
    // A ligature that folds to eighteen characters in four words.
    let grown = cut_text(&"\u{fdfa}".repeat(256), "x");
    assert!(grown.chars().count() > SEARCHED_CHARS - CUT_BACK, "{grown}");
    assert!(fold(&"\u{fdfa}".repeat(256)).starts_with(&grown));
}

#[test]
fn no_more_is_folded_than_can_be_needed() {
    let folded = |source: &str, room| {
        let chars = Cell::new(0);
        SearchText::beginning(source, room, |text| {
            chars.set(chars.get() + text.chars().count());
            fold(text)
        });
        chars.get()
    };
    assert_eq!(folded(&"word ".repeat(4_000), 500), 1_064);
    assert_eq!(folded("a short text", 500), 12);
    assert_eq!(folded(&"word ".repeat(4_000), 0), 64);
    // Folding keeps a tenth of this text, so longer beginnings are folded in doubling steps.
    assert_eq!(folded(&format!("w{}", ".".repeat(19)).repeat(1_000), 500), 1_064 + 2_128 + 4_256 + 8_512);
}

#[test]
fn later_text_may_change_the_end_of_a_beginning() {
    // The vowel sign comes last, and normalization moves it before the tone marks.
    let source = format!("{}ก\u{e48}\u{e48}\u{e38}", "\u{ad}".repeat(2 * (2 + UNSETTLED) - 3));
    let beginning = SearchText::beginning(&source, 2, fold);
    assert_eq!(beginning, SearchText { text: "ก\u{e38}".to_owned(), cut: true });
}

fn alphabet() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zé .,]{1,700}",
        "[我的收藏カ\u{3099}각ᄒ\u{1161}\u{11ab} ]{1,700}",
        "[\u{fdfa}½a\u{300}\u{3000}-]{1,200}",
        "\\PC{1,300}",
    ]
}

#[test]
fn title_and_host_have_their_places() {
    let link =
        link("https://www.blog.example/", Link { description: Some(long("About Rust")), site_name: None });
    let text = SearchText::of(&link).text;
    assert_eq!((Part::Title.of(&text), Part::Host.of(&text)), ("title", "blog example"));
    let note = SearchText::of(&note("...", "Text")).text;
    assert_eq!((Part::Title.of(&note), Part::Host.of(&note)), ("", ""));
    assert_eq!((Part::Title.of("title"), Part::Host.of("title")), ("title", ""));
}

proptest! {
    #[test]
    fn the_text_is_the_beginning_of_all_texts(title in alphabet(), text in alphabet()) {
        let title: String = title.chars().take(256).collect();
        prop_assume!(Title::parse(&*title).is_ok() && NoteText::parse(&*text).is_ok());
        let search = SearchText::of(&note(&title, &text));
        let whole = format!("{},,{}", fold(&title), fold(&text));
        let whole = whole.trim_end_matches(',');
        let rest = whole.strip_prefix(&search.text);
        prop_assert!(rest.is_some(), "{:?} begins {whole:?}", search.text);
        prop_assert_eq!(search.cut, rest != Some(""));
        prop_assert!(search.text.chars().count() <= SEARCHED_CHARS);
        prop_assert!(!search.text.ends_with([' ', ',', JOINT]));
        if search.cut {
            let shortest = SEARCHED_CHARS - CUT_BACK - 3;
            prop_assert!(search.text.chars().count() >= shortest, "no more than a word is given up");
        }
    }
}
