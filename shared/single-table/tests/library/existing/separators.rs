//! Keys with other separators, which keep two values apart and can't be part of a value.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Put, encode, table};

use crate::engine;
use crate::raw::{item, keys, s, write};

table! {
    /// Users and their orders, told apart by their keys.
    pub struct Shop {
        key: (pk, sk),
        type_attribute: none,
        entities: [Order, Profile],
    }
}

/// A user.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = Shop, name = "Profile", raw, partition("USER|", country, "|", user), sort("PROFILE"))]
struct Profile {
    country: String,
    user: String,
    r#type: String,
}

/// An order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = Shop, name = "Order", raw, partition("USER|", country, "|", user), sort("ORDER|", id, "|end"))]
struct Order {
    #[serde(skip_serializing)]
    country: String,
    #[serde(skip_serializing)]
    user: String,
    #[serde(skip_serializing)]
    id: u32,
    total: u32,
}

fn profile(country: &str, user: &str) -> Profile {
    Profile { country: country.to_owned(), user: user.to_owned(), r#type: "gold".to_owned() }
}

fn order(id: u32) -> Order {
    Order { country: "de".to_owned(), user: "ann".to_owned(), id, total: 7 }
}

#[tokio::test]
async fn a_key_has_the_separators_that_are_declared() {
    let (client, store, name) = engine::table::<Shop>().await;
    store.execute(Put::new(&profile("de", "a|b#c$"))).await.unwrap();
    store.execute(Put::new(&order(12))).await.unwrap();
    let keys = keys(&client, &name, ["pk", "sk"]).await;
    assert_eq!(keys, [["USER|de|ann", "ORDER|12|end"], ["USER|de|a|b#c$", "PROFILE"]]);
    let found = store.all(ProfileItems::query("de".to_owned(), "a|b#c$".to_owned())).await.unwrap();
    assert_eq!(found, [profile("de", "a|b#c$")]);
    assert_eq!(store.all(OrderItems::scan()).await.unwrap(), [order(12)]);
}

#[test]
fn a_value_with_the_separator_is_refused_with_its_field() {
    let error = encode(&profile("d|e", "ann")).unwrap_err().to_string();
    assert!(
        error.contains(
            "the value \"d|e\" of `country` contains the separator \"|\" that follows it in the key: use a value without it"
        ),
        "{error}"
    );
}

#[tokio::test]
async fn an_item_with_a_malformed_key_is_an_error_that_shows_the_key() {
    let (client, store, name) = engine::table::<Shop>().await;
    write(&client, &name, [("pk", s("USER|de|ann")), ("sk", s("ORDER|1x|end"))]).await;
    let error =
        store.all(OrderItems::query("de".to_owned(), "ann".to_owned())).await.unwrap_err().to_string();
    assert!(error.contains("expected a number, found \"1x\""), "{error}");
}

#[test]
fn an_item_of_no_entity_is_refused() {
    let stranger = item([("pk", s("USER|de|ann")), ("sk", s("CART"))]);
    let error = single_table::decode::<Order>(stranger).unwrap_err().to_string();
    assert!(error.contains("Order") && error.contains("nothing"), "{error}");
    let other = encode(&profile("de", "ann")).unwrap();
    let error = single_table::decode::<Order>(other).unwrap_err().to_string();
    assert!(error.contains("Profile"), "{error}");
}
