//! Reads and writes of single items. See `DynamoDbViewTest`.

use crate::tempest::albums::after_hours;
use crate::tempest::model::{AlbumInfo, PlaylistInfo, TrackToken};
use crate::tempest::support::{Delete, Entity as _, Meter, Put, in_the_way, load, music, playlist};

#[tokio::test]
async fn load_after_save() {
    let store = music().await;
    let album = after_hours();
    store.execute(Put::new(&album)).await.unwrap();
    assert_eq!(load::<AlbumInfo>(&store, &album.key()).await, Some(album));
}

#[tokio::test]
async fn load_with_capacity_after_save() {
    let store = music().await;
    let album = after_hours();
    store.execute(Put::new(&album)).await.unwrap();

    let meter = Meter::new();
    let metered = store.clone().with_meter(meter.clone());
    assert_eq!(load::<AlbumInfo>(&metered, &album.key()).await.as_ref(), Some(&album));
    let usage = meter.take();
    assert_eq!((usage.len(), usage[0].operation), (1, "GetItem"));
    assert!(usage[0].units.read > 0.0);

    // The meter counts no requests of a store without the meter.
    assert_eq!(load::<AlbumInfo>(&store, &album.key()).await, Some(album));
    assert_eq!(meter.take(), []);
}

#[tokio::test]
async fn save_if_not_exist() {
    let store = music().await;
    let album = after_hours();
    store.insert(&album).await.unwrap();
    assert_eq!(in_the_way(store.insert(&album).await), Some(album));
}

#[tokio::test]
async fn optimistic_locking() {
    let store = music().await;
    let first = playlist("WFH Music", &[TrackToken::new("ALBUM_1", 1), TrackToken::new("ALBUM_3", 2)]);
    store.insert(&first).await.unwrap();

    let mut second = PlaylistInfo { playlist_name: "WFH Forever Music".to_owned(), ..first.clone() };
    store.replace(&first, &mut second).await.unwrap();
    assert_eq!(second.playlist_version, 2);
    assert_eq!(load::<PlaylistInfo>(&store, &first.key()).await.as_ref(), Some(&second));

    // This fails, because the playlist is no longer at its first version.
    let result = store.replace(&first, &mut second.clone()).await;
    assert_eq!(in_the_way(result), Some(second));
}

#[tokio::test]
async fn delete() {
    let store = music().await;
    let album = after_hours();
    store.execute(Put::new(&album)).await.unwrap();
    let delete = Delete::<AlbumInfo>::new(album.key());
    assert_eq!(store.execute(delete.returning_old()).await.unwrap(), Some(album.clone()));
    assert_eq!(load::<AlbumInfo>(&store, &album.key()).await, None);
}
