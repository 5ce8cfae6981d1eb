//! The consumers of the table's stream.

use favorites_api::{Deadline, DynamoDbEventResponse, Favorites, StreamEvent};

/// Keeps counts and search in step with the favorites. Answers before the deadline, with the records to
/// deliver again.
pub async fn change_consumer(
    favorites: &Favorites,
    event: StreamEvent,
    deadline: Deadline,
) -> DynamoDbEventResponse {
    event.apply(favorites, deadline).await
}

/// Removes deleted tags from their favorites, step by step. Answers before the deadline, with the records to
/// deliver again.
///
/// It applies records like [`change_consumer`]. The filters in `template.yaml` send clean-ups to this
/// function and favorites to the other one, so that counts never wait for clean-ups.
pub async fn tag_cleanup(
    favorites: &Favorites,
    event: StreamEvent,
    deadline: Deadline,
) -> DynamoDbEventResponse {
    event.apply(favorites, deadline).await
}
