//! Databases of several tables.

use std::sync::Arc;

use crate::table::Table;

/// A database that a [`Store`](crate::Store) reads and writes: one table, or several that [`database!`](crate::database!) names.
pub trait Database: Send + Sync + 'static {
    /// The names of the tables in an account and Region.
    type Names: Clone + Send + Sync + 'static;
}

/// A database that has the table `T`.
#[diagnostic::on_unimplemented(
    message = "the database `{Self}` does not have the table `{T}`",
    note = "use a store of that table, or name it in the `database!`"
)]
pub trait Contains<T: Table>: Database {
    /// The table's name.
    fn table(names: &Self::Names) -> &str;
}

impl<T: Table> Database for T {
    type Names = Arc<str>;
}

impl<T: Table> Contains<T> for T {
    fn table(names: &Self::Names) -> &str {
        names
    }
}

/// Declares a database of several tables. Batches and transactions then span them.
///
/// ```
/// use single_table::{Client, Store, database, table};
///
/// table! {
///     /// Albums.
///     pub struct MusicTable { key: (pk, sk), entities: [] }
/// }
/// table! {
///     /// The plays of listeners.
///     pub struct PlaysTable { key: (pk, sk), entities: [] }
/// }
/// database! {
///     /// The tables of the music service.
///     pub struct MusicDb { music: MusicTable, plays: PlaysTable }
/// }
///
/// # fn store(client: Client) {
/// let store: Store<MusicDb> =
///     Store::new(client, MusicDb { music: "music-items".into(), plays: "plays".into() });
/// # }
/// ```
#[macro_export]
macro_rules! database {
    (
        $(#[$doc:meta])*
        $vis:vis struct $database:ident { $($name:ident: $table:ty),+ $(,)? }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone)]
        $vis struct $database {
            $(
                #[doc = concat!("The name of the table `", stringify!($table), "`.")]
                $vis $name: ::std::sync::Arc<str>,
            )+
        }

        impl $crate::Database for $database {
            type Names = Self;
        }

        $(
            impl $crate::table::Contains<$table> for $database {
                fn table(names: &Self) -> &str {
                    &names.$name
                }
            }
        )+
    };
}
