//! Starts the favorites service on this machine.

mod commands;

use std::io::Write as _;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Parser;
use favorites_api::favorites::UserId;
use favorites_local::{
    AccessKey, Admitted, DEFAULT_DATA_DIR, DEFAULT_DYNAMODB_HOST, DEFAULT_DYNAMODB_PORT, DEFAULT_PORT,
    DEFAULT_S3_PORT, Engine, Host, Issued, Options, Origin, Running, Service, TokenRecord, functions, seed,
};
use mimalloc::MiMalloc;
use time::format_description::well_known::Rfc3339;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer as _, fmt};

use self::commands::{Command, user_id};

/// The engine works on many threads, one after the other. The C library's allocator gives each its own arena and keeps what it has
/// freed: after a reconciliation of 20,000 favorites, three times as much memory as was ever in use.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The favorites service on this machine: DynamoDB, S3, the HTTP API, its functions and the stream, in one process.
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

    /// The port of the S3 endpoint, for uploads, downloads, the AWS CLI and SDKs; 0 takes a free one.
    #[arg(long, value_name = "PORT", default_value_t = DEFAULT_S3_PORT)]
    s3_port: u16,

    /// The access key that DynamoDB and S3 ask for, in place of the one that it has created. Other users of this machine can
    /// see it in the list of processes. With defaultkey:defaultsecret, functions in `sam local` can connect.
    #[arg(long, value_name = "ID:SECRET", value_parser = AccessKey::parse)]
    access_key: Option<AccessKey>,

    /// An origin whose web pages may call the API and use the files, such as <https://app.example.com> or
    /// <http://localhost:5173>. The pages still need a token. Repeat the option for more origins.
    #[arg(long, value_name = "ORIGIN")]
    cors_origin: Vec<Origin>,

    /// A host under which a tunnel or a reverse proxy serves the API, as browsers send it, such as
    /// favorites.example.com or 10.0.0.7:8443. Everyone who can reach this host can reach the API, but still
    /// needs a token. Repeat the option for more hosts.
    #[arg(long, value_name = "HOST")]
    allow_host: Vec<Host>,

    /// The folder that holds the data. It is made where there is none.
    #[arg(long, value_name = "FOLDER", default_value = DEFAULT_DATA_DIR)]
    data_dir: PathBuf,

    /// Keep the data in memory, and files in a temporary folder: they are gone at the end.
    #[arg(long, conflicts_with = "data_dir")]
    memory: bool,

    /// Add sample favorites of all nine types.
    #[arg(long)]
    seed: bool,

    /// Open the web app in the browser, signed in.
    #[arg(long)]
    open: bool,

    /// The user whose token is shown. Each user has favorites of their own.
    #[arg(long, value_name = "NAME", default_value = "me", value_parser = user_id)]
    user: UserId,

    #[command(subcommand)]
    command: Option<Command>,
}

impl Arguments {
    fn options(&self) -> Options {
        let engine = if self.memory { Engine::Memory } else { Engine::Directory(self.data_dir.clone()) };
        Options {
            engine,
            port: self.port,
            dynamodb_host: self.dynamodb_host,
            dynamodb_port: self.dynamodb_port,
            s3_port: self.s3_port,
            access_key: self.access_key.clone(),
            admitted: Admitted { origins: self.cors_origin.clone(), hosts: self.allow_host.clone() },
            ..Options::memory()
        }
    }

    /// Returns the command that revokes a token of this data folder.
    fn revocation(&self, record: &TokenRecord) -> String {
        let command = format!("cargo run -- token revoke {}", record.id);
        if self.data_dir == Path::new(DEFAULT_DATA_DIR) {
            command
        } else {
            format!("{command} --data-dir '{}'", self.data_dir.display())
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
    log_to_stderr()?;
    prefer_small_pages();
    if let Some(command) = arguments.command.take() {
        return command.run().await;
    }
    let service = Service::start(arguments.options(), functions).await?;
    let end = end_signal().context("the signals that end the service cannot be watched")?;
    let issued = service.tokens().at_start(arguments.user.as_str())?;
    if arguments.seed {
        let samples = seed::samples().context("the sample data")?;
        seed::post_all(&format!("{}/favorites", service.url()), &issued.token, &samples)
            .await
            .context("the sample data")?;
    }
    if !arguments.dynamodb_host.to_canonical().is_loopback() {
        std::io::stderr().write_all(exposure(arguments.dynamodb_host).as_bytes())?;
    }
    std::io::stderr().write_all(admission(&arguments.cors_origin, &arguments.allow_host).as_bytes())?;
    let link = service.tokens().sign_in_link(&service.url(), arguments.user.as_str())?;
    std::io::stdout().write_all(welcome(&service, &arguments, &issued, &link)?.as_bytes())?;
    if arguments.open
        && let Err(error) = open::that_detached(&link)
    {
        tracing::warn!(%error, "no browser can be opened; open the link above");
    }
    end.await;
    service.shutdown().await;
    Ok(())
}

/// Turns off huge pages for this process. The allocator asks the kernel for pages of 2 MB, and a single small value keeps a whole page in
/// memory: an import of 8,000 links took 283 MB with huge pages and 164 MB without.
#[cfg(target_os = "linux")]
fn prefer_small_pages() {
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        tracing::debug!(%error, "huge pages can't be turned off, so the service takes more memory");
    }
}

#[cfg(not(target_os = "linux"))]
fn prefer_small_pages() {}

fn log_to_stderr() -> anyhow::Result<()> {
    // `s3s` and `s3s-fs` log each refused request as an error. The endpoint writes lines of its own.
    let default = Targets::new()
        .with_default(LevelFilter::INFO)
        .with_targets(["s3s", "s3s_fs"].map(|name| (name, LevelFilter::OFF)));
    let filter = match std::env::var("RUST_LOG") {
        Ok(text) => text
            .parse()
            .with_context(|| format!("RUST_LOG must be like info,hyper=off; {text:?} was given"))?,
        Err(_) => default,
    };
    tracing_subscriber::registry().with(fmt::layer().with_writer(std::io::stderr).with_filter(filter)).init();
    Ok(())
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

/// Returns a warning for each allowed page and host.
fn admission(origins: &[Origin], hosts: &[Host]) -> String {
    let origins = origins.iter().map(|origin| {
        format!(
            "\
warning: --cors-origin {origin}: web pages of this origin can call the API and use the files of imports and exports.
         Everyone who can change these pages can use each token that a user enters there.

"
        )
    });
    let hosts = hosts.iter().map(|host| {
        format!(
            "\
warning: --allow-host {host}: the API and the web app accept requests to this host.
         Everyone who can reach this host can try tokens and sign-in links. Use https to encrypt them. To sign in
         there, replace the address of this machine in the link below by the address of the host.

"
        )
    });
    origins.chain(hosts).collect()
}

fn welcome(service: &Running, arguments: &Arguments, issued: &Issued, link: &str) -> anyhow::Result<String> {
    let data = if arguments.memory {
        "in memory, gone at the end".to_owned()
    } else {
        arguments.data_dir.display().to_string()
    };
    let Issued { token, record } = issued;
    let expires = record.expire_time.format(&Rfc3339)?;
    let validity = if arguments.memory {
        format!("It is valid until the service ends, and at most until {expires}.")
    } else {
        format!(
            "It is valid until {expires}, also after a restart. To revoke it: {}",
            arguments.revocation(record)
        )
    };
    Ok(format!(
        "\
Favorites is running. Press Ctrl-C to stop it.

  Web app   {link}
            The link signs in user {user}, once, within 10 minutes.
  API       {url}
  DynamoDB  {dynamodb} (table {table}, region {region})
  S3        {s3} (bucket {bucket})
  Data      {data}

Requests with this token come from user {user}, who sees their own data only.
{validity}

export TOKEN={token}
curl -s {url}/favorites -H \"Authorization: Bearer $TOKEN\"

DynamoDB and S3 ask for this access key:

export AWS_ACCESS_KEY_ID={key_id} AWS_SECRET_ACCESS_KEY={secret}
",
        url = service.url(),
        dynamodb = service.dynamodb_endpoint(),
        table = service.environment().table_name,
        s3 = service.s3_endpoint(),
        bucket = service.environment().files_bucket,
        region = service.environment().region,
        key_id = service.access_key().id(),
        secret = service.access_key().secret(),
        user = arguments.user.as_str(),
    ))
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
