//! Writes a large Netscape file and reads it, and prints the times and the largest amount of memory that the
//! process held.
//!
//! ```text
//! cargo run --release -p bookmark-files --example large_file -- 500000 /tmp/large.html
//! ```

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::time::Instant;

use anyhow::Context;
use bookmark_files::{Bookmarks, Entry, Format, Limits, NetscapeWriter, Outcome, Timestamp};

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(count), Some(path)) = (arguments.next(), arguments.next()) else {
        anyhow::bail!("give the number of entries and the path of the file to write")
    };
    let count: u64 = count.parse().with_context(|| format!("{count:?} is not a number of entries"))?;
    let mut output = io::stdout().lock();

    let start = Instant::now();
    write_file(&path, count)?;
    let bytes = fs::metadata(&path)?.len();
    writeln!(output, "wrote {count} entries, {bytes} bytes in {:?}; {}", start.elapsed(), peak_memory()?)?;

    let start = Instant::now();
    let mut entries = 0;
    for row in Bookmarks::open(Format::Netscape, File::open(&path)?, Limits::default())? {
        match row?.outcome {
            Outcome::Entry(_) => entries += 1,
            Outcome::Invalid(reason) => anyhow::bail!("an entry is not read back: {reason}"),
        }
    }
    writeln!(output, "read {entries} entries in {:?}; {}", start.elapsed(), peak_memory()?)?;
    Ok(())
}

fn write_file(path: &str, count: u64) -> anyhow::Result<()> {
    let mut writer = NetscapeWriter::begin(BufWriter::new(File::create(path)?))?;
    for number in 0..count {
        writer.entry(&Entry {
            url: Some(format!(
                "https://www.example.com/articles/{number}/a-longer-path-of-an-article?page=1&ref=feed"
            )),
            title: Some(format!("Article {number}: “Quotes” & <angles> in a title of usual length")),
            note: (number % 4 == 0).then(|| "A note of some words\nin two lines".to_owned()),
            created: Timestamp::from_millis(1_500_000_000_000 + number * 60_000),
            modified: Timestamp::from_millis(1_600_000_000_000 + number * 60_000),
            tags: vec![format!("tag{}", number % 500), "reading".to_owned(), "c++".to_owned()],
            folders: vec![vec![format!("Folder {}", number / 5_000), format!("Inner {}", number / 100)]],
            ..Entry::default()
        })?;
    }
    writer.end()?;
    Ok(())
}

/// The peak of the resident memory, as Linux counts it.
fn peak_memory() -> io::Result<String> {
    let status = fs::read_to_string("/proc/self/status")?;
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("VmHWM: unknown");
    Ok(peak.split_whitespace().collect::<Vec<_>>().join(" "))
}
