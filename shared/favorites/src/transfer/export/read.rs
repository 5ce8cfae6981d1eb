//! The items of an export, page by page.

use std::collections::{BTreeMap, BTreeSet};

use super::render::{Renderer, write_line};
use crate::error::Error;
use crate::jobs::{Export, ExportFormat, ExportedKind, Job};
use crate::limits::{EXPORT_MET, EXPORT_PAGE};
use crate::model::favorite::{FavoriteData, FavoriteDataItems, FavoritesByUpdateTime, TrashedFavoriteItems};
use crate::model::ids::{TagId, UserId};
use crate::model::tag::{Tag, TagItems, tag_keys};
use crate::service::Favorites;
use crate::transfer::record::Line;

impl Favorites {
    /// Makes the renderer of an export. It has all tags of the user.
    pub(super) async fn renderer(&self, user: &UserId, format: ExportFormat) -> Result<Renderer, Error> {
        let tags = self.all_tags(user).await?.into_iter();
        Ok(Renderer { format, tags: tags.map(|tag| (tag.tag_id, Some(tag))).collect::<BTreeMap<_, _>>() })
    }

    /// Appends the next page of items to the bytes of a file, and moves the place of the export behind it.
    pub(super) async fn export_page(
        &self,
        job: &Job,
        export: &mut Export,
        renderer: &mut Renderer,
        bytes: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let after = export.after.take();
        let user = &job.user_id;
        let has_all = export.format == ExportFormat::JsonLines;
        export.after = match export.kind {
            ExportedKind::Tags if has_all => {
                let tags = TagItems::query(user.clone()).consistent().limit(EXPORT_PAGE);
                let page = self.read_after(after.as_ref(), tags).await?;
                for tag in page.items {
                    write_tag(job, export, &tag, bytes)?;
                }
                page.next
            }
            ExportedKind::Favorites => {
                let favorites = FavoriteDataItems::query(user.clone()).consistent().limit(EXPORT_PAGE);
                let page = self.read_after(after.as_ref(), favorites).await?;
                let restored = page.items.iter().filter(|favorite| is_restored(job, favorite));
                let room = EXPORT_MET.saturating_sub(export.met.len());
                export.met.extend(restored.map(|favorite| favorite.data_id).take(room));
                self.write_favorites(job, export, renderer, page.items, bytes).await?;
                page.next
            }
            ExportedKind::Trash if has_all => {
                let trashed = TrashedFavoriteItems::query(user.clone()).consistent().limit(EXPORT_PAGE);
                let page = self.read_after(after.as_ref(), trashed).await?;
                export.written.trashed += page.items.len() as u64;
                let tag_ids = page.items.iter().flat_map(|trashed| trashed.favorite.tag_ids.iter().copied());
                self.write_late_tags(job, export, renderer, tag_ids.collect(), bytes).await?;
                for mut trashed in page.items {
                    renderer.drop_deleted_tags(&mut trashed.favorite);
                    write_line(bytes, &Line::Trashed(Box::new(trashed.into())))?;
                }
                page.next
            }
            ExportedKind::Restored => {
                let changed = FavoritesByUpdateTime::query(user.clone()).at_least(&(job.create_time,));
                let page = self.read_after(after.as_ref(), changed.consistent().limit(EXPORT_PAGE)).await?;
                let mut items = page.items;
                items
                    .retain(|favorite| is_restored(job, favorite) && !export.met.contains(&favorite.data_id));
                self.write_favorites(job, export, renderer, items, bytes).await?;
                page.next
            }
            ExportedKind::Tags | ExportedKind::Trash | ExportedKind::End => None,
        };
        if export.after.is_none() {
            export.kind = export.kind.next();
        }
        Ok(())
    }

    async fn write_favorites(
        &self,
        job: &Job,
        export: &mut Export,
        renderer: &mut Renderer,
        favorites: Vec<FavoriteData>,
        bytes: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let tag_ids = favorites.iter().flat_map(|favorite| favorite.tag_ids.iter().copied()).collect();
        self.write_late_tags(job, export, renderer, tag_ids, bytes).await?;
        let read = favorites.len() as u64;
        let left_out = renderer.favorites(bytes, favorites)?;
        export.written.favorites += read - left_out;
        export.written.left_out += left_out;
        Ok(())
    }

    /// Reads those of the tags that the renderer does not know, and writes those that were created after the
    /// export had passed the tags.
    async fn write_late_tags(
        &self,
        job: &Job,
        export: &mut Export,
        renderer: &mut Renderer,
        tag_ids: BTreeSet<TagId>,
        bytes: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let unknown: BTreeSet<_> =
            tag_ids.iter().copied().filter(|tag_id| !renderer.tags.contains_key(tag_id)).collect();
        if !unknown.is_empty() {
            let read = self.store.get_many::<Tag>(&tag_keys(&job.user_id, &unknown)).consistent().await?;
            let read = read.complete().map_err(single_table::Error::from)?;
            renderer.tags.extend(unknown.into_iter().zip(read));
        }
        if export.format != ExportFormat::JsonLines {
            return Ok(());
        }
        let known = tag_ids.iter().filter_map(|tag_id| renderer.tags.get(tag_id)?.as_ref());
        for tag in known.filter(|tag| tag.create_time >= job.create_time) {
            if !export.late_tags.contains(&tag.tag_id) {
                write_tag(job, export, tag, bytes)?;
            }
        }
        Ok(())
    }
}

/// Writes the line of a tag.
fn write_tag(job: &Job, export: &mut Export, tag: &Tag, bytes: &mut Vec<u8>) -> Result<(), Error> {
    export.written.tags += 1;
    if tag.create_time >= job.create_time {
        export.late_tags.insert(tag.tag_id);
    }
    write_line(bytes, &Line::Tag(tag.clone().into()))
}

/// Returns true if the favorite was restored from the trash while the export ran.
fn is_restored(job: &Job, favorite: &FavoriteData) -> bool {
    favorite.restore_time.is_some_and(|time| time >= job.create_time)
}
