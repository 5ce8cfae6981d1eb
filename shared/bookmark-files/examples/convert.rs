//! Converts a file of any known format to a Netscape file, and lists the rows that it can't convert.
//!
//! ```text
//! cargo run -p bookmark-files --example convert -- export.json bookmarks.html
//! ```

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};

use anyhow::Context;
use bookmark_files::{Bookmarks, Format, Limits, NetscapeWriter, Outcome, WriteError};

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(from), Some(to)) = (arguments.next(), arguments.next()) else {
        anyhow::bail!("give the path of the file to read and the path of the file to write")
    };
    let mut input = File::open(&from).with_context(|| format!("{from} can't be opened"))?;
    let mut start = Vec::new();
    (&mut input).take(Format::DETECT_BYTES as u64).read_to_end(&mut start)?;
    let format = Format::detect(&start).with_context(|| from.clone())?;

    let mut log = io::stderr().lock();
    writeln!(log, "{from} is a {format} file")?;
    let mut writer = NetscapeWriter::begin(BufWriter::new(File::create(&to)?))?;
    for row in Bookmarks::open(format, input, Limits::default())? {
        let row = row?;
        let line = row.position.line;
        match row.outcome {
            Outcome::Invalid(reason) => writeln!(log, "line {line}: {reason}")?,
            Outcome::Entry(entry) => {
                for remark in &entry.remarks {
                    writeln!(log, "line {line}: {remark}")?;
                }
                match writer.entry(&entry) {
                    Err(error @ WriteError::NoUrl) => writeln!(log, "line {line}: {error}")?,
                    written => written?,
                }
            }
        }
    }
    writer.end()?;
    Ok(())
}
