//! The tasks with dynamodb-facade.

use std::{collections::HashMap, pin::pin, time::Duration};

use aws_sdk_dynamodb::types::KeysAndAttributes;
use dynamodb_facade::{
    DynamoDBError, DynamoDBItem, DynamoDBItemOp, DynamoDBItemTransactOp, Key, KeyBuilder, KeyId,
    StringAttribute, TableDefinition, Update, attribute_definitions, dynamodb_item, global_client,
    index_definitions, table_definitions,
};
use futures::TryStreamExt;
use serde::{Deserialize, Serialize};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;
/// Tracks, and the cursor with which the next ones start.
type Page = (Vec<Track>, Option<String>);

// task: declare
attribute_definitions! {
    PK { "PK": StringAttribute }
    SK { "SK": StringAttribute }
    ItemType { "_TYPE": StringAttribute }
    Gsi1Pk { "GSI1PK": StringAttribute }
    Gsi1Sk { "GSI1SK": StringAttribute }
}

table_definitions! {
    MusicTable {
        type PartitionKey = PK;
        type SortKey = SK;
        fn table_name() -> String { "music".to_owned() }
    }
}

index_definitions! {
    #[table = MusicTable]
    Gsi1 {
        type PartitionKey = Gsi1Pk;
        type SortKey = Gsi1Sk;
        fn index_name() -> String { "GSI1".to_owned() }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Album {
    pub album: String,
    pub title: String,
    pub artist: String,
    pub year: u16,
    pub tracks: u32,
}

dynamodb_item! {
    #[table = MusicTable]
    Album {
        #[partition_key]
        PK {
            fn attribute_id(&self) -> &'id str { &self.album }
            fn attribute_value(id) -> String { format!("ALBUM#{id}") }
        }
        #[sort_key]
        SK { const VALUE: &'static str = "ALBUM"; }
        ItemType { const VALUE: &'static str = "ALBUM"; }
        Gsi1Pk {
            fn attribute_id(&self) -> &'id str { &self.artist }
            fn attribute_value(id) -> String { format!("ARTIST#{id}") }
        }
        Gsi1Sk {
            fn attribute_id(&self) -> u16 { self.year }
            fn attribute_value(id) -> String { format!("{id:05}") }
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Track {
    pub album: String,
    pub number: u16,
    pub title: String,
}

dynamodb_item! {
    #[table = MusicTable]
    Track {
        #[partition_key]
        PK {
            fn attribute_id(&self) -> &'id str { &self.album }
            fn attribute_value(id) -> String { format!("ALBUM#{id}") }
        }
        #[sort_key]
        SK {
            fn attribute_id(&self) -> u16 { self.number }
            fn attribute_value(id) -> String { format!("TRACK#{id:05}") }
        }
        ItemType { const VALUE: &'static str = "TRACK"; }
    }
}

// task: get
pub async fn get(album: &str) -> Result<Option<Album>> {
    Ok(Album::get(KeyId::pk(album)).await?)
}

// task: insert if absent
pub async fn insert(album: &Album) -> Result<bool> {
    match album.put().not_exists().await {
        Ok(()) => Ok(true),
        Err(error) => match error.as_dynamodb_error() {
            Some(DynamoDBError::ConditionalCheckFailedException(_)) => Ok(false),
            _ => Err(error.into()),
        },
    }
}

// task: query a range backwards
pub async fn last(artist: &str, from: u16, to: u16) -> Result<Vec<Album>> {
    let key = Album::index_key_condition::<Gsi1>(artist).sk_between(format!("{from:05}"), format!("{to:05}"));
    let mut pages = pin!(Album::query_index::<Gsi1>(key).reverse().limit(10).stream());
    Ok(pages.try_next().await?.unwrap_or_default())
}

// task: update and return
pub async fn rename(album: &str, title: &str) -> Result<Album> {
    Ok(Album::update_by_id(KeyId::pk(album), Update::set("title", title)).exists().await?)
}

// task: counter
pub async fn count(album: &str) -> Result<()> {
    Ok(Album::update_by_id(KeyId::pk(album), Update::increment("tracks", 1)).exists().return_none().await?)
}

// task: cursor for a client
pub async fn page(album: &str, cursor: Option<&str>) -> Result<Page> {
    let start: Option<HashMap<String, String>> = cursor.map(serde_json::from_str).transpose()?;
    let output = Track::query(Track::key_condition(album).sk_begins_with("TRACK#"))
        .limit(20)
        .into_inner()
        .set_exclusive_start_key(start.map(serde_dynamo::to_item).transpose()?)
        .send()
        .await?;
    let tracks = serde_dynamo::from_items(output.items.unwrap_or_default())?;
    let Some(last) = output.last_evaluated_key else { return Ok((tracks, None)) };
    let last: HashMap<String, String> = serde_dynamo::from_item(last)?;
    Ok((tracks, Some(serde_json::to_string(&last)?)))
}

// task: collection
pub async fn collection(album: &str) -> Result<(Option<Album>, Vec<Track>)> {
    let (mut found, mut tracks) = (None, Vec::new());
    for item in Album::query(Album::key_condition(album)).raw().all().await? {
        match item.attribute::<ItemType>() {
            Some("ALBUM") => found = Some(Album::try_from_item(item)?),
            Some("TRACK") => tracks.push(Track::try_from_item(item)?),
            _ => {}
        }
    }
    Ok((found, tracks))
}

// task: transaction
pub async fn add_track(track: &Track) -> Result<bool> {
    let count = Album::transact_update_by_id(KeyId::pk(track.album.as_str()), Update::increment("tracks", 1));
    let sent = global_client()
        .transact_write_items()
        .transact_items(track.transact_put().not_exists().build())
        .transact_items(count.exists().build())
        .send()
        .await;
    match sent.map_err(DynamoDBError::from) {
        Ok(_) => Ok(true),
        Err(DynamoDBError::TransactionCanceledException(why))
            if why.cancellation_reasons()[0].code() == Some("ConditionalCheckFailed") =>
        {
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}

// task: batch
pub async fn batch(album: &str, numbers: &[u16]) -> Result<Vec<Track>> {
    let mut keys = KeysAndAttributes::builder();
    for &number in numbers {
        let key: Key<MusicTable> = Track::get_key_from_id(KeyId::pk(album).sk(number));
        keys = keys.keys(key.into_inner());
    }
    let mut left = HashMap::from([(MusicTable::table_name(), keys.build()?)]);
    let mut tracks = Vec::new();
    for attempt in 0..5 {
        let output = global_client().batch_get_item().set_request_items(Some(left)).send().await?;
        for items in output.responses.unwrap_or_default().into_values() {
            tracks.extend(serde_dynamo::from_items::<_, Track>(items)?);
        }
        left = output.unprocessed_keys.unwrap_or_default();
        if left.is_empty() {
            return Ok(tracks);
        }
        tokio::time::sleep(Duration::from_millis(50 << attempt)).await;
    }
    Err("some keys were not processed".into())
}
