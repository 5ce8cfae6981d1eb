//! Lists of services that are states of their entries.

use crate::entry::data::Flag;
use crate::read::capped::Capped;

/// The lists of Instapaper that are states and not folders of the user.
pub(crate) const INSTAPAPER_LISTS: [(&str, Flag); 3] =
    [("Unread", Flag::Unread), ("Archive", Flag::Archived), ("Starred", Flag::Favorite)];

/// Returns the flag of the text that a name is.
pub(crate) fn state(name: &Capped, states: &[(&str, Flag)]) -> Option<Flag> {
    let name = name.kept().trim_ascii();
    states.iter().find(|(known, _)| known.as_bytes() == name).map(|(_, flag)| *flag)
}
