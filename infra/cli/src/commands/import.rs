//! `favorites import`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use favorites_api::favorites::limits::IMPORT_BYTES;
use favorites_api::favorites::{ImportFormat, JobCounts, JobState, TagName};
use serde_json::json;

use super::job::{LOOK, Pace, processed};
use super::text_input::STANDARD_INPUT;
use super::values::{OnExisting, column, import_format, tag_name};
use crate::client::{Client, Document, ImportReportEntry, Job, Pages, Request};
use crate::failure::Reason;
use crate::output::{Output, Progress, imported};

/// Import a file that a browser, another service or `favorites export` has written.
///
/// Reads browser bookmarks (HTML, Firefox JSON, XBEL), exports of this service and of about fifteen others,
/// CSV files with a header, and lists of addresses. Keeps dates, notes and tags. A folder becomes a tag with
/// its path as the name, such as Work/Later. Existing links are not saved again. The service imports the file
/// as a job, which continues if the program ends early. The command lists shortened entries with their lines.
/// It also lists entries that can't be imported, and then ends with the exit code 5.
#[derive(Debug, Args)]
pub(crate) struct Import {
    /// The file, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The format, instead of the detected one.
    #[arg(long, value_name = "FORMAT", value_parser = import_format())]
    format: Option<ImportFormat>,

    /// The column of a CSV file for a field, such as url=Adresse; may be repeated. The fields are url, title,
    /// note, excerpt, text, created, modified, tags, folder and cover.
    #[arg(long = "column", value_name = "FIELD=COLUMN", value_parser = column)]
    columns: Vec<(String, String)>,

    /// The name of a tag to put on each favorite; may be repeated.
    #[arg(long = "tag", value_name = "NAME", value_parser = tag_name)]
    tags: Vec<TagName>,

    /// The action for a link that was saved before: keep it as it is, or add the tags and the missing details.
    #[arg(long, value_name = "ACTION", value_enum, default_value_t = OnExisting::Keep)]
    on_existing: OnExisting,

    /// Only say what the import would do.
    #[arg(long)]
    dry_run: bool,
}

/// An import whose file is not uploaded yet.
#[derive(Debug)]
pub(super) struct Begun {
    pub(super) job: Document<Job>,
    file: File,
    bytes: u64,
}

impl Import {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let job = self.begin(client).await?.finish(client).await?;
        let Job { id, state, reason, counts, .. } = &job.value;
        report(client, output, &id.to_string()).await?;
        let (file, has_read) = (self.source(), *counts != JobCounts::default());
        match (state, reason.clone()) {
            (JobState::Failed, Some(reason)) if !has_read => Err(Reason::ImportFormat { file, reason }),
            (JobState::Failed, Some(reason)) => {
                output.document(&job, imported)?;
                Err(Reason::ImportFile { file, reason })
            }
            (JobState::Done, _) => {
                output.document(&job, imported)?;
                match counts.failed {
                    0 => Ok(()),
                    left => Err(Reason::EntriesLeft { left }),
                }
            }
            _ => Err(Reason::JobEnded { id: *id, state: "was cancelled", undoable: false }),
        }
    }

    /// Returns an import of `file` that puts the tag `tag` on each favorite.
    pub(super) fn tagged(file: PathBuf, tag: TagName) -> Self {
        Self {
            file,
            format: None,
            columns: Vec::new(),
            tags: vec![tag],
            on_existing: OnExisting::Keep,
            dry_run: false,
        }
    }

    /// Returns the name of the input for messages.
    fn source(&self) -> String {
        if self.is_input() { "standard input".to_owned() } else { self.file.display().to_string() }
    }

    fn is_input(&self) -> bool {
        self.file == Path::new(STANDARD_INPUT)
    }

    /// Opens the file. Returns the file and its size.
    fn open(&self) -> io::Result<(File, u64)> {
        if self.is_input() {
            return spool(io::stdin());
        }
        let file = File::open(&self.file)?;
        let metadata = file.metadata()?;
        match metadata.file_type() {
            kind if kind.is_file() => Ok((file, metadata.len())),
            kind if kind.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            // For example, a pipe, whose size is unknown.
            _ => spool(file),
        }
    }

    /// Creates the job, which waits for the file.
    pub(super) async fn begin(&self, client: &Client) -> Result<Begun, Reason> {
        let unreadable = |source| Reason::Unreadable { place: self.source(), source };
        let (file, bytes) = self.open().map_err(unreadable)?;
        if bytes > IMPORT_BYTES {
            return Err(Reason::TooLong { place: self.source(), limit: IMPORT_BYTES });
        }
        let request = Request::post(["imports"]).json(&json!({
            "bytes": bytes,
            "format": self.format.map(ImportFormat::as_str),
            "columns": self.columns.iter().cloned().collect::<BTreeMap<_, _>>(),
            "tagNames": self.tags.iter().map(TagName::as_str).collect::<Vec<_>>(),
            "onExisting": self.on_existing.parameter(),
            "dryRun": self.dry_run,
        }));
        Ok(Begun { job: client.fetch(request).await?, file, bytes })
    }
}

/// Copies `input` to a temporary file, because the upload needs its size. Stops one byte after the limit.
/// Returns the rewound file and its size.
fn spool(input: impl Read) -> io::Result<(File, u64)> {
    let mut file = tempfile::tempfile()?;
    let bytes = io::copy(&mut input.take(IMPORT_BYTES + 1), &mut file)?;
    file.rewind()?;
    Ok((file, bytes))
}

impl Begun {
    /// Uploads the file, and has the service work on the import until it has ended.
    pub(super) async fn finish(self, client: &Client) -> Result<Document<Job>, Reason> {
        let Self { job, file, bytes } = self;
        if let Some(upload) = job.value.import.and_then(|import| import.upload) {
            let progress = Progress::bytes("to upload");
            progress.set(bytes);
            upload.send(file).await?;
            drop(progress);
        }
        work(client, &job.value.id.to_string()).await
    }
}

/// Has the service work on an import until it has ended.
async fn work(client: &Client, id: &str) -> Result<Document<Job>, Reason> {
    let progress = Progress::counting("entries");
    let mut pace = Pace::new(Instant::now());
    loop {
        // A repeated request works on the import, so the program need not wait for the service to go on by itself.
        let job: Document<Job> = client.fetch(Request::post(["jobs", id, "start"]).waiting()).await?;
        if job.value.state != JobState::Running {
            return Ok(job);
        }
        let done = processed(&job.value.counts);
        progress.set(done);
        pace.check(&job.value, done, Instant::now())?;
        tokio::time::sleep(LOOK).await;
    }
}

/// Writes a message for each entry that can't be imported, and for each remark on others.
async fn report(client: &Client, output: &mut Output, id: &str) -> Result<(), Reason> {
    let mut pages = Pages::new(client, Request::get(["jobs", id, "report"]), None);
    while let Some(page) = pages.next().await? {
        for entry in page.items {
            let ImportReportEntry { place, reason, remarks } = entry.value;
            for text in reason.into_iter().chain(remarks) {
                output.message(&format!("{place}: {text}"));
            }
        }
    }
    Ok(())
}
