//! The pieces of a key's text.

use crate::model::key_attribute::Scalar;

/// A piece of the text of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// A text that stands in every key of the format.
    Literal(&'static str),
    /// The text of a value.
    Component {
        /// The attribute of the value's field; empty for a value that is not a field.
        attribute: &'static str,
        /// The type of attribute that can hold the value alone.
        scalar: Scalar,
        /// Every value begins with one of these texts.
        starts: &'static [&'static str],
        /// Values must not begin with any of these texts.
        except: &'static [&'static str],
    },
}

impl Piece {
    /// A component that may be any text.
    pub const ANY: Self = Self::Component { attribute: "", scalar: Scalar::S, starts: &[""], except: &[] };
}

/// The format of the primary key of an entity, or of a record of a unique constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyFormat {
    /// The name of the entity or record.
    pub owner: &'static str,
    /// True if the key consists of the declared literals and values alone.
    pub is_raw: bool,
    /// The pieces of the partition key.
    pub partition: &'static [Piece],
    /// The pieces of the sort key. There are none in a table without a sort key.
    pub sort: &'static [Piece],
}

impl KeyFormat {
    /// Returns true if a primary key may have this format. The keys of other entities of the same table never do.
    pub(crate) fn may_have_made(&self, partition: &str, sort: Option<&str>) -> bool {
        may_have_made(self.partition, partition) && sort.is_none_or(|sort| may_have_made(self.sort, sort))
    }
}

/// Returns true if a text begins like every text of the format.
fn may_have_made(format: &[Piece], text: &str) -> bool {
    let mut rest = text;
    for piece in format {
        match piece {
            Piece::Literal(literal) => match rest.strip_prefix(literal) {
                Some(after) => rest = after,
                None => return false,
            },
            Piece::Component { starts, except, .. } => {
                return starts.iter().any(|start| rest.starts_with(start))
                    && !except.iter().any(|text| rest.starts_with(text));
            }
        }
    }
    rest.is_empty()
}
