//! The access patterns of the blog. Each one is a function.

use std::collections::BTreeSet;

use single_table::{Error, Store, Update, WriteError};

use crate::model::{BlogTable, Post, PostItems, PostKey};

pub(crate) struct Blog {
    store: Store<BlogTable>,
}

impl Blog {
    pub(crate) fn new(store: Store<BlogTable>) -> Self {
        Self { store }
    }

    /// Adds a post. Fails if the author already has a post with this topic and title.
    pub(crate) async fn add(&self, post: &Post) -> Result<(), WriteError<Post>> {
        self.store.insert(post).await?;
        Ok(())
    }

    /// Returns a post, unless it has expired.
    pub(crate) async fn post(&self, author: &str, topic: &str, title: &str) -> Result<Option<Post>, Error> {
        self.store.get(&key(author, topic, title)).await
    }

    /// Returns all posts of an author, sorted by topic and title.
    pub(crate) async fn by_author(&self, author: &str) -> Result<Vec<Post>, Error> {
        self.store.all(PostItems::query(author.to_owned())).await
    }

    /// Returns an author's posts about one topic.
    pub(crate) async fn by_topic(&self, author: &str, topic: &str) -> Result<Vec<Post>, Error> {
        self.store.all(PostItems::query(author.to_owned()).begins_with(&(topic,))).await
    }

    /// Returns an author's posts about one topic whose title starts with this text.
    pub(crate) async fn by_title(&self, author: &str, topic: &str, start: &str) -> Result<Vec<Post>, Error> {
        self.store.all(PostItems::query(author.to_owned()).begins_with_text(&(topic,), start)).await
    }

    /// Returns an author's posts with a label. DynamoDB reads all of the author's posts to find them.
    pub(crate) async fn by_label(&self, author: &str, label: &str) -> Result<Vec<Post>, Error> {
        self.store.all(PostItems::query(author.to_owned()).filter(Post::LABELS.contains(label))).await
    }

    /// Replaces the labels of a post.
    pub(crate) async fn relabel(
        &self,
        post: &Post,
        labels: &BTreeSet<String>,
    ) -> Result<(), WriteError<Post>> {
        let key = key(&post.author, &post.topic, &post.title);
        self.store.execute(Update::new(key).set(Post::LABELS, labels)).await?;
        Ok(())
    }
}

fn key(author: &str, topic: &str, title: &str) -> PostKey {
    PostKey { author: author.to_owned(), topic: topic.to_owned(), title: title.to_owned() }
}
