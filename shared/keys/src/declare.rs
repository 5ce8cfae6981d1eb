//! Declares types of your own as components.

use crate::{ComponentError, EncodeComponent, KeyComponent, builder};

/// Makes a newtype a component that is written as another one.
///
/// `key_component!(Newtype as Inner, to, from)`, where `to` lends or copies the inner value out of `&Newtype`
/// (of `&str` for `String`, so that nothing is cloned) and `from` makes a `Result<Newtype, _>` of an `Inner`,
/// with an error that displays. Where `from` changes what it is given, as by trimming it, such a text is
/// refused while decoding: what is not exactly what encoding writes is never let through. The order in keys is
/// that of the inner values.
///
/// ```
/// use table_keys::{EntityName, key_component, parse_partition_key, partition_key};
///
/// #[derive(Debug, PartialEq)]
/// struct UserId(String);
///
/// impl UserId {
///     fn as_str(&self) -> &str {
///         &self.0
///     }
/// }
///
/// impl TryFrom<String> for UserId {
///     type Error = &'static str;
///
///     fn try_from(text: String) -> Result<Self, Self::Error> {
///         if text.is_empty() { Err("a user id is not empty") } else { Ok(Self(text)) }
///     }
/// }
///
/// key_component!(UserId as String, UserId::as_str, UserId::try_from);
///
/// const TAG: EntityName = EntityName::new("Tag");
/// let user_id = UserId("u1".to_owned());
/// assert_eq!(partition_key(&TAG, &(&user_id,))?, "Tag#u1");
/// assert_eq!(parse_partition_key(&TAG, "Tag#u1"), Ok((user_id,)));
///
/// let error = parse_partition_key::<(UserId,)>(&TAG, "Tag#").unwrap_err();
/// assert_eq!(error.to_string(), "key component 0 is bad: a user id is not empty");
/// # Ok::<(), table_keys::KeyError>(())
/// ```
#[macro_export]
macro_rules! key_component {
    ($newtype:ty as $inner:ty, $to:expr, $from:expr $(,)?) => {
        impl $crate::EncodeComponent for $newtype {
            type Component = Self;

            fn encode(&self, key: &mut $crate::KeyBuilder<'_>) {
                $crate::EncodeComponent::encode(&$crate::__private::apply(self, $to), key);
            }

            fn encoded_len(&self) -> usize {
                $crate::EncodeComponent::encoded_len(&$crate::__private::apply(self, $to))
            }
        }

        impl $crate::KeyComponent for $newtype {
            fn decode(text: &str) -> ::core::result::Result<Self, $crate::ComponentError> {
                $crate::__private::decode_as::<Self, $inner, _>(text, ::core::stringify!($newtype), $from)
            }
        }
    };
}

/// Makes a declared enum a component: each variant is written as the text given for it.
///
/// The order in keys is the order of the texts, so the variants are listed in it; another order, or one text
/// twice, does not compile. Neither does a list that leaves out a variant.
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
///     "key component 0 is bad: expected one of `image` `video` but found \"film\"",
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
            "key_enum!: list each text once, in ascending order, because that is their order in keys"
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

/// Calls `to`, and by that tells the compiler the type of a closure's parameter.
pub fn apply<'a, T, U>(value: &'a T, to: impl FnOnce(&'a T) -> U) -> U {
    to(value)
}

/// Decodes a newtype through the component that it is written as.
pub fn decode_as<T: KeyComponent, Inner: KeyComponent, E: std::fmt::Display>(
    text: &str,
    name: &'static str,
    from: impl FnOnce(Inner) -> Result<T, E>,
) -> Result<T, ComponentError> {
    let value = from(Inner::decode(text)?).map_err(ComponentError::refused)?;
    if builder::is_encoding_of(text, &value) {
        Ok(value)
    } else {
        Err(ComponentError::refused(format_args!("{text:?} is not as {name} writes it")))
    }
}

/// Whether `text` is exactly what `component` writes to a key.
#[must_use]
pub fn is_encoding_of(text: &str, component: &(impl EncodeComponent + ?Sized)) -> bool {
    builder::is_encoding_of(text, component)
}

/// Whether each text is less than the next.
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
    fn texts_ascend_where_each_is_less_than_the_next() {
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
