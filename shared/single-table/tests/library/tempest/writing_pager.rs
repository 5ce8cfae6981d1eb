//! An update of several transactions. See `WritingPagerTest`.

use crate::tempest::albums::THE_WALL;
use crate::tempest::model::{AlbumTrack, AlbumTrackKey, MusicTable, PlaylistInfo, TrackToken};
use crate::tempest::support::*;

/// A transaction has at most 10 operations here, of which one is the playlist's.
const TRACKS_OF_A_PAGE: usize = 9;

/// The first tracks of the album.
pub(crate) fn tracks(count: u16) -> Vec<TrackToken> {
    (1..=count).map(|number| TrackToken::new(THE_WALL.token, number)).collect()
}

/// Checks that the track exists. Like Tempest's scenario, it asks for the title.
fn exists(track: &TrackToken) -> Check<AlbumTrack> {
    let key = AlbumTrackKey { album_token: track.album_token.clone(), track_number: track.track_number };
    Check::new(key, AlbumTrack::TRACK_TITLE.exists())
}

/// Makes a group for each page. It checks that its tracks exist, and appends them to the playlist if that is at its version.
pub(crate) fn groups(first: &PlaylistInfo, tracks: &[TrackToken]) -> Vec<Transaction<MusicTable>> {
    let mut before = first.clone();
    let group = |tracks: &[TrackToken]| {
        let mut group = Transaction::new();
        for track in tracks {
            group.add(exists(track));
        }
        let mut after = before.clone();
        after.playlist_tracks.extend_from_slice(tracks);
        after.playlist_version += 1;
        group.replace(&before, &after);
        before = after;
        group
    };
    tracks.chunks(TRACKS_OF_A_PAGE).map(group).collect()
}

/// A store with the album and an empty playlist.
pub(crate) async fn with_empty_playlist() -> (Store<MusicTable>, PlaylistInfo) {
    let store = music_with(&[&THE_WALL]).await;
    let playlist = playlist("Pink Floyd Anthology", &[]);
    store.insert(&playlist).await.expect("the playlist is written");
    (store, playlist)
}

#[tokio::test]
async fn write() {
    let (store, first) = with_empty_playlist().await;
    let groups = groups(&first, &tracks(25));
    assert_eq!(groups.iter().map(Transaction::len).collect::<Vec<_>>(), [10, 10, 8]);
    let mut pager = store.writing_pager(PagedWrite::new(groups)).unwrap();
    let mut written = Vec::new();
    while let Some(page) = pager.write_page().await.unwrap() {
        written.push(page.groups);
    }
    assert_eq!(written, [0..1, 1..2, 2..3]);
    assert_eq!((pager.done(), pager.pages_left()), (3, 0));

    let last = load::<PlaylistInfo>(&store, &first.key()).await.unwrap();
    assert_eq!(last.playlist_tracks, tracks(25));
    assert_eq!(last.playlist_version, 4);
}

#[tokio::test]
async fn write_fails() {
    let (store, first) = with_empty_playlist().await;
    // The version of the playlist in the table is another one.
    let earlier = PlaylistInfo { playlist_version: first.playlist_version - 1, ..first.clone() };
    let mut pager = store.writing_pager(PagedWrite::new(groups(&earlier, &tracks(25)))).unwrap();
    let error = pager.write_all().await.unwrap_err();
    let message = error.to_string();
    assert!(message.contains("Put PlaylistInfo (operation 10)"), "{message}");
    assert!(error.cancelled(0).is_some() && error.cancelled(1).is_none());

    assert_eq!(load::<PlaylistInfo>(&store, &first.key()).await, Some(first));
    assert_eq!((pager.done(), pager.pages_left()), (0, 3));
}
