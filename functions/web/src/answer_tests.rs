use super::*;

fn web() -> Web {
    Web::new(Settings {
        issuer: "https://issuer.example".to_owned(),
        client_id: "app".to_owned(),
        authorization_endpoint: "https://issuer.example/authorize".to_owned(),
        token_endpoint: "https://issuer.example/token".to_owned(),
        revocation_endpoint: None,
        end_session_endpoint: None,
        scope: "openid".to_owned(),
        files_origin: "https://files.example".to_owned(),
    })
}

fn get(file: Option<&str>, headers: &[(HeaderName, &str)]) -> ApiGatewayV2httpResponse {
    let mut request = ApiGatewayV2httpRequest::default();
    request.path_parameters.extend(file.map(|file| (FILE.to_owned(), file.to_owned())));
    for (name, value) in headers {
        request.headers.insert(name, HeaderValue::try_from(*value).unwrap());
    }
    web().answer(&request)
}

fn versioned(file: &str) -> String {
    format!("{VERSION}/{file}")
}

#[test]
fn the_page_is_html_with_a_strict_policy() {
    let page = get(None, &[]);
    assert_eq!(page.status_code, 200);
    assert_eq!(page.headers[CONTENT_TYPE], "text/html; charset=utf-8");
    let policy = page.headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
    for rule in [
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self' https://files.example https://issuer.example",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
    ] {
        assert!(policy.split("; ").any(|part| part == rule), "{rule} is not in {policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
}

#[test]
fn every_answer_has_the_headers_that_protect_the_user() {
    for file in [None, Some("config.json"), Some("sw.js"), Some("nothing.js"), Some(&*versioned("main.js"))] {
        let answer = get(file, &[]);
        assert_eq!(answer.headers[X_CONTENT_TYPE_OPTIONS], "nosniff", "{file:?}");
        assert_eq!(answer.headers[REFERRER_POLICY], "no-referrer", "{file:?}");
        assert!(answer.headers.contains_key(STRICT_TRANSPORT_SECURITY), "{file:?}");
        assert!(answer.headers.contains_key(CONTENT_SECURITY_POLICY), "{file:?}");
    }
}

#[test]
fn files_of_a_version_are_kept_and_all_others_revalidated() {
    let cache = |file: Option<&str>| get(file, &[]).headers[CACHE_CONTROL].to_str().unwrap().to_owned();
    assert_eq!(cache(Some(&versioned("main.js"))), "public, max-age=31536000, immutable");
    for file in [None, Some("config.json"), Some("sw.js"), Some("manifest.webmanifest"), Some("icon.svg")] {
        assert_eq!(cache(file), "no-cache", "{file:?}");
    }
}

#[test]
fn a_file_that_the_browser_has_is_not_sent_again() {
    let first = get(None, &[(ACCEPT_ENCODING, "br")]);
    assert_eq!(first.headers[CONTENT_ENCODING], "br");
    let tag = first.headers[ETAG].to_str().unwrap();
    let second = get(None, &[(ACCEPT_ENCODING, "br"), (IF_NONE_MATCH, tag)]);
    assert_eq!((second.status_code, second.body), (304, None));
    let other = get(None, &[(ACCEPT_ENCODING, "gzip"), (IF_NONE_MATCH, tag)]);
    assert_eq!(other.status_code, 200, "another encoding has another tag");
}

#[test]
fn the_service_worker_may_serve_the_whole_origin_and_knows_all_files_of_its_version() {
    let worker = get(Some("sw.js"), &[]);
    assert_eq!(worker.headers["service-worker-allowed"], "/");
    let Some(Body::Binary(text)) = worker.body else { panic!("{:?}", worker.body) };
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains(&format!("\"/app/{VERSION}/main.js\"")), "{text}");
    assert!(!text.contains("{{"), "{text}");
}

#[test]
fn what_the_app_does_not_have_is_not_found() {
    for file in ["", "index.html.br", "../Cargo.toml", "0123456789abcdef/main.js", "nothing", "/etc/passwd"] {
        assert_eq!(get(Some(file), &[]).status_code, 404, "{file}");
    }
}
