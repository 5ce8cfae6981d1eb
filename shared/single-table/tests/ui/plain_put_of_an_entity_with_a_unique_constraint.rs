use serde::{Deserialize, Serialize};
use single_table::{Delete, Entity, Put, Update, table};

table! {
    /// Users.
    pub struct UserTable { key: (pk, sk), entities: [User] }
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

fn main() {
    let user = User { id: 1, email: "ann@example.com".to_owned(), version: 1 };
    let _ = Put::new(&user);
    let _ = Delete::<User>::new(user.key());
    let _ = Update::<User>::upsert(user.key());
}
