//! The fences of a set, in items of some fences each.

use super::item::{ItemKey, Items, Put, SetPlace};
use super::job::ChosenFences;
use super::limits::FENCES_IN_ITEM;
use super::reader::{ReadError, Reader};
use super::state::RunSet;
use crate::fence::{Fence, Fences, NotAfterLast};
use crate::write_number::WriteNumber;

impl ChosenFences {
    /// Adds the next fence. Returns an item if it is full.
    pub(super) fn push(
        &mut self,
        fence: Fence,
        set: SetPlace,
        number: WriteNumber,
    ) -> Result<Option<Put>, NotAfterLast> {
        self.rest.push(fence)?;
        // The lowest fence is in each part, so that each part is a list of fences by itself.
        Ok((self.rest.as_slice().len() > FENCES_IN_ITEM).then(|| self.put(set, number)))
    }

    /// Returns the item with the fences that are not in items yet.
    pub(super) fn put(&mut self, set: SetPlace, number: WriteNumber) -> Put {
        let key = ItemKey::Fences { set, part: self.parts };
        self.parts += 1;
        Put::new(key, number, std::mem::take(&mut self.rest).to_bytes())
    }
}

/// Reads the fences of a set, or returns `None` if none are chosen yet.
pub(super) async fn read_fences<I: Items>(
    reader: &mut Reader<'_, I>,
    set: &RunSet,
) -> Result<Option<Fences>, ReadError<I::Error>> {
    let Some(stored) = set.fences else { return Ok(None) };
    let key = |part| ItemKey::Fences { set: set.place, part };
    reader.load((0..stored.parts).map(|part| (key(part), stored.number)).collect()).await?;
    let mut fences = Fences::default();
    for part in 0..stored.parts {
        let part = reader.get(&key(part), Fences::from_bytes)?;
        for fence in part.as_slice().iter().skip(1) {
            // Parts follow each other in the order in which the fences were chosen.
            fences.push(fence.clone()).map_err(|_| malformed_order(key(0)))?;
        }
    }
    Ok(Some(fences))
}

fn malformed_order<E: std::error::Error>(key: ItemKey) -> ReadError<E> {
    ReadError::Malformed { key, source: crate::error::Malformed::Order }
}
