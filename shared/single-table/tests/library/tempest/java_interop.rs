//! A URL shortener, the model of `JavaInteropTest`.

use serde::{Deserialize, Serialize};

use crate::engine;
use crate::tempest::support::{Entity, Put, load, table};

table! {
    /// Short URLs.
    pub struct AliasTable { key: (partition_key, sort_key), entities: [Alias] }
}

/// A short URL, and the URL to which it leads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = AliasTable, name = "Alias", partition(short_url), sort())]
struct Alias {
    short_url: String,
    destination_url: String,
}

#[tokio::test]
async fn java_logical_type_java_item_type() {
    let (_, store, _) = engine::table::<AliasTable>().await;
    let alias = Alias {
        short_url: "SquareCLA".to_owned(),
        destination_url: "https://docs.google.com/forms/d/e/1FAIpQLSeRVQ35/viewform?formkey=dDViT2x&ndplr=1"
            .to_owned(),
    };
    store.execute(Put::new(&alias)).await.unwrap();
    assert_eq!(load::<Alias>(&store, &alias.key()).await, Some(alias));
}
