//! The tasks with modyne.

use std::{collections::HashMap, time::Duration};

use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::{Client, types::ReturnValue};
use modyne::expr::{self, Condition, KeyCondition};
use modyne::model::{BatchGet, Get, Query, TransactWrite};
use modyne::{
    Aggregate, Entity, EntityDef, EntityExt, Error, Item, ProjectionExt, Table, keys, projections,
    read_projection,
};
use serde::{Deserialize, Serialize};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;
/// Tracks, and the cursor with which the next ones start.
type Page = (Vec<Track>, Option<String>);

// task: declare
pub struct MusicTable {
    pub table_name: String,
    pub client: Client,
}

impl Table for MusicTable {
    type PrimaryKey = keys::Primary;
    type IndexKeys = keys::Gsi1;

    fn table_name(&self) -> &str {
        &self.table_name
    }

    fn client(&self) -> &Client {
        &self.client
    }
}

#[derive(Debug, EntityDef, Serialize, Deserialize)]
pub struct Album {
    pub album: String,
    pub title: String,
    pub artist: String,
    pub year: u16,
    pub tracks: u32,
}

impl Entity for Album {
    type KeyInput<'a> = &'a str;
    type Table = MusicTable;
    type IndexKeys = keys::Gsi1;

    fn primary_key(album: &str) -> keys::Primary {
        keys::Primary { hash: format!("ALBUM#{album}"), range: "ALBUM".to_owned() }
    }

    fn full_key(&self) -> keys::FullKey<keys::Primary, keys::Gsi1> {
        let (hash, range) = (format!("ARTIST#{}", self.artist), format!("{:05}", self.year));
        keys::FullKey { primary: Self::primary_key(&self.album), indexes: keys::Gsi1 { hash, range } }
    }
}

#[derive(Debug, EntityDef, Serialize, Deserialize)]
pub struct Track {
    pub album: String,
    pub number: u16,
    pub title: String,
}

impl Entity for Track {
    type KeyInput<'a> = (&'a str, u16);
    type Table = MusicTable;
    type IndexKeys = ();

    fn primary_key((album, number): (&str, u16)) -> keys::Primary {
        keys::Primary { hash: format!("ALBUM#{album}"), range: format!("TRACK#{number:05}") }
    }

    fn full_key(&self) -> keys::FullKey<keys::Primary, ()> {
        Self::primary_key((&self.album, self.number)).into()
    }
}

projections! {
    pub enum MusicItem {
        Album,
        Track,
    }
}

// task: get
pub async fn get(table: &MusicTable, album: &str) -> Result<Option<Album>> {
    let output = Album::get(album).execute(table).await?;
    Ok(output.item.map(Album::from_item).transpose()?)
}

// task: insert if absent
pub async fn insert(table: &MusicTable, album: Album) -> Result<bool> {
    match album.create().execute(table).await.map_err(Error::from) {
        Ok(_) => Ok(true),
        Err(error) if error.is_conditional_check_failed_exception() => Ok(false),
        Err(error) => Err(error.into()),
    }
}

// task: query a range backwards
pub async fn last(table: &MusicTable, artist: &str, from: u16, to: u16) -> Result<Vec<Album>> {
    let years = KeyCondition::<keys::Gsi1>::in_partition(format!("ARTIST#{artist}"))
        .between(format!("{from:05}"), format!("{to:05}"));
    let output = Query::new(years).scan_index_backward().limit(10).execute(table).await?;
    let mut albums = Vec::new();
    albums.reduce(output.items.unwrap_or_default())?;
    Ok(albums)
}

// task: update and return
pub async fn rename(table: &MusicTable, album: &str, title: &str) -> Result<Album> {
    let output = Album::update(album)
        .expression(expr::Update::new("SET title = :title").value(":title", title))
        .condition(Condition::new("attribute_exists(PK)"))
        .execute_with_return(table, ReturnValue::AllNew)
        .await?;
    Ok(Album::from_item(output.attributes.unwrap_or_default())?)
}

// task: counter
pub async fn count(table: &MusicTable, album: &str) -> Result<()> {
    let count = expr::Update::new("SET tracks = tracks + :one").value(":one", 1);
    let exists = Condition::new("attribute_exists(PK)");
    Album::update(album).expression(count).condition(exists).execute(table).await?;
    Ok(())
}

// task: cursor for a client
pub async fn page(table: &MusicTable, album: &str, cursor: Option<&str>) -> Result<Page> {
    let start: Option<HashMap<String, String>> = cursor.map(serde_json::from_str).transpose()?;
    let start = start.map(serde_dynamo::to_item).transpose()?;
    let keys = KeyCondition::<keys::Primary>::in_partition(format!("ALBUM#{album}")).begins_with("TRACK#");
    let output = Query::new(keys).limit(20).set_exclusive_start_key(start).execute(table).await?;
    let mut tracks = Vec::new();
    tracks.reduce(output.items.unwrap_or_default())?;
    let Some(last) = output.last_evaluated_key else { return Ok((tracks, None)) };
    let last: HashMap<String, String> = serde_dynamo::from_item(last)?;
    Ok((tracks, Some(serde_json::to_string(&last)?)))
}

// task: collection
#[derive(Default)]
pub struct AlbumWithTracks {
    pub album: Option<Album>,
    pub tracks: Vec<Track>,
}

impl Aggregate for AlbumWithTracks {
    type Projections = MusicItem;

    fn merge(&mut self, item: Item) -> std::result::Result<(), Error> {
        match read_projection!(item)? {
            MusicItem::Album(album) => self.album = Some(album),
            MusicItem::Track(track) => self.tracks.push(track),
        }
        Ok(())
    }
}

pub async fn collection(table: &MusicTable, album: &str) -> Result<AlbumWithTracks> {
    let keys = KeyCondition::<keys::Primary>::in_partition(format!("ALBUM#{album}"));
    let (mut found, mut start) = (AlbumWithTracks::default(), None);
    loop {
        let query = Query::new(keys.clone()).set_exclusive_start_key(start);
        let output = query.execute(table).await?;
        found.reduce(output.items.unwrap_or_default())?;
        start = output.last_evaluated_key;
        if start.is_none() {
            return Ok(found);
        }
    }
}

// task: transaction
pub async fn add_track(table: &MusicTable, track: Track) -> Result<bool> {
    let count = expr::Update::new("SET tracks = tracks + :one").value(":one", 1);
    let exists = Condition::new("attribute_exists(PK)");
    let counted = Album::update(&track.album).expression(count).condition(exists);
    let transaction = TransactWrite::new().operation(track.create()).operation(counted);
    let Err(error) = transaction.execute(table).await else { return Ok(true) };
    match error.as_service_error() {
        Some(TransactWriteItemsError::TransactionCanceledException(why))
            if why.cancellation_reasons()[0].code() == Some("ConditionalCheckFailed") =>
        {
            Ok(false)
        }
        _ => Err(error.into()),
    }
}

// task: batch
pub async fn batch(table: &MusicTable, album: &str, numbers: &[u16]) -> Result<Vec<Track>> {
    let mut gets: Vec<_> = numbers.iter().map(|&number| Track::get((album, number))).collect();
    let mut tracks = Vec::new();
    for attempt in 0..5 {
        let output = gets.into_iter().fold(BatchGet::new(), BatchGet::operation).execute(table).await?;
        tracks.reduce(output.responses.unwrap_or_default().into_values().flatten())?;
        let left = output.unprocessed_keys.unwrap_or_default().into_values();
        gets = left.flat_map(|left| left.keys).map(Get::new).collect();
        if gets.is_empty() {
            return Ok(tracks);
        }
        tokio::time::sleep(Duration::from_millis(50 << attempt)).await;
    }
    Err("some keys were not processed".into())
}
