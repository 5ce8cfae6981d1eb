//! Reference counts: the parent stores the number of its children, and each child is written in one transaction with that number.
//!
//! Use it if you show the number without the children. The condition on the child ensures that a repeated request counts only
//! once, and the condition on the parent prevents children of a missing parent.

use serde::{Deserialize, Serialize};
use single_table::{Condition, Delete, Entity, Store, Transaction, TransactionError, Update, table};

use crate::support;

table! {
    /// Posts and their likes.
    struct PostTable { key: (pk, sk), entities: [Post, Like] }
}

/// A post, with the number of its likes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = PostTable, name = "Post", collection = "Post", partition(post), sort())]
struct Post {
    post: u32,
    likes: u64,
}

/// A person's like of a post. The key allows one like per person and post.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = PostTable, name = "Like", collection = "Post", partition(post), sort(person))]
struct Like {
    post: u32,
    person: String,
}

/// The outcome of a like.
#[derive(Debug, PartialEq)]
enum Liked {
    Counted,
    AlreadyThere,
    NoSuchPost,
}

async fn like(store: &Store<PostTable>, post: u32, person: &str) -> support::Result<Liked> {
    let mut transaction = Transaction::new();
    let like = Like { post, person: person.to_owned() };
    let like = transaction.insert(&like);
    let count = Update::new(PostKey { post }).add(Post::LIKES, 1);
    transaction.add(count);
    match store.transact(transaction).await {
        Ok(_) => Ok(Liked::Counted),
        Err(TransactionError::Cancelled(cancelled)) if cancelled.failed(like) => Ok(Liked::AlreadyThere),
        Err(TransactionError::Cancelled(_)) => Ok(Liked::NoSuchPost),
        Err(error) => Err(error.into()),
    }
}

/// Removes a like. Returns false if there was none.
async fn unlike(store: &Store<PostTable>, post: u32, person: &str) -> support::Result<bool> {
    let mut transaction = Transaction::new();
    let key = LikeKey { post, person: person.to_owned() };
    transaction.add(Delete::<Like>::new(key).only_if(Condition::live()));
    transaction.add(Update::new(PostKey { post }).add(Post::LIKES, -1));
    match store.transact(transaction).await {
        Ok(_) => Ok(true),
        Err(TransactionError::Cancelled(_)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

async fn stocked() -> support::Result<Store<PostTable>> {
    let store = support::table().await;
    support::put_all(&store, [1, 2].map(|post| Post { post, likes: 0 })).await?;
    for (post, person) in [(1, "ann"), (1, "bob"), (1, "cem"), (2, "ann")] {
        like(&store, post, person).await?;
    }
    unlike(&store, 1, "bob").await?;
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    let post = stocked().await?.get::<Post>(&PostKey { post: 1 }).await?.ok_or("the post is not there")?;
    Ok(format!("{} likes", post.likes))
}

#[tokio::test]
async fn the_count_equals_the_number_of_likes_after_repeated_requests() {
    assert_eq!(run().await.unwrap(), "2 likes");
    let store = stocked().await.unwrap();
    assert_eq!(like(&store, 1, "ann").await.unwrap(), Liked::AlreadyThere);
    assert!(!unlike(&store, 1, "bob").await.unwrap());
    assert_eq!(like(&store, 3, "ann").await.unwrap(), Liked::NoSuchPost);
    let likes = store.all(LikeItems::query(1)).await.unwrap().len();
    let post = store.get::<Post>(&PostKey { post: 1 }).await.unwrap().unwrap();
    assert_eq!((likes, post.likes), (2, 2));
    assert_eq!(store.all(LikeItems::query(3)).await.unwrap(), []);
}
