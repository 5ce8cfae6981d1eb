//! Tokens in a file, for systems without a keyring.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::client::{ApiUrl, Token, TokenError};
use crate::config;

/// The name of the file beside the settings.
const NAME: &str = "tokens.json";

/// Tokens by the address of their service.
type Tokens = BTreeMap<String, String>;

/// The file with tokens can't be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TokenFileError {
    #[error("the tokens in {} can't be read", .path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error(
        "other users can access the tokens in {path}, because its mode is {mode:04o}; if you trust them, run \
         `chmod 600 {path}`, otherwise delete the file, revoke its tokens, and run `favorites login`",
        path = .path.display()
    )]
    Mode { path: PathBuf, mode: u32 },
    #[error("the tokens in {} are not valid; delete the file and run `favorites login` again", .path.display())]
    Form { path: PathBuf, source: serde_json::Error },
    #[error("{} has no usable token for {api}; run `favorites login` again", .path.display())]
    Token { path: PathBuf, api: String, source: TokenError },
    #[error("the tokens can't be written to {}", .path.display())]
    Write { path: PathBuf, source: io::Error },
}

/// A file with a token for each service. Only the user can read it.
#[derive(Debug)]
pub(crate) struct TokenFile(PathBuf);

impl TokenFile {
    /// Returns the file beside the settings at `config`.
    pub(super) fn beside(config: &Path) -> Self {
        Self(config.with_file_name(NAME))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the token for the service at `api`, if there is one.
    pub(super) fn token(&self, api: &ApiUrl) -> Result<Option<Token>, TokenFileError> {
        let invalid = |source| TokenFileError::Token { path: self.0.clone(), api: api.to_string(), source };
        self.read()?.get(api.as_str()).map(|text| text.parse().map_err(invalid)).transpose()
    }

    /// Stores the token for the service at `api`.
    pub(super) fn store(&self, api: &ApiUrl, token: &Token) -> Result<(), TokenFileError> {
        let mut tokens = self.read()?;
        tokens.insert(api.as_str().to_owned(), token.as_str().to_owned());
        self.write(&tokens)
    }

    /// Deletes the token for the service at `api`, and the file after the last token. Returns false if there
    /// is none.
    pub(super) fn delete(&self, api: &ApiUrl) -> Result<bool, TokenFileError> {
        let mut tokens = self.read()?;
        if tokens.remove(api.as_str()).is_none() {
            return Ok(false);
        }
        if tokens.is_empty() {
            std::fs::remove_file(&self.0).map_err(|source| self.unwritten(source))?;
        } else {
            self.write(&tokens)?;
        }
        Ok(true)
    }

    fn read(&self) -> Result<Tokens, TokenFileError> {
        let unread = |source| TokenFileError::Read { path: self.0.clone(), source };
        let file = match File::open(&self.0) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Tokens::new()),
            Err(error) => return Err(unread(error)),
        };
        if let Some(mode) = mode_for_others(&file).map_err(unread)? {
            return Err(TokenFileError::Mode { path: self.0.clone(), mode });
        }
        let text = io::read_to_string(file).map_err(unread)?;
        serde_json::from_str(&text).map_err(|source| TokenFileError::Form { path: self.0.clone(), source })
    }

    fn write(&self, tokens: &Tokens) -> Result<(), TokenFileError> {
        config::replace(&self.0, tokens).map_err(|source| self.unwritten(source))
    }

    fn unwritten(&self, source: io::Error) -> TokenFileError {
        TokenFileError::Write { path: self.0.clone(), source }
    }
}

/// Returns the mode of a file if it gives permissions to other users.
#[cfg(unix)]
fn mode_for_others(file: &File) -> io::Result<Option<u32>> {
    use std::os::unix::fs::PermissionsExt as _;

    let mode = file.metadata()?.permissions().mode() & 0o7777;
    Ok((mode & 0o077 != 0).then_some(mode))
}

/// Other systems protect files by the permissions of the user's folder.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the Unix variant can fail")]
fn mode_for_others(_: &File) -> io::Result<Option<u32>> {
    Ok(None)
}
