//! `favorites export`.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use favorites_api::favorites::{ExportFormat, JobState};
use serde_json::json;

use super::job::follow;
use crate::client::{Client, ClientError, Document, Download, Job, Request};
use crate::failure::Reason;
use crate::output::{Output, OutputError, Progress, job_line};

/// The argument for standard output.
const STANDARD_OUTPUT: &str = "-";

/// Write everything to a file.
///
/// The service creates the file as a job, and the command downloads it. It never overwrites a file. With -,
/// it writes only the file to standard output.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The file to write, or - for standard output.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The format of the file.
    #[arg(long, value_enum, default_value_t = Format::JsonLines)]
    format: Format,
}

/// A format of the file.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// Everything, with the trash and tags. Importing it into an empty account restores the account.
    #[value(name = "jsonLines", alias = "json-lines")]
    JsonLines,
    /// The HTML file that browsers and bookmark services import, with the favorites that have an address.
    Netscape,
    /// A table with a row for each favorite.
    Csv,
    /// The same table, with an apostrophe before each cell that a spreadsheet program would run as a formula.
    #[value(name = "csvGuarded", alias = "csv-guarded")]
    CsvGuarded,
}

impl From<Format> for ExportFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::JsonLines => Self::JsonLines,
            Format::Netscape => Self::Netscape,
            Format::Csv => Self::Csv,
            Format::CsvGuarded => Self::CsvGuarded,
        }
    }
}

impl Export {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        if self.file == Path::new(STANDARD_OUTPUT) {
            let job = self.job(client).await?;
            return download(link(&job)?, output.results()).await.map_err(|error| match error {
                ClientError::Disk(source) => OutputError::from(source).into(),
                error => error.into(),
            });
        }
        let job = self.write(client).await?;
        Ok(output.document(&job, job_line)?)
    }

    /// Returns an export of everything to `file`.
    pub(super) fn to(file: PathBuf) -> Self {
        Self { file, format: Format::JsonLines }
    }

    /// Has the service create the file, and downloads it. Returns the job.
    pub(super) async fn write(&self, client: &Client) -> Result<Document<Job>, Reason> {
        let unwritten = |source| Reason::Write { place: self.file.display().to_string(), source };
        if self.file.exists() {
            return Err(Reason::Exists { place: self.file.display().to_string() });
        }
        let folder = self.file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut file =
            tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).map_err(unwritten)?;
        let job = self.job(client).await?;
        download(link(&job)?, file.as_file_mut()).await?;
        file.persist_noclobber(&self.file).map_err(|error| unwritten(error.error))?;
        Ok(job)
    }

    /// Has the service create the file. Returns the job after its end.
    async fn job(&self, client: &Client) -> Result<Document<Job>, Reason> {
        let body = json!({ "format": ExportFormat::from(self.format).as_str() });
        let request = Request::post(["exports"]).json(&body).waiting();
        let job = client.fetch(request).await?;
        follow(client, job, |job| job.export.as_ref().map_or(0, |export| export.favorites)).await
    }
}

/// Returns the link to the file of a job that has ended.
fn link(job: &Document<Job>) -> Result<&Download, Reason> {
    let Job { id, state, export, .. } = &job.value;
    let link = export.as_ref().and_then(|export| export.download.as_ref());
    let no_file = Reason::JobEnded { id: *id, state: "has no file", undoable: false };
    link.filter(|_| *state == JobState::Done).ok_or(no_file)
}

async fn download(link: &Download, file: &mut impl Write) -> Result<(), ClientError> {
    let progress = Progress::bytes("downloaded");
    link.write_to(file, |bytes| progress.advance(bytes)).await
}
