//! Connections to the table, each for one caller, with faults.

use aws_sdk_dynamodb::config::{BehaviorVersion, Region, StalledStreamProtectionConfig};
use aws_sdk_dynamodb::{Client, Config};
use aws_smithy_runtime_api::client::http::HttpClient;
use favorites_api::Favorites;
use favorites_local::make_table;
use favorites_local::template::Template;
use favorites_tests::Clock;
use favorites_tests::catalogue::SMALL_NODE;
use single_table::testing::{Faults, Target, Times};

use crate::breakage::Breakage;
use crate::delivery::Fault;
use crate::limits::{FEED_ROOM, RANGE_ITEMS, RANGE_SEGMENTS};
use crate::table::{TABLE_NAME, Table};
use crate::way::{Traffic, Way};

/// A connection of a caller's own.
#[derive(Debug)]
pub(crate) struct Connection {
    /// The service through it.
    pub(crate) favorites: Favorites,
    /// The requests of the connection.
    pub(crate) traffic: Traffic,
    faults: Faults,
}

impl Connection {
    /// Opens a connection on which requests are broken in this way.
    pub(crate) fn new(table: &Table, clock: &Clock, breakage: Breakage) -> Self {
        let (faults, traffic) = (Faults::new(), Traffic::default());
        let way = Way { table: table.clone(), traffic: traffic.clone(), breakage };
        let client = faults.client(&client_on(way));
        Self { favorites: favorites(client, table, clock), traffic, faults }
    }

    /// Sets the milliseconds that a request takes from now on.
    pub(crate) fn slow_down(&self, millis: u8) {
        self.traffic.set_millis(millis.into());
    }

    /// Adds a fault to the next requests.
    pub(crate) fn suffer(&self, fault: Fault) {
        use single_table::testing::Fault as Wrong;

        let arm = |after: u8, wrong, times: u8| {
            self.faults.arm_after(after.into(), wrong, Times::Next(times.into()));
        };
        let dies = |after: u8| {
            self.faults.arm_after(after.into(), Wrong::LostRequest(Target::Any), Times::Always);
        };
        match fault {
            Fault::None => {}
            Fault::Throttled(after, times) => arm(after, Wrong::Throttled(Target::Any), times),
            Fault::Conflict(after, times) => arm(after, Wrong::Conflict, times),
            Fault::LostRequest(after, times) => arm(after, Wrong::LostRequest(Target::Any), times),
            Fault::LostResponse(after, times) => arm(after, Wrong::LostResponse(Target::Any), times),
            Fault::DiesBefore(after) => dies(after),
            Fault::DiesAfter(after) => {
                arm(after, Wrong::LostResponse(Target::Any), 1);
                dies(after + 1);
            }
        }
    }

    /// Ends all faults.
    pub(crate) fn recover(&self) {
        self.faults.clear();
    }
}

/// Creates the template's table.
pub(crate) async fn make(template: &Template, table: &Table) {
    let mut declared = template.table.clone();
    declared.stream = None;
    let made = make_table(&client(table), &declared, TABLE_NAME).await;
    made.expect("the engine makes the project's table");
}

/// Returns a client of the SDK without faults.
pub(crate) fn client(table: &Table) -> Client {
    client_on(Way { table: table.clone(), traffic: Traffic::default(), breakage: Breakage::None })
}

/// Returns a client of the SDK that neither signs its requests nor checks their throughput. Nobody reads the signatures, and both take
/// a large part of a request's time.
fn client_on(http: impl HttpClient + 'static) -> Client {
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .allow_no_auth()
        .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
        .http_client(http);
    Client::from_conf(config.build())
}

/// Returns the service through `client`, at the time of `clock`. Its catalogues are in small pieces, as the history wants them.
pub(crate) fn favorites(client: Client, table: &Table, clock: &Clock) -> Favorites {
    let clock = clock.clone();
    Favorites::new(client, TABLE_NAME)
        .with_clock(move || clock.now())
        .with_segment_bytes(table.segment_bytes())
        .with_count_node_bytes(SMALL_NODE)
        .with_tiny_index()
        .with_reconciled_ranges(RANGE_SEGMENTS, RANGE_ITEMS)
        .with_feed_room(FEED_ROOM)
}
