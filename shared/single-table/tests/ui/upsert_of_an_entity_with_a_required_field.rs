use serde::{Deserialize, Serialize};
use single_table::{Entity, Update, table};

table! {
    pub struct CounterTable { key: (pk, sk), entities: [Counter] }
}

#[derive(Serialize, Deserialize, Entity)]
#[entity(table = CounterTable, name = "Counter", partition(name), sort())]
pub struct Counter {
    name: String,
    count: u64,
    #[serde(default)]
    limit: u64,
}

fn main() {
    let key = CounterKey { name: "n".to_owned() };
    let _ = Update::upsert(key).add(Counter::LIMIT, 1);
}
