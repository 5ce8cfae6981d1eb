//! The environment variables that a function reads.

use std::env;
use std::path::PathBuf;

/// The environment variable that names the table.
pub const TABLE_NAME: &str = "TABLE_NAME";

/// The environment variable that names the bucket for the files of imports and exports.
pub const FILES_BUCKET: &str = "FILES_BUCKET";

const REGION: &str = "AWS_REGION";
const ACCESS_KEY_ID: &str = "AWS_ACCESS_KEY_ID";
const SECRET_ACCESS_KEY: &str = "AWS_SECRET_ACCESS_KEY";
const SESSION_TOKEN: &str = "AWS_SESSION_TOKEN";
const ENDPOINT_URLS: [&str; 2] = ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL"];
const FILES_ENDPOINT_URLS: [&str; 2] = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"];
const CA_BUNDLE: &str = "AWS_CA_BUNDLE";

/// A variable that a function needs is missing.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnvironmentError {
    /// No table is named.
    #[error("the environment variable {TABLE_NAME} must name the table; it is missing or empty")]
    TableName,
    /// No bucket is named.
    #[error("the environment variable {FILES_BUCKET} must name the bucket for files; it is missing or empty")]
    FilesBucket,
    /// A variable that Lambda sets is not there.
    #[error("the environment variable {0} is missing or empty; Lambda sets it for every function")]
    Reserved(&'static str),
}

/// The variables that connect a function to its table. Lambda sets the region and the credentials ("Using Lambda environment
/// variables" in its developer guide), the template sets the table.
///
/// The credentials stay valid for as long as the process lives: Lambda ends a sandbox before its credentials expire.
#[derive(Clone)]
pub struct Environment {
    /// The table's name: `TABLE_NAME`.
    pub table_name: String,
    /// The region that requests are signed for: `AWS_REGION`.
    pub region: String,
    /// `AWS_ACCESS_KEY_ID`.
    pub access_key_id: String,
    /// `AWS_SECRET_ACCESS_KEY`.
    pub secret_access_key: String,
    /// `AWS_SESSION_TOKEN`; a role's credentials have one, a user's have none.
    pub session_token: Option<String>,
    /// Another endpoint than the region's: `AWS_ENDPOINT_URL_DYNAMODB`, or else `AWS_ENDPOINT_URL`.
    pub endpoint_url: Option<String>,
    /// The name of the bucket for files: `FILES_BUCKET`. Only functions that work with files need it.
    pub files_bucket: Option<String>,
    /// Another endpoint of S3 than the region's: `AWS_ENDPOINT_URL_S3`, or else `AWS_ENDPOINT_URL`.
    pub files_endpoint_url: Option<String>,
    /// A PEM file of root certificates that replace those compiled in: `AWS_CA_BUNDLE`.
    pub ca_bundle: Option<PathBuf>,
}

impl Environment {
    /// Reads the variables of this process.
    ///
    /// # Errors
    /// [`EnvironmentError`] for the first variable that is missing.
    pub fn read() -> Result<Self, EnvironmentError> {
        Self::from_lookup(|name| env::var(name).ok())
    }

    fn from_lookup(lookup: impl Fn(&str) -> Option<String>) -> Result<Self, EnvironmentError> {
        let variable = |name: &str| lookup(name).filter(|value| !value.is_empty());
        let reserved = |name| variable(name).ok_or(EnvironmentError::Reserved(name));
        Ok(Self {
            table_name: variable(TABLE_NAME).ok_or(EnvironmentError::TableName)?,
            region: reserved(REGION)?,
            access_key_id: reserved(ACCESS_KEY_ID)?,
            secret_access_key: reserved(SECRET_ACCESS_KEY)?,
            session_token: variable(SESSION_TOKEN),
            endpoint_url: ENDPOINT_URLS.into_iter().find_map(variable),
            files_bucket: variable(FILES_BUCKET),
            files_endpoint_url: FILES_ENDPOINT_URLS.into_iter().find_map(variable),
            ca_bundle: variable(CA_BUNDLE).map(PathBuf::from),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [(&str, &str); 8] = [
        (TABLE_NAME, "favorites"),
        (REGION, "eu-central-1"),
        (ACCESS_KEY_ID, "id"),
        (SECRET_ACCESS_KEY, "secret"),
        (SESSION_TOKEN, "token"),
        (ENDPOINT_URLS[0], "http://127.0.0.1:8000"),
        (ENDPOINT_URLS[1], "http://127.0.0.1:9000"),
        (CA_BUNDLE, "/roots.pem"),
    ];

    /// All variables, but for `name` with `value`.
    fn with(name: &str, value: Option<&str>) -> Result<Environment, EnvironmentError> {
        Environment::from_lookup(|asked| {
            if asked == name {
                return value.map(str::to_owned);
            }
            ALL.into_iter().find(|(known, _)| *known == asked).map(|(_, value)| value.to_owned())
        })
    }

    #[test]
    fn a_required_variable_that_is_missing_or_empty_is_named() {
        for value in [None, Some("")] {
            assert_eq!(with(TABLE_NAME, value).err(), Some(EnvironmentError::TableName));
            for name in [REGION, ACCESS_KEY_ID, SECRET_ACCESS_KEY] {
                let error = with(name, value).err();
                assert_eq!(error, Some(EnvironmentError::Reserved(name)));
                assert!(error.is_some_and(|error| error.to_string().contains(name)));
            }
        }
    }

    #[test]
    fn an_optional_variable_that_is_empty_is_none() {
        assert_eq!(with(SESSION_TOKEN, Some("")).unwrap().session_token, None);
        assert_eq!(with(CA_BUNDLE, Some("")).unwrap().ca_bundle, None);
        assert_eq!(with(CA_BUNDLE, None).unwrap().ca_bundle, None);
    }

    #[test]
    fn the_endpoint_of_dynamodb_goes_before_that_of_all_services() {
        let endpoint = |value| with(ENDPOINT_URLS[0], value).unwrap().endpoint_url;
        assert_eq!(endpoint(Some("http://127.0.0.1:8000")).as_deref(), Some("http://127.0.0.1:8000"));
        assert_eq!(endpoint(None).as_deref(), Some("http://127.0.0.1:9000"));
    }
}
