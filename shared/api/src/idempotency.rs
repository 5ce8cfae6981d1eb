//! The `Idempotency-Key` header field (IETF draft "The Idempotency-Key HTTP Header Field").
//!
//! The crate `sfv` parses structured fields, and refuses the bare keys that most clients send, such as a UUID that begins with a
//! digit. It would take only the quoted form off this file's hands, which is ten lines.

use favorites::IdempotencyKey;
use favorites::json::excerpt;
use http::HeaderName;

use crate::fault::InputFault;
use crate::problem::Problem;
use crate::request::Request;

pub(crate) const NAME: HeaderName = HeaderName::from_static(FIELD);
const FIELD: &str = "idempotency-key";

impl Request {
    /// Returns the `Idempotency-Key`, if there is one.
    ///
    /// # Errors
    /// `invalid-input` when it is not one key of visible ASCII, or too long.
    pub fn idempotency_key(&self) -> Result<Option<IdempotencyKey>, Problem> {
        debug_assert!(self.accepted().is_idempotent, "{} declares no idempotency key", self.accepted().key());
        idempotency_key(self.header(&NAME).as_deref())
    }
}

/// The key, if there is one. The draft has it as text in quotes (RFC 8941, section 3.3.3); the bare form, which most clients
/// send, is the same key.
fn idempotency_key(field: Option<&str>) -> Result<Option<IdempotencyKey>, Problem> {
    let Some(field) = field.map(str::trim) else { return Ok(None) };
    let fault = |detail: String| Problem::invalid([InputFault::header(FIELD, detail)]);
    let text = if field.starts_with('"') { quoted(field) } else { bare(field) };
    let text = text.ok_or_else(|| {
        let given = excerpt(field);
        fault(format!(
            "must be one key, in quotes or of visible ASCII without \" \\ , and ;; {given} was given"
        ))
    })?;
    IdempotencyKey::parse(text).map(Some).map_err(|reason| fault(reason.to_string()))
}

fn quoted(field: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = field.strip_prefix('"')?.chars();
    loop {
        match rest.next()? {
            '"' => return rest.as_str().is_empty().then_some(text),
            '\\' => text.push(rest.next().filter(|c| matches!(c, '"' | '\\'))?),
            c @ ' '..='~' => text.push(c),
            _ => return None,
        }
    }
}

fn bare(field: &str) -> Option<String> {
    let allowed = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '\\' | ',' | ';');
    field.chars().all(allowed).then(|| field.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(field: &str) -> Result<Option<IdempotencyKey>, Problem> {
        idempotency_key(Some(field))
    }

    #[test]
    fn quoted_and_bare_are_the_same_key() {
        for (field, key) in [
            (r#""8e03978e-40d5-43e8-bc93-6894a57f9324""#, "8e03978e-40d5-43e8-bc93-6894a57f9324"),
            ("8e03978e-40d5-43e8-bc93-6894a57f9324", "8e03978e-40d5-43e8-bc93-6894a57f9324"),
            (r#""a \"b\" \\ c, d;""#, r#"a "b" \ c, d;"#),
            ("  key==  ", "key=="),
        ] {
            assert_eq!(read(field).unwrap().unwrap().as_str(), key, "{field}");
        }
        assert_eq!(idempotency_key(None).unwrap(), None);
    }

    #[test]
    fn an_invalid_key_is_a_fault_of_the_header() {
        for (field, start) in [
            ("", "must not be empty"),
            ("\"\"", "must not be empty"),
            ("\"  \"", "must not be empty"),
            ("a,b", "must be one key"),
            ("\"a\",\"b\"", "must be one key"),
            ("\"a\";p=1", "must be one key"),
            ("\"a", "must be one key"),
            (r#""a\x""#, "must be one key"),
            ("\"é\"", "must be one key"),
            ("é", "must be one key"),
            ("a b", "must be one key"),
        ] {
            let problem = read(field).unwrap_err();
            assert_eq!(problem.faults()[0].place, crate::fault::Place::Header(FIELD));
            assert!(problem.faults()[0].detail.starts_with(start), "{field}: {}", problem.faults()[0].detail);
        }
        let long = read(&"k".repeat(256)).unwrap_err();
        assert_eq!(long.faults()[0].detail, "must have at most 255 characters; 256 were given");
    }
}
