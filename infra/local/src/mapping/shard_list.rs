//! The shards of the stream, and the order in which they are consumed.

use std::collections::HashSet;

use aws_sdk_dynamodb::error::DisplayErrorContext;
use aws_sdk_dynamodbstreams::types::Shard;

use super::stream_mapping::StreamMapping;

/// Returns true if consuming the shard may start. Its parent must have ended, because the parent's records are older (see
/// "Reading and processing a stream" in the DynamoDB developer guide). A parent that is no longer listed was trimmed from the
/// stream.
pub(super) fn may_start(shard: &ListedShard, ended: &HashSet<String>) -> bool {
    !shard.parent_is_listed || shard.parent.as_ref().is_none_or(|parent| ended.contains(parent))
}

/// A shard, its parent, and whether the stream still lists the parent.
pub(super) struct ListedShard {
    pub(super) shard_id: Option<String>,
    parent: Option<String>,
    parent_is_listed: bool,
}

impl StreamMapping {
    pub(super) async fn list_shards(&self, stream_arn: &str) -> Vec<ListedShard> {
        let mut shards: Vec<Shard> = Vec::new();
        let mut after = None;
        loop {
            let request =
                self.streams.describe_stream().stream_arn(stream_arn).set_exclusive_start_shard_id(after);
            match request.send().await.map(|answer| answer.stream_description) {
                Ok(description) => {
                    let description = description.unwrap_or_else(|| {
                        aws_sdk_dynamodbstreams::types::StreamDescription::builder().build()
                    });
                    after = description.last_evaluated_shard_id;
                    shards.extend(description.shards.unwrap_or_default());
                }
                Err(error) => {
                    tracing::warn!(error = %DisplayErrorContext(error), "the stream can't be described");
                    after = None;
                }
            }
            if after.is_none() {
                return with_parents(shards);
            }
        }
    }
}

fn with_parents(shards: Vec<Shard>) -> Vec<ListedShard> {
    let ids: HashSet<_> = shards.iter().filter_map(|shard| shard.shard_id.clone()).collect();
    let listed = |shard: Shard| ListedShard {
        parent_is_listed: shard.parent_shard_id.as_ref().is_some_and(|parent| ids.contains(parent)),
        shard_id: shard.shard_id,
        parent: shard.parent_shard_id,
    };
    shards.into_iter().map(listed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(id: &str, parent: Option<&str>) -> Shard {
        Shard::builder().shard_id(id).set_parent_shard_id(parent.map(str::to_owned)).build()
    }

    fn startable(shards: Vec<Shard>, ended: &[&str]) -> Vec<String> {
        let ended = ended.iter().map(|&id| id.to_owned()).collect();
        with_parents(shards)
            .into_iter()
            .filter(|shard| may_start(shard, &ended))
            .filter_map(|shard| shard.shard_id)
            .collect()
    }

    #[test]
    fn a_child_waits_for_its_parent() {
        let shards = || vec![shard("parent", None), shard("child", Some("parent"))];
        assert_eq!(startable(shards(), &[]), ["parent"]);
        assert_eq!(startable(shards(), &["parent"]), ["parent", "child"]);
    }

    #[test]
    fn a_child_whose_parent_was_trimmed_starts() {
        assert_eq!(startable(vec![shard("child", Some("gone"))], &[]), ["child"]);
    }
}
