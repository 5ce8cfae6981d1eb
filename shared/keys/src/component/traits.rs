//! The traits of components.

use super::{ComponentError, KeyBuilder};

/// A value that encodes as one component of a key.
///
/// Owned values, references and borrowed forms (`&T`, `str`) all encode, so building a key clones nothing. Decoding
/// always returns the owned type [`Component`](Self::Component).
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
    /// The owned type that decodes this encoding: `String` for `str`, `T` for `&T`, and `Self` for most types.
    type Component: KeyComponent;

    /// Appends the encoding of the value to `key`.
    ///
    /// Equal values must have equal encodings, and encodings must sort in the order of their values.
    fn encode(&self, key: &mut KeyBuilder<'_>);

    /// Returns the number of bytes that [`encode`](Self::encode) appends.
    ///
    /// It is used to reserve memory. A wrong number costs an allocation but does not change the key.
    fn encoded_len(&self) -> usize {
        KeyBuilder::count(|key| self.encode(key))
    }
}

/// A component that can be decoded from a key.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read back from a key",
    note = "declare it with `key_component!` (a newtype) or `key_enum!` (an enum)"
)]
pub trait KeyComponent: EncodeComponent<Component = Self> + Sized {
    /// Returns the value that [`encode`](EncodeComponent::encode) writes as `text`.
    ///
    /// # Errors
    ///
    /// Fails with a [`ComponentError`] for every text that `encode` does not write.
    fn decode(text: &str) -> Result<Self, ComponentError>;
}

/// A component whose encodings all have the same length and consist of ASCII characters from `%` to `~`.
///
/// [`Desc`](crate::Desc) reverses the order of such components. To sort a newtype in descending order, declare it with
/// [`key_component!`](crate::key_component) and give it the width of its inner type:
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
    /// The length of every encoding in bytes. [`Desc`](crate::Desc) accepts at most 64.
    const WIDTH: usize;
}

/// A component whose encoding is its escaped text, so that the start of the text encodes to the start of the component.
///
/// Such components can be searched by their first characters with
/// [`sort_key_prefix_text`](crate::sort_key_prefix_text). A typed query requires the trait for the
/// [next component](crate::PrefixOf::Next):
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
    message = "`{Self}` does not encode as its text, so keys cannot be searched by its first characters",
    note = "`String` and `CaseFolded` do; implement `TextComponent` for a newtype of either"
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
