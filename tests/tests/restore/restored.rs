//! A new table with the items of a backup, and a service on it.

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{
    AttributeValue, PutRequest, StreamSpecification, StreamViewType, WriteRequest,
};
use favorites_api::Favorites;
use favorites_api::favorites::{Repairs, Timestamp};
use favorites_local::reconcile::{Progress, Whom, reconcile};
use favorites_local::template::Template;
use favorites_local::{Functions, Options, Periods, functions};
use favorites_tests::{Service, consistency};
use tempfile::TempDir;

use crate::backup::{Backup, Item};

/// The most items of a request (`BatchWriteItem`, DynamoDB API reference).
const BATCH: usize = 25;

/// A service on a restored table.
pub(crate) struct Restored {
    pub(crate) service: Service,
    /// The folder of the table. It is deleted after the service has ended.
    _folder: TempDir,
}

impl Restored {
    /// Follows the runbook: restores the table, enables its stream, and moves the functions and the stream mapping. The
    /// local service enables the time to live when it starts.
    pub(crate) async fn from(backup: &Backup) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        restore(backup, &folder).await;
        let periods = Periods { ttl_sweep: Duration::from_millis(50), ..Periods::default() };
        let service = Service::run(Options { periods, ..Options::directory(folder.path()) }, functions).await;
        Self { service, _folder: folder }
    }

    /// Reconciles all users once, at the time `later` from now. Repairs all differences at once, because a restored
    /// table has no pending records.
    pub(crate) async fn reconcile(&self, later: Duration) -> Progress {
        let client = self.service.dynamodb();
        let favorites = Favorites::new(client, self.service.table_name())
            .with_clock(move || Timestamp::now().checked_add(later).expect("a time in range"));
        reconcile_everybody(&favorites).await
    }

    /// Returns the faults of the table now.
    pub(crate) async fn faults(&self) -> Vec<String> {
        consistency::faults(&consistency::scan(&self.service.dynamodb(), self.service.table_name()).await)
    }

    /// Returns the faults of the counts and the catalogue now.
    pub(crate) async fn faults_of_catalogue(&self) -> Vec<String> {
        let items = consistency::scan(&self.service.dynamodb(), self.service.table_name()).await;
        consistency::faults_of_catalogue(&items)
    }
}

/// Reconciles everybody, and repairs at once.
pub(crate) async fn reconcile_everybody(favorites: &Favorites) -> Progress {
    reconcile(favorites, Whom::Everybody, Repairs::AtOnce, |_| {}).await.expect("the table answers")
}

/// Creates the table as `RestoreTableToPointInTime` does, without stream and time to live, and then enables the stream.
async fn restore(backup: &Backup, folder: &TempDir) {
    let mut template =
        Template::project().expect("the project's template is well-formed").without_functions();
    template.table.stream = None;
    template.table.ttl_attribute = None;
    let options = Options { template: Some(template), ..Options::directory(folder.path()) };
    let table = Service::run(options, |_environment| Functions::new()).await;
    let (client, name) = (table.dynamodb(), table.table_name().to_owned());
    put(&client, &name, backup).await;
    let stream = StreamSpecification::builder()
        .stream_enabled(true)
        .stream_view_type(StreamViewType::NewAndOldImages)
        .build()
        .expect("it is complete");
    let enabled = client.update_table().table_name(&name).stream_specification(stream).send().await;
    enabled.expect("the stream can be enabled");
    forget_epochs(&client, &name).await;
    table.stop().await;
}

/// Removes the epochs from the items that number changes.
async fn forget_epochs(client: &Client, table: &str) {
    for item in consistency::scan(client, table).await {
        if item.get("epoch").is_none() {
            continue;
        }
        let key = |name: &str| AttributeValue::S(item[name].as_str().expect("a key is text").to_owned());
        let update = client.update_item().table_name(table).update_expression("REMOVE epoch");
        let updated = update.key("pk", key("pk")).key("sk", key("sk")).send().await;
        updated.expect("the epoch can be removed");
    }
}

/// Puts the items of a backup.
pub(crate) async fn put(client: &Client, table: &str, backup: &Backup) {
    let items: Vec<&Item> = backup.0.values().collect();
    for items in items.chunks(BATCH) {
        let puts = items.iter().map(|item| {
            let put = PutRequest::builder().set_item(Some((*item).clone())).build().expect("it is complete");
            WriteRequest::builder().put_request(put).build()
        });
        let written = client.batch_write_item().request_items(table, puts.collect()).send().await;
        let left = written.expect("the items can be put").unprocessed_items.unwrap_or_default();
        assert!(left.is_empty(), "the embedded engine throttles nothing: {left:?}");
    }
}
