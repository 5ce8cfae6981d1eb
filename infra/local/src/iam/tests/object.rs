use super::super::{Authorizer, Target};
use crate::template::Template;

const TEMPLATE: &str = r#"
Resources:
  Favorites:
    Type: AWS::DynamoDB::Table
    Properties:
      AttributeDefinitions: [{AttributeName: pk, AttributeType: S}]
      KeySchema: [{AttributeName: pk, KeyType: HASH}]
  FilesBucket:
    Type: AWS::S3::Bucket
  Reader:
    Type: AWS::Serverless::Function
    Properties:
      Handler: reader
      Policies:
        - Statement:
            - Effect: Allow
              Action: [s3:GetObject, s3:DeleteObject]
              Resource: !Sub "${FilesBucket.Arn}/imports/*"
            - Effect: Allow
              Action: s3:ListBucket
              Resource: !GetAtt FilesBucket.Arn
  Writer:
    Type: AWS::Serverless::Function
    Properties:
      Handler: writer
      Policies:
        - Statement:
            - Effect: Allow
              Action: [s3:PutObject, s3:AbortMultipartUpload]
              Resource: [!Sub "${FilesBucket.Arn}/exports/*"]
"#;

fn authorizer() -> Authorizer {
    Authorizer::new(&Template::parse(TEMPLATE).unwrap(), "favorites")
}

fn object(key: &str) -> Target<'_> {
    Target { bucket: Some("files-bucket"), key: Some(key) }
}

const BUCKET: Target<'_> = Target { bucket: Some("files-bucket"), key: None };

fn ask(function: &str, operation: &str, target: Target<'_>) -> Result<(), String> {
    authorizer().check_object(function, operation, target).map_err(|refusal| refusal.to_string())
}

#[test]
fn requests_that_a_role_allows_pass() {
    let reads = ["GetObject", "HeadObject", "DeleteObject"];
    let writes = [
        "PutObject",
        "CreateMultipartUpload",
        "UploadPart",
        "CompleteMultipartUpload",
        "AbortMultipartUpload",
    ];
    for operation in reads {
        assert_eq!(ask("reader", operation, object("imports/1/file")), Ok(()), "{operation}");
    }
    for operation in writes {
        assert_eq!(ask("writer", operation, object("exports/1/file")), Ok(()), "{operation}");
    }
    for operation in ["ListObjectsV2", "ListObjects", "HeadBucket"] {
        assert_eq!(ask("reader", operation, BUCKET), Ok(()), "{operation}");
    }
}

#[test]
fn another_folder_action_or_bucket_is_refused() {
    assert_eq!(
        ask("reader", "HeadObject", object("exports/1")).unwrap_err(),
        "the role of reader in template.yaml does not allow s3:GetObject on the objects exports/*"
    );
    for key in ["imports", "imports2/1", "Imports/1", "", "/imports/1"] {
        assert!(ask("reader", "GetObject", object(key)).is_err(), "{key}");
    }
    for operation in ["PutObject", "ListParts", "GetObjectAcl", "PutObjectTagging", "CopyObject"] {
        assert!(ask("reader", operation, object("imports/1")).is_err(), "{operation}");
    }
    for operation in ["ListObjectsV2", "DeleteObjects", "DeleteBucket", "ListMultipartUploads"] {
        assert!(ask("writer", operation, BUCKET).is_err(), "{operation}");
    }
    let elsewhere = Target { bucket: Some("another"), key: Some("imports/1") };
    assert!(ask("reader", "GetObject", elsewhere).unwrap_err().contains("on the bucket \"another\""));
    let everywhere = Target { bucket: None, key: None };
    assert!(ask("reader", "ListBuckets", everywhere).unwrap_err().contains("s3:ListAllMyBuckets"));
}

#[test]
fn a_caller_that_is_not_a_function_may_do_everything() {
    for operation in ["GetObject", "DeleteObject", "DeleteBucket"] {
        assert_eq!(ask("LOCAL", operation, object("anything")), Ok(()), "{operation}");
    }
    assert!(authorizer().learns_of_missing_objects("LOCAL"));
}

#[test]
fn requested_and_refused_actions_are_recorded() {
    let authorizer = authorizer();
    assert!(authorizer.check_object("reader", "GetObject", object("imports/1")).is_ok());
    assert!(authorizer.check_object("reader", "HeadObject", object("exports/1")).is_err());
    assert!(authorizer.learns_of_missing_objects("reader"));
    assert!(!authorizer.learns_of_missing_objects("writer"));
    let requested = authorizer.requested()["reader"].iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        requested,
        [
            "s3:GetObject on the objects exports/*",
            "s3:GetObject on the objects imports/*",
            "s3:ListBucket on the bucket"
        ]
    );
    assert!(!authorizer.requested().contains_key("writer"), "it has done nothing that its role allows");
    let refused = authorizer.refused();
    assert_eq!((refused.len(), &*refused[0].action), (1, "s3:GetObject"));
}
