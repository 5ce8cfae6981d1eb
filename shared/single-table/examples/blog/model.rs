//! The posts of a blog, with an attribute of every type that DynamoDB has.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use single_table::{Entity, EpochSeconds, table};

table! {
    /// All that the blog keeps.
    pub(crate) struct BlogTable {
        key: (pk, sk),
        ttl: ttl,
        entities: [Post],
    }
}

/// A post. Its author is the partition key, its topic and title are the sort key: one query answers for an author, or for
/// one topic of an author. DynamoDB takes S, N and B for a key, and none of the other types, BOOL among them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = BlogTable, name = "Post", partition(author), sort(topic, title), ttl(expires))]
pub(crate) struct Post {
    /// S: text.
    pub(crate) author: String,
    pub(crate) topic: String,
    pub(crate) title: String,
    /// N: a number.
    pub(crate) words: u32,
    /// BOOL.
    pub(crate) published: bool,
    /// B: bytes. A `Vec<u8>` would be a list of numbers, at a multiple of the size.
    pub(crate) cover: ByteBuf,
    /// NULL where there is none: serde writes `None` so, unless the field says `skip_serializing_if`.
    pub(crate) subtitle: Option<String>,
    /// M: a map, here from the language to the title in it.
    pub(crate) translations: BTreeMap<String, String>,
    /// L: a list, in its order.
    pub(crate) paragraphs: Vec<String>,
    /// SS: a set of texts. DynamoDB has no empty sets, so an empty one is left out.
    #[serde(default, skip_serializing_if = "Labels::is_empty")]
    pub(crate) labels: Labels,
    /// NS: a set of numbers.
    #[serde(default, skip_serializing_if = "Years::is_empty")]
    pub(crate) revised: Years,
    /// BS: a set of bytes.
    #[serde(default, skip_serializing_if = "Digests::is_empty")]
    pub(crate) attachments: Digests,
    /// A draft goes away by itself. Stored as the table's TTL attribute; a post that stays has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expires: Option<EpochSeconds>,
}

/// A type that is stored as a set. It is a type of its own, rather than a `with` at the field, so that an update that sets
/// the field stores a set too.
macro_rules! set {
    ($(#[$doc:meta])* $name:ident of $element:ty as $with:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
        #[serde(transparent)]
        pub(crate) struct $name(#[serde(with = $with)] pub(crate) BTreeSet<$element>);

        impl $name {
            fn is_empty(&self) -> bool {
                self.0.is_empty()
            }
        }
    };
}

set! {
    /// What a post is about.
    Labels of String as "serde_dynamo::string_set"
}
set! {
    /// The years in which a post was revised.
    Years of u16 as "serde_dynamo::number_set"
}
set! {
    /// The digests of a post's attachments.
    Digests of ByteBuf as "serde_dynamo::binary_set"
}
