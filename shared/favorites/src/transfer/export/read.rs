//! The items of an export, page by page.

use super::render::{Renderer, write_line};
use crate::error::Error;
use crate::jobs::{Export, ExportFormat, ExportedKind};
use crate::limits::EXPORT_PAGE;
use crate::model::favorite::{FavoriteDataItems, TrashedFavoriteItems};
use crate::model::ids::UserId;
use crate::model::tag::TagItems;
use crate::service::Favorites;
use crate::transfer::record::Line;

impl Favorites {
    /// Makes the renderer of an export. It has all tags of the user.
    pub(super) async fn renderer(&self, user: &UserId, format: ExportFormat) -> Result<Renderer, Error> {
        let mut renderer = Renderer { format, names: std::collections::BTreeMap::new() };
        let tags = self.all_tags(user).await?.into_iter();
        renderer.names.extend(tags.map(|tag| (tag.tag_id, tag.tag_name.as_str().to_owned())));
        Ok(renderer)
    }

    /// Appends the next page of items to the bytes of a file, and moves the place of the export behind it.
    pub(super) async fn export_page(
        &self,
        user: &UserId,
        export: &mut Export,
        renderer: &Renderer,
        bytes: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let after = export.after.take();
        let has_all = export.format == ExportFormat::JsonLines;
        export.after = match export.kind {
            ExportedKind::Tags if has_all => {
                let page = self
                    .read_after(after.as_ref(), TagItems::query(user.clone()).consistent().limit(EXPORT_PAGE))
                    .await?;
                export.written.tags += page.items.len() as u64;
                for tag in page.items {
                    write_line(bytes, &Line::Tag(tag.into()))?;
                }
                page.next
            }
            ExportedKind::Favorites => {
                let page = self
                    .read_after(
                        after.as_ref(),
                        FavoriteDataItems::query(user.clone()).consistent().limit(EXPORT_PAGE),
                    )
                    .await?;
                let read = page.items.len() as u64;
                let left_out = renderer.favorites(bytes, page.items)?;
                export.written.favorites += read - left_out;
                export.written.left_out += left_out;
                page.next
            }
            ExportedKind::Trash if has_all => {
                let page = self
                    .read_after(
                        after.as_ref(),
                        TrashedFavoriteItems::query(user.clone()).consistent().limit(EXPORT_PAGE),
                    )
                    .await?;
                export.written.trashed += page.items.len() as u64;
                for mut trashed in page.items {
                    renderer.drop_deleted_tags(&mut trashed.favorite);
                    write_line(bytes, &Line::Trashed(Box::new(trashed.into())))?;
                }
                page.next
            }
            ExportedKind::Tags | ExportedKind::Trash | ExportedKind::End => None,
        };
        if export.after.is_none() {
            export.kind = export.kind.next();
        }
        Ok(())
    }
}
