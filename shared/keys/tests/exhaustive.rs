//! All texts of up to three characters from a small nasty alphabet, in all tuples of up to three.
//!
//! There are 1,464 such texts, so 2.1 million pairs and 3.1 billion triples. Tuples are visited in ascending
//! order, and each key must be greater than the one before. `<` is transitive, so this proves order and
//! injectivity for *every* two of them, not for neighbours only.
//!
//! For triples, most of the 3.1 billion steps are one step said again. The key of a tuple is its encoded
//! components with `#` between them ([`a_key_is_its_components_joined`]), and to put the same text in front
//! of two others does not change how they compare. From one triple to the next there are three kinds of step:
//!
//! - `(a, b, c)` to `(a, b, c')`: with `a#b#` taken off both, a step between single texts;
//! - `(a, b, last)` to `(a, b', first)`: with `a#` taken off both, a step between pairs;
//! - `(a, last, last)` to `(a', first, first)`: these are taken as they stand.
//!
//! So the steps of singles and pairs and 1,463 steps of the third kind prove all triples. Beside that
//! argument, all triples of texts of up to two characters, 2.4 million, are visited one by one.

use table_keys::{KeyTuple, parse_sort_key, sort_key};

const ALPHABET: [char; 11] = ['\0', ' ', '!', '#', '$', '%', '0', 'a', '\u{7f}', 'é', '😀'];

/// All texts of up to `longest` characters of the alphabet, ascending.
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

/// Takes tuples in ascending order and refuses the first whose key is not greater than the one before.
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

/// The key of `tuple`, which must read back as it.
fn round_trip<T: KeyTuple + PartialEq + std::fmt::Debug>(tuple: &T) -> String {
    let key = sort_key(tuple).expect("short and not empty");
    assert_eq!(parse_sort_key::<T>(&key).as_ref(), Ok(tuple));
    key
}

#[test]
fn there_are_1464_texts() {
    let texts = texts(3);
    assert_eq!(texts.len(), 1 + 11 + 121 + 1331);
    assert!(texts.is_sorted_by(|a, b| a < b));
}

#[test]
fn single_texts() {
    let mut ascending = Ascending::default();
    // The empty text alone makes an empty key, which is an error.
    for text in texts(3).into_iter().skip(1) {
        ascending.visit(round_trip(&(text,)));
    }
    assert_eq!(ascending.visited, 1463);
}

#[test]
fn pairs() {
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
fn triples_where_the_first_text_changes() {
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
fn triples_of_texts_up_to_two_characters() {
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
