//! A sparse index as a filter: the index contains only the items that have a certain attribute.
//!
//! Use it to find a few of many items, such as the administrators among all users. A query of the index reads no other items.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Store, Timestamp, Update, table};

use crate::support;

table! {
    /// The users of organizations.
    struct UserTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [User],
    }
}

/// A user. The component `admin_since?` is optional: without a value, the user is not in the index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = UserTable, name = "User", partition(org), sort(name))]
#[index(on = GsiOne, view = Administrators, partition(org), sort(admin_since?))]
struct User {
    org: String,
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    admin_since: Option<Timestamp>,
}

/// Returns the administrators of an organization, longest serving first.
async fn administrators(store: &Store<UserTable>, org: &str) -> support::Result<Vec<User>> {
    Ok(store.all(Administrators::query(org.to_owned())).await?)
}

/// Sets the attribute together with the index key, or removes both.
async fn set_admin(store: &Store<UserTable>, user: &User, since: Option<Timestamp>) -> support::Result<()> {
    let change = Update::new(user.key()).rekey::<Administrators>(&(since,));
    store.execute(change).await?;
    Ok(())
}

fn user(org: &str, name: &str) -> User {
    User { org: org.to_owned(), name: name.to_owned(), admin_since: None }
}

async fn stocked() -> support::Result<Store<UserTable>> {
    let store = support::table().await;
    let [ann, bob, cem] = ["ann", "bob", "cem"].map(|name| user("acme", name));
    let other = user("acme 2", "ann");
    support::put_all(&store, [&ann, &bob, &cem, &other].map(Clone::clone)).await?;
    let at = Timestamp::from_unix_millis;
    set_admin(&store, &cem, Some(at(1_000)?)).await?;
    set_admin(&store, &bob, Some(at(2_000)?)).await?;
    set_admin(&store, &ann, Some(at(3_000)?)).await?;
    set_admin(&store, &other, Some(at(3_000)?)).await?;
    set_admin(&store, &bob, None).await?;
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    Ok(support::listed(administrators(&stocked().await?, "acme").await?, |user| user.name))
}

#[tokio::test]
async fn the_index_contains_only_users_that_have_the_attribute_now() {
    assert_eq!(run().await.unwrap(), "cem, ann");
    let store = stocked().await.unwrap();
    let bob = store.get::<User>(&user("acme", "bob").key()).await.unwrap();
    assert_eq!(bob, Some(user("acme", "bob")));
}
