//! The tests of the library. They are one program, because linking one for each file takes longer than running them.

/// Asserts that a call fails with an error of this form.
macro_rules! assert_fails {
    ($result:expr, $pattern:pat $(if $guard:expr)?) => {
        let error = $result.unwrap_err();
        assert!(matches!(&error, $pattern $(if $guard)?), "{error}");
    };
}

/// Reads all pages of a query. Each page continues after a cursor, which is a text like the cursor of a
/// client. A third argument sees each cursor.
macro_rules! pages {
    ($store:expr, $query:expr) => {
        pages!($store, $query, |_cursor: &str| ())
    };
    ($store:expr, $query:expr, $see:expr) => {{
        let (mut pages, mut cursor) = (Vec::new(), None::<String>);
        loop {
            let query = $query.after_text(cursor.as_deref()).unwrap();
            let page = $store.page(query).await.unwrap();
            cursor = page.cursor().unwrap();
            pages.push(page.items);
            assert!(pages.len() <= 1_000, "the list begins again");
            let Some(text) = &cursor else { break pages };
            $see(text);
        }
    }};
}

mod backfill;
mod batch;
mod codec;
mod collections;
mod conditions;
mod customize;
#[path = "../engine/mod.rs"]
mod engine;
mod errors;
mod existing;
mod expiry;
mod expressions;
mod faults;
mod faulty;
mod index_projections;
mod lost_answers;
mod macros;
mod migration;
mod model;
mod names;
mod native;
mod notes;
mod peer_faults;
mod queries;
mod raw;
mod readme;
mod reads;
mod relocation;
mod returned;
mod scan;
mod schema;
mod schema_faults;
mod sharding;
mod size;
mod store;
mod stream;
mod tasks;
mod tempest;
mod template;
mod testing;
mod tokens;
mod tracing;
mod unique;
mod unique_before;
mod versions;
mod writing_pager;
mod written;
