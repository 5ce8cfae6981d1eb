//! The text of `template.yaml` with its generated parts.
//!
//! A generated part is the value of a key whose line ends with `# Generated` and the name of its command.

use std::path::PathBuf;

/// The text of `template.yaml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateText(Vec<String>);

impl TemplateText {
    /// Reads the file.
    ///
    /// # Panics
    /// Panics if the file can't be read.
    #[must_use]
    pub fn read() -> Self {
        let text = std::fs::read_to_string(path()).expect("the project has a template");
        Self(text.lines().map(str::to_owned).collect())
    }

    /// Replaces the value of a generated key of a resource. The lines are indented here.
    ///
    /// # Panics
    /// Panics if the resource has no such key.
    pub fn generate(&mut self, resource: &str, key: &str, lines: impl IntoIterator<Item = String>) {
        let heading = format!("  {resource}:");
        let start = self.0.iter().position(|line| *line == heading);
        let start = start.unwrap_or_else(|| panic!("add the resource {resource} to template.yaml"));
        let end = self.end_of(start);
        let heading = format!("{key}: # Generated");
        let key = (start..end).find(|line| self.0[*line].trim_start().starts_with(&heading));
        let key = key.unwrap_or_else(|| panic!("{resource} in template.yaml has no line with {heading}"));
        let indent = " ".repeat(indentation(&self.0[key]) + 2);
        let lines = lines.into_iter().map(|line| format!("{indent}{line}"));
        self.0.splice(key + 1..self.end_of(key), lines);
    }

    /// Compares this text with the file, or writes it to the file if the environment variable `UPDATE` is 1.
    ///
    /// # Panics
    /// Panics if they differ, with the first difference.
    pub fn check_or_write(&self, command: &str) {
        if is_update() {
            std::fs::write(path(), self.0.join("\n") + "\n").expect("the template can be written");
            return;
        }
        let found = Self::read();
        let mut lines = found.0.iter().zip(&self.0).enumerate();
        let differing = lines.find(|(_, (found, generated))| found != generated);
        let shown = differing
            .map(|(number, (found, generated))| format!("line {}:\n-{found}\n+{generated}", number + 1));
        assert!(found == *self, "template.yaml is out of date; UPDATE=1 {command} writes it; {shown:?}");
    }

    /// Returns the number of the line that ends the value of the key in line `key`.
    fn end_of(&self, key: usize) -> usize {
        let own = indentation(&self.0[key]);
        let is_outside = |line: &String| !line.is_empty() && indentation(line) <= own;
        let next = self.0[key + 1..].iter().position(is_outside).map_or(self.0.len(), |next| key + 1 + next);
        let blank = self.0[key + 1..next].iter().rev().take_while(|line| line.is_empty()).count();
        next - blank
    }
}

/// Returns true if the tests should write generated files instead of comparing them.
#[must_use]
pub fn is_update() -> bool {
    std::env::var_os("UPDATE").is_some_and(|value| value == "1")
}

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../template.yaml")
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Returns the logical id of the function `name`: `CreateFavoriteFunction` for `create-favorite`.
#[must_use]
pub fn logical_id(name: &str) -> String {
    let capitalized = name.split('-').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    });
    capitalized.chain(["Function".to_owned()]).collect()
}
