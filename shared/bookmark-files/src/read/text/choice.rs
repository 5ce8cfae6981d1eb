//! Chooses the encoding of a file.

use std::str;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, UTF_8, UTF_16BE, UTF_16LE};

/// Returns the encoding that the first bytes show, and the length of the byte order mark.
///
/// UTF-16 without a mark is evident if the first two characters are ASCII, as they are in all formats.
pub(crate) fn marked(start: &[u8]) -> Option<(&'static Encoding, usize)> {
    Encoding::for_bom(start).or(match start {
        [first, 0, second, 0, ..] if *first != 0 && *second != 0 => Some((UTF_16LE, 0)),
        [0, first, 0, second, ..] if *first != 0 && *second != 0 => Some((UTF_16BE, 0)),
        _ => None,
    })
}

/// Chooses the encoding of a file. `bytes` starts with the first byte that is not ASCII.
///
/// - Without a declaration, or if the file declares UTF-8, chooses UTF-8 if at least half of the sequences
///   that are not ASCII are valid. So a damaged character doesn't affect the others. Otherwise detects the
///   encoding.
/// - Trusts any other declaration unless all bytes are valid UTF-8. Texts in other encodings hardly ever are,
///   so a program must have converted the file and kept the declaration. A short text in a Chinese, Japanese
///   or Korean encoding can consist of valid two-byte sequences, so overriding such a declaration takes a
///   longer sequence.
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

/// The numbers of valid and invalid UTF-8 sequences.
struct Utf8Count {
    /// The characters that are not ASCII.
    valid: usize,
    /// The characters of three or four bytes.
    long: usize,
    /// The sequences that are not UTF-8, except an incomplete character at the end.
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
                // A character cut by the end counts as neither.
                Some((_, None)) | None => return count,
            }
        }
    }
}
