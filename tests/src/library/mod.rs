//! A made-up library of one person, in English, Chinese and both, the same at each run: what benchmarks and searches are
//! measured on.
//!
//! Nobody's favorites are in it. Words are made of syllables, Chinese words of common characters, and both are as
//! frequent as in real text: the n-th most frequent word comes about 1/n as often as the first (Zipf's law). Four words are
//! planted, so that a search for one of them has an answer that is known beforehand: [`Planted`].
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

use favorites_api::favorites::{DataId, FavoriteData, Tag, Timestamp, Title, UserId};

pub use maker::Maker;

/// 2018-01-01T00:00:00Z, in milliseconds: the first favorite is kept then.
const FIRST: i64 = 1_514_764_800_000;

/// Over how long a time a library is gathered.
const YEARS: Duration = Duration::from_hours(8 * 365 * 24);

/// A person's tags and favorites.
#[derive(Debug, Clone)]
pub struct Library {
    /// The tags.
    pub tags: Vec<Tag>,
    /// The favorites, the oldest first. The order of their ids is that of their clip times.
    pub favorites: Vec<FavoriteData>,
}

/// A word that stands in the titles of a library where it was put, and nowhere else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planted {
    /// In seven titles, however large the library is, spread evenly over it.
    Rare,
    /// In every fourth title.
    Frequent,
    /// Two Chinese characters amid others, in every 250th title.
    TwoCharacters,
    /// In none.
    Absent,
}

impl Library {
    /// The library of this person with so many favorites, kept over eight years.
    #[must_use]
    pub fn new(user: &UserId, favorites: usize) -> Self {
        let mut maker = Maker::new(user, 0);
        let step = i64::try_from(YEARS.as_millis()).expect("eight years are few milliseconds")
            / i64::try_from(favorites.max(1)).expect("a library fits memory");
        let mut time = FIRST;
        let favorites = (0..favorites).map(|number| {
            let clip_time = Timestamp::from_unix_millis(time).expect("the time is in this century");
            time += step;
            let mut favorite = maker.favorite(clip_time);
            for planted in Planted::ALL.into_iter().filter(|planted| planted.is_at(number, favorites)) {
                favorite.title = Title::parse(planted.put_into(favorite.title.as_str()))
                    .expect("a title of some words has room for one more");
            }
            favorite
        });
        let favorites = favorites.collect();
        Self { tags: maker.into_tags(), favorites }
    }

    /// The favorites that have all of these words, the newest first.
    #[must_use]
    pub fn with(&self, planted: &[Planted]) -> Vec<DataId> {
        let has = |favorite: &&FavoriteData| {
            planted.iter().all(|planted| favorite.title.as_str().contains(planted.text()))
        };
        self.favorites.iter().rev().filter(has).map(|favorite| favorite.data_id).collect()
    }
}

impl Planted {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Rare, Self::Frequent, Self::TwoCharacters, Self::Absent];

    /// The word. No other word has a `q`, and the two characters are none of the vocabulary's.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Rare => "quokka",
            Self::Frequent => "quartz",
            Self::TwoCharacters => "蝴蝶",
            Self::Absent => "quince",
        }
    }

    /// Whether the favorite of this number has it, in a library of so many.
    fn is_at(self, number: usize, favorites: usize) -> bool {
        match self {
            Self::Rare => (0..7).any(|part| number == favorites * (2 * part + 1) / 14),
            Self::Frequent => number % 4 == 1,
            Self::TwoCharacters => number % 250 == 125,
            Self::Absent => false,
        }
    }

    fn put_into(self, title: &str) -> String {
        match self {
            // Amid other characters: nothing marks where a Chinese word begins.
            Self::TwoCharacters => format!("{title}大{}的", self.text()),
            Self::Rare | Self::Frequent | Self::Absent => format!("{title} {}", self.text()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use favorites_api::favorites::{Content, limits::TAGS_PER_FAVORITE};

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
        assert_ne!(bob.favorites[0].title, ann.favorites[0].title);
    }

    #[test]
    fn planted_words_stand_where_they_were_put() {
        for (favorites, counts) in [(7, [7, 2, 0, 0]), (1_000, [7, 250, 4, 0]), (5_000, [7, 1_250, 20, 0])] {
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
            assert_eq!(favorite.content_url.is_some(), favorite.data_type().needs_content_url());
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
                let title = favorite.title.as_str();
                is(title.contains(is_chinese), title.contains(|c: char| c.is_ascii_lowercase()))
            })
        };
        // A planted word makes a Chinese title a mixed one.
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
