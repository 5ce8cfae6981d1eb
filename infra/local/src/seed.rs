//! Sample data, written through the API like anybody's.

use serde_json::Value;

/// Why the sample data are not all there.
#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    /// The API cannot be reached.
    #[error("sample {number}: {source}")]
    Request {
        /// Which of the samples, counted from 1.
        number: usize,
        /// What went wrong.
        source: reqwest::Error,
    },
    /// The API refuses a sample.
    #[error("sample {number} was answered with {status}: {body}")]
    Refused {
        /// Which of the samples, counted from 1.
        number: usize,
        /// The HTTP status.
        status: u16,
        /// What the API says.
        body: String,
    },
}

/// A favorite of each of the nine types, as bodies of `POST /favorites`.
pub fn samples() -> serde_json::Result<Vec<Value>> {
    serde_json::from_str(include_str!("seed.json"))
}

/// Posts each of `bodies` to `url` with `token`, one after the other, and gives the answers. It stops at the first
/// that is not answered with success.
pub async fn post_all(url: &str, token: &str, bodies: &[Value]) -> Result<Vec<Value>, SeedError> {
    // No proxy: the service is on this machine.
    let request_error = |number| move |source| SeedError::Request { number, source };
    let client = reqwest::Client::builder().no_proxy().build().map_err(request_error(0))?;
    let mut answers = Vec::new();
    for (index, body) in bodies.iter().enumerate() {
        let number = index + 1;
        // The key keeps a second start on the same data from adding them again.
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
