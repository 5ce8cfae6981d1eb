//! Pages of a search, and the reads behind them.

use favorites_api::Favorites;
use favorites_api::favorites::Meter;
use favorites_local::functions_on;
use favorites_tests::{Person, Service, data_id, sample};
use serde_json::{Value, json};

use super::{search, titled, titles};

/// Creates notes with these years, in this order.
async fn import(ann: &Person, title: &str, years: &[u16]) -> Vec<Value> {
    let mut kept = Vec::new();
    for year in years {
        let members = json!({ "clipTime": format!("{year}-01-01T00:00:00Z") });
        kept.push(ann.create(&sample::with(titled(&format!("{title} {year}")), &members)).await);
    }
    kept
}

#[tokio::test]
async fn results_come_newest_first_and_once_for_every_page_size() {
    let service = Service::start().await;
    let ann = service.person("ann");
    import(&ann, "Trip", &[2004, 1999, 2021, 2011, 1970, 2020, 2002]).await;
    import(&ann, "Bill", &[2005, 2019, 2003, 1971]).await;
    service.settle().await;
    let newest = ["2021", "2020", "2011", "2004", "2002", "1999", "1970"].map(|year| format!("Trip {year}"));
    for limit in 1..=8 {
        let path = format!("{}&limit={limit}", search("trip"));
        assert_eq!(titles(&ann.all(&path).await), newest, "{limit}");
        let all = ann.all(&format!("/search?limit={limit}")).await;
        assert_eq!(all, ann.all("/favorites").await, "everything, as the list has it");
    }
    service.end().await;
}

#[tokio::test]
async fn only_the_first_page_counts_and_it_counts_all_pages() {
    let service = Service::start().await;
    let ann = service.person("ann");
    import(&ann, "Trip", &[2001, 2002, 2003, 2004, 2005]).await;
    service.settle().await;
    for counting in ["", "&counts=all"] {
        let path = format!("{}&limit=2{counting}", search("trip"));
        let mut page = ann.get(&path).await.is(200);
        let counts = json!({ "total": 5, "byType": { "note": 5 }, "byTag": {}, "complete": true });
        assert_eq!(page["counts"], counts, "{page}");
        let mut sizes = vec![page["items"].as_array().unwrap().len()];
        while let Some(cursor) = page["nextCursor"].as_str() {
            page = ann.get(&format!("{path}&cursor={cursor}")).await.is(200);
            assert_eq!(page.get("counts"), None, "{page}");
            sizes.push(page["items"].as_array().unwrap().len());
        }
        assert_eq!(sizes, [2, 2, 1]);
    }
    service.end().await;
}

#[tokio::test]
async fn a_cursor_goes_on_where_things_were_deleted_and_added() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = import(&ann, "Trip", &[2001, 2002, 2003, 2004, 2005, 2006]).await;
    service.settle().await;
    let first = ann.get(&format!("{}&limit=2", search("trip"))).await.is(200);
    assert_eq!(titles(first["items"].as_array().unwrap()), ["Trip 2006", "Trip 2005"]);
    // Delete the favorite at the cursor's position and the next one.
    for gone in &kept[3..5] {
        ann.delete(&format!("/favorites/{}", data_id(gone))).await.is(200);
    }
    import(&ann, "Trip", &[2007, 1990]).await;
    service.settle().await;
    let cursor = first["nextCursor"].as_str().unwrap();
    let rest = ann.get(&format!("{}&limit=100&cursor={cursor}", search("trip"))).await.is(200);
    let rest = titles(rest["items"].as_array().unwrap());
    assert_eq!(rest, ["Trip 2003", "Trip 2002", "Trip 2001", "Trip 1990"]);
    service.end().await;
}

#[tokio::test]
async fn a_page_is_hydrated_in_one_batch_read() {
    let meter = Meter::new();
    let metered = meter.clone();
    let service = Service::start_with(move |environment| {
        functions_on(environment, |client| {
            Favorites::new(client, environment.table_name.clone()).with_meter(metered.clone())
        })
    })
    .await;
    let ann = service.person("ann");
    ann.create_tag("Red").await;
    for number in 0..60 {
        ann.create(&titled(&format!("Note {number}"))).await;
    }
    service.settle().await;
    let requests = async |path: &str, items: usize| {
        drop(meter.take());
        let page = ann.get(path).await.is(200);
        assert_eq!(page["items"].as_array().unwrap().len(), items, "{path}");
        let used = meter.take();
        let mut requests: Vec<_> =
            used.iter().map(|usage| format!("{} {}", usage.operation, usage.entities.join(","))).collect();
        requests.sort();
        requests
    };
    let looking = ["GetItem CatalogueHead", "Query SearchText", "Query StoredItem"];
    let finding =
        ["BatchGetItem FavoriteData", "GetItem CatalogueHead", "Query SearchText", "Query StoredItem"];
    for (path, items) in [("/search?limit=100", 60), ("/search?q=note&limit=7", 7), ("/search?q=59", 1)] {
        assert_eq!(requests(path, items).await, finding, "{path}");
    }
    assert_eq!(requests("/search?q=nowhere", 0).await, looking);
    service.end().await;
}

#[tokio::test]
async fn times_limit_the_runs_that_a_search_reads() {
    let meter = Meter::new();
    let metered = meter.clone();
    let service = Service::start_with(move |environment| {
        functions_on(environment, |client| {
            Favorites::new(client, environment.table_name.clone())
                .with_meter(metered.clone())
                .with_small_index()
        })
    })
    .await;
    let ann = service.person("ann");
    let years: Vec<u16> = (1970..2025).flat_map(|year| [year; 4]).collect();
    // Each part has less than half as many favorites as the one before it, so their runs are of different levels.
    let (oldest, newer) = years.split_at(150);
    let (newer, newest) = newer.split_at(60);
    for part in [oldest, newer, newest] {
        import(&ann, "Trip", part).await;
        service.settle().await;
    }
    let reads = async |query: &str| {
        drop(meter.take());
        let page = ann.get(&search(query)).await.is(200);
        assert_eq!((&page["items"], &page["counts"]["complete"]), (&json!([]), &json!(true)), "{query}");
        let usage = meter.take();
        let of_blocks = usage.iter().filter(|usage| usage.entities.contains(&"SearchBlock"));
        of_blocks.map(|usage| usage.units.read).sum::<f64>()
    };
    let all = reads("\"nowhere\"").await;
    assert!(all > 1.0, "{all}");
    for query in [
        "\"nowhere\" after:2024",
        "\"nowhere\" before:1971",
        "\"nowhere\" after:2000 before:2001",
        "after:2001 before:2000",
    ] {
        let reads = reads(query).await;
        assert!(reads < all, "{query}: {reads} of {all}");
    }
    service.end().await;
}

#[tokio::test]
async fn long_texts_are_cut_as_in_lists() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let text = format!("needle {}", "é".repeat(400));
    let kept = ann.create(&sample::with(titled("x"), &json!({ "content": { "text": text } }))).await;
    service.settle().await;
    let page = ann.get(&search("needle")).await.is(200);
    assert_eq!(page["items"], ann.get("/favorites").await.is(200)["items"]);
    assert_eq!(
        (&page["items"][0]["truncated"], &page["items"][0]["dataId"]),
        (&json!(true), &kept["dataId"])
    );
    service.end().await;
}
