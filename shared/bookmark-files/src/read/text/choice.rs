//! The rule by which the encoding of a file is chosen.

use std::str;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, UTF_8, UTF_16BE, UTF_16LE};

/// Returns the encoding that the first bytes name, and the number of bytes of the mark.
///
/// UTF-16 without a mark is evident where the first two characters are ASCII, as in all formats.
pub(crate) fn marked(start: &[u8]) -> Option<(&'static Encoding, usize)> {
    Encoding::for_bom(start).or(match start {
        [first, 0, second, 0, ..] if *first != 0 && *second != 0 => Some((UTF_16LE, 0)),
        [0, first, 0, second, ..] if *first != 0 && *second != 0 => Some((UTF_16BE, 0)),
        _ => None,
    })
}

/// Chooses the encoding of a file by the bytes from its first one that is not ASCII.
///
/// - Without a declaration, or with UTF-8, it is UTF-8 if at least half of the sequences that are not ASCII are valid. So a damaged
///   character doesn't change the others. Otherwise the declaration is wrong, and the encoding is detected.
/// - Another declaration is right unless all bytes are valid UTF-8, which texts in other encodings are not: then a program has changed
///   the encoding and not the declaration. Only in Chinese, Japanese and Korean encodings, two-byte sequences of UTF-8 are frequent, and
///   short texts can have no others. So with these a longer sequence is necessary.
pub(crate) fn choose(bytes: &[u8], declared: Option<&'static Encoding>) -> &'static Encoding {
    let utf_8 = Utf8Count::of(bytes);
    match declared {
        Some(declared) if declared != UTF_8 => {
            let double_byte = [BIG5, EUC_JP, EUC_KR, GB18030, GBK].contains(&declared);
            if utf_8.valid > 0 && utf_8.invalid == 0 && (!double_byte || utf_8.long > 0) {
                UTF_8
            } else {
                declared
            }
        }
        _ if utf_8.valid > 0 && utf_8.valid >= utf_8.invalid => UTF_8,
        _ => {
            let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
            detector.feed(bytes, true);
            detector.guess(None, Utf8Detection::Deny)
        }
    }
}

/// How far bytes are UTF-8.
struct Utf8Count {
    /// The characters that are not ASCII.
    valid: usize,
    /// Those of them with three or four bytes.
    long: usize,
    /// The sequences that are not UTF-8, besides an unfinished character at the end.
    invalid: usize,
}

impl Utf8Count {
    fn of(mut bytes: &[u8]) -> Self {
        let mut count = Self { valid: 0, long: 0, invalid: 0 };
        loop {
            let (text, rest) = match str::from_utf8(bytes) {
                Ok(text) => (text, None),
                Err(error) => {
                    let (text, rest) = bytes.split_at(error.valid_up_to());
                    (str::from_utf8(text).unwrap_or_default(), Some((rest, error.error_len())))
                }
            };
            count.valid += text.chars().filter(|character| !character.is_ascii()).count();
            count.long += text.chars().filter(|character| character.len_utf8() > 2).count();
            match rest {
                Some((rest, Some(invalid))) => {
                    count.invalid += 1;
                    bytes = &rest[invalid..];
                }
                // A character that the end cuts is neither.
                Some((_, None)) | None => return count,
            }
        }
    }
}
