//! Progress of long commands.

use std::borrow::Cow;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// The time between two movements of a spinner.
const TICK: Duration = Duration::from_millis(100);

/// The progress of a long command, on standard error. It is only visible on a terminal.
#[derive(Debug)]
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Shows a bar for `total` things, such as `files`.
    pub(crate) fn of(total: usize, things: impl Into<Cow<'static, str>>) -> Self {
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len} {msg}, {eta} left");
        let bar = ProgressBar::new(u64::try_from(total).unwrap_or(u64::MAX))
            .with_style(style.expect("the template is valid"))
            .with_message(things);
        bar.tick();
        Self(bar)
    }

    /// Shows a spinner and the number of things so far, such as `favorites`.
    pub(crate) fn counting(things: impl Into<Cow<'static, str>>) -> Self {
        Self::spinner("{spinner} {pos} {msg}", things)
    }

    /// Shows a spinner and a size in bytes, with the word for it, such as `downloaded`.
    pub(crate) fn bytes(word: impl Into<Cow<'static, str>>) -> Self {
        Self::spinner("{spinner} {bytes} {msg}", word)
    }

    fn spinner(template: &str, message: impl Into<Cow<'static, str>>) -> Self {
        let style = ProgressStyle::with_template(template).expect("the template is valid");
        let bar = ProgressBar::new_spinner().with_style(style).with_message(message);
        bar.enable_steady_tick(TICK);
        Self(bar)
    }

    /// Counts `things` more.
    pub(crate) fn advance(&self, things: u64) {
        self.0.inc(things);
    }

    /// Sets the number of things so far.
    pub(crate) fn set(&self, things: impl TryInto<u64>) {
        self.0.set_position(things.try_into().unwrap_or(u64::MAX));
    }

    /// Takes the bar off the terminal while `write` writes there.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }
}

impl Drop for Progress {
    /// Removes the bar, also when the command fails.
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
