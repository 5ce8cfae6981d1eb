//! Converts the template's table definition into the SDK's types.

use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::types::{
    self, KeySchemaElement, KeyType, ProjectionType, ScalarAttributeType, StreamViewType,
};

use crate::template::{AttributeType, Key, Projection, StreamView};

pub(super) fn key_schema(key: &Key) -> Result<Vec<KeySchemaElement>, BuildError> {
    let element = |name: &str, kind| KeySchemaElement::builder().attribute_name(name).key_type(kind).build();
    let partition = element(&key.partition, KeyType::Hash);
    let sort = key.sort.as_deref().map(|sort| element(sort, KeyType::Range));
    std::iter::once(partition).chain(sort).collect()
}

pub(super) fn projection(projection: &Projection) -> types::Projection {
    let builder = types::Projection::builder();
    match projection {
        Projection::All => builder.projection_type(ProjectionType::All),
        Projection::KeysOnly => builder.projection_type(ProjectionType::KeysOnly),
        Projection::Include(names) => {
            builder.projection_type(ProjectionType::Include).set_non_key_attributes(Some(names.clone()))
        }
    }
    .build()
}

pub(super) fn attribute_type(kind: AttributeType) -> ScalarAttributeType {
    match kind {
        AttributeType::String => ScalarAttributeType::S,
        AttributeType::Number => ScalarAttributeType::N,
        AttributeType::Binary => ScalarAttributeType::B,
    }
}

pub(super) fn stream_view_type(view: StreamView) -> StreamViewType {
    match view {
        StreamView::KeysOnly => StreamViewType::KeysOnly,
        StreamView::NewImage => StreamViewType::NewImage,
        StreamView::OldImage => StreamViewType::OldImage,
        StreamView::NewAndOldImages => StreamViewType::NewAndOldImages,
    }
}
