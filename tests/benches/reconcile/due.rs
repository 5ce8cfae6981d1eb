//! The requests of a reconciliation of all users who are due.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use favorites_api::Favorites;
use favorites_api::favorites::limits::RECONCILED_AFTER;
use favorites_api::favorites::{ChangeRecord, Client, EpochSeconds, FavoriteData, Meter, UserId};
use favorites_local::functions;
use favorites_tests::figures::say;
use favorites_tests::library::Maker;
use favorites_tests::{Clock, Service};
use single_table::item::StreamItem;

use crate::fill;

/// The number of favorites of each user. Each has the user's one tag.
const FAVORITES: usize = 2;

/// The number of users in a batch of the consumer.
const BATCH: usize = 50;

/// The time for a batch, and for a user.
const TIME: Duration = Duration::from_mins(10);

/// The number of requests of a reconciliation.
pub(crate) struct Due {
    /// For the pages of the list of users who are due.
    pub(crate) of_list: usize,
    /// For the passes, and to take the users off the list.
    pub(crate) of_users: usize,
}

impl Due {
    /// Reconciles the users who are due in a table with this number of users.
    pub(crate) async fn measure(users: usize, due: usize) -> Self {
        let service = Service::start_without_stream(functions).await;
        let clock = Clock::start();
        let now = clock.clone();
        let environment = service.running().environment();
        let meter = Meter::new();
        let client = Client::new(&environment.sdk_config());
        let favorites = Favorites::new(client, environment.table_name.clone())
            .with_clock(move || now.now())
            .with_meter(meter.clone());
        change(&service, &favorites, 0..due).await;
        clock.advance(RECONCILED_AFTER + Duration::from_hours(1));
        change(&service, &favorites, due..users).await;

        drop(meter.take());
        let mut reconciled = Self { of_list: 0, of_users: 0 };
        let mut read_units = 0.0;
        let begin = Instant::now();
        let (mut place, mut met) = (None, 0);
        loop {
            let page = favorites.due_users(place.take()).await.expect("the list can be read");
            let usage = meter.take();
            read_units += usage.iter().map(|usage| usage.units.read).sum::<f64>();
            reconciled.of_list += usage.len();
            for user in &page.users {
                let pass = favorites.reconcile_due_user(user, TIME).await;
                let pass = pass.expect("the engine answers");
                assert!(pass.finished && pass.repaired == 0 && pass.suspects == 0, "{pass:?}");
                assert_eq!(pass.favorites, 2, "a pass reads all favorites of its user");
            }
            met += page.users.len();
            let usage = meter.take();
            read_units += usage.iter().map(|usage| usage.units.read).sum::<f64>();
            reconciled.of_users += usage.len();
            place = page.next;
            if place.is_none() {
                break;
            }
        }
        assert_eq!(met, due, "all users who are due are met, and nobody else");
        say(&format!(
            "{users} users, of whom {due} are due: {} requests for the list, {} for users ({:.1} each), {read_units} read units, {:.1} s",
            reconciled.of_list,
            reconciled.of_users,
            float(reconciled.of_users) / float(due),
            begin.elapsed().as_secs_f64(),
        ));
        service.stop().await;
        reconciled
    }
}

/// Has users keep their favorites, and the consumer apply the records of that.
async fn change(service: &Service, favorites: &Favorites, users: std::ops::Range<usize>) {
    let numbers: Vec<_> = users.collect();
    for batch in numbers.chunks(BATCH) {
        let mut items = Vec::new();
        let mut records = Vec::new();
        for number in batch {
            let user = UserId::parse(format!("user {number}")).expect("a name is an id");
            let mut maker = Maker::with_tags(&user, 0, 1);
            let kept: Vec<_> = (0..FAVORITES).map(|_| maker.favorite(favorites.now())).collect();
            let tag = maker.into_tags().pop().expect("one tag was made");
            items.push(fill::item(&tag));
            for favorite in kept {
                let favorite = FavoriteData { tag_ids: BTreeSet::from([tag.tag_id]), ..favorite };
                let item = fill::item(&favorite);
                let new = Some(StreamItem::from(item.clone()));
                let written = Some(EpochSeconds::of(favorites.now()));
                records.push(ChangeRecord { written, old: None, new });
                items.push(item);
            }
        }
        fill::put(service, items.into_iter()).await;
        for result in favorites.apply_changes(records, TIME).await {
            result.expect("a record that was made up can be applied");
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a few hundred thousand")]
fn float(count: usize) -> f64 {
    count as f64
}
