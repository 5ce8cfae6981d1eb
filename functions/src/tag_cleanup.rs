//! Removes deleted tags from their favorites, step by step, from the table's stream.
//!
//! The function does the same with a record as the [change consumer](crate::change_consumer). The filters in `template.yaml` give
//! the clean-ups to this function and all other records to the other one, so that counts never wait for clean-ups.

use favorites_api::{Deadline, DynamoDbEventResponse, Favorites, StreamEvent};

/// Takes the steps of a batch of stream records. Answers before the deadline, with the steps that are left to be delivered again.
pub async fn handler(favorites: &Favorites, event: StreamEvent, deadline: Deadline) -> DynamoDbEventResponse {
    event.apply(favorites, deadline).await
}
