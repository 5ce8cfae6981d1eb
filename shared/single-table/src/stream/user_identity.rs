//! The service that made a change.

/// The identity that a stream record names. DynamoDB Streams names one only for deletions by time to live.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserIdentity {
    /// The type of the identity, such as `Service`.
    pub identity_type: String,
    /// The identity, such as `dynamodb.amazonaws.com`.
    pub principal_id: String,
}

impl UserIdentity {
    /// Returns true if the identity is DynamoDB itself, which deletes expired items (see "DynamoDB Streams and Time to Live" in
    /// the developer guide).
    #[must_use]
    pub fn is_ttl(&self) -> bool {
        self.identity_type == "Service" && self.principal_id == "dynamodb.amazonaws.com"
    }
}
