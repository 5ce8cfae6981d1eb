//! The place in the results of a search after which a page begins.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use crate::model::ids::DataId;

/// The character between the ids of a place.
const SEPARATOR: char = ',';

/// The place after which a page begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// All favorites that follow have lower ids.
    pub(super) end: DataId,
    /// The favorites with lower ids that came first on the first page.
    pub(super) led: Vec<DataId>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.end)?;
        self.led.iter().try_for_each(|data_id| write!(f, "{SEPARATOR}{data_id}"))
    }
}

impl FromStr for Place {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut ids = text.split(SEPARATOR).map(|id| id.parse().map_err(|_| Error::Position));
        let end = ids.next().ok_or(Error::Position)??;
        Ok(Self { end, led: ids.collect::<Result<_, _>>()? })
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_place_is_read_as_it_was_written() {
        let ids = [3, 1, 2].map(|number| DataId::from(Uuid::from_u128(number)));
        for led in [vec![], vec![ids[1]], ids[1..].to_vec()] {
            let place = Place { end: ids[0], led };
            assert_eq!(place.to_string().parse::<Place>().unwrap(), place);
        }
        for text in ["", ",", "x", &format!("{},", ids[0]), &format!("{},x", ids[0])] {
            assert!(matches!(text.parse::<Place>(), Err(Error::Position)), "{text:?}");
        }
    }
}
