//! The figures and their bars.

use anyhow::ensure;
use favorites_tests::figures::say;

/// Prints a figure without a bar.
pub(crate) fn only(name: &str, figure: f64) {
    say(&format!("{name:<52} {figure:>10.2}"));
}

/// Prints the figures and their bars, and counts the bars that are missed.
pub(crate) struct Report {
    missed: usize,
}

impl Report {
    pub(crate) fn begin() -> Self {
        say(&format!("{:<52} {:>10} {:>8}", "", "measured", "bar"));
        Self { missed: 0 }
    }

    /// Prints a figure that must not exceed a bar.
    pub(crate) fn at_most(&mut self, name: &str, figure: f64, bar: f64) {
        let met = figure <= bar;
        self.missed += usize::from(!met);
        let verdict = if met { "met" } else { "MISSED" };
        say(&format!("{name:<52} {figure:>10.2} {bar:>8} {verdict}"));
    }

    /// # Errors
    /// Returns an error if a bar is missed.
    pub(crate) fn end(self) -> anyhow::Result<()> {
        ensure!(self.missed == 0, "{} figures exceed their bars", self.missed);
        Ok(())
    }
}
