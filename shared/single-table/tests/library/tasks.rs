//! The ten tasks of the page on other libraries: ours do what they say, and the page has the number of lines
//! of each.

use std::error::Error;

use crate::engine;

#[expect(
    unreachable_pub,
    clippy::struct_field_names,
    reason = "the file is a module of a library too, and all have these names"
)]
#[path = "../tasks/src/ours.rs"]
mod ours;

use ours::{Album, MusicTable, Track};

/// Our tasks, and those of the other libraries in the order of the columns.
const FILES: [&str; 5] = [
    include_str!("../tasks/src/ours.rs"),
    include_str!("../tasks/src/facade.rs"),
    include_str!("../tasks/src/modyne_tasks.rs"),
    include_str!("../tasks/electrodb.ts"),
    include_str!("../tasks/toolbox.ts"),
];

/// Returns each task of a file with its lines that are neither blank nor comments.
fn tasks(file: &str) -> Vec<(&str, usize)> {
    let tasks = file.split("// task: ").skip(1).map(|task| task.split_once('\n').expect("a line"));
    let counts = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    tasks.map(|(name, code)| (name, code.lines().filter(counts).count())).collect()
}

#[test]
fn the_page_has_the_number_of_lines_of_each_task() {
    let page = include_str!("../../docs/comparison.md");
    let files = FILES.map(tasks);
    assert_eq!(files[0].len(), 10);
    for (row, &(name, _)) in files[0].iter().enumerate() {
        let counted = files.each_ref().map(|tasks| tasks[row]);
        assert!(counted.iter().all(|task| task.0 == name), "the files have different tasks: {counted:?}");
        let cells = format!("| {name} | {} |", counted.map(|task| task.1.to_string()).join(" | "));
        assert!(
            page.lines().any(|line| line.starts_with(&cells)),
            "no row of docs/comparison.md starts with: {cells}"
        );
    }
}

#[tokio::test]
async fn our_tasks_do_what_they_say() -> Result<(), Box<dyn Error>> {
    let (_, store, _) = engine::table::<MusicTable>().await;
    let store = &store;
    let album = |album: &str, year| Album {
        album: album.to_owned(),
        title: String::new(),
        artist: "Pink Floyd".to_owned(),
        year,
        tracks: 0,
    };
    let (animals, wall) = (album("animals", 1977), album("wall", 1979));
    let key = || wall.album.clone();

    assert_eq!(ours::get(store, key()).await?, None);
    for album in [&animals, &wall] {
        assert!(ours::insert(store, album).await?);
        assert!(!ours::insert(store, album).await?);
    }
    assert_eq!(ours::get(store, key()).await?.as_ref(), Some(&wall));
    let last = |from, to| ours::last(store, wall.artist.clone(), from, to);
    assert_eq!(last(1977, 1979).await?, [wall.clone(), animals]);
    assert_eq!(last(1978, 1980).await?, std::slice::from_ref(&wall));
    assert_eq!(last(1980, 1989).await?, []);

    assert_eq!(ours::rename(store, key(), "The Wall").await?.title, "The Wall");
    ours::rename(store, "meddle".to_owned(), "Meddle").await.unwrap_err();
    ours::count(store, key()).await?;
    ours::count(store, "meddle".to_owned()).await.unwrap_err();

    let track = |number| Track { album: key(), number, title: String::new() };
    for number in 1..=21 {
        assert!(ours::add_track(store, &track(number)).await?);
        assert!(!ours::add_track(store, &track(number)).await?);
    }
    ours::add_track(store, &Track { album: "meddle".to_owned(), ..track(1) }).await.unwrap_err();
    let (next, first) = ours::page(store, key(), None).await?;
    let (end, second) = ours::page(store, key(), next.as_deref()).await?;
    assert_eq!((first.len(), second, end), (20, vec![track(21)], None));

    let (found, tracks) = ours::collection(store, key()).await?;
    assert_eq!(found, Some(Album { title: "The Wall".to_owned(), tracks: 22, ..wall.clone() }));
    assert_eq!(tracks, (1..=21).map(track).collect::<Vec<_>>());
    assert_eq!(ours::batch(store, "wall", &[2, 99]).await?, [Some(track(2)), None]);
    Ok(())
}
