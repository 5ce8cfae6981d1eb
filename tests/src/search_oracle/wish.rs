//! A part of a query: its text and its meaning.

use favorites_api::favorites::DataType;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use super::kept::Kept;
use super::text::Text;
use super::vocabulary::{disguised, word};

const QUOTES: [[&str; 2]; 3] = [["\"", "\""], ["“", "”"], ["„", "“"]];

/// The condition that a part of a query stands for.
#[derive(Debug)]
pub(super) enum Wish {
    Words {
        term: Text,
        is_beginning: bool,
    },
    Title {
        term: Text,
        is_beginning: bool,
    },
    Site(String),
    Tag(Text),
    Untagged,
    Type(&'static str),
    /// The beginning of a time, in the form of `clipTime`.
    Before(String),
    After(String),
}

/// A word or a phrase as it is written.
struct Written {
    text: String,
    term: Text,
    is_beginning: bool,
}

impl Wish {
    /// Generates a part and the text that asks for it. If `is_last` is true, its words may be a beginning.
    pub(super) fn draw(random: &mut StdRng, kept: &[Kept], is_last: bool) -> (String, Self) {
        match random.random_range(0..20) {
            0..=1 => {
                let Written { text, term, is_beginning } = Written::draw(random, kept, is_last);
                let name = ["title:", "Title:", "TITLE："].choose(random).expect("there are names");
                (format!("{name}{text}"), Self::Title { term, is_beginning })
            }
            2 => Self::site(random, kept),
            3 => Self::tag(random, kept),
            4 if random.random_bool(0.5) => ("untagged".to_owned(), Self::Untagged),
            5 => {
                let data_type = DataType::ALL.choose(random).expect("there are types").as_str();
                (format!("type:{data_type}"), Self::Type(data_type))
            }
            6..=7 => Self::time(random, kept),
            _ => {
                let Written { text, term, is_beginning } = Written::draw(random, kept, is_last);
                (text, Self::Words { term, is_beginning })
            }
        }
    }

    fn site(random: &mut StdRng, kept: &[Kept]) -> (String, Self) {
        let hosts: Vec<_> = kept.iter().filter_map(|kept| kept.host.as_deref()).collect();
        let host = match hosts.choose(random) {
            Some(host) if random.random_bool(0.8) => host,
            _ => ["example", "other.example", "0.example"].choose(random).expect("there are hosts"),
        };
        let written = match random.random_range(0..3) {
            0 => format!("site:{host}"),
            1 => format!("site:www.{}", host.to_uppercase()),
            _ => format!("site:\"https://{host}/a path\""),
        };
        (written, Self::Site((*host).to_owned()))
    }

    fn tag(random: &mut StdRng, kept: &[Kept]) -> (String, Self) {
        let names = kept.iter().flat_map(|kept| &kept.texts[kept.texts.len() - kept.tag_ids.len()..]);
        let names: Vec<_> = names.map(String::as_str).chain(["unknown"]).collect();
        let name = *names.choose(random).expect("there is one");
        let name = disguised(random, name);
        (format!("tag:\"{name}\""), Self::Tag(Text::of(&name)))
    }

    fn time(random: &mut StdRng, kept: &[Kept]) -> (String, Self) {
        let full = kept.choose(random).map_or("2026-01-01T00:00:00.000Z", |kept| &kept.clip_time);
        let given = &full[..*[4, 7, 10, full.len()].choose(random).expect("there are lengths")];
        let beginning = format!("{given}{}", &"0000-01-01T00:00:00.000Z"[given.len()..]);
        if random.random_bool(0.5) {
            (format!("before:{given}"), Self::Before(beginning))
        } else {
            (format!("after:{given}"), Self::After(beginning))
        }
    }

    /// Returns true if a favorite meets the condition.
    pub(super) fn is_met_by(&self, kept: &Kept) -> bool {
        match self {
            Self::Words { term, is_beginning } => {
                kept.compared.iter().any(|text| text.has(term, *is_beginning))
            }
            Self::Title { term, is_beginning } => kept.compared[0].has(term, *is_beginning),
            Self::Site(site) => {
                kept.host.as_ref().is_some_and(|host| host == site || host.ends_with(&format!(".{site}")))
            }
            Self::Tag(name) => kept.has_tag(name),
            Self::Untagged => kept.tag_ids.is_empty(),
            Self::Type(data_type) => kept.data_type == *data_type,
            Self::Before(time) => kept.clip_time < *time,
            Self::After(time) => kept.clip_time >= *time,
        }
    }
}

impl Written {
    /// Generates a word, a piece of text or a phrase.
    fn draw(random: &mut StdRng, kept: &[Kept], is_last: bool) -> Self {
        let is_quoted = random.random_bool(0.3);
        let piece = match kept.choose(random).and_then(|kept| kept.texts.choose(random)) {
            Some(text) if random.random_bool(0.7) => piece(random, text, is_quoted),
            _ => String::new(),
        };
        let words = if is_quoted { random.random_range(1..=2) } else { 1 };
        let made = (0..words).map(|_| word(random)).collect::<Vec<_>>().join(" ");
        // A piece without tokens can't be searched for.
        let chosen = if Text::of(&piece).is_empty() { made } else { piece };
        let chosen = disguised(random, &chosen);
        let is_open = is_quoted && is_last && random.random_bool(0.3);
        let quotes = if is_quoted { *QUOTES.choose(random).expect("there are quotes") } else { ["", ""] };
        let closing = if is_open { "" } else { quotes[1] };
        Self {
            text: format!("{}{chosen}{closing}", quotes[0]),
            term: Text::of(&chosen),
            is_beginning: is_last && (!is_quoted || is_open),
        }
    }
}

/// Returns a few consecutive characters of a text, which may begin and end within words.
fn piece(random: &mut StdRng, text: &str, is_quoted: bool) -> String {
    let characters: Vec<char> = text.chars().collect();
    let from = random.random_range(0..characters.len());
    let most = random.random_range(1..=12);
    let ends = |character: &char| !is_quoted && character.is_whitespace();
    let cut: String = characters[from..].iter().take(most).take_while(|character| !ends(character)).collect();
    cut.trim_start_matches(['-', '－']).to_owned()
}
