//! Jobs as text.

use super::counted::counted;
use super::text::{minute, one_line};
use crate::client::Job;

/// Returns the line of a job in a list: its id, the time of its creation, its action, its state, and what it has done.
pub(crate) fn job_line(job: &Job) -> String {
    let Job { id, action, state, reason, counts, create_time, export, .. } = job;
    let work = match (action, export) {
        (Some(action), _) => action,
        (None, Some(_)) => "export",
        (None, None) => "import",
    };
    let reason = reason.as_ref().map_or(String::new(), |reason| format!(": {}", one_line(reason)));
    if let Some(export) = export {
        let (time, state) = (minute(create_time), state.as_str());
        let favorites = counted(export.favorites, "favorite", "favorites");
        return format!("{id}  {time}  {work}  {state}{reason}  {favorites}");
    }
    format!(
        "{id}  {}  {work}  {}{reason}  {} changed, {} unchanged, {} failed",
        minute(create_time),
        state.as_str(),
        counts.changed,
        counts.unchanged,
        counts.failed
    )
}

/// Returns the numbers of an import as text. Together they are all entries that the service has read.
pub(crate) fn imported(job: &Job) -> String {
    let Job { counts, import, .. } = job;
    let total = counts.changed + counts.unchanged + counts.failed;
    let format = import.as_ref().and_then(|import| import.format.as_deref()).unwrap_or("unknown");
    let tags = import.as_ref().map_or(0, |import| import.created_tag_count);
    let remarks = import.as_ref().map_or(0, |import| import.entries_with_remarks);
    let remarks = if remarks > 0 { format!(", {remarks} with remarks") } else { String::new() };
    let encoding =
        import.as_ref().and_then(|import| import.encoding.as_deref()).filter(|name| *name != "UTF-8");
    let encoding = encoding.map_or(String::new(), |encoding| format!(", read as {encoding}"));
    let would = import.as_ref().is_some_and(|import| import.dry_run);
    let (imported, created) = if would { ("to import", "to create") } else { ("imported", "created") };
    format!(
        "{} in a file of the format {format}{encoding}: {} {imported}{remarks}, {}, {} invalid. {} {created}.",
        counted(total, "entry", "entries"),
        counts.changed,
        counted(counts.unchanged, "duplicate", "duplicates"),
        counts.failed,
        counted(tags, "tag", "tags")
    )
}
