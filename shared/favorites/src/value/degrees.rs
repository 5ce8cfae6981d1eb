//! Places on the globe.

use serde::{Deserialize, Serialize};

use super::ValueError;

/// Degrees, from minus `MAX` to `MAX`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Degrees<const MAX: u32>(f64);

impl<const MAX: u32> Degrees<MAX> {
    /// Checks the range.
    ///
    /// # Errors
    /// [`ValueError::Range`], also for what is not a number.
    pub fn new(degrees: f64) -> Result<Self, ValueError> {
        let max = f64::from(MAX);
        if (-max..=max).contains(&degrees) {
            Ok(Self(degrees))
        } else {
            Err(ValueError::Range { min: -max, max, given: degrees })
        }
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
