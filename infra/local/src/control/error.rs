//! The errors of a request to a running service.

/// The running service can't be asked.
#[derive(Debug, thiserror::Error)]
pub enum ControlError {
    /// The service has not said where it answers.
    #[error(
        "a service uses this data folder, but {path} does not say where it answers ({source}); if it is just starting, try again, otherwise restart it"
    )]
    Address {
        /// The file that says so.
        path: String,
        /// The error from the operating system or the JSON parser.
        source: std::io::Error,
    },
    /// The service does not answer.
    #[error(
        "the service that uses this data folder does not answer ({0}); if it is just starting or stopping, try again"
    )]
    Request(#[from] reqwest::Error),
    /// The service answers with an error.
    #[error("{0}")]
    Refused(String),
    /// The service can't write down where it answers.
    #[error("{path} can't be written: {source}")]
    Write {
        /// The file.
        path: String,
        /// The error from the operating system.
        source: std::io::Error,
    },
    /// The system provides no random bytes.
    #[error("the operating system provides no random bytes for the secret of the control port")]
    Random,
}
