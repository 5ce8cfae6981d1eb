//! The report of an import: the entries that were not imported, and those that lost something on the way.

use serde::{Deserialize, Serialize};
use single_table::{Entity, EpochSeconds, Put};

use crate::error::Error;
use crate::jobs::Job;
use crate::model::ids::{DataId, JobId, UserId};
use crate::model::page::{Page, PageRequest, Position};
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// The reported entries of one step. All reports of a user are in one partition, so that they are found also
/// when their job has expired.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "ImportReport", partition(user_id), sort(job_id, first_row), ttl(expire_time))]
pub(crate) struct ImportReport {
    user_id: UserId,
    job_id: JobId,
    /// The number of the step's first entry.
    first_row: u64,
    entries: Vec<ImportReportEntry>,
    expire_time: EpochSeconds,
}

/// An entry that was not imported, or not as the file has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportReportEntry {
    /// The place of the entry in the file, such as `line 12`.
    pub place: String,
    /// The outcome.
    #[serde(flatten)]
    pub outcome: ReportedOutcome,
    /// The parts of the entry that were shortened, dropped or replaced. Empty if the favorite takes nothing
    /// from the entry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
}

/// The outcome of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "camelCase")]
pub enum ReportedOutcome {
    /// It is a favorite now.
    Imported,
    /// Its favorite exists.
    #[serde(rename_all = "camelCase")]
    Duplicate {
        /// The favorite. `None` in a preview, if the entry repeats an earlier one of the file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        data_id: Option<DataId>,
    },
    /// It can't be a favorite.
    Invalid {
        /// The reason.
        reason: String,
    },
}

impl Favorites {
    /// Returns the entries that an import has not imported, and those with remarks, in the order of the file.
    ///
    /// # Errors
    /// [`Error::NoJob`]; [`Error::Position`], [`Error::Busy`] and [`Error::Table`].
    pub async fn import_report(
        &self,
        user: &UserId,
        job_id: JobId,
        page: &PageRequest,
    ) -> Result<Page<ImportReportEntry>, Error> {
        self.job(user, job_id).await?;
        let (step, index) = page.after.as_ref().map_or(Ok((None, 0)), place)?;
        let steps = ImportReportItems::query(user.clone()).begins_with(&(job_id,)).limit(1);
        let Page { items, next } = self.read_after(step.as_ref(), steps).await?;
        let entries: Vec<_> = items.into_iter().flat_map(|step: ImportReport| step.entries).collect();
        let (count, size) = (entries.len(), page.size.get() as usize);
        let items = entries.into_iter().skip(index).take(size).collect();
        let next = match index.saturating_add(size) {
            within if within < count => Some(position(step.as_ref(), within)),
            _ => next.map(|next| position(Some(&next), 0)),
        };
        Ok(Page { items, next })
    }

    /// Saves the report of a step. A step that is repeated has the same report.
    pub(super) async fn save_report(
        &self,
        job: &Job,
        first_row: u64,
        entries: Vec<ImportReportEntry>,
    ) -> Result<(), Error> {
        if entries.is_empty() {
            return Ok(());
        }
        let (user_id, job_id, expire_time) = (job.user_id.clone(), job.job_id, job.expire_time());
        let report = ImportReport { user_id, job_id, first_row, entries, expire_time };
        self.store.execute(Put::new(&report)).await?;
        Ok(())
    }
}

/// The mark between the number of entries of a step that were read, and the place of the step.
const MARK: char = '@';

/// Returns the place of an entry: the place of its step in the list of steps, and the number of entries before it in the step.
fn position(step: Option<&Position>, index: usize) -> Position {
    Position(format!("{index}{MARK}{}", step.map_or("", |Position(step)| step)))
}

/// Reads such a place.
fn place(Position(text): &Position) -> Result<(Option<Position>, usize), Error> {
    let (index, step) = text.split_once(MARK).ok_or(Error::Position)?;
    let step = Some(step).filter(|step| !step.is_empty()).map(|step| Position(step.to_owned()));
    Ok((step, index.parse().map_err(|_| Error::Position)?))
}

#[cfg(test)]
mod tests {
    use single_table::Timestamp;

    use super::*;
    use crate::limits::{IMPORT_STEP, REASON_BYTES};

    #[test]
    fn the_longest_report_of_a_step_fits_an_item() {
        let longest = "x".repeat(REASON_BYTES);
        let outcome = ReportedOutcome::Invalid { reason: longest.clone() };
        let time = Timestamp::MAX;
        let report = ImportReport {
            user_id: UserId::parse("u".repeat(255)).unwrap(),
            job_id: JobId::at(time),
            first_row: u64::MAX,
            entries: vec![
                ImportReportEntry { place: longest.clone(), outcome, remarks: vec![longest] };
                IMPORT_STEP
            ],
            expire_time: EpochSeconds::of(time),
        };
        let bytes = serde_json::to_vec(&report).unwrap().len();
        assert!(bytes < 350_000, "{bytes}: DynamoDB allows 400 KB, and a key and attributes come on top");
    }
}
