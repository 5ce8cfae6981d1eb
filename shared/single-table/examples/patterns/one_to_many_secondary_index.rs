//! One-to-many over an index, where the table's own key has another use.
//!
//! Choose it for a second level: users of an organization and tickets of a user. With both in the organization's
//! partition, a list of users would read all their tickets. So a ticket has a key of its own, and an index lists it.

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

/// A ticket: found by its number alone, and listed for its user.
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

/// A user's latest tickets: numbers are given out in the order of time.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn users_are_listed_without_tickets_and_tickets_by_user() {
        let found = "users ann, anna; ann's tickets 10, 9; ticket 12 is from acme2";
        assert_eq!(run().await.unwrap(), found);
    }
}
