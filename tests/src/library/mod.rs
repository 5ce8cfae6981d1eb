//! A generated library of a user, in English, Chinese and both, which is the same in each run. Benchmarks measure searches on it.
//!
//! It contains no real favorites. English words consist of random syllables, and Chinese words of common characters. Both are as
//! frequent as in real text: the n-th most frequent word occurs about 1/n as often as the first (Zipf's law). Some words are
//! [`Planted`], so that the result of a search for them is known in advance.
//!
//! ```
//! use favorites_api::favorites::UserId;
//! use favorites_tests::library::{Library, Planted};
//!
//! let ann = UserId::parse("ann").unwrap();
//! let library = Library::new(&ann, 1_000);
//! assert_eq!(library.favorites.len(), 1_000);
//! assert_eq!(library.with(&[Planted::Rare]).len(), 7);
//! assert_eq!(library.with(&[Planted::Frequent]).len(), 250);
//! ```

mod maker;
mod vocabulary;

use std::time::Duration;

use favorites_api::favorites::limits::NOTE_CHARS;
use favorites_api::favorites::{Content, DataId, FavoriteData, Note, Tag, TagName, Timestamp, Title, UserId};

pub use maker::Maker;

use maker::FIRST;

/// The time between the first and the last favorite of a library.
const YEARS: Duration = Duration::from_hours(8 * 365 * 24);

/// The number of very long notes in a library with long notes.
const VERY_LONG: usize = 1_000;

/// A user's tags and favorites.
#[derive(Debug, Clone)]
pub struct Library {
    /// The tags.
    pub tags: Vec<Tag>,
    /// The favorites, oldest first. Their ids have the same order as their clip times.
    pub favorites: Vec<FavoriteData>,
}

/// A word that occurs only in known titles of a library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planted {
    /// A word in seven titles, whatever the size of the library, spread evenly.
    Rare,
    /// A word in every fourth title.
    Frequent,
    /// Two Chinese characters between others, in every 250th title.
    TwoCharacters,
    /// A word in every 25th title, and in those with the phrase.
    One,
    /// Another word in as many other titles, and in those with the phrase.
    Other,
    /// Both words, one after the other, in every 250th title. In as many titles they are in the other order.
    Phrase,
    /// A word in no title.
    Absent,
}

impl Library {
    /// Generates a user's library with this number of favorites, spread over eight years.
    #[must_use]
    pub fn new(user: &UserId, favorites: usize) -> Self {
        Self::made_by(Maker::new(user, 0), favorites)
    }

    /// Generates such a library of a user with this number of tags, all of which have the word `trip` in their
    /// names.
    #[must_use]
    pub fn with_trips(user: &UserId, favorites: usize, trips: usize) -> Self {
        let mut library = Self::made_by(Maker::with_tags(user, 0, trips), favorites);
        for (number, tag) in library.tags.iter_mut().enumerate() {
            tag.tag_name =
                TagName::parse(format!("trip {number:03}")).expect("a word and a number are short");
        }
        library
    }

    fn made_by(mut maker: Maker, favorites: usize) -> Self {
        let step = i64::try_from(YEARS.as_millis()).expect("eight years are few milliseconds")
            / i64::try_from(favorites.max(1)).expect("a library fits memory");
        let mut time = FIRST;
        let favorites = (0..favorites).map(|number| {
            let clip_time = Timestamp::from_unix_millis(time).expect("the time is in this century");
            time += step;
            let mut favorite = maker.favorite(clip_time);
            for planted in Planted::ALL.into_iter().filter(|planted| planted.is_at(number, favorites)) {
                favorite.details.title = Title::parse(planted.put_into(favorite.details.title.as_str()))
                    .expect("a title of some words has room for one more");
            }
            favorite
        });
        let favorites = favorites.collect();
        Self { tags: maker.into_tags(), favorites }
    }

    /// Gives every fifth favorite a note of 2,000 characters, and a thousand of the favorites one of 20,000.
    #[must_use]
    pub fn with_long_notes(mut self, user: &UserId) -> Self {
        let mut maker = Maker::new(user, 1);
        let between = (self.favorites.len() / VERY_LONG).max(1);
        for (number, favorite) in self.favorites.iter_mut().enumerate() {
            let characters = match number {
                _ if number % between == between / 2 => NOTE_CHARS,
                _ if number % 5 == 2 => NOTE_CHARS / 10,
                _ => continue,
            };
            favorite.content = Content::Note(Note { text: maker.text(characters) });
            favorite.details.content_url = None;
        }
        self
    }

    /// Returns the favorites that contain all these words, newest first.
    #[must_use]
    pub fn with(&self, planted: &[Planted]) -> Vec<DataId> {
        let has = |favorite: &&FavoriteData| {
            planted.iter().all(|planted| favorite.details.title.as_str().contains(planted.text()))
        };
        self.favorites.iter().rev().filter(has).map(|favorite| favorite.data_id).collect()
    }
}

impl Planted {
    /// All words and the phrase.
    pub const ALL: [Self; 7] =
        [Self::Rare, Self::Frequent, Self::TwoCharacters, Self::One, Self::Other, Self::Phrase, Self::Absent];

    /// Returns the text. No other word contains a `q`, and the vocabulary does not contain the two characters.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Rare => "quokka",
            Self::Frequent => "quartz",
            Self::TwoCharacters => "蝴蝶",
            Self::One => "quill",
            Self::Other => "quiver",
            Self::Phrase => "quill quiver",
            Self::Absent => "quince",
        }
    }

    /// Returns true if the favorite of this number contains the word, in a library of this size.
    fn is_at(self, number: usize, favorites: usize) -> bool {
        match self {
            Self::Rare => (0..7).any(|part| number == favorites * (2 * part + 1) / 14),
            Self::Frequent => number % 4 == 1,
            Self::TwoCharacters => number % 250 == 125,
            Self::One => number % 25 == 3 || number % 250 == 175,
            Self::Other => number % 25 == 13 || number % 250 == 175,
            Self::Phrase => number % 250 == 75,
            Self::Absent => false,
        }
    }

    fn put_into(self, title: &str) -> String {
        match self {
            // Put it between other characters, since nothing marks the beginning of a Chinese word.
            Self::TwoCharacters => format!("{title}大{}的", self.text()),
            Self::Other => format!("{} {title}", self.text()),
            Self::Rare | Self::Frequent | Self::One | Self::Phrase | Self::Absent => {
                format!("{title} {}", self.text())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use favorites_api::favorites::limits::TAGS_PER_FAVORITE;

    use super::*;

    fn library(favorites: usize) -> Library {
        Library::new(&UserId::parse("ann").unwrap(), favorites)
    }

    #[test]
    fn is_the_same_each_time() {
        assert_eq!(library(300).favorites, library(300).favorites);
    }

    #[test]
    fn another_person_keeps_other_things() {
        let bob = Library::new(&UserId::parse("bob").unwrap(), 10);
        let ann = library(10);
        assert_ne!(bob.favorites[0].data_id, ann.favorites[0].data_id);
        assert_ne!(bob.favorites[0].details, ann.favorites[0].details);
    }

    #[test]
    fn planted_words_stand_where_they_were_put() {
        for (favorites, counts) in [
            (7, [7, 2, 0, 1, 0, 0, 0]),
            (1_000, [7, 250, 4, 48, 48, 4, 0]),
            (5_000, [7, 1_250, 20, 240, 240, 20, 0]),
        ] {
            let library = library(favorites);
            assert_eq!(Planted::ALL.map(|planted| library.with(&[planted]).len()), counts, "of {favorites}");
            let texts: Vec<_> = library.favorites.iter().map(|favorite| format!("{favorite:?}")).collect();
            let whole =
                Planted::ALL.map(|planted| texts.iter().filter(|text| text.contains(planted.text())).count());
            assert_eq!(whole, counts, "also outside of titles, of {favorites}");
        }
    }

    #[test]
    fn ids_ascend_with_the_clip_times() {
        let library = library(2_000);
        assert!(
            library
                .favorites
                .is_sorted_by(|one, next| { one.clip_time < next.clip_time && one.data_id < next.data_id })
        );
    }

    #[test]
    fn all_there_is_to_keep_is_in_it() {
        let library = library(2_000);
        let tags: BTreeSet<_> = library.tags.iter().map(|tag| tag.tag_id).collect();
        assert_eq!(tags.len(), 40);
        let types: BTreeSet<_> = library.favorites.iter().map(FavoriteData::data_type).collect();
        assert_eq!(types.len(), 9);
        for favorite in &library.favorites {
            assert!(favorite.tag_ids.is_subset(&tags) && favorite.tag_ids.len() <= TAGS_PER_FAVORITE);
            assert_eq!(favorite.details.content_url.is_some(), favorite.data_type().needs_content_url());
        }
    }

    #[test]
    fn a_third_of_the_titles_is_mixed_and_a_fifth_has_a_long_text() {
        let library = library(3_000);
        let share = |is: &dyn Fn(&FavoriteData) -> bool| {
            library.favorites.iter().filter(|favorite| is(favorite)).count() * 100 / 3_000
        };
        let is_chinese = |character: char| character > '\u{3000}';
        let titles = |is: &dyn Fn(bool, bool) -> bool| {
            share(&|favorite: &FavoriteData| {
                let title = favorite.details.title.as_str();
                is(title.contains(is_chinese), title.contains(|c: char| c.is_ascii_lowercase()))
            })
        };
        // A planted English word turns a Chinese title into a mixed one.
        assert!((30..46).contains(&titles(&|chinese, english| chinese && english)));
        assert!((20..36).contains(&titles(&|chinese, english| chinese && !english)));
        let long = share(&|favorite| match &favorite.content {
            Content::Note(_) | Content::ChatRecord(_) => true,
            Content::Link(link) => link.description.is_some(),
            Content::Voice(voice) => voice.transcript.is_some(),
            _ => false,
        });
        assert!((17..24).contains(&long), "{long}");
    }
}
