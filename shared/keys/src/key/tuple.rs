//! Tuples of components.

use super::components::Components;
use crate::{EncodeComponent, KeyBuilder, KeyComponent, KeyError};

/// A tuple of up to eight components that encodes as a key. The components can be owned, borrowed or mixed.
pub trait EncodeTuple: sealed::Sealed {
    /// The owned tuple that decodes this encoding.
    type Tuple: KeyTuple;

    /// Appends all components, with separators between them.
    fn encode_into(&self, key: &mut KeyBuilder<'_>);

    /// Returns the number of bytes that [`encode_into`](Self::encode_into) appends to an empty key.
    ///
    /// It is used to reserve memory. A wrong number costs an allocation but does not change the key.
    fn encoded_len(&self) -> usize;
}

/// A tuple of components that can be decoded from a key.
///
/// It is implemented only for tuples of up to eight components, including `()`.
pub trait KeyTuple: EncodeTuple<Tuple = Self> + Sized {
    /// The number of components.
    const LEN: usize;

    /// Decodes all components.
    ///
    /// # Errors
    ///
    /// Fails with [`KeyError::WrongComponentCount`] if the key does not have [`LEN`](Self::LEN) components, and with
    /// the error of the first component that does not decode.
    fn decode(components: &Components<'_>) -> Result<Self, KeyError>;
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
                $(key.push_component(|key| self.$at.encode(key));)+
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

mod sealed {
    /// Keeps other crates from implementing `EncodeTuple`, because the guarantees of this crate hold for tuples.
    pub trait Sealed {}
}
