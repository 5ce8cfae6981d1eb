//! A singleton: one item for the whole application, with a key without components.
//!
//! Use it for data that everyone reads and few people write, such as the front page or the settings. A partition serves at most
//! 3,000 read units and 1,000 write units per second, so cache an item that is read more often.

use serde::{Deserialize, Serialize};
use single_table::{Condition, Entity, Store, Update, WriteError, table};

use crate::support;

table! {
    /// A shop.
    struct ShopTable { key: (pk, sk), entities: [FrontPage, Deal] }
}

/// The content of the front page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "FrontPage", partition(), sort())]
struct FrontPage {
    edition: u64,
    deals: Vec<u32>,
}

/// A deal. The table stores many of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Deal", partition(deal), sort())]
struct Deal {
    deal: u32,
}

async fn front_page(store: &Store<ShopTable>) -> support::Result<Option<FrontPage>> {
    Ok(store.get(&FrontPageKey {}).await?)
}

/// Replaces the edition that the editor has seen with the next one.
async fn publish(
    store: &Store<ShopTable>,
    seen: &FrontPage,
    deals: &[u32],
) -> Result<(), WriteError<FrontPage>> {
    let next = Update::new(seen.key())
        .set(FrontPage::DEALS, deals.to_vec())
        .add(FrontPage::EDITION, 1)
        .only_if(Condition::live() & FrontPage::EDITION.eq(seen.edition));
    store.execute(next).await?;
    Ok(())
}

async fn stocked() -> support::Result<Store<ShopTable>> {
    let store = support::table().await;
    support::put_all(&store, [1, 2, 3].map(|deal| Deal { deal })).await?;
    let first = FrontPage { edition: 1, deals: vec![1] };
    store.insert(&first).await?;
    publish(&store, &first, &[3, 2]).await?;
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    let page = front_page(&stocked().await?).await?.ok_or("there is no front page")?;
    Ok(format!("edition {} with deals {:?}", page.edition, page.deals))
}

#[tokio::test]
async fn there_is_one_front_page_and_no_editor_overwrites_an_unseen_edition() {
    assert_eq!(run().await.unwrap(), "edition 2 with deals [3, 2]");
    let store = stocked().await.unwrap();
    let old = FrontPage { edition: 1, deals: vec![1] };
    let error = publish(&store, &old, &[1]).await.unwrap_err();
    let WriteError::ConditionFailed { item: Some(current) } = error else { panic!("{error}") };
    assert_eq!(*current, FrontPage { edition: 2, deals: vec![3, 2] });
    assert!(store.insert(&old).await.is_err());
}
