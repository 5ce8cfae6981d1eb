//! Migration: an attribute that no key is made of.
//!
//! Nothing is rewritten. Items of before lack the attribute, and serde's `default` says what that means; each later write
//! of an item stores it.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Put, Store, table};

use crate::engine;
use crate::support;

/// The program as it was.
mod before {
    use serde::{Deserialize, Serialize};
    use single_table::{Entity, table};

    table! {
        /// Users.
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

/// A language of the product. Before there was a choice, everyone had English.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
enum Language {
    #[default]
    English,
    German,
}

async fn users(store: &Store<UserTable>) -> support::Result<Vec<User>> {
    Ok(store.all(UserItems::query("acme".to_owned())).await?)
}

/// A filter sees what is stored: an item of before has no language, so its absence counts as the default.
async fn users_in(store: &Store<UserTable>, language: Language) -> support::Result<Vec<User>> {
    let stored = User::LANGUAGE.eq(&language);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_was_written_before_has_the_default() {
        let users = "ann English, bob English, cem English, dora German";
        assert_eq!(run().await.unwrap(), format!("{users}; English: ann, bob, cem; German: dora"));
    }
}
