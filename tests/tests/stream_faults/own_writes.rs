//! Tests that the consumer's own writes don't reach it as records.

use std::collections::BTreeSet;

use favorites_api::favorites::FavoritesTable;
use favorites_local::template::Template;
use serde_json::json;
use single_table::table::partition_names;

/// The entities whose records the consumer receives. For a favorite, in the trash or outside, it only writes the
/// catalogue and the list of due users. A step of a clean-up also writes favorites and the clean-up, whose records it
/// must receive.
const CONSUMED: [&str; 3] = ["FavoriteData", "TagCleanup", "Trash"];

#[test]
fn own_writes_do_not_reenter() {
    let template = Template::project().expect("the project's template is well-formed");
    let [mapping] = template.mappings.as_slice() else { panic!("one mapping: {:?}", template.mappings) };
    let passes = |name: &&str| {
        let pk = format!("{name}#ann");
        mapping.filter.passes(&json!({ "dynamodb": { "Keys": { "pk": { "S": pk } } } }))
    };
    let names: BTreeSet<_> = partition_names::<FavoritesTable>().collect();
    assert!(names.len() > CONSUMED.len(), "{names:?}");
    let passing: BTreeSet<_> = names.into_iter().filter(passes).collect();
    assert_eq!(passing, BTreeSet::from(CONSUMED));
}
