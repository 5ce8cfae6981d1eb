//! The decoder never guesses: the check of the fuzz target, on keys and on texts that are almost keys.

mod never_guesses;

use proptest::prelude::*;
use table_keys::{CaseFolded, Desc, EncodeTuple, EntityName, Timestamp, partition_key, sort_key};
use uuid::Uuid;

const TAG: EntityName = EntityName::new("Tag");

/// Generates keys of every type that the check decodes, with and without an entity name.
fn keys() -> impl Strategy<Value = String> {
    (any::<(u64, i64, bool)>(), any::<u128>(), any::<f64>(), ".{0,6}", 0..12_usize).prop_filter_map(
        "a key that cannot be built",
        |((unsigned, signed, flag), wide, float, text, kind)| {
            let uuid = Uuid::from_u128(wide);
            let time = Timestamp::from_unix_millis(signed % Timestamp::MAX.as_unix_millis()).ok();
            let [low, ..] = unsigned.to_be_bytes();
            match kind {
                0 => both(flag, &(&text,)),
                1 => both(flag, &(&text, "#", &text)),
                2 => both(flag, &(CaseFolded::new(&text), Some(&text))),
                3 => both(flag, &(Some(Some(CaseFolded::new(&text))),)),
                4 => both(flag, &(low, u16::from(low), u32::from(low), unsigned)),
                5 => both(flag, &(i8::MIN, i16::MAX, -7_i32, signed)),
                6 => both(flag, &(float,)),
                7 => both(flag, &(time?, &text)),
                8 => both(flag, &(uuid,)),
                9 => both(flag, &("image", flag)),
                10 => both(flag, &(Desc(u16::from(low)), Desc(-1_i8), Desc(flag))),
                _ => both(flag, &(Desc(time?),)),
            }
        },
    )
}

fn both(partition: bool, components: &impl EncodeTuple) -> Option<String> {
    if partition { partition_key(&TAG, components) } else { sort_key(components) }.ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn any_text_decodes_exactly_or_fails(text: String) {
        never_guesses::check(&text);
        never_guesses::check(&format!("Tag#{text}"));
    }

    #[test]
    fn text_of_special_characters_decodes_exactly_or_fails(text in "(Tag#)?[#$%!\u{0} 0-9A-Fa-fST=:.~-]{0,24}") {
        never_guesses::check(&text);
    }

    #[test]
    fn every_key_decodes_exactly_or_fails(key in keys()) {
        never_guesses::check(&key);
    }

    #[test]
    fn a_key_with_one_changed_character_decodes_exactly_or_fails(
        key in keys(),
        at: prop::sample::Index,
        character: char,
        insert: bool,
    ) {
        let mut characters: Vec<char> = key.chars().collect();
        let at = at.index(characters.len());
        if insert {
            characters.insert(at, character);
        } else {
            characters[at] = character;
        }
        never_guesses::check(&characters.iter().collect::<String>());
    }
}
