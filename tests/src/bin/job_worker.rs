//! Works as the function `worker` does, in a process that a test can kill. `job-worker NOW USER JOB` works on
//! a job, and `job-worker NOW` on the event in its standard input, whose answer it prints. `NOW` is the time
//! of the worker's clock, which stands still, in milliseconds since 1970. It prints a line before it begins.
//! The environment has the variables of the function.

use std::env;
use std::io::{Write as _, stdin, stdout};
use std::time::Duration;

use anyhow::{Context as _, ensure};
use aws_sdk_dynamodb::config::Credentials;
use favorites_api::favorites::{Client, JobId, PageSize, Timestamp, UserId};
use favorites_api::{Deadline, Favorites, stream_in_process};
use favorites_local::{Connection, Environment, with_files};

/// More time than any job of a test needs.
const LONG: Duration = Duration::from_mins(5);

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let Some((now, work)) = arguments.split_first() else { anyhow::bail!("NOW is missing") };
    let favorites = favorites(now.parse().context("NOW is a number")?)?;
    match work {
        [] => {
            let event = serde_json::from_reader(stdin())?;
            writeln!(stdout(), "works")?;
            let worker = stream_in_process(functions::worker::worker, favorites);
            writeln!(stdout(), "{}", worker(event, Deadline::after(LONG)).await?)?;
        }
        [user, job] => {
            let user = UserId::parse(user.as_str())?;
            let job: JobId = job.parse()?;
            writeln!(stdout(), "works")?;
            let worked = favorites.run_job(&user, job, LONG).await?;
            ensure!(worked.failures.is_empty(), "{worked:?}");
        }
        _ => anyhow::bail!("the arguments are NOW USER JOB or NOW, not {arguments:?}"),
    }
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
