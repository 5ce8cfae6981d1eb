//! The clients that follow the change feed.

use favorites_api::Favorites;
use favorites_api::favorites::UserId;
use favorites_tests::Clock;
use serde_json::Value;

use crate::breakage::Breakage;
use crate::connection::Connection;
use crate::delivery::Pick;
use crate::follower::Follower;
use crate::table::Table;
use crate::tally::Tally;

/// The clients of each user.
const CLIENTS: usize = 2;

/// The clients, with a connection that may be slow.
#[derive(Debug)]
pub(crate) struct Followers {
    connection: Connection,
    all: Vec<Follower>,
}

impl Followers {
    /// Returns clients of these users that have nothing yet.
    pub(crate) fn new(users: &[UserId], table: &Table, clock: &Clock) -> Self {
        let clients = users.iter().flat_map(|user| vec![Follower::new(user.clone(), clock.now()); CLIENTS]);
        Self { connection: Connection::new(table, clock, Breakage::None), all: clients.collect() }
    }

    /// The events so far.
    pub(crate) fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        self.all.iter().for_each(|follower| tally.add(follower.tally()));
        tally
    }

    /// Has one of the clients read some pages, with requests that take some milliseconds.
    pub(crate) async fn read(
        &mut self,
        client: Pick,
        pages: u8,
        is_last_lost: bool,
        millis: u8,
    ) -> Result<(), String> {
        self.connection.slow_down(millis);
        let at = usize::from(client) % self.all.len();
        let service = &self.connection.favorites;
        let read = self.all[at].read(service, pages.into(), is_last_lost).await;
        self.connection.slow_down(0);
        read
    }

    /// Returns the faults of all copies, after everything was delivered. Every client's place is tried: the first client of a user
    /// goes on to the end, and for the others a copy of the client does, so that they go on from their old place later.
    pub(crate) async fn faults(
        &mut self,
        service: &Favorites,
        items: &[Value],
    ) -> Result<Vec<String>, String> {
        let mut faults = Vec::new();
        for (at, follower) in self.all.iter_mut().enumerate() {
            let mut copy = follower.clone();
            copy.read_all(service).await?;
            faults.extend(copy.faults(service, items).await?);
            if at % CLIENTS == 0 {
                *follower = copy;
            }
        }
        Ok(faults)
    }
}
