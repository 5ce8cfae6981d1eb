//! The prices of AWS. The costs in `docs/access-patterns.md` are computed from them.

/// A price in US dollars, in us-east-1, on demand, without the free tier.
pub(crate) struct Price {
    pub(crate) what: &'static str,
    pub(crate) unit: &'static str,
    pub(crate) dollars: f64,
    /// AWS's page of the price.
    pub(crate) page: &'static str,
    /// The page on which the figure was read, and its date.
    pub(crate) read: &'static str,
}

const DYNAMODB: &str = "https://aws.amazon.com/dynamodb/pricing/on-demand/";
const LAMBDA: &str = "https://aws.amazon.com/lambda/pricing/";
const GATEWAY: &str = "https://aws.amazon.com/api-gateway/pricing/";
const CLOUDWATCH: &str = "https://aws.amazon.com/cloudwatch/pricing/";

pub(crate) const WRITE_UNITS: Price = Price {
    what: "DynamoDB, write request units",
    unit: "million",
    dollars: 0.625,
    page: DYNAMODB,
    read: "airbyte.com, 2025-07-21",
};
pub(crate) const READ_UNITS: Price = Price {
    what: "DynamoDB, read request units",
    unit: "million",
    dollars: 0.125,
    page: DYNAMODB,
    read: "airbyte.com, 2025-07-21",
};
pub(crate) const STORAGE: Price = Price {
    what: "DynamoDB, storage with indexes",
    unit: "GB and month",
    dollars: 0.25,
    page: DYNAMODB,
    read: "AWS's page, undated copy",
};
pub(crate) const RECOVERY: Price = Price {
    what: "DynamoDB, point-in-time recovery of the table and its local indexes",
    unit: "GB and month",
    dollars: 0.20,
    page: DYNAMODB,
    read: "finops.com.py, undated",
};
pub(crate) const CALLS: Price = Price {
    what: "Lambda, calls",
    unit: "million",
    dollars: 0.20,
    page: LAMBDA,
    read: "public repositories that quote AWS's page",
};
pub(crate) const X86_SECONDS: Price = Price {
    what: "Lambda, x86_64, first 6 billion GB-seconds of a month",
    unit: "GB-second",
    dollars: 0.000_016_666_7,
    page: LAMBDA,
    read: "cloudchipr.com, 2025",
};
pub(crate) const ARM_SECONDS: Price = Price {
    what: "Lambda, arm64, first 7.5 billion GB-seconds of a month",
    unit: "GB-second",
    dollars: 0.000_013_333_4,
    page: LAMBDA,
    read: "cloudchipr.com, 2025",
};
pub(crate) const REQUESTS: Price = Price {
    what: "API Gateway, requests to an HTTP API, first 300 million of a month",
    unit: "million",
    dollars: 1.00,
    page: GATEWAY,
    read: "awsforengineers.com, 2025-05-19",
};
pub(crate) const LOGS: Price = Price {
    what: "CloudWatch, logs taken in",
    unit: "GB",
    dollars: 0.50,
    page: CLOUDWATCH,
    read: "cloudburn.io, 2026-02",
};

/// All of them.
pub(crate) const ALL: [Price; 9] =
    [WRITE_UNITS, READ_UNITS, STORAGE, RECOVERY, CALLS, X86_SECONDS, ARM_SECONDS, REQUESTS, LOGS];
