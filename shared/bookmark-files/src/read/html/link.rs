//! One link of an HTML file.

use crate::entry::data::Flag;
use crate::entry::field::Field;
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
}

/// The attributes that are fields.
const FIELDS: [(Attribute, Field); 6] = [
    // An address takes precedence over the feed of a live bookmark, so it comes later.
    (Attribute::FeedUrl, Field::Url),
    (Attribute::Href, Field::Url),
    (Attribute::TimeAdded, Field::Created),
    (Attribute::AddDate, Field::Created),
    (Attribute::LastModified, Field::Modified),
    (Attribute::DataCover, Field::Cover),
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
        Self { draft, title: Capped::default(), note: Capped::default() }
    }

    pub(crate) fn finish(mut self) -> Row {
        self.draft.set(Field::Title, &self.title);
        self.set_note();
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
