use serde_json::json;

use super::*;

fn url(text: &str) -> WebUrl {
    WebUrl::parse(text).unwrap()
}

fn details() -> Details {
    let mut details = Details::new(Title::parse("The Rust language").unwrap());
    details.thumbnail_url = Some(url("https://www.rust-lang.org/logo.png"));
    details.content_url = Some(url("https://www.rust-lang.org/"));
    details.creator_id = Some(CreatorId::parse("rust").unwrap());
    details
}

#[test]
fn the_names_in_json_are_those_of_the_list() {
    let all = json!({
        "title": "The Rust language",
        "thumbnailUrl": "https://www.rust-lang.org/logo.png",
        "contentUrl": "https://www.rust-lang.org/",
        "creatorId": "rust",
    });
    assert_eq!(serde_json::to_value(details()).unwrap(), all);
    assert_eq!(serde_json::from_value::<Details>(all).unwrap(), details());
    let least = json!({ "title": "The Rust language" });
    assert_eq!(serde_json::to_value(Details::new(details().title)).unwrap(), least);
    assert_eq!(serde_json::from_value::<Details>(least).unwrap(), Details::new(details().title));
}

#[test]
fn a_draft_is_whole_with_the_required_members() {
    assert_eq!(DetailsDraft::from(details()).whole(), Ok(details()));
    let least = DetailsDraft { title: Some(details().title), ..DetailsDraft::default() };
    assert_eq!(least.whole(), Ok(Details::new(details().title)));
    let missing = DetailsDraft { title: None, ..DetailsDraft::from(details()) };
    assert_eq!(missing.whole(), Err(vec!["/title"]));
}

#[test]
fn a_draft_fills_in_what_is_missing_and_changes_nothing_else() {
    let mut least = Details::new(Title::parse("Mine").unwrap());
    DetailsDraft::from(details()).fill(&mut least);
    assert_eq!(least, Details { title: Title::parse("Mine").unwrap(), ..details() });
    let other = Some(url("https://example.org/"));
    let draft = DetailsDraft { thumbnail_url: other.clone(), content_url: other, ..DetailsDraft::default() };
    let mut kept = details();
    draft.fill(&mut kept);
    assert_eq!(kept, details());
}

#[test]
fn a_member_is_ignored_if_it_is_given_and_another_is_kept() {
    let ignored = |draft: DetailsDraft, kept: Details| draft.ignored_by(&kept).collect::<Vec<_>>();
    let draft = DetailsDraft::from(details());
    assert!(ignored(draft.clone(), details()).is_empty());
    assert!(ignored(DetailsDraft::default(), details()).is_empty());
    let least = Details::new(Title::parse("Mine").unwrap());
    assert_eq!(ignored(draft, least), ["title", "thumbnailUrl", "contentUrl", "creatorId"]);
}

#[test]
fn a_patch_replaces_removes_and_leaves() {
    let mut patched = details();
    DetailsPatch::default().apply(&mut patched);
    assert_eq!(patched, details());
    let title = Title::parse("Rust").unwrap();
    let removal =
        DetailsPatch { title: Some(title.clone()), thumbnail_url: Some(None), ..DetailsPatch::default() };
    removal.apply(&mut patched);
    assert_eq!(patched, Details { title, thumbnail_url: None, ..details() });
    let addition = DetailsPatch { thumbnail_url: Some(details().thumbnail_url), ..DetailsPatch::default() };
    addition.apply(&mut patched);
    assert_eq!(patched.thumbnail_url, details().thumbnail_url);
}
