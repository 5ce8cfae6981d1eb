async fn add_track(client: &Client, table: &str, track: &Track) -> Result<(), Box<dyn std::error::Error>> {
    let album = format!("ALBUM#{}", track.album); // wrong if a name contains `#`
    let put = Put::builder()
        .table_name(table)
        .item("pk", AttributeValue::S(album.clone()))
        .item("sk", AttributeValue::S(format!("TRACK#{:05}", track.number))) // or 10 comes before 9
        .item("gsiOnePk", AttributeValue::S(format!("ARTIST#{}", track.artist))) // in each write of a track
        .item("gsiOneSk", AttributeValue::S(track.title.clone()))
        .item("album", AttributeValue::S(track.album.clone()))
        .item("number", AttributeValue::N(track.number.to_string()))
        .item("artist", AttributeValue::S(track.artist.clone()))
        .item("title", AttributeValue::S(track.title.clone()))
        .condition_expression("attribute_not_exists(pk)")
        .build()?;
    let count = Update::builder()
        .table_name(table)
        .key("pk", AttributeValue::S(album))
        .key("sk", AttributeValue::S("ALBUM".to_owned()))
        .update_expression("SET tracks = tracks + :one")
        .condition_expression("attribute_exists(pk)") // or this makes an item without an album's fields
        .expression_attribute_values(":one", AttributeValue::N("1".to_owned()))
        .build()?;
    let request = client
        .transact_write_items()
        .transact_items(TransactWriteItem::builder().put(put).build())
        .transact_items(TransactWriteItem::builder().update(count).build());
    // On an error: which of the two failed? Was it throttled? Has it happened nevertheless?
    request.send().await?;
    Ok(())
}
