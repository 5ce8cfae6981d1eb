//! Lost records, and the damage that they may leave.

use std::collections::BTreeSet;

use crate::record::Record;

/// The losses of a history.
#[derive(Debug, Default)]
pub(crate) struct Losses {
    /// The users whose catalogues reconciliation has not repaired since.
    pub(crate) users: BTreeSet<String>,
}

impl Losses {
    /// Notes lost records.
    pub(crate) fn note(&mut self, lost: &[Record]) {
        for record in lost {
            self.users.insert(record.attribute("userId").to_owned());
        }
    }
}
