//! A blog: posts by author, topic and title, attributes of every type, drafts that expire, and the price of an item of a
//! given size. Run it with:
//!
//! `cargo run -p single-table --example blog`

mod blog;
mod capacity;
#[path = "../../tests/engine/mod.rs"]
mod engine;
mod model;

use std::collections::BTreeMap;
use std::io::Write as _;

use blog::Blog;
use capacity::Rates;
use model::{BlogTable, Post};
use serde_bytes::ByteBuf;
use single_table::capacity::Estimate;
use single_table::{EpochSeconds, Error, Store};

type Failure = Box<dyn std::error::Error>;

/// The time of the blog's clock.
const NOW: EpochSeconds = EpochSeconds::new(1_900_000_000);

fn post(author: &str, topic: &str, title: &str) -> Post {
    Post {
        author: author.to_owned(),
        topic: topic.to_owned(),
        title: title.to_owned(),
        words: 1_200,
        published: true,
        cover: ByteBuf::from([0, 159, 255]),
        subtitle: None,
        translations: BTreeMap::from([("de".to_owned(), "Schlüssel".to_owned())]),
        paragraphs: vec!["First".to_owned(), "Second".to_owned()],
        labels: ["keys", "tables"].map(str::to_owned).into(),
        revised: [2024, 2026].into(),
        attachments: [ByteBuf::from([1, 2]), ByteBuf::from([255])].into(),
        expires: None,
    }
}

fn draft(author: &str, topic: &str, title: &str, expires: u64) -> Post {
    Post { published: false, expires: Some(EpochSeconds::new(expires)), ..post(author, topic, title) }
}

async fn stocked(store: Store<BlogTable>) -> Result<Blog, Failure> {
    let blog = Blog::new(store.with_clock(|| NOW.timestamp()));
    let posts = [
        post("ann", "Data", "Keys"),
        post("ann", "Data", "Keys and queries"),
        // A search for topics that start with the text `Data` would find this post too.
        post("ann", "Databases", "Keys"),
        // Keys joined with `format!` would be equal for these two posts.
        post("ann", "C", "# and the rest"),
        post("ann", "C#", " and the rest"),
        draft("ann", "Data", "Left lying", NOW.get()),
        draft("ann", "Data", "Written today", NOW.get() + 1),
        post("anna", "Data", "Keys"),
    ];
    for post in &posts {
        blog.add(post).await?;
    }
    blog.relabel(&posts[1], &["queries".to_owned()].into()).await?;
    Ok(blog)
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let (_, store, _) = engine::table().await;
    let report = report(&stocked(store).await?).await?;
    std::io::stdout().write_all(report.as_bytes())?;
    Ok(())
}

fn titles<'a>(posts: impl IntoIterator<Item = &'a Post>) -> String {
    let titles: Vec<_> = posts.into_iter().map(|post| format!("{}/{}", post.topic, post.title)).collect();
    if titles.is_empty() { "none".to_owned() } else { titles.join(", ") }
}

/// Runs each access pattern, lists the posts that it finds, and adds the sizes and rates.
async fn report(blog: &Blog) -> Result<String, Error> {
    let estimate = Estimate::of(&post("ann", "Data", "Keys"))?;
    let rates = Rates::of(21 * 1_024, 150);
    Ok([
        format!("by author: {}", titles(&blog.by_author("ann").await?)),
        format!("by topic: {}", titles(&blog.by_topic("ann", "Data").await?)),
        format!("by start of the title: {}", titles(&blog.by_title("ann", "Data", "Keys").await?)),
        format!("by label: {}", titles(&blog.by_label("ann", "queries").await?)),
        format!("by key: {}", titles(&blog.post("ann", "C#", " and the rest").await?)),
        format!("an expired draft: {}", titles(&blog.post("ann", "Data", "Left lying").await?)),
        format!("a post takes {} bytes and {} unit to write", estimate.bytes, estimate.put_units()),
        format!("21 KB with 150 units a second: {rates:?}"),
        String::new(),
    ]
    .join("\n"))
}

#[cfg(test)]
mod tests;
