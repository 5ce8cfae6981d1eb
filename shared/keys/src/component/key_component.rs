//! Declares newtypes as components.

use super::{ComponentError, KeyComponent, is_encoding_of};

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
    if is_encoding_of(text, &value) {
        Ok(value)
    } else {
        Err(ComponentError::refused(format_args!("{text:?} is not as {name} writes it")))
    }
}
