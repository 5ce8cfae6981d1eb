//! The steps of the check. The first ones are those of the tour in the project's README.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use favorites_api::favorites::{JobId, JobState};
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::names::Names;
use super::steps::Steps;
use crate::client::{Client, Request};
use crate::commands::export::Export;
use crate::commands::import::Import;
use crate::failure::Reason;
use crate::output::job_line;

/// Saves, finds, tags, changes, deletes and restores a link. Returns the id of its tag.
pub(super) async fn links(names: &Names, steps: &mut Steps<'_>) -> Result<String, Reason> {
    let address = names.site() + "link";
    let saved = steps
        .ask("save a link", "a new favorite", names.save("a link", &address), |it| it["version"] == 1)
        .await?;
    let id = text(&saved["dataId"]);
    let is_same = |it: &Value| it["dataId"] == *id && it["alreadyThere"] == true;
    let again = names.save("again", &address.replace("smoke.example", "Smoke.Example:443"));
    steps.ask("save the link again", "the same favorite", again, is_same).await?;
    steps.ask("find the link by search", "this favorite", names.search(), |it| names.are_all(it, 1)).await?;
    // If the service saves this, the check finds it by its address, and deletes it.
    let invalid = json!({
        "dataType": "link", "title": 7, "titel": "x", "contentUrl": names.site() + "x", "content": { "siteName": 7 },
    });
    let invalid = Request::post(["favorites"]).json(&invalid);
    let places = ["/title", "/titel", "/content/siteName"];
    let expected = "status 400 with the 3 faults";
    steps.refuse("refuse invalid input", expected, invalid, StatusCode::BAD_REQUEST, &places).await?;

    let tag = Request::post(["tags"]).json(&json!({ "tagName": names.tag() }));
    let tag = steps.ask("create a tag", "the tag", tag, |it| it["tagName"] == names.tag().as_str()).await?;
    let tag = text(&tag["tagId"]);
    let attach = Request::put(["favorites", &id, "tags", &tag]);
    let has_tag = |it: &Value| it["dataId"] == *id && it["tagIds"] == json!([tag]);
    let tagged = steps.ask("put the tag on the link", "the favorite with its tag", attach, has_tag).await?;
    let list = Request::get(["tags", &tag, "favorites"]);
    steps.ask("list the links with the tag", "this favorite", list, |it| names.are_all(it, 1)).await?;

    let title = names.title("changed");
    let edit = || Request::patch(["favorites", &id]).if_version(tagged["version"].as_u64());
    let change = edit().json(&json!({ "title": title }));
    steps.ask("change the title", "the new title", change, |it| it["title"] == title).await?;
    let change = edit().json(&json!({ "title": names.title("not changed") }));
    let status = StatusCode::PRECONDITION_FAILED;
    steps.refuse("refuse a change of an old version", "status 412", change, status, &[]).await?;
    let delete = Request::delete(["favorites", &id]);
    steps.ask("delete the link", "it in the trash", delete, |it| it["purgeTime"].is_string()).await?;
    let restore = Request::post(["trash", &id, "restore"]);
    steps.ask("restore the link", "the favorite with its tag", restore, has_tag).await?;
    count(steps, &tag, 1).await?;
    Ok(tag)
}

/// Imports two links, and exports everything. `import` is set once the job is created.
pub(super) async fn files(
    client: &Client,
    names: &Names,
    steps: &mut Steps<'_>,
    tag: &str,
    import: &mut Option<JobId>,
) -> Result<(), Reason> {
    let temporary = |source| Reason::Write { place: "the folder for temporary files".to_owned(), source };
    let folder = tempfile::tempdir().map_err(temporary)?;
    let bookmarks = folder.path().join("bookmarks.html");
    std::fs::write(&bookmarks, names.bookmarks()).map_err(temporary)?;
    let import_of_links = Import::tagged(bookmarks, names.tag());
    let begun = steps.run("begin an import", "a job", import_of_links.begin(client)).await?;
    *import = Some(begun.job.value.id);
    let imported = async {
        let job = begun.finish(client).await?.value;
        let is_done = job.state == JobState::Done && job.counts.changed == 2;
        if is_done { Ok(()) } else { Err(Reason::Got(job_line(&job))) }
    };
    steps.run("import a file", "2 imported links", imported).await?;
    let search = names.search();
    steps.ask("find the imported links by search", "3 links", search, |it| names.are_all(it, 3)).await?;
    count(steps, tag, 3).await?;
    let file = folder.path().join("export.jsonl");
    let exported = async {
        Export::to(file.clone()).write(client).await?;
        match exported_links(&file, names)? {
            3 => Ok(()),
            number => Err(Reason::Got(format!("a file with {number} of them"))),
        }
    };
    steps.run("export everything", "a file with the 3 links", exported).await
}

async fn count(steps: &mut Steps<'_>, tag: &str, number: u64) -> Result<(), Reason> {
    let request = Request::get(["tags", tag]);
    steps.ask("count the links with the tag", "their number", request, |it| it["count"] == number).await?;
    // The user may have other links, which others may be changing.
    let has_all = |it: &Value| it["byType"]["link"].as_u64() >= Some(number);
    steps.ask("count all favorites", "these links among them", Request::get(["counts"]), has_all).await?;
    Ok(())
}

fn exported_links(file: &Path, names: &Names) -> Result<usize, Reason> {
    let unreadable = |source| Reason::Read { place: file.display().to_string(), source };
    let lines = BufReader::new(File::open(file).map_err(unreadable)?).lines();
    let own = lines.filter(|line| line.as_ref().map_or(true, |line| line.contains(&names.site())));
    own.map(|line| line.map_err(unreadable)).try_fold(0, |number, line| line.map(|_| number + 1))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
