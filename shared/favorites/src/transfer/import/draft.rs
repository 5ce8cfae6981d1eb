//! Entries of other services' files as favorites.

use bookmark_files::{Entry, folder_tag};
use sha2::{Digest as _, Sha256};
use single_table::Timestamp;

use super::outcome::CUT;
use crate::jobs::{Import, ImportOptions, Job};
use crate::limits::{LONG_TEXT_CHARS, TITLE_CHARS};
use crate::model::chosen_id::ChosenId;
use crate::model::content::{Content, Link, Note};
use crate::model::details::{Details, DetailsDraft};
use crate::model::ids::DataId;
use crate::model::new_favorite::{FavoriteDraft, Origin};
use crate::model::tag::TagName;
use crate::model::value::{LongText, NoteText, Title, ValueError, WebUrl};
use crate::use_cases::batch::BatchItem;

/// The characters of a tag that is refused which the reason names.
const NAMED_CHARS: usize = 100;

/// Makes a link of an entry with an address, and a note of one without. Folders become tags, as [`folder_tag`] names them. The tags
/// of the import are added to those of the entry. Titles and descriptions that are longer than the limits are cut.
///
/// A note has the same id in each import, so that it is imported once. A link has an id of the import's own, because the service keeps
/// each link once. An entry without a time has that of the import.
pub(super) fn draft(
    entry: Entry,
    job: &Job,
    import: &Import,
    number: u64,
) -> Result<(BatchItem, Origin), String> {
    let ImportOptions { on_existing, tag_names: tags, .. } = &import.options;
    let clip_time = entry
        .created
        .and_then(|time| Timestamp::from_unix_millis(time.as_millis().try_into().ok()?).ok())
        .unwrap_or(job.create_time);
    let folders = entry.folders.iter().filter_map(|path| folder_tag(path));
    let names = entry.tags.iter().cloned().chain(folders);
    let refused = |name: &str, error| format!("the tag {:?} {error}", cut(name, NAMED_CHARS));
    let names = names.map(|name| TagName::parse(&name).map_err(|error| refused(&name, error)));
    let tag_names = names.chain(tags.iter().cloned().map(Ok)).collect::<Result<_, _>>()?;
    let description = joined(entry.note, entry.excerpt);
    let (title, content, content_url, seed) = match (entry.url, entry.text) {
        (Some(url), _) => {
            let description = description.map(|text| LongText::parse(cut(&text, LONG_TEXT_CHARS)));
            let description = description.transpose().map_err(at("the description"))?;
            let content = Content::Link(Link { description, site_name: None });
            let address = WebUrl::parse(&url).map_err(at("the address"))?;
            (entry.title.unwrap_or(url), content, Some(address), format!("{}/{number}", job.job_id))
        }
        (None, Some(text)) => {
            let title = entry.title.unwrap_or_else(|| text.lines().next().unwrap_or_default().to_owned());
            let text = description.map_or(text.clone(), |description| format!("{text}\n\n{description}"));
            let note = NoteText::parse(&text).map_err(at("the text"))?;
            (title, Content::Note(Note { text: note }), None, text)
        }
        (None, None) => return Err("it has neither an address nor a text".to_owned()),
    };
    let title = Title::parse(cut(&title, TITLE_CHARS)).map_err(at("the title"))?;
    let details = DetailsDraft {
        content_url,
        // An icon that is a part of the file, as `data:`, is not an address of a picture.
        thumbnail_url: entry.cover.and_then(|cover| WebUrl::parse(&cover).ok()),
        ..DetailsDraft::from(Details::new(title))
    };
    let draft = FavoriteDraft {
        details,
        clip_time: Some(clip_time),
        data_type: Some(content.data_type()),
        content: Some(content),
        on_existing: *on_existing,
        ..FavoriteDraft::default()
    };
    let may_exist = draft.details.content_url.is_none();
    let origin = Origin::Derived { data_id: derived_id(&seed, clip_time), may_exist };
    Ok((BatchItem { draft, tag_names }, origin))
}

/// Returns the id of an entry, if it has the same id in each import. A link of another service's file has an id of the import's own.
pub(super) fn stable_id(item: &BatchItem, origin: Origin) -> Option<DataId> {
    match origin {
        Origin::Derived { .. } if item.draft.details.content_url.is_some() => None,
        origin => origin.data_id(),
    }
}

/// Returns the id that follows from a text and a time.
fn derived_id(seed: &str, time: Timestamp) -> DataId {
    let mut random = [0; 16];
    random.copy_from_slice(&Sha256::digest(seed)[..16]);
    ChosenId::at(time, u128::from_be_bytes(random)).data_id()
}

fn at(part: &'static str) -> impl Fn(ValueError) -> String {
    move |error| format!("{part} {error}")
}

fn joined(first: Option<String>, second: Option<String>) -> Option<String> {
    match (first, second) {
        (Some(first), Some(second)) if first != second => Some(format!("{first}\n\n{second}")),
        (first, second) => first.or(second),
    }
}

/// Returns the text with at most this number of characters.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain([CUT]).collect()
}
