//! Decodes any encoding.

use std::io::{self, Read};
use std::str;
use std::sync::{Arc, Mutex, PoisonError};

use encoding_rs::{Decoder, Encoding, ISO_2022_JP, UTF_8, WINDOWS_1252};

use crate::read::lookahead::Lookahead;
use crate::read::text::choice::{choose, marked};
use crate::read::text::declaration::declared;

/// The number of bytes that decide the encoding.
const WINDOW: usize = 65_536;
/// The number of bytes to decode at once.
const CHUNK: usize = 8_192;
/// The number of bytes of the longest UTF-8 character.
const LONGEST: usize = 4;

/// Reads a text file in any encoding as UTF-8 without a byte order mark.
///
/// The encoding is the first of:
///
/// 1. that of a byte order mark, or UTF-16 without a mark if the first two characters are ASCII;
/// 2. UTF-8, if the text is valid UTF-8 with characters that are not ASCII;
/// 3. the encoding that an HTML or XML file declares;
/// 4. the encoding that the bytes look like.
///
/// A declaration must be in the first 65,536 bytes. The text is judged by the 65,536 bytes from the first one
/// that is not ASCII. In UTF-8, a byte that can't be part of a character is read as windows-1252, because
/// files that were joined from several have such bytes. Any other invalid sequence becomes U+FFFD. Memory is
/// bounded by a few buffers of 131,072 bytes.
///
/// ```
/// use std::io::Read;
///
/// use bookmark_files::TextReader;
///
/// let mut text = String::new();
/// let mut reader = TextReader::new(&b"\xff\xfea\0\xe9\0"[..]);
/// assert_eq!(reader.encoding(), "UTF-16LE");
/// reader.read_to_string(&mut text)?;
/// assert_eq!(text, "aé");
/// # Ok::<_, std::io::Error>(())
/// ```
pub struct TextReader<R> {
    /// The bytes to decode.
    input: Lookahead<R>,
    state: State,
    /// The decoded text, and the number of bytes of it that were returned.
    text: Vec<u8>,
    returned: usize,
    assumed: Assumed,
}

enum State {
    /// All bytes so far are ASCII. Has the encoding that the file declares.
    Ascii(Option<&'static Encoding>),
    Utf8,
    Other(Box<Decoder>),
}

/// The encoding of a file. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct Assumed(Arc<Mutex<&'static Encoding>>);

impl Default for Assumed {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(UTF_8)))
    }
}

impl Assumed {
    pub(crate) fn name(&self) -> &'static str {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).name()
    }

    fn set(&self, encoding: &'static Encoding) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = encoding;
    }
}

impl<R: Read> TextReader<R> {
    /// Reads the beginning of `source`, from its current place. Reports an error of the source only after the
    /// text before it.
    pub fn new(source: R) -> Self {
        Self::with(source, Assumed::default())
    }

    /// Reads like [`Self::new`], and stores the encoding in `assumed`.
    pub(crate) fn with(source: R, assumed: Assumed) -> Self {
        let mut reader = Self {
            input: Lookahead::new(source, WINDOW),
            state: State::Ascii(None),
            text: Vec::new(),
            returned: 0,
            assumed,
        };
        reader.input.fill(WINDOW);
        if let Some((encoding, mark)) = marked(reader.input.rest()) {
            reader.input.consume(mark);
            reader.assume(encoding);
        } else {
            let declared = declared(reader.input.rest());
            reader.state = State::Ascii(declared);
            reader.assumed.set(declared.unwrap_or(UTF_8));
            let ascii = Encoding::ascii_valid_up_to(reader.input.rest());
            if declared == Some(ISO_2022_JP) {
                // ISO-2022-JP has only ASCII bytes.
                reader.assume(ISO_2022_JP);
            } else if ascii < reader.input.rest().len() {
                reader.input.fill(ascii + WINDOW);
                reader.assume(choose(&reader.input.rest()[ascii..], declared));
            }
        }
        reader
    }

    /// Returns the name of the encoding in the Encoding Standard, such as `UTF-8`, `gb18030` or
    /// `windows-1252`.
    ///
    /// As long as all bytes are ASCII, this is the encoding that the file declares, or UTF-8.
    #[must_use]
    pub fn encoding(&self) -> &'static str {
        self.assumed.name()
    }

    fn assume(&mut self, encoding: &'static Encoding) {
        self.assumed.set(encoding);
        self.state = if encoding == UTF_8 {
            State::Utf8
        } else {
            State::Other(Box::new(encoding.new_decoder_without_bom_handling()))
        };
    }

    /// Decodes the next bytes. Returns false at the end.
    fn decode(&mut self) -> io::Result<bool> {
        self.text.clear();
        self.returned = 0;
        if self.input.rest().len() < LONGEST {
            self.input.fill(LONGEST);
        }
        let rest = self.input.rest();
        let last = self.input.has_ended() && rest.len() <= CHUNK;
        let chunk = &rest[..rest.len().min(CHUNK)];
        let mut read = chunk.len();
        match &mut self.state {
            State::Ascii(declared) => {
                let declared = *declared;
                let ascii = Encoding::ascii_valid_up_to(chunk);
                self.text.extend_from_slice(&chunk[..ascii]);
                if ascii < chunk.len() {
                    self.input.consume(ascii);
                    self.input.fill(WINDOW);
                    self.assume(choose(self.input.rest(), declared));
                    return Ok(true);
                }
            }
            State::Utf8 => read = decode_utf_8(chunk, last, &mut self.text),
            State::Other(decoder) => {
                // The decoder keeps a character that the chunk cuts.
                let most = decoder.max_utf8_buffer_length(chunk.len()).unwrap_or(4 * CHUNK);
                self.text.resize(most, 0);
                let (_, used, written, _) = decoder.decode_to_utf8(chunk, &mut self.text, last);
                self.text.truncate(written);
                read = used;
                if last {
                    // No bytes follow, and a decoder can't be used after its end.
                    self.state = State::Utf8;
                }
            }
        }
        self.input.consume(read);
        if !self.text.is_empty() || !self.input.rest().is_empty() || !self.input.has_ended() {
            return Ok(true);
        }
        match self.input.take_failure() {
            Some(error) => Err(error),
            None => Ok(false),
        }
    }
}

/// Decodes bytes as UTF-8, and returns how many it decoded. Leaves an incomplete character at the end, unless
/// `last` is true.
fn decode_utf_8(bytes: &[u8], last: bool, text: &mut Vec<u8>) -> usize {
    let mut next = 0;
    loop {
        let Err(error) = str::from_utf8(&bytes[next..]) else {
            text.extend_from_slice(&bytes[next..]);
            return bytes.len();
        };
        let invalid = next + error.valid_up_to();
        text.extend_from_slice(&bytes[next..invalid]);
        match error.error_len() {
            None if !last => return invalid,
            Some(1) => {
                let (character, _) = WINDOWS_1252.decode_without_bom_handling(&bytes[invalid..=invalid]);
                text.extend_from_slice(character.as_bytes());
                next = invalid + 1;
            }
            cut => {
                text.extend_from_slice("\u{fffd}".as_bytes());
                next = cut.map_or(bytes.len(), |length| invalid + length);
            }
        }
    }
}

impl<R: Read> Read for TextReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while self.returned == self.text.len() {
            if !self.decode()? {
                return Ok(0);
            }
        }
        let text = &self.text[self.returned..];
        let count = text.len().min(buffer.len());
        buffer[..count].copy_from_slice(&text[..count]);
        self.returned += count;
        Ok(count)
    }
}

impl<R> std::fmt::Debug for TextReader<R> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("TextReader").field("encoding", &self.assumed.name()).finish_non_exhaustive()
    }
}
