//! The memory of passes over one user.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::ensure;
use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::Favorites;
use favorites_api::favorites::limits::SPARE_COUNT_NODES;
use favorites_api::favorites::{Client, DataType, EpochSeconds, TagId, Timestamp, UserId};
use favorites_local::functions;
use favorites_tests::figures::say;
use favorites_tests::library::Maker;
use favorites_tests::{Clock, Service};

use crate::{MOST_MEMORY, fill, pass};

/// The time at which the first favorite expires, after the beginning. It exceeds the time that the benchmark takes.
const FIRST_EXPIRY: Duration = Duration::from_hours(24);

/// A user with many favorites, and the counts that they must have.
struct Account {
    service: Service,
    favorites: Favorites,
    clock: Clock,
    user: UserId,
    /// The numbers of favorites that expire, and that do not, of each type and of each tag.
    expected: BTreeMap<(DataType, Option<TagId>), Kept>,
}

/// The numbers of some favorites.
#[derive(Default)]
struct Kept {
    forever: u64,
    /// The places of those that expire in the order of expiry.
    places: Vec<u32>,
}

/// Measures the passes over a user with `favorites` favorites. One of `each` expires, and no two in the same second.
pub(crate) async fn measure(favorites: usize, each: usize) -> anyhow::Result<()> {
    let account = Account::fill(favorites, each).await?;
    let all = u64::try_from(favorites)?;
    say(&format!("{favorites} favorites of one user, of which {} expire", favorites.div_ceil(each)));
    say(
        "pass                peak MB  seconds  calls  requests  read units  write units  favorites  repaired",
    );
    let made = account.pass("from nothing").await?;
    // The pass begins again if the search index is full, because no worker merges it meanwhile.
    ensure!(made.favorites >= all && made.has_repaired(all), "it makes an entry of each: {made:?}");
    let right = account.pass("all is right").await?;
    ensure!(right.has_read(all) && right.repaired == 0, "all was right: {right:?}");
    account.damage().await?;
    let mended = account.pass("wrong counters").await?;
    ensure!(mended.has_read(2 * all) && mended.repaired == 1, "it mends the counters: {mended:?}");
    Ok(())
}

impl Account {
    async fn fill(favorites: usize, each: usize) -> anyhow::Result<Self> {
        let service = Service::start_without_stream(functions).await;
        let clock = Clock::start();
        let now = clock.clone();
        let environment = service.running().environment();
        let table = environment.table_name.clone();
        let read =
            Favorites::new(Client::new(&environment.sdk_config()), table).with_clock(move || now.now());
        let user = UserId::parse("large")?;
        let mut expected: BTreeMap<_, Kept> = BTreeMap::new();
        let first = EpochSeconds::of(clock.after(FIRST_EXPIRY));
        let tags = Maker::new(&user, 0).into_tags();
        fill::put(&service, tags.iter().map(fill::item)).await;
        let mut maker = Maker::new(&user, 0);
        let mut time = "2018-01-01T00:00:00Z".parse::<Timestamp>()?;
        let items = (0..favorites).map(|number| {
            time = time.checked_add(Duration::from_secs(1)).expect("it is this century");
            let mut favorite = maker.favorite(time);
            let place = u32::try_from(number / each).expect("a user has fewer favorites");
            let expires = number % each == 0;
            if expires {
                favorite.expire_time = Some(first.plus(Duration::from_secs(place.into())));
            }
            for tag in std::iter::once(None).chain(favorite.tag_ids.iter().copied().map(Some)) {
                let kept = expected.entry((favorite.content.data_type(), tag)).or_default();
                if expires { kept.places.push(place) } else { kept.forever += 1 }
            }
            fill::item(&favorite)
        });
        fill::put(&service, items).await;
        Ok(Self { service, favorites: read, clock, user, expected })
    }

    /// Runs a pass, and asserts that it had enough memory and that all counts are right after it.
    async fn pass(&self, name: &str) -> anyhow::Result<pass::Figures> {
        let figures = pass::start(&self.service, &self.user).await?;
        say(&format!(
            "{name:<18} {:>8} {:>8.1} {:>6} {:>9} {:>11.0} {:>12.0} {:>10} {:>9}",
            figures.peak,
            figures.seconds,
            figures.calls,
            figures.requests,
            figures.read_units,
            figures.write_units,
            figures.favorites,
            figures.repaired,
        ));
        self.check().await?;
        ensure!(figures.peak <= MOST_MEMORY, "{} MB, and {MOST_MEMORY} is the most", figures.peak);
        Ok(figures)
    }

    /// Compares the counts of the account and of tags with the favorites, now and at moments at which some of them have expired.
    async fn check(&self) -> anyhow::Result<()> {
        let expiring = self.expected.values().flat_map(|kept| &kept.places).max().map_or(0, |last| last + 1);
        for part in [0, 1, 2, 3] {
            let expired = expiring / 3 * part;
            let now = self.clock.clone();
            // The favorite in place 0 is gone a day after the beginning, and each other one a second after the one before.
            let later =
                if part == 0 { Duration::ZERO } else { FIRST_EXPIRY + Duration::from_secs(expired.into()) };
            let at_moment = self.favorites.clone().with_clock(move || now.after(later));
            let is_left = |place: &&u32| part == 0 || **place > expired;
            let counts = at_moment.counts(&self.user).await?;
            for ((data_type, tag), kept) in &self.expected {
                let expected = kept.forever + u64::try_from(kept.places.iter().filter(is_left).count())?;
                let counted = match tag {
                    None => counts.by_type(*data_type),
                    Some(tag) => at_moment.tag(&self.user, *tag).await?.favorites.get(*data_type),
                };
                ensure!(counted == expected, "{data_type:?} {tag:?}: {counted}, and {expected} are there");
            }
        }
        Ok(())
    }

    /// Deletes nodes of the counts: more than can be spare, so all nodes have to be made again.
    async fn damage(&self) -> anyhow::Result<()> {
        let nodes = AttributeValue::S(format!("CatalogueCounts#{}", self.user.as_str()));
        let (client, table) = (self.service.dynamodb(), self.service.table_name());
        let query = client.query().table_name(table).limit(i32::try_from(SPARE_COUNT_NODES)? + 1);
        let query = query.key_condition_expression("pk = :pk").expression_attribute_values(":pk", nodes);
        for node in query.send().await?.items.unwrap_or_default() {
            let delete = client.delete_item().table_name(table);
            delete.key("pk", node["pk"].clone()).key("sk", node["sk"].clone()).send().await?;
        }
        Ok(())
    }
}
