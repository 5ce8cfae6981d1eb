//! Typed names of an entity's fields.

use std::borrow::Cow;
use std::marker::PhantomData;

use super::kind::Plain;
use super::path::{Path, Step};
use crate::entity::Marker;

/// Stands for the type of a field with `#[serde(with = "...")]`. Only that function knows the stored value, so the field can't be
/// set or compared. Use a newtype that implements serde's traits instead.
#[derive(Debug, Clone, Copy)]
pub struct Opaque;

/// A field of entity `E` with values of type `T`, or a part of such a field. The derive makes one constant for each field.
///
/// [`at`](Self::at), [`index`](Self::index) and [`key`](Self::key) lead into a document, a list or a map, any number of times.
/// The resulting path has the same methods as a field, and [`Update`](crate::Update) takes paths and fields alike:
///
/// ```
/// # use std::collections::BTreeMap;
/// # use serde::{Deserialize, Serialize};
/// # use single_table::expression::Document;
/// # use single_table::{Entity, Update, table};
/// # table! {
/// #     /// Orders.
/// #     pub struct OrderTable { key: (pk, sk), entities: [Order] }
/// # }
/// /// An order.
/// #[derive(Serialize, Deserialize, Entity)]
/// #[entity(table = OrderTable, name = "Order", partition(number), sort())]
/// pub struct Order {
///     number: u32,
///     lines: Vec<Line>,
///     notes: BTreeMap<String, String>,
/// }
///
/// /// A line of an order.
/// #[derive(Serialize, Deserialize, Document)]
/// pub struct Line {
///     product: String,
///     pieces: u16,
/// }
///
/// let one_less = Update::<Order>::new(OrderKey { number: 7 })
///     .subtract(Order::LINES.index(0).at(Line::PIECES), 1)
///     .set(Order::NOTES.key("courier"), "ring twice")
///     .only_if(Order::LINES.index(0).at(Line::PRODUCT).eq("bicycle"));
/// ```
#[derive(Debug)]
pub struct Field<E, T, K = Plain> {
    name: &'static str,
    steps: Vec<FieldStep>,
    marker: Marker<(E, T, K)>,
}

/// A step into a document, or the error of a map's key that can't be stored.
pub(super) type FieldStep = serde_dynamo::Result<Step>;

impl<E, T, K> Clone for Field<E, T, K> {
    fn clone(&self) -> Self {
        Self { name: self.name, steps: self.steps.clone(), marker: PhantomData }
    }
}

impl<E, T, K> Field<E, T, K> {
    /// Makes the field stored under `name`. Only the derives call this.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, steps: Vec::new(), marker: PhantomData }
    }

    /// Returns the name of the attribute that holds the field.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the path, or the error of a map's key that can't be stored.
    pub(crate) fn path(self) -> serde_dynamo::Result<Path> {
        let steps = self.steps.into_iter().collect::<Result<_, _>>()?;
        Ok(Path::new(self.name, steps))
    }

    /// Returns the field at the end of `steps`.
    pub(super) fn follow<U, L>(mut self, steps: impl IntoIterator<Item = FieldStep>) -> Field<E, U, L> {
        self.steps.extend(steps);
        Field { name: self.name, steps: self.steps, marker: PhantomData }
    }

    /// Returns the steps from the surrounding value to the field.
    pub(super) fn into_steps(self) -> impl Iterator<Item = FieldStep> {
        std::iter::once(Ok(Step::Name(Cow::Borrowed(self.name)))).chain(self.steps)
    }
}
