//! Repeated attempts.

use std::time::Duration;

use reqwest::StatusCode;

use super::error::ClientError;
use super::request::Repeat;
use crate::backoff::LONGEST_WAIT;

/// Returns true if another attempt may succeed and does no harm.
pub(super) fn may_repeat(error: &ClientError, repeat: Repeat) -> bool {
    match error {
        ClientError::Unreachable { source, .. } => source.is_connect() || repeat == Repeat::Always,
        ClientError::Refused { problem, retry_after } => match problem.status() {
            StatusCode::TOO_MANY_REQUESTS => true,
            // The service names a time. Without one, the answer is the gateway's, and the function may still be at work.
            StatusCode::SERVICE_UNAVAILABLE => retry_after.is_some() || repeat == Repeat::Always,
            StatusCode::BAD_GATEWAY | StatusCode::GATEWAY_TIMEOUT => repeat == Repeat::Always,
            _ => false,
        },
        ClientError::Setup(_)
        | ClientError::FileRefused(_)
        | ClientError::Disk(_)
        | ClientError::Unexpected { .. } => false,
    }
}

/// Returns the wait after `error`: at least as long as the service asks for, and `None` to give up.
pub(super) fn wait_after(error: &ClientError, planned: Option<Duration>) -> Option<Duration> {
    let asked = match error {
        ClientError::Refused { retry_after, .. } => retry_after.unwrap_or_default(),
        _ => Duration::ZERO,
    };
    planned.filter(|_| asked <= LONGEST_WAIT).map(|planned| planned.max(asked))
}

#[cfg(test)]
mod tests {
    use super::super::problem::Problem;
    use super::*;

    fn refused(status: u16, retry_after: Option<u64>) -> ClientError {
        let status = StatusCode::from_u16(status).unwrap();
        let problem = Box::new(Problem::read(status, ""));
        ClientError::Refused { problem, retry_after: retry_after.map(Duration::from_secs) }
    }

    #[test]
    fn only_errors_that_pass_are_repeated_and_unknown_outcomes_only_if_that_does_no_harm() {
        for (status, always, if_not_begun) in [
            (400, false, false),
            (401, false, false),
            (404, false, false),
            (409, false, false),
            (412, false, false),
            (429, true, true),
            (500, false, false),
            (502, true, false),
            (503, true, false),
            (504, true, false),
            (507, false, false),
        ] {
            let error = refused(status, None);
            assert_eq!(may_repeat(&error, Repeat::Always), always, "{status}");
            assert_eq!(may_repeat(&error, Repeat::IfNotBegun), if_not_begun, "{status}");
        }
        assert!(may_repeat(&refused(503, Some(1)), Repeat::IfNotBegun));
    }

    #[test]
    fn the_wait_is_at_least_as_long_as_the_service_asks_for() {
        let planned = Some(Duration::from_secs(2));
        assert_eq!(wait_after(&refused(503, None), planned), planned);
        assert_eq!(wait_after(&refused(503, Some(1)), planned), planned);
        assert_eq!(wait_after(&refused(503, Some(7)), planned), Some(Duration::from_secs(7)));
    }

    #[test]
    fn a_service_that_asks_for_a_long_wait_is_not_asked_again() {
        assert_eq!(wait_after(&refused(503, Some(31)), Some(Duration::from_secs(2))), None);
        assert_eq!(wait_after(&refused(503, Some(1)), None), None);
    }
}
