//! The title of a new favorite that is given none.

use crate::model::content::{ChatRecord, Content, File, Location, Note};
use crate::model::value::{Title, WebUrl};

/// Returns what stands for the title of a favorite, cut to the length of a title: the first line of a note or
/// of the first message, the name of a file, the name, the address or the coordinates of a place, and
/// otherwise the address of the favorite. `None` if the favorite has no such text, or only an invisible one.
pub(crate) fn title_of(content: &Content, content_url: Option<&WebUrl>) -> Option<Title> {
    let title = |text: &str| Title::beginning(text.trim()).ok();
    match content {
        Content::Note(Note { text }) => text.as_str().lines().find_map(title),
        Content::ChatRecord(ChatRecord { messages }) => {
            messages.iter().flat_map(|message| message.text.as_str().lines()).find_map(title)
        }
        Content::File(File { file_name, .. }) => title(file_name.as_str()),
        Content::Location(Location { name, address, latitude, longitude }) => {
            let named = name.as_ref().or(address.as_ref()).and_then(|text| title(text.as_str()));
            named.or_else(|| title(&format!("{}, {}", latitude.get(), longitude.get())))
        }
        Content::Image(_) | Content::Video(_) | Content::Link(_) | Content::Music(_) | Content::Voice(_) => {
            content_url.and_then(|url| title(url.as_str()))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::limits::TITLE_CHARS;
    use crate::model::content::{Link, Message};
    use crate::model::value::{Latitude, Longitude, MediaType, MessageText, NoteText, ShortText};

    fn note(text: &str) -> Option<String> {
        let content = Content::Note(Note { text: NoteText::parse(text).unwrap() });
        title_of(&content, None).map(String::from)
    }

    fn place(name: Option<&str>, address: Option<&str>) -> String {
        let text = |text: Option<&str>| text.map(|text| ShortText::parse(text).unwrap());
        let (latitude, longitude) = (Latitude::new(-33.9).unwrap(), Longitude::new(18.0).unwrap());
        let place = Location { latitude, longitude, name: text(name), address: text(address) };
        String::from(title_of(&Content::Location(place), None).unwrap())
    }

    #[test]
    fn a_note_is_named_by_its_first_line_that_shows_something() {
        assert_eq!(note("\n \u{200b}\n  Milk \r\nEggs").as_deref(), Some("Milk"));
        assert_eq!(note(&format!("{}x", "\u{200b}".repeat(TITLE_CHARS))), None, "the cut has nothing to see");
    }

    #[test]
    fn a_chat_record_is_named_by_its_first_message() {
        let message = |text: &str| {
            let sender = ShortText::parse("Ann").unwrap();
            Message { sender, sent_time: None, text: MessageText::parse(text).unwrap() }
        };
        let record = Content::ChatRecord(ChatRecord { messages: vec![message("Hi\nBo"), message("Hello")] });
        assert_eq!(title_of(&record, None).unwrap().as_str(), "Hi");
    }

    #[test]
    fn a_file_is_named_by_its_name_and_a_link_by_its_address() {
        let url = WebUrl::parse("https://example.org/a.pdf").unwrap();
        let file_name = ShortText::parse("a.pdf").unwrap();
        let media_type = MediaType::parse("application/pdf").unwrap();
        let file = Content::File(File { file_name, size: 1, media_type });
        assert_eq!(title_of(&file, Some(&url)).unwrap().as_str(), "a.pdf");
        let link = Content::Link(Link::default());
        assert_eq!(title_of(&link, Some(&url)).unwrap().as_str(), "https://example.org/a.pdf");
        assert_eq!(title_of(&link, None), None);
    }

    #[test]
    fn a_place_is_named_by_its_name_its_address_or_its_coordinates() {
        assert_eq!(place(Some("Home"), Some("1 Long Street")), "Home");
        assert_eq!(place(None, Some("1 Long Street")), "1 Long Street");
        assert_eq!(place(None, None), "-33.9, 18");
    }

    proptest! {
        #[test]
        fn a_long_first_line_is_cut_between_characters(text in "[é🦀x]{1,600}") {
            let title = note(&text).unwrap();
            let (given, kept) = (text.chars().count(), title.chars().count());
            prop_assert_eq!(kept, given.min(TITLE_CHARS));
            let whole = title.strip_suffix('…').unwrap_or(&title);
            prop_assert!(text.starts_with(whole));
            prop_assert_eq!(given > TITLE_CHARS, whole != title);
        }
    }
}
