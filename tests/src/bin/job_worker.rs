//! Works on a job as the function `worker` does, in a process that a test can kill: `job-worker USER JOB
//! NOW`, where `NOW` is the time of the worker's clock, which stands still, in milliseconds since 1970. It
//! prints a line before it begins. The environment has the variables of the function.

use std::env;
use std::io::{Write as _, stdout};
use std::time::Duration;

use anyhow::{Context as _, ensure};
use aws_sdk_dynamodb::config::Credentials;
use favorites_api::Favorites;
use favorites_api::favorites::{Client, JobId, PageSize, Timestamp, UserId};
use favorites_local::{Connection, Environment, with_files};

/// More time than any job of a test needs.
const LONG: Duration = Duration::from_mins(5);

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [user, job, now] = arguments.as_slice() else {
        anyhow::bail!("the arguments are USER JOB NOW, not {arguments:?}");
    };
    let favorites = favorites(now.parse().context("NOW is a number")?)?;
    let user = UserId::parse(user.as_str())?;
    let job: JobId = job.parse()?;
    writeln!(stdout(), "works")?;
    let worked = favorites.run_job(&user, job, LONG).await?;
    ensure!(worked.failures.is_empty(), "{worked:?}");
    Ok(())
}

fn favorites(now: i64) -> anyhow::Result<Favorites> {
    let variable = |name: &str| env::var(name).with_context(|| format!("{name} is not set"));
    let credentials = Credentials::new(
        variable("AWS_ACCESS_KEY_ID")?,
        variable("AWS_SECRET_ACCESS_KEY")?,
        None,
        None,
        "test",
    );
    let environment = Environment {
        dynamodb: Connection::over_http(variable("AWS_ENDPOINT_URL_DYNAMODB")?),
        table_name: variable("TABLE_NAME")?,
        files_endpoint: variable("AWS_ENDPOINT_URL_S3")?,
        files_bucket: variable("FILES_BUCKET")?,
        region: variable("AWS_REGION")?,
        credentials,
    };
    let now = Timestamp::from_unix_millis(now)?;
    let favorites = Favorites::new(Client::new(&environment.sdk_config()), environment.table_name.clone())
        .with_clock(move || now)
        .with_unlimited_jobs()
        .with_job_step(PageSize::new(5)?);
    Ok(with_files(favorites, &environment, "worker"))
}
