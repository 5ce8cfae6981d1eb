//! The functions without a route: the consumers of the stream and the sweeper.

use favorites_api::{
    Deadline, DynamoDbEventResponse, Favorites, StreamEvent, SweepAnswer, SweepEvent, TaskError,
};
use futures::future::BoxFuture;

use crate::{stream, worker};

/// A function without a route.
#[derive(Debug, Clone, Copy)]
pub struct Background {
    /// The name of the Lambda function, which is also the name of its program.
    pub function: &'static str,
    /// Whether the function has the bucket for files.
    pub has_files: bool,
    /// The handler, by what calls it.
    pub handler: Handler,
}

/// The handler of a function without a route, by what calls it.
#[derive(Debug, Clone, Copy)]
pub enum Handler {
    /// Consumes the table's stream.
    Stream(for<'a> fn(&'a Favorites, StreamEvent, Deadline) -> BoxFuture<'a, DynamoDbEventResponse>),
    /// Looks for overdue work when its schedule calls it.
    Sweep(for<'a> fn(&'a Favorites, SweepEvent, Deadline) -> BoxFuture<'a, Result<SweepAnswer, TaskError>>),
}

macro_rules! handler {
    ($handler:path) => {
        |favorites, event, deadline| Box::pin($handler(favorites, event, deadline))
    };
}

/// All functions without a route.
pub static BACKGROUND: &[Background] = &[
    Background {
        function: "change-consumer",
        has_files: false,
        handler: Handler::Stream(handler!(stream::change_consumer)),
    },
    Background { function: "worker", has_files: true, handler: Handler::Stream(handler!(worker::worker)) },
    Background { function: "sweeper", has_files: false, handler: Handler::Sweep(handler!(worker::sweeper)) },
];
