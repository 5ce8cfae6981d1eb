//! The requests of a user, one after the other, to a service that has the bookmarks.

use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use favorites_tests::figures::median;
use favorites_tests::program::Api;
use reqwest::Method;
use serde_json::{Value, json};

/// The number of requests of each kind.
const REQUESTS: usize = 200;

/// The kinds of requests, and how many times as long as the floor each may take.
pub(crate) const BARS: [(&str, f64); 10] = [
    ("list 20", 2.5),
    ("one favorite", 2.5),
    ("tags with counts", 2.5),
    ("create", 5.0),
    ("edit", 5.0),
    ("tag", 5.0),
    ("delete", 5.0),
    ("a rare word", 10.0),
    ("no match", 10.0),
    ("a phrase", 10.0),
];

/// Measures each kind of request. Returns the median times in the order of [`BARS`].
pub(crate) async fn measure(api: &Api) -> anyhow::Result<Vec<Duration>> {
    let client = Client { api };
    let tag = client.send(Method::POST, "/tags", Some(json!({"tagName": "measured"}))).await?;
    let tag = tag["tagId"].as_str().context("a tag has an id")?.to_owned();
    let mut ids = Vec::new();
    let mut created = Vec::new();
    for number in 0..REQUESTS {
        let url = format!("https://example.org/measured/{number}");
        let link = json!({"dataType": "link", "title": "Measured", "contentUrl": url, "content": {}});
        let begin = Instant::now();
        let answer = client.send(Method::POST, "/favorites", Some(link)).await?;
        created.push(begin.elapsed());
        ids.push(answer["dataId"].as_str().context("a favorite has an id")?.to_owned());
    }
    let title = Some(json!({"title": "Measured again"}));
    let reads = |path: &'static str| client.repeat(Method::GET, move |_| path.to_owned(), None);
    Ok(vec![
        reads("/favorites?limit=20").await?,
        client.repeat(Method::GET, |number| format!("/favorites/{}", ids[number]), None).await?,
        reads("/counts").await?,
        median(created),
        client.repeat(Method::PATCH, |number| format!("/favorites/{}", ids[number]), title).await?,
        client.repeat(Method::PUT, |number| format!("/favorites/{}/tags/{tag}", ids[number]), None).await?,
        client.repeat(Method::DELETE, |number| format!("/favorites/{}", ids[number]), None).await?,
        client.repeat(Method::GET, |number| format!("/search?limit=20&q={}", 20_011 + number), None).await?,
        reads("/search?limit=20&q=nowhere").await?,
        reads("/search?limit=20&q=%22river%20rust%22").await?,
    ])
}

struct Client<'a> {
    api: &'a Api,
}

impl Client<'_> {
    /// Sends [`REQUESTS`] requests, and returns their median time.
    async fn repeat(
        &self,
        method: Method,
        path: impl Fn(usize) -> String,
        body: Option<Value>,
    ) -> anyhow::Result<Duration> {
        let mut times = Vec::new();
        for number in 0..REQUESTS {
            let begin = Instant::now();
            self.send(method.clone(), &path(number), body.clone()).await?;
            times.push(begin.elapsed());
        }
        Ok(median(times))
    }

    async fn send(&self, method: Method, path: &str, body: Option<Value>) -> anyhow::Result<Value> {
        let (status, answer) = self.api.send(method, path, body.as_ref()).await?;
        ensure!(status < 300, "{path} answered {status}: {answer}");
        Ok(answer)
    }
}
