//! Removes deleted tags from their favorites, step by step, from the table's stream.
//!
//! This function and the [change consumer](crate::change_consumer) apply records in the same way. The filters in `template.yaml` send
//! clean-ups to this function and favorites to the change consumer, so that counts never wait for clean-ups.

use favorites_api::{Deadline, DynamoDbEventResponse, Favorites, StreamEvent};

/// Takes the steps of a batch of stream records. Answers before the deadline, with the steps that are left to be delivered again.
pub async fn handler(favorites: &Favorites, event: StreamEvent, deadline: Deadline) -> DynamoDbEventResponse {
    event.apply(favorites, deadline).await
}
