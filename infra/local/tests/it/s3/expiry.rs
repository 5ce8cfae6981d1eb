use std::fs::{File, FileTimes};
use std::path::Path;
use std::time::{Duration, SystemTime};

use favorites_local::{Options, Periods};

use super::files::{Files, expect, file, names};
use crate::support::{in_folder, until};

/// A service that looks for expired objects all the time.
async fn start(folder: &Path) -> Files {
    let options = in_folder(folder);
    let periods = Periods { file_sweep: Duration::from_millis(10), ..options.periods.clone() };
    Files::start(Options { periods, ..options }).await
}

/// Sets the time of the last change of a file.
fn age(path: &Path, days: u64) {
    let time = SystemTime::now() - Duration::from_hours(24 * days);
    let file = File::options().write(true).open(path).unwrap();
    file.set_times(FileTimes::new().set_modified(time)).unwrap();
}

/// Sets the time of the last change of each file beside the folder of the bucket whose name contains `text`.
fn age_beside(data: &Path, text: &str, days: u64) {
    let folder = data.join("files");
    for name in names(&folder).iter().filter(|name| name.contains(text)) {
        age(&folder.join(name), days);
    }
}

#[tokio::test]
async fn objects_expire_by_the_rule_of_their_prefix_with_the_files_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    let files = start(folder.path()).await;
    for key in ["imports/1/old", "imports/1/new", "imports2/old", "exports/old"] {
        expect(files.put(key, "x").await, 200).await;
    }
    let beside = names(&folder.path().join("files")).len();
    age(&file(folder.path(), "imports/1/new"), 1);
    for key in ["exports/old", "imports2/old", "imports/1/old"] {
        age(&file(folder.path(), key), 3);
    }
    until("the object is deleted", || !file(folder.path(), "imports/1/old").exists()).await;
    // The next sweep has begun after the deletion, and it would delete the others, too.
    expect(files.put("imports/2/old", "x").await, 200).await;
    age(&file(folder.path(), "imports/2/old"), 3);
    until("the other object is deleted", || !file(folder.path(), "imports/2/old").exists()).await;
    assert_eq!(files.keys("").await, ["exports/old", "imports/1/new", "imports2/old"]);
    assert_eq!(names(&folder.path().join("files")).len(), beside - 2, "the metadata and the ETag");
}

#[tokio::test]
async fn an_empty_folder_goes_when_it_is_as_old() {
    let folder = tempfile::tempdir().unwrap();
    let files = start(folder.path()).await;
    for key in ["imports/old/1", "imports/new/1"] {
        expect(files.put(key, "x").await, 200).await;
        expect(files.delete(key).await, 204).await;
    }
    let time = SystemTime::now() - Duration::from_hours(72);
    let old = File::open(file(folder.path(), "imports/old")).unwrap();
    old.set_times(FileTimes::new().set_modified(time)).unwrap();
    until("the folder is deleted", || !file(folder.path(), "imports/old").exists()).await;
    assert!(file(folder.path(), "imports/new").exists());
}

#[tokio::test]
async fn multipart_uploads_that_are_not_complete_are_aborted() {
    let folder = tempfile::tempdir().unwrap();
    let files = start(folder.path()).await;
    let (old, new) = (
        files.begin_upload(&files.key, "exports/1").await,
        files.begin_upload(&files.key, "exports/2").await,
    );
    for (key, upload) in [("exports/1", &*old), ("exports/2", &*new)] {
        expect(files.put_part(&files.key, (key, upload), 1, b"1".to_vec()).await, 200).await;
    }
    age_beside(folder.path(), &new, 2);
    age_beside(folder.path(), &old, 4);
    let left = |upload: &str| {
        names(&folder.path().join("files")).iter().filter(|name| name.contains(upload)).count()
    };
    until("the upload is aborted", || left(&old) == 0).await;
    assert_eq!(left(&new), 3, "its id, its metadata and its part");
}
