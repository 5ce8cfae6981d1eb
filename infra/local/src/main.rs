//! Starts the favorites service on this machine.

use std::io::Write as _;
use std::net::IpAddr;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{ArgGroup, Args, Parser, Subcommand};
use favorites_api::favorites::{Repairs, UserId};
use favorites_local::reconcile::{Progress, Whom, favorites_at, reconcile};
use favorites_local::template::Template;
use favorites_local::{
    AccessKey, DEFAULT_DATA_DIR, DEFAULT_DYNAMODB_HOST, DEFAULT_DYNAMODB_PORT, DEFAULT_PORT, Engine, Options,
    Running, Service, functions, seed,
};
use mimalloc::MiMalloc;
use tracing_subscriber::EnvFilter;

/// The engine works on many threads, one after the other. The C library's allocator gives each its own arena and keeps what it has
/// freed: after a reconciliation of 20,000 favorites, three times as much memory as was ever in use.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The favorites service on this machine: DynamoDB, the HTTP API, its functions and the stream, in one process.
///
/// Only this machine reaches it, unless --dynamodb-host says otherwise. Messages go to standard error; the variable `RUST_LOG` sets how many.
#[derive(Parser)]
#[command(version, max_term_width = 100, args_conflicts_with_subcommands = true)]
struct Arguments {
    /// The port of the API; 0 takes a free one.
    #[arg(long, value_name = "PORT", default_value_t = DEFAULT_PORT)]
    port: u16,

    /// The port of the DynamoDB endpoint, for the AWS CLI and SDKs; 0 takes a free one.
    #[arg(long, value_name = "PORT", default_value_t = DEFAULT_DYNAMODB_PORT)]
    dynamodb_port: u16,

    /// The IP address that the DynamoDB endpoint listens on. With an address that is not of the loopback interface, whoever
    /// reaches it and knows the access key can read, change and delete all data.
    #[arg(long, value_name = "ADDRESS", default_value_t = DEFAULT_DYNAMODB_HOST, value_parser = listen_address)]
    dynamodb_host: IpAddr,

    /// The access key that the DynamoDB endpoint asks for, in place of the one that it has created. Other users of this machine can
    /// see it in the list of processes. With defaultkey:defaultsecret, functions in `sam local` can connect.
    #[arg(long, value_name = "ID:SECRET", value_parser = AccessKey::parse)]
    access_key: Option<AccessKey>,

    /// The folder that holds the data. It is made where there is none.
    #[arg(long, value_name = "FOLDER", default_value = DEFAULT_DATA_DIR)]
    data_dir: PathBuf,

    /// Keep the data in memory: they are gone at the end.
    #[arg(long, conflicts_with = "data_dir")]
    memory: bool,

    /// Add sample favorites of all nine types.
    #[arg(long)]
    seed: bool,

    /// The user whose token is shown. Each user has favorites of their own.
    #[arg(long, value_name = "NAME", default_value = "me")]
    user: String,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Compare counts and search of a running service with its favorites, and repair them.
    Reconcile(ReconcileArguments),
}

#[derive(Args)]
#[command(group(ArgGroup::new("whom").required(true).args(["user", "due", "all"])))]
struct ReconcileArguments {
    /// The user to reconcile.
    #[arg(long, value_name = "NAME", value_parser = user_id)]
    user: Option<UserId>,

    /// Reconcile the users who are due.
    #[arg(long)]
    due: bool,

    /// Reconcile all users.
    #[arg(long)]
    all: bool,

    /// Repair differences at first sight. Without it, a difference is repaired when it is still there 15 minutes later.
    #[arg(long)]
    at_once: bool,

    /// The address of the DynamoDB endpoint that the running service has printed.
    #[arg(long, value_name = "URL", default_value_t = format!("http://{DEFAULT_DYNAMODB_HOST}:{DEFAULT_DYNAMODB_PORT}"))]
    endpoint: String,

    /// The data folder of the running service, which contains its access key. For a service in memory, export the key that it prints.
    #[arg(long, value_name = "FOLDER", default_value = DEFAULT_DATA_DIR)]
    data_dir: PathBuf,
}

impl ReconcileArguments {
    /// Returns the key in the environment, if it is one that a local service has printed, or the one in the data folder.
    fn access_key(&self) -> anyhow::Result<AccessKey> {
        if let Some(key) = AccessKey::in_environment().filter(AccessKey::is_local) {
            return Ok(key);
        }
        AccessKey::read(&self.data_dir).context("the access key of the running service can't be read")
    }

    async fn run(self) -> anyhow::Result<()> {
        let table = Template::project()?.table.name;
        let favorites = favorites_at(&self.endpoint, &table, &self.access_key()?);
        let whom = match self.user {
            Some(user) => Whom::User(user),
            None if self.due => Whom::Due,
            None => Whom::Everybody,
        };
        let repairs = if self.at_once { Repairs::AtOnce } else { Repairs::Confirmed };
        let report = |progress: &Progress| tracing::info!("so far: {}", summary(progress));
        let progress = reconcile(&favorites, whom, repairs, report).await.with_context(|| {
            format!(
                "the table {table} at {} can't be reconciled; is the service running there?",
                self.endpoint
            )
        })?;
        writeln!(std::io::stdout(), "{}", summary(&progress))?;
        anyhow::ensure!(
            progress.failed == 0,
            "{} users could not be reconciled; the log says why",
            progress.failed
        );
        Ok(())
    }
}

fn summary(progress: &Progress) -> String {
    let Progress { users, found, .. } = progress;
    format!(
        "{users} users, {} favorites read, {} repaired, {} of them drift, {} differences wait for a second sight",
        found.favorites, found.repaired, found.drift, found.suspects
    )
}

fn user_id(text: &str) -> Result<UserId, String> {
    UserId::parse(text).map_err(|error| error.to_string())
}

impl Arguments {
    fn options(&self) -> Options {
        let engine = if self.memory { Engine::Memory } else { Engine::Directory(self.data_dir.clone()) };
        Options {
            engine,
            port: self.port,
            dynamodb_host: self.dynamodb_host,
            dynamodb_port: self.dynamodb_port,
            access_key: self.access_key.clone(),
            ..Options::memory()
        }
    }
}

fn listen_address(text: &str) -> Result<IpAddr, &'static str> {
    text.parse().map_err(|_| {
        "it must be an IP address of this machine, such as 127.0.0.1 for the loopback interface, 172.17.0.1 for \
         Docker's bridge on Linux or 0.0.0.0 for all interfaces"
    })
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = Arguments::parse();
    log_to_stderr();
    if let Some(Command::Reconcile(arguments)) = arguments.command.take() {
        return arguments.run().await;
    }
    let service = Service::start(arguments.options(), functions).await?;
    let end = end_signal().context("the signals that end the service cannot be watched")?;
    let token = service.tokens().issue(&arguments.user);
    if arguments.seed {
        let samples = seed::samples().context("the sample data")?;
        seed::post_all(&format!("{}/favorites", service.url()), &token, &samples)
            .await
            .context("the sample data")?;
    }
    if !arguments.dynamodb_host.to_canonical().is_loopback() {
        std::io::stderr().write_all(exposure(arguments.dynamodb_host).as_bytes())?;
    }
    std::io::stdout().write_all(welcome(&service, &arguments, &token).as_bytes())?;
    end.await;
    service.shutdown().await;
    Ok(())
}

fn log_to_stderr() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
}

/// The warning for an endpoint that other machines or containers may reach.
fn exposure(host: IpAddr) -> String {
    format!(
        "\
warning: --dynamodb-host {host}: containers and other machines can reach the DynamoDB endpoint.
         Whoever knows the access key below can read, change and delete all data of all users, and requests are not
         encrypted. Use it on a network that you trust, and no longer than you need it.

"
    )
}

fn welcome(service: &Running, arguments: &Arguments, token: &str) -> String {
    let data = if arguments.memory {
        "in memory, gone at the end".to_owned()
    } else {
        arguments.data_dir.display().to_string()
    };
    format!(
        "\
Favorites is running. Press Ctrl-C to stop it.

  API       {url}
  DynamoDB  {dynamodb} (table {table}, region {region})
  Data      {data}

Requests with this token come from user {user}, who owns everything below /favorites, /tags, /trash, /search and /counts:

export TOKEN={token}
curl -s {url}/favorites -H \"Authorization: Bearer $TOKEN\"

The DynamoDB endpoint asks for this access key:

export AWS_ACCESS_KEY_ID={key_id} AWS_SECRET_ACCESS_KEY={secret}
",
        url = service.url(),
        dynamodb = service.dynamodb_endpoint(),
        table = service.environment().table_name,
        region = service.environment().region,
        key_id = service.access_key().id(),
        secret = service.access_key().secret(),
        user = arguments.user,
    )
}

/// Resolves at Ctrl-C or, where there is one, at the signal that asks a process to end.
#[cfg(unix)]
fn end_signal() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Resolves at Ctrl-C.
#[cfg(not(unix))]
fn end_signal() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        if let Err(error) = tokio::signal::ctrl_c().await {
            tracing::error!(%error, "Ctrl-C cannot be watched");
        }
    })
}
