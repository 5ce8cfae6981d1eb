//! One-to-many with an index: the children have a primary key of their own, and an index lists them by parent.
//!
//! Use it for a second level, such as the users of an organization and the tickets of a user. If both were in the partition of
//! the organization, a query for the users would also read all tickets.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Store, table};

use crate::support;

table! {
    /// A help desk.
    struct DeskTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [User, Ticket],
    }
}

/// A user of an organization.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = DeskTable, name = "User", partition(org), sort(user))]
struct User {
    org: String,
    user: String,
}

/// A ticket. The number alone is its key, and the index lists the tickets of a user.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = DeskTable, name = "Ticket", partition(number), sort())]
#[index(on = GsiOne, view = TicketsByUser, partition(org, user), sort(number))]
struct Ticket {
    number: u32,
    org: String,
    user: String,
}

async fn users(store: &Store<DeskTable>, org: &str) -> support::Result<Vec<User>> {
    Ok(store.all(UserItems::query(org.to_owned())).await?)
}

async fn ticket(store: &Store<DeskTable>, number: u32) -> support::Result<Option<Ticket>> {
    Ok(store.get(&TicketKey { number }).await?)
}

/// Returns a user's latest tickets. Ticket numbers increase over time.
async fn latest_tickets(store: &Store<DeskTable>, org: &str, user: &str, most: u32) -> support::Result<Vec<Ticket>> {
    let latest = TicketsByUser::query(org.to_owned(), user.to_owned()).descending().limit(most);
    Ok(store.page(latest).await?.items)
}

async fn stocked() -> support::Result<Store<DeskTable>> {
    let store = support::table().await;
    let users = [("acme", "ann"), ("acme", "anna"), ("acme2", "ann")];
    support::put_all(&store, users.map(|(org, user)| User { org: org.to_owned(), user: user.to_owned() })).await?;
    let tickets = [(9, "acme", "ann"), (10, "acme", "ann"), (11, "acme", "anna"), (12, "acme2", "ann")];
    let tickets = tickets.map(|(number, org, user)| Ticket { number, org: org.to_owned(), user: user.to_owned() });
    support::put_all(&store, tickets).await?;
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    let store = stocked().await?;
    let users = support::listed(users(&store, "acme").await?, |user| user.user);
    let tickets = latest_tickets(&store, "acme", "ann", 5).await?;
    let tickets = support::listed(tickets, |ticket| ticket.number.to_string());
    let other = ticket(&store, 12).await?.ok_or("ticket 12 is not there")?.org;
    Ok(format!("users {users}; ann's tickets {tickets}; ticket 12 is from {other}"))
}

#[tokio::test]
async fn users_are_listed_without_tickets_and_tickets_by_user() {
    let found = "users ann, anna; ann's tickets 10, 9; ticket 12 is from acme2";
    assert_eq!(run().await.unwrap(), found);
}
