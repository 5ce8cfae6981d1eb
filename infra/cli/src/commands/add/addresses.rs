//! The addresses to save.

use favorites_api::favorites::WebUrl;

use crate::commands::text_input::{STANDARD_INPUT, read_input};
use crate::failure::Reason;

/// The most addresses that one command saves.
const MOST_ADDRESSES: usize = 10_000;

/// A given address, which may be invalid.
#[derive(Debug)]
pub(super) struct Address {
    /// The line of standard input, or the quoted argument, for messages.
    pub(super) place: String,
    pub(super) url: Result<WebUrl, Reason>,
}

/// Parses the arguments. `-` stands for the lines of standard input that are not blank.
pub(super) fn addresses(given: &[String]) -> Result<Vec<Address>, Reason> {
    let mut addresses = Vec::new();
    for text in given {
        if text == STANDARD_INPUT {
            let input = read_input()?;
            let lines = input.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
            addresses.extend(lines.map(|(line, number)| Address::new(format!("line {number}"), line)));
        } else {
            addresses.push(Address::new(format!("{text:?}"), text));
        }
    }
    match addresses.len() {
        given if given > MOST_ADDRESSES => Err(Reason::TooManyAddresses { given, limit: MOST_ADDRESSES }),
        _ => Ok(addresses),
    }
}

impl Address {
    fn new(place: String, text: &str) -> Self {
        Self { place, url: web_url(text) }
    }
}

/// Parses the address of a web page.
pub(super) fn web_url(text: &str) -> Result<WebUrl, Reason> {
    WebUrl::parse(text).map_err(|error| {
        let given = text.trim();
        let needs_scheme = !given.contains("://") && WebUrl::parse(format!("https://{given}")).is_ok();
        if needs_scheme { Reason::NoScheme { given: given.to_owned() } } else { error.into() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_takes_up_to_10_000_addresses() {
        let given = vec!["https://a.example/".to_owned(); MOST_ADDRESSES + 1];
        assert_eq!(addresses(&given[1..]).unwrap().len(), MOST_ADDRESSES);
        let error = addresses(&given).unwrap_err();
        assert!(matches!(error, Reason::TooManyAddresses { given: 10_001, limit: 10_000 }), "{error}");
    }
}
