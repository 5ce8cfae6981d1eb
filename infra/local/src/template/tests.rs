mod bucket;
mod role;
mod schedule;

use std::time::Duration;

use super::*;

const TEMPLATE: &str = r#"
Globals:
  Function:
    Timeout: 10
Resources:
  FavoritesTable:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !Sub "${AWS::StackName}-favorites"
      AttributeDefinitions:
        - { AttributeName: pk, AttributeType: S }
        - { AttributeName: sk, AttributeType: N }
        - { AttributeName: lsiOneSk, AttributeType: B }
      KeySchema:
        - { AttributeName: pk, KeyType: HASH }
        - { AttributeName: sk, KeyType: RANGE }
      LocalSecondaryIndexes:
        - IndexName: lsiOne
          KeySchema:
            - { AttributeName: pk, KeyType: HASH }
            - { AttributeName: lsiOneSk, KeyType: RANGE }
          Projection: { ProjectionType: INCLUDE, NonKeyAttributes: [title] }
      TimeToLiveSpecification: { AttributeName: ttl, Enabled: true }
      StreamSpecification: { StreamViewType: NEW_AND_OLD_IMAGES }
  Role:
    Type: AWS::IAM::Role
  GetFavoriteFunction:
    Type: AWS::Serverless::Function
    Properties:
      Handler: get-favorite
      Events:
        Route: { Type: HttpApi, Properties: { ApiId: !Ref Api, Method: get, Path: "/favorites/{dataId}" } }
        Open: { Type: HttpApi, Properties: { Method: GET, Path: /health, Auth: { Authorizer: NONE } } }
  ChangeConsumerFunction:
    Type: AWS::Serverless::Function
    Properties:
      Handler: change-consumer
      Timeout: 60
      Events:
        Changes:
          Type: DynamoDB
          Properties:
            Stream: !GetAtt FavoritesTable.StreamArn
            StartingPosition: TRIM_HORIZON
            BatchSize: 50
            MaximumBatchingWindowInSeconds: 1
            BisectBatchOnFunctionError: true
            MaximumRetryAttempts: 10
            MaximumRecordAgeInSeconds: 43200
            ParallelizationFactor: 2
            FunctionResponseTypes: [ReportBatchItemFailures]
            FilterCriteria: { Filters: [{ Pattern: '{"eventName": ["INSERT"]}' }] }
            DestinationConfig: { OnFailure: { Type: S3, Destination: !GetAtt Bucket.Arn } }
  ReconcileFunction:
    Type: AWS::Serverless::Function
    Properties:
      Handler: reconcile
      Timeout: 900
      Events:
        Daily:
          Type: Schedule
          Properties:
            Schedule: rate(1 day)
            Enabled: true
            Input: '{"repair": true}'
"#;

/// The message of the error that the template gives when one text in it is replaced.
fn fault(from: &str, to: &str) -> String {
    assert!(TEMPLATE.contains(from), "{from}");
    Template::parse(&TEMPLATE.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn the_table_is_read() {
    let table = Template::parse(TEMPLATE).unwrap().table;
    assert_eq!(table.name, "FavoritesTable");
    assert_eq!(table.key, Key { partition: "pk".to_owned(), sort: Some("sk".to_owned()) });
    assert_eq!(table.attributes["sk"], AttributeType::Number);
    assert_eq!(table.attributes["lsiOneSk"], AttributeType::Binary);
    assert_eq!(table.local_indexes["lsiOne"].projection, Projection::Include(vec!["title".to_owned()]));
    assert!(table.global_indexes.is_empty());
    assert_eq!(table.ttl_attribute.as_deref(), Some("ttl"));
    assert_eq!(table.stream, Some(StreamView::NewAndOldImages));
}

#[test]
fn a_table_name_that_is_written_out_is_taken() {
    let template = TEMPLATE.replace("!Sub \"${AWS::StackName}-favorites\"", "favorites");
    assert_eq!(Template::parse(&template).unwrap().table.name, "favorites");
}

#[test]
fn the_routes_are_read() {
    let routes = Template::parse(TEMPLATE).unwrap().routes;
    let keys: Vec<_> = routes.iter().map(Route::key).collect();
    assert_eq!(keys, ["GET /favorites/{dataId}", "GET /health"]);
    assert_eq!(routes[0].authorizer, Authorizer::Jwt);
    assert_eq!(routes[1].authorizer, Authorizer::None);
    assert_eq!(
        routes[0].function,
        Function { name: "get-favorite".to_owned(), timeout: Duration::from_secs(10) }
    );
}

#[test]
fn the_mapping_is_read() {
    let mappings = Template::parse(TEMPLATE).unwrap().mappings;
    let mut filter = crate::Filter::default();
    filter.add(r#"{"eventName": ["INSERT"]}"#).unwrap();
    let expected = Mapping {
        function: Function { name: "change-consumer".to_owned(), timeout: Duration::from_mins(1) },
        batch_size: 50,
        parallelization: 2,
        batching_window: Duration::from_secs(1),
        starting_position: StartingPosition::TrimHorizon,
        bisect: true,
        retries: Some(10),
        record_age: Some(Duration::from_hours(12)),
        partial_failures: true,
        filter,
        keeps_failures: true,
    };
    assert_eq!(mappings, [expected]);
}

#[test]
fn omitted_properties_of_a_mapping_have_the_defaults_of_aws() {
    let all = TEMPLATE.split("            BatchSize").next().unwrap();
    assert_eq!(Template::parse(all).unwrap().schedules, []);
    let mapping = Template::parse(all).unwrap().mappings.remove(0);
    assert_eq!((mapping.batch_size, mapping.parallelization), (100, 1));
    assert_eq!(mapping.batching_window, Duration::ZERO);
    assert_eq!((mapping.retries, mapping.record_age), (None, None));
    assert!(!mapping.bisect && !mapping.partial_failures && !mapping.keeps_failures);
    assert_eq!(mapping.filter, crate::Filter::default());
}

#[test]
fn a_mapping_that_is_not_enabled_is_left_out() {
    let template = TEMPLATE.replace("BatchSize: 50", "Enabled: false");
    assert_eq!(Template::parse(&template).unwrap().mappings, []);
}

#[test]
fn the_projects_template_can_be_run() {
    let template = Template::project().unwrap();
    assert_eq!(template.mappings.len(), 2);
    assert_eq!(template.clone().without_functions().functions().count(), 0);
    let triggers = template.routes.len() + template.mappings.len() + template.schedules.len();
    assert_eq!(template.functions().count(), triggers);
}

#[test]
fn an_error_says_where_it_is() {
    let key = "{ AttributeName: pk, KeyType: HASH }";
    assert_eq!(
        fault(key, "{ AttributeName: pk, KeyType: FIRST }"),
        "Resources.FavoritesTable.Properties.KeySchema[0].KeyType must be HASH or RANGE, not: FIRST"
    );
    assert_eq!(
        fault(key, "{ AttributeName: !Ref Key, KeyType: HASH }"),
        "Resources.FavoritesTable.Properties.KeySchema[0].AttributeName must be a text that is written out \
         (no !Ref, no !Sub), not: !Ref Key"
    );
    assert_eq!(
        fault("Handler: get-favorite", "Name: get-favorite"),
        "Resources.GetFavoriteFunction.Properties.Handler is missing"
    );
}

#[test]
fn values_out_of_range_are_errors() {
    assert!(
        fault("BatchSize: 50", "BatchSize: 0")
            .ends_with("BatchSize must be a whole number from 1 to 10000, not: 0")
    );
    assert!(fault("BatchSize: 50", "BatchSize: many").contains("BatchSize must be a whole number"));
    assert!(
        fault("AgeInSeconds: 43200", "AgeInSeconds: 59").contains("must be -1 or a whole number from 60")
    );
    assert!(fault("RetryAttempts: 10", "RetryAttempts: -2").contains("MaximumRetryAttempts must be"));
    assert!(
        fault("Timeout: 60", "Timeout: 901")
            .contains("Properties.Timeout must be a whole number from 1 to 900")
    );
}

#[test]
fn a_mapping_may_have_one_to_ten_batches_of_a_shard_at_once() {
    for factor in [1, 10] {
        let template =
            TEMPLATE.replace("ParallelizationFactor: 2", &format!("ParallelizationFactor: {factor}"));
        assert_eq!(Template::parse(&template).unwrap().mappings[0].parallelization, factor);
    }
    for factor in ["0", "11"] {
        let message = fault("ParallelizationFactor: 2", &format!("ParallelizationFactor: {factor}"));
        let expected = format!("ParallelizationFactor must be a whole number from 1 to 10, not: {factor}");
        assert!(message.ends_with(&expected), "{message}");
    }
}

#[test]
fn unknown_and_unsupported_values_are_errors() {
    assert!(
        fault("TRIM_HORIZON", "AT_TIMESTAMP").contains("StartingPosition must be TRIM_HORIZON or LATEST")
    );
    assert!(fault("[ReportBatchItemFailures]", "[Everything]").contains("must be ReportBatchItemFailures"));
    assert!(fault("ParallelizationFactor: 2", "TumblingWindowInSeconds: 2").contains("is not supported"));
    assert!(fault("Type: DynamoDB", "Type: SQS").contains("is not supported"));
    assert!(
        fault("/favorites/{dataId}", "/favorites/{proxy+}/tags").contains("a greedy parameter at its end")
    );
    assert!(fault("/favorites/{dataId}", "favorites").contains("must be a path that starts with /"));
    assert!(fault("[\"INSERT\"]", "[{\"numeric\": [\">\", 1]}]").contains("must be a filter pattern"));
    assert!(fault("!GetAtt FavoritesTable.StreamArn", "here").contains("Stream must be a !GetAtt"));
    assert!(fault("AttributeType: S", "AttributeType: X").contains("must be S, N or B"));
    assert!(
        fault("ProjectionType: INCLUDE", "ProjectionType: SOME")
            .contains("must be ALL, KEYS_ONLY or INCLUDE")
    );
    assert!(fault("NEW_AND_OLD_IMAGES", "BOTH").contains("StreamViewType must be"));
    assert!(fault("Enabled: true", "Enabled: perhaps").contains("Enabled must be true or false"));
    assert!(fault("KeyType: HASH", "KeyType: RANGE").contains("must be a list with a HASH attribute"));
}

#[test]
fn there_is_one_table() {
    assert!(fault("AWS::DynamoDB::Table", "AWS::S3::Bucket").contains("one AWS::DynamoDB::Table, not 0"));
}

#[test]
fn a_route_is_declared_once() {
    let message = fault("/health", "\"/favorites/{dataId}\"");
    assert_eq!(
        message,
        "Resources.GetFavoriteFunction.Properties.Events.Open is a second route for GET /favorites/{dataId}"
    );
}

#[test]
fn a_file_that_is_not_a_template_is_an_error() {
    assert!(matches!(Template::parse("Resources: ["), Err(TemplateError::Syntax(_))));
    assert!(matches!(Template::parse("{}"), Err(TemplateError::Missing { .. })));
    assert!(matches!(Template::parse("Resources: []"), Err(TemplateError::Wrong { .. })));
}
