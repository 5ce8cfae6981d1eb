use proptest::prelude::*;

use super::*;
use crate::catalogue::entry::Facet;
use crate::catalogue::samples::{data_id, entries, tag_id, tagged};
use crate::limits::TAGS_PER_FAVORITE;

proptest! {
    #[test]
    fn what_fits_keeps_to_the_cap(journal in entries(60), news in entries(60)) {
        let count = fitting(&journal, &news).unwrap();
        let mut with_news = journal.clone();
        with_news.extend(news.into_iter().take(count));
        prop_assert!(count == 0 || pack(&with_news).unwrap().len() <= JOURNAL_MOST_BYTES);
    }
}

#[test]
fn an_empty_journal_has_room_for_several_entries_of_the_largest_kind() {
    let largest = tagged(TAGS_PER_FAVORITE as u128);
    let news: Entries = (0..100).map(|number| (data_id(number), largest.clone())).collect();
    assert!(fitting(&Entries::new(), &news).unwrap() >= 4);
    let other = |number| {
        let mut entry = tagged(TAGS_PER_FAVORITE as u128);
        if let Facet::Present { item, .. } = &mut entry.live {
            item.tag_ids = (0..TAGS_PER_FAVORITE as u128).map(|tag| tag_id(100 * number + tag)).collect();
        }
        (data_id(number), entry)
    };
    let full: Entries = (0..4).map(other).collect();
    assert!(pack(&full).unwrap().len() <= JOURNAL_MOST_BYTES);
    assert_eq!(fitting(&full, &(5..9).map(other).collect()).unwrap(), 1);
}
