//! Declares newtypes as components.

use super::{ComponentError, KeyComponent, is_encoding_of};

/// Makes a newtype a component with the encoding of its inner type.
///
/// The syntax is `key_component!(Newtype as Inner, to, from)`:
///
/// - `to` is a function from `&Newtype` to the inner value or a reference to it. For `String`, return `&str` to avoid a
///   clone.
/// - `from` is a function from `Inner` to `Result<Newtype, E>`, where `E` implements `Display`.
///
/// Keys sort in the order of the inner values. If `from` changes its input, for example by trimming it, decoding refuses
/// the inputs that it changes, because no key was built from them.
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
/// assert_eq!(error.to_string(), "key component 0 is invalid: a user id is not empty");
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

/// Calls `to` with `value`. The signature lets the compiler infer the parameter type of a closure.
pub fn apply<'a, T, U>(value: &'a T, to: impl FnOnce(&'a T) -> U) -> U {
    to(value)
}

/// Decodes a newtype from the encoding of its inner type.
pub fn decode_as<T: KeyComponent, Inner: KeyComponent, E: std::fmt::Display>(
    text: &str,
    name: &'static str,
    from: impl FnOnce(Inner) -> Result<T, E>,
) -> Result<T, ComponentError> {
    let value = from(Inner::decode(text)?).map_err(ComponentError::refused)?;
    if is_encoding_of(text, &value) {
        Ok(value)
    } else {
        Err(ComponentError::refused(format_args!("{text:?} is not the text that `{name}` encodes to")))
    }
}
