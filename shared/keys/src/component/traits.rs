//! What a component is: how it is encoded, and how it is decoded.

use super::{ComponentError, KeyBuilder};

/// A value that can be written as one component of a key.
///
/// References and borrowed forms (`&T`, `str`) can be written as well as owned values, so that building a key
/// clones nothing. What is read back is always the owned [`Component`](Self::Component).
///
/// For a type of your own, use [`key_component!`](crate::key_component) or [`key_enum!`](crate::key_enum).
///
/// `u128` and `i128` are not components, because a component is also an attribute of its item and a DynamoDB number
/// has at most 38 digits (developer guide, "Supported data types and naming rules in Amazon DynamoDB"). Use
/// [`Uuid`](uuid::Uuid) for 128-bit ids:
///
/// ```compile_fail,E0277
/// table_keys::sort_key(&(7_u128,));
/// ```
///
/// ```compile_fail,E0277
/// table_keys::sort_key(&(7_i128,));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a component of a key",
    note = "declare it with `key_component!` (a newtype) or `key_enum!` (an enum)"
)]
pub trait EncodeComponent {
    /// The owned type that decodes what this one writes: `String` for `str`, `T` for `&T`, most often `Self`.
    type Component: KeyComponent;

    /// Appends the encoding. Equal values write equal text, and the order of the text is the order of the
    /// values.
    fn encode(&self, key: &mut KeyBuilder<'_>);

    /// The bytes that [`encode`](Self::encode) appends. Only a hint for how much memory to take.
    fn encoded_len(&self) -> usize {
        KeyBuilder::count(|key| self.encode(key))
    }
}

/// One typed component of a key, which can be read back from it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read back from a key",
    note = "declare it with `key_component!` (a newtype) or `key_enum!` (an enum)"
)]
pub trait KeyComponent: EncodeComponent<Component = Self> + Sized {
    /// The value that [`encode`](EncodeComponent::encode) wrote as `text`, or an error for a text that it
    /// never writes.
    fn decode(text: &str) -> Result<Self, ComponentError>;
}

/// A component whose encoding always has the same length, all of it ASCII characters from `%` to `~`.
///
/// [`Desc`](crate::Desc) turns the order of such components round. To make a newtype of one sortable
/// downwards, declare it with [`key_component!`](crate::key_component) and pass the width on:
///
/// ```
/// use table_keys::{Desc, FixedWidth, key_component, sort_key};
///
/// struct Score(u32);
///
/// key_component!(Score as u32, |score| score.0, |number| Ok::<_, String>(Score(number)));
///
/// impl FixedWidth for Score {
///     const WIDTH: usize = u32::WIDTH;
/// }
///
/// assert!(sort_key(&(Desc(Score(7)),))? < sort_key(&(Desc(Score(3)),))?);
/// # Ok::<(), table_keys::KeyError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`Desc` cannot reverse `{Self}`: its encoding has no fixed width",
    note = "integers, `bool`, `f64`, `Timestamp` and `Uuid` have one; text does not"
)]
pub trait FixedWidth: KeyComponent {
    /// The length of every encoding, in bytes, at most 64.
    const WIDTH: usize;
}

/// A component whose encoding is its escaped text, so that the start of the text encodes to the start of the
/// component.
///
/// It marks the components that [`sort_key_prefix_text`](crate::sort_key_prefix_text) can cut short. A typed
/// query asks for it of the [next component](crate::PrefixOf::Next):
///
/// ```
/// use table_keys::{KeyError, KeyTuple, PrefixOf, TextComponent, sort_key_prefix_text};
///
/// fn begins_with<Full: KeyTuple, P: PrefixOf<Full, Next: TextComponent>>(
///     prefix: &P,
///     start: &str,
/// ) -> Result<String, KeyError> {
///     sort_key_prefix_text(prefix, start)
/// }
///
/// assert_eq!(begins_with::<(u8, String), _>(&(7_u8,), "hol")?, "007#hol");
/// # Ok::<(), KeyError>(())
/// ```
///
/// ```compile_fail,E0277
/// # use table_keys::{KeyError, KeyTuple, PrefixOf, TextComponent, sort_key_prefix_text};
/// # fn begins_with<Full: KeyTuple, P: PrefixOf<Full, Next: TextComponent>>(
/// #     prefix: &P,
/// #     start: &str,
/// # ) -> Result<String, KeyError> {
/// #     sort_key_prefix_text(prefix, start)
/// # }
/// begins_with::<(u8, u16), _>(&(7_u8,), "00")?;
/// # Ok::<(), KeyError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not written as its text, so a key cannot be looked up by the start of it",
    note = "`String` and `CaseFolded` are; implement `TextComponent` for a newtype of one"
)]
pub trait TextComponent: KeyComponent {}

impl<T: EncodeComponent + ?Sized> EncodeComponent for &T {
    type Component = T::Component;

    fn encode(&self, key: &mut KeyBuilder<'_>) {
        (**self).encode(key);
    }

    fn encoded_len(&self) -> usize {
        (**self).encoded_len()
    }
}
