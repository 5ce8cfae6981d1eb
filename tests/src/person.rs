//! A user who calls the API.

use std::future::{Future, IntoFuture};
use std::pin::Pin;

use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::contract;
use crate::log_watch;

/// A user who calls the API, with or without a token.
#[derive(Debug, Clone)]
pub struct Person {
    pub(crate) http: Client,
    pub(crate) url: String,
    pub(crate) token: Option<String>,
}

impl Person {
    /// Prepares a request. Await it to send it.
    pub fn call(&self, method: Method, path: &str) -> Call {
        let request = self.http.request(method.clone(), format!("{}{path}", self.url));
        let request = match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        Call { request, method, path: path.to_owned() }
    }

    /// Prepares a `GET`.
    pub fn get(&self, path: &str) -> Call {
        self.call(Method::GET, path)
    }

    /// Prepares a `POST` with a JSON body.
    pub fn post(&self, path: &str, body: &Value) -> Call {
        self.call(Method::POST, path).json(body)
    }

    /// Prepares a `PUT` with a JSON body.
    pub fn put(&self, path: &str, body: &Value) -> Call {
        self.call(Method::PUT, path).json(body)
    }

    /// Prepares a `PATCH` with a JSON body.
    pub fn patch(&self, path: &str, body: &Value) -> Call {
        self.call(Method::PATCH, path).json(body)
    }

    /// Prepares a `DELETE`.
    pub fn delete(&self, path: &str) -> Call {
        self.call(Method::DELETE, path)
    }

    /// Creates a favorite, which must be new, and returns the answer's body.
    pub async fn create(&self, favorite: &Value) -> Value {
        self.post("/favorites", favorite).await.is(201)
    }

    /// Creates a tag, which must be new, and returns the answer's body.
    pub async fn create_tag(&self, name: &str) -> Value {
        self.post("/tags", &json!({ "tagName": name })).await.is(201)
    }

    /// Returns the items on all pages of a list, in order. `path` may have query parameters.
    pub async fn all(&self, path: &str) -> Vec<Value> {
        let mut items = Vec::new();
        let mut next = path.to_owned();
        for _ in 0..1_000 {
            let mut page = self.get(&next).await.is(200);
            let found = page["items"].as_array_mut().unwrap_or_else(|| panic!("{next} is not a list"));
            items.append(found);
            let Some(cursor) = page["nextCursor"].as_str() else { return items };
            let separator = if path.contains('?') { '&' } else { '?' };
            next = format!("{path}{separator}cursor={cursor}");
        }
        panic!("{path} has no end");
    }
}

/// Returns the id of a favorite in an answer.
#[track_caller]
#[must_use]
pub fn data_id(favorite: &Value) -> &str {
    favorite["dataId"].as_str().unwrap_or_else(|| panic!("no dataId in {favorite}"))
}

/// Returns the id of a tag in an answer.
#[track_caller]
#[must_use]
pub fn tag_id(tag: &Value) -> &str {
    tag["tagId"].as_str().unwrap_or_else(|| panic!("no tagId in {tag}"))
}

/// A prepared request. Awaiting it sends it, and compares the answer with the `OpenAPI` document.
#[derive(Debug)]
#[must_use = "a request is sent by awaiting it"]
pub struct Call {
    request: RequestBuilder,
    method: Method,
    path: String,
}

impl Call {
    /// Adds a header and keeps others of the same name.
    pub fn header(self, name: &str, value: impl AsRef<[u8]>) -> Self {
        Self { request: self.request.header(name, value.as_ref()), ..self }
    }

    /// Adds an `Idempotency-Key`.
    pub fn key(self, key: &str) -> Self {
        self.header("idempotency-key", key)
    }

    /// Sets a JSON body.
    pub fn json(self, body: &Value) -> Self {
        log_watch::sent_document(body);
        self.body(body.to_string()).header("content-type", "application/json")
    }

    /// Sets the body to these bytes.
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
            // Take the path from the sent request: the client resolves dots and encodes characters.
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
