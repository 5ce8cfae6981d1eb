//! The files of other services: every entry is accounted for.

use std::path::Path;

use bookmark_files::{Bookmarks, Format, Limits};
use serde_json::json;

use crate::account::{counts, import_all, report, service};

/// Returns the sample files of the crate that reads them.
fn file(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/bookmark-files/tests/files");
    std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[tokio::test]
async fn every_entry_of_each_service_s_file_is_imported_a_duplicate_or_reported_with_a_reason() {
    let (service, ann, _) = service().await;
    for name in [
        "chrome.html",
        "firefox.html",
        "safari.html",
        "edge.html",
        "linkding.html",
        "shaarli.html",
        "pinboard.html",
        "pocket.html",
        "pocket.csv",
        "pocket.zip",
        "raindrop.csv",
        "karakeep.json",
        "karakeep-old.json",
        "linkwarden.json",
        "pinboard.json",
        "dates.html",
        "same-names.html",
        "quotes.csv",
        "bom-crlf.html",
        "bom-crlf.csv",
        "bom-crlf.json",
        "unclosed.html",
        "latin-1.html",
        "not-entries.html",
    ] {
        let bytes = file(name);
        let format = Format::detect(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let rows = Bookmarks::open(format, std::io::Cursor::new(&bytes), Limits::default()).unwrap();
        let total = rows.count() as u64;
        let preview = import_all(&ann, bytes.clone(), json!({ "dryRun": true })).await;
        let job = import_all(&ann, bytes.clone(), json!({})).await;
        let [imported, duplicates, invalid] = counts(&job);
        assert_eq!(imported + duplicates + invalid, total, "{name}: {job}");
        assert_eq!(counts(&preview), counts(&job), "{name}");
        assert_eq!(job["import"]["format"], format.id(), "{name}");
        let entries = report(&ann, &job).await;
        let reported = entries.iter().filter(|entry| entry["outcome"] != "imported").count() as u64;
        assert_eq!(reported, duplicates + invalid, "{name}");
        assert_eq!(report(&ann, &preview).await.len(), entries.len(), "{name}");
        let again = import_all(&ann, bytes, json!({})).await;
        // A note without a date has that of its import, and is another note then.
        let new = u64::from(name == "quotes.csv");
        assert_eq!(counts(&again), [new, imported + duplicates - new, invalid], "{name}: imported twice");
    }
    service.end().await;
}
