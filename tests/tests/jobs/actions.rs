//! The favorites that a job changes: all that are selected, and no others.

use std::collections::BTreeSet;
use std::time::Duration;

use favorites_api::favorites::{Action, DataId, DataType, EpochSeconds, JobCounts, Selector, TagId};

use crate::library::{Library, at, select};

const HOUR: Duration = Duration::from_hours(1);

async fn tagged(library: &Library, tag: TagId) -> BTreeSet<DataId> {
    let states = library.states().await.into_iter();
    states.filter(|(_, (_, tags, _))| tags.contains(&tag)).map(|(data_id, _)| data_id).collect()
}

#[tokio::test]
async fn a_list_a_type_a_tag_and_a_search_each_select_their_favorites_and_no_others() {
    let library = Library::open().await;
    let (blue, mark) = (library.tag("Blue").await, library.tag("Mark").await);
    let plain = library.note("A plain note", &[], None).await;
    let note = library.note("A blue note", &[blue], None).await;
    let link = library.link("blue-link", &[blue]).await;
    let other = library.link("other-link", &[]).await;
    library.deliver_all().await;
    let text = |text: &str| Selector { query: Some(text.to_owned()), ..Selector::default() };
    let cases = [
        (Selector::default(), vec![plain, note, link, other]),
        (select(Some(DataType::Note), None), vec![plain, note]),
        (select(None, Some(blue)), vec![note, link]),
        (select(Some(DataType::Link), Some(blue)), vec![link]),
        (text("blue"), vec![note, link]),
        (text("link -blue"), vec![other]),
        (Selector { data_type: Some(DataType::Note), ..text("blue") }, vec![note]),
        (Selector { tag_id: Some(blue), ..text("link") }, vec![link]),
        (Selector { except: [plain, link].into(), ..Selector::default() }, vec![note, other]),
        (Selector { except: [note].into(), ..text("blue") }, vec![link]),
        (text("nothing like this"), vec![]),
    ];
    for (selector, expected) in cases {
        let job = library.act(Action::Tag(mark), selector.clone()).await;
        assert_eq!(tagged(&library, mark).await, expected.iter().copied().collect(), "{selector:?}");
        let changed = expected.len() as u64;
        assert_eq!(job.counts, JobCounts { changed, ..JobCounts::default() }, "{selector:?}");
        library.act(Action::Untag(mark), Selector::default()).await;
    }
    library.table.shutdown().await;
}

#[tokio::test]
async fn a_job_over_many_pages_changes_all_and_counts_what_needs_no_change() {
    let library = Library::open().await;
    let mark = library.tag("Mark").await;
    for number in 0..33 {
        let tags: &[TagId] = if number % 10 == 0 { &[mark] } else { &[] };
        library.note(&format!("Note {number}"), tags, None).await;
    }
    let job = library.act(Action::Tag(mark), Selector::default()).await;
    assert_eq!(job.counts, JobCounts { changed: 29, unchanged: 4, failed: 0 });
    assert_eq!(tagged(&library, mark).await.len(), 33);
    library.table.shutdown().await;
}

#[tokio::test]
async fn favorites_go_to_the_trash_come_back_and_are_purged() {
    let library = Library::open().await;
    let kept = library.note("Kept", &[], None).await;
    for number in 0..12 {
        library.note(&format!("Note {number}"), &[], None).await;
    }
    let but_one = Selector { except: [kept].into(), ..Selector::default() };
    let in_trash = async || library.states().await.values().filter(|(trashed, ..)| *trashed).count();
    library.act(Action::Delete, but_one).await;
    assert_eq!((library.states().await.len(), in_trash().await), (13, 12));
    library.act(Action::Restore, Selector::default()).await;
    assert_eq!((library.states().await.len(), in_trash().await), (13, 0));
    library.act(Action::Delete, Selector::default()).await;
    let purged = library.act(Action::Purge, Selector { except: [kept].into(), ..Selector::default() }).await;
    assert_eq!(purged.counts.changed, 12);
    assert_eq!(library.states().await.into_keys().collect::<Vec<_>>(), [kept]);
    library.table.shutdown().await;
}

#[tokio::test]
async fn an_expiry_is_set_where_it_differs() {
    let library = Library::open().await;
    library.note("Soon", &[], Some(HOUR)).await;
    library.note("Never", &[], None).await;
    let time = at(&library.clock, HOUR);
    let job = library.act(Action::SetExpiry(Some(time)), Selector::default()).await;
    let expected = Some(EpochSeconds::of(time));
    assert!(library.states().await.values().all(|(_, _, expiry)| *expiry == expected), "{job:?}");
    library.act(Action::SetExpiry(None), Selector::default()).await;
    assert!(library.states().await.values().all(|(_, _, expiry)| expiry.is_none()));
    library.table.shutdown().await;
}
