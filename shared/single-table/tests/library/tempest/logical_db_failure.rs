//! A batch that DynamoDB leaves unprocessed. See `LogicalDbFailureTest`.

use std::num::NonZeroUsize;

use crate::engine;
use crate::tempest::model::{AlbumTrackItems, MusicTable};
use crate::tempest::support::*;

#[tokio::test]
async fn batch_write_handles_unprocessed_deletes_accurately() {
    let (client, store, table) = engine::table::<MusicTable>().await;
    write(&store, many_tracks(4).iter().fold(BatchWrite::new(), BatchWrite::put)).await;

    // DynamoDB processes none of the deletes.
    let faults = Faults::new();
    faults.arm(Fault::UnprocessedItems { every: NonZeroUsize::MIN }, Times::Always);
    let failing: Store<MusicTable> = Store::new(faults.client(&client), table);
    let deletes = three_tracks().iter().fold(BatchWrite::new(), |batch, track| batch.delete(track.key()));
    let (_, unprocessed) = failing.batch_write(deletes).await.unwrap().into_parts();
    assert_eq!(unprocessed.len(), 3);
    let all = || AlbumTrackItems::query("ALBUM_1".to_owned());
    assert_eq!(store.all(all()).await.unwrap(), many_tracks(4));

    // The rest consists of the three deletes only.
    write(&store, unprocessed).await;
    assert_eq!(store.all(all()).await.unwrap(), many_tracks(4)[3..]);
}
