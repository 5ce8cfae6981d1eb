//! Entity tags and the conditions on them (RFC 9110, sections 8.8.3 and 13.1).
//!
//! The entity tag of a favorite or a tag is its version in quotes, as in `"3"`. That of a list is a digest of its body, so it never says
//! that nothing changed although something did.
//!
//! The crate `headers` parses these fields too, but does not hand out the tags of an `If-Match`: it only compares them with one
//! that is known. The version in it is what a transaction is conditioned on, so it is read here.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use favorites::json::excerpt;
use http::header::{IF_MATCH, IF_NONE_MATCH};
use sha2::{Digest as _, Sha256};

use crate::fault::InputFault;
use crate::problem::Problem;
use crate::request::Request;

/// A version that nothing has: versions begin with 1.
const NO_VERSION: u64 = 0;

impl Request {
    /// Returns the version that `If-Match` asks for: `None` without the field and for `*`, and 0, which nothing has, if none of its
    /// tags can match.
    ///
    /// # Errors
    /// `invalid-input` when it is malformed or names several versions.
    pub fn if_match(&self) -> Result<Option<u64>, Problem> {
        if_match(self.header(&IF_MATCH).as_deref())
    }

    /// Checks that the request creates something, and replaces nothing: `If-None-Match` is `*`.
    ///
    /// # Errors
    /// `invalid-input` for any other field, and without one.
    pub fn creates(&self) -> Result<(), Problem> {
        creates(self.header(&IF_NONE_MATCH).as_deref())
    }

    /// Returns true if `If-None-Match` names this entity tag, so that the caller's copy is the current one.
    #[must_use]
    pub fn has_current(&self, entity_tag: &str) -> bool {
        has_current(self.header(&IF_NONE_MATCH).as_deref(), entity_tag)
    }
}

/// The entity tag of a version.
pub(crate) fn entity_tag(version: u64) -> String {
    format!("\"{version}\"")
}

/// The entity tag of an answer that has no version: a digest of its body. 128 bits: no two answers share it by chance.
pub(crate) fn body_tag(body: &str) -> String {
    let digest = Sha256::digest(body);
    format!("\"{}\"", URL_SAFE_NO_PAD.encode(&digest[..16]))
}

/// The version that the field `If-Match` asks for; `None` without one and for `*`, which any version meets.
///
/// A weak tag never matches, nor does one that is not a version of ours. Such a field asks for a version that nothing has: the request
/// ends in 412, as the RFC says, but only after everything else about it is found right (section 13.2.1). Two versions at once are
/// refused: a caller holds one copy.
fn if_match(field: Option<&str>) -> Result<Option<u64>, Problem> {
    let Some(field) = field else { return Ok(None) };
    let fault = |detail: String| Problem::invalid([InputFault::header("if-match", detail)]);
    let Some(tags) = parse(field) else {
        return Err(fault(format!("must be * or entity tags such as \"3\"; {} was given", excerpt(field))));
    };
    let Tags::These(tags) = tags else { return Ok(None) };
    let mut versions: Vec<u64> = tags.iter().filter(|tag| !tag.weak).filter_map(EntityTag::version).collect();
    versions.dedup();
    match versions[..] {
        [version] => Ok(Some(version)),
        [] => Ok(Some(NO_VERSION)),
        _ => Err(fault(format!("must name one version; {} were given", versions.len()))),
    }
}

fn creates(field: Option<&str>) -> Result<(), Problem> {
    if matches!(field.and_then(parse), Some(Tags::Any)) {
        return Ok(());
    }
    let given = field.map_or("nothing".to_owned(), excerpt);
    let detail = format!(
        "must be *, because this route replaces nothing; {given} was given; PATCH changes a favorite"
    );
    Err(Problem::invalid([InputFault::header("if-none-match", detail)]))
}

/// Returns true if the field `If-None-Match` says that the caller has the answer with this entity tag already. A malformed field says
/// nothing, because the whole answer is always right.
fn has_current(field: Option<&str>, entity_tag: &str) -> bool {
    match field.and_then(parse) {
        Some(Tags::Any) => true,
        Some(Tags::These(tags)) => tags.iter().any(|tag| entity_tag == format!("\"{}\"", tag.opaque)),
        None => false,
    }
}

enum Tags<'a> {
    Any,
    These(Vec<EntityTag<'a>>),
}

struct EntityTag<'a> {
    weak: bool,
    opaque: &'a str,
}

impl EntityTag<'_> {
    /// The version that it stands for. One version has one spelling: `"03"` is another tag than `"3"`.
    fn version(&self) -> Option<u64> {
        self.opaque.parse().ok().filter(|version: &u64| version.to_string() == self.opaque)
    }
}

fn parse(field: &str) -> Option<Tags<'_>> {
    if field.trim() == "*" {
        return Some(Tags::Any);
    }
    let mut tags = Vec::new();
    let mut rest = field.trim();
    while !rest.is_empty() {
        // Empty list elements are allowed (RFC 9110, section 5.6.1.2).
        if let Some(after) = rest.strip_prefix(',') {
            rest = after.trim_start();
            continue;
        }
        let (weak, quoted) = rest.strip_prefix("W/").map_or((false, rest), |quoted| (true, quoted));
        let (opaque, after) = quoted.strip_prefix('"')?.split_once('"')?;
        if opaque.chars().any(|c| c.is_ascii_control() || c == ' ') {
            return None;
        }
        tags.push(EntityTag { weak, opaque });
        rest = after.trim_start();
        if !rest.is_empty() && !rest.starts_with(',') {
            return None;
        }
    }
    (!tags.is_empty()).then_some(Tags::These(tags))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::ProblemType;

    #[test]
    fn if_match_names_one_version() {
        for (field, version) in [
            ("\"3\"", Some(3)),
            (" \"3\" ", Some(3)),
            ("*", None),
            ("\"other\", \"3\"", Some(3)),
            ("W/\"7\",\"3\"", Some(3)),
            (", \"3\",,", Some(3)),
            ("\"3\",\"3\"", Some(3)),
            ("\"18446744073709551615\"", Some(u64::MAX)),
        ] {
            assert_eq!(if_match(Some(field)).unwrap(), version, "{field}");
        }
        assert_eq!(if_match(None).unwrap(), None);
    }

    #[test]
    fn a_precondition_that_can_never_match_asks_for_a_version_that_nothing_has() {
        for field in ["W/\"3\"", "\"abc\"", "\"\"", "\"03\"", "\"+3\"", "\"18446744073709551616\"", "W/\"*\""]
        {
            assert_eq!(if_match(Some(field)).unwrap(), Some(NO_VERSION), "{field}");
        }
    }

    #[test]
    fn a_malformed_precondition_is_400() {
        for field in
            ["", "3", "\"3", "3\"", "w/\"3\"", "\"3\" \"4\"", "*, \"3\"", "\"a b\"", ",", "\"3\", \"4\""]
        {
            let problem = if_match(Some(field)).unwrap_err();
            assert_eq!(problem.problem_type(), ProblemType::InvalidInput, "{field}");
            assert_eq!(problem.faults()[0].place, crate::fault::Place::Header("if-match"), "{field}");
        }
    }

    #[test]
    fn a_request_creates_only_if_none_match_is_any() {
        assert!(creates(Some("*")).is_ok() && creates(Some(" * ")).is_ok());
        for field in [None, Some(""), Some("\"3\""), Some("*, *")] {
            let problem = creates(field).unwrap_err();
            assert_eq!(problem.faults()[0].place, crate::fault::Place::Header("if-none-match"), "{field:?}");
        }
    }

    #[test]
    fn if_none_match_compares_weakly() {
        for field in ["\"3\"", "W/\"3\"", "*", "\"1\", W/\"3\""] {
            assert!(has_current(Some(field), "\"3\""), "{field}");
        }
        for field in ["\"4\"", "", "3", "\"x\"", "\"03\""] {
            assert!(!has_current(Some(field), "\"3\""), "{field}");
        }
        assert!(!has_current(None, "\"3\""));
    }
}
