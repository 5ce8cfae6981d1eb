//! Reading a file on a thread for blocking work. A parser takes seconds for a file of many megabytes, and
//! other tasks go on meanwhile.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bookmark_files::Field;

use super::outcome::bounded;
use super::rows::{ImportFile, ImportRow, ImportRows, detect};
use crate::error::Error;
use crate::files::FilesError;
use crate::jobs::{ImportFormat, Stop};

/// A file that is being read. Parsing ends soon after this is dropped.
pub(super) struct Reading {
    /// The rest of the entries, unless a thread has them.
    rows: Option<ImportRows>,
    is_over: Arc<AtomicBool>,
}

/// The next entries of a file.
pub(super) struct NextRows {
    pub(super) rows: Vec<ImportRow>,
    /// The reason why the file can't be read further.
    pub(super) failure: Option<String>,
    /// The name of the encoding in which the file is read.
    pub(super) encoding: &'static str,
}

impl Reading {
    /// Opens a file, and returns its format.
    ///
    /// # Errors
    /// [`Stop::Failed`] if it has none of the formats, or can't be opened in this one; [`Error::Files`] if
    /// the thread has ended.
    pub(super) async fn open(
        format: Option<ImportFormat>,
        columns: BTreeMap<Field, String>,
        file: File,
    ) -> Result<(Self, ImportFormat), Stop> {
        let mut reading = Self { rows: None, is_over: Arc::default() };
        let mut file = ImportFile { file, is_over: reading.is_over.clone() };
        let opened = on_a_thread(move || -> Result<_, String> {
            let format = format.map_or_else(|| detect(&mut file), Ok)?;
            Ok((ImportRows::open(format, &columns, file)?, format))
        });
        let (rows, format) = opened.await?.map_err(|reason| Stop::Failed(bounded(reason)))?;
        reading.rows = Some(rows);
        Ok((reading, format))
    }

    /// Reads the next entries, at most this many. There are fewer at the end of the file, or if it can't be
    /// read further.
    ///
    /// # Errors
    /// [`Error::Files`] if the thread has ended, or a call before was dropped.
    pub(super) async fn next(&mut self, most: usize) -> Result<NextRows, Error> {
        let Some(mut rows) = self.rows.take() else {
            return Err(unread(io::Error::other(
                "the file is read no further, because a read was interrupted",
            )));
        };
        let (rest, next) = on_a_thread(move || {
            let (mut read, mut failure) = (Vec::new(), None);
            while read.len() < most && failure.is_none() {
                match rows.next() {
                    Ok(Some(row)) => read.push(row),
                    Ok(None) => break,
                    Err(reason) => failure = Some(bounded(reason)),
                }
            }
            // It is known for certain once a character has come that is not ASCII.
            let encoding = rows.encoding();
            (rows, NextRows { rows: read, failure, encoding })
        })
        .await?;
        self.rows = Some(rest);
        Ok(next)
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

async fn on_a_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
    tokio::task::spawn_blocking(work).await.map_err(|error| unread(io::Error::other(error)))
}

fn unread(error: io::Error) -> Error {
    FilesError::from(error).into()
}

#[cfg(test)]
mod tests {
    use std::io::{Seek as _, Write as _};
    use std::os::fd::OwnedFd;

    use super::*;

    #[tokio::test]
    async fn an_export_has_at_most_500_000_entries() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&b"{}\n".repeat(500_001)).unwrap();
        file.rewind().unwrap();
        let (mut reading, _) =
            Reading::open(Some(ImportFormat::JsonLines), BTreeMap::new(), file).await.ok().unwrap();
        let next = reading.next(500_001).await.unwrap();
        assert!(next.rows.iter().map(|row| row.number).eq(0..500_000));
        let expected =
            "the file has more than 500000 entries, which is the limit; split it into smaller files";
        assert_eq!(next.failure.as_deref(), Some(expected));
    }

    #[tokio::test]
    async fn an_entry_has_at_most_10_million_bytes() {
        let links = |bytes: usize| {
            format!("<DL><DT><A HREF=\"u\">t</A>{}<DT><A HREF=\"u\">t</A></DL>", "<b>".repeat(bytes / 3))
        };
        for (bytes, expected) in [
            (10_000_000 - 100, None),
            (
                10_200_000,
                Some(
                    "the file has more than 10000000 bytes in an entry, which is the limit; shorten the entry",
                ),
            ),
        ] {
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(links(bytes).as_bytes()).unwrap();
            let format = Some(ImportFormat::Bookmarks(bookmark_files::Format::Netscape));
            let (mut reading, _) = Reading::open(format, BTreeMap::new(), file).await.ok().unwrap();
            let next = reading.next(3).await.unwrap();
            assert_eq!(next.failure.as_deref(), expected, "{bytes}");
        }
    }

    /// Opens a file whose bytes the other end writes. Its beginning, by which the reader chooses an encoding,
    /// is empty lines.
    async fn open() -> (Reading, io::PipeWriter) {
        let (reader, mut writer) = io::pipe().unwrap();
        let file = File::from(OwnedFd::from(reader));
        let beginning = std::thread::spawn(move || {
            writer.write_all(&b"\n".repeat(bookmark_files::Format::DETECT_BYTES)).unwrap();
            writer
        });
        let opened = Reading::open(Some(ImportFormat::JsonLines), BTreeMap::new(), file).await;
        (opened.ok().unwrap().0, beginning.join().unwrap())
    }

    /// The reader waits for bytes that another task of the same thread writes.
    #[tokio::test(flavor = "current_thread")]
    async fn other_tasks_go_on_while_a_file_is_parsed() {
        let (mut reading, mut writer) = open().await;
        let ticks = async move {
            for _ in 0..100 {
                tokio::task::yield_now().await;
                writer.write_all(b"{}\n").unwrap();
            }
        };
        let (next, ()) = tokio::join!(reading.next(1_000), ticks);
        let next = next.unwrap();
        assert_eq!((next.rows.len(), next.failure), (100, None));
    }

    #[tokio::test(flavor = "current_thread")]
    async fn parsing_ends_when_nobody_waits_for_it() {
        let (mut reading, mut writer) = open().await;
        let mut next = Box::pin(reading.next(1_000));
        assert!(futures::poll!(&mut next).is_pending());
        drop(next);
        drop(reading);
        // The other end of the pipe is closed with the file.
        while writer.write_all(b"{}\n").is_ok() {
            tokio::task::yield_now().await;
        }
    }
}
