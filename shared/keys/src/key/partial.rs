//! Tuples that are the first components of a longer tuple.

use super::tuple::{EncodeTuple, KeyTuple};
use crate::{EncodeComponent, KeyComponent};

/// A tuple of the first components of `Full`, with at least one component fewer.
///
/// `(A,)` is a prefix of `(A, B)`, and `()` is a prefix of every other tuple. The components can be borrowed, so
/// `(&str,)` is a prefix of `(String, u64)`. Use the trait as the bound of a typed query:
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
/// A tuple that skips a component is not a prefix, and neither is the complete tuple:
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
    message = "`{Self}` is not a prefix of the key `{Full}`",
    note = "give the first components of the key in order, and leave out at least the last one"
)]
pub trait PrefixOf<Full: KeyTuple>: EncodeTuple {
    /// The component of `Full` that follows the prefix.
    type Next: KeyComponent;
}

/// A tuple that can be the lower or upper bound of a range of keys of `Full`: the complete tuple, or at least its first
/// component.
///
/// An incomplete tuple includes every key that starts with its components.
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
    message = "`{Self}` cannot be a bound of the key `{Full}`",
    note = "give the first components of the key in order, at least one; only the last ones can be left out"
)]
pub trait BoundOf<Full: KeyTuple>: EncodeTuple {
    /// `true` if the tuple has every component of `Full`.
    const WHOLE: bool;
}

/// Implements `PrefixOf` for every way to split a tuple into `[front] [rest]` where the rest is not empty.
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

/// Implements `BoundOf` for every way to split a tuple into `[front] [rest]` where the front is not empty.
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
