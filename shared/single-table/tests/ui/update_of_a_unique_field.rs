use serde::{Deserialize, Serialize};
use single_table::{Entity, Update, table};

table! {
    /// Users.
    pub struct UserTable { key: (pk, sk), entities: [User] }
}

/// A user.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = UserTable, name = "User", partition(id), sort(), version(version))]
#[unique(record = UserName, partition(folded: String = self.name.to_lowercase()), sort())]
pub struct User {
    id: u32,
    name: String,
    version: u64,
}

fn main() {
    let _ = Update::<User>::new(UserKey { id: 1 }).set(User::NAME, "Ann");
}
