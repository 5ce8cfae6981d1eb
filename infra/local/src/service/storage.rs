//! The storage of the service: the engine, its tokens and its checkpoints.

use std::path::Path;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;

use super::gates::Gates;
use super::start_error::StartError;
use crate::access_key::AccessKey;
use crate::data_dir::DataDir;
use crate::engine::EmbeddedEngine;
use crate::mapping::checkpoint::Checkpoints;
use crate::mapping::destination::FailureDestination;
use crate::options::{Engine, Options};
use crate::table;
use crate::template::Table;
use crate::token::Tokens;

/// The engine that holds the table.
pub(super) enum Backing {
    Embedded(Arc<EmbeddedEngine>),
    External { endpoint: String },
}

/// The state that the tasks share.
pub(super) struct Storage {
    pub(super) engine: Backing,
    /// The key that the DynamoDB endpoint asks for.
    pub(super) access_key: AccessKey,
    pub(super) tokens: Arc<Tokens>,
    pub(super) checkpoints: Arc<Checkpoints>,
    pub(super) failures: Arc<FailureDestination>,
    pub(super) data_dir: Option<Arc<DataDir>>,
    pub(super) gates: Gates,
}

impl Storage {
    pub(super) fn open(options: &Options) -> Result<Self, StartError> {
        match &options.engine {
            Engine::Directory(path) => Self::in_directory(path, options.access_key.clone()),
            Engine::Memory => {
                let engine = Backing::Embedded(Arc::new(EmbeddedEngine::in_memory()?));
                Self::in_memory(engine, options.access_key.clone().map_or_else(AccessKey::generate, Ok)?)
            }
            Engine::External { endpoint, key } => {
                Self::in_memory(Backing::External { endpoint: endpoint.clone() }, key.clone())
            }
        }
    }

    /// Creates `table` under `name` through `client`, or checks that the existing table matches it.
    pub(super) async fn ensure_table(
        &self,
        client: &Client,
        table: &Table,
        name: &str,
    ) -> Result<(), StartError> {
        match &self.engine {
            Backing::Embedded(engine) => {
                table::ensure_embedded(&engine.database(), client, table, name).await?;
                engine.share_indexes()?;
            }
            Backing::External { .. } => table::ensure(client, table, name).await?,
        }
        Ok(())
    }

    fn in_directory(path: &Path, key: Option<AccessKey>) -> Result<Self, StartError> {
        let data_dir = DataDir::open(path)?;
        Ok(Self {
            access_key: key.map_or_else(|| AccessKey::stored_in(data_dir.path()), Ok)?,
            tokens: Arc::new(Tokens::stored_in(data_dir.path())?),
            engine: Backing::Embedded(Arc::new(EmbeddedEngine::in_file(&data_dir.database())?)),
            checkpoints: Arc::new(Checkpoints::in_file(data_dir.checkpoints())?),
            failures: Arc::new(FailureDestination::in_folder(data_dir.failures())),
            data_dir: Some(Arc::new(data_dir)),
            gates: Gates::default(),
        })
    }

    fn in_memory(engine: Backing, access_key: AccessKey) -> Result<Self, StartError> {
        Ok(Self {
            engine,
            access_key,
            tokens: Arc::new(Tokens::generate()?),
            checkpoints: Arc::new(Checkpoints::in_memory()),
            failures: Arc::new(FailureDestination::in_memory()),
            data_dir: None,
            gates: Gates::default(),
        })
    }
}
