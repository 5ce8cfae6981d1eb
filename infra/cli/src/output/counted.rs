//! Numbers of things.

use std::fmt::Display;

/// Returns a number and the name of the things, such as `1 entry` or `2 entries`.
pub(crate) fn counted<N: Copy + Display + PartialEq + From<u8>>(count: N, one: &str, many: &str) -> String {
    let name = if count == N::from(1) { one } else { many };
    format!("{count} {name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_in_the_singular_and_none_is_not() {
        let entries = |count: u64| counted(count, "entry", "entries");
        assert_eq!([0, 1, 2].map(entries), ["0 entries", "1 entry", "2 entries"]);
        assert_eq!(counted(21_usize, "tag", "tags"), "21 tags");
    }
}
