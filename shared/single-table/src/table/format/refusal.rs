//! Compile errors that name two entities.

use crate::const_str::Text;

/// Fails the compilation of a table with two entities whose keys could be the same.
pub(super) const fn refuse_overlap(one: &str, other: &str) {
    let message = Text::new()
        .and("an item of `")
        .and(one)
        .and("` and an item of `")
        .and(other)
        .and("` could have the same primary key: begin their partition keys or their sort keys with literals of which none ")
        .and("begins with the other, or leave out the other's literal with `except(...)`");
    panic!("{}", message.as_str());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "an item of `Album` and an item of `Playlist` could have the same primary key")]
    fn the_message_names_both_entities() {
        refuse_overlap("Album", "Playlist");
    }

    #[test]
    fn the_longest_names_fit() {
        let name = "N".repeat(64);
        let failed = std::panic::catch_unwind(|| refuse_overlap(&name, &name)).unwrap_err();
        let message = failed.downcast_ref::<String>().unwrap();
        assert!(message.ends_with("`except(...)`"), "{message}");
    }
}
