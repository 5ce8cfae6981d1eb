//! Migration: adding an entity to an existing item collection.
//!
//! No item has to be rewritten. The keys of an entity with `sort()` are already those of a collection's first item, so you can
//! add child entities later. The parent then declares a collection with its own name, and its keys stay the same.

use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, Store, table};

use crate::engine;
use crate::support;

/// The program before the migration.
mod before {
    use serde::{Deserialize, Serialize};
    use single_table::{Entity, table};

    table! {
        /// The posts of a blog.
        pub(super) struct PostTable { key: (pk, sk), entities: [Post] }
    }

    /// A post.
    #[derive(Debug, Serialize, Deserialize, Entity)]
    #[entity(table = PostTable, name = "Post", partition(post), sort())]
    pub(super) struct Post {
        pub(super) post: u32,
        pub(super) text: String,
    }
}

table! {
    /// Posts, and now comments.
    struct PostTable { key: (pk, sk), entities: [Post, Comment] }
}

/// A post, now the parent of a collection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = PostTable, name = "Post", collection = "Post", partition(post), sort())]
struct Post {
    post: u32,
    text: String,
}

/// A comment, in the post's partition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = PostTable, name = "Comment", collection = "Post", partition(post), sort(number))]
struct Comment {
    post: u32,
    number: u16,
    text: String,
}

/// An item of a post's collection: the post itself or one of its comments.
#[derive(Debug, PartialEq, Collection)]
#[collection(name = "Post", partition(post: u32))]
enum PostItem {
    Post(Post),
    Comment(Comment),
}

async fn post_with_comments(store: &Store<PostTable>, post: u32) -> support::Result<Vec<PostItem>> {
    Ok(store.all(PostItem::query(post)).await?)
}

async fn migrated() -> support::Result<(Store<before::PostTable>, Store<PostTable>)> {
    let (client, store, name) = engine::table::<PostTable>().await;
    let old = Store::<before::PostTable>::new(client, name);
    let post = |post: u32| before::Post { post, text: format!("post {post}") };
    support::put_all(&old, [1, 11].map(post)).await?;
    let comment = |(post, number)| Comment { post, number, text: format!("comment {number}") };
    support::put_all(&store, [(1, 10), (1, 2), (11, 1)].map(comment)).await?;
    Ok((old, store))
}

pub(crate) async fn run() -> support::Result<String> {
    let (_, store) = migrated().await?;
    Ok(support::listed(post_with_comments(&store, 1).await?, |item| match item {
        PostItem::Post(post) => post.text,
        PostItem::Comment(comment) => comment.text,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_existing_post_is_read_with_its_new_comments() {
        assert_eq!(run().await.unwrap(), "comment 2, comment 10, post 1");
        let (old, _) = migrated().await.unwrap();
        let seen = old.get::<before::Post>(&before::PostKey { post: 11 }).await.unwrap();
        assert_eq!(seen.unwrap().text, "post 11");
    }
}
