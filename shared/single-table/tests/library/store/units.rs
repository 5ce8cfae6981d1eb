//! The capacity that requests consume.

use single_table::capacity::Meter;
use single_table::{Delete, Entity};

use super::{Track, TracksByArtist, music, track};

#[tokio::test]
async fn a_meter_collects_what_every_request_consumed() {
    let meter = Meter::new();
    let store = music(3).await.with_meter(meter.clone());
    let page = store.page(TracksByArtist::query("ABBA".to_owned())).await.unwrap();
    store.execute(Delete::<Track>::new(track("Arrival", 1).key())).await.unwrap();
    let usage = meter.take();
    let summary: Vec<_> = usage.iter().map(|usage| (usage.operation, usage.index)).collect();
    assert_eq!(summary, [("Query", Some("gsiOne")), ("DeleteItem", None)]);
    assert!(usage[0].units.read > 0.0 && usage[0].units == page.units);
    assert!(usage[1].units.write > 0.0);
    assert!(meter.take().is_empty());
}
