//! The reasons for which the service does not start.

use std::net::SocketAddr;

use crate::access_key::AccessKeyError;
use crate::control::ControlError;
use crate::data_dir::DataDirError;
use crate::engine::EngineError;
use crate::mapping::checkpoint::CheckpointError;
use crate::s3::FolderError;
use crate::table::TableError;
use crate::template::TemplateError;
use crate::token::TokensError;

/// The reason for which the service did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The template cannot be run here.
    #[error("template.yaml: {0}")]
    Template(#[from] TemplateError),
    /// The template calls functions that were not given.
    #[error("template.yaml calls functions that this service does not have: {}", names.join(", "))]
    MissingFunctions {
        /// Their names.
        names: Vec<String>,
    },
    /// The data folder cannot be used.
    #[error(transparent)]
    DataDir(#[from] DataDirError),
    /// The access key can't be read or created.
    #[error(transparent)]
    AccessKey(#[from] AccessKeyError),
    /// The signing key or the list of tokens can't be read or created.
    #[error(transparent)]
    Tokens(#[from] TokensError),
    /// The port for the commands of this program can't be opened.
    #[error(transparent)]
    Control(#[from] ControlError),
    /// The folder for the objects of the bucket can't be used.
    #[error(transparent)]
    Files(#[from] FolderError),
    /// The embedded engine does not open.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The checkpoints of the stream mapping can't be read.
    #[error(transparent)]
    Checkpoints(#[from] CheckpointError),
    /// The table is not there and cannot be made, or is another one.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The service cannot listen on an address.
    #[error("{purpose} cannot listen on {address}: {source}; choose another address with {options}")]
    Listen {
        /// The address and port.
        address: SocketAddr,
        /// The part of the service that would listen there.
        purpose: &'static str,
        /// The command line options that change it.
        options: &'static str,
        /// The error of the operating system.
        source: std::io::Error,
    },
}
