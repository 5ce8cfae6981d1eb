//! One link of an HTML file.

use crate::entry::data::Flag;
use crate::entry::field::Field;
use crate::entry::remark::Remark;
use crate::linkding;
use crate::read::capped::Capped;
use crate::read::draft::Draft;
use crate::read::html::attributes::{Attribute, Attributes};
use crate::row::Row;

/// A link whose title or note may continue.
pub(crate) struct Link {
    draft: Draft,
    pub(crate) title: Capped,
    pub(crate) note: Capped,
    /// The address of the open link in the note, and the place in the note where its text starts.
    inner: Option<(Capped, usize)>,
}

/// The attributes that are fields.
const FIELDS: [(Attribute, Field); 8] = [
    // An address takes precedence over the feed of a live bookmark, so it comes later.
    (Attribute::FeedUrl, Field::Url),
    (Attribute::Href, Field::Url),
    (Attribute::TimeAdded, Field::Created),
    (Attribute::AddDate, Field::Created),
    (Attribute::LastModified, Field::Modified),
    (Attribute::DataCover, Field::Cover),
    (Attribute::DataType, Field::Kind),
    (Attribute::DataId, Field::Id),
];

/// The attributes that are flags.
const FLAGS: [(Attribute, Flag); 4] = [
    (Attribute::ToRead, Flag::Unread),
    (Attribute::Private, Flag::Private),
    (Attribute::Archived, Flag::Archived),
    (Attribute::DataImportant, Flag::Favorite),
];

impl Link {
    pub(crate) fn new(mut draft: Draft, attributes: &Attributes) -> Self {
        for (attribute, field) in FIELDS {
            if let Some(value) = attributes.get(attribute) {
                draft.set(field, value);
            }
        }
        for (attribute, flag) in FLAGS {
            if attributes.is_set(attribute) {
                draft.flag(flag);
            }
        }
        if let Some(tags) = attributes.get(Attribute::Tags) {
            draft.tags(tags, |character| character == ',');
        }
        if draft.take_tag(linkding::ARCHIVED_TAG) {
            draft.flag(Flag::Archived);
        }
        for attribute in attributes.mended() {
            let field = FIELDS.into_iter().chain([(Attribute::Tags, Field::Tags)]);
            if let Some((_, field)) = field.into_iter().find(|(other, _)| *other == attribute) {
                draft.remark(Remark::Quotes { field });
            }
        }
        Self { draft, title: Capped::default(), note: Capped::default(), inner: None }
    }

    /// Returns whether the note ends with a line break, and perhaps spaces after it.
    pub(crate) fn is_at_line(&self) -> bool {
        let line = self.note.kept().rsplit(|byte| *byte == b'\n').next();
        self.note.kept().contains(&b'\n') && line.is_some_and(|line| line.trim_ascii().is_empty())
    }

    /// Starts a link in the note.
    pub(crate) fn begin_inner(&mut self, attributes: &Attributes, limit: usize) {
        self.end_inner(limit);
        let address = attributes.get(Attribute::Href).cloned();
        self.inner = address.map(|address| (address, self.note.kept().len()));
    }

    /// Ends a link in the note, and adds its address after its text.
    pub(crate) fn end_inner(&mut self, limit: usize) {
        let Some((address, start)) = self.inner.take() else { return };
        match self.note.kept()[start..].trim_ascii() {
            text if text == address.kept() => {}
            [] => self.note.append(&address, limit),
            _ => {
                self.note.push(b" (", limit);
                self.note.append(&address, limit);
                self.note.push(b")", limit);
            }
        }
    }

    pub(crate) fn finish(mut self, limit: usize) -> Row {
        self.end_inner(limit);
        self.draft.set(Field::Title, &self.title);
        self.set_note();
        self.draft.note_of_shaarli();
        self.draft.finish()
    }

    fn set_note(&mut self) {
        let Some(text) = self.draft.text(Field::Note, &self.note) else { return };
        match linkding::split_notes(&text) {
            Some((description, notes)) => {
                self.draft.set_text(Field::Excerpt, description);
                self.draft.set_text(Field::Note, notes);
            }
            None => self.draft.set_text(Field::Note, &text),
        }
    }
}
