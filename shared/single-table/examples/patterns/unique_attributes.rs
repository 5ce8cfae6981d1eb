//! Two unique attributes: the user's name is the primary key, and a record keeps the e-mail address unique.
//!
//! Use it for each unique value in addition to the primary key, because DynamoDB keeps only primary keys unique. One transaction
//! writes the item and the record, so an insert costs four times as much as without the record.

use serde::{Deserialize, Serialize};
use single_table::keys::CaseFolded;
use single_table::{Entity, Store, WriteError, table};

use crate::support;

table! {
    /// The users of a site.
    struct UserTable { key: (pk, sk), entities: [User] }
}

/// A user. The record's key is the case-folded e-mail address.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = UserTable, name = "User", partition(name), sort(), version(version))]
#[unique(record = UserEmail, partition(folded: CaseFolded = CaseFolded::new(&self.email)), sort())]
struct User {
    name: String,
    email: String,
    version: u64,
}

/// The outcome of a sign-up.
#[derive(Debug, PartialEq)]
enum SignUp {
    Done,
    NameTaken,
    EmailTaken,
}

async fn sign_up(store: &Store<UserTable>, name: &str, email: &str) -> support::Result<SignUp> {
    let user = User { name: name.to_owned(), email: email.to_owned(), version: 0 };
    match store.insert(&user).await {
        Ok(_) => Ok(SignUp::Done),
        Err(WriteError::ConditionFailed { .. }) => Ok(SignUp::NameTaken),
        Err(WriteError::Taken(_)) => Ok(SignUp::EmailTaken),
        Err(error) => Err(error.into()),
    }
}

/// Claims the new address and frees the old one in one transaction. Returns false if another user has the new address.
async fn change_email(store: &Store<UserTable>, name: &str, email: &str) -> support::Result<bool> {
    let key = UserKey { name: name.to_owned() };
    let before = store.get::<User>(&key).consistent().await?.ok_or("there is no such user")?;
    let mut after = User { email: email.to_owned(), ..before.clone() };
    match store.replace(&before, &mut after).await {
        Ok(_) => Ok(true),
        Err(WriteError::Taken(_)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Gives a user another name, which is the primary key, and the address to the user with this name. Returns false if another user has
/// the name.
async fn rename(store: &Store<UserTable>, name: &str, new_name: &str) -> support::Result<bool> {
    let key = UserKey { name: name.to_owned() };
    let before = store.get::<User>(&key).consistent().await?.ok_or("there is no such user")?;
    let mut after = User { name: new_name.to_owned(), ..before.clone() };
    match store.relocate(&before, &mut after).await {
        Ok(_) => Ok(true),
        Err(WriteError::ConditionFailed { item: Some(other) }) if other.name == new_name => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Returns the name of the user who has an address.
async fn owner(store: &Store<UserTable>, email: &str) -> support::Result<Option<String>> {
    let owner = store.owner(&UserEmail { folded: CaseFolded::new(email) }).await?;
    Ok(owner.map(|owner| owner.name))
}

async fn stocked() -> support::Result<Store<UserTable>> {
    let store = support::table().await;
    sign_up(&store, "ann", "ann@example.com").await?;
    sign_up(&store, "bob", "bob@example.com").await?;
    change_email(&store, "ann", "ann@example.org").await?;
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    let store = stocked().await?;
    let tried = [("ann", "new@example.com"), ("cem", "Bob@Example.com"), ("cem", "ann@example.com")];
    let mut found = Vec::new();
    for (name, email) in tried {
        found.push(format!("{name} {email}: {:?}", sign_up(&store, name, email).await?));
    }
    rename(&store, "cem", "cemil").await?;
    let owner = owner(&store, "ANN@example.com").await?.ok_or("the address is nobody's")?;
    Ok(format!("{}; ann@example.com is {owner}'s", found.join(", ")))
}

#[tokio::test]
async fn names_and_addresses_are_unique_and_a_freed_address_can_be_claimed() {
    let tried = "ann new@example.com: NameTaken, cem Bob@Example.com: EmailTaken, cem ann@example.com: Done";
    assert_eq!(run().await.unwrap(), format!("{tried}; ann@example.com is cemil's"));
    let store = stocked().await.unwrap();
    assert!(!change_email(&store, "ann", "bob@example.com").await.unwrap());
    assert_eq!(owner(&store, "ann@example.org").await.unwrap().as_deref(), Some("ann"));
    assert_eq!(owner(&store, "new@example.com").await.unwrap(), None);
}

#[tokio::test]
async fn a_user_with_another_name_keeps_the_address() {
    let store = stocked().await.unwrap();
    assert!(!rename(&store, "ann", "bob").await.unwrap());
    assert_eq!(owner(&store, "ann@example.org").await.unwrap().as_deref(), Some("ann"));
    assert!(rename(&store, "ann", "anna").await.unwrap());
    assert_eq!(owner(&store, "ann@example.org").await.unwrap().as_deref(), Some("anna"));
    assert_eq!(sign_up(&store, "ann", "ANN@example.org").await.unwrap(), SignUp::EmailTaken);
    assert_eq!(sign_up(&store, "ann", "ann@example.com").await.unwrap(), SignUp::Done);
}
