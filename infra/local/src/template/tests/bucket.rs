use super::*;

/// A table, a bucket with these properties, and `more` resources.
fn template(properties: &str, more: &str) -> Result<Template, String> {
    let text = format!(
        "
Resources:
  Favorites:
    Type: AWS::DynamoDB::Table
    Properties:
      AttributeDefinitions: [{{AttributeName: pk, AttributeType: S}}]
      KeySchema: [{{AttributeName: pk, KeyType: HASH}}]
  FilesBucket:
    Type: AWS::S3::Bucket
    Properties: {{{properties}}}
{more}
"
    );
    Template::parse(&text).map_err(|error| error.to_string())
}

fn rules(rules: &str) -> Result<Bucket, String> {
    let properties = format!("LifecycleConfiguration: {{Rules: [{rules}]}}");
    template(&properties, "").map(|template| template.bucket.unwrap())
}

const DAY: Duration = Duration::from_hours(24);

#[test]
fn a_bucket_has_the_name_that_is_written_out_or_its_logical_id_with_hyphens() {
    let name = |properties| template(properties, "").unwrap().bucket.unwrap().name;
    assert_eq!(name(""), "files-bucket");
    assert_eq!(name("BucketName: uploads"), "uploads");
    assert_eq!(name("BucketName: !Sub '${AWS::StackName}-files'"), "files-bucket");
}

#[test]
fn lifecycle_rules_apply_by_prefix_and_the_shortest_one_wins() {
    let bucket = rules(
        "{Status: Enabled, ExpirationInDays: 9},
         {Id: imports, Status: Enabled, Prefix: imports/, ExpirationInDays: 2},
         {Status: Disabled, ExpirationInDays: 1},
         {Status: Enabled, Prefix: exports/, AbortIncompleteMultipartUpload: {DaysAfterInitiation: 3}}",
    )
    .unwrap();
    assert_eq!(bucket.rules.len(), 3);
    assert_eq!(bucket.expires_after("imports/1"), Some(DAY * 2));
    assert_eq!(bucket.expires_after("imports2/1"), Some(DAY * 9));
    assert_eq!(bucket.aborts_after("exports/1"), Some(DAY * 3));
    assert_eq!(bucket.aborts_after("imports/1"), None);
    assert_eq!(rules("").unwrap().expires_after("imports/1"), None);
}

#[test]
fn lifecycle_rules_that_would_be_ignored_are_errors() {
    let refused = |text: &str| rules(text).unwrap_err();
    let rule = "Resources.FilesBucket.Properties.LifecycleConfiguration.Rules[0]";
    assert_eq!(refused("{ExpirationInDays: 1}"), format!("{rule}.Status is missing"));
    assert_eq!(
        refused("{Status: enabled}"),
        format!("{rule}.Status must be Enabled or Disabled, not: enabled")
    );
    for days in ["0", "-1", "one", "36501"] {
        let said = refused(&format!("{{Status: Enabled, ExpirationInDays: {days}}}"));
        assert!(said.contains("must be a whole number from 1 to 36500"), "{said}");
    }
    for unknown in ["TagFilters: []", "ExpirationDate: 2030-01-01", "NoncurrentVersionExpirationInDays: 1"] {
        let said = refused(&format!("{{Status: Enabled, {unknown}}}"));
        assert!(said.contains("is not supported"), "{said}");
    }
    let said = refused("{Status: Enabled, AbortIncompleteMultipartUpload: {}}");
    assert_eq!(said, format!("{rule}.AbortIncompleteMultipartUpload.DaysAfterInitiation is missing"));
}

#[test]
fn the_bucket_is_the_one_that_gets_no_failed_records() {
    const CONSUMER: &str = "
  Other: {Type: AWS::S3::Bucket}
  Consumer:
    Type: AWS::Serverless::Function
    Properties:
      Handler: consumer
      Events:
        Changes:
          Type: DynamoDB
          Properties:
            Stream: !GetAtt Favorites.StreamArn
            StartingPosition: LATEST
            DestinationConfig: {OnFailure: {Type: S3, Destination: !GetAtt Other.Arn}}
";
    assert_eq!(template("", CONSUMER).unwrap().bucket.unwrap().name, "files-bucket");
    let two = template("", "  Other: {Type: AWS::S3::Bucket}").unwrap_err();
    assert!(two.contains("at most one AWS::S3::Bucket") && two.ends_with("not 2"), "{two}");
    let of_the_files = CONSUMER.replace("Other.Arn", "FilesBucket.Arn");
    assert_eq!(template("", &of_the_files).unwrap().bucket.unwrap().name, "other");
    assert_eq!(
        template("", &CONSUMER.replace("  Other: {Type: AWS::S3::Bucket}", "")).unwrap().bucket.unwrap().name,
        "files-bucket"
    );
}

#[test]
fn the_projects_bucket_keeps_imports_and_exports_for_a_day() {
    let bucket = Template::project().unwrap().bucket.unwrap();
    for prefix in ["imports/", "exports/"] {
        assert_eq!(bucket.expires_after(&format!("{prefix}1")), Some(DAY), "{prefix}");
        assert_eq!(bucket.aborts_after(&format!("{prefix}1")), Some(DAY), "{prefix}");
    }
    assert_eq!(bucket.expires_after("others/1"), None);
}
