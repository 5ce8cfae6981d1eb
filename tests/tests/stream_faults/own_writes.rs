//! Tests that the consumer's own writes don't reach it as records.

use std::collections::BTreeSet;

use favorites_api::favorites::FavoritesTable;
use favorites_local::template::Template;
use serde_json::json;
use single_table::table::partition_names;

/// The entities whose records each consumer receives. The change consumer only writes the catalogue and the list of due users. A step
/// of a clean-up writes favorites, whose records the other consumer must receive, and the clean-up, whose record is the next step.
const CONSUMED: [(&str, &[&str]); 2] =
    [("change-consumer", &["FavoriteData", "Trash"]), ("worker", &["TagCleanup"])];

#[test]
fn own_writes_do_not_reenter() {
    let template = Template::project().expect("the project's template is well-formed");
    assert_eq!(template.mappings.len(), CONSUMED.len());
    for (mapping, (function, consumed)) in template.mappings.iter().zip(CONSUMED) {
        assert_eq!(mapping.function.name, function);
        let passes = |name: &&str| {
            let pk = format!("{name}#ann");
            mapping.filter.passes(&json!({ "dynamodb": { "Keys": { "pk": { "S": pk } } } }))
        };
        let names: BTreeSet<_> = partition_names::<FavoritesTable>().collect();
        assert!(names.len() > consumed.len(), "{names:?}");
        let passing: BTreeSet<_> = names.into_iter().filter(passes).collect();
        assert_eq!(passing, consumed.iter().copied().collect());
    }
}
