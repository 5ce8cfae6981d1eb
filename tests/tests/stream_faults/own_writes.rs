//! Tests that the consumer's own writes don't reach it as records.

use std::collections::BTreeSet;

use favorites_api::favorites::FavoritesTable;
use favorites_local::template::Template;
use serde_json::json;
use single_table::table::partition_names;

/// The entities whose records each consumer receives. The change consumer only writes the catalogue and the
/// list of due users. The worker receives the item that it writes at the end of a turn, if work is left.
const CONSUMED: [(&str, &[&str]); 2] =
    [("change-consumer", &["FavoriteData", "Trash"]), ("worker", &["Due"])];

#[test]
fn own_writes_do_not_reenter() {
    let template = Template::project().expect("the project's template is well-formed");
    assert_eq!(template.mappings.len(), CONSUMED.len());
    for (mapping, (function, consumed)) in template.mappings.iter().zip(CONSUMED) {
        assert_eq!(mapping.function.name, function);
        let passes = |name: &&str| {
            let pk = format!("{name}#ann");
            let image = json!({ "call": { "BOOL": true } });
            let record = json!({ "dynamodb": { "Keys": { "pk": { "S": pk } }, "NewImage": image } });
            mapping.filter.passes(&record)
        };
        let names: BTreeSet<_> = partition_names::<FavoritesTable>().collect();
        assert!(names.len() > consumed.len(), "{names:?}");
        let passing: BTreeSet<_> = names.into_iter().filter(passes).collect();
        assert_eq!(passing, consumed.iter().copied().collect());
    }
}
