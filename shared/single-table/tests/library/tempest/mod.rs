//! The scenarios of Tempest's own tests, on the embedded engine. Each file is named after a test class of `tempest2`, and each
//! test after its scenario. The guide's page "From Tempest" lists all of them and explains the differences.

mod albums;
mod model;
mod support;

mod asynchronous;
mod codec;
mod dynamo_db_queryable;
mod dynamo_db_scannable;
mod dynamo_db_table_name_resolver;
mod dynamo_db_view;
mod dynamo_db_view_with_result;
mod first_version;
mod guide;
mod java_interop;
mod logical_db_batch;
mod logical_db_failure;
mod logical_db_transaction;
mod schema;
mod writing_pager;
