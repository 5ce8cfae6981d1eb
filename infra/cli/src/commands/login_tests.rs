use favorites_local::{Options, Running, Service, functions};
use tempfile::TempDir;

use super::*;
use crate::login::Keyring;

/// A service, and a user's empty keyring and settings.
struct Desk {
    service: Running,
    api: ApiUrl,
    token: Token,
    store: TokenStore,
    home: TempDir,
}

impl Desk {
    async fn new() -> Self {
        let service = Service::start(Options::memory(), functions).await.unwrap();
        let api = service.url().parse().unwrap();
        let token = service.tokens().issue("ann").unwrap().parse().unwrap();
        let home = tempfile::tempdir().unwrap();
        let store = TokenStore::with(Keyring::in_memory(), &home.path().join("config.json"));
        Self { service, api, token, store, home }
    }

    async fn sign_in(&self, token: &Token) -> Result<Option<PathBuf>, Reason> {
        let client = Client::new(self.api.clone(), token, 0).unwrap();
        sign_in(&client, &self.api, token, &self.store, &self.home.path().join("config.json")).await
    }

    /// Returns what is stored: the token and the address.
    fn stored(&self) -> (Option<Token>, Option<String>) {
        let config = Config::read(&self.home.path().join("config.json")).unwrap();
        (self.store.token(&self.api).unwrap(), config.api)
    }
}

#[tokio::test]
async fn an_accepted_token_is_stored_with_the_address() {
    let desk = Desk::new().await;
    assert_eq!(desk.sign_in(&desk.token).await.unwrap(), None);
    assert_eq!(desk.stored(), (Some(desk.token.clone()), Some(desk.service.url())));
    assert!(!desk.home.path().join("tokens.json").exists());
    desk.service.shutdown().await;
}

#[tokio::test]
async fn login_moves_the_token_from_the_file_to_the_keyring() {
    let desk = Desk::new().await;
    let file = desk.home.path().join("tokens.json");
    crate::config::replace(&file, &serde_json::json!({ desk.api.as_str(): "old" })).unwrap();
    assert_eq!(desk.store.token(&desk.api).unwrap(), Some("old".parse().unwrap()));
    desk.sign_in(&desk.token).await.unwrap();
    assert!(!file.exists());
    assert_eq!(desk.store.token(&desk.api).unwrap(), Some(desk.token.clone()));
    desk.service.shutdown().await;
}

#[tokio::test]
async fn a_refused_token_changes_nothing_that_is_stored() {
    let desk = Desk::new().await;
    let wrong = "wrong".parse().unwrap();
    desk.sign_in(&wrong).await.unwrap_err();
    assert_eq!(desk.stored(), (None, None));
    desk.sign_in(&desk.token).await.unwrap();
    let error = desk.sign_in(&wrong).await.unwrap_err();
    assert!(matches!(error, Reason::Client(_)), "{error}");
    assert_eq!(desk.stored(), (Some(desk.token.clone()), Some(desk.service.url())));
    desk.service.shutdown().await;
}

#[tokio::test]
async fn a_keyring_that_fails_leaves_the_settings_as_they_were() {
    let desk = Desk::new().await;
    desk.store.keyring().fail_next(&desk.api);
    let error = desk.sign_in(&desk.token).await.unwrap_err();
    assert!(matches!(error, Reason::TokenStore(_)), "{error}");
    assert_eq!(desk.stored(), (None, None));
    desk.service.shutdown().await;
}
