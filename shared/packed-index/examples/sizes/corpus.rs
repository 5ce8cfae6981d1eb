//! Generates links with texts in English, Chinese and both. Words are as frequent as in real text: the n-th most frequent word
//! occurs about 1/n as often as the first (Zipf's law).

use std::collections::HashSet;
use std::ops::RangeInclusive;

use rand::distr::Distribution;
use rand::distr::weighted::WeightedIndex;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{RngExt, SeedableRng};

/// The number of English words, and of Chinese words; the most frequent Chinese words have one character.
const ENGLISH: usize = 8_000;
const CHINESE: usize = 5_000;
const SINGLE: usize = 150;
/// The number of a user's tags, and the most tags of a link.
const TAGS: u32 = 40;
const TAGS_ON_ONE: usize = 3;
/// The length of a description in characters.
const LONG: RangeInclusive<usize> = 50..=300;
/// 2018-01-01, and the time between two links, in milliseconds: 50,000 links in eight years.
const FIRST: u128 = 1_514_764_800_000;
const STEP: u128 = 5_045_760;

const ONSETS: [&str; 22] = [
    "b", "c", "d", "f", "g", "h", "l", "m", "n", "p", "r", "s", "t", "v", "w", "st", "tr", "pl", "ch", "sh",
    "br", "",
];
const VOWELS: [&str; 10] = ["a", "e", "i", "o", "u", "a", "e", "o", "ea", "ou"];
const CODAS: [&str; 12] = ["", "", "", "n", "r", "s", "t", "l", "d", "m", "ng", "ck"];
/// The number of common Chinese characters, which are consecutive here.
const CHARACTERS: u32 = 400;

/// A favorite, with the texts that search reads: the title, and the other texts joined by commas. They are lower case and without
/// punctuation.
pub(crate) struct Link {
    pub(crate) id: u128,
    pub(crate) tags: Vec<u32>,
    pub(crate) site: String,
    pub(crate) title: String,
    pub(crate) rest: String,
}

/// Generates the same links in each run.
pub(crate) struct Corpus {
    rng: StdRng,
    english: Words,
    chinese: Words,
    links: u128,
}

struct Words {
    words: Vec<String>,
    frequencies: WeightedIndex<f64>,
}

impl Words {
    fn new(count: usize, mut word: impl FnMut(usize) -> String) -> Self {
        let (mut seen, mut words) = (HashSet::new(), Vec::new());
        while words.len() < count {
            let word = word(words.len());
            if seen.insert(word.clone()) {
                words.push(word);
            }
        }
        Self { words, frequencies: zipf(count) }
    }

    fn pick(&self, rng: &mut StdRng) -> &str {
        &self.words[self.frequencies.sample(rng)]
    }
}

fn zipf(count: usize) -> WeightedIndex<f64> {
    let ranks = (0..u32::try_from(count).expect("a vocabulary is small")).map(f64::from);
    WeightedIndex::new(ranks.map(|rank| 1.0 / (rank + 2.7))).expect("each weight is above zero")
}

impl Corpus {
    pub(crate) fn new() -> Self {
        let mut rng = StdRng::seed_from_u64(0);
        let english = Words::new(ENGLISH, |rank| {
            let syllables = match rank {
                0..80 => 1,
                80..1_500 => 2,
                _ => rng.random_range(2..=4),
            };
            let mut pick = |parts: &[&'static str]| *parts.choose(&mut rng).expect("there are parts");
            (0..syllables).flat_map(|_| [pick(&ONSETS), pick(&VOWELS), pick(&CODAS)]).collect()
        });
        let characters: Vec<char> =
            (0..CHARACTERS).filter_map(|place| char::from_u32(0x4e00 + place)).collect();
        let frequencies = zipf(characters.len());
        let chinese = Words::new(CHINESE, |rank| {
            let length = if rank < SINGLE { 1 } else { 2 + usize::from(rng.random_ratio(1, 8)) };
            (0..length).map(|_| characters[frequencies.sample(&mut rng)]).collect()
        });
        Self { rng, english, chinese, links: 0 }
    }

    fn english(&mut self, words: RangeInclusive<usize>) -> String {
        let count = self.rng.random_range(words);
        let words: Vec<_> = (0..count).map(|_| self.english.pick(&mut self.rng)).collect();
        words.join(" ")
    }

    fn chinese(&mut self, characters: RangeInclusive<usize>) -> String {
        let count = self.rng.random_range(characters);
        let mut text = String::new();
        while text.chars().count() < count {
            text.push_str(self.chinese.pick(&mut self.rng));
        }
        text.chars().take(count).collect()
    }

    fn title(&mut self) -> String {
        match self.rng.random_range(0..3) {
            0 => self.english(3..=8),
            1 => self.chinese(6..=18),
            _ => {
                let space = if self.rng.random() { " " } else { "" };
                let (english, chinese) = (self.english(1..=3), self.chinese(2..=8));
                if self.rng.random() { english + space + &chinese } else { chinese + space + &english }
            }
        }
    }

    fn description(&mut self) -> String {
        let characters = self.rng.random_range(LONG);
        let chinese_in_three = self.rng.random_range(0..=3);
        let mut text = String::new();
        while text.chars().count() < characters {
            text += &if self.rng.random_ratio(chinese_in_three, 3) {
                self.chinese(4..=20) + " "
            } else {
                self.english(4..=12) + " "
            };
        }
        text.chars().take(characters).collect::<String>().trim_end().to_owned()
    }
}

impl Iterator for Corpus {
    type Item = Link;

    fn next(&mut self) -> Option<Link> {
        let time = FIRST + self.links * STEP;
        self.links += 1;
        let id = time << 80 | 7 << 76 | (self.rng.random::<u128>() >> 54 | 1 << 63) & ((1 << 76) - 1);
        let count = self.rng.random_range(0..=TAGS_ON_ONE);
        let mut tags = (0..TAGS).sample(&mut self.rng, count);
        tags.sort_unstable();
        let (title, name, host) = (self.title(), self.english(1..=2), self.english(1..=1));
        let site = host + " example";
        let path = format!("{} {:08x}", self.english(2..=2), self.rng.random::<u32>());
        let mut rest = [name, site.clone(), path].join(",");
        if self.rng.random_ratio(1, 6) {
            rest = rest + "," + &self.description();
        }
        Some(Link { id, tags, site, title, rest })
    }
}
