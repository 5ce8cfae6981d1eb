//! The figures and their bars.

use anyhow::ensure;
use favorites_tests::figures::say;

/// The figures and their bars.
#[derive(Default)]
pub(crate) struct Report {
    lines: Vec<String>,
    missed: usize,
}

impl Report {
    /// Adds a figure that must not exceed a bar.
    pub(crate) fn at_most(&mut self, name: &str, figure: f64, bar: f64) {
        let met = figure <= bar;
        self.missed += usize::from(!met);
        let verdict = if met { "met" } else { "MISSED" };
        self.lines.push(format!("{name:<52} {figure:>10.2} {bar:>8} {verdict}"));
    }

    /// Adds a figure without a bar.
    pub(crate) fn only(&mut self, name: &str, figure: f64) {
        self.lines.push(format!("{name:<52} {figure:>10.2}"));
    }

    /// Prints the figures.
    ///
    /// # Errors
    /// Returns an error if a bar is missed.
    pub(crate) fn end(self) -> anyhow::Result<()> {
        say(&format!("{:<52} {:>10} {:>8}", "", "measured", "bar"));
        self.lines.iter().for_each(|line| say(line));
        ensure!(self.missed == 0, "{} figures exceed their bars", self.missed);
        Ok(())
    }
}
