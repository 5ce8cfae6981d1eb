//! The preview of a step: what an import would do.

use std::collections::BTreeSet;

use super::open::OpenImport;
use super::outcome::{duplicate, invalid, reason};
use super::prepared::{Content, Outcome, Prepared, with_own_tags};
use super::report::ReportedOutcome;
use crate::error::Error;
use crate::jobs::{Import, Job};
use crate::model::new_favorite::OnExisting;
use crate::service::Favorites;
use crate::use_cases::batch::{BatchItem, check};

impl Favorites {
    /// Returns the outcome that each entry of a step would have. It writes nothing.
    pub(super) async fn preview_step(
        &self,
        job: &Job,
        import: &mut Import,
        step: &[Prepared],
        existing: &BTreeSet<u64>,
        open: &mut OpenImport,
    ) -> Result<Vec<(usize, Outcome)>, Error> {
        let now = self.store.now();
        let mut outcomes = Vec::new();
        let mut links = Vec::new();
        for (place, prepared) in step.iter().enumerate() {
            let exists = existing.contains(&prepared.number);
            let outcome = match &prepared.content {
                Content::Invalid(reason) => invalid(reason),
                Content::Tag(tag) => {
                    if !exists {
                        import.note_created_tag(tag.tag_name.clone());
                        open.tags.add(tag);
                    }
                    continue;
                }
                Content::Trashed(line, item, origin) => {
                    let BatchItem { draft, .. } = with_own_tags(item, open);
                    match line.trashed(&job.user_id, &draft, *origin, now) {
                        Err(reason) => invalid(reason),
                        Ok(trashed) if exists => duplicate(trashed.data_id),
                        Ok(_) => ReportedOutcome::Imported,
                    }
                }
                Content::Favorite(item, origin) => {
                    let item = with_own_tags(item, open);
                    match check(&item, &job.user_id, now).map(|new| origin.apply(new)) {
                        Err(Error::Invalid(faults)) => invalid(reason(&faults)),
                        Err(error) => invalid(error),
                        Ok(favorite) => {
                            let known = exists.then_some(favorite.data_id);
                            links.push((place, (item, known, favorite.unique_link())));
                            continue;
                        }
                    }
                }
            };
            outcomes.push((place, outcome.into()));
        }
        let wanted = links.iter().filter(|(_, (_, known, _))| known.is_none());
        let wanted = wanted.filter_map(|(place, (_, _, link))| Some((*place, link.clone()?)));
        let owners = self.link_owners(&job.user_id, wanted.collect()).await?;
        for (place, (item, known, link)) in links {
            let owner = known.or_else(|| owners.get(&place).copied());
            let repeats = known.is_none() && link.is_some_and(|link| !open.links.insert(link));
            if owner.is_none() || item.draft.on_existing == OnExisting::Merge {
                open.preview_tags(&item, import);
            }
            let outcome = match owner {
                Some(owner) => duplicate(owner),
                None if repeats => ReportedOutcome::Duplicate { data_id: None },
                None => ReportedOutcome::Imported,
            };
            outcomes.push((place, outcome.into()));
        }
        Ok(outcomes)
    }
}
