//! `token`: creates, lists and revokes tokens.

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use favorites_api::favorites::UserId;
use favorites_local::{
    DEFAULT_DATA_DIR, DEFAULT_PORT, DEFAULT_TOKEN_DAYS, Issued, MAX_TOKEN_DAYS, NewToken, TokenName,
    TokenRecord, TokenState, Tokens,
};
use tabwriter::TabWriter;
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

use super::values::user_id;

/// The text for what a token does not have.
const NOTHING: &str = "-";

#[derive(Args)]
pub(crate) struct TokenArguments {
    /// The data folder of the service. A service in memory has none, and its tokens end with it.
    #[arg(long, global = true, value_name = "FOLDER", default_value = DEFAULT_DATA_DIR)]
    data_dir: PathBuf,

    #[command(subcommand)]
    command: TokenCommand,
}

#[derive(Subcommand)]
enum TokenCommand {
    /// Create a token and print it to standard output. It is not stored, so it can't be printed again.
    Create(CreateArguments),
    /// Print a link to the web app that signs a user in, once, within 10 minutes.
    Link(LinkArguments),
    /// List all tokens with their ids, names, users, times and states, oldest first.
    List,
    /// Revoke tokens. A running service refuses them from the next request on.
    Revoke(RevokeArguments),
}

#[derive(Args)]
struct CreateArguments {
    /// The user whose favorites the token gives access to.
    #[arg(long, value_name = "NAME", default_value = "me", value_parser = user_id)]
    user: UserId,

    /// The number of days until the token expires.
    #[arg(long, default_value_t = DEFAULT_TOKEN_DAYS, value_parser = clap::value_parser!(i64).range(1..=MAX_TOKEN_DAYS))]
    days: i64,

    /// A name for the list, for example the program or device that uses the token.
    #[arg(long, value_parser = TokenName::parse)]
    name: Option<TokenName>,
}

#[derive(Args)]
struct LinkArguments {
    /// The user who signs in.
    #[arg(long, value_name = "NAME", default_value = "me", value_parser = user_id)]
    user: UserId,

    /// The port of the running service.
    #[arg(long, value_name = "PORT", default_value_t = DEFAULT_PORT)]
    port: u16,
}

#[derive(Args)]
struct RevokeArguments {
    /// The ids of the tokens, as `token list` shows them.
    #[arg(required = true, value_name = "ID")]
    ids: Vec<String>,
}

impl TokenArguments {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let tokens = Tokens::of_folder(&self.data_dir)?;
        match self.command {
            TokenCommand::Create(arguments) => create(&tokens, arguments),
            TokenCommand::Link(LinkArguments { user, port }) => {
                let link = tokens.sign_in_link(&format!("http://127.0.0.1:{port}"), user.as_str())?;
                Ok(writeln!(std::io::stdout(), "{link}")?)
            }
            TokenCommand::List => list(&tokens),
            TokenCommand::Revoke(arguments) => revoke(&tokens, &arguments),
        }
    }
}

fn create(tokens: &Tokens, arguments: CreateArguments) -> anyhow::Result<()> {
    let user = arguments.user.as_str().to_owned();
    let lifetime = Duration::days(arguments.days);
    let Issued { token, record } = tokens.create(NewToken { user, name: arguments.name, lifetime })?;
    let (id, user, expires) = (&record.id, &record.user, rfc3339(record.expire_time)?);
    writeln!(std::io::stderr(), "The token {id} of user {user} is valid until {expires}:")?;
    writeln!(std::io::stdout(), "{token}")?;
    Ok(())
}

fn list(tokens: &Tokens) -> anyhow::Result<()> {
    let now = OffsetDateTime::now_utc();
    let mut table = TabWriter::new(std::io::stdout());
    // Names come last, because long names wrap in a terminal.
    writeln!(table, "ID\tCREATED\tSTATE\tUSER\tNAME")?;
    for record in tokens.list()? {
        let TokenRecord { id, user, create_time, expire_time, .. } = &record;
        let (state, since) = match record.state(now) {
            TokenState::Valid => ("valid until", *expire_time),
            TokenState::Expired => ("expired", *expire_time),
            TokenState::Revoked(time) => ("revoked", time),
        };
        let (created, since, user) = (create_time.date(), since.date(), user.escape_debug());
        writeln!(table, "{id}\t{created}\t{state} {since}\t{user}\t{}", name(&record))?;
    }
    table.flush()?;
    Ok(())
}

/// Revokes all tokens that it can, and fails if there is one that it can't.
fn revoke(tokens: &Tokens, arguments: &RevokeArguments) -> anyhow::Result<()> {
    let mut failed = Vec::new();
    for id in &arguments.ids {
        match tokens.revoke(id) {
            Ok(TokenRecord { user, .. }) => {
                writeln!(std::io::stdout(), "The token {id} of user {user} is revoked.")?;
            }
            Err(error) => failed.push(error.to_string()),
        }
    }
    anyhow::ensure!(failed.is_empty(), failed.join("\n"));
    Ok(())
}

fn name(record: &TokenRecord) -> &str {
    match &record.name {
        Some(name) => name.as_str(),
        None if record.printed_at_start => "(printed at start)",
        None => NOTHING,
    }
}

fn rfc3339(time: OffsetDateTime) -> Result<String, time::error::Format> {
    time.format(&Rfc3339)
}
