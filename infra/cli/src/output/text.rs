//! Texts of users on a terminal.

use std::borrow::Cow;

/// Returns `text` on one line, without characters that would control the terminal.
pub(super) fn one_line(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").chars().filter(|c| !c.is_control()).collect()
}

/// Returns `text` without characters that would control the terminal, except tabs and ends of lines.
pub(super) fn lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}

/// Returns a time of the API to the minute, such as `2026-11-24 20:04`. Times are in UTC.
pub(super) fn minute(time: &str) -> Cow<'_, str> {
    match time.split_once('T') {
        Some((day, clock)) if clock.is_ascii() && clock.len() >= 5 => format!("{day} {}", &clock[..5]).into(),
        _ => time.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_can_not_control_the_terminal() {
        assert_eq!(one_line(" a\tb\r\nc\u{1b}[31m\u{7}\u{9b}d "), "a b c[31md");
        assert_eq!(lines("a\tb\r\nc\rd\u{1b}[2J"), "a\tb\nc\nd[2J");
    }

    #[test]
    fn times_are_shown_to_the_minute() {
        assert_eq!(minute("2026-11-24T20:04:28.219Z"), "2026-11-24 20:04");
        assert_eq!(minute("today"), "today");
        assert_eq!(minute("2026T2"), "2026T2");
    }
}
