//! Renaming and merging a tag together with its descendants: the tags whose names begin with its name and a
//! slash.
//!
//! Imports make tags such as `Dev/Rust` from folders. The descendants change first, some in each transaction,
//! and the tag itself last. So a request that ends early is completed by repeating it.

use std::collections::BTreeSet;

use single_table::keys::CaseFolded;

use crate::error::{Error, Fault};
use crate::limits::{TAG_DESCENDANTS, TAGS_RENAMED_TOGETHER};
use crate::model::ids::{TagId, UserId};
use crate::model::tag::{CountedTag, Tag, TagName, TagsByName};
use crate::service::Favorites;
use crate::use_cases::edit::expect;
use crate::use_cases::tag_names::{NamedTags, TagNames};

/// The character between a tag's name and the rest of its descendants' names.
const SEPARATOR: char = '/';

impl Favorites {
    /// Renames a tag, and replaces its name at the beginning of its descendants' names.
    ///
    /// # Errors
    /// As [`rename_tag`](Self::rename_tag), and [`Error::Invalid`] if the tag has more than
    /// [`TAG_DESCENDANTS`] descendants, or if the new name of one of them would be too long.
    /// [`Error::TagNameTaken`] also if a descendant's new name is taken. Some descendants may have their new
    /// names after [`Error::Busy`] and [`Error::Table`].
    pub async fn rename_tag_with_descendants(
        &self,
        user: &UserId,
        tag_id: TagId,
        expected: Option<u64>,
        name: TagName,
    ) -> Result<CountedTag, Error> {
        let tag = self.read_tag(user, tag_id).await?;
        expect(expected, tag.version)?;
        let renames = self.moved(user, &tag, &name, "/tagName").await?;
        let mut existing = NamedTags::default();
        let names: TagNames = renames.iter().map(|(_, name)| name).chain([&name]).collect();
        self.add_existing_tags(user, names, &mut existing).await?;
        // A tag whose name only changes its case has the new name already.
        let descendants = renames.iter().map(|(descendant, name)| (descendant.tag_id, name));
        let taken = descendants
            .chain([(tag_id, &name)])
            .find_map(|(tag_id, name)| existing.id(name).filter(|owner| *owner != tag_id));
        if let Some(tag_id) = taken {
            return Err(Error::TagNameTaken { tag_id });
        }
        self.rename_in_steps(user, &renames).await?;
        self.rename_tag(user, tag_id, expected, name).await
    }

    /// Merges a tag into another one, and each of its descendants into the one with the same rest of the
    /// name. Renames those for which there is none: if `Dev` is merged into `Code`, `Dev/Rust` becomes
    /// `Code/Rust`.
    ///
    /// # Errors
    /// As [`merge_tag`](Self::merge_tag), and [`Error::Invalid`] if `into` is a descendant, if the tag has
    /// more than [`TAG_DESCENDANTS`] descendants, or if the new name of one of them would be too long or is
    /// that of a tag that moves, too: `Dev/Old/Old` if `Dev/Old` is merged into `Dev`. Some descendants may
    /// be merged or renamed when another error occurs.
    pub async fn merge_tag_with_descendants(
        &self,
        user: &UserId,
        tag_id: TagId,
        into: TagId,
        expected: Option<u64>,
    ) -> Result<(), Error> {
        let tag = self.read_tag(user, tag_id).await?;
        expect(expected, tag.version)?;
        let target = self.read_tag(user, into).await?;
        if is_descendant(&target.tag_name, &tag.tag_name) {
            let name = target.tag_name.as_str();
            let message = format!(
                "must not be a descendant of the tag that is merged with its descendants; {name:?} was given"
            );
            return Err(Error::Invalid(vec![Fault::new("/into", message)]));
        }
        if tag_id != into {
            let mut existing = NamedTags::default();
            let moved = self.moved(user, &tag, &target.tag_name, "/into").await?;
            let names: TagNames = moved.iter().map(|(_, name)| name).collect();
            self.add_existing_tags(user, names, &mut existing).await?;
            let moving: BTreeSet<_> =
                moved.iter().map(|(descendant, _)| descendant.tag_id).chain([tag_id]).collect();
            let is_moving = |name: &TagName| existing.id(name).is_some_and(|owner| moving.contains(&owner));
            if let Some((_, name)) = moved.iter().find(|(_, name)| is_moving(name)) {
                let name = name.as_str();
                let message = format!(
                    "would make {name:?} of a descendant, and another tag with this name moves, too: rename one first"
                );
                return Err(Error::Invalid(vec![Fault::new("/into", message)]));
            }
            let (merged, renamed): (Vec<_>, Vec<_>) =
                moved.into_iter().partition(|(_, name)| existing.id(name).is_some());
            self.rename_in_steps(user, &renamed).await?;
            for (descendant, name) in merged {
                match self.remove_tag(user, descendant.tag_id, existing.id(&name), None).await {
                    // Another request was faster.
                    Err(Error::NoTag(gone)) if gone == descendant.tag_id => {}
                    removed => removed?,
                }
            }
        }
        self.merge_tag(user, tag_id, into, expected).await
    }

    /// Returns the descendants of a tag with their names under the new one. If the new name is that of a
    /// descendant, leaves out what is there already: if `Dev` becomes `Dev/Old`, `Dev/Old/Go` keeps its name.
    async fn moved(
        &self,
        user: &UserId,
        tag: &Tag,
        name: &TagName,
        pointer: &str,
    ) -> Result<Vec<(Tag, TagName)>, Error> {
        let beginning = CaseFolded::new(&format!("{}{SEPARATOR}", tag.tag_name.as_str()));
        let query = TagsByName::query(user.clone()).begins_with_text(&(), beginning.as_str()).consistent();
        let most = u32::try_from(TAG_DESCENDANTS + 1).unwrap_or(u32::MAX);
        let found = self.store.page(query.limit(most)).await?.items;
        let invalid = |message: String| Error::Invalid(vec![Fault::new(pointer, message)]);
        if found.len() > TAG_DESCENDANTS {
            let message = format!(
                "must be for a tag with at most {TAG_DESCENDANTS} descendants; it has more: rename or merge some of them first"
            );
            return Err(Error::Invalid(vec![Fault::new("/descendants", message)]));
        }
        let goes_below = is_descendant(name, &tag.tag_name);
        let mut moved = Vec::new();
        for descendant in
            found.into_iter().filter(|found| !(goes_below && is_at_or_below(&found.tag_name, name)))
        {
            // Some characters fold to a slash, but don't separate an ancestor.
            let Some(rest) = rest_below(&descendant.tag_name, &tag.tag_name) else { continue };
            let new_name = format!("{}{rest}", name.as_str());
            let new_name = TagName::parse(&new_name).map_err(|error| {
                invalid(format!("would make {new_name:?} of a descendant, which {error}"))
            })?;
            moved.push((descendant, new_name));
        }
        Ok(moved)
    }

    async fn rename_in_steps(&self, user: &UserId, renames: &[(Tag, TagName)]) -> Result<(), Error> {
        for step in renames.chunks(TAGS_RENAMED_TOGETHER) {
            let mut tries = self.tries();
            let mut step = step.to_vec();
            while !step.is_empty() {
                let outcome = self.rename_together(user, &step).await;
                if tries.after(outcome).await?.is_some() {
                    break;
                }
                // Another request has changed one of them, or a list has moved its time of last access.
                step = self.as_they_are(user, step).await?;
            }
        }
        Ok(())
    }

    /// Reads tags again. Leaves out those that are gone, or have another name than before.
    async fn as_they_are(
        &self,
        user: &UserId,
        renames: Vec<(Tag, TagName)>,
    ) -> Result<Vec<(Tag, TagName)>, Error> {
        let mut current = Vec::new();
        for (before, name) in renames {
            match self.read_tag(user, before.tag_id).await {
                Ok(tag) if tag.tag_name == before.tag_name => current.push((tag, name)),
                Ok(_) | Err(Error::NoTag(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(current)
    }
}

/// Returns what follows an ancestor's name, from the slash on. `None` if `name` is not the name of a
/// descendant.
fn rest_below<'n>(name: &'n TagName, ancestor: &TagName) -> Option<&'n str> {
    let ancestor = ancestor.folded();
    let ends = name.as_str().match_indices(SEPARATOR);
    let mut parts = ends.map(|(end, _)| name.as_str().split_at(end));
    parts.find(|(begin, _)| CaseFolded::new(begin).as_str() == ancestor.as_str()).map(|(_, rest)| rest)
}

fn is_descendant(name: &TagName, ancestor: &TagName) -> bool {
    rest_below(name, ancestor).is_some()
}

fn is_at_or_below(name: &TagName, ancestor: &TagName) -> bool {
    name.folded().as_str() == ancestor.folded().as_str() || is_descendant(name, ancestor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_descendants_name_begins_with_a_slash() {
        let name = |text| TagName::parse(text).unwrap();
        let rest = |text, ancestor| rest_below(&name(text), &name(ancestor)).map(str::to_owned);
        assert_eq!(rest("Dev/Rust/Web", "DEV").as_deref(), Some("/Rust/Web"));
        assert_eq!(rest("Dev/Rust/Web", "dev/rust").as_deref(), Some("/Web"));
        assert_eq!(rest("STRASSE/a", "Straße").as_deref(), Some("/a"));
        for (text, ancestor) in
            [("Dev", "Dev"), ("Developers/Rust", "Dev"), ("Dev Ops", "Dev"), ("Rust/Dev", "Dev")]
        {
            assert_eq!(rest(text, ancestor), None, "{text}");
        }
        assert!(is_at_or_below(&name("dev"), &name("Dev")) && !is_descendant(&name("dev"), &name("Dev")));
    }
}
