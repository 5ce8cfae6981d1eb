use single_table::Timestamp;
use single_table::item::{decode, encode, item_size};

use super::*;
use crate::model::content::Link;
use crate::model::value::{CreatorId, Text, Title, WebUrl};

fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn favorite(tags: usize) -> FavoriteData {
    let clip_time = time("2026-11-21T08:35:15.123Z");
    let content = Content::Link(Link { site_name: Some(Text::parse("Rust").unwrap()), ..Link::default() });
    let mut details = Details::new(Title::parse("The Rust language").unwrap());
    details.thumbnail_url = Some(WebUrl::parse("https://www.rust-lang.org/logo.png").unwrap());
    details.content_url = Some(WebUrl::parse("https://www.rust-lang.org/").unwrap());
    details.creator_id = Some(CreatorId::parse("rust").unwrap());
    FavoriteData {
        user_id: UserId::parse("b8f5a0c2-4d51-4f7c-9d1a-1f0c5e6a7b8c").unwrap(),
        data_id: DataId::at(clip_time),
        details,
        clip_time,
        update_time: time("2026-11-22T08:35:15.123Z"),
        expire_time: Some(EpochSeconds::new(1_900_000_000)),
        tag_ids: (0..tags).map(|_| TagId::at(clip_time)).collect(),
        tag_times: TagTimes::default(),
        restore_time: None,
        version: 7,
        life: Life::default(),
        truncated: false,
        content,
    }
}

#[test]
fn an_entry_gives_the_preview_back() {
    for tags in [1, 2, 20] {
        let favorite = favorite(tags);
        let entry = FavoriteDataTag::of(&favorite, *favorite.tag_ids.first().unwrap());
        let item = encode(&entry).unwrap();
        let read: FavoriteDataTag = decode(item).unwrap();
        assert_eq!(read, entry);
        assert_eq!(read.into_preview(), favorite.preview());
    }
}

#[test]
fn each_detail_is_an_attribute_of_a_favorite_and_of_its_entries() {
    let favorite = favorite(1);
    let entry = FavoriteDataTag::of(&favorite, *favorite.tag_ids.first().unwrap());
    for item in [encode(&favorite).unwrap(), encode(&entry).unwrap()] {
        let text = |name: &str| item[name].as_s().unwrap().as_str();
        assert_eq!(text("title"), "The Rust language");
        assert_eq!(text("thumbnailUrl"), "https://www.rust-lang.org/logo.png");
        assert_eq!(text("contentUrl"), "https://www.rust-lang.org/");
        assert_eq!(text("creatorId"), "rust");
    }
}

#[test]
fn ids_that_are_cut_off_are_refused() {
    let favorite = favorite(2);
    let mut json =
        serde_json::to_value(FavoriteDataTag::of(&favorite, TagId::at(favorite.clip_time))).unwrap();
    json["otherTags"].as_array_mut().unwrap().pop();
    let error = serde_json::from_value::<FavoriteDataTag>(json).unwrap_err();
    assert_eq!(error.to_string(), "ids of tags have 16 bytes each; 31 bytes were stored");
}

#[test]
fn the_entry_of_a_link_with_a_few_tags_fits_one_write_unit() {
    let favorite = favorite(3);
    let entry = FavoriteDataTag::of(&favorite, *favorite.tag_ids.first().unwrap());
    let bytes = item_size(&encode(&entry).unwrap());
    assert!(bytes <= 1_024, "{bytes}");
}
