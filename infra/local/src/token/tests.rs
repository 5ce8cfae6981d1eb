use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::key::KEY_FILE;
use super::*;

const LIST_FILE: &str = "tokens.json";

fn tokens() -> Tokens {
    Tokens::generate().unwrap()
}

fn bearer(token: &str) -> String {
    format!("Bearer {token}")
}

/// Signs `claims` and returns the reason for which the token is refused.
fn refusal(tokens: &Tokens, claims: &Value) -> Option<TokenError> {
    tokens.verify(Some(&bearer(&tokens.jwt.sign(claims)))).err()
}

fn refused(tokens: &Tokens, claims: &Value) -> bool {
    refusal(tokens, claims).is_some()
}

/// Returns the claims of a token on the list.
fn good_claims(tokens: &Tokens) -> Value {
    let now = jsonwebtoken::get_current_timestamp();
    let id = tokens.create(for_a_day("me")).unwrap().record.id;
    json!({"sub": "me", "iss": ISSUER, "aud": AUDIENCE, "iat": now, "exp": now + 60, "jti": id})
}

fn good_claims_but(tokens: &Tokens, name: &str, value: impl Into<Value>) -> Value {
    let mut claims = good_claims(tokens);
    claims[name] = value.into();
    claims
}

fn for_a_day(user: &str) -> NewToken {
    NewToken { user: user.to_owned(), name: None, lifetime: Duration::days(1) }
}

fn accepted(tokens: &Tokens, token: &str) -> bool {
    tokens.verify(Some(&bearer(token))).is_ok()
}

#[test]
fn an_issued_token_is_accepted_and_says_who_it_is_for() {
    let tokens = tokens();
    let claims = tokens.verify(Some(&bearer(&tokens.issue("me").unwrap()))).unwrap();
    assert_eq!(claims["sub"], "me");
    assert_eq!(claims["iss"], ISSUER);
    assert_eq!(claims["aud"], AUDIENCE);
}

#[test]
fn the_good_claims_of_these_tests_are_good() {
    let tokens = tokens();
    assert!(!refused(&tokens, &good_claims(&tokens)));
    assert!(!refused(&tokens, &good_claims_but(&tokens, "aud", json!(["other", AUDIENCE]))));
}

#[test]
fn wrong_claims_are_refused() {
    let tokens = tokens();
    let now = jsonwebtoken::get_current_timestamp();
    assert!(refused(&tokens, &good_claims_but(&tokens, "exp", now - 1)), "expired");
    assert!(refused(&tokens, &good_claims_but(&tokens, "nbf", now + 60)), "not valid yet");
    assert!(refused(&tokens, &good_claims_but(&tokens, "iat", now + 60)), "issued in the future");
    assert!(
        refused(&tokens, &good_claims_but(&tokens, "iss", "https://elsewhere.example")),
        "another issuer"
    );
    assert!(refused(&tokens, &good_claims_but(&tokens, "aud", "another")), "another audience");
}

#[test]
fn missing_claims_are_refused() {
    let tokens = tokens();
    for name in ["sub", "iss", "aud", "exp", "jti"] {
        let mut claims = good_claims(&tokens);
        claims.as_object_mut().unwrap().remove(name);
        assert!(refused(&tokens, &claims), "{name}");
    }
}

#[test]
fn a_token_of_another_key_is_refused() {
    assert!(tokens().verify(Some(&bearer(&tokens().issue("me").unwrap()))).is_err());
}

#[test]
fn a_token_without_a_signature_is_refused() {
    let part = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
    for algorithm in ["none", "None", "HS512", "RS256"] {
        let tokens = tokens();
        let claims = good_claims(&tokens);
        let unsigned = format!("{}.{}.", part(json!({"alg": algorithm, "typ": "JWT"})), part(claims));
        assert!(tokens.verify(Some(&bearer(&unsigned))).is_err(), "{algorithm}");
    }
}

#[test]
fn an_edited_token_is_refused() {
    let tokens = tokens();
    let token = tokens.issue("me").unwrap();
    let mut parts: Vec<_> = token.split('.').map(str::to_owned).collect();
    parts[1] = URL_SAFE_NO_PAD.encode(good_claims_but(&tokens, "sub", "you").to_string());
    assert!(tokens.verify(Some(&bearer(&parts.join(".")))).is_err());
}

#[test]
fn only_a_bearer_header_is_read() {
    let tokens = tokens();
    let token = tokens.issue("me").unwrap();
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
    let token = Tokens::stored_in(folder.path()).unwrap().issue("me").unwrap();
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
    assert!(matches!(
        Tokens::stored_in(folder.path()),
        Err(TokensError::Key(KeyError::Length { found: 5, .. }))
    ));
}

#[test]
fn a_key_file_that_cannot_be_read_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join(KEY_FILE)).unwrap();
    assert!(matches!(Tokens::stored_in(folder.path()), Err(TokensError::Key(KeyError::File { .. }))));
}

#[test]
fn a_token_of_an_earlier_version_without_an_id_is_refused() {
    let tokens = tokens();
    let mut claims = good_claims(&tokens);
    claims.as_object_mut().unwrap().remove("jti");
    assert!(matches!(refusal(&tokens, &claims), Some(TokenError::NoId)));
}

#[test]
fn a_signed_token_that_is_not_on_the_list_is_refused() {
    let tokens = tokens();
    let claims = good_claims_but(&tokens, "jti", "0000000000000000");
    assert!(matches!(refusal(&tokens, &claims), Some(TokenError::NotListed { .. })));
}

#[test]
fn a_record_that_has_expired_is_refused_whatever_the_token_says() {
    let tokens = tokens();
    let new = NewToken { lifetime: Duration::ZERO, ..for_a_day("me") };
    let id = tokens.create(new).unwrap().record.id;
    let claims = good_claims_but(&tokens, "jti", id.as_str());
    assert!(matches!(refusal(&tokens, &claims), Some(TokenError::Expired { .. })));
}

#[test]
fn a_revoked_token_is_refused_and_the_others_stay_valid() {
    let tokens = tokens();
    let [one, two] = [(); 2].map(|()| tokens.create(for_a_day("me")).unwrap());
    let revoked = tokens.revoke(one.record.id.as_str()).unwrap();
    assert!(matches!(tokens.verify(Some(&bearer(&one.token))), Err(TokenError::Revoked { .. })));
    assert!(accepted(&tokens, &two.token));
    assert_eq!(tokens.revoke(one.record.id.as_str()).unwrap(), revoked, "a second time changes nothing");
}

#[test]
fn an_unknown_id_is_named_and_changes_nothing() {
    let tokens = tokens();
    tokens.create(for_a_day("me")).unwrap();
    let before = tokens.list().unwrap();
    let error = tokens.revoke("nothing").unwrap_err();
    assert_eq!(error.to_string(), r#"no token has the id "nothing"; `token list` shows the ids"#);
    assert_eq!(tokens.list().unwrap(), before);
}

#[test]
fn a_change_by_another_process_is_seen_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let service = Tokens::stored_in(folder.path()).unwrap();
    let command = Tokens::of_folder(folder.path()).unwrap();
    for _ in 0..50 {
        let issued = command.create(for_a_day("me")).unwrap();
        assert!(accepted(&service, &issued.token));
        command.revoke(issued.record.id.as_str()).unwrap();
        assert!(!accepted(&service, &issued.token));
    }
}

#[test]
fn changes_of_two_processes_at_the_same_time_are_all_kept() {
    let folder = tempfile::tempdir().unwrap();
    Tokens::stored_in(folder.path()).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let tokens = Tokens::of_folder(folder.path()).unwrap();
                for _ in 0..10 {
                    tokens.create(for_a_day("me")).unwrap();
                }
            });
        }
    });
    assert_eq!(Tokens::of_folder(folder.path()).unwrap().list().unwrap().len(), 40);
}

#[test]
fn each_start_gives_the_same_token_until_a_week_before_its_expiry() {
    let folder = tempfile::tempdir().unwrap();
    let start = || Tokens::stored_in(folder.path()).unwrap().at_start("me").unwrap();
    let first = start();
    assert_eq!(start().token, first.token);
    let lifetime = first.record.expire_time - first.record.create_time;
    assert_eq!(lifetime, Duration::days(DEFAULT_TOKEN_DAYS));

    let expire_in = |left: Duration| {
        let tokens = Tokens::of_folder(folder.path()).unwrap();
        tokens.store.change(|list| {
            let mut record = list.records()[0].clone();
            record.expire_time = now() + left;
            *list = TokenList::default();
            list.add(record, now());
            Ok(())
        })
    };
    expire_in(Duration::days(7) + Duration::minutes(1)).unwrap();
    assert_eq!(start().record.id, first.record.id);
    expire_in(Duration::days(7) - Duration::minutes(1)).unwrap();
    assert_ne!(start().record.id, first.record.id);
}

#[test]
fn a_start_gives_each_user_a_token_and_none_that_was_revoked_or_made_by_hand() {
    let tokens = tokens();
    tokens.create(NewToken { lifetime: Duration::days(300), ..for_a_day("me") }).unwrap();
    let me = tokens.at_start("me").unwrap().record;
    assert_eq!(me.expire_time - me.create_time, Duration::days(DEFAULT_TOKEN_DAYS));
    assert_eq!(tokens.at_start("you").unwrap().record.user, "you");
    tokens.revoke(me.id.as_str()).unwrap();
    assert_ne!(tokens.at_start("me").unwrap().record.id, me.id);
}

#[test]
fn the_list_forgets_a_token_thirty_days_after_its_expiry() {
    let record = |hours: i64| {
        let mut record = tokens().create(for_a_day("me")).unwrap().record;
        record.expire_time = now() - Duration::days(30) + Duration::hours(hours);
        record
    };
    let mut list = TokenList::default();
    let (gone, kept) = (record(-1), record(1));
    for record in [&gone, &kept, &record(5)] {
        list.add(record.clone(), now());
    }
    assert!(list.find(gone.id.as_str()).is_none());
    assert!(list.find(kept.id.as_str()).is_some());
}

#[test]
fn the_list_contains_no_token_and_only_its_owner_can_read_it() {
    let folder = tempfile::tempdir().unwrap();
    let token = Tokens::stored_in(folder.path()).unwrap().issue("me").unwrap();
    let list = folder.path().join(LIST_FILE);
    let stored = std::fs::read_to_string(&list).unwrap();
    for part in token.split('.') {
        assert!(!stored.contains(part), "{part}");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(&list).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn a_new_key_makes_a_new_list() {
    let folder = tempfile::tempdir().unwrap();
    Tokens::stored_in(folder.path()).unwrap().issue("me").unwrap();
    std::fs::remove_file(folder.path().join(KEY_FILE)).unwrap();
    assert!(Tokens::stored_in(folder.path()).unwrap().list().unwrap().is_empty());
}

#[test]
fn a_damaged_list_is_an_error_and_accepts_no_token() {
    let folder = tempfile::tempdir().unwrap();
    let tokens = Tokens::stored_in(folder.path()).unwrap();
    let token = tokens.issue("me").unwrap();
    std::fs::write(folder.path().join(LIST_FILE), "{").unwrap();
    assert!(!accepted(&tokens, &token));
    for error in [tokens.issue("me").unwrap_err(), tokens.list().unwrap_err()] {
        assert!(matches!(error, TokenListError::Damaged { .. }), "{error}");
    }
    assert!(matches!(
        Tokens::stored_in(folder.path()),
        Err(TokensError::List(TokenListError::Damaged { .. }))
    ));
    std::fs::remove_file(folder.path().join(LIST_FILE)).unwrap();
    assert!(!accepted(&tokens, &token), "a lost list accepts no token either");
}

#[test]
fn a_list_that_cannot_be_read_or_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let tokens = Tokens::stored_in(folder.path()).unwrap();
    let list = folder.path().join(LIST_FILE);
    let _ = std::fs::remove_file(&list);
    std::fs::create_dir(&list).unwrap();
    assert!(matches!(tokens.list().unwrap_err(), TokenListError::Read { .. }));
    std::fs::remove_dir(&list).unwrap();
    std::fs::create_dir(folder.path().join("tokens.json.new")).unwrap();
    assert!(matches!(tokens.issue("me").unwrap_err(), TokenListError::Write { .. }));
}

#[test]
fn a_folder_without_a_service_is_an_error_that_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let error = Tokens::of_folder(folder.path()).unwrap_err();
    assert!(error.to_string().contains("start the service with this folder first"), "{error}");
}

#[test]
fn names_have_a_length_and_no_control_characters() {
    assert!(TokenName::parse(&"é".repeat(64)).is_ok());
    let error = TokenName::parse(&"é".repeat(65)).unwrap_err();
    assert_eq!(error, "a name has from 1 to 64 characters; 65 were given");
    assert!(TokenName::parse("").is_err());
    assert!(TokenName::parse("a\tb").is_err());
}

fn code(link: &str) -> &str {
    link.strip_prefix("http://here/#code=").expect("the code is at its end")
}

#[test]
fn a_link_signs_its_user_in_once() {
    let tokens = tokens();
    let link = tokens.sign_in_link("http://here", "ann").unwrap();
    assert_eq!(tokens.use_link("another").unwrap(), None);
    assert_eq!(tokens.use_link(code(&link)).unwrap().as_deref(), Some("ann"));
    assert_eq!(tokens.use_link(code(&link)).unwrap(), None);
}

#[test]
fn a_link_works_for_ten_minutes() {
    let tokens = tokens();
    let links = [(); 2].map(|()| tokens.sign_in_link("http://here", "ann").unwrap());
    let mut list = tokens.store.read(Clone::clone).unwrap();
    let end = now() + link::LIFETIME;
    assert_eq!(list.take_link(code(&links[0]), end - Duration::seconds(2)).as_deref(), Some("ann"));
    assert_eq!(list.take_link(code(&links[1]), end), None);
}

#[test]
fn one_link_too_many_takes_the_place_of_the_oldest() {
    let tokens = tokens();
    let links: Vec<_> = (0..=100).map(|_| tokens.sign_in_link("http://here", "ann").unwrap()).collect();
    assert_eq!(tokens.use_link(code(&links[0])).unwrap(), None);
    assert!(links[1..].iter().all(|link| tokens.use_link(code(link)).unwrap().is_some()));
}

#[test]
fn a_link_of_another_process_works_and_the_folder_has_only_its_digest() {
    let folder = tempfile::tempdir().unwrap();
    let service = Tokens::stored_in(folder.path()).unwrap();
    let link = Tokens::of_folder(folder.path()).unwrap().sign_in_link("http://here", "ann").unwrap();
    let stored = std::fs::read_to_string(folder.path().join(LIST_FILE)).unwrap();
    assert!(!stored.contains(code(&link)), "{stored}");
    assert_eq!(service.use_link(code(&link)).unwrap().as_deref(), Some("ann"));
}
