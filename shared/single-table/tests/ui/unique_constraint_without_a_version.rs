use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Users.
    pub struct UserTable { key: (pk, sk), entities: [User] }
}

/// A user.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = UserTable, name = "User", partition(id), sort())]
#[unique(record = UserEmail, partition(email), sort())]
pub struct User {
    id: u32,
    email: String,
}

fn main() {}
