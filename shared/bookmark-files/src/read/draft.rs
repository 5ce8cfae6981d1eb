//! Rows that are being read.

use std::collections::HashSet;

use crate::entry::data::{Entry, Flag, FolderPath};
use crate::entry::field::Field;
use crate::entry::remark::Remark;
use crate::entry::timestamp::{DateProblem, Timestamp};
use crate::limits::Limits;
use crate::read::capped::Capped;
use crate::row::{Outcome, Position, Reason, Row};

/// The characters of a date that a remark quotes.
const QUOTED_CHARACTERS: usize = 64;

/// A row whose fields are set one after the other, as the file has them.
#[derive(Debug)]
pub(crate) struct Draft {
    position: Position,
    limits: Limits,
    entry: Entry,
    /// The entry's tags, to find duplicates.
    seen_tags: HashSet<String>,
    tag_count: u64,
    /// The entry's folders if there are several, to find duplicates.
    seen_folders: HashSet<FolderPath>,
    /// The bytes of all names of folders, and one more per name.
    folder_bytes: u64,
    /// The first reason why the row is not an entry.
    reason: Option<Reason>,
}

impl Draft {
    pub(crate) fn new(position: Position, limits: Limits) -> Self {
        Self {
            position,
            limits,
            entry: Entry::default(),
            seen_tags: HashSet::new(),
            tag_count: 0,
            seen_folders: HashSet::new(),
            folder_bytes: 0,
            reason: None,
        }
    }

    /// Makes the row invalid, unless it already is.
    pub(crate) fn reject(&mut self, reason: Reason) {
        self.reason.get_or_insert(reason);
    }

    /// Sets a field that has one text. An empty text leaves the field as it is.
    pub(crate) fn set(&mut self, field: Field, raw: &Capped) {
        if let Some(text) = self.text(field, raw) {
            self.set_text(field, &text);
        }
    }

    /// Sets a field to a text of allowed length. An empty text leaves the field as it is.
    pub(crate) fn set_text(&mut self, field: Field, text: &str) {
        let text = text.trim().to_owned();
        if text.is_empty() {
            return;
        }
        match field {
            Field::Url => self.entry.url = Some(text),
            Field::Title => self.entry.title = Some(text),
            Field::Note => self.entry.note = Some(text),
            Field::Excerpt => self.entry.excerpt = Some(text),
            Field::Text => self.entry.text = Some(text),
            Field::Cover => self.entry.cover = Some(text),
            Field::Created => self.entry.created = self.date(field, &text),
            Field::Modified => self.entry.modified = self.date(field, &text),
            Field::Tags => self.tag(&text),
            Field::Folder => self.entry.folders.push(vec![text]),
        }
    }

    pub(crate) fn flag(&mut self, flag: Flag) {
        self.entry.flags.insert(flag);
    }

    pub(crate) fn remark(&mut self, remark: Remark) {
        if !self.entry.remarks.contains(&remark) {
            self.entry.remarks.push(remark);
        }
    }

    /// Adds the tags of a text that has all of them.
    pub(crate) fn tags(&mut self, raw: &Capped, separates: fn(char) -> bool) {
        if let Some(text) = self.text(Field::Tags, raw) {
            for tag in text.split(separates) {
                self.tag(tag);
            }
        }
    }

    fn tag(&mut self, tag: &str) {
        let tag = tag.trim();
        if tag.is_empty() {
            return;
        }
        self.tag_count += 1;
        if self.seen_tags.contains(tag) {
            return;
        }
        if self.entry.tags.len() == self.limits.tags {
            // The count is not known before the last tag, so `finish` sets it.
            self.reject(Reason::TooManyTags { limit: self.limits.tags, count: 0 });
            return;
        }
        self.seen_tags.insert(tag.to_owned());
        self.entry.tags.push(tag.to_owned());
    }

    /// Takes a tag with a meaning out of the tags, and returns whether it was there.
    pub(crate) fn take_tag(&mut self, tag: &str) -> bool {
        let found = self.entry.tags.iter().position(|other| other == tag);
        if let Some(index) = found {
            self.entry.tags.remove(index);
        }
        found.is_some()
    }

    /// Puts the entry into a folder. The empty path is not a folder.
    pub(crate) fn folder(&mut self, path: FolderPath) {
        if path.is_empty() {
            return;
        }
        // Nearly all entries have one folder, which is not worth a copy.
        if let Some(first) = self.entry.folders.first() {
            if self.seen_folders.is_empty() {
                self.seen_folders.insert(first.clone());
            }
            if !self.seen_folders.insert(path.clone()) {
                return;
            }
        }
        self.entry.folders.push(path);
    }

    /// Puts the entry into the folder whose names are `names`. Folders without a name are left out of the path.
    ///
    /// All folders of an entry are one text for the limit. Otherwise a few long names of folders would be copied for each entry in
    /// them.
    pub(crate) fn folder_named<'a>(&mut self, names: impl Iterator<Item = &'a Capped> + Clone) {
        self.folder_bytes += names.clone().map(|name| name.size() + 1).sum::<u64>();
        if self.folder_bytes > self.limits.text_bytes as u64 {
            self.reject(Reason::TooLong {
                field: Field::Folder,
                limit: self.limits.text_bytes,
                size: self.folder_bytes,
            });
            return;
        }
        let path = names.filter_map(|name| self.text(Field::Folder, name)).collect();
        self.folder(path);
    }

    /// Whether the row can't become an entry any more.
    pub(crate) fn is_rejected(&self) -> bool {
        self.reason.is_some()
    }

    /// Returns the trimmed text, or `None` if it is empty or too long.
    pub(crate) fn text(&mut self, field: Field, raw: &Capped) -> Option<String> {
        if raw.is_cut() {
            self.reject(Reason::TooLong { field, limit: self.limits.text_bytes, size: raw.size() });
            return None;
        }
        let text = String::from_utf8_lossy(raw.kept());
        if text.contains(char::REPLACEMENT_CHARACTER) {
            self.remark(Remark::Undecoded { field });
        }
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    fn date(&mut self, field: Field, text: &str) -> Option<Timestamp> {
        let value = || text.chars().take(QUOTED_CHARACTERS).collect();
        match Timestamp::read(text) {
            Ok(time) => return time,
            Err(DateProblem::Unreadable) => self.remark(Remark::DateUnreadable { field, value: value() }),
            Err(DateProblem::OutOfRange) => self.remark(Remark::DateOutOfRange { field, value: value() }),
        }
        None
    }

    /// Returns the row.
    pub(crate) fn finish(self) -> Row {
        let nothing = self.entry.url.is_none() && self.entry.text.is_none();
        let outcome = match self.reason {
            Some(Reason::TooManyTags { limit, .. }) => {
                Outcome::Invalid(Reason::TooManyTags { limit, count: self.tag_count })
            }
            Some(reason) => Outcome::Invalid(reason),
            None if nothing => Outcome::Invalid(Reason::Empty),
            None => Outcome::Entry(Box::new(self.entry)),
        };
        Row { position: self.position, outcome }
    }
}
