//! Measures in rounds in which all contestants take turns, so that a busy machine slows all of them equally.

use std::fmt;
use std::io;
use std::time::Duration;

/// The turn of a contestant, which returns the time that it took.
pub(crate) type Turn<'a> = Box<dyn Fn() -> io::Result<Duration> + 'a>;

/// The seconds of each turn of one contestant, round by round.
pub(crate) struct Samples(Vec<f64>);

/// Measures `count` rounds. Each round begins with another contestant, so that no contestant always follows the same one.
pub(crate) fn measure(count: usize, contestants: &[Turn<'_>]) -> io::Result<Vec<Samples>> {
    let mut samples: Vec<Samples> = contestants.iter().map(|_| Samples(Vec::with_capacity(count))).collect();
    for round in 0..count {
        for turn in 0..contestants.len() {
            let at = (round + turn) % contestants.len();
            samples[at].0.push(contestants[at]()?.as_secs_f64());
        }
    }
    Ok(samples)
}

impl Samples {
    pub(crate) fn median(&self) -> Duration {
        Duration::from_secs_f64(quantile(&self.0, 0.5))
    }

    /// Returns the result of `of` for each round.
    pub(crate) fn combine<const N: usize>(samples: [&Self; N], of: impl Fn([f64; N]) -> f64) -> Spread {
        let rounds = samples.iter().map(|samples| samples.0.len()).min().unwrap_or(0);
        let values: Vec<f64> = (0..rounds).map(|round| of(samples.map(|samples| samples.0[round]))).collect();
        Spread { low: quantile(&values, 0.25), median: quantile(&values, 0.5), high: quantile(&values, 0.75) }
    }

    /// Returns the time of a contestant as a multiple of the time of `floor`.
    pub(crate) fn over(&self, floor: &Self) -> Spread {
        Self::combine([self, floor], |[own, floor]| own / floor)
    }
}

/// The median over all rounds, and the range of the middle half of them, which shows the noise.
pub(crate) struct Spread {
    low: f64,
    median: f64,
    high: f64,
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} ({:.2} to {:.2})", self.median, self.low, self.high)
    }
}

#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a rank among a few hundred samples"
)]
fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (sorted.len().saturating_sub(1) as f64 * share).round() as usize;
    sorted.get(rank).copied().unwrap_or(f64::NAN)
}
