//! The rule by which folders become tags.

/// Returns the one tag for a folder's path, or `None` for the empty path.
///
/// The names are joined with `/`. In a name, `/` becomes `\/` and `\` becomes `\\`, and an empty name becomes
/// `\-`. So different paths give different tags, and folders with the same name at two places stay apart.
/// [`folder_path`] is the inverse.
///
/// ```
/// use bookmark_files::{folder_path, folder_tag};
///
/// assert_eq!(folder_tag(&["Work", "I/O"]).as_deref(), Some(r"Work/I\/O"));
/// assert_eq!(folder_tag(&["Work", "I", "O"]).as_deref(), Some("Work/I/O"));
/// assert_eq!(folder_path(r"Work/I\/O"), ["Work", "I/O"]);
/// ```
pub fn folder_tag<S: AsRef<str>>(path: &[S]) -> Option<String> {
    if path.is_empty() {
        return None;
    }
    let mut tag = String::new();
    for (index, name) in path.iter().enumerate() {
        if index > 0 {
            tag.push('/');
        }
        push_name(&mut tag, name.as_ref());
    }
    Some(tag)
}

fn push_name(tag: &mut String, name: &str) {
    if name.is_empty() {
        tag.push_str(r"\-");
    }
    for character in name.chars() {
        if matches!(character, '/' | '\\') {
            tag.push('\\');
        }
        tag.push(character);
    }
}

/// Returns the path that [`folder_tag`] makes the tag from.
///
/// For other texts, each `/` without a `\` before it separates two names, a `\` before `/` or `\` is dropped,
/// and any other `\` stays. An empty text gives the empty path.
#[must_use]
pub fn folder_path(tag: &str) -> Vec<String> {
    if tag.is_empty() {
        return Vec::new();
    }
    let (mut path, mut name) = (Vec::new(), String::new());
    let mut characters = tag.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek().copied()) {
            ('/', _) => path.push(std::mem::take(&mut name)),
            ('\\', Some(escaped @ ('/' | '\\'))) => {
                name.push(escaped);
                characters.next();
            }
            ('\\', Some('-')) if name.is_empty() => {
                characters.next();
                if characters.peek().is_some_and(|next| *next != '/') {
                    name.push_str(r"\-");
                }
            }
            _ => name.push(character),
        }
    }
    path.push(name);
    path
}
