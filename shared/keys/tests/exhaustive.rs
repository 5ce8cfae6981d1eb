//! Order and injectivity for all texts of up to three characters from a small alphabet, in all tuples of up to three.
//!
//! There are 1,464 such texts, which make 2.1 million pairs and 3.1 billion triples. The tests visit tuples in ascending
//! order and check that each key is greater than the previous one. Since `<` is transitive, this proves order and
//! injectivity for *every* two tuples, not only for neighbors.
//!
//! Visiting every triple is unnecessary. The key of a tuple is its encoded components with `#` between them, which
//! [`a_key_is_its_components_joined`] checks, and adding the same text in front of two keys does not change their order.
//! There are three kinds of steps from one triple to the next:
//!
//! - `(a, b, c)` to `(a, b, c')`: without the common `a#b#`, this is a step between single texts.
//! - `(a, b, last)` to `(a, b', first)`: without the common `a#`, this is a step between pairs.
//! - `(a, last, last)` to `(a', first, first)`: these 1,463 steps have nothing in common and are visited.
//!
//! The steps between single texts, between pairs and of the third kind therefore prove all triples. As a check of this
//! argument, another test visits all 2.4 million triples of texts of up to two characters.

use table_keys::{KeyTuple, parse_sort_key, sort_key};

const ALPHABET: [char; 11] = ['\0', ' ', '!', '#', '$', '%', '0', 'a', '\u{7f}', 'é', '😀'];

/// Returns all texts of up to `longest` characters of the alphabet, in ascending order.
fn texts(longest: usize) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut last = 0;
    for _ in 0..longest {
        let shorter = last..texts.len();
        last = texts.len();
        for at in shorter {
            let longer = ALPHABET.map(|character| format!("{}{character}", texts[at]));
            texts.extend(longer);
        }
    }
    texts.sort_unstable();
    texts
}

/// Receives keys in ascending order of their tuples and panics if a key is not greater than the previous one.
#[derive(Default)]
struct Ascending {
    last_key: String,
    visited: usize,
}

impl Ascending {
    fn visit(&mut self, key: String) {
        assert!(self.last_key < key, "{:?} must be less than {key:?}", self.last_key);
        self.last_key = key;
        self.visited += 1;
    }
}

/// Returns the key of `tuple` and checks that it decodes to `tuple`.
fn round_trip<T: KeyTuple + PartialEq + std::fmt::Debug>(tuple: &T) -> String {
    let key = sort_key(tuple).expect("short and not empty");
    assert_eq!(parse_sort_key::<T>(&key).as_ref(), Ok(tuple));
    key
}

#[test]
fn there_are_1464_distinct_texts() {
    let texts = texts(3);
    assert_eq!(texts.len(), 1 + 11 + 121 + 1331);
    assert!(texts.is_sorted_by(|a, b| a < b));
}

#[test]
fn keys_of_single_texts_are_ordered() {
    let mut ascending = Ascending::default();
    // The empty text alone makes an empty key, which is refused.
    for text in texts(3).into_iter().skip(1) {
        ascending.visit(round_trip(&(text,)));
    }
    assert_eq!(ascending.visited, 1463);
}

#[test]
fn keys_of_pairs_are_ordered() {
    let texts = texts(3);
    let mut ascending = Ascending::default();
    let mut pair = (String::new(), String::new());
    for a in &texts {
        pair.0.clone_from(a);
        for b in &texts {
            pair.1.clone_from(b);
            ascending.visit(round_trip(&pair));
        }
    }
    assert_eq!(ascending.visited, 1464 * 1464);
}

#[test]
fn keys_of_triples_are_ordered_where_the_first_text_changes() {
    let texts = texts(3);
    let (first, last) = (&texts[0], &texts[texts.len() - 1]);
    let mut ascending = Ascending::default();
    for a in &texts {
        ascending.visit(round_trip(&(a.clone(), first.clone(), first.clone())));
        ascending.visit(round_trip(&(a.clone(), last.clone(), last.clone())));
    }
    assert_eq!(ascending.visited, 2 * 1464);
}

#[test]
fn keys_of_triples_of_texts_up_to_two_characters_are_ordered() {
    let texts = texts(2);
    let mut ascending = Ascending::default();
    for a in &texts {
        for b in &texts {
            for c in &texts {
                ascending.visit(sort_key(&(a, b, c)).expect("short and not empty"));
            }
        }
    }
    assert_eq!(ascending.visited, 133 * 133 * 133);
}

#[test]
fn a_key_is_its_components_joined() {
    let texts = texts(1);
    let alone = |text: &String| sort_key(&(text,)).unwrap_or_default();
    for a in &texts {
        for b in &texts {
            assert_eq!(sort_key(&(a, b)), Ok([alone(a), alone(b)].join("#")));
            for c in &texts {
                let key = round_trip(&(a.clone(), b.clone(), c.clone()));
                assert_eq!(key, [alone(a), alone(b), alone(c)].join("#"));
            }
        }
    }
}
