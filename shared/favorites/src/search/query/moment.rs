//! Times in a query.

use single_table::Timestamp;

/// The rest of a time of which only the beginning is given: a year, a month or a day.
const RESTS: [(&str, &str); 3] =
    [("9999", "-01-01T00:00:00Z"), ("9999-99", "-01T00:00:00Z"), ("9999-99-99", "T00:00:00Z")];

/// Returns the beginning of a year, a month or a day in UTC, or a time in RFC 3339. `None` for other texts.
pub(super) fn beginning_of(text: &str) -> Option<Timestamp> {
    let rest = RESTS.iter().find(|(form, _)| has_form(text, form)).map_or("", |(_, rest)| rest);
    format!("{text}{rest}").parse().ok()
}

/// Returns true if the text has a digit for each 9 of `form`, and its other characters.
fn has_form(text: &str, form: &str) -> bool {
    text.len() == form.len()
        && text.bytes().zip(form.bytes()).all(|(given, wanted)| match wanted {
            b'9' => given.is_ascii_digit(),
            other => given == other,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_a_month_and_a_day_begin_at_midnight_in_utc() {
        for (text, time) in [
            ("2026", "2026-01-01T00:00:00.000Z"),
            ("2026-11", "2026-11-01T00:00:00.000Z"),
            ("2026-11-23", "2026-11-23T00:00:00.000Z"),
            ("2026-11-23T10:20:30Z", "2026-11-23T10:20:30.000Z"),
            ("2026-11-23T10:20:30.5+02:00", "2026-11-23T08:20:30.500Z"),
        ] {
            assert_eq!(beginning_of(text).map(|time| time.to_string()).as_deref(), Some(time), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_times() {
        for text in [
            "",
            "26",
            "2026-13",
            "2026-02-30",
            "2026-1-1",
            "20261123",
            "yesterday",
            "２０２６",
            "2026-11-23T10:20",
        ] {
            assert_eq!(beginning_of(text), None, "{text}");
        }
    }
}
