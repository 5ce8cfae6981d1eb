//! The posts of a blog, with attributes of all types that DynamoDB has.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use single_table::{Entity, EpochSeconds, table};

table! {
    /// The table of the blog.
    pub(crate) struct BlogTable {
        key: (pk, sk),
        ttl: ttl,
        entities: [Post],
    }
}

/// A post. The author is its partition key, and the topic and title are its sort key, so one query reads all posts of an author
/// or those about one topic. Keys in DynamoDB are of the types S, N and B, and of no others, such as BOOL.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = BlogTable, name = "Post", partition(author), sort(topic, title), ttl(expires))]
pub(crate) struct Post {
    /// S: a string.
    pub(crate) author: String,
    pub(crate) topic: String,
    pub(crate) title: String,
    /// N: a number.
    pub(crate) words: u32,
    /// BOOL: true or false.
    pub(crate) published: bool,
    /// B: binary. serde would store a `Vec<u8>` as a list of numbers, which takes several times the space.
    pub(crate) cover: ByteBuf,
    /// NULL if the post has no subtitle, because serde writes `None` that way unless the field has `skip_serializing_if`.
    pub(crate) subtitle: Option<String>,
    /// M: a map, here from a language to the title in that language.
    pub(crate) translations: BTreeMap<String, String>,
    /// L: a list, which keeps its order.
    pub(crate) paragraphs: Vec<String>,
    /// SS: a set of strings. DynamoDB does not allow empty sets, so an empty one is left out.
    #[serde(with = "serde_dynamo::string_set", default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) labels: BTreeSet<String>,
    /// NS: a set of numbers.
    #[serde(with = "serde_dynamo::number_set", default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) revised: BTreeSet<u16>,
    /// BS: a set of binary values.
    #[serde(with = "serde_dynamo::binary_set", default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) attachments: BTreeSet<ByteBuf>,
    /// The time at which a draft expires, stored as the table's TTL attribute. A published post does not expire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expires: Option<EpochSeconds>,
}
