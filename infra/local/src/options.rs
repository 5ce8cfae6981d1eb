//! The options of the service.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use crate::access_key::AccessKey;
use crate::admitted::Admitted;
use crate::template::Template;

/// The port of the API when none is asked for.
pub const DEFAULT_PORT: u16 = 3000;

/// The port of the DynamoDB endpoint when none is asked for: the one of Amazon's DynamoDB local, which tools expect.
pub const DEFAULT_DYNAMODB_PORT: u16 = 8000;

/// The port of the S3 endpoint when none is asked for: the one of `MinIO`, which tools expect.
pub const DEFAULT_S3_PORT: u16 = 9000;

/// The address of the DynamoDB endpoint when none is asked for: only this machine reaches it.
pub const DEFAULT_DYNAMODB_HOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// The folder that holds the data when none is asked for, in the current one.
pub const DEFAULT_DATA_DIR: &str = ".favorites";

/// The engine that holds the table.
#[derive(Debug, Clone)]
pub enum Engine {
    /// In this process's memory. It is gone when the service ends, as are the objects of the bucket, which are in a temporary
    /// folder.
    Memory,
    /// In a file in this folder, together with the signing key and what the stream mapping has to remember.
    Directory(PathBuf),
    /// In another DynamoDB that answers at this URL. Each start makes a table of its own there and deletes it at the
    /// end, so that many can run beside each other.
    External {
        /// The URL.
        endpoint: String,
        /// The key with which requests are signed.
        key: AccessKey,
    },
}

/// The options of the service.
#[derive(Debug, Clone)]
pub struct Options {
    /// The engine that holds the table.
    pub engine: Engine,
    /// The port of the API on the loopback interface. 0 takes a free one.
    pub port: u16,
    /// The address that the DynamoDB endpoint listens on. With another address than one of the loopback interface, whoever
    /// reaches it and knows the access key can read and change all data. An external engine has its own.
    pub dynamodb_host: IpAddr,
    /// The port of the DynamoDB endpoint. 0 takes a free one. An external engine has its own.
    pub dynamodb_port: u16,
    /// The port of the S3 endpoint on the loopback interface. 0 takes a free one.
    pub s3_port: u16,
    /// The key that the DynamoDB endpoint and the S3 endpoint ask for. `None` takes the data folder's own, or
    /// a new one for an engine in memory. An external engine has its own.
    pub access_key: Option<AccessKey>,
    /// The web pages and hosts that are allowed in addition to those of this machine.
    pub admitted: Admitted,
    /// The table, routes, stream mappings and schedules. `None` takes the project's own `template.yaml`.
    pub template: Option<Template>,
    /// The periods of the service's periodic work.
    pub periods: Periods,
}

impl Options {
    /// A throw-away service in memory on free ports, as tests want it.
    #[must_use]
    pub fn memory() -> Self {
        Self {
            engine: Engine::Memory,
            port: 0,
            dynamodb_host: DEFAULT_DYNAMODB_HOST,
            dynamodb_port: 0,
            s3_port: 0,
            access_key: None,
            admitted: Admitted::default(),
            template: None,
            periods: Periods::default(),
        }
    }

    /// A service on free ports whose data stay in `folder`.
    #[must_use]
    pub fn directory(folder: impl Into<PathBuf>) -> Self {
        Self { engine: Engine::Directory(folder.into()), ..Self::memory() }
    }

    /// A throw-away service in memory or, where the environment variable `AWS_ENDPOINT_URL_DYNAMODB` is set, on the
    /// engine that it names, with the key in `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`. Tests that start with this one run
    /// against either.
    #[must_use]
    pub fn throw_away() -> Self {
        match std::env::var("AWS_ENDPOINT_URL_DYNAMODB") {
            Ok(endpoint) if !endpoint.is_empty() => {
                let key = AccessKey::in_environment().unwrap_or_else(|| AccessKey::new("local", "local"));
                Self { engine: Engine::External { endpoint, key }, ..Self::memory() }
            }
            _ => Self::memory(),
        }
    }
}

/// The periods of the service's periodic work.
#[derive(Debug, Clone)]
pub struct Periods {
    /// The time that the stream mapping waits before it looks for records of an external engine again. The
    /// embedded engine announces each write.
    pub stream_poll: Duration,
    /// The time that the stream mapping waits before the first retry of a failed batch. Each further wait is twice as
    /// long, up to [`Periods::retry_max`].
    pub retry_first: Duration,
    /// The longest wait before a retry.
    pub retry_max: Duration,
    /// The shortest period at which expired items are deleted. It grows with the table. DynamoDB itself takes up to a few days.
    pub ttl_sweep: Duration,
    /// The period at which objects are deleted, and multipart uploads aborted, whose lifecycle rule says so. S3 does so once a day.
    pub file_sweep: Duration,
    /// The period at which the service writes the positions of the mappings to its data folder, deletes the
    /// stream records that every mapping has consumed, and looks whether the database can be compacted.
    pub stream_trim: Duration,
    /// The time that the gateway waits for a function before it answers 503. The "Quotas for HTTP APIs" page of the
    /// API Gateway developer guide gives 30 seconds.
    pub integration_timeout: Duration,
}

impl Default for Periods {
    fn default() -> Self {
        Self {
            stream_poll: Duration::from_millis(100),
            retry_first: Duration::from_millis(100),
            retry_max: Duration::from_secs(5),
            ttl_sweep: Duration::from_secs(5),
            file_sweep: Duration::from_hours(1),
            stream_trim: Duration::from_secs(1),
            integration_timeout: Duration::from_secs(30),
        }
    }
}
