//! A file that is being imported.

use std::collections::{BTreeMap, BTreeSet};

use bookmark_files::Format;
use single_table::Timestamp;

use super::draft::{Draft, draft};
use super::entry_id::stable_id;
use super::reading::{NextRows, Reading};
use super::rows::{ImportRow, RowContent};
use super::tags::KnownTags;
use crate::error::Error;
use crate::files::{FilesError, import_key};
use crate::jobs::{Import, ImportFormat, Job, Stop};
use crate::limits::{IMPORT_STEP, MERGED_STEP, NAMED_TAGS, TAGS_PER_PERSON};
use crate::model::ids::DataId;
use crate::model::new_favorite::OnExisting;
use crate::model::origin::Origin;
use crate::model::tag::TagName;
use crate::service::Favorites;
use crate::use_cases::batch::{BatchItem, check};
use crate::use_cases::tag_names::folded;

/// The reason of an import whose file is gone.
const FILE_LOST: &str = "the file is not there any more; begin the import again";

/// The most names of tags that are remembered: as many as a user can have, and as many that exist already.
const REMEMBERED_NAMES: u64 = 2 * TAGS_PER_PERSON;

/// The digest of a link.
pub(super) type LinkDigest = String;

/// A file, and what is known of the entries before the current place. A file is read from its beginning in each call, so nothing of
/// this is stored.
pub(super) struct OpenImport {
    reading: Reading,
    pub(super) format: ImportFormat,
    /// The name of the encoding in which the file is read.
    pub(super) encoding: &'static str,
    /// The tags of the user, and those that lines of an export stand for.
    pub(super) tags: KnownTags,
    /// The folded names of the tags that a preview has noted.
    names: BTreeSet<String>,
    /// The folded names of the tags that the import has created and that do not exist: the user has deleted
    /// them since. Later entries come without them.
    pub(super) deleted: BTreeSet<String>,
    /// The links of earlier entries. Only a preview needs them.
    pub(super) links: BTreeSet<LinkDigest>,
    /// The ids of earlier entries, of those that have the same id in each import. An import finds the lines
    /// of an export in the table, so only a preview needs their ids.
    pub(super) ids: BTreeSet<DataId>,
    /// The most entries of a step. It is the same in all calls, so that a step that is repeated has the same entries.
    step: usize,
    /// The reason why the file can't be read further.
    pub(super) failure: Option<String>,
}

impl Favorites {
    /// Copies the file to the local disk, and opens it at the place of the import.
    pub(super) async fn open_import(&self, job: &Job, import: &Import) -> Result<OpenImport, Stop> {
        let file = tempfile::tempfile().map_err(|error| Error::from(FilesError::from(error)))?;
        let key = import_key(job).map_err(Error::from)?;
        match self.files().map_err(Error::from)?.download(&key, &file).await {
            Err(file_store::Error::Missing(_)) => return Err(Stop::Failed(FILE_LOST.to_owned())),
            copied => copied.map_err(|error| Error::from(FilesError::from(error)))?,
        }
        let columns = import.options.columns.iter();
        let columns: BTreeMap<_, _> =
            columns.map(|(field, name)| (field.field(), name.as_str().to_owned())).collect();
        // A table whose columns have other names is not recognized.
        let table = (!columns.is_empty()).then_some(ImportFormat::Bookmarks(Format::Csv));
        let format = import.format.or(import.options.format).or(table);
        let (reading, format) = Reading::open(format, columns, file).await?;
        let mut open = OpenImport {
            reading,
            format,
            encoding: "",
            tags: self.known_tags(&job.user_id, job.create_time).await?,
            names: import.created_tags.iter().map(folded).collect(),
            deleted: BTreeSet::new(),
            links: BTreeSet::new(),
            ids: BTreeSet::new(),
            step: match import.options.on_existing {
                OnExisting::Keep => IMPORT_STEP,
                OnExisting::Merge => MERGED_STEP,
            },
            failure: None,
        };
        open.skip(job, import, self.store.now()).await?;
        open.leave_out_deleted_tags(job, import);
        Ok(open)
    }
}

impl OpenImport {
    /// Reads the entries of the next step. There are none at the end of the file, or if it can't be read further.
    ///
    /// # Errors
    /// [`Error::Files`].
    pub(super) async fn next_step(&mut self) -> Result<Vec<ImportRow>, Error> {
        if self.failure.is_some() {
            return Ok(Vec::new());
        }
        let NextRows { rows, failure, encoding } = self.reading.next(self.step).await?;
        (self.failure, self.encoding) = (failure, encoding);
        Ok(rows)
    }

    /// Notes the tags that a favorite of a preview would create.
    pub(super) fn preview_tags(&mut self, item: &BatchItem, import: &mut Import) {
        for name in &item.tag_names {
            let is_new = !self.tags.has_name(&folded(name)) && self.note_name(name);
            if is_new {
                import.note_created_tag(name.clone());
            }
        }
    }

    /// Returns true if the name is noted for the first time.
    fn note_name(&mut self, name: &TagName) -> bool {
        (self.names.len() as u64) < REMEMBERED_NAMES && self.names.insert(folded(name))
    }

    /// Passes the entries that earlier calls have imported.
    async fn skip(&mut self, job: &Job, import: &Import, now: Timestamp) -> Result<(), Stop> {
        let mut left = import.rows;
        while left > 0 {
            let most = usize::try_from(left).map_or(IMPORT_STEP, |left| left.min(IMPORT_STEP));
            let NextRows { rows, failure, .. } = self.reading.next(most).await?;
            if rows.len() < most {
                // They were there before.
                return Err(Stop::Failed(failure.unwrap_or_else(|| FILE_LOST.to_owned())));
            }
            left -= rows.len() as u64;
            for row in rows {
                self.pass(row, job, import, now);
            }
        }
        Ok(())
    }

    /// Passes an entry that an earlier call has imported.
    fn pass(&mut self, row: ImportRow, job: &Job, import: &Import, now: Timestamp) {
        match row.content {
            Ok(RowContent::Tag(tag)) => {
                if let Ok(tag) = tag.tag(job, row.number, now) {
                    self.tags.find(&tag);
                }
            }
            Ok(RowContent::Favorite(favorite)) => {
                let (item, origin) = favorite.item(job, import, row.number);
                self.note_passed(job, import, &item, origin);
            }
            Ok(RowContent::Trashed(trashed)) => {
                let (item, origin) = trashed.item(job, import, row.number);
                self.note_id(import, &item, origin);
            }
            Ok(RowContent::Bookmark(entry)) => {
                if let Ok(Draft { item, origin, .. }) = draft(*entry, job, import, row.number) {
                    self.note_passed(job, import, &item, origin);
                }
            }
            Err(_) => {}
        }
    }

    /// Remembers the id of an entry, unless the table has it because the entry is imported with the id of an
    /// export.
    fn note_id(&mut self, import: &Import, item: &BatchItem, origin: Origin) {
        if import.options.dry_run || matches!(origin, Origin::Derived { .. }) {
            self.ids.extend(stable_id(item, origin));
        }
    }

    /// Finds the tags that the import has created and that the user has deleted since: those of all entries,
    /// and the first
    /// [`NAMED_TAGS`] others. If the user can have no more tags, a tag may be missing for this reason.
    fn leave_out_deleted_tags(&mut self, job: &Job, import: &Import) {
        if import.options.dry_run || self.tags.count as u64 >= TAGS_PER_PERSON {
            return;
        }
        let for_all = import.options.tag_names.iter().filter(|_| job.counts.changed > 0).map(folded);
        let names = import.created_tags.iter().map(folded).chain(for_all);
        self.deleted = names.filter(|name| !self.tags.has_name(name)).collect();
    }

    /// Remembers the id of an entry, and for a preview its link, and its tags if they can't all be listed.
    fn note_passed(&mut self, job: &Job, import: &Import, item: &BatchItem, origin: Origin) {
        self.note_id(import, item, origin);
        if import.options.dry_run
            && let Ok(favorite) = check(item, &job.user_id, job.create_time)
        {
            self.links.extend(favorite.unique_link());
            if import.created_tag_count > NAMED_TAGS as u64 {
                for name in &item.tag_names {
                    self.note_name(name);
                }
            }
        }
    }
}
