//! Somebody who calls the API.

use std::future::{Future, IntoFuture};
use std::pin::Pin;

use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::contract;
use crate::log_watch;

/// Somebody who calls the API, with a token of their own or with none.
#[derive(Debug, Clone)]
pub struct Person {
    pub(crate) http: Client,
    pub(crate) url: String,
    pub(crate) token: Option<String>,
}

impl Person {
    /// A request. Awaiting it sends it.
    pub fn call(&self, method: Method, path: &str) -> Call {
        let request = self.http.request(method.clone(), format!("{}{path}", self.url));
        let request = match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        Call { request, method, path: path.to_owned() }
    }

    /// `GET`.
    pub fn get(&self, path: &str) -> Call {
        self.call(Method::GET, path)
    }

    /// `POST` with a JSON body.
    pub fn post(&self, path: &str, body: &Value) -> Call {
        self.call(Method::POST, path).json(body)
    }

    /// `PUT` with a JSON body.
    pub fn put(&self, path: &str, body: &Value) -> Call {
        self.call(Method::PUT, path).json(body)
    }

    /// `PATCH` with a JSON body.
    pub fn patch(&self, path: &str, body: &Value) -> Call {
        self.call(Method::PATCH, path).json(body)
    }

    /// `DELETE`.
    pub fn delete(&self, path: &str) -> Call {
        self.call(Method::DELETE, path)
    }

    /// Keeps a favorite, which must be new, and gives it as it was answered.
    pub async fn create(&self, favorite: &Value) -> Value {
        self.post("/favorites", favorite).await.is(201)
    }

    /// Makes a tag, which must be new, and gives it as it was answered.
    pub async fn create_tag(&self, name: &str) -> Value {
        self.post("/tags", &json!({ "tagName": name })).await.is(201)
    }

    /// The items of every page of a list, in order. `path` may have query parameters.
    pub async fn all(&self, path: &str) -> Vec<Value> {
        let mut items = Vec::new();
        let mut next = path.to_owned();
        for _ in 0..1_000 {
            let mut page = self.get(&next).await.is(200);
            let found = page["items"].as_array_mut().unwrap_or_else(|| panic!("{next} is no list"));
            items.append(found);
            let Some(cursor) = page["nextCursor"].as_str() else { return items };
            let separator = if path.contains('?') { '&' } else { '?' };
            next = format!("{path}{separator}cursor={cursor}");
        }
        panic!("{path} has no end");
    }
}

/// The id of a favorite that was answered.
#[track_caller]
#[must_use]
pub fn data_id(favorite: &Value) -> &str {
    favorite["dataId"].as_str().unwrap_or_else(|| panic!("no dataId in {favorite}"))
}

/// The id of a tag that was answered.
#[track_caller]
#[must_use]
pub fn tag_id(tag: &Value) -> &str {
    tag["tagId"].as_str().unwrap_or_else(|| panic!("no tagId in {tag}"))
}

/// A request on its way. Awaiting it sends it and holds the answer against the `OpenAPI` document.
#[derive(Debug)]
#[must_use = "a request is sent by awaiting it"]
pub struct Call {
    request: RequestBuilder,
    method: Method,
    path: String,
}

impl Call {
    /// With a header, beside those of the same name.
    pub fn header(self, name: &str, value: impl AsRef<[u8]>) -> Self {
        Self { request: self.request.header(name, value.as_ref()), ..self }
    }

    /// With an `Idempotency-Key`.
    pub fn key(self, key: &str) -> Self {
        self.header("idempotency-key", key)
    }

    /// With a JSON body.
    pub fn json(self, body: &Value) -> Self {
        log_watch::sent_document(body);
        self.body(body.to_string()).header("content-type", "application/json")
    }

    /// With these bytes as the body.
    pub fn body(self, bytes: impl Into<Vec<u8>>) -> Self {
        Self { request: self.request.body(bytes.into()), ..self }
    }
}

impl IntoFuture for Call {
    type Output = Answer;
    type IntoFuture = Pin<Box<dyn Future<Output = Answer> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let Self { request, method, path } = self;
            let response = request.send().await.unwrap_or_else(|error| panic!("{method} {path}: {error:?}"));
            let (status, headers) = (response.status().as_u16(), response.headers().clone());
            // As it was sent: a client resolves dots and encodes what a path can't hold.
            let path = response.url().path().to_owned();
            let text = response.text().await.unwrap_or_else(|error| panic!("{method} {path}: {error:?}"));
            let answer = Answer { method, path, status, headers, text };
            if let Err(fault) = contract::check(&answer) {
                panic!("the OpenAPI document does not describe it: {fault}\n{answer}");
            }
            answer
        })
    }
}
