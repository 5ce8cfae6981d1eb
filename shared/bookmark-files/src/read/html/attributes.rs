//! The attributes that bookmark files give to links and folders.

use crate::read::capped::Capped;

/// The attribute that [`Mended`](crate::read::html::mended::Mended) adds to a tag whose quotes it changed.
pub(crate) const MENDED: &[u8] = b"data-mended";

/// An attribute with a meaning for bookmarks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attribute {
    /// The address.
    Href,
    /// The address of a feed: Firefox exported live bookmarks with it until 2018.
    FeedUrl,
    AddDate,
    /// Pocket's `ADD_DATE`.
    TimeAdded,
    LastModified,
    Tags,
    /// Pinboard, linkding and Delicious.
    ToRead,
    /// Pinboard, linkding, Shaarli and Delicious.
    Private,
    /// Written by this crate only.
    Archived,
    /// Written by this crate only: the kind of the entry.
    DataType,
    /// Written by this crate only: the id of the entry.
    DataId,
    /// Raindrop.io.
    DataCover,
    /// Raindrop.io.
    DataImportant,
    /// Chrome, Edge and Firefox: the folder is the bookmarks bar.
    PersonalToolbarFolder,
    /// Firefox: the folder is "Other Bookmarks".
    UnfiledBookmarksFolder,
    /// The name of an attribute whose quotes were [mended](crate::read::html::mended).
    Mended,
}

impl Attribute {
    /// The longest name of an attribute.
    pub(crate) const LONGEST_NAME: usize = 24;

    /// Returns the attribute with this name in lower case.
    pub(crate) fn named(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"href" => Self::Href,
            b"feedurl" => Self::FeedUrl,
            b"add_date" => Self::AddDate,
            b"time_added" => Self::TimeAdded,
            b"last_modified" => Self::LastModified,
            b"tags" => Self::Tags,
            b"toread" => Self::ToRead,
            b"private" => Self::Private,
            b"archived" => Self::Archived,
            b"data-type" => Self::DataType,
            b"data-id" => Self::DataId,
            b"data-cover" => Self::DataCover,
            b"data-important" => Self::DataImportant,
            b"personal_toolbar_folder" => Self::PersonalToolbarFolder,
            b"unfiled_bookmarks_folder" => Self::UnfiledBookmarksFolder,
            MENDED => Self::Mended,
            _ => return None,
        })
    }
}

/// The attributes of one tag. The first of two with the same name counts, as in HTML.
#[derive(Debug, Default)]
pub(crate) struct Attributes {
    values: Vec<(Attribute, Capped)>,
    /// The attributes whose quotes were mended, each once.
    mended: Vec<Attribute>,
}

impl Attributes {
    pub(crate) fn add(&mut self, attribute: Attribute, value: Capped) {
        if attribute == Attribute::Mended {
            self.mended.extend(Attribute::named(value.kept()).filter(|name| !self.mended.contains(name)));
        } else if self.get(attribute).is_none() {
            self.values.push((attribute, value));
        }
    }

    /// Returns the attributes whose quotes were mended.
    pub(crate) fn mended(&self) -> impl Iterator<Item = Attribute> {
        self.mended.iter().copied()
    }

    /// Returns whether the tag has no attribute besides an address, as links in texts do.
    pub(crate) fn are_of_text(&self) -> bool {
        self.values.iter().all(|(attribute, _)| *attribute == Attribute::Href)
    }

    pub(crate) fn get(&self, attribute: Attribute) -> Option<&Capped> {
        self.values.iter().find(|(other, _)| *other == attribute).map(|(_, value)| value)
    }

    /// Returns whether the attribute is `1` or `true`.
    pub(crate) fn is_set(&self, attribute: Attribute) -> bool {
        self.get(attribute)
            .is_some_and(|value| value.kept() == b"1" || value.kept().eq_ignore_ascii_case(b"true"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_keeps_each_attribute_and_each_mended_name_once() {
        let mut attributes = Attributes::default();
        for _ in 0..1_000 {
            attributes.add(Attribute::Href, Capped::of(b"u:", 2));
            for name in [&b"href"[..], b"tags", b"other"] {
                attributes.add(Attribute::Mended, Capped::of(name, 5));
            }
        }
        assert_eq!(attributes.values.len(), 1);
        assert_eq!(attributes.mended().collect::<Vec<_>>(), [Attribute::Href, Attribute::Tags]);
    }
}
