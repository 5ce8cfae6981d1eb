//! The tags that an import has created.

use super::open::OpenImport;
use crate::error::Error;
use crate::jobs::{Import, ImportFormat, Job};
use crate::service::Favorites;
use crate::use_cases::tag_names::folded;

impl Favorites {
    /// Notes the tags that an import of another service's file has created, or would create. Those of an export are noted one by one.
    pub(super) async fn note_created_tags(
        &self,
        job: &Job,
        import: &mut Import,
        open: &OpenImport,
    ) -> Result<(), Error> {
        if import.format == Some(ImportFormat::JsonLines) {
            return Ok(());
        }
        if import.options.dry_run {
            for (folded, name) in &open.names {
                if !open.tags.has_name(folded) {
                    import.note_created_tag(name.clone());
                }
            }
            return Ok(());
        }
        for tag in self.all_tags(&job.user_id).await? {
            let mut names = tag.names_since(job.create_time);
            if tag.create_time >= job.create_time && names.any(|name| open.names.contains_key(&folded(name)))
            {
                import.note_created_tag(tag.tag_name.clone());
            }
        }
        Ok(())
    }
}
