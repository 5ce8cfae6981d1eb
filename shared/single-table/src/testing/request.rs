//! Recorded requests.

use std::sync::{Arc, Mutex, PoisonError};

use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use serde_json::Value;

macro_rules! operations {
    ($($operation:ident),* $(,)?) => {
        /// An operation on items. Requests for other operations, such as `CreateTable`, meet no fault and are not recorded.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Operation {
            $(#[doc = concat!("`", stringify!($operation), "`.")] $operation,)*
        }

        impl Operation {
            fn named(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($operation) => Some(Self::$operation),)*
                    _ => None,
                }
            }
        }
    };
}

operations! {
    BatchGetItem, BatchWriteItem, DeleteItem, GetItem, PutItem, Query, Scan, TransactGetItems, TransactWriteItems,
    UpdateItem,
}

/// A request for an operation on items, as the SDK sent it. Each try of the SDK is a request of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The requested operation.
    pub operation: Operation,
    /// The parameters, in DynamoDB's JSON.
    pub body: Value,
}

impl Request {
    /// Reads a request. Returns `None` if it is not for an operation on items.
    pub(super) fn read(http: &HttpRequest) -> Option<Self> {
        let (_, operation) = http.headers().get("x-amz-target")?.split_once('.')?;
        let body = serde_json::from_slice(http.body().bytes()?).ok()?;
        Some(Self { operation: Operation::named(operation)?, body })
    }
}

/// The recorded requests. Clones share one list.
#[derive(Debug, Clone, Default)]
pub(super) struct Log(Arc<Mutex<Vec<Request>>>);

impl Log {
    pub(super) fn push(&self, request: Request) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(request);
    }

    pub(super) fn requests(&self) -> Vec<Request> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
