//! Changes to a favorite, and the checks of them.

use single_table::{EpochSeconds, Timestamp};

use crate::error::Fault;
use crate::model::content::Content;
use crate::model::data_type::DataType;
use crate::model::details::{DetailsPatch, content_url_fault};
use crate::model::favorite::FavoriteData;
use crate::model::ids::DataId;
use crate::model::times::{expiry_fault, past_time_fault};

/// Changes to a favorite. `None` leaves a member as it is, `Some(None)` removes it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FavoritePatch {
    /// The title and the other members that every type has.
    pub details: DetailsPatch,
    /// The whole content, of the favorite's own type.
    pub content: Option<ContentPatch>,
    /// The time at which the user saved it, from 1970 to [`CLIP_TIME_AHEAD`](crate::limits::CLIP_TIME_AHEAD) from now. Another time
    /// than the favorite has gives it another id, because the order of ids is that of these times.
    pub clip_time: Option<Timestamp>,
    /// The time at which it expires.
    pub expire_time: Option<Option<Timestamp>>,
    /// The faults of what could not be read. With any, the patch changes nothing, and fails with those of its other members too.
    pub faults: Vec<Fault>,
}

impl From<DetailsPatch> for FavoritePatch {
    fn from(details: DetailsPatch) -> Self {
        Self { details, ..Self::default() }
    }
}

/// A content for a favorite whose type the caller need not know: what was sent reads differently for each type, so this has the
/// content or its faults for each.
#[derive(Debug, Clone, PartialEq)]
pub struct ContentPatch([Result<Content, Vec<Fault>>; DataType::ALL.len()]);

impl ContentPatch {
    /// Makes it of the content, or every fault of it, for each type in the order of [`DataType::ALL`].
    #[must_use]
    pub fn new(of_each_type: [Result<Content, Vec<Fault>>; DataType::ALL.len()]) -> Self {
        Self(of_each_type)
    }

    /// Returns the content for a favorite of the type.
    ///
    /// # Errors
    /// Every fault of the content as one of this type, each with its pointer.
    pub fn of_type(&self, data_type: DataType) -> Result<&Content, &[Fault]> {
        self.0[data_type as usize].as_ref().map_err(Vec::as_slice)
    }
}

/// A content of a known type is a fault for a favorite of any other.
impl From<Content> for ContentPatch {
    fn from(content: Content) -> Self {
        let given = content.data_type();
        Self::new(DataType::ALL.map(|data_type| {
            if data_type == given {
                return Ok(content.clone());
            }
            Err(vec![Fault::new("/content", format!("must be of type {data_type}; {given} was given"))])
        }))
    }
}

impl FavoritePatch {
    /// Returns the changed favorite, or every fault of the patch.
    pub(crate) fn applied_to(
        &self,
        before: &FavoriteData,
        now: Timestamp,
    ) -> Result<FavoriteData, Vec<Fault>> {
        let mut after = before.clone();
        let mut faults = self.faults.clone();
        self.details.apply(&mut after.details);
        if let Some(url) = &self.details.content_url {
            faults.extend(content_url_fault(before.data_type(), url.as_ref()));
        }
        match self.content.as_ref().map(|content| content.of_type(before.data_type())) {
            Some(Ok(content)) => after.content = content.clone(),
            Some(Err(wrong)) => faults.extend_from_slice(wrong),
            None => {}
        }
        if let Some(time) = self.clip_time.filter(|time| *time != before.clip_time) {
            faults.extend(past_time_fault("/clipTime", Some(time), now));
            after.clip_time = time;
            after.data_id = DataId::at(time);
        }
        if let Some(time) = self.expire_time {
            faults.extend(expiry_fault(time, now));
            after.expire_time = time.map(EpochSeconds::of);
        }
        if faults.is_empty() { Ok(after) } else { Err(faults) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::content::Note;
    use crate::model::value::NoteText;

    #[test]
    fn a_content_is_found_by_its_type_and_is_a_fault_for_any_other() {
        let read = ContentPatch::new(DataType::ALL.map(|data_type| Err(vec![Fault::new("", data_type)])));
        let note = Content::Note(Note { text: NoteText::parse("Milk").unwrap() });
        let known = ContentPatch::from(note.clone());
        for data_type in DataType::ALL {
            assert_eq!(read.of_type(data_type).unwrap_err(), [Fault::new("", data_type)]);
            let message = format!("must be of type {data_type}; note was given");
            let expected =
                if data_type == DataType::Note { Ok(&note) } else { Err([Fault::new("/content", message)]) };
            assert_eq!(
                known.of_type(data_type),
                expected.as_ref().map(|note| *note).map_err(<[_; 1]>::as_slice)
            );
        }
    }
}
