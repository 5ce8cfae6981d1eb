//! Tuples of components, written to raw keys and read back.

use table_keys::{EncodeTuple, KeyError, KeyTuple};

use super::component::{RawComponent, WriteRaw};
use super::reader::RawReader;
use super::writer::RawWriter;

/// A tuple that can be written to a raw key: all of its components, or the first ones.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be written to a raw key",
    note = "every component must be one of a raw key: declare your own types with `raw_component!`"
)]
pub trait WriteRawTuple: EncodeTuple {
    #[doc(hidden)]
    fn write_to(&self, key: &mut RawWriter) -> Result<(), KeyError>;
    #[doc(hidden)]
    fn texts(&self) -> Result<Vec<String>, KeyError>;
}

/// A tuple that can be read from a raw key.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be read from a raw key",
    note = "every component must be one of a raw key: declare your own types with `raw_component!`"
)]
pub trait RawTuple: KeyTuple {
    #[doc(hidden)]
    fn read_from(key: &mut RawReader<'_>) -> Result<Self, KeyError>;
}

impl WriteRawTuple for () {
    fn write_to(&self, _key: &mut RawWriter) -> Result<(), KeyError> {
        Ok(())
    }

    fn texts(&self) -> Result<Vec<String>, KeyError> {
        Ok(Vec::new())
    }
}

impl RawTuple for () {
    fn read_from(_key: &mut RawReader<'_>) -> Result<Self, KeyError> {
        Ok(())
    }
}

/// Returns the text of the component at this place.
fn text_of(index: usize, value: &impl WriteRaw) -> Result<String, KeyError> {
    let mut text = String::new();
    value.write_raw(&mut text).map_err(|source| KeyError::BadComponent { index, source })?;
    Ok(text)
}

macro_rules! tuples {
    ($($($component:ident $at:tt),+;)*) => {
        $(
            impl<$($component: WriteRaw),+> WriteRawTuple for ($($component,)+) {
                fn write_to(&self, key: &mut RawWriter) -> Result<(), KeyError> {
                    $(key.write(&self.$at)?;)+
                    Ok(())
                }

                fn texts(&self) -> Result<Vec<String>, KeyError> {
                    Ok(vec![$(text_of($at, &self.$at)?),+])
                }
            }

            impl<$($component: RawComponent),+> RawTuple for ($($component,)+) {
                fn read_from(key: &mut RawReader<'_>) -> Result<Self, KeyError> {
                    Ok(($(key.read::<$component>()?,)+))
                }
            }
        )*
    };
}

tuples! {
    A 0;
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
    A 0, B 1, C 2, D 3, E 4;
    A 0, B 1, C 2, D 3, E 4, F 5;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
}
