//! The way from the SDK to the table.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;

use crate::breakage::Breakage;
use crate::record::Writer;
use crate::table::Table;
use crate::written::is_write;

/// The requests of one caller. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Traffic(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    /// The milliseconds that a request takes, on the runtime's clock.
    millis: AtomicU64,
    /// The ways that began: each request goes there and back.
    ways: AtomicU64,
    /// The number of writes before the one that arrives late.
    late_after: Mutex<Option<u8>>,
}

impl Traffic {
    /// Sets the duration of requests from now on.
    pub(crate) fn set_millis(&self, millis: u64) {
        self.0.millis.store(millis, Ordering::Relaxed);
    }

    /// Returns the number of ways that began so far.
    pub(crate) fn ways(&self) -> u64 {
        self.0.ways.load(Ordering::Relaxed)
    }

    /// Makes the write after this number of others arrive late.
    pub(crate) fn delay_write(&self, after: u8) {
        *self.0.late_after.lock().unwrap_or_else(PoisonError::into_inner) = Some(after);
    }

    /// Waits for half the time of a request: there or back.
    async fn go(&self) {
        self.0.ways.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(Duration::from_micros(self.0.millis.load(Ordering::Relaxed) * 500)).await;
    }

    /// Counts a request, and returns true if it is the write that arrives late.
    fn is_late(&self, target: &str) -> bool {
        let mut late_after = self.0.late_after.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_write(target) {
            return false;
        }
        let is_late = *late_after == Some(0);
        *late_after = late_after.and_then(|after| after.checked_sub(1));
        is_late
    }
}

/// The connection of one caller.
#[derive(Debug, Clone)]
pub(crate) struct Way {
    pub(crate) table: Table,
    pub(crate) traffic: Traffic,
    pub(crate) breakage: Breakage,
}

impl Way {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, ConnectorError> {
        let Self { table, traffic, breakage } = self;
        traffic.go().await;
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let body = breakage.request(request.body().bytes().unwrap_or_default());
        if traffic.is_late(target) {
            table.hold(target, &body);
            return Err(ConnectorError::timeout("the request is on its way for too long".into()));
        }
        let (status, json) = table.ask_as(Writer::Anybody, target, &body);
        let json = breakage.answer(table, json);
        traffic.go().await;
        let status = StatusCode::try_from(status).expect("the engine answers with an HTTP status");
        Ok(HttpResponse::new(status, SdkBody::from(json)))
    }
}

impl HttpConnector for Way {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let way = self.clone();
        HttpConnectorFuture::new(async move { way.send(request).await })
    }
}

impl HttpClient for Way {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}
