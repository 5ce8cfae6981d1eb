//! `entities!`, which lists the entities of a table outside its declaration.

use crate::model::Model;
use crate::table::Table;

/// The entities of a table whose [`table!`](crate::table!) does not list them. [`entities!`](crate::entities!) implements it.
#[diagnostic::on_unimplemented(
    message = "the entities of the table `{Self}` are not listed",
    label = "this table has no list of entities",
    note = "add `entities: [...]` to its `table!`, or list them with `single_table::entities!({Self}: [...])`"
)]
pub trait ListsEntities: Table {
    /// The descriptions of the entities.
    const LISTED: &'static [&'static Model];
}

/// Lists the entities of a table whose [`table!`](crate::table!) leaves `entities` out.
///
/// An entity names its table, and the table lists its entities. Where these are in different modules, the two import each
/// other. A list of its own breaks the circle: the entities import the table, and only the list imports the entities.
///
/// ```
/// mod table {
///     single_table::table! {
///         /// The table of a shop.
///         pub struct ShopTable { key: (pk, sk), }
///     }
/// }
///
/// mod customer {
///     use crate::table::ShopTable;
///
///     #[derive(serde::Serialize, serde::Deserialize, single_table::Entity)]
///     #[entity(table = ShopTable, name = "Customer", partition(customer_id), sort())]
///     pub struct Customer {
///         customer_id: String,
///     }
/// }
///
/// mod entities {
///     use crate::customer::Customer;
///     use crate::table::ShopTable;
///
///     single_table::entities!(ShopTable: [Customer]);
/// }
///
/// use single_table::Table as _;
///
/// fn main() {
///     assert_eq!(table::ShopTable::MODELS[0].name.as_str(), "Customer");
/// }
/// ```
///
/// A table without any list does not compile:
///
/// ```compile_fail,E0277
/// single_table::table! {
///     /// A table of nothing.
///     pub struct ShopTable { key: (pk, sk), }
/// }
/// ```
#[macro_export]
macro_rules! entities {
    ($table:ty: [$($entity:ty),* $(,)?]) => {
        impl $crate::table::ListsEntities for $table {
            const LISTED: &'static [&'static $crate::model::Model] = &[$(<$entity as $crate::Entity>::MODEL,)*];
        }
    };
}
