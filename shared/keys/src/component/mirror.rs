//! Reverses the order of characters, for components that sort in descending order.

/// The sum of the first and the last ASCII character that is written unescaped.
const FIRST_PLUS_LAST: u8 = b'%' + b'~';

/// Returns the mirror image of `byte` among the characters from `%` to `~`, and every other byte unchanged.
///
/// The greater of two such characters has the smaller mirror image, and mirroring twice returns the original.
pub(super) fn mirrored(byte: u8) -> u8 {
    if matches!(byte, b'%'..=b'~') { FIRST_PLUS_LAST - byte } else { byte }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirroring_reverses_the_order_and_undoes_itself() {
        for (a, b) in (b'%'..=b'~').zip(b'&'..=b'~') {
            assert!(mirrored(a) > mirrored(b));
            assert_eq!(mirrored(mirrored(a)), a);
        }
        for byte in (0..b'%').chain(0x7f..=0xff) {
            assert_eq!(mirrored(byte), byte);
        }
    }
}
