//! The first components of a member's sort key.

use table_keys::{EncodeComponent, EncodeTuple, KeyComponent, KeyTuple};

/// Values that begin the sort key `Sort` of entity `E`: for none, some or all of its components.
#[diagnostic::on_unimplemented(
    message = "the values `{Self}` do not begin the sort key `{Sort}` of `{E}`",
    note = "give the first components of the entity's sort key in order, or `&()` for all of its items"
)]
pub trait StartOf<E, Sort: KeyTuple>: EncodeTuple {}

/// Types of the first components of the sort key `Sort` of entity `E`: some or all of them.
#[diagnostic::on_unimplemented(
    message = "the sort key `{Sort}` of `{E}` does not begin with the components `{Self}` of its collection",
    label = "this entity has other components",
    note = "the components of the collection's `sort(...)` have the types of the first components in the `sort(...)` of each \
            member's `#[index(...)]`; their names can differ"
)]
pub trait SharedBy<E, Sort> {}

/// Implements both traits for every way to split a tuple into `[front] [rest]`.
macro_rules! starts {
    ([$($front:ident $written:ident),*] [$($rest:ident $rest_written:ident),*]) => {
        #[diagnostic::do_not_recommend]
        impl<E, $($front, $written,)* $($rest),*> StartOf<E, ($($front,)* $($rest,)*)> for ($($written,)*)
        where
            $($front: KeyComponent, $written: EncodeComponent<Component = $front>,)*
            $($rest: KeyComponent,)*
        {
        }

        #[diagnostic::do_not_recommend]
        impl<E, $($front,)* $($rest),*> SharedBy<E, ($($front,)* $($rest,)*)> for ($($front,)*) {}

        starts!(next [$($front $written),*] [$($rest $rest_written),*]);
    };
    (next [$($front:ident $written:ident),*] [$next:ident $next_written:ident $(, $rest:ident $rest_written:ident)*]) => {
        starts!([$($front $written,)* $next $next_written] [$($rest $rest_written),*]);
    };
    (next [$($front:ident $written:ident),*] []) => {};
}

starts!([] []);
starts!([] [A WA]);
starts!([] [A WA, B WB]);
starts!([] [A WA, B WB, C WC]);
starts!([] [A WA, B WB, C WC, D WD]);
starts!([] [A WA, B WB, C WC, D WD, F WF]);
starts!([] [A WA, B WB, C WC, D WD, F WF, G WG]);
starts!([] [A WA, B WB, C WC, D WD, F WF, G WG, H WH]);
starts!([] [A WA, B WB, C WC, D WD, F WF, G WG, H WH, I WI]);
