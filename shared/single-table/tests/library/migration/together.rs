//! Programs of two versions that use the same table in any order.

use proptest::prelude::*;
use single_table::{Backfill, Update, backfill::BackfillProgress};

use super::today::Track;
use super::{Programs, key, names, past, programs, today};

/// An operation of one of the programs.
#[derive(Debug, Clone)]
enum Step {
    OldInsert,
    OldPlay,
    OldRename(String),
    NewPlay,
    NewRename(String),
    NewReplace(u32),
    NewRemove,
    Backfill,
}

fn step() -> impl Strategy<Value = Step> {
    let title = "[A-Z][a-z]{0,6}";
    prop_oneof![
        3 => Just(Step::OldInsert),
        2 => Just(Step::OldPlay),
        1 => title.prop_map(Step::OldRename),
        3 => Just(Step::NewPlay),
        2 => title.prop_map(Step::NewRename),
        1 => (1..600_u32).prop_map(Step::NewReplace),
        1 => Just(Step::NewRemove),
        1 => Just(Step::Backfill),
    ]
}

/// The track that the current program must read, and whether the item still has version 1.
#[derive(Debug, Default)]
struct Expected {
    track: Option<Track>,
    is_past: bool,
}

impl Expected {
    /// Changes the track if the program can. The program of version 1 can't change later items.
    fn change(&mut self, by_old: bool, change: impl FnOnce(&mut Track)) -> bool {
        let Some(track) = self.track.as_mut().filter(|_| !by_old || self.is_past) else { return false };
        change(track);
        self.is_past = by_old;
        true
    }
}

async fn apply(programs: &Programs, expected: &mut Expected, step: Step) {
    let old_key = past::TrackKey { album: "Arrival".to_owned(), number: 1 };
    match step {
        Step::OldInsert => {
            let inserted = programs.old.insert(&past::track(1)).await.is_ok();
            assert_eq!(inserted, expected.track.is_none());
            if inserted {
                *expected = Expected { track: Some(today::track(1)), is_past: true };
            }
        }
        Step::OldPlay => {
            let update = Update::<past::Track>::new(old_key).add(past::Track::PLAYS, 1);
            let done = programs.old.execute(update).await.is_ok();
            assert_eq!(done, expected.change(true, |track| track.plays += 1));
        }
        Step::OldRename(title) => {
            let label = format!("ABBA - {title}");
            let update = Update::<past::Track>::new(old_key).set(past::Track::LABEL, label);
            let done = programs.old.execute(update).await.is_ok();
            assert_eq!(done, expected.change(true, |track| track.title = title));
        }
        Step::NewPlay => {
            let update = Update::<Track>::new(key(1)).add(Track::PLAYS, 1);
            let done = programs.new.execute(update).await.is_ok();
            assert_eq!(done, expected.change(false, |track| track.plays += 1));
        }
        Step::NewRename(note) => {
            let update = Update::<Track>::new(key(1)).set(Track::NOTE, note.clone());
            let done = programs.new.execute(update).await.is_ok();
            assert_eq!(done, expected.change(false, |track| track.note = Some(note)));
        }
        Step::NewReplace(seconds) => {
            let Some(before) = programs.read(1).await else { return };
            let mut after = Track { seconds, ..before.clone() };
            programs.new.replace(&before, &mut after).await.expect("nobody else writes");
            assert!(expected.change(false, |track| *track = after));
        }
        Step::NewRemove => {
            let Some(before) = programs.read(1).await else { return };
            programs.new.remove(&before).await.expect("nobody else writes");
            *expected = Expected::default();
        }
        Step::Backfill => {
            let progress = BackfillProgress::new(std::num::NonZeroU16::MIN);
            programs
                .new
                .backfill(Backfill::<Track>::new(), progress)
                .finish()
                .await
                .expect("every item can be upgraded");
            expected.is_past = false;
        }
    }
}

/// Checks that the stored item has the attributes of one version.
async fn check_stored(programs: &Programs, expected: &Expected) {
    let Some(item) = programs.stored(1).await else { return };
    let has = |name| names(&item).contains(&name);
    for past in ["label", "length"] {
        assert_eq!(has(past), expected.is_past, "{item:?}");
    }
    for today in ["artist", "title", "seconds", "artistPk", "artistSk"] {
        assert_eq!(has(today), !expected.is_past, "{item:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn no_item_has_attributes_of_two_versions_and_no_change_is_lost(steps in prop::collection::vec(step(), 1..14)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let programs = programs().await;
            let mut expected = Expected::default();
            for step in steps {
                apply(&programs, &mut expected, step).await;
                assert_eq!(programs.read(1).await, expected.track);
                check_stored(&programs, &expected).await;
            }
        });
    }
}
