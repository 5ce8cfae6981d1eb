//! Normalized many-to-many: the relationship stores only keys, and a batch read fetches the items that they identify.
//!
//! Use it if the data of the other side changes often, such as the name and picture of a profile. A list takes two requests
//! instead of one, but there are no copies to correct.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Store, Update, table};

use crate::support;

table! {
    /// People who follow each other.
    struct FollowTable { key: (pk, sk), entities: [Profile, Follow] }
}

/// The public profile of a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = FollowTable, name = "Profile", partition(person), sort())]
struct Profile {
    person: String,
    shown_name: String,
}

/// The relationship of a follower to the person whom they follow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = FollowTable, name = "Follow", partition(person), sort(follower))]
struct Follow {
    person: String,
    follower: String,
}

/// Returns the profiles of a person's followers, sorted by id. Followers without a profile are left out.
async fn followers(store: &Store<FollowTable>, person: &str) -> support::Result<Vec<Profile>> {
    let follows = store.all(FollowItems::query(person.to_owned())).await?;
    let keys: Vec<_> = follows.into_iter().map(|follow| ProfileKey { person: follow.follower }).collect();
    let profiles = store.get_many::<Profile>(&keys).await?.complete()?;
    Ok(profiles.into_iter().flatten().collect())
}

async fn rename(store: &Store<FollowTable>, person: &str, shown_name: &str) -> support::Result<()> {
    let key = ProfileKey { person: person.to_owned() };
    let rename = Update::new(key).set(Profile::SHOWN_NAME, shown_name);
    store.execute(rename).await?;
    Ok(())
}

async fn stocked() -> support::Result<Store<FollowTable>> {
    let store = support::table().await;
    let text = str::to_owned;
    let profiles = [("ann", "Ann"), ("bob", "Bob"), ("cem", "Cem")];
    let profile = |(person, shown_name)| Profile { person: text(person), shown_name: text(shown_name) };
    support::put_all(&store, profiles.map(profile)).await?;
    // Dora has left, so she has no profile.
    let follows = [("ann", "cem"), ("ann", "bob"), ("ann", "dora"), ("ann2", "ann")];
    let follow = |(person, follower)| Follow { person: text(person), follower: text(follower) };
    support::put_all(&store, follows.map(follow)).await?;
    rename(&store, "bob", "Robert").await?;
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    let followers = followers(&stocked().await?, "ann").await?;
    Ok(support::listed(followers, |profile| profile.shown_name))
}

#[tokio::test]
async fn followers_appear_under_the_names_they_have_now() {
    assert_eq!(run().await.unwrap(), "Robert, Cem");
}
