//! Counts that the catalogue knows, so that no favorite must be looked at.

use std::collections::BTreeSet;

use super::query::{Condition, Wanted};
use super::request::{MatchCounts, SearchRequest};
use super::tag_names::NamedTag;
use crate::catalogue::HeadCounts;
use crate::catalogue::count_tree::{Scope, Sums};
use crate::error::Error;
use crate::model::counts::TypeCounts;
use crate::model::data_type::DataType;
use crate::model::ids::UserId;
use crate::service::Favorites;

impl Favorites {
    /// Returns the counts of a search whose only conditions are types, or `None` for other searches.
    pub(super) async fn known_counts(
        &self,
        user: &UserId,
        request: &SearchRequest,
        tags: &[NamedTag],
        head: &HeadCounts,
    ) -> Result<Option<MatchCounts>, Error> {
        let Some(types) = only_types(request) else { return Ok(None) };
        let of_types = |sums: &Sums| -> TypeCounts {
            TypeCounts::from(sums).iter().filter(|(data_type, _)| types.contains(data_type)).collect()
        };
        let scopes: BTreeSet<_> =
            tags.iter().map(|tag| Scope::Tag(tag.tag_id)).chain([Scope::Account]).collect();
        let mut counts = MatchCounts { complete: true, ..MatchCounts::default() };
        for (scope, sums) in self.sums_at(user, head.clone(), &scopes, self.seconds()).await? {
            let of_types = of_types(&sums);
            match scope {
                Scope::Account => counts.by_type = of_types,
                Scope::Tag(tag_id) if of_types.total() > 0 => {
                    counts.by_tag.insert(tag_id, of_types.total());
                }
                Scope::Tag(_) => {}
            }
        }
        Ok(Some(counts))
    }
}

/// Returns the types that a search finds, or `None` if it has other conditions.
fn only_types(request: &SearchRequest) -> Option<BTreeSet<DataType>> {
    let is_type = |condition: &Condition| matches!(condition.wanted, Wanted::Type(_));
    let clauses = request.query.clauses();
    if request.tag_id.is_some() || !clauses.iter().flatten().all(is_type) {
        return None;
    }
    let is_met = |condition: &Condition, data_type: DataType| {
        matches!(condition.wanted, Wanted::Type(wanted) if wanted == data_type) != condition.is_excluded
    };
    let is_found = |data_type: &DataType| {
        request.data_type.is_none_or(|wanted| wanted == *data_type)
            && clauses.iter().all(|clause| clause.iter().any(|condition| is_met(condition, *data_type)))
    };
    Some(DataType::ALL.into_iter().filter(is_found).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ids::TagId;

    fn types(query: &str, data_type: Option<DataType>) -> Option<BTreeSet<DataType>> {
        only_types(&SearchRequest { query: query.parse().unwrap(), data_type, ..SearchRequest::default() })
    }

    #[test]
    fn types_are_known_and_other_conditions_are_not() {
        use DataType::{Link, Note, Video};
        let all = BTreeSet::from(DataType::ALL);
        assert_eq!(types("", None), Some(all.clone()));
        assert_eq!(types("type:link OR type:note", None), Some([Link, Note].into()));
        assert_eq!(types("-type:link", None), Some(&all - &[Link].into()));
        assert_eq!(types("type:link OR type:note", Some(Note)), Some([Note].into()));
        assert_eq!(types("type:link type:note", None), Some([].into()));
        assert_eq!(types("", Some(Video)), Some([Video].into()));
        for query in
            ["word", "tag:a", "untagged", "after:2026", "site:a.example", "title:a", "type:link OR word"]
        {
            assert_eq!(types(query, None), None, "{query}");
        }
        let tagged =
            SearchRequest { tag_id: Some(TagId::from(uuid::Uuid::nil())), ..SearchRequest::default() };
        assert_eq!(only_types(&tagged), None);
    }
}
