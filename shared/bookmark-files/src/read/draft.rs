//! Rows that are being read.

use std::collections::HashSet;

use url::Url;

use crate::entry::data::{Entry, Flag, FolderPath};
use crate::entry::field::Field;
use crate::entry::remark::Remark;
use crate::entry::timestamp::{DateProblem, Timestamp};
use crate::limits::Limits;
use crate::read::capped::Capped;
use crate::read::clean::cleaned;
use crate::row::{Outcome, Position, Reason, Row};
use crate::visible::has_visible;

/// The characters of a date that a remark quotes.
const QUOTED_CHARACTERS: usize = 64;

/// The lists of Instapaper that are states. Its HTML and CSV files have them next to the folders of the user.
pub(crate) const INSTAPAPER_LISTS: [(&str, Flag); 3] =
    [("Unread", Flag::Unread), ("Archive", Flag::Archived), ("Starred", Flag::Favorite)];

/// A row whose fields are set one after the other, as the file has them.
#[derive(Debug)]
pub(crate) struct Draft {
    position: Position,
    limits: Limits,
    entry: Entry,
    /// The entry's tags, to find duplicates.
    seen_tags: HashSet<String>,
    tag_count: u64,
    had_more_tags: bool,
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
            had_more_tags: false,
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
        match self.text(field, raw) {
            // A cut address or id would be a different one.
            Some(_) if matches!(field, Field::Cover | Field::Kind | Field::Id) && raw.is_cut() => {}
            Some(text) => self.set_text(field, &text),
            None => {}
        }
    }

    /// Sets a field to a text that [`Self::text`] returned. An empty text leaves the field as it is.
    pub(crate) fn set_text(&mut self, field: Field, text: &str) {
        let text = text.trim().to_owned();
        if !has_visible(&text) {
            return;
        }
        match field {
            Field::Url => self.entry.url = Some(text),
            Field::Title => self.entry.title = Some(text),
            Field::Note => self.entry.note = Some(text),
            Field::Excerpt => self.entry.excerpt = Some(text),
            Field::Text => self.entry.text = Some(text),
            Field::Cover => self.entry.cover = Some(text),
            Field::Kind => self.entry.kind = Some(text),
            Field::Id => self.entry.id = Some(text),
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
    pub(crate) fn tags(&mut self, raw: &Capped, separates: impl Fn(char) -> bool) {
        let Some(mut text) = self.text(Field::Tags, raw) else { return };
        if raw.is_cut() {
            // The last tag is cut.
            text.truncate(text.rfind(&separates).unwrap_or(0));
        }
        for tag in text.split(&separates) {
            self.tag(tag);
        }
    }

    fn tag(&mut self, tag: &str) {
        let tag = tag.trim();
        if !has_visible(tag) {
            return;
        }
        self.tag_count += 1;
        if self.seen_tags.contains(tag) {
            return;
        }
        if self.entry.tags.len() == self.limits.tags {
            self.had_more_tags = true;
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

    /// Puts the entry into the folder with these names, outermost first. The path omits folders without a
    /// name.
    ///
    /// The limit for one text applies to all folder names of an entry together. Otherwise each entry in a few
    /// folders with long names would copy all of them. The innermost folders that fit stay.
    pub(crate) fn folder_named<'a>(&mut self, names: impl DoubleEndedIterator<Item = &'a Capped>) {
        let mut path = Vec::new();
        for name in names.rev() {
            self.folder_bytes += name.size() + 1;
            let is_first = path.is_empty() && self.entry.folders.is_empty();
            if is_first || self.folder_bytes <= self.limits.text_bytes as u64 {
                path.extend(self.text(Field::Folder, name));
            }
        }
        path.reverse();
        self.folder(path);
    }

    /// Returns the trimmed text, or `None` if nothing in it is visible. Cuts a text over the limit.
    pub(crate) fn text(&mut self, field: Field, raw: &Capped) -> Option<String> {
        if raw.is_cut() {
            self.remark(Remark::Cut { field, limit: self.limits.text_bytes, size: raw.size() });
        }
        let text = raw.text();
        if text.contains(char::REPLACEMENT_CHARACTER) {
            self.remark(Remark::Undecoded { field });
        }
        let (text, had_control) = cleaned(field, &text);
        if had_control {
            self.remark(Remark::ControlCharacters { field });
        }
        let text = text.trim();
        has_visible(text).then(|| text.to_owned())
    }

    fn date(&mut self, field: Field, text: &str) -> Option<Timestamp> {
        let value = || text.chars().take(QUOTED_CHARACTERS).collect();
        let remark = match Timestamp::read(text) {
            Ok(time) => return time,
            Err(DateProblem::Unreadable) => Remark::DateUnreadable { field, value: value() },
            Err(DateProblem::OutOfRange) => Remark::DateOutOfRange { field, value: value() },
        };
        // An entry can repeat a date without end, so only the first bad one has a remark.
        let is_of_date = |other: &Remark| match other {
            Remark::DateUnreadable { field: other, .. } | Remark::DateOutOfRange { field: other, .. } => {
                *other == field
            }
            _ => false,
        };
        if !self.entry.remarks.iter().any(is_of_date) {
            self.remark(remark);
        }
        None
    }

    /// Turns a note of Shaarli into a text. The address of a note is a page of Shaarli itself.
    pub(crate) fn note_of_shaarli(&mut self) {
        if self.entry.url.as_deref().is_some_and(is_shaarli_note) {
            self.entry.url = None;
            self.entry.text = self.entry.note.take().or_else(|| self.entry.title.clone());
        }
    }

    /// Turns an incomplete address into a text, so that the entry keeps it.
    fn check_address(&mut self) {
        let Some(url) = &self.entry.url else { return };
        let is_cut =
            self.entry.remarks.iter().any(|remark| matches!(remark, Remark::Cut { field: Field::Url, .. }));
        if !is_cut && Url::parse(url).is_ok() {
            return;
        }
        let value = url.chars().take(QUOTED_CHARACTERS).collect();
        let title = self.entry.title.as_ref().filter(|title| *title != url);
        let parts = [title, Some(url), self.entry.text.as_ref()];
        let text = parts.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join("\n");
        self.entry.text = Some(text);
        self.entry.url = None;
        self.remark(Remark::NotAddress { value });
    }

    /// Returns the row.
    pub(crate) fn finish(mut self) -> Row {
        self.check_address();
        self.entry.created = self.entry.created.or(self.entry.modified);
        if self.had_more_tags {
            self.remark(Remark::TooManyTags { limit: self.limits.tags, count: self.tag_count });
        }
        let limit = self.limits.text_bytes;
        if self.folder_bytes > limit as u64 {
            self.remark(Remark::FoldersCut { limit, size: self.folder_bytes });
        }
        let nothing = self.entry.url.is_none() && self.entry.text.is_none();
        let outcome = match self.reason {
            Some(reason) => Outcome::Invalid(reason),
            None if nothing => Outcome::Invalid(Reason::Empty),
            None => Outcome::Entry(Box::new(self.entry)),
        };
        Row { position: self.position, outcome }
    }
}

/// Returns the flag of the state with this name.
pub(crate) fn state(name: &Capped, states: &[(&str, Flag)]) -> Option<Flag> {
    let name = name.kept().trim_ascii();
    states.iter().find(|(known, _)| known.as_bytes() == name).map(|(_, flag)| *flag)
}

/// Returns whether an address is that of a note in Shaarli itself: `?Ab3dEf` or `/shaare/Ab3dEf`, perhaps in
/// a folder of the site.
fn is_shaarli_note(url: &str) -> bool {
    let parts = url.rsplit_once("/shaare/").or_else(|| url.rsplit_once('?'));
    let Some((before, id)) = parts else { return false };
    let is_id = (1..=16).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    // An address of another site has a scheme or a host.
    let is_own = before.is_empty()
        || before.starts_with(['/', '.']) && !before.starts_with("//") && !before.contains(':');
    // `/page?id` is the address of another page.
    is_id && is_own && (url.contains("/shaare/") || before.is_empty() || before.ends_with('/'))
}
