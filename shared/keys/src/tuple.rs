//! Tuples of components, and which of them open which.

use crate::{EncodeComponent, KeyBuilder, KeyComponent, KeyError};

/// A tuple of up to eight components that can be written: owned, borrowed or mixed.
pub trait EncodeTuple: sealed::Sealed {
    /// The owned tuple that decodes what this one writes.
    type Tuple: KeyTuple;

    /// Appends all components, with separators between them.
    fn encode_into(&self, key: &mut KeyBuilder<'_>);

    /// The bytes that [`encode_into`](Self::encode_into) appends to an empty key. Only a hint for how much
    /// memory to take.
    fn encoded_len(&self) -> usize;
}

/// A whole tuple of components, which can be read back from a key.
///
/// It is implemented for tuples of none to eight components and for nothing else.
pub trait KeyTuple: EncodeTuple<Tuple = Self> + Sized {
    /// How many components it has.
    const LEN: usize;

    /// Decodes all components, if there are as many as the tuple has.
    fn decode(components: &Components<'_>) -> Result<Self, KeyError>;
}

/// A tuple that opens `Full`, with at least one component fewer: `(A,)` opens `(A, B)`, and `()` opens
/// everything.
///
/// The components may be borrowed, so `(&str,)` opens `(String, u64)`. It is for typed queries, as a bound:
///
/// ```
/// use table_keys::{KeyError, KeyTuple, PrefixOf, Timestamp, sort_key_prefix};
///
/// fn begins_with<Full: KeyTuple>(prefix: &impl PrefixOf<Full>) -> Result<String, KeyError> {
///     sort_key_prefix(prefix)
/// }
///
/// type SortKey = (String, Timestamp, u8);
/// assert_eq!(begins_with::<SortKey>(&("user",))?, "user#");
/// # Ok::<(), KeyError>(())
/// ```
///
/// A component cannot be skipped, and all of them together are no prefix:
///
/// ```compile_fail,E0271
/// # use table_keys::{KeyError, KeyTuple, PrefixOf, Timestamp, sort_key_prefix};
/// # fn begins_with<Full: KeyTuple>(prefix: &impl PrefixOf<Full>) -> Result<String, KeyError> {
/// #     sort_key_prefix(prefix)
/// # }
/// # type SortKey = (String, Timestamp, u8);
/// begins_with::<SortKey>(&("user", 7_u8))?;
/// # Ok::<(), KeyError>(())
/// ```
///
/// ```compile_fail,E0277
/// # use table_keys::{KeyError, KeyTuple, PrefixOf, Timestamp, sort_key_prefix};
/// # fn begins_with<Full: KeyTuple>(prefix: &impl PrefixOf<Full>) -> Result<String, KeyError> {
/// #     sort_key_prefix(prefix)
/// # }
/// # type SortKey = (String, Timestamp, u8);
/// begins_with::<SortKey>(&("user", Timestamp::MIN, 7_u8))?;
/// # Ok::<(), KeyError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not open the key `{Full}`",
    note = "give its first components in order, leaving out none but the last ones, and at least one of those"
)]
pub trait PrefixOf<Full: KeyTuple>: EncodeTuple {
    /// The component that comes next.
    type Next: KeyComponent;
}

/// A tuple that a range of keys of `Full` can begin or end with: a whole tuple, or its first components, at least one.
///
/// Where it is not whole, it stands for every key that opens with it.
///
/// ```
/// use table_keys::{BoundOf, KeyTuple};
///
/// fn is_whole<Full: KeyTuple, B: BoundOf<Full>>(_: &B) -> bool {
///     B::WHOLE
/// }
///
/// assert!(is_whole::<(String, u8), _>(&("user", 7_u8)));
/// assert!(!is_whole::<(String, u8), _>(&("user",)));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no bound of the key `{Full}`",
    note = "give its first components in order, one at least, leaving out none but the last ones"
)]
pub trait BoundOf<Full: KeyTuple>: EncodeTuple {
    /// Whether it has every component.
    const WHOLE: bool;
}

/// The part of a key that holds its components, about to be decoded.
#[derive(Debug)]
pub struct Components<'a> {
    text: Option<&'a str>,
    position: usize,
}

impl<'a> Components<'a> {
    /// The components in `text`, which starts at byte `position` of its key. `None` has no component, and
    /// `Some("")` has an empty one.
    pub(crate) fn new(text: Option<&'a str>, position: usize) -> Self {
        Self { text, position }
    }

    /// Splits the text, if it has exactly `N` components.
    fn split<const N: usize>(&self) -> Result<Split<'a, N>, KeyError> {
        let mut texts = [""; N];
        let mut found = 0;
        for text in self.text.into_iter().flat_map(|text| text.split('#')) {
            if let Some(place) = texts.get_mut(found) {
                *place = text;
            }
            found += 1;
        }
        if found == N {
            Ok(Split { texts, position: self.position })
        } else {
            Err(KeyError::WrongComponentCount { expected: N, found })
        }
    }
}

/// The encoded components of a key, of which the first starts at byte `position` of it.
struct Split<'a, const N: usize> {
    texts: [&'a str; N],
    position: usize,
}

impl<const N: usize> Split<'_, N> {
    fn decode<T: KeyComponent>(&self, index: usize) -> Result<T, KeyError> {
        T::decode(self.texts[index]).map_err(|error| {
            let before: usize = self.texts[..index].iter().map(|text| text.len() + "#".len()).sum();
            error.in_key(index, self.position + before)
        })
    }
}

impl sealed::Sealed for () {}

impl EncodeTuple for () {
    type Tuple = ();

    fn encode_into(&self, _key: &mut KeyBuilder<'_>) {}

    fn encoded_len(&self) -> usize {
        0
    }
}

impl KeyTuple for () {
    const LEN: usize = 0;

    fn decode(components: &Components<'_>) -> Result<Self, KeyError> {
        components.split::<0>().map(|_| ())
    }
}

macro_rules! tuple {
    ($len:literal: $($component:ident $at:tt),+) => {
        impl<$($component: EncodeComponent),+> sealed::Sealed for ($($component,)+) {}

        impl<$($component: EncodeComponent),+> EncodeTuple for ($($component,)+) {
            type Tuple = ($($component::Component,)+);

            fn encode_into(&self, key: &mut KeyBuilder<'_>) {
                $(key.push_component(&self.$at);)+
            }

            fn encoded_len(&self) -> usize {
                let separators = $len - 1;
                separators $(+ self.$at.encoded_len())+
            }
        }

        impl<$($component: KeyComponent),+> KeyTuple for ($($component,)+) {
            const LEN: usize = $len;

            fn decode(components: &Components<'_>) -> Result<Self, KeyError> {
                let split = components.split::<$len>()?;
                Ok(($(split.decode::<$component>($at)?,)+))
            }
        }
    };
}

tuple!(1: A 0);
tuple!(2: A 0, B 1);
tuple!(3: A 0, B 1, C 2);
tuple!(4: A 0, B 1, C 2, D 3);
tuple!(5: A 0, B 1, C 2, D 3, E 4);
tuple!(6: A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(7: A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(8: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);

/// Goes through the ways to cut a tuple in two, `[front] [rest]`, with the rest never empty.
macro_rules! prefixes {
    ([$($front:ident $written:ident),*] [$next:ident $next_written:ident $(, $rest:ident $rest_written:ident)*]) => {
        impl<$($front, $written,)* $next, $($rest),*> PrefixOf<($($front,)* $next, $($rest,)*)> for ($($written,)*)
        where
            $($front: KeyComponent, $written: EncodeComponent<Component = $front>,)*
            $next: KeyComponent,
            $($rest: KeyComponent,)*
        {
            type Next = $next;
        }

        prefixes!([$($front $written,)* $next $next_written] [$($rest $rest_written),*]);
    };
    ([$($front:ident $written:ident),*] []) => {};
}

prefixes!([] [A WA]);
prefixes!([] [A WA, B WB]);
prefixes!([] [A WA, B WB, C WC]);
prefixes!([] [A WA, B WB, C WC, D WD]);
prefixes!([] [A WA, B WB, C WC, D WD, E WE]);
prefixes!([] [A WA, B WB, C WC, D WD, E WE, F WF]);
prefixes!([] [A WA, B WB, C WC, D WD, E WE, F WF, G WG]);
prefixes!([] [A WA, B WB, C WC, D WD, E WE, F WF, G WG, H WH]);

/// Goes through the tuples that open or are `[front] [rest]`, with the front never empty.
macro_rules! bounds {
    ([$($front:ident $written:ident),+] [$($rest:ident $rest_written:ident),*]) => {
        impl<$($front, $written,)+ $($rest),*> BoundOf<($($front,)+ $($rest,)*)> for ($($written,)+)
        where
            $($front: KeyComponent, $written: EncodeComponent<Component = $front>,)+
            $($rest: KeyComponent,)*
        {
            const WHOLE: bool = {
                let rest: &[&str] = &[$(stringify!($rest)),*];
                rest.is_empty()
            };
        }

        bounds!(next [$($front $written),+] [$($rest $rest_written),*]);
    };
    (next [$($front:ident $written:ident),+] [$next:ident $next_written:ident $(, $rest:ident $rest_written:ident)*]) => {
        bounds!([$($front $written,)+ $next $next_written] [$($rest $rest_written),*]);
    };
    (next [$($front:ident $written:ident),+] []) => {};
}

bounds!([A WA] []);
bounds!([A WA] [B WB]);
bounds!([A WA] [B WB, C WC]);
bounds!([A WA] [B WB, C WC, D WD]);
bounds!([A WA] [B WB, C WC, D WD, E WE]);
bounds!([A WA] [B WB, C WC, D WD, E WE, F WF]);
bounds!([A WA] [B WB, C WC, D WD, E WE, F WF, G WG]);
bounds!([A WA] [B WB, C WC, D WD, E WE, F WF, G WG, H WH]);

mod sealed {
    /// Tuples only: the proofs of this crate are about them.
    pub trait Sealed {}
}
