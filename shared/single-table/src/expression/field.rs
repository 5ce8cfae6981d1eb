//! Fields of an entity, as typed names.

use std::borrow::Cow;
use std::marker::PhantomData;

use super::kind::Plain;
use super::path::{Path, Step};
use crate::entity::Marker;

/// Stands for the type of a field that serde writes by a function (`#[serde(with = "...")]`). The function decides what is
/// stored, so such a field can't be set or compared. A newtype with serde of its own can.
#[derive(Debug, Clone, Copy)]
pub struct Opaque;

/// A field of entity `E` with values of type `T`, or a part of such a field. The derive makes one constant for each field.
///
/// [`at`](Self::at), [`index`](Self::index) and [`key`](Self::key) lead into a document, a list or a map, any number of times.
/// The result has the same methods, and [`Update`](crate::Update) takes it wherever it takes a field:
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
/// /// One line of an order.
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

/// A step into a document. A key of a map may be one that can't be stored.
pub(super) type FieldStep = serde_dynamo::Result<Step>;

impl<E, T, K> Clone for Field<E, T, K> {
    fn clone(&self) -> Self {
        Self { name: self.name, steps: self.steps.clone(), marker: PhantomData }
    }
}

impl<E, T, K> Field<E, T, K> {
    /// The field stored under `name`. For the derives.
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

    /// The path, if every key of a map in it can be stored.
    pub(crate) fn path(self) -> serde_dynamo::Result<Path> {
        let steps = self.steps.into_iter().collect::<Result<_, _>>()?;
        Ok(Path::new(self.name, steps))
    }

    /// The field that `steps` lead to.
    pub(super) fn follow<U, L>(mut self, steps: impl IntoIterator<Item = FieldStep>) -> Field<E, U, L> {
        self.steps.extend(steps);
        Field { name: self.name, steps: self.steps, marker: PhantomData }
    }

    /// The steps from the value that holds this field to the field.
    pub(super) fn into_steps(self) -> impl Iterator<Item = FieldStep> {
        std::iter::once(Ok(Step::Name(Cow::Borrowed(self.name)))).chain(self.steps)
    }
}
