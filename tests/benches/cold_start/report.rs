//! The table with the results.

use std::time::Duration;

use favorites_tests::figures::{median, say};

use crate::program::{Kind, Program};
use crate::sizes::Size;
use crate::start::{Point, Start};

/// The medians of a program.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) size: Size,
    pub(crate) next: Point,
    pub(crate) answer: Point,
    pub(crate) peak_memory: u64,
}

impl Row {
    pub(crate) fn new(program: &Program, size: Size, starts: &[Start]) -> Self {
        let of = |part: fn(&Start) -> Duration| median(starts.iter().map(part).collect());
        let next = Point { cpu: of(|start| start.next.cpu), wall: of(|start| start.next.wall) };
        let answer = Point { cpu: of(|start| start.answer.cpu), wall: of(|start| start.answer.wall) };
        let mut memory: Vec<u64> = starts.iter().map(|start| start.peak_memory).collect();
        memory.sort_unstable();
        let peak_memory = memory[memory.len() / 2];
        Self { name: program.name.clone(), kind: program.kind, size, next, answer, peak_memory }
    }
}

/// Returns the row of hello, to which the other programs are compared.
pub(crate) fn hello(rows: &[Row]) -> &Row {
    rows.iter().find(|row| row.kind == Kind::Hello).expect("hello is always measured")
}

/// Returns the ratio of `one` to `other`.
pub(crate) fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64()
}

/// Prints the table as Markdown.
pub(crate) fn print(rows: &[Row], runs: u32) {
    let hello = hello(rows);
    say(&format!("\nMedians of {runs} interleaved starts; \"×\" is the CPU as a multiple of hello's.\n"));
    say(
        "| program | size MB | zipped MB | CPU to /next ms | × | CPU to answer ms | × | to /next ms | to answer ms | peak MB |",
    );
    say("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for row in rows {
        say(&format!(
            "| {} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.1} |",
            row.name,
            megabytes(row.size.file),
            megabytes(row.size.zipped),
            millis(row.next.cpu),
            ratio(row.next.cpu, hello.next.cpu),
            millis(row.answer.cpu),
            ratio(row.answer.cpu, hello.answer.cpu),
            millis(row.next.wall),
            millis(row.answer.wall),
            megabytes(row.peak_memory),
        ));
    }
    say("");
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}

#[allow(clippy::cast_precision_loss, reason = "two digits are shown of far less than 2^52 bytes")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1_000_000.0
}
