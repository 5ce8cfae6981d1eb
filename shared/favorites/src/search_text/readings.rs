//! The two readings of folded text: with the parts of a word apart, and written together.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::fold::JOINT;

/// A folded text, or several of them, as words are looked for in them: `e-mail` is read as `e mail` and as `email`.
#[derive(Debug)]
pub(crate) struct Readings<'t> {
    text: &'t str,
    apart: OnceCell<Cow<'t, str>>,
    together: OnceCell<Cow<'t, str>>,
}

impl<'t> Readings<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        Self { text, apart: OnceCell::new(), together: OnceCell::new() }
    }

    /// Returns the folded text itself.
    pub(crate) fn folded(&self) -> &'t str {
        self.text
    }

    /// Returns the text with a space for each joint.
    pub(crate) fn apart(&self) -> &str {
        self.apart.get_or_init(|| replaced(self.text, " "))
    }

    /// Returns the text without joints.
    pub(super) fn together(&self) -> &str {
        self.together.get_or_init(|| replaced(self.text, ""))
    }

    /// Returns true if the two readings differ.
    pub(super) fn differ(&self) -> bool {
        self.text.contains(JOINT)
    }
}

fn replaced<'t>(text: &'t str, with: &str) -> Cow<'t, str> {
    if text.contains(JOINT) { text.replace(JOINT, with).into() } else { text.into() }
}
