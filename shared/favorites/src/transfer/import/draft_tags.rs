//! The tags of an entry that fit the limits.

use std::iter;

use bookmark_files::{FolderPath, folder_tag};

use super::outcome::CUT;
use crate::limits::{TAG_NAME_CHARS, TAGS_PER_FAVORITE};
use crate::model::tag::TagName;
use crate::use_cases::tag_names::TagNames;

/// The characters of a text of the file that a remark quotes.
const QUOTED_CHARS: usize = 60;

/// The tags of an entry, and remarks about those that are not as in the file.
#[derive(Default)]
pub(super) struct DraftTags {
    pub(super) names: Vec<TagName>,
    pub(super) remarks: Vec<String>,
    different: TagNames,
    left_out: usize,
}

impl DraftTags {
    /// Takes the tags of the import, then those of the entry, then its folders, until there are as many as a
    /// favorite can have.
    pub(super) fn of(for_all: &[TagName], tags: &[String], folders: &[FolderPath]) -> Self {
        let mut taken = Self::default();
        for name in for_all {
            taken.add(name.clone());
        }
        for tag in tags {
            taken.add_tag(tag);
        }
        for path in folders {
            taken.add_folder(path);
        }
        if taken.left_out > 0 {
            let given = TAGS_PER_FAVORITE + taken.left_out;
            taken.remarks.push(format!(
                "the entry has {given} tags and a favorite has at most {TAGS_PER_FAVORITE}, so it has the first \
                 {TAGS_PER_FAVORITE}"
            ));
        }
        taken
    }

    fn add(&mut self, name: TagName) {
        if self.different.has(&name) {
            return;
        }
        if self.names.len() == TAGS_PER_FAVORITE {
            self.left_out += 1;
            return;
        }
        self.different.add(&name);
        self.names.push(name);
    }

    fn add_tag(&mut self, tag: &str) {
        let error = match TagName::parse(tag) {
            Ok(name) => return self.add(name),
            Err(error) => error,
        };
        let quoted = quoted(tag);
        match shortened(tag) {
            Some(name) => {
                self.remarks.push(format!("the tag {quoted} {error}, so it is {:?}", name.as_str()));
                self.add(name);
            }
            None => self.remarks.push(format!("the tag {quoted} {error}, so it is left out")),
        }
    }

    /// Adds the tag of a folder, or of the deepest folders whose path fits.
    fn add_folder(&mut self, path: &FolderPath) {
        let tags = (0..path.len()).filter_map(|first| folder_tag(&path[first..]));
        let Some(whole) = tags.clone().next() else { return };
        match tags.map(|tag| TagName::parse(&tag)).find_map(Result::ok) {
            Some(name) => {
                if name.as_str() != whole.trim() {
                    self.remarks.push(format!(
                        "the path of the folder {} is longer than {TAG_NAME_CHARS} characters, so the tag is {:?}",
                        quoted(&whole),
                        name.as_str()
                    ));
                }
                self.add(name);
            }
            None => self.add_tag(path.last().unwrap_or(&whole)),
        }
    }
}

/// Returns a name of the beginning of a tag, on one line. `None` if nothing of it is visible.
fn shortened(tag: &str) -> Option<TagName> {
    let printable = |character: char| if character.is_control() { ' ' } else { character };
    let line: String = tag.chars().map(printable).map(one_line).collect();
    let words: Vec<_> = line.split_whitespace().collect();
    let line = words.join(" ");
    // The folded form may be longer than the name, and has a limit of its own.
    let mut lengths =
        iter::successors(Some(TAG_NAME_CHARS), |chars| Some(chars / 2).filter(|half| *half > 1));
    lengths.find_map(|chars| TagName::parse(cut(&line, chars)).ok())
}

/// Replaces the line breaks that are not control characters.
fn one_line(character: char) -> char {
    if matches!(character, '\u{2028}' | '\u{2029}') { ' ' } else { character }
}

/// Returns the beginning of a text in quotes.
pub(super) fn quoted(text: &str) -> String {
    format!("{:?}", cut(text, QUOTED_CHARS))
}

/// Returns the text with at most this number of characters.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain([CUT]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(tags: &[&str], folders: &[&[&str]]) -> (Vec<String>, Vec<String>) {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let folders: Vec<_> = folders.iter().map(|path| owned(path)).collect();
        let DraftTags { names, remarks, .. } = DraftTags::of(&[], &owned(tags), &folders);
        (names.iter().map(|name| name.as_str().to_owned()).collect(), remarks)
    }

    #[test]
    fn names_that_differ_only_in_case_are_one_tag_and_need_no_remark() {
        assert_eq!(tags(&["Rust", "rust", "RUST "], &[&["rust"]]), (vec!["Rust".to_owned()], vec![]));
    }

    #[test]
    fn the_first_tags_that_fit_are_kept_with_those_of_the_import_before_them() {
        let many: Vec<_> = (0..TAGS_PER_FAVORITE + 2).map(|number| format!("t{number}")).collect();
        let for_all = [TagName::parse("Imported").unwrap()];
        let DraftTags { names, remarks, .. } = DraftTags::of(&for_all, &many, &[]);
        assert_eq!(names.len(), TAGS_PER_FAVORITE);
        assert_eq!((names[0].as_str(), names[1].as_str()), ("Imported", "t0"));
        let expected = "the entry has 33 tags and a favorite has at most 30, so it has the first 30";
        assert_eq!(remarks, [expected]);
        assert_eq!(DraftTags::of(&[], &many[2..], &[]).remarks, [""; 0]);
    }

    #[test]
    fn a_long_tag_is_cut_and_one_with_a_line_break_is_on_one_line() {
        let (names, remarks) = tags(&[&"x".repeat(129), "line\nbreak", "\u{200b}"], &[]);
        assert_eq!(names, [format!("{}…", "x".repeat(127)), "line break".to_owned()]);
        assert_eq!(remarks.len(), 3);
        assert!(remarks[0].contains("must have at most 128 characters; 129 were given"), "{remarks:?}");
        assert!(remarks[2].ends_with("so it is left out"), "{remarks:?}");
        // Each folds to a sentence.
        let (names, _) = tags(&[&"\u{fdfa}".repeat(128)], &[]);
        assert_eq!(names, [format!("{}…", "\u{fdfa}".repeat(15))]);
    }

    #[test]
    fn a_folder_path_that_is_too_long_becomes_the_deepest_folders_that_fit() {
        let (outer, inner) = ("o".repeat(70), "i".repeat(50));
        assert_eq!(tags(&[], &[&[&outer, &inner, "x"]]), (vec![format!("{outer}/{inner}/x")], vec![]));
        let (names, remarks) = tags(&[], &[&[&outer, &inner, "longest"]]);
        assert_eq!(names, [format!("{inner}/longest")]);
        assert_eq!(remarks.len(), 1);
        let (names, _) = tags(&[], &[&["a", &"x".repeat(200)]]);
        assert_eq!(names, [format!("{}…", "x".repeat(127))]);
    }
}
