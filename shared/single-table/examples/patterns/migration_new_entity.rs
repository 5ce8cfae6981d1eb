//! Migration: adding an entity without relationships to the others.
//!
//! No item has to be rewritten. The partition keys of the new entity start with its name, so its items are separate from all
//! others, and an older program that is still running never reads them.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Store, table};

use crate::engine;
use crate::support;

/// The program before the migration.
mod before {
    use serde::{Deserialize, Serialize};
    use single_table::{Entity, table};

    table! {
        /// The users of organizations.
        pub(super) struct AppTable { key: (pk, sk), entities: [User] }
    }

    /// A user.
    #[derive(Debug, Serialize, Deserialize, Entity)]
    #[entity(table = AppTable, name = "User", partition(org), sort(user))]
    pub(super) struct User {
        pub(super) org: String,
        pub(super) user: String,
    }
}

table! {
    /// Users, and now projects. Two entities with the same name would not compile.
    struct AppTable { key: (pk, sk), entities: [User, Project] }
}

/// A user, unchanged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = AppTable, name = "User", partition(org), sort(user))]
struct User {
    org: String,
    user: String,
}

/// A project of an organization.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = AppTable, name = "Project", partition(org), sort(project))]
struct Project {
    org: String,
    project: String,
}

async fn projects(store: &Store<AppTable>, org: &str) -> support::Result<Vec<Project>> {
    Ok(store.all(ProjectItems::query(org.to_owned())).await?)
}

async fn migrated() -> support::Result<(Store<before::AppTable>, Store<AppTable>)> {
    let (client, store, name) = engine::table::<AppTable>().await;
    let old = Store::<before::AppTable>::new(client, name);
    let org = || "acme".to_owned();
    support::put_all(&old, ["ann", "bob"].map(|user| before::User { org: org(), user: user.to_owned() })).await?;
    // This project has the name of a user. Without the entity's name, their keys would be equal.
    let project = |project: &str| Project { org: org(), project: project.to_owned() };
    support::put_all(&store, ["ann", "website"].map(project)).await?;
    Ok((old, store))
}

pub(crate) async fn run() -> support::Result<String> {
    let (old, store) = migrated().await?;
    let users = store.all(UserItems::query("acme".to_owned())).await?;
    let seen_before = old.all(before::UserItems::query("acme".to_owned())).await?;
    let projects = support::listed(projects(&store, "acme").await?, |project| project.project);
    let users = support::listed(users, |user| user.user);
    let seen_before = support::listed(seen_before, |user| user.user);
    Ok(format!("projects {projects}; users {users}; the old program sees {seen_before}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_old_program_does_not_read_items_of_the_new_entity() {
        let users = "users ann, bob; the old program sees ann, bob";
        assert_eq!(run().await.unwrap(), format!("projects ann, website; {users}"));
    }
}
