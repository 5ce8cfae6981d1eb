//! The ids of favorites that an import creates.

use sha2::{Digest as _, Sha256};
use single_table::Timestamp;

use crate::model::chosen_id::ChosenId;
use crate::model::data_type::DataType;
use crate::model::ids::{DataId, JobId};
use crate::model::new_favorite::FavoriteDraft;
use crate::model::origin::Origin;
use crate::model::value::WebUrl;
use crate::use_cases::batch::BatchItem;

/// The bits of an id that number the entries of a file.
const NUMBER_BITS: u32 = 20;

/// Returns the id of an entry, if it has the same id in each import. A link without an id of an export has
/// one of the import's own.
pub(super) fn stable_id(item: &BatchItem, origin: Origin) -> Option<DataId> {
    match origin {
        Origin::Derived { .. } if item.draft.data_type == Some(DataType::Link) => None,
        origin => origin.data_id(),
    }
}

/// Returns the source of a favorite without an id. A link has an id of its import, and any other favorite the
/// same id in each import.
pub(super) fn derived(draft: &FavoriteDraft, (job_id, number): (JobId, u64), time: Timestamp) -> Origin {
    if draft.data_type == Some(DataType::Link) {
        Origin::Derived { data_id: link_id(job_id, number, time), may_exist: false }
    } else {
        Origin::Derived { data_id: content_id(draft, time), may_exist: true }
    }
}

/// Returns the id of a link: of its import, and of its number there. The service keeps each link once,
/// whatever its id.
pub(super) fn link_id(job_id: JobId, number: u64, time: Timestamp) -> DataId {
    let of_job = u128::from_be_bytes(digest(&job_id.to_string())) << NUMBER_BITS;
    // A file has at most 500,000 entries, which are fewer than 2^20.
    ChosenId::at(time, of_job | u128::from(number)).data_id()
}

/// Returns true if an import with this id has created the favorite of a link.
pub(super) fn is_of(job_id: JobId, data_id: DataId) -> bool {
    let without_number = |data_id: DataId| data_id.as_uuid().as_u128() >> NUMBER_BITS;
    without_number(link_id(job_id, 0, data_id.time())) == without_number(data_id)
}

/// Returns the id of a favorite that is no link. It follows from the content, the address and the time.
fn content_id(draft: &FavoriteDraft, time: Timestamp) -> DataId {
    let url = draft.details.content_url.as_ref().map(WebUrl::as_str);
    let content = serde_json::to_string(&(&draft.content, url)).unwrap_or_default();
    ChosenId::at(time, u128::from_be_bytes(digest(&content))).data_id()
}

fn digest(text: &str) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&Sha256::digest(text)[..16]);
    bytes
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_id_of_a_link_is_of_its_import_only_and_tells_the_entries_apart(
            millis in 0..4_102_444_800_000_i64, numbers in [0_u64..500_000, 0..500_000],
        ) {
            let time = Timestamp::from_unix_millis(millis).unwrap();
            let (job, other) = (JobId::at(time), JobId::at(time));
            let ids = numbers.map(|number| link_id(job, number, time));
            prop_assert!(ids.iter().all(|id| is_of(job, *id) && !is_of(other, *id) && id.time() == time));
            prop_assert_eq!(ids[0] == ids[1], numbers[0] == numbers[1]);
        }
    }
}
