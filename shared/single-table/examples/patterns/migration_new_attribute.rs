//! Migration: adding an attribute that is not part of a key.
//!
//! No item has to be rewritten. Existing items don't have the attribute, so serde's `default` supplies its value. The next write
//! of an item stores it.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Put, Store, table};

use crate::engine;
use crate::support;

/// The program before the migration.
mod before {
    use serde::{Deserialize, Serialize};
    use single_table::{Entity, table};

    table! {
        /// The users of organizations.
        pub(super) struct UserTable { key: (pk, sk), entities: [User] }
    }

    /// A user.
    #[derive(Debug, Serialize, Deserialize, Entity)]
    #[entity(table = UserTable, name = "User", partition(org), sort(name))]
    pub(super) struct User {
        pub(super) org: String,
        pub(super) name: String,
    }
}

table! {
    /// Users.
    struct UserTable { key: (pk, sk), entities: [User] }
}

/// A user, now with a language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = UserTable, name = "User", partition(org), sort(name))]
struct User {
    org: String,
    name: String,
    #[serde(default)]
    language: Language,
}

/// A language of the product. English was the only one before the migration.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
enum Language {
    #[default]
    English,
    German,
}

async fn users(store: &Store<UserTable>) -> support::Result<Vec<User>> {
    Ok(store.all(UserItems::query("acme".to_owned())).await?)
}

/// Returns the users with a language. A filter applies to the stored item, so for the default language it must also match items
/// without the attribute.
async fn users_in(store: &Store<UserTable>, language: Language) -> support::Result<Vec<User>> {
    let stored = User::LANGUAGE.eq(language);
    let meant = if language == Language::default() { stored | User::LANGUAGE.absent() } else { stored };
    Ok(store.all(UserItems::query("acme".to_owned()).filter(meant)).await?)
}

async fn migrated() -> support::Result<Store<UserTable>> {
    let (client, store, name) = engine::table::<UserTable>().await;
    let old = Store::<before::UserTable>::new(client, name);
    for name in ["ann", "bob"] {
        let user = before::User { org: "acme".to_owned(), name: name.to_owned() };
        old.execute(Put::new(&user)).await?;
    }
    let new = [("cem", Language::English), ("dora", Language::German)];
    let user = |(name, language): (&str, _)| User { org: "acme".to_owned(), name: name.to_owned(), language };
    support::put_all(&store, new.map(user)).await?;
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    let store = migrated().await?;
    let users = support::listed(users(&store).await?, |user| format!("{} {:?}", user.name, user.language));
    let english = support::listed(users_in(&store, Language::English).await?, |user| user.name);
    let german = support::listed(users_in(&store, Language::German).await?, |user| user.name);
    Ok(format!("{users}; English: {english}; German: {german}"))
}

#[tokio::test]
async fn items_without_the_attribute_have_the_default() {
    let users = "ann English, bob English, cem English, dora German";
    assert_eq!(run().await.unwrap(), format!("{users}; English: ann, bob, cem; German: dora"));
}
