//! The body of a request: from bytes to a typed value.

use favorites::{Fault, TagDraft, TagId, TagName};
use http::header::CONTENT_TYPE;
use serde_json::Value;

use crate::fault::InputFault;
use crate::json;
use crate::problem::{Problem, ProblemType};
use crate::request::Request;
use favorites::json::{Fields, FromJson, excerpt};

/// The largest body, in bytes. A favorite is stored in at most 64 KiB; JSON may write each of its bytes as an escape of
/// six, and then there are the names and the spaces between.
pub const BODY_BYTES: usize = 512 * 1024;

/// The largest body of a batch, in bytes. Lambda takes events of at most 6 MB (see "Lambda quotas" in its developer guide), in which the
/// body is a JSON string, with an escape for each quotation mark.
pub const BATCH_BODY_BYTES: usize = 4 * 1024 * 1024;

/// Reads the body as a value, or returns every fault in it.
pub(crate) fn read<T: FromJson>(request: &Request) -> Result<T, Problem> {
    let body = document(request)?;
    let mut faults = Vec::new();
    match T::from_json(&body, "", &mut faults) {
        Some(value) if faults.is_empty() => Ok(value),
        _ => Err(Problem::invalid(faults)),
    }
}

/// Reads the body as JSON. It must be declared as JSON, and have at most the bytes that the route accepts.
pub(crate) fn document(request: &Request) -> Result<Value, Problem> {
    declared_as_json(request)?;
    json::parse(bytes(request)?).map_err(|reason| whole_body(format!("must be JSON: {reason}")))
}

fn declared_as_json(request: &Request) -> Result<(), Problem> {
    let declared = request.header(&CONTENT_TYPE).unwrap_or_default();
    let essence = declared.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let subtype = essence.strip_prefix("application/").unwrap_or_default();
    if subtype == "json" || (subtype.len() > "+json".len() && subtype.ends_with("+json")) {
        return Ok(());
    }
    let given = if declared.is_empty() { "none".to_owned() } else { format!("\"{}\"", excerpt(&declared)) };
    let detail = format!("content-type must be application/json or application/...+json; {given} was given");
    Err(Problem::new(ProblemType::UnsupportedMediaType, detail))
}

fn bytes(request: &Request) -> Result<&[u8], Problem> {
    let limit = request.accepted().body_bytes;
    debug_assert!(limit.is_some(), "{} declares no body", request.accepted().key());
    let limit = limit.unwrap_or_default();
    let bytes = request
        .body()
        .map_err(|reason| whole_body(format!("must be base64, as the event says: {reason}")))?;
    if bytes.is_empty() {
        return Err(whole_body("is required".to_owned()));
    }
    if bytes.len() > limit {
        let detail = format!("a body has at most {limit} bytes; this one has {}", bytes.len());
        return Err(Problem::new(ProblemType::TooLarge, detail));
    }
    Ok(bytes)
}

fn whole_body(message: String) -> Problem {
    Problem::invalid([InputFault::from(Fault::new("", message))])
}

impl Request {
    /// Reads the body as a tag to make. The draft has the faults of what could not be read.
    ///
    /// # Errors
    /// `invalid-input` when the body is not JSON, `unsupported-media-type`, `too-large`.
    pub fn tag_draft(&self) -> Result<TagDraft, Problem> {
        document(self).map(|document| tag_draft(&document))
    }

    /// Reads the body as a tag's new name.
    ///
    /// # Errors
    /// `invalid-input` with every fault of the body, `unsupported-media-type`, `too-large`.
    pub fn tag_name(&self) -> Result<TagNameBody, Problem> {
        read(self)
    }
}

impl Request {
    /// Reads the body as the tag that another one is merged into.
    ///
    /// # Errors
    /// `invalid-input` with every fault of the body, `unsupported-media-type`, `too-large`.
    pub fn merged_into(&self) -> Result<MergeBody, Problem> {
        read(self)
    }
}

/// The body that merges a tag: `{"into": "..."}`.
#[derive(Debug)]
pub struct MergeBody {
    /// The tag that the favorites get.
    pub into: TagId,
    /// True to take along the tags whose names begin with the tag's name and a slash.
    pub descendants: bool,
}

impl FromJson for MergeBody {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let (into, descendants) = (fields.required("into"), fields.optional("descendants"));
        fields.finish();
        Some(Self { into: into?, descendants: descendants.unwrap_or_default() })
    }
}

fn tag_draft(body: &Value) -> TagDraft {
    let mut faults = Vec::new();
    let draft = read_tag_draft(body, &mut faults).unwrap_or_default();
    TagDraft { faults, ..draft }
}

fn read_tag_draft(body: &Value, faults: &mut Vec<Fault>) -> Option<TagDraft> {
    let mut fields = Fields::of(body, "", faults)?;
    let draft = TagDraft {
        name: fields.required("tagName"),
        create_time: fields.optional("createTime"),
        last_access_time: fields.optional("lastAccessTime"),
        faults: Vec::new(),
    };
    fields.finish();
    Some(draft)
}

/// The body that renames a tag: `{"tagName": "..."}`.
#[derive(Debug)]
pub struct TagNameBody {
    /// The new name.
    pub tag_name: TagName,
    /// True to take along the tags whose names begin with the tag's name and a slash.
    pub descendants: bool,
}

impl FromJson for TagNameBody {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let (tag_name, descendants) = (fields.required("tagName"), fields.optional("descendants"));
        fields.finish();
        Some(Self { tag_name: tag_name?, descendants: descendants.unwrap_or_default() })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sample;

    fn text(content_type: &str, body: &str) -> Request {
        sample::request(json!({ "headers": { "content-type": content_type }, "body": body }))
    }

    fn base64(body: &str) -> Request {
        let headers = json!({ "content-type": "application/json" });
        sample::request(json!({ "headers": headers, "body": body, "isBase64Encoded": true }))
    }

    #[test]
    fn every_json_media_type_is_read() {
        for declared in [
            "application/json",
            "application/json; charset=utf-8",
            "APPLICATION/JSON",
            "application/merge-patch+json",
        ] {
            let TagNameBody { tag_name: name, .. } = read(&text(declared, r#"{"tagName":"Rust"}"#)).unwrap();
            assert_eq!(name.as_str(), "Rust", "{declared}");
        }
    }

    #[test]
    fn other_media_types_are_refused() {
        for declared in ["", "text/plain", "application/+json", "application/jsonp", "text/json", "json", ";"]
        {
            let problem = read::<TagNameBody>(&text(declared, "{}")).unwrap_err();
            assert_eq!(problem.problem_type(), ProblemType::UnsupportedMediaType, "{declared}");
        }
        let missing = sample::request(json!({ "body": "{}" }));
        assert_eq!(
            document(&missing).unwrap_err().detail(),
            "content-type must be application/json or application/...+json; none was given"
        );
    }

    #[test]
    fn base64_is_decoded() {
        let TagNameBody { tag_name: name, .. } = read(&base64("eyJ0YWdOYW1lIjoiYSJ9")).unwrap();
        assert_eq!(name.as_str(), "a");
    }

    #[test]
    fn a_body_that_is_not_a_document_has_one_fault() {
        for (request, start) in [
            (text("application/json", ""), "is required"),
            (text("application/json", "{"), "must be JSON: EOF while parsing an object at line 1 column 1"),
            (text("application/json", r#"{"a":1,"a":2}"#), "must be JSON: the member \"a\" is repeated"),
            (text("application/json", "[]"), "must be an object; an array was given"),
            (text("application/json", "null"), "must be an object; null was given"),
            (base64(""), "is required"),
            (base64("/////w=="), "must be JSON: "),
            (base64("%"), "must be base64, as the event says: "),
            // Not JSON either: the event says that it is base64.
            (base64(r#"{"tagName":"a"}"#), "must be base64, as the event says: "),
        ] {
            let problem = read::<TagNameBody>(&request).unwrap_err();
            let [fault] = problem.faults() else { panic!("one fault: {problem:?}") };
            assert_eq!(fault.place, crate::fault::Place::Pointer(String::new()));
            assert!(fault.detail.starts_with(start), "{}", fault.detail);
        }
    }

    #[test]
    fn a_body_past_the_limit_is_too_large() {
        let problem = document(&text("application/json", &" ".repeat(BATCH_BODY_BYTES + 1))).unwrap_err();
        assert_eq!(problem.problem_type(), ProblemType::TooLarge);
        assert_eq!(problem.detail(), "a body has at most 4194304 bytes; this one has 4194305");
        let most = format!("{}{{}}", " ".repeat(BATCH_BODY_BYTES - 2));
        assert!(document(&text("application/json", &most)).is_ok());
    }

    #[test]
    fn a_tag_name_has_its_faults() {
        for (body, pointer, message) in [
            ("{}", "/tagName", "is required"),
            (r#"{"tagName":7}"#, "/tagName", "must be text; a number was given"),
            (r#"{"tagName":"a","name":"b"}"#, "/name", "is not a member that is known here"),
        ] {
            let problem = read::<TagNameBody>(&text("application/json", body)).unwrap_err();
            let expected = InputFault::from(Fault::new(pointer, message));
            assert_eq!(problem.faults(), [expected], "{body}");
        }
    }
}
