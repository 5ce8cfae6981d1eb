use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;

use super::*;

fn tokens() -> Tokens {
    Tokens::generate().unwrap()
}

fn bearer(token: &str) -> String {
    format!("Bearer {token}")
}

fn refused(tokens: &Tokens, claims: &Value) -> bool {
    tokens.verify(Some(&bearer(&tokens.sign(claims)))).is_err()
}

fn good_claims() -> Value {
    let now = jsonwebtoken::get_current_timestamp();
    json!({"sub": "me", "iss": ISSUER, "aud": AUDIENCE, "iat": now, "exp": now + 60})
}

fn good_claims_but(name: &str, value: impl Into<Value>) -> Value {
    let mut claims = good_claims();
    claims[name] = value.into();
    claims
}

#[test]
fn an_issued_token_is_accepted_and_says_who_it_is_for() {
    let tokens = tokens();
    let claims = tokens.verify(Some(&bearer(&tokens.issue("me")))).unwrap();
    assert_eq!(claims["sub"], "me");
    assert_eq!(claims["iss"], ISSUER);
    assert_eq!(claims["aud"], AUDIENCE);
}

#[test]
fn the_good_claims_of_these_tests_are_good() {
    assert!(!refused(&tokens(), &good_claims()));
    assert!(!refused(&tokens(), &good_claims_but("aud", json!(["other", AUDIENCE]))));
}

#[test]
fn wrong_claims_are_refused() {
    let tokens = tokens();
    let now = jsonwebtoken::get_current_timestamp();
    assert!(refused(&tokens, &good_claims_but("exp", now - 1)), "expired");
    assert!(refused(&tokens, &good_claims_but("nbf", now + 60)), "not valid yet");
    assert!(refused(&tokens, &good_claims_but("iat", now + 60)), "issued in the future");
    assert!(refused(&tokens, &good_claims_but("iss", "https://elsewhere.example")), "another issuer");
    assert!(refused(&tokens, &good_claims_but("aud", "another")), "another audience");
}

#[test]
fn missing_claims_are_refused() {
    let tokens = tokens();
    for name in ["sub", "iss", "aud", "exp"] {
        let mut claims = good_claims();
        claims.as_object_mut().unwrap().remove(name);
        assert!(refused(&tokens, &claims), "{name}");
    }
}

#[test]
fn a_token_of_another_key_is_refused() {
    assert!(tokens().verify(Some(&bearer(&tokens().issue("me")))).is_err());
}

#[test]
fn a_token_without_a_signature_is_refused() {
    let part = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
    for algorithm in ["none", "None", "HS512", "RS256"] {
        let unsigned = format!("{}.{}.", part(json!({"alg": algorithm, "typ": "JWT"})), part(good_claims()));
        assert!(tokens().verify(Some(&bearer(&unsigned))).is_err(), "{algorithm}");
    }
}

#[test]
fn an_edited_token_is_refused() {
    let tokens = tokens();
    let token = tokens.issue("me");
    let mut parts: Vec<_> = token.split('.').map(str::to_owned).collect();
    parts[1] = URL_SAFE_NO_PAD.encode(good_claims_but("sub", "you").to_string());
    assert!(tokens.verify(Some(&bearer(&parts.join(".")))).is_err());
}

#[test]
fn only_a_bearer_header_is_read() {
    let tokens = tokens();
    let token = tokens.issue("me");
    assert!(matches!(tokens.verify(None), Err(TokenError::Missing)));
    assert!(matches!(tokens.verify(Some(&token)), Err(TokenError::NotBearer)));
    assert!(matches!(tokens.verify(Some(&format!("Basic {token}"))), Err(TokenError::NotBearer)));
    assert!(tokens.verify(Some(&format!("bearer {token}"))).is_ok());
    assert!(tokens.verify(Some("Bearer ")).is_err());
    assert!(tokens.verify(Some("Bearer a.b.c")).is_err());
}

#[test]
fn a_stored_key_outlives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let token = Tokens::stored_in(folder.path()).unwrap().issue("me");
    assert!(Tokens::stored_in(folder.path()).unwrap().verify(Some(&bearer(&token))).is_ok());
}

#[cfg(unix)]
#[test]
fn a_stored_key_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    Tokens::stored_in(folder.path()).unwrap();
    let mode = std::fs::metadata(folder.path().join(KEY_FILE)).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_key_file_that_holds_something_else_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(KEY_FILE), "short").unwrap();
    assert!(matches!(Tokens::stored_in(folder.path()), Err(KeyError::Length { found: 5, .. })));
}

#[test]
fn a_key_file_that_cannot_be_read_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join(KEY_FILE)).unwrap();
    assert!(matches!(Tokens::stored_in(folder.path()), Err(KeyError::File { .. })));
}
