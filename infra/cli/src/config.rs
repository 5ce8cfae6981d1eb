//! The configuration file.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use etcetera::{AppStrategy as _, AppStrategyArgs, HomeDirError, choose_app_strategy};
use serde::{Deserialize, Serialize};

/// The settings that `favorites login` stores.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Config {
    /// The address of the API.
    pub(crate) api: Option<String>,
}

/// The configuration file can't be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConfigError {
    #[error(
        "the folder for settings is not known; set XDG_CONFIG_HOME or HOME, or give the address with --api or FAVORITES_API"
    )]
    Home(#[source] HomeDirError),
    #[error("the settings in {} can't be read", .path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("the settings in {} are not valid; correct or delete the file", .path.display())]
    Form { path: PathBuf, source: serde_json::Error },
    #[error("the settings can't be written to {}", .path.display())]
    Write { path: PathBuf, source: io::Error },
}

impl Config {
    /// Returns the path of the file in the user's folder for settings.
    pub(crate) fn path() -> Result<PathBuf, ConfigError> {
        let app = AppStrategyArgs {
            top_level_domain: "example".to_owned(),
            author: "favorites".to_owned(),
            app_name: "favorites".to_owned(),
        };
        Ok(choose_app_strategy(app).map_err(ConfigError::Home)?.in_config_dir("config.json"))
    }

    /// Reads the settings. Returns empty settings if the file does not exist.
    pub(crate) fn read(path: &Path) -> Result<Self, ConfigError> {
        let text = match std::fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(source) => return Err(ConfigError::Read { path: path.to_owned(), source }),
        };
        serde_json::from_slice(&text).map_err(|source| ConfigError::Form { path: path.to_owned(), source })
    }

    /// Writes the settings, all or nothing.
    pub(crate) fn write(&self, path: &Path) -> Result<(), ConfigError> {
        replace(path, self).map_err(|source| ConfigError::Write { path: path.to_owned(), source })
    }
}

/// Atomically replaces the file at `path` with `value` as JSON. On Unix, only the user can read and write it.
pub(crate) fn replace(path: &Path, value: &impl Serialize) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    // A temporary file has the mode 0600.
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    serde_json::to_writer_pretty(&mut file, value)?;
    file.write_all(b"\n")?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_they_were_written_and_without_a_file_there_are_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/config.json");
        assert_eq!(Config::read(&path).unwrap(), Config::default());
        for api in ["https://a.example", "https://b.example"] {
            let config = Config { api: Some(api.to_owned()) };
            config.write(&path).unwrap();
            assert_eq!(Config::read(&path).unwrap(), config);
        }
        assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn a_damaged_file_and_a_folder_that_can_not_be_written_are_errors_with_the_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.json");
        std::fs::write(&path, "{").unwrap();
        let error = Config::read(&path).unwrap_err();
        assert!(matches!(error, ConfigError::Form { .. }), "{error}");
        assert!(error.to_string().contains(path.to_str().unwrap()), "{error}");
        let error = Config::read(folder.path()).unwrap_err();
        assert!(matches!(error, ConfigError::Read { .. }), "{error}");
        let error = Config::default().write(&path.join("below/config.json")).unwrap_err();
        assert!(matches!(error, ConfigError::Write { .. }), "{error}");
    }
}
