//! `favorites import`.

use std::fs::File;
use std::io::{BufReader, Read as _, Seek as _};
use std::path::{Path, PathBuf};

use bookmark_files::{Bookmarks, Format, Limits, Outcome, Row};
use clap::Args;
use favorites_api::favorites::TagName;

use super::values::{OnExisting, tag_name};
use crate::client::Client;
use crate::failure::Reason;
use crate::import::{Batches, ImportedFavorite, Report};
use crate::output::{Output, Progress};

/// Import bookmarks from a file that a browser or a service has exported.
///
/// Reads Netscape bookmarks (browsers, linkding, Shaarli, Pinboard), Pocket, Raindrop, Karakeep, Linkwarden and Pinboard. Dates, notes and
/// tags are kept. A folder becomes a tag with its path as the name, such as Work/Later. Links that exist are not saved again, so an import
/// that was interrupted can be repeated. Each entry that is not imported is listed with its line and the reason; then the exit code is 5.
#[derive(Debug, Args)]
pub(crate) struct Import {
    /// The file.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The format, instead of the one that the file begins like.
    #[arg(long, value_name = "FORMAT")]
    format: Option<Format>,

    /// The name of a tag to put on each favorite; may be repeated.
    #[arg(long = "tag", value_name = "NAME", value_parser = tag_name)]
    tags: Vec<TagName>,

    /// The action for a link that was saved before: keep it as it is, or add the tags and the missing details.
    #[arg(long, value_enum, default_value_t = OnExisting::Keep)]
    on_existing: OnExisting,

    /// Only read the file, and list the entries that can't be read.
    #[arg(long)]
    dry_run: bool,
}

impl Import {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let mut file = self.open()?;
        let format = match self.format {
            Some(format) => format,
            None => detect(&mut file, &self.file)?,
        };
        let mut report = Report { format: format.id(), ..Report::default() };
        let progress = Progress::counting("favorites");
        let tags: Vec<String> = self.tags.iter().map(|tag| tag.as_str().to_owned()).collect();
        let mut batches = Batches::new(client, &progress, self.on_existing.parameter());
        let unreadable = |source| Reason::ImportFile { file: self.file.display().to_string(), source };
        for row in Bookmarks::open(format, file, Limits::default()).map_err(unreadable)? {
            // The rows before the fault are entries, and are imported.
            let Row { position, outcome } = match row {
                Ok(row) => row,
                Err(source) => {
                    batches.send(&mut report, output).await?;
                    output.message(&report.text());
                    return Err(unreadable(source));
                }
            };
            let favorite = match outcome {
                Outcome::Entry(entry) => {
                    ImportedFavorite::of(*entry, &tags).map_err(|reason| reason.to_string())
                }
                Outcome::Invalid(reason) => Err(reason.to_string()),
            };
            match favorite {
                Ok(_) if self.dry_run => report.created += 1,
                Ok(favorite) => batches.add(position, &favorite, &mut report, output).await?,
                Err(reason) => {
                    report.invalid += 1;
                    progress.suspend(|| output.message(&format!("{position}: {reason}")));
                }
            }
        }
        batches.send(&mut report, output).await?;
        drop(progress);
        output.value(&report, |report| if self.dry_run { dry_text(report) } else { report.text() })?;
        match report.left() {
            0 => Ok(()),
            left => Err(Reason::EntriesLeft { left }),
        }
    }

    fn open(&self) -> Result<BufReader<File>, Reason> {
        let file = File::open(&self.file).map_err(|source| read_error(&self.file, source))?;
        Ok(BufReader::new(file))
    }
}

/// Returns the format that the file begins like.
fn detect(file: &mut BufReader<File>, path: &Path) -> Result<Format, Reason> {
    let mut beginning = Vec::new();
    let length = Format::DETECT_BYTES.try_into().expect("the beginning of a file is short");
    file.by_ref().take(length).read_to_end(&mut beginning).map_err(|source| read_error(path, source))?;
    file.rewind().map_err(|source| read_error(path, source))?;
    Format::detect(&beginning)
        .map_err(|source| Reason::ImportFormat { file: path.display().to_string(), source })
}

fn read_error(path: &Path, source: std::io::Error) -> Reason {
    Reason::Read { place: path.display().to_string(), source }
}

fn dry_text(report: &Report) -> String {
    let Report { format, created, invalid, .. } = report;
    format!(
        "{} entries in a file of the format {format}: {invalid} can't be imported. Nothing was sent.",
        created + invalid
    )
}
