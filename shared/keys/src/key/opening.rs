//! Tuples that are the first components of a longer tuple.

use super::tuple::{EncodeTuple, KeyTuple};
use crate::{EncodeComponent, KeyComponent};

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
