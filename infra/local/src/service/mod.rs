//! Starting and ending the service.

mod consumers;
mod gates;
mod maintenance;
mod start_error;
mod storage;
mod tasks;

use std::collections::{BTreeMap, BTreeSet};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use serde_json::Value;

pub use self::start_error::StartError;

use self::storage::Storage;
use self::tasks::Tasks;
use crate::access_key::AccessKey;
use crate::data_dir::DataDir;
use crate::dynamodb::Endpoint;
use crate::environment::Environment;
use crate::iam::{Authorizer, Refusal};
use crate::invoke::Functions;
use crate::mapping::checkpoint::Checkpoints;
use crate::mapping::destination::FailureDestination;
use crate::options::{Engine, Options};
use crate::table;
use crate::template::{Permission, Template};
use crate::token::Tokens;

/// The favorites service.
pub struct Service;

impl Service {
    /// Starts the service: the API and S3 on the loopback interface, DynamoDB where the options say. When this returns, all of
    /// them answer.
    ///
    /// The functions are made after the engine is up, because they need to know where it is.
    ///
    /// # Errors
    ///
    /// See [`StartError`]. Nothing runs on when there is one.
    pub async fn start(
        options: Options,
        functions: impl FnOnce(&Environment) -> Functions,
    ) -> Result<Running, StartError> {
        let template = options.template.clone().map_or_else(Template::project, Ok)?;
        let api_listener =
            tasks::bind((Ipv4Addr::LOCALHOST, options.port).into(), "the API", "--port").await?;
        let tasks = Tasks::new();
        let storage = Storage::open(&options)?;
        let table_name = table_name(&options, &template);
        let authorizer = Arc::new(Authorizer::new(&template, &table_name));
        let (connection, endpoint) = tasks.serve_dynamodb(&options, &storage, &authorizer).await?;
        let deletes_table = matches!(options.engine, Engine::External { .. });
        let mut environment = Environment::new(connection, table_name, &storage.access_key);
        if let Some(bucket) = &template.bucket {
            let endpoint = Box::pin(tasks.serve_s3(
                &options,
                bucket,
                &storage,
                &authorizer,
                tasks::local_address(&api_listener).port(),
            ))
            .await?;
            environment = environment.with_files(endpoint, bucket.name.clone());
        }
        let dynamodb = aws_sdk_dynamodb::Client::new(&environment.sdk_config());
        Box::pin(storage.ensure_table(&dynamodb, &template.table, &environment.table_name)).await?;

        let functions = storage.gates.calls.before(functions(&environment));
        check_functions(&template, &functions)?;
        let engine = endpoint.as_ref();
        let consumers = tasks.start_mappings(&options, &template, &functions, &storage, &environment, engine);
        tasks.start_schedules(&template, &functions);
        tasks.start_upkeep(&options, &template, &storage, &environment)?;
        tasks.serve_orders(&storage, &template, consumers).await?;
        let address = tasks.serve_api(api_listener, &options, &template, functions, &storage);
        Ok(Running {
            address,
            environment,
            access_key: storage.access_key,
            tokens: storage.tokens,
            checkpoints: storage.checkpoints,
            failures: storage.failures,
            authorizer,
            scratch_table: deletes_table.then_some(dynamodb),
            tasks,
            _endpoint: endpoint,
            _data_dir: storage.data_dir,
        })
    }
}

/// The service while it runs. Dropping it stops it without waiting; [`Running::shutdown`] waits.
#[derive(Debug)]
pub struct Running {
    address: SocketAddr,
    environment: Environment,
    access_key: AccessKey,
    tokens: Arc<Tokens>,
    checkpoints: Arc<Checkpoints>,
    failures: Arc<FailureDestination>,
    authorizer: Arc<Authorizer>,
    scratch_table: Option<aws_sdk_dynamodb::Client>,
    tasks: Tasks,
    /// The clients of this process reach the engine through it.
    _endpoint: Option<Arc<Endpoint>>,
    /// Last, so that the folder is let go of after everything that writes to it.
    _data_dir: Option<Arc<DataDir>>,
}

impl Running {
    /// Returns the address of the API.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the URL of the API, without a slash at the end.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the address of DynamoDB on this machine, as a URL without a slash at the end.
    #[must_use]
    pub fn dynamodb_endpoint(&self) -> &str {
        self.environment.dynamodb.url()
    }

    /// Returns the address of S3 on this machine, as a URL without a slash at the end. It is empty if the template has no bucket.
    #[must_use]
    pub fn s3_endpoint(&self) -> &str {
        &self.environment.files_endpoint
    }

    /// Returns the environment of the functions: the table and the bucket, and their endpoints.
    #[must_use]
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Returns the key that the DynamoDB endpoint and the S3 endpoint ask for.
    #[must_use]
    pub fn access_key(&self) -> &AccessKey {
        &self.access_key
    }

    /// Makes tokens that the API accepts.
    #[must_use]
    pub fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// The invocation records of stream batches that were given up, oldest first, as AWS would put them into the
    /// mapping's failure bucket.
    #[must_use]
    pub fn failed_batches(&self) -> Vec<Value> {
        self.failures.read_all()
    }

    /// Returns the permissions that each function has requested of the embedded engine and of S3 until now, by the function's name,
    /// refused or not. An external engine checks nothing and tells nothing.
    #[must_use]
    pub fn requested(&self) -> BTreeMap<String, BTreeSet<Permission>> {
        self.authorizer.requested()
    }

    /// Returns the refusals of the functions' roles until now, in order.
    #[must_use]
    pub fn refused(&self) -> Vec<Refusal> {
        self.authorizer.refused()
    }

    /// Stops the service, within a second also while clients keep connections open. What is in a data folder is safe
    /// without it, too.
    pub async fn shutdown(self) {
        self.tasks.shutdown().await;
        if let Err(error) = self.checkpoints.write_changes() {
            tracing::error!(%error, "the stream's checkpoints can't be written: the next start delivers records again");
        }
        if let Some(client) = &self.scratch_table {
            table::delete(client, &self.environment.table_name).await;
        }
    }
}

fn table_name(options: &Options, template: &Template) -> String {
    match options.engine {
        Engine::External { .. } => format!("{}-{}", template.table.name, uuid::Uuid::new_v4().simple()),
        Engine::Memory | Engine::Directory(_) => template.table.name.clone(),
    }
}

fn check_functions(template: &Template, functions: &Functions) -> Result<(), StartError> {
    let mut names: Vec<_> = template
        .functions()
        .map(|function| &function.name)
        .filter(|name| !functions.contains(name))
        .cloned()
        .collect();
    names.sort();
    names.dedup();
    if names.is_empty() { Ok(()) } else { Err(StartError::MissingFunctions { names }) }
}
