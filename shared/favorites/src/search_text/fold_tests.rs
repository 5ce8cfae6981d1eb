use proptest::prelude::*;

use super::*;
use crate::search_text::char_class::CharClass;

/// Asserts that folded text contains only words and free characters, with single spaces or joints between them.
fn assert_folded(folded: &str) {
    assert_eq!(folded.trim_matches([' ', JOINT]), folded);
    let is_separator = |character| CharClass::of(character) == CharClass::Separator;
    for (character, next) in folded.chars().zip(folded.chars().skip(1)) {
        assert!(!is_separator(character) || !is_separator(next), "{folded:?}");
    }
    for character in folded.chars() {
        assert!(!character.is_control() && !matches!(character, ',' | '.' | '/'), "{folded:?}");
        assert_eq!(is_separator(character), matches!(character, ' ' | JOINT), "{folded:?}");
    }
}

#[test]
fn case_width_and_accents_are_gone() {
    let cases = [
        ("German", "ÄPFEL, Größe und STRASSE", "apfel grosse und strasse"),
        ("German, decomposed", "A\u{308}pfel", "apfel"),
        ("French", "L’Été à la crème: cœur", "l-ete a la creme coeur"),
        ("Turkish", "İstanbul ISPARTA Ispartalı şehir", "istanbul isparta ispartali sehir"),
        ("Polish", "Łódź", "lodz"),
        ("Danish", "Smørrebrød på Ærø", "smorrebrod pa aero"),
        ("Vietnamese", "Phở Đà Nẵng", "pho da nang"),
        ("Greek", "Όσος ΟΔΌΣ", "οσοσ οδοσ"),
        ("Russian", "Йод и ёлка", "иод и елка"),
        ("Ukrainian", "п'ять п’ять пʼять їжак", "п-ять п-ять п-ять іжак"),
        ("Arabic", "مُحَمَّد", "محمد"),
        ("Arabic, stretched", "محمـــد", "محمد"),
        ("Arabic, presentation forms", "ﻣﺤﻤﺪ", "محمد"),
        ("Arabic, letters of other keyboards", "مدرسة ٱلكتاب على", "مدرسه الكتاب علي"),
        ("Persian", "می\u{200c}خواهم کتاب", "مي-خواهم كتاب"),
        ("Hebrew abbreviations", "צה״ל צה\"ל צה”ל ג׳ירפה ג'ירפה", "צה-ל צה-ל צה-ל ג-ירפה ג-ירפה"),
        ("Hebrew", "שָׁלוֹם", "שלום"),
        ("Hindi", "हिन्दी की", "हिन्दी की"),
        ("Hindi, with a joiner", "क्\u{200d}ष", "क्ष"),
        ("Thai", "ภาษาไทย", "ภาษาไทย"),
        ("Korean", "한국어", "한국어"),
        ("Korean, decomposed", "\u{1112}\u{1161}\u{11ab}", "한"),
        ("Chinese", "我的收藏夹，２０２６年。", "我的收藏夹2026年"),
        ("Japanese, half width", "ｶﾞｯｺｰ ﾊﾟﾝ", "ガッコー パン"),
        ("Japanese, decomposed", "カ\u{3099}", "ガ"),
        ("Full width", "Ｆｕｌｌ　Ｗｉｄｔｈ＃１", "full width#1"),
        ("Compatible forms", "ﬁne ½ Ⅷ ℃ ™", "fine 1⁄2 viii °c tm"),
        ("Mixed", "iPhone手机のケース", "iphone手机のケース"),
    ];
    for (name, written, folded) in cases {
        assert_eq!(fold(written), folded, "{name}");
    }
}

#[test]
fn decimal_digits_of_all_scripts_are_those_of_ascii() {
    for written in
        ["٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "०१२३४५६७८९", "๐๑๒๓๔๕๖๗๘๙", "０１２３４５６７８９", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗"]
    {
        assert_eq!(fold(written), "0123456789", "{written:?}");
    }
    // Fewer than ten digits in a row would be digits whose value is another.
    let category = CodePointMapData::<GeneralCategory>::new();
    let all: Vec<_> = ('\0'..=char::MAX).collect();
    let runs = all.chunk_by(|a, b| category.get(*a) == category.get(*b));
    for digits in runs.filter(|run| category.get(run[0]) == GeneralCategory::DecimalNumber) {
        assert_eq!(digits.len() % 10, 0, "{digits:?}");
        assert_eq!((ascii_digit(digits[0]), ascii_digit(digits[9])), ("0", "9"), "{digits:?}");
    }
}

#[test]
fn a_voiced_kana_is_another_one() {
    assert_ne!(fold("か"), fold("が"));
    assert_ne!(fold("ハ"), fold("パ"));
}

#[test]
fn symbols_hashes_and_at_signs_stay() {
    let cases = [
        ("C++ & C#", "c++ c#"),
        ("#Rust @Ferris", "#rust @ferris"),
        ("1 + 1 = 2 €", "1 + 1 = 2 €"),
        ("Party 🎉!", "party 🎉"),
        ("👍🏽", "👍🏽"),
    ];
    for (written, folded) in cases {
        assert_eq!(fold(written), folded);
    }
}

#[test]
fn punctuation_and_white_space_become_one_space() {
    assert_eq!(fold("  foo-bar_baz,qux;\r\n\tquux\u{3000}… (corge)\u{7}"), "foo-bar baz qux quux corge");
    assert_eq!(fold("`code` ¨x^2´"), "code x 2");
    assert_eq!(fold("unread\u{fffd}able"), "unread able");
    assert_eq!(fold("zero\u{200b}width"), "zero width");
    for nothing in ["", " ", "...", "\u{301}", "\u{ad}\u{fe0f}", "-\n-"] {
        assert_eq!(fold(nothing), "", "{nothing:?}");
    }
}

#[test]
fn a_single_hyphen_apostrophe_or_full_stop_inside_a_word_is_a_joint() {
    for written in ["e-mail", "e‐mail", "e‑mail", "e'mail", "e’mail", "e‘mail", "eʼmail", "E－Mail"]
    {
        assert_eq!(fold(written), "e-mail", "{written:?}");
    }
    for written in ["e - mail", "e -mail", "e- mail", "e--mail", "e-'mail", "e–mail", "e. mail", "e_mail"] {
        assert_eq!(fold(written), "e mail", "{written:?}");
    }
    assert_eq!(fold("Node.js, U.S.A. and d3.js. 3.14 e..mail"), "node-js u-s-a and d3-js 3 14 e mail");
    assert_eq!(fold("-e-mail- 'n'"), "e-mail n");
    assert_eq!(fold("c++-book 手-机 🎉-party"), "c++ book手 机 🎉 party");
    assert_eq!(fold("state-of-the-art"), "state-of-the-art");
}

#[test]
fn nothing_separates_a_word_from_a_script_without_spaces() {
    for written in ["iPhone手机", "iPhone 手机", "iPhone-手机", "iPhone、手机"] {
        assert_eq!(fold(written), "iphone手机", "{written:?}");
    }
    assert_eq!(fold("手机 壳 iPhone 的"), "手机 壳iphone的");
    assert_eq!(fold("c# rust 5 €"), "c# rust 5 €");
}

#[test]
fn invisible_characters_are_removed() {
    assert_eq!(fold("soft\u{ad}hyphen"), "softhyphen");
    assert_eq!(fold("❤\u{fe0f}"), "❤");
    assert_eq!(fold("👨\u{200d}👩\u{200d}👧"), "👨👩👧");
    assert_eq!(fold("\u{feff}\u{200f}left\u{200e}"), "left");
}

#[test]
fn every_mark_of_the_blocks_of_diacritical_marks_is_gone() {
    let blocks = [0x300..=0x36f, 0x1ab0..=0x1aff, 0x1dc0..=0x1dff, 0x20d0..=0x20ff_u32, 0xfe20..=0xfe2f];
    let category = CodePointMapData::<GeneralCategory>::new();
    for mark in blocks.into_iter().flatten().filter_map(char::from_u32) {
        // Case folding turns the iota subscript into a letter, as in `ᾳ` and `ΑΙ`.
        if category.get(mark) != GeneralCategory::Unassigned && mark != '\u{345}' {
            assert_eq!(fold(&format!("x{mark}")), "x", "{mark:?}");
        }
    }
}

#[test]
fn every_character_folds_for_good() {
    let category = CodePointMapData::<GeneralCategory>::new();
    // The planes in between contain ideographs, and only the compatible ones fold.
    let planes = ('\0'..='\u{1ffff}').chain('\u{2f800}'..='\u{2fa1f}').chain('\u{e0000}'..='\u{e0fff}');
    for character in planes.filter(|&character| category.get(character) != GeneralCategory::Unassigned) {
        let alone = fold(character.encode_utf8(&mut [0; 4]));
        assert_folded(&alone);
        assert_eq!(fold(&alone), alone, "{character:?}");
        if alone.chars().eq([character]) {
            continue;
        }
        let among =
            fold(&format!("α\u{345}{character}\u{301},K{character}\u{327}\u{345}か{character}\u{3099}"));
        assert_folded(&among);
        assert_eq!(fold(&among), among, "{character:?} among others");
    }
}

/// Letters and marks that folding combines, separates or drops.
const COMBINING: [char; 24] = [
    'a', 'ä', '\u{212a}', '\u{212b}', 'ı', 'æ', 'カ', 'ハ', 'ㄱ', 'ᄒ', '한', 'क', ' ', ',', '\u{300}',
    '\u{323}', '\u{345}', '\u{3099}', '\u{309a}', '\u{93c}', '\u{94d}', '\u{64b}', '\u{34f}', '\u{1160}',
];

proptest! {
    #[test]
    fn folded_text_stays_as_it_is(text in any::<String>()) {
        let folded = fold(&text);
        assert_folded(&folded);
        prop_assert_eq!(fold(&folded), folded);
    }

    #[test]
    fn marks_in_any_order_fold_for_good(text in prop::collection::vec(prop::sample::select(&COMBINING[..]), 0..12)) {
        let text: String = text.into_iter().collect();
        let folded = fold(&text);
        assert_folded(&folded);
        prop_assert_eq!(fold(&folded), folded);
    }

    #[test]
    fn upper_and_lower_case_are_the_same(text in "[a-zäöüßéøłñçÀ-Þα-ωа-я ]{0,20}") {
        prop_assert_eq!(fold(&text.to_uppercase()), fold(&text.to_lowercase()));
    }
}
