//! The write units of changes.

use std::collections::BTreeMap;
use std::fmt;

use favorites_api::favorites::Usage;

/// The write units of several changes.
#[derive(Debug, Default)]
pub(crate) struct Written {
    changes: u32,
    sum: f64,
    /// The units of the most expensive batch of changes.
    pub(crate) most: f64,
    by_entities: BTreeMap<String, f64>,
}

impl Written {
    /// Adds the requests of a batch.
    pub(crate) fn add(&mut self, changes: u32, requests: &[Usage]) {
        let mut sum = 0.0;
        for request in requests.iter().filter(|request| request.units.write > 0.0) {
            sum += request.units.write;
            *self.by_entities.entry(request.entities.join(" + ")).or_default() += request.units.write;
        }
        self.changes += changes;
        self.sum += sum;
        self.most = self.most.max(sum);
    }

    /// Returns the average of a change.
    pub(crate) fn average(&self) -> f64 {
        self.of_change(self.sum)
    }

    fn of_change(&self, units: f64) -> f64 {
        units / f64::from(self.changes.max(1))
    }
}

/// The average of a change, and below it the entities that it is for.
impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} write units on average, for", self.average())?;
        let mut parts: Vec<_> = self.by_entities.iter().collect();
        parts.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        for (entities, units) in parts {
            write!(f, "\n  {:>6.3} {entities}", self.of_change(*units))?;
        }
        Ok(())
    }
}
