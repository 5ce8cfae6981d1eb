//! Generates a user's favorites.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use favorites_api::favorites::{
    ChatRecord, Content, DataId, Details, FavoriteData, File, Image, Latitude, Life, Link, Location,
    Longitude, MediaType, Message, Music, Note, Tag, TagId, TagName, TagTimes, Text, Timestamp, Title,
    UserId, Video, Voice, WebUrl,
};
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use uuid::{Builder, Uuid};

use super::vocabulary::VOCABULARY;

/// 2018-01-01T00:00:00Z, in milliseconds: the time of the first favorite.
pub(super) const FIRST: i64 = 1_514_764_800_000;

/// The number of tags of a user, and the most tags of a favorite.
const TAGS: usize = 40;
const TAGS_ON_ONE: usize = 3;

/// The length of a long text, in characters.
const LONG: RangeInclusive<usize> = 50..=300;

/// Generates a user's favorites. The same user and number always give the same favorites.
#[derive(Debug)]
pub struct Maker {
    user: UserId,
    tags: Vec<Tag>,
    rng: StdRng,
}

impl Maker {
    /// Creates a generator for this user. Different numbers give different favorites.
    #[must_use]
    pub fn new(user: &UserId, number: u64) -> Self {
        Self::with_tags(user, number, TAGS)
    }

    /// Creates a generator for a user with this number of tags.
    #[must_use]
    pub fn with_tags(user: &UserId, number: u64, tags: usize) -> Self {
        let mut maker =
            Self { user: user.clone(), tags: Vec::new(), rng: StdRng::from_seed(seed(user, number)) };
        maker.tags = (0..tags).map(|number| maker.tag(number)).collect();
        maker
    }

    /// Returns the user's tags.
    #[must_use]
    pub fn into_tags(self) -> Vec<Tag> {
        self.tags
    }

    /// Returns a favorite with this time, which must not be before 1970.
    pub fn favorite(&mut self, clip_time: Timestamp) -> FavoriteData {
        let content = self.content();
        let data_type = content.data_type();
        FavoriteData {
            user_id: self.user.clone(),
            data_id: DataId::from(self.id(clip_time)),
            details: Details {
                content_url: data_type.needs_content_url().then(|| self.url()),
                ..Details::new(self.title())
            },
            clip_time,
            update_time: clip_time,
            expire_time: None,
            tag_ids: self.tag_ids(),
            tag_times: TagTimes::default(),
            restore_time: None,
            version: 1,
            life: Life::default(),
            truncated: false,
            content,
        }
    }

    /// Returns three to eight English words, or six to eighteen Chinese characters; one title in three has both.
    pub fn title(&mut self) -> Title {
        let text = match self.rng.random_range(0..3) {
            0 => self.english(3..=8),
            1 => self.chinese(6..=18),
            _ => {
                let space = if self.rng.random() { " " } else { "" };
                let (english, chinese) = (self.english(1..=3), self.chinese(2..=8));
                if self.rng.random() { english + space + &chinese } else { chinese + space + &english }
            }
        };
        valid(&text)
    }

    /// Returns up to three of the user's tags.
    pub fn tag_ids(&mut self) -> BTreeSet<TagId> {
        let count = self.rng.random_range(0..=TAGS_ON_ONE);
        self.tags.iter().map(|tag| tag.tag_id).sample(&mut self.rng, count).into_iter().collect()
    }

    /// Returns the random number generator, for callers that generate other data.
    pub fn chance(&mut self) -> &mut impl RngExt {
        &mut self.rng
    }

    fn tag(&mut self, number: usize) -> Tag {
        let name = if number.is_multiple_of(2) { self.english(1..=2) } else { self.chinese(2..=4) };
        let time = Timestamp::from_unix_millis(FIRST).expect("the time is in this century");
        Tag {
            user_id: self.user.clone(),
            tag_id: TagId::from(self.id(time)),
            tag_name: TagName::parse(format!("{name} {number}")).expect("a word and a number are short"),
            create_time: time,
            last_access_time: time,
            version: 1,
            former_names: Vec::new(),
        }
    }

    /// Returns content of one of the nine types, most often a link. One in five has a long text.
    fn content(&mut self) -> Content {
        match self.rng.random_range(0..100) {
            0..20 => Content::Image(Image { width: Some(1_920), height: Some(1_080), media_type: None }),
            20..30 => Content::Video(Video { duration_millis: Some(90_000), ..Video::default() }),
            30..60 => {
                let description = self.rng.random_ratio(1, 6).then(|| self.long());
                Content::Link(Link { description, site_name: Some(valid(&self.english(1..=2))) })
            }
            60..70 => {
                let name = format!("{}.pdf", self.english(1..=3).to_lowercase().replace(' ', "-"));
                Content::File(File { file_name: valid(&name), size: 123_456, media_type: pdf() })
            }
            70..78 => {
                let (artist, album) = (valid(&self.english(1..=2)), valid(&self.chinese(2..=6)));
                Content::Music(Music { artist: Some(artist), album: Some(album), duration_millis: None })
            }
            78..83 => {
                let message =
                    |text, sender: String| Message { sender: valid(&sender), sent_time: None, text };
                let messages = vec![
                    message(valid(&self.chinese(4..=12)), self.english(1..=1)),
                    message(self.long(), self.english(1..=1)),
                ];
                Content::ChatRecord(ChatRecord { messages })
            }
            83..87 => {
                let transcript = self.rng.random::<bool>().then(|| self.long());
                Content::Voice(Voice { duration_millis: 12_500, media_type: None, transcript })
            }
            87..95 => Content::Note(Note { text: self.long() }),
            _ => {
                let degrees = "each place on the globe is in range";
                Content::Location(Location {
                    latitude: Latitude::new(self.rng.random_range(-60.0..60.0)).expect(degrees),
                    longitude: Longitude::new(self.rng.random_range(-180.0..180.0)).expect(degrees),
                    name: Some(valid(&self.chinese(3..=6))),
                    address: Some(valid(&self.english(2..=4))),
                })
            }
        }
    }

    fn english(&mut self, words: RangeInclusive<usize>) -> String {
        let count = self.rng.random_range(words);
        let words: Vec<_> = (0..count).map(|_| VOCABULARY.english(&mut self.rng)).collect();
        let text = words.join(" ");
        text[..1].to_ascii_uppercase() + &text[1..]
    }

    fn chinese(&mut self, characters: RangeInclusive<usize>) -> String {
        let count = self.rng.random_range(characters);
        VOCABULARY.chinese(&mut self.rng, count)
    }

    fn long<const MAX: usize>(&mut self) -> Text<MAX> {
        let characters = self.rng.random_range(LONG);
        self.text(characters)
    }

    /// Returns sentences in one language or both, with this number of characters, which must be within the limit.
    pub fn text<const MAX: usize>(&mut self, characters: usize) -> Text<MAX> {
        let chinese_in_three = self.rng.random_range(0..=3);
        let mut text = String::new();
        while text.chars().count() < characters {
            if self.rng.random_ratio(chinese_in_three, 3) {
                text += &(self.chinese(4..=20) + "，");
            } else {
                text += &(self.english(4..=12) + ". ");
            }
        }
        valid(&text.chars().take(characters).collect::<String>())
    }

    /// Returns a unique URL with words in its path.
    fn url(&mut self) -> WebUrl {
        let word = |rng: &mut StdRng| VOCABULARY.english(rng);
        let (host, path) = (word(&mut self.rng), [word(&mut self.rng), word(&mut self.rng)].join("-"));
        let url = format!("https://{host}.example/{path}/{:08x}", self.rng.random::<u32>());
        WebUrl::parse(url).expect("words make a web address")
    }

    fn id(&mut self, time: Timestamp) -> Uuid {
        let millis = u64::try_from(time.as_unix_millis()).expect("the time is later than 1970");
        Builder::from_unix_timestamp_millis(millis, &self.rng.random()).into_uuid()
    }
}

/// Returns the seed for a user and a number. This does not use the standard library's hashes, which may change with the compiler.
fn seed(user: &UserId, number: u64) -> [u8; 32] {
    let mut seed = [0; 32];
    let (text, last) = seed.split_at_mut(24);
    for (place, byte) in user.as_str().bytes().enumerate() {
        let part: &mut u8 = &mut text[place % 24];
        *part = part.wrapping_mul(31).wrapping_add(byte);
    }
    last.copy_from_slice(&number.to_le_bytes());
    seed
}

fn valid<const MAX: usize>(text: &str) -> Text<MAX> {
    Text::parse(text).expect("some words are within every limit")
}

fn pdf() -> MediaType {
    MediaType::parse("application/pdf").expect("it is a media type")
}
