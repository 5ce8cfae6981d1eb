//! The preview of a step: what an import would do.

use std::collections::BTreeSet;

use single_table::KeySet;

use super::open::{LinkDigest, OpenImport};
use super::outcome::{Outcome, duplicate, invalid, reason};
use super::recreate::check_trashed;
use super::report::ReportedOutcome;
use super::step::{Content, Prepared, with_own_tags, with_tags};
use crate::error::Error;
use crate::jobs::{Import, Job};
use crate::model::favorite::UniqueLink;
use crate::model::ids::UserId;
use crate::service::Favorites;
use crate::use_cases::batch::check;

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
            match &prepared.content {
                Content::Invalid(reason) => outcomes.push((place, invalid(reason))),
                Content::Tag(tag) => {
                    if !exists {
                        import.note_created_tag(tag.tag_name.clone());
                        open.tags.add(tag);
                    }
                }
                Content::Trashed(trashed) => outcomes.push((
                    place,
                    match check_trashed(&with_tags(trashed, open), now) {
                        Err(reason) => invalid(reason),
                        Ok(()) if exists => duplicate(trashed.data_id),
                        Ok(()) => Outcome::Imported,
                    },
                )),
                Content::Favorite(item, origin) => {
                    let item = with_own_tags(item, open);
                    match check(&item, &job.user_id, now).map(|new| origin.apply(new)) {
                        Err(Error::Invalid(faults)) => outcomes.push((place, invalid(reason(&faults)))),
                        Err(error) => outcomes.push((place, invalid(error))),
                        Ok(favorite) if exists => outcomes.push((place, duplicate(favorite.data_id))),
                        Ok(favorite) => match favorite.unique_link() {
                            Some(link) if open.links.contains(&link) => {
                                let repeated = ReportedOutcome::Duplicate { data_id: None };
                                outcomes.push((place, Outcome::Reported(repeated)));
                            }
                            Some(link) => {
                                open.links.insert(link.clone());
                                links.push((place, link));
                            }
                            None => outcomes.push((place, Outcome::Imported)),
                        },
                    }
                }
            }
        }
        outcomes.extend(self.look_up_links(&job.user_id, links).await?);
        Ok(outcomes)
    }

    /// Looks up the favorites that have these links.
    async fn look_up_links(
        &self,
        user: &UserId,
        links: Vec<(usize, LinkDigest)>,
    ) -> Result<Vec<(usize, Outcome)>, Error> {
        if links.is_empty() {
            return Ok(Vec::new());
        }
        let mut keys = KeySet::new();
        let slots = links.into_iter().map(|(place, link)| {
            let record = UniqueLink { user_id: user.clone(), link };
            (place, keys.add_owner(&record))
        });
        let slots: Vec<_> = slots.collect();
        let owners = self.store.batch_get(keys).consistent().await?;
        let owners = owners.complete().map_err(single_table::Error::from)?;
        let mut outcomes = Vec::with_capacity(slots.len());
        for (place, slot) in slots {
            let owner = owners.get(slot)?;
            outcomes.push((place, owner.map_or(Outcome::Imported, |owner| duplicate(owner.data_id))));
        }
        Ok(outcomes)
    }
}
