//! The scenario of `AsyncWritingPagerTest` that `WritingPagerTest` does not have.

use crate::tempest::model::PlaylistInfo;
use crate::tempest::support::{Entity as _, PagedWrite, load};
use crate::tempest::writing_pager::{groups, tracks, with_empty_playlist};

#[tokio::test]
async fn extension_function_usage() {
    let (store, first) = with_empty_playlist().await;
    let mut pager = store.writing_pager(PagedWrite::new(groups(&first, &tracks(5)))).unwrap();
    assert_eq!((pager.done(), pager.pages_left()), (0, 1));
    pager.write_all().await.unwrap();
    assert_eq!((pager.done(), pager.pages_left()), (1, 0));
    assert_eq!(load::<PlaylistInfo>(&store, &first.key()).await.unwrap().playlist_tracks, tracks(5));
}
