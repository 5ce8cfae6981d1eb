//! Sample data, which the service writes through its API.

use serde_json::Value;

/// Writing the sample data failed.
#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    /// A request to the API failed.
    #[error("sample {number}: {source}")]
    Request {
        /// The number of the sample, counted from 1.
        number: usize,
        /// The error from the HTTP client.
        source: reqwest::Error,
    },
    /// The API refuses a sample.
    #[error("sample {number} was answered with {status}: {body}")]
    Refused {
        /// The number of the sample, counted from 1.
        number: usize,
        /// The HTTP status.
        status: u16,
        /// The body of the answer.
        body: String,
    },
}

/// Returns a favorite of each of the nine types, as bodies of `POST /favorites`.
pub fn samples() -> serde_json::Result<Vec<Value>> {
    serde_json::from_str(include_str!("seed.json"))
}

/// Posts each of `bodies` to `url` with `token`, one after the other, and returns the answers. Fails with a [`SeedError`] at the
/// first error.
pub async fn post_all(url: &str, token: &str, bodies: &[Value]) -> Result<Vec<Value>, SeedError> {
    // Use no proxy, because the service is on this machine.
    let request_error = |number| move |source| SeedError::Request { number, source };
    let client = reqwest::Client::builder().no_proxy().build().map_err(request_error(0))?;
    let mut answers = Vec::new();
    for (index, body) in bodies.iter().enumerate() {
        let number = index + 1;
        // With this key, a second start on the same data does not add the samples again.
        let request =
            client.post(url).bearer_auth(token).header("idempotency-key", format!("sample-{number}"));
        let answer = request.json(body).send().await.map_err(request_error(number))?;
        let status = answer.status();
        if !status.is_success() {
            let body = answer.text().await.unwrap_or_default();
            return Err(SeedError::Refused { number, status: status.as_u16(), body });
        }
        answers.push(answer.json().await.map_err(request_error(number))?);
    }
    Ok(answers)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn there_is_a_sample_of_each_type() {
        let samples = samples().unwrap();
        let types: BTreeSet<_> = samples.iter().map(|sample| sample["dataType"].as_str().unwrap()).collect();
        let all = ["chatRecord", "file", "image", "link", "location", "music", "note", "video", "voice"];
        assert_eq!(types, BTreeSet::from(all));
    }
}
