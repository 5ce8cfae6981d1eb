//! Arguments that identify a favorite.

use std::fmt;
use std::str::FromStr;

use clap::Args;
use favorites_api::favorites::{DataId, Timestamp, ValueError, WebUrl};
use uuid::Uuid;

/// The fewest digits of an id prefix. They encode when the favorite was saved, to the minute, which keeps
/// lookups short.
const FEWEST_DIGITS: usize = 8;

/// The number of hexadecimal digits of an id.
const ID_DIGITS: usize = 32;

/// A favorite.
#[derive(Debug, Args)]
pub(super) struct FavoriteArgument {
    /// The favorite: its id, the first 8 or more digits of the id, or the address of a link.
    #[arg(value_name = "ID")]
    pub(super) favorite: FavoriteName,
}

/// An argument that identifies a favorite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FavoriteName {
    Id(DataId),
    Prefix(IdPrefix),
    Address(WebUrl),
}

/// The first digits of an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct IdPrefix {
    given: String,
    lowest: DataId,
    highest: DataId,
}

/// An argument does not identify a favorite.
#[derive(Debug, thiserror::Error, PartialEq)]
pub(super) enum FavoriteNameError {
    #[error("an id prefix needs at least {FEWEST_DIGITS} digits; this one has {given}")]
    TooShort { given: usize },
    #[error(
        "must be an id such as 01a20f28-e5bb-7621-93a7-29659ab5aedf, its first {FEWEST_DIGITS} or more digits, \
         or an address that begins with https:// or http://"
    )]
    Form,
    #[error("the address {0}")]
    Address(ValueError),
}

impl FromStr for FavoriteName {
    type Err = FavoriteNameError;

    fn from_str(text: &str) -> Result<Self, FavoriteNameError> {
        if text.contains("://") {
            return WebUrl::parse(text).map(Self::Address).map_err(FavoriteNameError::Address);
        }
        let digits: String = text.chars().filter(|c| *c != '-').collect();
        if !digits.chars().all(|c| c.is_ascii_hexdigit()) || digits.len() > ID_DIGITS {
            return Err(FavoriteNameError::Form);
        }
        if digits.len() < FEWEST_DIGITS {
            return Err(FavoriteNameError::TooShort { given: digits.len() });
        }
        let filled = |with: &str| {
            let missing = with.repeat(ID_DIGITS - digits.len());
            Uuid::try_parse(&format!("{digits}{missing}"))
                .map(DataId::from)
                .map_err(|_| FavoriteNameError::Form)
        };
        let (lowest, highest) = (filled("0")?, filled("f")?);
        Ok(if lowest == highest {
            Self::Id(lowest)
        } else {
            Self::Prefix(IdPrefix { given: text.to_owned(), lowest, highest })
        })
    }
}

impl IdPrefix {
    pub(super) fn fits(&self, id: DataId) -> bool {
        (self.lowest..=self.highest).contains(&id)
    }

    /// Returns true if `id` is older than all ids with this prefix.
    pub(super) fn is_after(&self, id: DataId) -> bool {
        id < self.lowest
    }

    /// Returns the time range of the favorites, without its end. `None` is a time that no favorite can have.
    pub(super) fn times(&self) -> (Option<Timestamp>, Option<Timestamp>) {
        let millis = |id: DataId| i64::try_from(id.as_uuid().as_u128() >> 80).unwrap_or(i64::MAX);
        let time = |millis| Timestamp::from_unix_millis(millis).ok();
        (time(millis(self.lowest)), time(millis(self.highest) + 1))
    }
}

impl fmt::Display for FavoriteName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => write!(f, "the id {id}"),
            Self::Prefix(prefix) => write!(f, "the id prefix {}", prefix.given),
            Self::Address(address) => write!(f, "the address {}", address.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Result<FavoriteName, FavoriteNameError> {
        text.parse()
    }

    fn prefix(text: &str) -> IdPrefix {
        match name(text) {
            Ok(FavoriteName::Prefix(prefix)) => prefix,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn an_id_may_be_in_any_case_and_without_hyphens() {
        let id = "01a20f28-e5bb-7621-93a7-29659ab5aedf";
        let expected = Ok(FavoriteName::Id(id.parse().unwrap()));
        assert_eq!(name(id), expected);
        assert_eq!(name(&id.to_uppercase()), expected);
        assert_eq!(name(&id.replace('-', "")), expected);
    }

    #[test]
    fn a_prefix_has_8_to_31_digits_and_fits_the_ids_that_begin_with_it() {
        let id: DataId = "01a20f28-e5bb-7621-93a7-29659ab5aedf".parse().unwrap();
        let other: DataId = "01a20f29-0000-7621-93a7-29659ab5aedf".parse().unwrap();
        for text in ["01a20f28", "01A20F28-", "01a20f28-e5bb-7621-93a7-29659ab5aed", "01a20f28e5bb"] {
            assert!(prefix(text).fits(id), "{text}");
            assert!(!prefix(text).fits(other), "{text}");
            assert!(prefix("01a20f29").is_after(id) && !prefix(text).is_after(other), "{text}");
        }
        assert_eq!(name("01a2-0f2"), Err(FavoriteNameError::TooShort { given: 7 }));
        assert_eq!(name(""), Err(FavoriteNameError::TooShort { given: 0 }));
        assert_eq!(name(&"a".repeat(33)), Err(FavoriteNameError::Form));
        assert_eq!(name("tea house"), Err(FavoriteNameError::Form));
    }

    #[test]
    fn a_prefix_gives_the_time_range_of_its_favorites() {
        let millis = |text: &str| {
            let (from, to) = prefix(text).times();
            (from.map(Timestamp::as_unix_millis), to.map(Timestamp::as_unix_millis))
        };
        assert_eq!(millis("00000000"), (Some(0), Some(0x1_0000)));
        assert_eq!(millis("0000000000017"), (Some(1), Some(2)));
        assert_eq!(millis("ffffffff"), (None, None));
    }

    #[test]
    fn an_address_is_normalized() {
        let address = FavoriteName::Address(WebUrl::parse("https://a.example/").unwrap());
        assert_eq!(name("HTTPS://A.example:443"), Ok(address));
        assert!(matches!(name("ftp://a.example"), Err(FavoriteNameError::Address(_))));
    }
}
