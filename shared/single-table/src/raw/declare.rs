//! `raw_component!`, which makes other types components of raw keys.

use std::fmt::Display;

use table_keys::ComponentError;

use super::component::RawComponent;

/// Makes a type a component of raw keys, with a function that writes its text and a function that reads it.
///
/// The second function returns a `Result`. The library refuses a text that the first function would not write for the value, so
/// each value has exactly one key. In keys that the library joins, the component is the same text, escaped like any text.
///
/// ```
/// use single_table::raw::RawComponent;
/// use single_table::raw_component;
///
/// /// A year and a quarter, such as `2026-Q1`.
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// struct Quarter { year: u16, quarter: u8 }
///
/// raw_component!(
///     Quarter,
///     |it| format!("{:04}-Q{}", it.year, it.quarter),
///     |text| match text.split_once("-Q").map(|(year, quarter)| (year.parse(), quarter.parse())) {
///         Some((Ok(year), Ok(quarter))) => Ok(Quarter { year, quarter }),
///         _ => Err("a quarter has the form YYYY-Q1"),
///     },
///     starts: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
/// );
///
/// assert_eq!(Quarter::read_raw("2026-Q1"), Ok(Quarter { year: 2026, quarter: 1 }));
/// assert!(Quarter::read_raw("2026-Q01").is_err());
/// ```
///
/// `starts` lists texts; every value begins with one of them. The list is optional, but a table needs it to prove that the keys
/// of two entities differ.
#[macro_export]
macro_rules! raw_component {
    ($type:ty, |$value:ident| $write:expr, |$text:ident| $read:expr $(, starts: [$($start:literal),+ $(,)?])? $(,)?) => {
        impl $crate::raw::WriteRaw for $type {
            fn write_raw(&self, text: &mut ::std::string::String) -> ::core::result::Result<(), $crate::keys::ComponentError> {
                let $value = self;
                let written: ::std::string::String = ::core::convert::Into::into($write);
                $crate::raw::encoded::<Self>(&written)?;
                text.push_str(&written);
                Ok(())
            }
        }

        impl $crate::raw::RawComponent for $type {
            $(const STARTS: &'static [&'static str] = &[$($start),+];)?

            fn read_raw($text: &str) -> ::core::result::Result<Self, $crate::keys::ComponentError> {
                $crate::raw::decoded($text, $read)
            }
        }

        impl $crate::keys::EncodeComponent for $type {
            type Component = Self;

            fn encode(&self, key: &mut $crate::keys::KeyBuilder<'_>) {
                let mut text = ::std::string::String::new();
                match $crate::raw::WriteRaw::write_raw(self, &mut text) {
                    Ok(()) => key.push_text(&text),
                    Err(error) => key.reject(error),
                }
            }
        }

        impl $crate::keys::KeyComponent for $type {
            fn decode(text: &str) -> ::core::result::Result<Self, $crate::keys::ComponentError> {
                let text = <::std::string::String as $crate::keys::KeyComponent>::decode(text)?;
                <Self as $crate::raw::RawComponent>::read_raw(&text)
            }
        }
    };
}

/// Checks the text that `raw_component!` writes.
#[doc(hidden)]
pub fn encoded<T: RawComponent>(text: &str) -> Result<(), ComponentError> {
    if T::STARTS.iter().any(|start| text.starts_with(start)) {
        return Ok(());
    }
    let starts = T::STARTS.join("`, `");
    Err(ComponentError::refused(format_args!(
        "{text:?} begins with none of `{starts}`, which `raw_component!` declares as its `starts`"
    )))
}

/// Returns the value that was read from this text, if it is written as the same text.
#[doc(hidden)]
pub fn decoded<T: RawComponent>(text: &str, read: Result<T, impl Display>) -> Result<T, ComponentError> {
    let value = read.map_err(ComponentError::refused)?;
    let mut written = String::new();
    value.write_raw(&mut written)?;
    if written == text {
        return Ok(value);
    }
    Err(ComponentError::refused(format_args!("{text:?} is another spelling of {written:?}")))
}
