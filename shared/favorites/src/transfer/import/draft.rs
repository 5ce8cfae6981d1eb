//! Entries of other services' files as favorites.

use bookmark_files::{Entry, Field};
use single_table::Timestamp;
use url::Url;

use super::draft_tags::{DraftTags, cut, quoted};
use super::entry_id::derived;
use crate::jobs::{Import, ImportOptions, Job};
use crate::limits::CLIP_TIME_AHEAD;
use crate::model::chosen_id::ChosenId;
use crate::model::content::{Content, Image, Link, Music, Note, Video};
use crate::model::data_type::DataType;
use crate::model::details::DetailsDraft;
use crate::model::new_favorite::FavoriteDraft;
use crate::model::origin::Origin;
use crate::model::times::later;
use crate::model::value::{Text, ValueError, WebUrl};
use crate::use_cases::batch::BatchItem;

/// A favorite to make of an entry.
pub(super) struct Draft {
    pub(super) item: BatchItem,
    pub(super) origin: Origin,
    /// The parts of the entry that were shortened, dropped or replaced, each with the reason.
    pub(super) remarks: Vec<String>,
}

/// Makes a link of an entry with an address, and a note of one without. Folders become tags, as
/// [`folder_tag`](bookmark_files::folder_tag) names them. The tags of the import are added to those of the
/// entry. What does not fit is shortened, dropped or replaced, with a remark.
///
/// A note has the same id in each import, so that it is imported once. A link has an id of the import's own, because the service keeps
/// each link once. An entry without a time, or from the future, has the time of the import.
pub(super) fn draft(entry: Entry, job: &Job, import: &Import, number: u64) -> Result<Draft, String> {
    let ImportOptions { on_existing, tag_names: for_all, .. } = &import.options;
    let mut remarks: Vec<_> = entry.remarks.iter().map(ToString::to_string).collect();
    let exported = exported_id(&entry);
    let clip_time = exported.map_or_else(|| clip_time(&entry, job, &mut remarks), ChosenId::clip_time);
    let tags = DraftTags::of(for_all, &entry.tags, &entry.folders);
    remarks.extend(tags.remarks);
    let description = joined(entry.note, entry.excerpt);
    let (url, text) = match entry.url {
        Some(url) => address(&url, entry.text, &mut remarks)?,
        None => (None, entry.text),
    };
    let kind = entry.kind.as_deref().and_then(|kind| kind.parse().ok());
    let content = match (&url, &text) {
        (Some(_), _) if kind == Some(DataType::Image) => Content::Image(Image::default()),
        (Some(_), _) if kind == Some(DataType::Video) => Content::Video(Video::default()),
        (Some(_), _) if kind == Some(DataType::Music) => Content::Music(Music::default()),
        (Some(_), _) => Content::Link(Link {
            description: description.and_then(|text| fitting(Field::Note, &text, &mut remarks)),
            site_name: None,
        }),
        (None, Some(text)) => {
            let text = description.map_or(text.clone(), |description| format!("{text}\n\n{description}"));
            let text = fitting(Field::Text, &text, &mut remarks);
            Content::Note(Note { text: text.ok_or("nothing of its text is visible")? })
        }
        (None, None) => return Err("it has neither an address nor a text".to_owned()),
    };
    // Without a title, the address or the first line stands for it.
    let title = entry.title.and_then(|title| fitting(Field::Title, &title, &mut remarks));
    let thumbnail_url = entry.cover.and_then(|cover| cover_url(&cover, &mut remarks));
    let draft = FavoriteDraft {
        details: DetailsDraft { title, thumbnail_url, content_url: url, ..DetailsDraft::default() },
        clip_time: Some(clip_time),
        data_type: Some(content.data_type()),
        content: Some(content),
        on_existing: *on_existing,
        ..FavoriteDraft::default()
    };
    let origin = match exported {
        Some(id) => Origin::Exported { data_id: id.data_id(), update_time: clip_time, version: 1 },
        None => derived(&draft, (job.job_id, number), clip_time),
    };
    Ok(Draft { item: BatchItem { draft, tag_names: tags.names }, origin, remarks })
}

/// Returns the id that an export of this service gives the entry, unless the user has changed the time, which
/// follows from the id. A Netscape file has no milliseconds.
fn exported_id(entry: &Entry) -> Option<ChosenId> {
    let id: ChosenId = entry.id.as_deref()?.parse().ok()?;
    let millis = u64::try_from(id.clip_time().as_unix_millis()).ok()?;
    (entry.created?.as_seconds() == millis / 1_000).then_some(id)
}

/// Returns the time of an entry. It is compared with the time of the job, so that an entry that is read again
/// has the same time.
fn clip_time(entry: &Entry, job: &Job, remarks: &mut Vec<String>) -> Timestamp {
    let Some(created) = entry.created else { return job.create_time };
    let time =
        i64::try_from(created.as_millis()).ok().and_then(|time| Timestamp::from_unix_millis(time).ok());
    match time {
        Some(time) if time <= later(job.create_time, CLIP_TIME_AHEAD) => time,
        _ => {
            let given =
                time.map_or_else(|| format!("in {} ms", created.as_millis()), |time| time.to_string());
            remarks.push(format!(
                "the date {given} lies in the future, so the favorite has the date of the import"
            ));
            job.create_time
        }
    }
}

/// Returns the address of a link, or the text of a note if the address can't be that of a link.
///
/// # Errors
/// The reason, if the address is none of the web, such as that of a bookmarklet.
fn address(
    url: &str,
    text: Option<String>,
    remarks: &mut Vec<String>,
) -> Result<(Option<WebUrl>, Option<String>), String> {
    let error = match WebUrl::parse(url) {
        Ok(url) => return Ok((Some(url), None)),
        Err(error) => error,
    };
    let other = Url::parse(url).ok().filter(|url| !matches!(url.scheme(), "http" | "https"));
    if let Some(other) = other {
        let scheme = other.scheme();
        return Err(format!("the address must be an absolute http or https URL: the scheme is {scheme}"));
    }
    remarks.push(format!("the address {} {error}, so the favorite is a note with it", quoted(url)));
    Ok((None, Some(text.map_or_else(|| url.to_owned(), |text| format!("{url}\n\n{text}")))))
}

/// Returns the text, cut to the limit. `None` if it can't be kept.
fn fitting<const MAX: usize>(field: Field, text: &str, remarks: &mut Vec<String>) -> Option<Text<MAX>> {
    let given = text.chars().count();
    if given > MAX {
        remarks.push(format!("the {field} has {given} characters and the limit is {MAX}, so it is cut"));
    }
    match Text::parse(cut(text, MAX)) {
        Ok(text) => Some(text),
        // Nothing of it is visible, so nothing is lost.
        Err(ValueError::Empty | ValueError::Invisible) => None,
        Err(error) => {
            remarks.push(format!("the {field} {error}, so it is left out"));
            None
        }
    }
}

/// Returns the address of the cover. A picture that is a part of the file, as `data:`, has none.
fn cover_url(cover: &str, remarks: &mut Vec<String>) -> Option<WebUrl> {
    let url = WebUrl::parse(cover);
    if let Err(error) = &url
        && !cover.starts_with("data:")
    {
        remarks.push(format!("the cover {} {error}, so it is left out", quoted(cover)));
    }
    url.ok()
}

fn joined(first: Option<String>, second: Option<String>) -> Option<String> {
    match (first, second) {
        (Some(first), Some(second)) if first != second => Some(format!("{first}\n\n{second}")),
        (first, second) => first.or(second),
    }
}
