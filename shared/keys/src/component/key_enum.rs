//! Declares enums as components.

/// Makes an enum without fields a component. Each variant encodes as the text declared for it.
///
/// Keys sort in the order of the texts, so list the variants in that order. A list in another order, with a duplicate
/// text, or without one of the variants does not compile.
///
/// ```
/// use table_keys::{key_enum, parse_sort_key, sort_key};
///
/// #[derive(Debug, PartialEq)]
/// enum DataType {
///     Image,
///     Video,
/// }
///
/// key_enum!(DataType { Image = "image", Video = "video" });
///
/// assert_eq!(sort_key(&(DataType::Image,))?, "image");
/// assert_eq!(parse_sort_key("video"), Ok((DataType::Video,)));
/// assert_eq!(
///     parse_sort_key::<(DataType,)>("film").unwrap_err().to_string(),
///     "key component 0 is invalid: expected one of `image` `video`, found \"film\"",
/// );
/// # Ok::<(), table_keys::KeyError>(())
/// ```
///
/// ```compile_fail,E0080
/// # use table_keys::key_enum;
/// # enum DataType { Image, Video }
/// key_enum!(DataType { Video = "video", Image = "image" });
/// ```
///
/// ```compile_fail,E0004
/// # use table_keys::key_enum;
/// # enum DataType { Image, Video }
/// key_enum!(DataType { Image = "image" });
/// ```
#[macro_export]
macro_rules! key_enum {
    ($enumeration:ty { $($variant:ident = $text:literal),+ $(,)? }) => {
        const _: () = ::core::assert!(
            $crate::__private::is_ascending(&[$($text),+]),
            "key_enum!: list each text once and in ascending order, which is the order of the keys"
        );

        impl $crate::EncodeComponent for $enumeration {
            type Component = Self;

            fn encode(&self, key: &mut $crate::KeyBuilder<'_>) {
                key.push_text(match self {
                    $(Self::$variant => $text,)+
                });
            }
        }

        impl $crate::KeyComponent for $enumeration {
            fn decode(text: &str) -> ::core::result::Result<Self, $crate::ComponentError> {
                $(
                    if $crate::__private::is_encoding_of(text, $text) {
                        return ::core::result::Result::Ok(Self::$variant);
                    }
                )+
                let expected = ::core::concat!("one of" $(, " `", $text, "`")+);
                ::core::result::Result::Err($crate::ComponentError::unexpected(expected, text))
            }
        }
    };
}

/// Returns `true` if each text is less than the next one.
#[must_use]
pub const fn is_ascending(texts: &[&str]) -> bool {
    let mut at = 1;
    while at < texts.len() {
        if !is_less(texts[at - 1].as_bytes(), texts[at].as_bytes()) {
            return false;
        }
        at += 1;
    }
    true
}

const fn is_less(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() {
        if a[at] != b[at] {
            return a[at] < b[at];
        }
        at += 1;
    }
    a.len() < b.len()
}

#[cfg(test)]
mod tests {
    use super::is_ascending;

    #[test]
    fn texts_are_ascending_if_each_is_less_than_the_next() {
        for ascending in [&[][..], &["b"], &["a", "b"], &["a", "ab"], &["ab", "b"], &["aa", "ab", "b"]] {
            assert!(is_ascending(ascending), "{ascending:?}");
        }
        for other in
            [&["b", "a"][..], &["a", "a"], &["ab", "a"], &["b", "ab"], &["ab", "aa"], &["a", "b", "b"]]
        {
            assert!(!is_ascending(other), "{other:?}");
        }
    }
}
