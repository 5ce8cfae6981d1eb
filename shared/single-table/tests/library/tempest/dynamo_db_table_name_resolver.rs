//! A table whose name is not that of its declaration. See `DynamoDbTableNameResolverTest`.

use crate::engine;
use crate::tempest::albums::after_hours;
use crate::tempest::model::{AlbumInfo, MusicDb, MusicTable, VersionedTable};
use crate::tempest::support::{Entity as _, Put, Schema, Store, load};

#[tokio::test]
async fn load_after_save() {
    let (client, _, versioned) = engine::table::<VersionedTable>().await;
    // The name is the test's own, because the engine may be one that other tests share.
    let name = format!("{versioned}.custom_table_name");
    Schema::of::<MusicTable>().create(&client, &name).await.unwrap();
    let store: Store<MusicDb> = Store::new(
        client.clone(),
        MusicDb { music: name.as_str().into(), versioned_attributes: versioned.into() },
    );
    let album = after_hours();
    store.execute(Put::new(&album)).await.unwrap();
    assert_eq!(load::<AlbumInfo>(&store, &album.key()).await, Some(album));
    let count = client.scan().table_name(name).send().await.unwrap().count;
    assert_eq!(count, 1);
}
