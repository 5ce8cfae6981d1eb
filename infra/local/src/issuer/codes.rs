//! Authorization codes, which work once and for a while.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::{SecureRandom as _, SystemRandom};
use tokio::time::Instant;

/// The bytes of a code: 128 bits, which nobody guesses.
const BYTES: usize = 16;

/// The most codes that wait. One more takes the place of the one that would expire first.
const MOST: usize = 100;

/// Values by codes.
pub(super) struct Codes<T>(Mutex<HashMap<String, (T, Instant)>>);

impl<T> Default for Codes<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Codes<T> {
    /// Returns a new code for `value`, or `None` if the operating system provides no random bytes.
    pub(super) fn add(&self, value: T, lifetime: Duration) -> Option<String> {
        let mut bytes = [0; BYTES];
        SystemRandom::new().fill(&mut bytes).ok()?;
        let code = URL_SAFE_NO_PAD.encode(bytes);
        let now = Instant::now();
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|_, (_, end)| *end > now);
        if codes.len() >= MOST {
            let first = codes.iter().min_by_key(|(_, (_, end))| *end).map(|(code, _)| code.clone());
            first.and_then(|first| codes.remove(&first));
        }
        codes.insert(code.clone(), (value, now + lifetime));
        Some(code)
    }

    /// Takes the value of a code that is not too old.
    pub(super) fn take(&self, code: &str) -> Option<T> {
        let mut codes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        codes.remove(code).filter(|(_, end)| *end > Instant::now()).map(|(value, _)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_mins(1);

    #[test]
    fn a_code_works_once() {
        let codes = Codes::default();
        let code = codes.add("ann", MINUTE).unwrap();
        assert_eq!(codes.take("another"), None);
        assert_eq!(codes.take(&code), Some("ann"));
        assert_eq!(codes.take(&code), None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_code_works_until_its_time_has_passed() {
        let codes = Codes::default();
        let (first, second) = (codes.add(1, MINUTE).unwrap(), codes.add(2, MINUTE).unwrap());
        tokio::time::advance(MINUTE.saturating_sub(Duration::from_millis(1))).await;
        assert_eq!(codes.take(&first), Some(1));
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(codes.take(&second), None);
    }

    #[test]
    fn one_code_too_many_takes_the_place_of_the_oldest() {
        let codes = Codes::default();
        let all: Vec<_> = (0..=MOST).map(|number| codes.add(number, MINUTE).unwrap()).collect();
        assert_eq!(codes.take(&all[0]), None);
        assert!((1..=MOST).all(|number| codes.take(&all[number]) == Some(number)));
    }
}
