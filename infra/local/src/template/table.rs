//! The table of a template.

use std::collections::BTreeMap;

use super::error::TemplateError;
use super::node::Node;

/// An `AWS::DynamoDB::Table`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// `TableName` where it is written out, else the resource's logical id.
    pub name: String,
    /// The primary key.
    pub key: Key,
    /// The type of each key attribute.
    pub attributes: BTreeMap<String, AttributeType>,
    /// `GlobalSecondaryIndexes`, by name.
    pub global_indexes: BTreeMap<String, Index>,
    /// `LocalSecondaryIndexes`, by name.
    pub local_indexes: BTreeMap<String, Index>,
    /// The attribute that says when an item expires, where that is enabled.
    pub ttl_attribute: Option<String>,
    /// The view of the table's stream, if it has one.
    pub stream: Option<StreamView>,
}

/// The attributes of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The `HASH` attribute.
    pub partition: String,
    /// The `RANGE` attribute.
    pub sort: Option<String>,
}

/// A secondary index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Index {
    /// Its key.
    pub key: Key,
    /// The attributes that it has besides its keys.
    pub projection: Projection,
}

/// The attributes that an index has besides its keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Projection {
    /// Every attribute.
    All,
    /// The keys alone.
    KeysOnly,
    /// These attributes.
    Include(Vec<String>),
}

/// The type of a key attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeType {
    /// `S`
    String,
    /// `N`
    Number,
    /// `B`
    Binary,
}

/// The images in a stream record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StreamView {
    /// The keys.
    KeysOnly,
    /// The item after it.
    NewImage,
    /// The item before it.
    OldImage,
    /// The item before and after it.
    NewAndOldImages,
}

impl Table {
    pub(super) fn read(logical_id: &str, resource: &Node<'_>) -> Result<Self, TemplateError> {
        let properties = resource.require("Properties")?;
        let name = properties.get("TableName").and_then(|name| name.text().ok()).unwrap_or(logical_id);
        Ok(Self {
            name: name.to_owned(),
            key: read_key(&properties)?,
            attributes: read_attributes(&properties)?,
            global_indexes: read_indexes(&properties, "GlobalSecondaryIndexes")?,
            local_indexes: read_indexes(&properties, "LocalSecondaryIndexes")?,
            ttl_attribute: read_ttl(&properties)?,
            stream: properties.get("StreamSpecification").map(|stream| read_stream(&stream)).transpose()?,
        })
    }
}

fn read_key(owner: &Node<'_>) -> Result<Key, TemplateError> {
    let schema = owner.require("KeySchema")?;
    let mut partition = None;
    let mut sort = None;
    for element in schema.items()? {
        let name = element.require("AttributeName")?.text()?.to_owned();
        let kind = element.require("KeyType")?;
        match kind.text()? {
            "HASH" => partition = Some(name),
            "RANGE" => sort = Some(name),
            _ => return Err(kind.wrong("HASH or RANGE")),
        }
    }
    Ok(Key { partition: partition.ok_or_else(|| schema.wrong("a list with a HASH attribute"))?, sort })
}

fn read_attributes(properties: &Node<'_>) -> Result<BTreeMap<String, AttributeType>, TemplateError> {
    let read = |definition: Node<'_>| {
        let kind = definition.require("AttributeType")?;
        let kind = match kind.text()? {
            "S" => AttributeType::String,
            "N" => AttributeType::Number,
            "B" => AttributeType::Binary,
            _ => return Err(kind.wrong("S, N or B")),
        };
        Ok((definition.require("AttributeName")?.text()?.to_owned(), kind))
    };
    properties.require("AttributeDefinitions")?.items()?.into_iter().map(read).collect()
}

fn read_indexes(properties: &Node<'_>, kind: &str) -> Result<BTreeMap<String, Index>, TemplateError> {
    let Some(indexes) = properties.get(kind) else { return Ok(BTreeMap::new()) };
    let read = |index: Node<'_>| {
        let name = index.require("IndexName")?.text()?.to_owned();
        Ok((
            name,
            Index { key: read_key(&index)?, projection: read_projection(&index.require("Projection")?)? },
        ))
    };
    indexes.items()?.into_iter().map(read).collect()
}

fn read_projection(projection: &Node<'_>) -> Result<Projection, TemplateError> {
    let kind = projection.require("ProjectionType")?;
    match kind.text()? {
        "ALL" => Ok(Projection::All),
        "KEYS_ONLY" => Ok(Projection::KeysOnly),
        "INCLUDE" => {
            let names = projection.require("NonKeyAttributes")?.items()?;
            Ok(Projection::Include(
                names.iter().map(|name| name.text().map(str::to_owned)).collect::<Result<_, _>>()?,
            ))
        }
        _ => Err(kind.wrong("ALL, KEYS_ONLY or INCLUDE")),
    }
}

fn read_ttl(properties: &Node<'_>) -> Result<Option<String>, TemplateError> {
    let Some(ttl) = properties.get("TimeToLiveSpecification") else { return Ok(None) };
    if !ttl.require("Enabled")?.flag()? {
        return Ok(None);
    }
    Ok(Some(ttl.require("AttributeName")?.text()?.to_owned()))
}

fn read_stream(stream: &Node<'_>) -> Result<StreamView, TemplateError> {
    let view = stream.require("StreamViewType")?;
    match view.text()? {
        "KEYS_ONLY" => Ok(StreamView::KeysOnly),
        "NEW_IMAGE" => Ok(StreamView::NewImage),
        "OLD_IMAGE" => Ok(StreamView::OldImage),
        "NEW_AND_OLD_IMAGES" => Ok(StreamView::NewAndOldImages),
        _ => Err(view.wrong("KEYS_ONLY, NEW_IMAGE, OLD_IMAGE or NEW_AND_OLD_IMAGES")),
    }
}
