//! The table's stream: keeps the counts, and takes deleted tags off their favorites.

use favorites_api::{DynamoDbEventResponse, Favorites, StreamError, StreamEvent};

/// Consumes a batch of stream records.
///
/// # Errors
/// A [`StreamError`] when the whole batch must be delivered again.
pub async fn handler(
    favorites: &Favorites,
    event: StreamEvent,
) -> Result<DynamoDbEventResponse, StreamError> {
    event.apply(favorites).await
}
