//! The kinds of functions.

use std::pin::Pin;

use favorites_api::{
    Deadline, DynamoDbEventResponse, Favorites, JobError, Problem, ReconcileAnswer, ReconcileEvent, Request,
    Response, ServeError, StreamEvent, serve, serve_job, serve_stream,
};

type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A function, by what calls it. Its handler is a plain function pointer, so that what serves a kind is compiled once for all
/// functions of that kind.
#[derive(Debug, Clone, Copy)]
pub enum Function {
    /// Answers a route of the HTTP API.
    Http(fn(&Favorites, Request) -> Answer<'_, Result<Response, Problem>>),
    /// Consumes the table's stream.
    Stream(fn(&Favorites, StreamEvent, Deadline) -> Answer<'_, DynamoDbEventResponse>),
    /// Works on a schedule, or when it is called by hand.
    Job(fn(&Favorites, ReconcileEvent, Deadline) -> Answer<'_, Result<ReconcileAnswer, JobError>>),
}

impl Function {
    /// Serves it until Lambda ends the process.
    ///
    /// # Errors
    /// [`ServeError`], before the first call or when the runtime stops.
    pub async fn serve(self) -> Result<(), ServeError> {
        match self {
            Self::Http(handler) => serve(handler).await,
            Self::Stream(consumer) => serve_stream(consumer).await,
            Self::Job(job) => serve_job(job).await,
        }
    }
}

/// A [`Function`] of the module's handler.
macro_rules! http {
    ($module:ident) => {
        Function::Http(|favorites, request| Box::pin(crate::$module::handler(favorites, request)))
    };
}

macro_rules! stream {
    ($module:ident) => {
        Function::Stream(|favorites, event, deadline| {
            Box::pin(crate::$module::handler(favorites, event, deadline))
        })
    };
}

macro_rules! job {
    ($module:ident) => {
        Function::Job(|favorites, event, deadline| {
            Box::pin(crate::$module::handler(favorites, event, deadline))
        })
    };
}

pub(crate) use {http, job, stream};
