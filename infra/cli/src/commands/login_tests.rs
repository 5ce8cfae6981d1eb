use favorites_local::{Options, Running, Service, functions};
use tempfile::TempDir;

use super::*;

/// A service, and a user's empty keyring and settings.
struct Desk {
    service: Running,
    api: ApiUrl,
    token: Token,
    keyring: Keyring,
    home: TempDir,
}

impl Desk {
    async fn new() -> Self {
        let service = Service::start(Options::memory(), functions).await.unwrap();
        let api = service.url().parse().unwrap();
        let token = service.tokens().issue("ann").unwrap().parse().unwrap();
        Self { service, api, token, keyring: Keyring::in_memory(), home: tempfile::tempdir().unwrap() }
    }

    async fn sign_in(&self, token: &Token) -> Result<(), Reason> {
        let client = Client::new(self.api.clone(), token, 0).unwrap();
        sign_in(&client, &self.api, token, &self.keyring, &self.home.path().join("config.json")).await
    }

    /// Returns what is stored: the token and the address.
    fn stored(&self) -> (Option<Token>, Option<String>) {
        let config = Config::read(&self.home.path().join("config.json")).unwrap();
        (self.keyring.token(&self.api).unwrap(), config.api)
    }
}

#[tokio::test]
async fn an_accepted_token_is_stored_with_the_address() {
    let desk = Desk::new().await;
    desk.sign_in(&desk.token).await.unwrap();
    assert_eq!(desk.stored(), (Some(desk.token.clone()), Some(desk.service.url())));
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
    desk.keyring.fail_next(&desk.api);
    let error = desk.sign_in(&desk.token).await.unwrap_err();
    assert!(matches!(error, Reason::Keyring(_)), "{error}");
    assert_eq!(desk.stored(), (None, None));
    desk.service.shutdown().await;
}
