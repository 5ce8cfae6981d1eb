//! Tests records in any order.

use favorites_api::favorites::ChangeRecord;

use crate::person::{Favorite, Person};
use crate::world::World;

/// Returns all orders of this number of things.
fn permutations(things: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for thing in 0..things {
        let with = |order: Vec<usize>| {
            (0..=order.len()).map(move |at| {
                let mut order = order.clone();
                order.insert(at, thing);
                order
            })
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all
}

/// Makes a favorite for each order, with the records of `life`. Delivers the first record of every order, then the
/// second of every order, and so on. Checks the table after that, and after all records were delivered again.
async fn deliver_in(
    world: &World,
    person: &mut Person,
    orders: &[Vec<usize>],
    life: impl Fn(&mut Person, u128) -> Vec<ChangeRecord>,
) {
    let lives: Vec<Vec<ChangeRecord>> = (1..).take(orders.len()).map(|number| life(person, number)).collect();
    let records = lives[0].len();
    for step in 0..records {
        let of_step = orders.iter().zip(&lives).map(|(order, life)| life[order[step]].clone());
        world.apply(&of_step.collect::<Vec<_>>()).await;
    }
    world.check(&[person]).await;
    // Deliver all records again, in the order of the stream, as after a failure.
    world.apply(&lives.concat()).await;
    world.check(&[person]).await;
}

/// Saves, deletes, restores and deletes a favorite. Returns four records of the favorite (0, 1, 3 and 5), and three of
/// its item in the trash.
fn restless(person: &mut Person, number: u128) -> Vec<ChangeRecord> {
    let mut records = vec![person.keep(Favorite::note(number))];
    records.extend(person.delete(number));
    records.extend(person.restore(number));
    records.extend(person.delete(number));
    records
}

#[tokio::test]
async fn the_records_of_two_items_come_in_any_order_between_them() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let mut orders = permutations(7);
    let place = |order: &[usize], record| order.iter().position(|found| *found == record);
    let in_order =
        |order: &[usize], records: &[usize]| records.is_sorted_by_key(|record| place(order, *record));
    orders.retain(|order| in_order(order, &[0, 1, 3, 5]) && in_order(order, &[2, 4, 6]));
    assert_eq!(orders.len(), 35);
    deliver_in(&world, &mut ann, &orders, restless).await;
    assert_eq!((ann.live.len(), ann.trash.len()), (0, 35));
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn the_records_of_a_favorite_that_was_restored_come_in_any_order_at_all() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let tag = world.tag(&ann, "Red").await;
    let restored = |person: &mut Person, number| {
        let mut records = vec![person.keep(Favorite::note(number).tagged(&[&tag]))];
        records.extend(person.delete(number));
        records.extend(person.restore(number));
        records
    };
    deliver_in(&world, &mut ann, &permutations(5), restored).await;
    assert_eq!((ann.live.len(), ann.trash.len()), (120, 0));
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn edits_of_type_and_tags_come_in_any_order() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    let tags = [world.tag(&ann, "Red").await, world.tag(&ann, "Blue").await, world.tag(&ann, "Green").await];
    let edited = |person: &mut Person, number| {
        vec![
            person.keep(Favorite::note(number).tagged(&[&tags[0], &tags[1]])),
            // No use case changes the type of a favorite, but a record may show it.
            person.edit(number, |favorite| {
                favorite.data_type = "link";
                favorite.tags = tags[1..].to_vec();
            }),
            person.edit(number, |favorite| favorite.tags.clear()),
            person.edit(number, |favorite| {
                favorite.data_type = "image";
                favorite.tags = vec![tags[0].clone()];
            }),
        ]
    };
    deliver_in(&world, &mut ann, &permutations(4), edited).await;
    world.end(&[&ann]).await;
}

#[tokio::test]
async fn favorites_removed_by_ttl_are_gone_like_those_removed_by_the_user() {
    let world = World::start().await;
    let mut ann = world.person("ann");
    // The record is the same whether the trash is emptied by time or by hand.
    let emptied = |person: &mut Person, number| {
        let mut records = vec![person.keep(Favorite::note(number))];
        records.extend(person.delete(number));
        records.push(person.purge(number));
        records
    };
    deliver_in(&world, &mut ann, &permutations(4), emptied).await;

    let mut bob = world.person("bob");
    let expired = |person: &mut Person, number| {
        let kept = person.keep(Favorite::note(number));
        let edited = person.edit(number, |favorite| favorite.title.push('!'));
        vec![kept, edited, person.expire(number)]
    };
    world.apply(&bob.keep_notes([1_000])).await;
    let lives: Vec<Vec<ChangeRecord>> = (1..=6).map(|number| expired(&mut bob, number)).collect();
    for (order, life) in permutations(3).iter().zip(&lives) {
        for record in order {
            world.apply(&life[*record..=*record]).await;
        }
    }
    assert_eq!(bob.live.len(), 1);
    world.end(&[&ann, &bob]).await;
}
