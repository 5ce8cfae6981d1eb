//! Parts of the documents in `docs` that tests write.

use std::path::Path;

/// Compares a part of `docs/{file}` with `text`, or writes `text` there if `UPDATE=1` is in the environment.
///
/// The part is between the lines `<!-- generated: {name} -->` and `<!-- end -->`.
///
/// # Panics
/// Panics if the file has no such part, or if the part has another text.
pub fn check(file: &str, name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(file);
    let document = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("docs/{file}: {error}"));
    let begin = format!("<!-- generated: {name} -->\n");
    let (before, rest) = document.split_once(&begin).unwrap_or_else(|| panic!("docs/{file} has no {begin}"));
    let (found, after) =
        rest.split_once("<!-- end -->\n").unwrap_or_else(|| panic!("docs/{file}: {begin} has no end"));
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        let document = format!("{before}{begin}{text}<!-- end -->\n{after}");
        std::fs::write(&path, document).unwrap_or_else(|error| panic!("docs/{file}: {error}"));
        return;
    }
    assert_eq!(found, text, "docs/{file}, {name}: not what is measured; UPDATE=1 writes it");
}
