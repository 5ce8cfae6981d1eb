use std::time::SystemTime;

use favorites_local::template::Template;
use favorites_local::{Options, Service, StartError};
use reqwest::Method;
use rusty_s3::{Bucket, S3Action as _, UrlStyle};

use super::files::{Files, PART, etag, expect, expect_error, file, header_signature, names, raw, request};
use crate::support::{Seen, TEMPLATE, functions, in_folder, options, start};

#[tokio::test]
async fn an_uploaded_object_is_read_headed_listed_and_deleted() {
    let files = Files::in_memory().await;
    expect(files.put("imports/1/a b+ü.html", "bookmarks").await, 200).await;
    expect(files.put("exports/1", "favorites").await, 200).await;
    assert_eq!(expect(files.get("imports/1/a b+ü.html").await, 200).await, "bookmarks");
    let head = files.head_as(&files.key, "imports/1/a b+ü.html").await;
    assert_eq!((head.status().as_u16(), &head.headers()["content-length"]), (200, &"9".parse().unwrap()));
    assert_eq!(files.keys("imports/").await, ["imports/1/a b+ü.html"]);
    assert_eq!(files.keys("").await, ["exports/1", "imports/1/a b+ü.html"]);
    expect(files.delete("exports/1").await, 204).await;
    expect_error(files.get("exports/1").await, 404, "NoSuchKey").await;
    expect(files.head_as(&files.key, "exports/1").await, 404).await;
    assert_eq!(files.keys("exports/").await, [""; 0]);
    expect(files.delete("exports/1").await, 204).await;
}

#[tokio::test]
async fn an_object_keeps_its_content_type_and_disposition() {
    let files = Files::in_memory().await;
    let put = request(Method::PUT, &files.bucket.put_object(Some(&files.key), "exports/1"));
    let put = put.header("content-type", "text/html").header("content-disposition", "attachment").body("x");
    expect(put.send().await.unwrap(), 200).await;
    let answer = files.get("exports/1").await;
    assert_eq!(answer.headers()["content-type"], "text/html");
    assert_eq!(answer.headers()["content-disposition"], "attachment");
    let mut get = files.bucket.get_object(Some(&files.key), "exports/1");
    get.query_mut().insert("response-content-disposition", "attachment; filename=\"favorites.html\"");
    let answer = request(Method::GET, &get).send().await.unwrap();
    assert_eq!(answer.headers()["content-disposition"], "attachment; filename=\"favorites.html\"");
}

#[tokio::test]
async fn an_empty_object_is_an_object() {
    let files = Files::in_memory().await;
    let put = request(Method::PUT, &files.bucket.put_object(Some(&files.key), "imports/1"));
    expect(put.header("content-length", "0").send().await.unwrap(), 200).await;
    assert_eq!(expect(files.get("imports/1").await, 200).await, "");
    assert_eq!(files.keys("").await, ["imports/1"]);
}

#[tokio::test]
async fn a_part_of_an_object_can_be_read() {
    let files = Files::in_memory().await;
    expect(files.put("imports/1", "0123456789").await, 200).await;
    let get = request(Method::GET, &files.bucket.get_object(Some(&files.key), "imports/1"));
    let answer = get.header("range", "bytes=2-4").send().await.unwrap();
    assert_eq!(answer.headers()["content-range"], "bytes 2-4/10");
    assert_eq!(expect(answer, 206).await, "234");
}

#[tokio::test]
async fn a_multipart_upload_is_one_object_when_it_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let files = Files::in_folder(folder.path()).await;
    let upload = files.begin_upload(&files.key, "exports/1").await;
    let at = ("exports/1", &*upload);
    let one = files.put_part(&files.key, at, 1, vec![b'1'; PART]).await;
    let two = files.put_part(&files.key, at, 2, b"2".to_vec()).await;
    let etags = [etag(&one), etag(&two)];
    let listed = files.bucket.list_parts(Some(&files.key), at.0, at.1);
    let listed = expect(request(Method::GET, &listed).send().await.unwrap(), 200).await;
    assert_eq!(listed.matches("<PartNumber>").count(), 2, "{listed}");
    expect_error(files.get("exports/1").await, 404, "NoSuchKey").await;
    expect(files.complete(&files.key, at, &etags).await, 200).await;
    let whole = expect(files.get("exports/1").await, 200).await;
    assert!(whole.len() == PART + 1 && whole.ends_with("112"), "{}", whole.len());
    let left = names(&folder.path().join("files"));
    assert!(left.iter().all(|name| !name.contains(&upload)), "{left:?}");
}

#[tokio::test]
async fn an_aborted_upload_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let files = Files::in_folder(folder.path()).await;
    let upload = files.begin_upload(&files.key, "exports/1").await;
    let at = ("exports/1", &*upload);
    expect(files.put_part(&files.key, at, 1, b"1".to_vec()).await, 200).await;
    let abort = files.bucket.abort_multipart_upload(Some(&files.key), at.0, at.1);
    expect(request(Method::DELETE, &abort).send().await.unwrap(), 204).await;
    assert_eq!(names(&folder.path().join("files")), ["files-bucket"]);
    expect_error(files.put_part(&files.key, at, 1, b"1".to_vec()).await, 404, "NoSuchUpload").await;
}

#[tokio::test]
async fn an_upload_whose_end_was_interrupted_does_not_exist() {
    let folder = tempfile::tempdir().unwrap();
    let files = Files::in_folder(folder.path()).await;
    let upload = files.begin_upload(&files.key, "exports/1").await;
    // The first step of the end: a killed process has come no further.
    std::fs::remove_file(folder.path().join("files").join(format!(".upload-{upload}.json"))).unwrap();
    let answer = files.put_part(&files.key, ("exports/1", &upload), 1, b"1".to_vec()).await;
    expect_error(answer, 404, "NoSuchUpload").await;
}

#[tokio::test]
async fn an_upload_belongs_to_its_key_and_small_parts_are_refused() {
    let files = Files::in_memory().await;
    let upload = files.begin_upload(&files.key, "exports/1").await;
    let other = ("exports/2", &*upload);
    expect_error(files.put_part(&files.key, other, 1, vec![1]).await, 404, "NoSuchUpload").await;
    expect_error(files.complete(&files.key, other, &[String::new()]).await, 404, "NoSuchUpload").await;
    for id in ["11111111-2222-3333-4444-555555555555", "../../x", "x"] {
        let at = ("exports/1", id);
        expect_error(files.put_part(&files.key, at, 1, vec![1]).await, 404, "NoSuchUpload").await;
    }
    let at = ("exports/1", &*upload);
    let one = files.put_part(&files.key, at, 1, b"1".to_vec()).await;
    let two = files.put_part(&files.key, at, 2, b"2".to_vec()).await;
    let answer = files.complete(&files.key, at, &[etag(&one), etag(&two)]).await;
    expect_error(answer, 400, "EntityTooSmall").await;
}

#[tokio::test]
async fn keys_that_would_reach_other_files_are_refused() {
    let files = Files::in_memory().await;
    expect(files.put("exports/1", "x").await, 200).await;
    for path in ["imports/../exports/1", "../../escaped", "imports/./1"] {
        let url = format!("{}/files-bucket/{path}", files.service.s3_endpoint());
        let headers = header_signature(&files.key, SystemTime::now(), "GET", &url, "");
        // A client would remove the dots.
        let answer = raw("GET", &url, &headers, "").await;
        assert!(answer.contains("<Code>InvalidArgument</Code>"), "{path}: {answer}");
    }
    expect_error(files.put("imports//1", "x").await, 400, "InvalidArgument").await;
    expect_error(files.put("imports/", "x").await, 400, "InvalidArgument").await;
    let long = format!("imports/{}", "k".repeat(200));
    expect_error(files.put(&long, "x").await, 400, "KeyTooLongError").await;
}

#[tokio::test]
async fn a_folder_is_not_an_object() {
    let files = Files::in_memory().await;
    expect(files.put("imports/1/file", "x").await, 200).await;
    for key in ["imports", "imports/1"] {
        expect_error(files.get(key).await, 404, "NoSuchKey").await;
        expect(files.head_as(&files.key, key).await, 404).await;
        expect(files.delete(key).await, 204).await;
    }
    assert_eq!(files.keys("").await, ["imports/1/file"]);
}

#[tokio::test]
async fn another_bucket_and_operations_on_buckets_are_refused() {
    let mut files = Files::in_memory().await;
    let delete = files.bucket.delete_bucket(&files.key);
    expect_error(request(Method::DELETE, &delete).send().await.unwrap(), 501, "NotImplemented").await;
    let endpoint = files.service.s3_endpoint().parse().unwrap();
    files.bucket = Bucket::new(endpoint, UrlStyle::Path, "another", "us-east-1").unwrap();
    expect_error(files.put("imports/1", "x").await, 404, "NoSuchBucket").await;
    expect_error(files.get("imports/1").await, 404, "NoSuchBucket").await;
}

#[tokio::test]
async fn a_form_is_refused_before_its_file_is_read() {
    let files = Files::in_memory().await;
    let form = "--x\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\na\r\n--x\r\nContent-Disposition: form-data; \
                name=\"file\"; filename=\"a\"\r\n\r\nb\r\n--x--\r\n";
    let url = format!("{}/files-bucket", files.service.s3_endpoint());
    let post = reqwest::Client::new().post(url).header("content-type", "multipart/form-data; boundary=x");
    expect_error(post.body(form).send().await.unwrap(), 400, "MalformedPOSTRequest").await;
}

#[tokio::test]
async fn objects_outlive_a_restart_in_a_private_folder_and_services_share_none() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let files = Files::in_folder(folder.path()).await;
    let others = Files::in_folder(other.path()).await;
    let in_memory = Files::in_memory().await;
    expect(files.put("imports/1", "x").await, 200).await;
    for without in [&others, &in_memory] {
        expect_error(without.get("imports/1").await, 404, "NoSuchKey").await;
    }
    #[cfg(unix)]
    {
        let found = std::fs::metadata(folder.path().join("files")).unwrap();
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o777, 0o700);
    }
    assert_eq!(std::fs::read_to_string(file(folder.path(), "imports/1")).unwrap(), "x");
    files.service.shutdown().await;
    let again = Files::in_folder(folder.path()).await;
    assert_eq!(expect(again.get("imports/1").await, 200).await, "x");
}

#[tokio::test]
async fn a_template_without_a_bucket_has_no_endpoint() {
    let template = TEMPLATE.replace("AWS::S3::Bucket", "AWS::S3::AccessPoint");
    let template = Some(Template::parse(&template).unwrap());
    let service = start(Options { template, ..options() }, &Seen::default()).await;
    assert_eq!((service.s3_endpoint(), &*service.environment().files_bucket), ("", ""));
}

#[tokio::test]
async fn a_file_in_the_place_of_the_folder_for_objects_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("files");
    std::fs::write(&path, "").unwrap();
    let started = Service::start(in_folder(folder.path()), |_| functions(&Seen::default())).await;
    let error = started.unwrap_err();
    assert!(matches!(error, StartError::Files(_)), "{error}");
    let expected = format!("the folder {} for objects can't be created or read: ", path.display());
    assert!(error.to_string().starts_with(&expected), "{error}");
}
