//! The table as the Rust types declare it against the table of `template.yaml`.

use favorites_api::favorites::{FavoritesTable, Schema};
use serde_yaml_ng::Value;

#[test]
fn the_template_declares_the_table_of_the_types() {
    let template: Value = serde_yaml_ng::from_str(include_str!("../../template.yaml")).unwrap();
    let table = serde_json::to_value(&template["Resources"]["FavoritesTable"]).unwrap();
    assert_eq!(Schema::of::<FavoritesTable>().differences_to_template(&table), []);
}
