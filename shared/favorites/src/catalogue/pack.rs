//! The stored form of entries: a binary attribute for what is computed with, and a text attribute that is searched as it is.
//! Neither is compressed: with 50,000 short texts, compression saves a fifth of the units, and decoding takes longer than the rest
//! of a search.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use single_table::EpochSeconds;

use crate::catalogue::count_tree::NEVER;
use crate::catalogue::entry::{Entries, Entry, Facet, Live};
use crate::error::Error;
use crate::model::data_type::DataType;
use crate::model::ids::{DataId, TagId};
use crate::search_text::SearchText;

/// The first byte, which names the form. Form 1 did not say when a favorite leaves the trash.
const FORMAT: u8 = 2;
const WITHOUT_PURGE_TIMES: u8 = 1;

/// The separator of two texts. Folded text never contains it.
const TEXT_SEPARATOR: char = ';';

/// The bytes of a listed tag: its length and its id.
pub(crate) const TAG_BYTES: usize = 17;

/// The reason why entries can't be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PackError {
    /// The form is unknown to this version of the program.
    #[error("they are in form {0:?}, and only the forms up to {FORMAT} are known")]
    Format(Option<u8>),
    /// The bytes do not follow their form.
    #[error("their bytes are not well-formed: {0}")]
    Bytes(#[from] postcard::Error),
    /// There are more or fewer texts than entries that have one.
    #[error("{entries} of them have texts, and there are {texts} texts")]
    Texts {
        /// Entries with a text.
        entries: usize,
        /// Texts.
        texts: usize,
    },
    /// An entry refers to a tag that is not listed.
    #[error("one has tag number {0}, and there is no such tag")]
    Tag(u32),
}

impl From<PackError> for Error {
    fn from(error: PackError) -> Self {
        Self::catalogue(error)
    }
}

/// Entries in their stored form.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Packed {
    pub(crate) entries: Vec<u8>,
    pub(crate) text: String,
}

/// The binary attribute. Tags are listed once, because an id is longer than all else in most entries.
#[derive(Serialize, Deserialize)]
pub(crate) struct Block<T = EpochSeconds> {
    tags: Vec<TagId>,
    entries: Vec<PackedEntry<T>>,
}

/// An entry without its text.
#[derive(Serialize, Deserialize)]
struct PackedEntry<T> {
    data_id: DataId,
    live: Facet<PackedLive>,
    trash: Facet<T>,
}

/// [`Live`] without its text, and with numbers for tags.
#[derive(Serialize, Deserialize)]
pub(crate) struct PackedLive {
    pub(crate) data_type: DataType,
    tags: Vec<u32>,
    pub(crate) expire_time: Option<EpochSeconds>,
    cut: bool,
}

impl Block {
    /// Reads the binary attribute.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, PackError> {
        let block: Self = match bytes.split_first() {
            Some((&FORMAT, block)) => postcard::from_bytes(block)?,
            Some((&WITHOUT_PURGE_TIMES, block)) => postcard::from_bytes::<Block<()>>(block)?.into(),
            other => return Err(PackError::Format(other.map(|(format, _)| *format))),
        };
        let stray =
            block.live().flat_map(|(_, live)| &live.tags).find(|number| block.tag(**number).is_none());
        match stray.copied() {
            Some(number) => Err(PackError::Tag(number)),
            None => Ok(block),
        }
    }

    /// The favorites outside the trash.
    pub(crate) fn live(&self) -> impl Iterator<Item = (DataId, &PackedLive)> {
        self.entries.iter().filter_map(|entry| Some((entry.data_id, entry.live.present()?)))
    }

    /// The tags of one of them.
    pub(crate) fn tags<'a>(&'a self, live: &'a PackedLive) -> impl Iterator<Item = TagId> + Clone + 'a {
        live.tags.iter().filter_map(|number| self.tag(*number))
    }

    fn tag(&self, number: u32) -> Option<TagId> {
        self.tags.get(usize::try_from(number).ok()?).copied()
    }
}

/// Until reconciliation has read the trash, its favorites count as if they stayed there.
impl From<Block<()>> for Block {
    fn from(block: Block<()>) -> Self {
        let dated = |entry: PackedEntry<()>| PackedEntry {
            data_id: entry.data_id,
            trash: entry.trash.map(|()| NEVER),
            live: entry.live,
        };
        Self { tags: block.tags, entries: block.entries.into_iter().map(dated).collect() }
    }
}

/// Returns the texts of this many entries. The stored form of one empty text is that of no text.
pub(crate) fn texts(text: &str, expected: usize) -> Result<Vec<&str>, PackError> {
    let texts: Vec<_> = match expected {
        0 if text.is_empty() => Vec::new(),
        _ => text.split(TEXT_SEPARATOR).collect(),
    };
    if texts.len() == expected {
        Ok(texts)
    } else {
        Err(PackError::Texts { entries: expected, texts: texts.len() })
    }
}

impl Packed {
    /// The stored form of entries.
    pub(crate) fn of(entries: &Entries) -> Result<Self, PackError> {
        let mut tags = Tags::default();
        let mut texts = Vec::new();
        let packed = entries.iter().map(|(data_id, entry)| {
            let live = entry.live.map(|live| {
                texts.push(live.text.text.as_str());
                PackedLive {
                    data_type: live.data_type,
                    tags: live.tag_ids.iter().map(|tag_id| tags.number(*tag_id)).collect(),
                    expire_time: live.expire_time,
                    cut: live.text.cut,
                }
            });
            PackedEntry { data_id: *data_id, live, trash: entry.trash.clone() }
        });
        let entries = packed.collect();
        let block = Block { tags: tags.listed, entries };
        let text = texts.join(&String::from(TEXT_SEPARATOR));
        Ok(Self { entries: postcard::to_extend(&block, vec![FORMAT])?, text })
    }

    /// The entries.
    pub(crate) fn entries(&self) -> Result<Entries, PackError> {
        let block = Block::read(&self.entries)?;
        let mut texts = texts(&self.text, block.live().count())?.into_iter();
        let mut entries = Entries::new();
        for entry in &block.entries {
            let live = entry.live.map(|live| Live {
                data_type: live.data_type,
                tag_ids: block.tags(live).collect(),
                expire_time: live.expire_time,
                text: SearchText { text: texts.next().unwrap_or_default().to_owned(), cut: live.cut },
            });
            entries.insert(entry.data_id, Entry { live, trash: entry.trash.clone() });
        }
        Ok(entries)
    }

    /// Returns the number of bytes of the two attributes, without their names.
    pub(crate) fn len(&self) -> usize {
        self.entries.len() + self.text.len()
    }
}

/// Tags in the order in which they were met.
#[derive(Default)]
struct Tags {
    listed: Vec<TagId>,
    numbers: BTreeMap<TagId, u32>,
}

impl Tags {
    /// Returns the number of a tag. Entries have far fewer than 2^32 tags together, or they would not fit into an item.
    fn number(&mut self, tag_id: TagId) -> u32 {
        let next = u32::try_from(self.listed.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(tag_id).or_insert_with(|| {
            self.listed.push(tag_id);
            next
        })
    }
}

#[cfg(test)]
#[path = "pack_tests.rs"]
mod tests;
