//! The access keys that sign requests.

use std::sync::Arc;

use s3s::auth::{S3Auth, SecretKey};
use s3s::{S3Result, s3_error};

use crate::access_key::AccessKey;
use crate::iam::Authorizer;

/// The service's access key, and one for each function: the name of the function, with the same secret.
pub(super) struct Keys {
    pub(super) key: AccessKey,
    pub(super) authorizer: Arc<Authorizer>,
}

#[async_trait::async_trait]
impl S3Auth for Keys {
    async fn get_secret_key(&self, id: &str) -> S3Result<SecretKey> {
        if id == self.key.id() || self.authorizer.has_role(id) {
            Ok(self.key.secret().into())
        } else {
            Err(s3_error!(
                InvalidAccessKeyId,
                "The access key is unknown: use the one that the local service prints"
            ))
        }
    }
}
