//! The user who sends a request: the `sub` claim of the token that the gateway verified, and nothing else.

use favorites::UserId;

use crate::problem::{Problem, ProblemType};
use crate::request::Request;

impl Request {
    /// Returns the user who sent the request: the claim `requestContext.authorizer.jwt.claims.sub`.
    ///
    /// A gateway without an authorizer passes requests on without claims, as `sam local` does. Such a request is refused. A header
    /// that claims to name the user is never read.
    ///
    /// # Errors
    /// `unauthenticated` without a verified token that has a `sub` claim.
    pub fn user(&self) -> Result<UserId, Problem> {
        let unauthenticated = |detail: String| Problem::new(ProblemType::Unauthenticated, detail);
        let subject = self.context().claim("sub").ok_or_else(|| {
            unauthenticated("the request has no verified token with a sub claim".to_owned())
        })?;
        UserId::parse(subject).map_err(|reason| unauthenticated(format!("the sub claim {reason}")))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::sample;

    fn user(authorizer: &Value) -> Result<UserId, Problem> {
        sample::request(json!({ "requestContext": { "authorizer": authorizer } })).user()
    }

    #[test]
    fn the_sub_claim_is_the_person() {
        let authorizer =
            json!({ "jwt": { "claims": { "sub": "alice#1", "username": "mallory", "exp": 7 } } });
        assert_eq!(user(&authorizer).unwrap().as_str(), "alice#1");
    }

    #[test]
    fn nobody_is_served_without_a_verified_sub() {
        for authorizer in [
            Value::Null,
            json!({}),
            json!({ "jwt": null }),
            json!({ "jwt": { "claims": null } }),
            json!({ "jwt": { "claims": {} } }),
            json!({ "jwt": { "claims": { "username": "alice" } } }),
            json!({ "jwt": { "claims": { "sub": null } } }),
            json!({ "jwt": { "claims": { "sub": 7 } } }),
            json!({ "jwt": { "claims": { "sub": "" } } }),
            json!({ "jwt": { "claims": { "sub": "x".repeat(256) } } }),
            json!({ "lambda": { "sub": "alice" } }),
            json!({ "iam": { "userId": "alice" } }),
            json!({ "sub": "alice" }),
        ] {
            let problem = user(&authorizer).unwrap_err();
            assert_eq!(problem.problem_type(), ProblemType::Unauthenticated, "{authorizer}");
        }
    }

    #[test]
    fn a_refusal_names_the_limit() {
        let authorizer = json!({ "jwt": { "claims": { "sub": "x".repeat(256) } } });
        assert_eq!(
            user(&authorizer).unwrap_err().detail(),
            "the sub claim must have at most 255 bytes when encoded as UTF-8; 256 were given"
        );
    }
}
