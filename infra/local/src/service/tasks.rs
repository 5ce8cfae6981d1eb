//! The tasks of the running service.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use futures::FutureExt as _;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::consumers::Consumers;
use super::maintenance::Maintenance;
use super::start_error::StartError;
use super::storage::{Backing, Storage};
use crate::connection::Connection;
use crate::control;
use crate::dynamodb::{self, Changes, Endpoint};
use crate::environment::Environment;
use crate::gateway::routes::Routes;
use crate::gateway::{self, Gateway};
use crate::iam::Authorizer;
use crate::invoke::Functions;
use crate::issuer::Issuer;
use crate::mapping::StreamMapping;
use crate::options::Options;
use crate::s3::{self, Expiry, Folder, Pages};
use crate::schedule;
use crate::template::{Bucket, Template};
use crate::upkeep::{self, FileWork};

/// The time that a shutdown waits for requests in progress. Later, they are cut off; a write is there whole or not
/// at all, and a stream batch is delivered again at the next start.
const SHUTDOWN_PATIENCE: Duration = Duration::from_millis(700);

/// The time between two reads of a stream without changes. A shard iterator expires after 15 minutes (see
/// "`GetShardIterator`" in the DynamoDB Streams API reference). If the mapping replaced an expired iterator for
/// the latest records, it would miss the records in between.
const ITERATOR_RENEWAL: Duration = Duration::from_mins(5);

/// The tasks of the service and what stops them.
#[derive(Debug)]
pub(super) struct Tasks {
    tracker: TaskTracker,
    /// Asks the tasks to end.
    stop: CancellationToken,
    /// Ends them where they are.
    kill: CancellationToken,
    changes: Changes,
}

impl Tasks {
    pub(super) fn new() -> Self {
        Self {
            tracker: TaskTracker::new(),
            stop: CancellationToken::new(),
            kill: CancellationToken::new(),
            changes: Changes::default(),
        }
    }

    /// Serves the embedded engine; an external engine needs no server. Returns the connection to the engine, and
    /// the endpoint of an embedded engine. That connection works until the endpoint is dropped.
    pub(super) async fn serve_dynamodb(
        &self,
        options: &Options,
        storage: &Storage,
        authorizer: &Arc<Authorizer>,
    ) -> Result<(Connection, Option<Arc<Endpoint>>), StartError> {
        let engine = match &storage.engine {
            Backing::Embedded(engine) => engine,
            Backing::External { endpoint } => {
                return Ok((Connection::over_http(endpoint.trim_end_matches('/')), None));
            }
        };
        let wanted = SocketAddr::new(options.dynamodb_host, options.dynamodb_port);
        let listener = bind(wanted, "the DynamoDB endpoint", "--dynamodb-host or --dynamodb-port").await?;
        let address = local_address(&listener);
        let endpoint = Arc::new(Endpoint {
            engine: Arc::clone(engine),
            changes: self.changes.clone(),
            authorizer: Arc::clone(authorizer),
            key: storage.access_key.clone(),
            gate: storage.gates.requests.clone(),
        });
        self.serve(listener, dynamodb::router(Arc::clone(&endpoint), address));
        let url = format!("http://{}", on_this_machine(address));
        Ok((Connection::in_process(url, &endpoint), Some(endpoint)))
    }

    /// Serves the objects of `bucket`, obeys its lifecycle rules, and gives the endpoint's URL.
    pub(super) async fn serve_s3(
        &self,
        options: &Options,
        bucket: &Bucket,
        storage: &Storage,
        authorizer: &Arc<Authorizer>,
        app: u16,
    ) -> Result<String, StartError> {
        let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, options.s3_port));
        let listener = bind(wanted, "the S3 endpoint", "--s3-port").await?;
        let address = local_address(&listener);
        let folder = Arc::new(Folder::open(storage.data_dir.as_deref())?);
        let pages = Pages { app, admitted: Arc::new(options.admitted.clone()) };
        self.serve(
            listener,
            s3::router(&folder, bucket, authorizer, storage.access_key.clone(), address, &pages)?,
        );
        let expiry = Expiry { folder, bucket: bucket.clone() };
        self.spawn_until_stopped(upkeep::expire_files(Arc::new(expiry), options.periods.file_sweep));
        Ok(format!("http://{address}"))
    }

    pub(super) fn serve_api(
        &self,
        listener: TcpListener,
        options: &Options,
        template: &Template,
        functions: Functions,
        storage: &Storage,
    ) -> SocketAddr {
        let address = local_address(&listener);
        let gateway = Gateway {
            routes: Routes::new(template.routes.clone()),
            functions,
            tokens: Arc::clone(&storage.tokens),
            integration_timeout: options.periods.integration_timeout,
            port: address.port(),
        };
        let admitted = Arc::new(options.admitted.clone());
        let issuer = Issuer::new(Arc::clone(&storage.tokens), address.port(), Arc::clone(&admitted));
        self.serve(listener, gateway::router(gateway, issuer, &admitted));
        address
    }

    fn serve(&self, listener: TcpListener, router: axum::Router) {
        let stopped = self.stop.clone().cancelled_owned();
        self.spawn(async move {
            if let Err(error) = axum::serve(listener, router).with_graceful_shutdown(stopped).await {
                tracing::error!(%error, "a server ended");
            }
        });
    }

    /// Starts the mappings, and returns them so that they can be stopped and started again.
    pub(super) fn start_mappings(
        &self,
        options: &Options,
        template: &Template,
        functions: &Functions,
        storage: &Storage,
        environment: &Environment,
        endpoint: Option<&Arc<Endpoint>>,
    ) -> Consumers {
        let streams = aws_sdk_dynamodbstreams::Client::new(&environment.sdk_config());
        let poll = if endpoint.is_some() { ITERATOR_RENEWAL } else { options.periods.stream_poll };
        let mappings = template.mappings.iter().map(|settings| StreamMapping {
            function: functions.get(&settings.function.name).expect("every function was checked to be there"),
            settings: settings.clone(),
            periods: options.periods.clone(),
            started: SystemTime::now(),
            checkpoints: Arc::clone(&storage.checkpoints),
            failures: Arc::clone(&storage.failures),
            changes: self.changes.clone(),
            poll,
            table_name: environment.table_name.clone(),
            partition_key: template.table.key.partition.clone(),
            streams: streams.clone(),
            engine: endpoint.cloned(),
        });
        let (tracker, stop, kill) = (self.tracker.clone(), self.stop.clone(), self.kill.clone());
        let consumers = Consumers::new(mappings.collect(), tracker, stop, kill);
        consumers.start();
        consumers
    }

    /// Opens the port on which the commands of this program give orders, if the service has a data folder.
    pub(super) async fn serve_orders(
        &self,
        storage: &Storage,
        template: &Template,
        consumers: Consumers,
    ) -> Result<(), StartError> {
        let (Backing::Embedded(engine), Some(data_dir)) = (&storage.engine, &storage.data_dir) else {
            return Ok(());
        };
        let maintenance = Arc::new(Maintenance {
            engine: Arc::clone(engine),
            checkpoints: Arc::clone(&storage.checkpoints),
            consumers,
            gates: storage.gates.clone(),
            changes: self.changes.clone(),
            table: template.table.clone(),
            data_dir: Arc::clone(data_dir),
            busy: tokio::sync::Mutex::default(),
        });
        let carry = move |order| Arc::clone(&maintenance).carry_out(order).boxed();
        let (listener, router) = control::open(data_dir.path(), Arc::new(carry)).await?;
        self.serve(listener, router);
        Ok(())
    }

    pub(super) fn start_schedules(&self, template: &Template, functions: &Functions) {
        for schedule in &template.schedules {
            let function =
                functions.get(&schedule.function.name).expect("every function was checked to be there");
            self.spawn(schedule::run(function, schedule.clone(), self.stop.clone()));
        }
    }

    pub(super) fn start_upkeep(
        &self,
        options: &Options,
        template: &Template,
        storage: &Storage,
        environment: &Environment,
    ) -> Result<(), StartError> {
        let Backing::Embedded(engine) = &storage.engine else { return Ok(()) };
        let sweep =
            upkeep::sweep_ttl(engine.expiry_sweep()?, self.changes.clone(), options.periods.ttl_sweep);
        self.spawn_until_stopped(sweep);
        let trimmer = engine.stream_trimmer(&environment.table_name)?;
        if let (Some(trimmer), Some(compaction)) = (trimmer, engine.compaction()?) {
            let consumers = template.mappings.iter().map(|mapping| mapping.function.name.clone()).collect();
            let checkpoints = Arc::clone(&storage.checkpoints);
            let work = FileWork { trimmer, compaction, checkpoints, consumers, trimmed: None };
            let gate = storage.gates.requests.clone();
            self.spawn_until_stopped(upkeep::keep_file(work, gate, options.periods.stream_trim));
        }
        Ok(())
    }

    fn spawn_until_stopped(&self, work: impl Future<Output = ()> + Send + 'static) {
        let stop = self.stop.clone();
        self.spawn(async move {
            stop.run_until_cancelled(work).await;
        });
    }

    fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        let kill = self.kill.clone();
        self.tracker.spawn(async move {
            kill.run_until_cancelled(work).await;
        });
    }

    /// Asks the tasks to end, and ends those that have not after [`SHUTDOWN_PATIENCE`].
    pub(super) async fn shutdown(&self) {
        self.stop.cancel();
        self.tracker.close();
        if tokio::time::timeout(SHUTDOWN_PATIENCE, self.tracker.wait()).await.is_err() {
            tracing::warn!("some requests were still under way at the end and were cut off");
            self.kill.cancel();
            self.tracker.wait().await;
        }
    }
}

/// A start that fails half-way, or a service that is dropped, leaves nothing behind that runs for ever.
impl Drop for Tasks {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// `options` are the command line options that change `address`.
pub(super) async fn bind(
    address: SocketAddr,
    purpose: &'static str,
    options: &'static str,
) -> Result<TcpListener, StartError> {
    let listener = TcpListener::bind(address).await;
    listener.map_err(|source| StartError::Listen { address, purpose, options, source })
}

/// The address that a client on this machine connects to. A listener on all interfaces has none of its own.
fn on_this_machine(listener: SocketAddr) -> SocketAddr {
    let ip = match listener.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listener.port())
}

pub(super) fn local_address(listener: &TcpListener) -> SocketAddr {
    listener.local_addr().expect("a bound socket has an address")
}
