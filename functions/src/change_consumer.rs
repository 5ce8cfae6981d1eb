//! Keeps counts and search in step with the favorites, from the table's stream.

use favorites_api::{Deadline, DynamoDbEventResponse, Favorites, StreamEvent};

/// Consumes a batch of stream records. It answers before the deadline, with what is left to be delivered again.
pub async fn handler(favorites: &Favorites, event: StreamEvent, deadline: Deadline) -> DynamoDbEventResponse {
    event.apply(favorites, deadline).await
}
