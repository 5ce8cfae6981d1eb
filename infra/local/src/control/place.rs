//! The file in the data folder that says where the running service takes orders.

use std::net::SocketAddr;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::{SecureRandom as _, SystemRandom};
use serde::{Deserialize, Serialize};

use super::error::ControlError;
use crate::private_file;

const FILE: &str = "control.json";

const SECRET_BYTES: usize = 32;

/// The address at which the service takes orders, and the secret that it asks for. Only the owner of the data folder can read it.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Place {
    pub(super) address: SocketAddr,
    pub(super) secret: String,
}

impl Place {
    /// Returns a place with a new secret.
    pub(super) fn at(address: SocketAddr) -> Result<Self, ControlError> {
        let mut secret = [0; SECRET_BYTES];
        SystemRandom::new().fill(&mut secret).map_err(|_| ControlError::Random)?;
        Ok(Self { address, secret: URL_SAFE_NO_PAD.encode(secret) })
    }

    /// Writes the place into the data folder, in place of the one of the service before.
    pub(super) fn write(&self, folder: &Path) -> Result<(), ControlError> {
        let path = folder.join(FILE);
        let json = serde_json::to_vec_pretty(self).map_err(std::io::Error::from);
        json.and_then(|json| private_file::replace(&path, &json))
            .map_err(|source| ControlError::Write { path: path.display().to_string(), source })
    }

    pub(super) fn read(folder: &Path) -> Result<Self, ControlError> {
        let path = folder.join(FILE);
        let json = std::fs::read(&path);
        json.and_then(|json| Ok(serde_json::from_slice(&json)?))
            .map_err(|source| ControlError::Address { path: path.display().to_string(), source })
    }
}
