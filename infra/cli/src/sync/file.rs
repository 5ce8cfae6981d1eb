//! The file of a copy, as JSON Lines: a line with the cursor, and a line for each tag and favorite, as the feed sends them.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tempfile::NamedTempFile;

use super::copy::{Change, Copy};

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    cursor: String,
    complete: bool,
}

/// The file of a copy can't be read or written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CopyError {
    #[error("{} can't be read", file.display())]
    Read { file: PathBuf, source: io::Error },
    #[error("{}, line {line}, is not of a copy that this command has made; name another file, or delete this one", file.display())]
    Line { file: PathBuf, line: usize },
    #[error("{} can't be written", file.display())]
    Write { file: PathBuf, source: io::Error },
    #[error("the service sent a change without an id: {change}")]
    NoId { change: String },
}

impl CopyError {
    /// The service sent this change, which has no id.
    pub(crate) fn no_id(change: &Change) -> Self {
        Self::NoId { change: json!(change).to_string() }
    }
}

/// Reads the copy in a file. A file that does not exist is an empty copy.
pub(crate) fn load(file: &Path) -> Result<Copy, CopyError> {
    let unreadable = |source| CopyError::Read { file: file.to_owned(), source };
    let opened = match File::open(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Copy::default()),
        opened => opened.map_err(unreadable)?,
    };
    let mut copy = Copy::default();
    for (number, line) in BufReader::new(opened).lines().enumerate() {
        let line = line.map_err(unreadable)?;
        let bad = || CopyError::Line { file: file.to_owned(), line: number + 1 };
        if number == 0 {
            let head: Head = serde_json::from_str(&line).map_err(|_| bad())?;
            (copy.cursor, copy.is_complete) = (Some(head.cursor), head.complete);
        } else {
            let change = serde_json::from_str(&line).map_err(|_| bad())?;
            copy.change(change).map_err(|_| bad())?;
        }
    }
    // An empty file was made by something else: a copy has a first line.
    if copy.cursor.is_none() { Err(CopyError::Line { file: file.to_owned(), line: 1 }) } else { Ok(copy) }
}

/// Puts the copy in place of the file's contents, whole or not at all: a reader sees the old copy or the new one, also if the program is
/// killed.
pub(crate) fn save(copy: &Copy, file: &Path) -> Result<(), CopyError> {
    write(copy, file).map_err(|source| CopyError::Write { file: file.to_owned(), source })
}

fn write(copy: &Copy, file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Only its user can read it, as temporary files are.
    let mut new = NamedTempFile::new_in(folder)?;
    let mut lines = BufWriter::new(new.as_file_mut());
    let head = Head { cursor: copy.cursor.clone().unwrap_or_default(), complete: copy.is_complete };
    writeln!(lines, "{}", serde_json::to_string(&head)?)?;
    let line = |name: &str, members: &Map<String, Value>| json!({ name: members }).to_string();
    for tag in copy.tags.values() {
        writeln!(lines, "{}", line("tag", tag))?;
    }
    for favorite in copy.favorites.values() {
        writeln!(lines, "{}", line("favorite", favorite))?;
    }
    for trashed in copy.trash.values() {
        writeln!(lines, "{}", line("trashed", trashed))?;
    }
    lines.flush()?;
    drop(lines);
    new.as_file().sync_all()?;
    new.persist(file)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_read_back_from_its_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("copy.jsonl");
        assert_eq!(load(&file).unwrap().counts(), [0, 0, 0], "a missing file is an empty copy");
        let id = "019a0000-0000-7000-8000-000000000001";
        let changes = json!({
            "changes": [{ "favorite": { "dataId": id, "title": "a\nb" } }, { "tag": { "tagId": id } }],
            "cursor": "c", "more": true,
        });
        let mut copy = Copy::default();
        copy.apply(serde_json::from_value(changes).unwrap()).unwrap();
        for _ in 0..2 {
            save(&copy, &file).unwrap();
            copy = load(&file).unwrap();
            assert_eq!((copy.counts(), copy.cursor(), copy.is_complete), ([1, 0, 1], Some("c"), false));
        }
        assert_eq!(copy.favorites.values().next().unwrap()["title"], "a\nb");
        assert_eq!(folder.path().read_dir().unwrap().count(), 1, "no other file is left");
    }

    #[test]
    fn a_file_of_another_kind_is_refused_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("other.txt");
        for (text, line) in [("", 1), ("hello\n", 1), ("{\"cursor\":\"c\",\"complete\":true}\n{}\n", 2)] {
            std::fs::write(&file, text).unwrap();
            let error = load(&file).unwrap_err();
            assert!(
                matches!(error, CopyError::Line { line: found, .. } if found == line),
                "{text:?}: {error}"
            );
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        }
        let error = load(folder.path()).unwrap_err();
        assert!(matches!(error, CopyError::Read { .. }), "{error}");
        let error = save(&Copy::default(), &folder.path().join("none/copy.jsonl")).unwrap_err();
        assert!(matches!(error, CopyError::Write { .. }), "{error}");
    }
}
