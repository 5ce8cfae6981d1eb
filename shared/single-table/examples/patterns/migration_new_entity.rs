//! Migration: adding an entity, by itself or to an existing item collection.
//!
//! No item has to be rewritten. An entity by itself has partition keys that start with its own name, so an
//! older program never reads its items. The keys of an entity with `sort()` are those of a collection's first
//! item: the parent declares a collection with its own name, and its keys stay the same.

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
        pub(super) struct BlogTable { key: (pk, sk), entities: [Post] }
    }

    /// A post.
    #[derive(Debug, Serialize, Deserialize, Entity)]
    #[entity(table = BlogTable, name = "Post", partition(post), sort())]
    pub(super) struct Post {
        pub(super) post: u32,
        pub(super) text: String,
    }
}

table! {
    /// Posts, and now comments and authors. Two entities with the same name would not compile.
    struct BlogTable { key: (pk, sk), entities: [Post, Comment, Author] }
}

/// A post, now the parent of a collection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = BlogTable, name = "Post", collection = "Post", partition(post), sort())]
struct Post {
    post: u32,
    text: String,
}

/// A comment, in the post's partition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = BlogTable, name = "Comment", collection = "Post", partition(post), sort(number))]
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

/// An author, in a partition of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = BlogTable, name = "Author", partition(author), sort())]
struct Author {
    author: u32,
    name: String,
}

async fn post_with_comments(store: &Store<BlogTable>, post: u32) -> support::Result<Vec<PostItem>> {
    Ok(store.all(PostItem::query(post)).await?)
}

async fn migrated() -> support::Result<(Store<before::BlogTable>, Store<BlogTable>)> {
    let (client, store, name) = engine::table::<BlogTable>().await;
    let old = Store::<before::BlogTable>::new(client, name);
    let post = |post: u32| before::Post { post, text: format!("post {post}") };
    support::put_all(&old, [1, 11].map(post)).await?;
    let comment = |(post, number)| Comment { post, number, text: format!("comment {number}") };
    support::put_all(&store, [(1, 10), (1, 2), (11, 1)].map(comment)).await?;
    // This author has the number of a post. Without the entity's name, their keys would be equal.
    support::put_all(&store, [Author { author: 1, name: "ann".to_owned() }]).await?;
    Ok((old, store))
}

pub(crate) async fn run() -> support::Result<String> {
    let (_, store) = migrated().await?;
    let post = support::listed(post_with_comments(&store, 1).await?, |item| match item {
        PostItem::Post(post) => post.text,
        PostItem::Comment(comment) => comment.text,
    });
    let author = store.get(&AuthorKey { author: 1 }).await?.ok_or("there is no author")?;
    Ok(format!("{post}; by {}", author.name))
}

#[tokio::test]
async fn an_existing_post_is_read_with_its_new_comments_and_the_old_program_reads_only_posts() {
    assert_eq!(run().await.unwrap(), "comment 2, comment 10, post 1; by ann");
    let (old, _) = migrated().await.unwrap();
    let seen = old.all(before::PostItems::query(1)).await.unwrap();
    assert_eq!(seen.iter().map(|post| post.text.as_str()).collect::<Vec<_>>(), ["post 1"]);
}
