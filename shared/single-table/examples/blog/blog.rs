//! The access patterns, one function each.

use single_table::{Condition, Error, Put, Store, Update, WriteError};

use crate::model::{BlogTable, Labels, Post, PostItems, PostKey};

pub(crate) struct Blog {
    store: Store<BlogTable>,
}

impl Blog {
    pub(crate) fn new(store: Store<BlogTable>) -> Self {
        Self { store }
    }

    /// Adds a post; one of the same author, topic and title is left as it is.
    pub(crate) async fn add(&self, post: &Post) -> Result<(), WriteError<Post>> {
        self.store.execute(Put::new(post).if_absent()).await?;
        Ok(())
    }

    /// A post, unless it has expired.
    pub(crate) async fn post(&self, author: &str, topic: &str, title: &str) -> Result<Option<Post>, Error> {
        self.store.get(&key(author, topic, title)).await
    }

    /// An author's posts, by topic and title.
    pub(crate) async fn by_author(&self, author: &str) -> Result<Vec<Post>, Error> {
        self.store.all(PostItems::query(author.to_owned())).await
    }

    /// An author's posts of one topic.
    pub(crate) async fn by_topic(&self, author: &str, topic: &str) -> Result<Vec<Post>, Error> {
        self.store.all(PostItems::query(author.to_owned()).begins_with(&(topic,))).await
    }

    /// An author's posts of one topic whose title begins with a text.
    pub(crate) async fn by_title(&self, author: &str, topic: &str, start: &str) -> Result<Vec<Post>, Error> {
        self.store.all(PostItems::query(author.to_owned()).begins_with_text(&(topic,), start)).await
    }

    /// An author's posts with a label. DynamoDB reads all of the author's posts for it.
    pub(crate) async fn by_label(&self, author: &str, label: &str) -> Result<Vec<Post>, Error> {
        self.store.all(PostItems::query(author.to_owned()).filter(Post::LABELS.contains(label))).await
    }

    /// Gives a post other labels.
    pub(crate) async fn relabel(&self, post: &Post, labels: &Labels) -> Result<(), WriteError<Post>> {
        let key = key(&post.author, &post.topic, &post.title);
        self.store.execute(Update::new(key).set(Post::LABELS, labels).only_if(Condition::live())).await?;
        Ok(())
    }
}

fn key(author: &str, topic: &str, title: &str) -> PostKey {
    PostKey { author: author.to_owned(), topic: topic.to_owned(), title: title.to_owned() }
}
