//! The description of the API for machines.
//!
//! It is written by hand. `utoipa` would derive the schemas of the answers from Rust types, but not the rules of the input (those
//! are `parse` functions), nor the statuses and problems of each route. Tests hold the document against every answer instead.

/// The `OpenAPI` 3.1 document of every route, parameter, header, body, answer and problem.
pub const OPENAPI: &str = include_str!("../openapi.json");

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use favorites::{DataType, SearchOperator, TagSort, limits};
    use serde_json::{Value, json};

    use super::*;
    use crate::problem::{LISTED_FAULTS, ProblemType};

    fn document() -> Value {
        serde_json::from_str(OPENAPI).unwrap()
    }

    fn schema(pointer: &str) -> Value {
        let document = document();
        document.pointer(&format!("/components/schemas/{pointer}")).unwrap_or(&Value::Null).clone()
    }

    /// Every value of the member `name`, wherever it is.
    fn collect<'a>(value: &'a Value, name: &str, found: &mut Vec<&'a Value>) {
        match value {
            Value::Object(members) => {
                found.extend(members.get(name));
                members.values().for_each(|member| collect(member, name, found));
            }
            Value::Array(elements) => elements.iter().for_each(|element| collect(element, name, found)),
            _ => {}
        }
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let document = document();
        let mut references = Vec::new();
        collect(&document, "$ref", &mut references);
        assert!(references.len() > 100);
        for reference in references {
            let pointer = reference.as_str().and_then(|text| text.strip_prefix('#')).unwrap();
            assert!(document.pointer(pointer).is_some(), "{pointer}");
        }
    }

    #[test]
    fn every_operation_has_a_name_of_its_own() {
        let document = document();
        let mut names = Vec::new();
        collect(&document["paths"], "operationId", &mut names);
        assert_eq!(names.len(), 37);
        assert_eq!(names.iter().filter_map(|name| name.as_str()).collect::<BTreeSet<_>>().len(), 37);
    }

    #[test]
    fn the_limits_are_those_of_the_domain() {
        for (pointer, limit) in [
            ("Title/maxLength", limits::TITLE_CHARS),
            ("Url/maxLength", limits::URL_CHARS),
            ("GivenUrl/maxLength", limits::URL_CHARS),
            ("TagName/maxLength", limits::TAG_NAME_CHARS),
            ("ShortText/maxLength", limits::SHORT_TEXT_CHARS),
            ("LongText/maxLength", limits::LONG_TEXT_CHARS),
            ("NoteContent/properties/text/maxLength", limits::NOTE_CHARS),
            ("Message/properties/text/maxLength", limits::CHAT_MESSAGE_CHARS),
            ("ChatRecordContent/properties/messages/maxItems", limits::CHAT_MESSAGES),
            ("FavoriteMembers/properties/creatorId/maxLength", limits::CREATOR_ID_CHARS),
            ("TagIds/maxItems", limits::TAGS_PER_FAVORITE),
            ("GivenTagIds/maxItems", limits::TAGS_PER_FAVORITE),
            ("FavoriteTags/properties/items/maxItems", limits::TAGS_PER_FAVORITE),
            ("InvalidInputProblem/properties/errors/maxItems", LISTED_FAULTS),
            ("Selector/properties/q/maxLength", limits::SEARCH_QUERY_CHARS),
            ("Selector/properties/except/maxItems", limits::JOB_EXCEPTIONS),
            ("Job/properties/failures/maxItems", limits::JOB_FAILURES),
        ] {
            assert_eq!(schema(pointer), json!(limit), "{pointer}");
        }
        let limit = &document()["components"]["parameters"]["limit"]["schema"];
        assert_eq!(limit["maximum"], limits::PAGE_ITEMS);
        assert_eq!(limit["default"], limits::PAGE_ITEMS_DEFAULT);
    }

    #[test]
    fn the_limits_of_search_are_those_of_the_domain() {
        let document = document();
        let query = &document["components"]["parameters"]["query"];
        assert_eq!(query["schema"]["maxLength"], limits::SEARCH_QUERY_CHARS);
        for operator in SearchOperator::ALL {
            assert!(query["description"].as_str().unwrap().contains(&operator.to_string()), "{operator}");
        }
        let bytes = format!("{} megabytes", limits::SEARCH_BYTES >> 20);
        let time = format!("{} seconds", limits::SEARCH_TIME.as_secs());
        let (search, counts) =
            (&document["paths"]["/search"]["get"], &document["components"]["parameters"]["counts"]);
        for (described, limit) in [(search, &bytes), (search, &time), (counts, &bytes), (counts, &time)] {
            assert!(described["description"].as_str().unwrap().contains(limit.as_str()), "{limit}");
        }
    }

    #[test]
    fn the_words_are_those_of_the_domain() {
        assert_eq!(schema("DataType/enum"), json!(DataType::ALL.map(DataType::as_str)));
        assert_eq!(schema("Counts/properties/byType/required"), json!(DataType::ALL.map(DataType::as_str)));
        let sort = &document()["components"]["parameters"]["sort"]["schema"]["enum"];
        assert_eq!(*sort, json!(TagSort::ALL.map(TagSort::as_str)));
    }

    /// Generators of clients don't tell the types of content apart, so `Content` and `ContentPatch` have the
    /// members of all of them.
    #[test]
    fn the_content_of_any_type_has_the_members_of_all_types() {
        let members = |name: &str| -> BTreeSet<String> {
            schema(&format!("{name}/properties")).as_object().unwrap().keys().cloned().collect()
        };
        let all = DataType::ALL.iter().flat_map(|data_type| {
            let (first, rest) = data_type.as_str().split_at(1);
            members(&format!("{}{rest}Content", first.to_uppercase()))
        });
        let all: BTreeSet<_> = all.collect();
        assert_eq!(members("Content"), all);
        assert_eq!(members("ContentPatch"), all);
    }

    /// Many generators ignore what stands beside `allOf` or a single reference in it, and can't merge a
    /// constant with a text.
    #[test]
    fn nothing_stands_beside_an_all_of_that_generators_would_lose() {
        for (name, schema) in document()["components"]["schemas"].as_object().unwrap() {
            let beside = ["properties", "required"].iter().filter(|member| schema.get(**member).is_some());
            assert!(schema.get("allOf").is_none() || beside.count() == 0, "{name}");
        }
    }

    #[test]
    fn every_problem_is_described_as_it_is() {
        let document = document();
        let schemas = document["components"]["schemas"].as_object().unwrap();
        let described: BTreeSet<_> = schemas
            .iter()
            .filter(|(name, _)| name.ends_with("Problem"))
            .map(|(_, schema)| {
                let constant = |name: &str| schema["properties"][name]["const"].to_string();
                (constant("type"), constant("status"), constant("title"))
            })
            .collect();
        let facts = |it: ProblemType| {
            (json!(it.uri()).to_string(), it.status().as_u16().to_string(), json!(it.title()).to_string())
        };
        assert_eq!(described, ProblemType::ALL.map(facts).into());
    }
}
