//! Parses the dates that services write.

use time::format_description::BorrowedFormatItem;
use time::format_description::well_known::{Rfc2822, Rfc3339};
use time::macros::format_description;
use time::parsing::Parsed;
use time::{Date, OffsetDateTime, Time, UtcOffset};

type Format = &'static [BorrowedFormatItem<'static>];

/// The forms of a day: `2023-11-14`, `2023/11/14`, `Nov 14, 2023`, `November 14, 2023`, `14 Nov 2023` and
/// `14 November 2023`.
const DAYS: [Format; 6] = [
    format_description!("[year]-[month padding:none]-[day padding:none]"),
    format_description!("[year]/[month padding:none]/[day padding:none]"),
    format_description!("[month repr:short case_sensitive:false] [day padding:none], [year]"),
    format_description!("[month repr:long case_sensitive:false] [day padding:none], [year]"),
    format_description!("[day padding:none] [month repr:short case_sensitive:false] [year]"),
    format_description!("[day padding:none] [month repr:long case_sensitive:false] [year]"),
];

/// The forms of a time. Longer forms come first, because the first one that fits counts.
const TIMES: [Format; 5] = [
    format_description!("[hour padding:none]:[minute]:[second].[subsecond]"),
    format_description!("[hour repr:12 padding:none]:[minute]:[second] [period case_sensitive:false]"),
    format_description!("[hour padding:none]:[minute]:[second]"),
    format_description!("[hour repr:12 padding:none]:[minute] [period case_sensitive:false]"),
    format_description!("[hour padding:none]:[minute]"),
];

/// The forms of an offset besides `Z`, `UTC` and `GMT`.
const OFFSETS: [Format; 3] = [
    format_description!("[offset_hour sign:mandatory]:[offset_minute]"),
    format_description!("[offset_hour sign:mandatory][offset_minute]"),
    format_description!("[offset_hour sign:mandatory]"),
];

/// Parses a date of RFC 3339 or RFC 2822, or one of [`DAYS`] with an optional time of [`TIMES`] and an
/// optional offset. The default time is midnight, and the default offset is UTC.
pub(crate) fn read_date(text: &str) -> Option<OffsetDateTime> {
    if let Ok(date) = OffsetDateTime::parse(text, &Rfc3339).or_else(|_| OffsetDateTime::parse(text, &Rfc2822))
    {
        return Some(date);
    }
    let (day, rest) = first_of::<Date>(&DAYS, text)?;
    if rest.is_empty() {
        return Some(day.midnight().assume_utc());
    }
    let rest = rest.trim_start_matches(',').trim_start();
    let rest = rest.strip_prefix("at ").or_else(|| rest.strip_prefix(['T', 't'])).unwrap_or(rest);
    let (time, offset) = first_of::<Time>(&TIMES, rest)?;
    let offset = match offset.trim_start() {
        "" | "Z" | "z" | "UTC" | "GMT" => UtcOffset::UTC,
        offset => {
            let (offset, rest) = first_of::<UtcOffset>(&OFFSETS, offset)?;
            if !rest.is_empty() {
                return None;
            }
            offset
        }
    };
    day.with_time(time).assume_offset(offset).into()
}

/// Parses the start of a text with the first format that fits. Returns the value and the rest of the text.
fn first_of<'a, T: TryFrom<Parsed>>(formats: &[Format], text: &'a str) -> Option<(T, &'a str)> {
    formats.iter().find_map(|format| {
        let mut parsed = Parsed::new();
        let rest = parsed.parse_items(text.as_bytes(), format).ok()?;
        let value = T::try_from(parsed).ok()?;
        Some((value, text.get(text.len() - rest.len()..)?))
    })
}
