//! The change consumer of the table's stream.

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
