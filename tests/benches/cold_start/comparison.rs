//! Checks that the compared programs do the same work, by the items that they wrote.

use std::collections::BTreeSet;

use favorites_tests::invocation::{Accounts, Item};

use crate::program::{COMPARED, Program};

/// The partitions to which create-favorite writes, and the attributes of the new item in each.
const WRITTEN: [(&str, &[&str]); 2] = [
    (
        "FavoriteData",
        &[
            "clipTime",
            "content",
            "contentUrl",
            "dataId",
            "dataType",
            "gsiOnePk",
            "gsiOneSk",
            "lsiOneSk",
            "pk",
            "sk",
            "tagIds",
            "title",
            "type",
            "updateTime",
            "userId",
            "version",
        ],
    ),
    ("UniqueLink", &["dataId", "link", "pk", "sk", "type", "userId"]),
];

/// Panics if a program that ran as create-favorite did not add create-favorite's items to the `links` that the account had
/// before. `ElectroDB` adds two attributes to each item, by which it recognizes its entities.
pub(crate) async fn check(program: &Program, accounts: &Accounts, user: &str, links: usize) {
    if program.function != COMPARED {
        return;
    }
    for (entity, wanted) in WRITTEN {
        let items = accounts.items(&format!("{entity}#{user}")).await;
        let written =
            items.iter().map(attributes).filter(|names| names.iter().copied().eq(wanted.iter().copied()));
        assert_eq!(
            (items.len(), written.count()),
            (links + 1, links + 1),
            "{}: {entity} of {user}: {items:?}",
            program.name
        );
    }
}

fn attributes(item: &Item) -> BTreeSet<&str> {
    item.keys().map(String::as_str).filter(|name| !name.starts_with("__edb_")).collect()
}
