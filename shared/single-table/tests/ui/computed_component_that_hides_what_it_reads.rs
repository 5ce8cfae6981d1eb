use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Users.
    pub struct UserTable { key: (pk, sk), local: [LsiOne = lsiOne (lsiOneSk)], entities: [User] }
}

/// A user.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = UserTable, name = "User", partition(id), sort())]
#[index(on = LsiOne, view = UsersByName, sort(folded: String = self.folded()))]
pub struct User {
    id: u32,
    name: String,
}

impl User {
    fn folded(&self) -> String {
        self.name.to_lowercase()
    }
}

fn main() {}
