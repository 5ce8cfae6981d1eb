//! The two readings of folded text: with the parts of a word apart, and written together.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::address::{HOST_END, LABEL_END};
use super::fold::{JOINT, needed_between};

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
        self.apart.get_or_init(|| with_joints_as(" ", self.text))
    }

    /// Returns the text without joints.
    pub(super) fn together(&self) -> &str {
        self.together.get_or_init(|| with_joints_as("", self.text))
    }

    /// Returns true if the two readings differ.
    pub(super) fn differ(&self) -> bool {
        self.text.contains(JOINT)
    }
}

/// Returns a text with `joint` for each joint. Addresses are read as other texts, without the ends of their
/// labels and hosts.
fn with_joints_as<'t>(joint: &str, text: &'t str) -> Cow<'t, str> {
    let is_special = |character: char| matches!(character, JOINT | LABEL_END | HOST_END);
    if !text.contains(is_special) {
        return text.into();
    }
    let mut read = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            (JOINT, _) => read.push_str(joint),
            (LABEL_END | HOST_END, Some(after)) => {
                let before = read.chars().next_back();
                read.extend(before.and_then(|before| needed_between(before, *after, ' ')));
            }
            (character, _) => read.push(character),
        }
    }
    read.into()
}
