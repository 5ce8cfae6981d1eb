use reqwest::Method;
use rusty_s3::Credentials;

use super::files::{Files, etag, expect, expect_error, request};

fn function(files: &Files, name: &str) -> Credentials {
    let (id, secret) = files.service.environment().files_credentials(name);
    Credentials::new(id, secret)
}

fn permissions(files: &Files, function: &str) -> Vec<String> {
    let requested = files.service.requested();
    requested.get(function).into_iter().flatten().map(ToString::to_string).collect()
}

#[tokio::test]
async fn presigned_urls_of_functions_have_the_rights_of_their_roles() {
    let files = Files::in_memory().await;
    let (import, export) = (function(&files, "import"), function(&files, "export"));
    expect(files.put("imports/1", "x").await, 200).await;
    expect(files.get_as(&import, "imports/1").await, 200).await;
    expect(files.head_as(&import, "imports/1").await, 200).await;
    let put = files.bucket.put_object(Some(&export), "exports/1");
    expect(request(Method::PUT, &put).body("y").send().await.unwrap(), 200).await;
    expect(files.get_as(&export, "exports/1").await, 200).await;
    assert!(files.service.refused().is_empty());

    let said = expect_error(files.get_as(&import, "exports/1").await, 403, "AccessDenied").await;
    let message = "the role of import in template.yaml does not allow s3:GetObject on the objects exports/*";
    assert!(said.contains(message), "{said}");
    let put = files.bucket.put_object(Some(&import), "imports/2");
    let refused = request(Method::PUT, &put).body("y").send().await.unwrap();
    expect_error(refused, 403, "AccessDenied").await;
    let list = files.bucket.list_objects_v2(Some(&export));
    expect_error(request(Method::GET, &list).send().await.unwrap(), 403, "AccessDenied").await;
    let refused: Vec<_> = files.service.refused().iter().map(ToString::to_string).collect();
    assert_eq!(refused.len(), 3, "{refused:?}");
    assert_eq!(refused[0], message);
    assert_eq!(
        permissions(&files, "export"),
        [
            "s3:GetObject on the objects exports/*",
            "s3:ListBucket on the bucket",
            "s3:PutObject on the objects exports/*"
        ]
    );
}

#[tokio::test]
async fn a_function_goes_on_with_the_upload_of_another_one() {
    let files = Files::in_memory().await;
    let export = function(&files, "export");
    let upload = files.begin_upload(&files.key, "exports/1").await;
    let at = ("exports/1", &*upload);
    let part = files.put_part(&export, at, 1, b"1".to_vec()).await;
    expect(files.complete(&export, at, &[etag(&part)]).await, 200).await;
    assert_eq!(expect(files.get("exports/1").await, 200).await, "1");
    assert_eq!(permissions(&files, "export"), ["s3:PutObject on the objects exports/*"]);
    let import = function(&files, "import");
    let refused = files.put_part(&import, at, 1, b"1".to_vec()).await;
    expect_error(refused, 403, "AccessDenied").await;
}

#[tokio::test]
async fn only_callers_who_may_list_the_bucket_learn_that_an_object_is_missing() {
    let files = Files::in_memory().await;
    let (import, export) = (function(&files, "import"), function(&files, "export"));
    expect_error(files.get_as(&import, "imports/1").await, 404, "NoSuchKey").await;
    expect(files.head_as(&import, "imports/1").await, 404).await;
    let said = expect_error(files.get_as(&export, "exports/1").await, 403, "AccessDenied").await;
    assert!(said.contains("s3:ListBucket"), "{said}");
    expect(files.head_as(&export, "exports/1").await, 403).await;
    assert!(files.service.refused().is_empty(), "a role may leave this out");
    assert_eq!(
        permissions(&files, "import"),
        ["s3:GetObject on the objects imports/*", "s3:ListBucket on the bucket"]
    );
}
