use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Users.
    pub struct UserTable { key: (pk, sk), entities: [User, OldEmail] }
}

/// A user.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = UserTable, name = "User", partition(id), sort(), version(version))]
#[unique(record = UserEmail, partition(email), sort())]
pub struct User {
    id: u32,
    email: String,
    version: u64,
}

/// An address.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = UserTable, name = "UserEmail", partition(email), sort())]
pub struct OldEmail {
    email: String,
}

fn main() {}
