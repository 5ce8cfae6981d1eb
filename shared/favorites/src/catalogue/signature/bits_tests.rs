use super::*;

fn tokens(words: impl IntoIterator<Item = usize>) -> BTreeSet<Token> {
    let mut tokens = BTreeSet::new();
    for word in words {
        // Padded to eight digits, numbers below ten thousand begin with the same four digits, so they share their beginnings.
        Token::of_text(&format!("手{word:08}"), &mut tokens);
    }
    tokens
}

#[test]
fn it_has_what_was_put_in_and_little_else() {
    for count in [0, 1, 10, 1_000] {
        let inside = tokens(0..count);
        let packed = Bits::pack(&inside);
        let bits = Bits::read(&packed).unwrap();
        assert!(inside.iter().all(|token| bits.has(*token)));
        let outside = &tokens(10_000..20_000) - &inside;
        let wrong = outside.iter().filter(|token| bits.has(**token)).count();
        assert!(wrong * 15 < outside.len(), "{wrong} of {} with {count}", outside.len());
    }
}

/// Signatures store this form. If this test fails, they need a new format, and stored signatures must be rebuilt.
#[test]
fn its_form_stays_what_it_is() {
    let mut tokens = BTreeSet::new();
    Token::of_text("ab 收", &mut tokens);
    assert_eq!(Bits::pack(&tokens), [FORMAT, 121, 68, 20]);
    assert_eq!(Bits::pack(&BTreeSet::new()), [FORMAT, 0]);
}

#[test]
fn another_form_is_not_read() {
    for packed in [&[][..], &[FORMAT], &[0, 1], &[FORMAT + 1, 1]] {
        assert_eq!(Bits::read(packed), None, "{packed:?}");
    }
}
