use proptest::prelude::*;
use single_table::Timestamp;

use super::*;
use crate::model::content::{
    ChatRecord, Content, File, Image, Link, Location, Message, Music, Note, Video, Voice,
};
use crate::model::details::Details;
use crate::model::ids::{DataId, UserId};
use crate::model::life::Life;
use crate::model::tag_times::TagTimes;
use crate::model::value::{
    CreatorId, Latitude, LongText, Longitude, MediaType, MessageText, NoteText, ShortText, Title, WebUrl,
};

fn favorite(title: &str, content: Content) -> FavoriteData {
    let clip_time = Timestamp::from_unix_millis(0).unwrap();
    let mut details = Details::new(Title::parse(title).unwrap());
    details.thumbnail_url = Some(WebUrl::parse("https://thumbnails.example/small").unwrap());
    details.creator_id = Some(CreatorId::parse("creator").unwrap());
    FavoriteData {
        user_id: UserId::parse("alice").unwrap(),
        data_id: DataId::at(clip_time),
        details,
        clip_time,
        update_time: clip_time,
        expire_time: None,
        tag_ids: [].into(),
        tag_times: TagTimes::default(),
        restore_time: None,
        version: 1,
        life: Life::default(),
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
    assert_eq!(SearchText::of(favorite), SearchText(text.to_owned()));
}

#[test]
fn pictures_and_films_have_a_title_and_an_address() {
    let mut picture = favorite("Title", Content::Image(Image::default()));
    picture.details.content_url = Some(WebUrl::parse("https://pictures.example/summer.jpg").unwrap());
    assert_text(&picture, "title,pictures.example/summer-jpg");
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
    assert_text(&favorite("Title", Content::File(file)), "title,,annual report-pdf");
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
fn links_have_address_site_and_description() {
    let content = Link { description: Some(long("About Rust")), site_name: Some(short("The Site")) };
    assert_text(
        &link("https://www.blog.example:8443/2026/why-rust.html?utm_source=secret#part", content),
        "title,blog.example/8443 2026 why-rust-html#part,the site,about rust",
    );
    assert_text(&favorite("Title", Content::Link(Link::default())), "title");
}

#[test]
fn texts_with_nothing_to_find_are_left_out() {
    let music = Music { artist: Some(short("???")), album: Some(short("Album")), duration_millis: None };
    assert_text(&favorite("...", Content::Music(music)), ",,album");
    assert_text(&note("...", "!!!"), "");
}

#[test]
fn the_longest_note_is_searched_to_its_end() {
    let words = "word ".repeat(3_999);
    assert_text(&note("T", &format!("{words}last")), &format!("t,,{words}last"));
    // A ligature that folds to eighteen characters.
    let grown = note("T", &"\u{fdfa}".repeat(20_000));
    assert_eq!(SearchText::of(&grown).as_str().chars().count(), 3 + 20_000 * 18);
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
        link("https://www.blog.example/a", Link { description: Some(long("About Rust")), site_name: None });
    let text = SearchText::of(&link);
    let text = text.as_str();
    assert_eq!((Part::Title.of(text), Part::Host.of(text)), ("title", "blog.example"));
    let note = SearchText::of(&note("...", "Text"));
    let note = note.as_str();
    assert_eq!((Part::Title.of(note), Part::Host.of(note)), ("", ""));
    assert_eq!((Part::Title.of("title"), Part::Host.of("title")), ("title", ""));
}

proptest! {
    #[test]
    fn the_text_is_all_texts(title in alphabet(), text in alphabet()) {
        let title: String = title.chars().take(256).collect();
        prop_assume!(Title::parse(&*title).is_ok() && NoteText::parse(&*text).is_ok());
        let whole = format!("{},,{}", fold(&title), fold(&text));
        let found = SearchText::of(&note(&title, &text));
        prop_assert_eq!(found.as_str(), whole.trim_end_matches(','));
    }
}
