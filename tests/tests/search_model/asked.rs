//! Generates random searches, each as text and as its meaning.

use favorites_api::favorites::DataType;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};

use crate::kept::Kept;
use crate::text::{Token, stands_in, tokens};
use crate::vocabulary::{disguised, word};

const QUOTES: [[&str; 2]; 3] = [["\"", "\""], ["“", "”"], ["„", "“"]];

/// A search.
#[derive(Debug)]
pub(crate) struct Asked {
    /// The query as a user types it.
    pub(crate) query: String,
    pub(crate) data_type: Option<DataType>,
    pub(crate) tag_id: Option<String>,
    parts: Vec<Part>,
}

/// A word or a phrase of a query.
#[derive(Debug)]
struct Part {
    term: Vec<Token>,
    is_beginning: bool,
    is_excluded: bool,
}

impl Asked {
    /// Generates a search for words of the vocabulary and for pieces of the texts in `kept`, sometimes with a type or a
    /// tag.
    pub(crate) fn draw(random: &mut StdRng, kept: &[Kept], tag_ids: &[String]) -> Self {
        let (mut query, mut parts) = (String::new(), Vec::new());
        let mut wanted = vec![false; random.random_range(0..=3)];
        wanted.extend(vec![true; random.random_range(0..=3_usize).saturating_sub(1)]);
        wanted.shuffle(random);
        let last = wanted.len().saturating_sub(1);
        for (at, is_excluded) in wanted.into_iter().enumerate() {
            let (written, is_quoted) = part(random, kept);
            if at > 0 {
                query.push_str(["\u{3000}", " ", "  "].choose(random).expect("there are spaces"));
            }
            if is_excluded {
                query.push_str(["-", "－"].choose(random).expect("there are signs"));
            }
            let quotes = if is_quoted { *QUOTES.choose(random).expect("there are quotes") } else { ["", ""] };
            query.extend([quotes[0], &written, quotes[1]]);
            let is_beginning = at == last && !is_quoted && !is_excluded;
            parts.push(Part { term: tokens(&written), is_beginning, is_excluded });
        }
        let data_type = if random.random_bool(0.2) { DataType::ALL.choose(random).copied() } else { None };
        let tag_id = if random.random_bool(0.2) { tag_ids.choose(random).cloned() } else { None };
        Self { query, data_type, tag_id, parts }
    }

    /// Returns true if the search should find `kept`.
    pub(crate) fn finds(&self, kept: &Kept) -> bool {
        self.data_type.is_none_or(|data_type| kept.data_type == data_type.as_str())
            && self.tag_id.as_ref().is_none_or(|tag_id| kept.tag_ids.contains(tag_id))
            && self.parts.iter().all(|part| {
                kept.tokens.iter().any(|text| stands_in(&part.term, part.is_beginning, text))
                    != part.is_excluded
            })
    }
}

/// Returns a word, a piece of text or a phrase, and true if it is a phrase.
fn part(random: &mut StdRng, kept: &[Kept]) -> (String, bool) {
    let is_quoted = random.random_bool(0.3);
    let piece = match kept.choose(random).and_then(|kept| kept.texts.choose(random)) {
        Some(text) if random.random_bool(0.7) => piece(random, text, is_quoted),
        _ => String::new(),
    };
    let words = if is_quoted { random.random_range(1..=2) } else { 1 };
    let made = (0..words).map(|_| word(random)).collect::<Vec<_>>().join(" ");
    // A piece without tokens can't be searched for.
    let chosen = if tokens(&piece).is_empty() { made } else { piece };
    (disguised(random, &chosen), is_quoted)
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
