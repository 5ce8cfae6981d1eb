//! The reasons for which a template can't be run here.

/// The reason for which a template can't be run here.
#[derive(Debug, thiserror::Error)]
pub enum TemplateError {
    /// The template is not YAML.
    #[error("the template is not YAML: {0}")]
    Syntax(#[from] serde_yaml_ng::Error),
    /// A value is missing.
    #[error("{path} is missing")]
    Missing {
        /// The place where it is expected, such as `Resources.FavoritesTable.Properties.KeySchema`.
        path: String,
    },
    /// A value is not of the expected kind.
    #[error("{path} must be {expected}, not: {found}")]
    Wrong {
        /// Its place.
        path: String,
        /// The expected kind of value.
        expected: String,
        /// The value in the template.
        found: String,
    },
    /// A property that AWS supports and the local service does not.
    #[error("{path} is not supported by the local service")]
    Unsupported {
        /// Its place.
        path: String,
    },
    /// There is not exactly one table.
    #[error("the template must have one AWS::DynamoDB::Table, not {found}")]
    Tables {
        /// The number of tables.
        found: usize,
    },
    /// There is more than one bucket for files.
    #[error(
        "the template must have at most one AWS::S3::Bucket that is not the OnFailure destination of an event source mapping, not {found}"
    )]
    Buckets {
        /// The number of such buckets.
        found: usize,
    },
    /// Two functions answer the same requests.
    #[error("{path} is a second route for {method} {route}")]
    DuplicateRoute {
        /// The later of the two.
        path: String,
        /// Its method.
        method: String,
        /// Its path.
        route: String,
    },
}
