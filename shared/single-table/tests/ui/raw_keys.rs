//! Raw keys that do not fit their table. Each entity is named after its mistake.

use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Switches.
    pub struct Switches { key: (pk, sk), entities: [RawComponentWithoutAText] }
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = Switches, name = "Switch", raw, partition(id), sort(on))]
pub struct RawComponentWithoutAText {
    id: String,
    on: bool,
}

table! {
    /// Orders.
    pub struct ShopTable {
        key: (pk, sk),
        global: [Inverted = inverted (sk, data)],
        entities: [TwoValuesOfOneRawKey],
    }
}

/// The sort key is `CUSTOMER1` in the table and `1` in the index.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Order", raw, partition("ORDER", id), sort("CUSTOMER", customer))]
#[index(on = Inverted, view = OrdersByCustomer, raw, partition(customer), sort(date))]
pub struct TwoValuesOfOneRawKey {
    id: u32,
    customer: u32,
    date: String,
}

table! {
    /// Readings of sensors.
    pub struct Readings { key: (sensor: N, time: N), entities: [RawTextInANumber] }
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = Readings, name = "Reading", raw, partition(id), sort(time))]
pub struct RawTextInANumber {
    id: String,
    time: u64,
}

table! {
    /// Short URLs.
    pub struct Aliases { key: (short_url), entities: [RawSortKeyThatTheTableLacks] }
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = Aliases, name = "Alias", raw, partition(short_url), sort("INFO"))]
pub struct RawSortKeyThatTheTableLacks {
    short_url: String,
}

table! {
    /// Short URLs with joined keys.
    pub struct JoinedAliases { key: (short_url), entities: [JoinedEntityInATableWithoutASortKey] }
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = JoinedAliases, name = "Alias", partition(id), sort())]
pub struct JoinedEntityInATableWithoutASortKey {
    id: String,
}

fn main() {}
