//! Places on the globe.

use serde::{Deserialize, Serialize};

use super::ValueError;
use crate::limits::LEAST_MAGNITUDE;

/// Degrees, from minus `MAX` to `MAX`: 0, or a number that DynamoDB can store.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Degrees<const MAX: u32>(f64);

impl<const MAX: u32> Degrees<MAX> {
    /// Checks the range, and that the number is not too close to 0 to be stored.
    ///
    /// ```
    /// # use favorites::Latitude;
    /// assert_eq!(Latitude::new(48.137).unwrap().get(), 48.137);
    /// assert_eq!(
    ///     Latitude::new(1e-200).unwrap_err().to_string(),
    ///     "must be 0, or at least 1e-130 away from 0; 1e-200 was given"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`ValueError::Range`], also for what is not a number; [`ValueError::TooCloseToZero`] below [`LEAST_MAGNITUDE`].
    pub fn new(degrees: f64) -> Result<Self, ValueError> {
        let max = f64::from(MAX);
        if !(-max..=max).contains(&degrees) {
            return Err(ValueError::Range { min: -max, max, given: degrees });
        }
        if degrees != 0.0 && degrees.abs() < LEAST_MAGNITUDE {
            return Err(ValueError::TooCloseToZero { given: degrees });
        }
        // DynamoDB has no minus zero. Adding zero makes it zero, so that every answer has the number that is stored.
        Ok(Self(degrees + 0.0))
    }

    /// The degrees.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }
}

impl<const MAX: u32> TryFrom<f64> for Degrees<MAX> {
    type Error = ValueError;

    fn try_from(degrees: f64) -> Result<Self, ValueError> {
        Self::new(degrees)
    }
}

impl<const MAX: u32> From<Degrees<MAX>> for f64 {
    fn from(degrees: Degrees<MAX>) -> Self {
        degrees.0
    }
}

/// Degrees north of the equator.
pub type Latitude = Degrees<90>;
/// Degrees east of Greenwich.
pub type Longitude = Degrees<180>;
