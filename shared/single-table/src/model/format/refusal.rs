//! Compile errors that name two entities.

use crate::const_str::Message;

/// Fails the compilation of a table with two entities whose keys could be the same.
#[track_caller]
pub(super) const fn refuse_overlap(one: &str, other: &str) {
    let message = Message::of(&[
        "an item of `",
        one,
        "` and an item of `",
        other,
        "` could have the same primary key: begin their partition keys or their sort keys with literals of which none begins \
         with the other, or leave out the other's literal with `except(...)`",
    ]);
    panic!("{}", message.text());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "an item of `Album` and an item of `Playlist` could have the same primary key")]
    fn the_message_names_both_entities() {
        refuse_overlap("Album", "Playlist");
    }
}
