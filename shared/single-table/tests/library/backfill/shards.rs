//! Items in random shards.

use serde::{Deserialize, Serialize};
use single_table::{Backfill, Entity, Put, Store};

use crate::backfill::{GsiTwo, MusicTable, music, put, run, text};

const SHARDS: u16 = 15;

/// A play in a random shard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Play", partition(listener), sort(number))]
#[index(on = GsiTwo, view = PlaysByDay, shards = SHARDS, partition(day), sort(number))]
pub(crate) struct Play {
    listener: String,
    number: u16,
    day: String,
    #[serde(default)]
    seconds: u32,
}

fn play(number: u16) -> Play {
    Play { listener: "ann".to_owned(), number, day: "monday".to_owned(), seconds: 0 }
}

async fn plays(store: &Store<MusicTable>) -> usize {
    store.all(PlaysByDay::query("monday".to_owned())).await.expect("the plays are read").len()
}

#[tokio::test]
async fn an_item_stays_in_its_random_shard() {
    let (_, store, _) = music().await;
    for number in 0..20 {
        store.execute(Put::new(&play(number))).await.unwrap();
    }
    for _ in 0..2 {
        let counts = run(&store, Backfill::<Play>::new()).await.unwrap();
        assert_eq!((counts.changed, counts.unchanged), (0, 20));
    }
    // A write for another reason does not move the item either.
    let change = || {
        Backfill::<Play>::new().change(|mut play| {
            play.seconds = 7;
            Some(play)
        })
    };
    assert_eq!(run(&store, change()).await.unwrap().changed, 20);
    assert_eq!(run(&store, change()).await.unwrap().changed, 0);
    assert_eq!(plays(&store).await, 20);
}

#[tokio::test]
async fn an_item_in_a_removed_shard_or_partition_is_moved() {
    let (client, store, name) = music().await;
    for (number, partition) in
        [(0, "Play#monday#00015"), (1, "Play#sunday#00003"), (2, "Play#monday#x"), (3, "odd")]
    {
        let mut item = single_table::encode(&play(number)).unwrap();
        item.insert("gsiTwoPk".to_owned(), text(partition));
        put(&client, &name, item).await;
    }
    assert_eq!(run(&store, Backfill::<Play>::new()).await.unwrap().changed, 4);
    assert_eq!(plays(&store).await, 4);
    assert_eq!(run(&store, Backfill::<Play>::new()).await.unwrap().changed, 0);
}
