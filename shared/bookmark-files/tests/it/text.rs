//! Texts in any encoding.

use std::io::{self, Cursor, Read};

use bookmark_files::{Bookmarks, Entry, Flag, Format, Limits, TextReader};
use encoding_rs::{
    EUC_JP, EUC_KR, Encoding, GB18030, KOI8_R, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1251,
    WINDOWS_1252,
};
use proptest::prelude::*;

use crate::samples::{file, flags, link, read, row, rows, seconds, text, texts};

/// Returns the text of bytes, and the name of their encoding at the beginning.
fn decoded(bytes: &[u8]) -> (String, &'static str) {
    let mut reader = TextReader::new(bytes);
    let encoding = reader.encoding();
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    (text, encoding)
}

fn encoding(format: Format, name: &str) -> &'static str {
    Bookmarks::open(format, Cursor::new(file(name)), Limits::default()).unwrap().encoding()
}

/// Encodes a text, also as UTF-16, which `encoding_rs` only decodes.
fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    if encoding == UTF_16LE {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    } else if encoding == UTF_16BE {
        text.encode_utf16().flat_map(u16::to_be_bytes).collect()
    } else {
        encoding.encode(text).0.into_owned()
    }
}

#[test]
fn declared_encodings_are_read() {
    let chinese = Entry {
        tags: texts(&["收藏", "読書"]),
        note: text("说明文字"),
        ..link("https://a.example/1", "微信收藏：测试 – 标题")
    };
    assert_eq!(rows(Format::Netscape, "gb18030-declared.html"), [row(6, chinese)]);
    assert_eq!(encoding(Format::Netscape, "gb18030-declared.html"), "gb18030");

    let german = Entry { tags: texts(&["Küche"]), ..link("https://a.example/1", "Äpfel – “süß”") };
    assert_eq!(rows(Format::Netscape, "windows-1252.html"), [row(6, german)]);
    assert_eq!(encoding(Format::Netscape, "windows-1252.html"), "windows-1252");

    let japanese = Entry {
        tags: texts(&["日本", "本"]),
        ..link("https://example.com/1", "日本語のタイトル ソ表")
    };
    assert_eq!(rows(Format::Netscape, "shift-jis.html"), [row(6, japanese)]);
    assert_eq!(encoding(Format::Netscape, "shift-jis.html"), "Shift_JIS");

    assert_eq!(rows(Format::Netscape, "koi8-r.html"), [row(6, link("https://example.com/1", "Закладки"))]);
    assert_eq!(encoding(Format::Netscape, "koi8-r.html"), "KOI8-R");
}

#[test]
fn other_encodings_are_detected() {
    let entry = Entry {
        tags: texts(&["收藏"]),
        note: text("说明文字"),
        ..link("https://example.com/1", "微信收藏夹测试")
    };
    assert_eq!(rows(Format::Netscape, "gbk-undeclared.html"), [row(5, entry)]);
    assert_eq!(encoding(Format::Netscape, "gbk-undeclared.html"), "GBK");
    // It declares UTF-8.
    let entry = Entry { tags: texts(&["café"]), ..link("https://example.com/latin", "Café") };
    assert_eq!(rows(Format::Netscape, "latin-1.html"), [row(3, entry)]);
    assert_eq!(encoding(Format::Netscape, "latin-1.html"), "windows-1252");
}

#[test]
fn utf_16_is_read_with_and_without_a_mark_and_keeps_its_lines() {
    let entry = Entry {
        created: seconds(1_700_000_000),
        tags: texts(&["a", "é"]),
        flags: flags(&[Flag::Unread]),
        ..link("https://example.com/1", "表")
    };
    assert_eq!(rows(Format::PocketCsv, "utf-16.csv"), [row(2, entry)]);
    assert_eq!(encoding(Format::PocketCsv, "utf-16.csv"), "UTF-16LE");
    assert_eq!(rows(Format::Pinboard, "utf-16.json"), [row(1, link("https://example.com/1", "表 😀"))]);
    assert_eq!(encoding(Format::Pinboard, "utf-16.json"), "UTF-16BE");
}

#[test]
fn utf_8_overrides_another_declaration_and_short_chinese_texts_do_not() {
    let page =
        |charset: &str, title: &str| format!("<meta charset=\"{charset}\"><dl><dt><a href=u:>{title}</a>");
    for (charset, title) in [("gb2312", "收藏夹"), ("windows-1252", "é"), ("koi8-r", "б"), ("utf-16", "é")]
    {
        let bytes = page(charset, title).into_bytes();
        assert_eq!(decoded(&bytes), (page(charset, title), "UTF-8"), "{charset}");
    }
    // The character of these bytes is U+0675 in UTF-8.
    let bytes = [page("gb18030", "").as_bytes(), b"\xd9\xb5"].concat();
    assert!(std::str::from_utf8(&bytes).is_ok());
    assert_eq!(decoded(&bytes), (page("gb18030", "").replace("</a>", "") + "</a>俚", "gb18030"));
    let bytes = encoded(&page("gb18030", "中"), GB18030);
    assert_eq!(decoded(&bytes), (page("gb18030", "中"), "gb18030"));
}

#[test]
fn a_declaration_in_a_comment_or_a_title_is_none() {
    for start in ["<!-- <meta charset=koi8-r> -->", "<dl><a href=\"u\"><meta charset=koi8-r>"] {
        let (_, encoding) = decoded(format!("{start}<a href=\"u\">Käpfel süß</a>").as_bytes());
        assert_eq!(encoding, "UTF-8");
        let bytes = encoded(&format!("{start}<a href=\"u\">Äpfel sind süß</a>"), WINDOWS_1252);
        assert_eq!(decoded(&bytes).1, "windows-1252", "{start}");
    }
}

#[test]
fn xml_declares_its_encoding() {
    let xml = "<?xml version='1.0' encoding='ISO-8859-2'?><xbel><title>Zażółć</title></xbel>";
    let bytes = encoded(xml, encoding_rs::ISO_8859_2);
    assert_eq!(decoded(&bytes), (xml.to_owned(), "ISO-8859-2"));
}

#[test]
fn iso_2022_jp_has_ascii_bytes_only() {
    let html = "<meta charset=iso-2022-jp><dl><a href=u:>日本語</a>";
    let bytes = encoding_rs::ISO_2022_JP.encode(html).0;
    assert!(bytes.is_ascii());
    assert_eq!(decoded(&bytes), (html.to_owned(), "ISO-2022-JP"));
}

#[test]
fn the_encoding_is_chosen_by_the_first_byte_that_is_not_ascii() {
    for (encoding, later) in
        [(UTF_8, "収蔵 – “é”"), (WINDOWS_1252, "Äpfel – “süß”"), (GB18030, "微信收藏夹测试，说明文字")]
    {
        let text = format!("{}{later}{}", "x\n".repeat(50_000), "y".repeat(70_000));
        let bytes = encoded(&text, encoding);
        let mut reader = TextReader::new(&bytes[..]);
        assert_eq!(reader.encoding(), "UTF-8");
        let mut read = String::new();
        reader.read_to_string(&mut read).unwrap();
        assert!(read == text, "{}", encoding.name());
        assert!(reader.encoding() == encoding.name() || encoding == GB18030 && reader.encoding() == "GBK");
    }
}

#[test]
fn single_bytes_within_utf_8_are_read_as_windows_1252_and_cut_characters_are_replaced() {
    let bytes = b"\xe6\x94\xb6\xe8\x97\x8f\xe6\x94\xb6\xe8\x97\x8f Caf\xe9 \x93q\x94 \xe4\xb8 end \xe4\xb8";
    assert_eq!(decoded(bytes), ("收藏收藏 Café “q” \u{fffd} end \u{fffd}".to_owned(), "UTF-8"));
}

/// Returns one to seven bytes at a time.
struct Slow<'a>(&'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = (self.0.len() % 7 + 1).min(self.0.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

#[test]
fn characters_across_the_ends_of_buffers_are_read() {
    // The encodings have characters of one to four bytes, which are at all places of the buffers.
    for encoding in [UTF_8, UTF_16LE, UTF_16BE, GB18030, SHIFT_JIS, EUC_JP] {
        let mark = if encoding == UTF_16LE || encoding == UTF_16BE { "\u{feff}" } else { "" };
        let characters = if encoding == UTF_8 || encoding == GB18030 { "aé表😀" } else { "a表あ" };
        for shift in 0..4 {
            let text = format!(
                "<meta charset={}>{}{}",
                encoding.name(),
                "x".repeat(shift),
                characters.repeat(20_000)
            );
            let bytes = encoded(&format!("{mark}{text}"), encoding);
            assert!(decoded(&bytes).0 == text, "{} {shift}", encoding.name());
            let mut read = String::new();
            TextReader::new(Slow(&bytes)).read_to_string(&mut read).unwrap();
            assert!(read == text, "{} {shift}", encoding.name());
        }
    }
}

#[test]
fn an_error_of_the_source_comes_after_the_text_before_it() {
    struct Failing(bool);
    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0 {
                return Err(io::Error::new(io::ErrorKind::ConnectionReset, "gone"));
            }
            self.0 = true;
            buffer[..3].copy_from_slice("aé".as_bytes());
            Ok(3)
        }
    }
    let mut text = Vec::new();
    let error = TextReader::new(Failing(false)).read_to_end(&mut text).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
    assert_eq!(text, "aé".as_bytes());
}

#[test]
fn json_in_another_encoding_and_with_a_mark_is_read() {
    let (rows, error) = read(
        Format::Pinboard,
        b"[{\"href\": \"u:\", \"description\": \"caf\xe9 \x93q\x94\"}]",
        Limits::default(),
    );
    assert!(error.is_none(), "{error:?}");
    assert_eq!(rows, [row(1, link("u:", "café “q”"))]);
    let karakeep = "\u{feff}{\"bookmarks\":[{\"content\":{\"url\":\"u:\"},\"title\":\"表\",\"lists\":[\"l\"]}],\
                    \"lists\":[{\"id\":\"l\",\"name\":\"é\"}]}";
    for encoding in [UTF_8, UTF_16LE, UTF_16BE] {
        let bytes = encoded(karakeep, encoding);
        assert_eq!(Format::detect(&bytes), Ok(Format::Karakeep));
        let (rows, error) = read(Format::Karakeep, &bytes, Limits::default());
        assert!(error.is_none(), "{error:?}");
        assert_eq!(rows, [row(1, Entry { folders: vec![texts(&["é"])], ..link("u:", "表") })]);
    }
}

/// Words of characters that the encoding has, and that are not UTF-8 in it by chance.
fn words(encoding: &'static Encoding) -> &'static str {
    match encoding.name() {
        "Shift_JIS" | "EUC-JP" => "[a-z \n日本語表題ソぁ-んァ-ン]{1,60}",
        "EUC-KR" => "[a-z \n가각간감갑강개거건경계고]{1,60}",
        "windows-1251" | "KOI8-R" => "[a-z \nа-яА-Я]{1,60}",
        "windows-1252" => "[a-z \nàâçéèêëîïôùûüÿ]{1,60}",
        "gb18030" => "[a-z \n中文收藏夹测试微信标题说明😀]{1,60}",
        _ => "[a-z \nà-ÿ一-龥😀-😿]{1,60}",
    }
}

fn any_words() -> impl Strategy<Value = (&'static Encoding, String)> {
    let encodings =
        [UTF_8, UTF_16LE, UTF_16BE, GB18030, SHIFT_JIS, EUC_JP, EUC_KR, WINDOWS_1251, WINDOWS_1252, KOI8_R];
    prop::sample::select(encodings.to_vec()).prop_flat_map(|encoding| (Just(encoding), words(encoding)))
}

proptest! {
    #[test]
    fn a_declared_text_is_decoded_as_it_was_encoded((encoding, words) in any_words()) {
        let text = format!("<meta charset=\"{}\">{words}", encoding.name());
        let (read, name) = decoded(&encoded(&text, encoding));
        prop_assert_eq!(read, text);
        prop_assert!(name == encoding.name() || words.is_ascii() || name == "UTF-8" && encoding == UTF_8);
    }

    #[test]
    fn any_bytes_become_utf_8(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        decoded(&bytes);
    }

    #[test]
    fn any_text_in_utf_8_is_read_equally(text in any::<String>()) {
        let text = text.trim_start_matches('\u{feff}').replace('\0', "");
        prop_assert_eq!(decoded(text.as_bytes()).0, text.clone());
        prop_assert_eq!(decoded(format!("\u{feff}{text}").as_bytes()).0, text);
    }
}
