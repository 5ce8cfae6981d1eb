//! Descriptions of failed requests.

use std::fmt;

/// A request that failed: DynamoDB's operation, and the entities and index of the request.
///
/// `Display` prints it as text, such as `Query of Track on the index gsiOne`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FailedRequest {
    /// DynamoDB's name of the operation, such as `PutItem`.
    pub operation: &'static str,
    /// The names of the entities, each once. A request about a table, such as `CreateTable`, has none.
    pub entities: Vec<&'static str>,
    /// The index that the request read; `None` stands for the table.
    pub index: Option<&'static str>,
}

impl FailedRequest {
    /// Describes a request for these entities, naming each of them once.
    pub(crate) fn new(
        operation: &'static str,
        entities: Vec<&'static str>,
        index: Option<&'static str>,
    ) -> Self {
        Self { operation, entities, index }
    }

    /// Describes a request for a table.
    pub(crate) fn of_table(operation: &'static str) -> Self {
        Self::new(operation, Vec::new(), None)
    }

    /// Returns true if the request writes items.
    pub(super) fn is_write(&self) -> bool {
        matches!(
            self.operation,
            "PutItem" | "UpdateItem" | "DeleteItem" | "BatchWriteItem" | "TransactWriteItems"
        )
    }

    /// Returns the end of a message about a lost answer. For a write, this end says that the write may have happened.
    pub(super) fn after_lost_answer(&self) -> &'static str {
        if self.is_write() {
            "; the write may have happened: read the item before you repeat it"
        } else {
            "; try again later"
        }
    }
}

impl fmt::Display for FailedRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.operation)?;
        if !self.entities.is_empty() {
            write!(f, " of {}", self.entities.join(", "))?;
        }
        match self.index {
            Some(index) => write!(f, " on the index {index}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_names_its_operation_its_entities_and_its_index() {
        let text = |entities, index| FailedRequest::new("Query", entities, index).to_string();
        assert_eq!(text(vec!["Album", "Track"], None), "Query of Album, Track");
        assert_eq!(text(vec!["Track"], Some("gsiOne")), "Query of Track on the index gsiOne");
        assert_eq!(FailedRequest::of_table("CreateTable").to_string(), "CreateTable");
    }

    #[test]
    fn only_a_write_may_have_happened_after_a_lost_answer() {
        assert!(FailedRequest::of_table("UpdateItem").after_lost_answer().contains("may have happened"));
        assert!(!FailedRequest::of_table("Query").after_lost_answer().contains("may have happened"));
    }
}
