use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use serde_json::Value;
use tower::ServiceExt as _;

use super::*;

const APP: &str = "http://127.0.0.1:3000/";
const VERIFIER: &str = "a-verifier-of-43-characters-is-long-enough.";

struct Page {
    tokens: Arc<Tokens>,
    router: Router,
}

impl Page {
    fn open() -> Self {
        let tokens = Arc::new(Tokens::generate().unwrap());
        Self { router: router(Issuer::new(Arc::clone(&tokens), 3000, Arc::default())), tokens }
    }

    fn link(&self) -> String {
        let link = self.tokens.sign_in_link("", "ann").unwrap();
        link.strip_prefix("/#code=").unwrap().to_owned()
    }

    /// Returns the pairs of the address that the page is sent to.
    async fn authorize(&self, change: impl Fn(&mut Form)) -> Result<Form, Value> {
        let challenge = URL_SAFE_NO_PAD.encode(digest(&SHA256, VERIFIER.as_bytes()));
        let pairs = [
            ("response_type", "code"),
            ("client_id", AUDIENCE),
            ("redirect_uri", APP),
            ("code_challenge", &challenge),
            ("code_challenge_method", "S256"),
            ("state", "s"),
            ("nonce", "n"),
        ];
        let mut query: Form = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        change(&mut query);
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish();
        let request = Request::get(format!("{AUTHORIZE}?{query}")).body(Body::empty()).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        if response.status() != StatusCode::FOUND {
            return Err(json(response).await);
        }
        let url = Url::parse(response.headers()[LOCATION].to_str().unwrap()).unwrap();
        assert!(url.as_str().starts_with(APP), "{url}");
        let pairs: Form = url.query_pairs().into_owned().collect();
        assert_eq!(pairs["state"], "s");
        Ok(pairs)
    }

    async fn signed_in(&self) -> Form {
        let link = self.link();
        self.authorize(|query| drop(query.insert("login_hint".to_owned(), link.clone()))).await.unwrap()
    }

    async fn post(&self, path: &str, form: &[(&str, &str)]) -> Response {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let request = Request::post(path).header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.router.clone().oneshot(request.body(Body::from(body)).unwrap()).await.unwrap()
    }

    async fn exchange(&self, code: &str, verifier: &str, redirect_uri: &str) -> Value {
        let form = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("code_verifier", verifier),
            ("redirect_uri", redirect_uri),
        ];
        json(self.post(TOKEN, &form).await).await
    }

    async fn refresh(&self, token: &Value) -> Value {
        let form = [("grant_type", "refresh_token"), ("refresh_token", token.as_str().unwrap())];
        json(self.post(TOKEN, &form).await).await
    }

    fn accepts(&self, token: &Value) -> bool {
        self.tokens.verify(Some(&format!("Bearer {}", token.as_str().unwrap()))).is_ok()
    }
}

async fn json(response: Response) -> Value {
    let bytes = axum::body::to_bytes(response.into_body(), FORM_BYTES).await.unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

#[tokio::test]
async fn a_link_signs_its_user_in_once() {
    let page = Page::open();
    let link = page.link();
    let with_link = |query: &mut Form| drop(query.insert("login_hint".to_owned(), link.clone()));
    let code = page.authorize(with_link).await.unwrap()["code"].clone();
    assert_eq!(page.authorize(with_link).await.unwrap()["error"], "access_denied");
    let tokens = page.exchange(&code, VERIFIER, APP).await;
    assert_eq!((tokens["token_type"].as_str(), tokens["expires_in"].as_i64()), (Some("Bearer"), Some(3_600)));
    let bearer = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
    assert_eq!(page.tokens.verify(Some(&bearer)).unwrap()["sub"], "ann");
    assert_eq!(page.exchange(&code, VERIFIER, APP).await["error"], "invalid_grant");
}

#[tokio::test]
async fn a_request_without_a_link_is_denied_and_one_to_another_page_is_not_redirected() {
    let page = Page::open();
    assert_eq!(page.authorize(|_| ()).await.unwrap()["error"], "access_denied");
    for (name, value, error) in [
        ("response_type", "token", "unsupported_response_type"),
        ("client_id", "another", "unauthorized_client"),
        ("code_challenge_method", "plain", "invalid_request"),
        ("code_challenge", "short", "invalid_request"),
    ] {
        let answer = page.authorize(|query| drop(query.insert(name.to_owned(), value.to_owned()))).await;
        assert_eq!(answer.unwrap()["error"], error, "{name}");
    }
    for address in ["https://evil.example/", "http://127.0.0.1:3001/", "http://127.0.0.1:3000/x", "/"] {
        let answer =
            page.authorize(|query| drop(query.insert("redirect_uri".to_owned(), address.to_owned()))).await;
        assert_eq!(answer.unwrap_err()["error"], "invalid_request", "{address}");
    }
}

#[tokio::test]
async fn a_code_is_worth_nothing_without_its_verifier_and_address() {
    let page = Page::open();
    for (verifier, address) in [("another", APP), ("", APP), (VERIFIER, "http://localhost:3000/")] {
        let code = page.signed_in().await["code"].clone();
        assert_eq!(page.exchange(&code, verifier, address).await["error"], "invalid_grant");
        assert_eq!(page.exchange(&code, VERIFIER, APP).await["error"], "invalid_grant", "it was used");
    }
    let other = json(page.post(TOKEN, &[("grant_type", "password")]).await).await;
    assert_eq!(other["error"], "unsupported_grant_type");
}

#[tokio::test]
async fn each_token_of_a_session_has_one_use() {
    let page = Page::open();
    let code = page.signed_in().await["code"].clone();
    let tokens = page.exchange(&code, VERIFIER, APP).await;
    assert!(page.accepts(&tokens["access_token"]));
    assert!(!page.accepts(&tokens["refresh_token"]));
    assert!(!page.accepts(&tokens["id_token"]));
    assert_eq!(page.refresh(&tokens["access_token"]).await["error"], "invalid_grant");
    let next = page.refresh(&tokens["refresh_token"]).await;
    assert!(page.accepts(&next["access_token"]));
    let claims = tokens["id_token"].as_str().unwrap().split('.').nth(1).unwrap();
    let claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
    assert_eq!((claims["sub"].as_str(), claims["nonce"].as_str()), (Some("ann"), Some("n")));
}

#[tokio::test]
async fn a_session_that_is_revoked_has_no_valid_token() {
    let page = Page::open();
    let code = page.signed_in().await["code"].clone();
    let tokens = page.exchange(&code, VERIFIER, APP).await;
    assert_eq!(page.post(REVOKE, &[("token", "nonsense")]).await.status(), StatusCode::OK);
    assert!(page.accepts(&tokens["access_token"]));
    let refresh_token = tokens["refresh_token"].as_str().unwrap();
    assert_eq!(page.post(REVOKE, &[("token", refresh_token)]).await.status(), StatusCode::OK);
    assert!(!page.accepts(&tokens["access_token"]));
    assert_eq!(page.refresh(&tokens["refresh_token"]).await["error"], "invalid_grant");
}

#[tokio::test]
async fn a_form_has_at_most_16_kb() {
    let page = Page::open();
    let long = "x".repeat(FORM_BYTES);
    let answer = json(page.post(TOKEN, &[("code", &long)]).await).await;
    assert_eq!(answer["error"], "invalid_request");
}
