use super::*;

/// A table, and a function with these members and policies.
fn template(members: &str) -> String {
    format!(
        "
Resources:
  Favorites:
    Type: AWS::DynamoDB::Table
    Properties:
      AttributeDefinitions: [{{AttributeName: pk, AttributeType: S}}]
      KeySchema: [{{AttributeName: pk, KeyType: HASH}}]
  Reader:
    Type: AWS::Serverless::Function
    Properties:
      Handler: reader
{members}
"
    )
}

const POLICIES: &str = r#"
      Policies:
        - Version: "2012-10-17"
          Statement:
            - Effect: Allow
              Action: [dynamodb:GetItem, dynamodb:Query]
              Resource: [!GetAtt Favorites.Arn, !Sub "${Favorites.Arn}/index/byTime"]
              Condition:
                "Null": { "dynamodb:LeadingKeys": "false" }
                "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["Tag#*", "Trash#*"] }
            - Effect: Allow
              Action: dynamodb:Scan
              Resource: !GetAtt Favorites.Arn
"#;

fn role(policies: &str) -> Result<Role, String> {
    let mut template = Template::parse(&template(policies)).map_err(|error| error.to_string())?;
    Ok(template.roles.remove("reader").unwrap())
}

/// The message of the error when one text in the policies is replaced.
fn fault(from: &str, to: &str) -> String {
    assert!(POLICIES.contains(from), "{from}");
    role(&POLICIES.replacen(from, to, 1)).unwrap_err()
}

fn shown(role: &Role) -> Vec<String> {
    role.permissions().iter().map(ToString::to_string).collect()
}

#[test]
fn a_role_is_what_its_statements_allow() {
    let expected = [
        "dynamodb:GetItem on the table with Tag#*",
        "dynamodb:GetItem on the table with Trash#*",
        "dynamodb:GetItem on the index byTime with Tag#*",
        "dynamodb:GetItem on the index byTime with Trash#*",
        "dynamodb:Query on the table with Tag#*",
        "dynamodb:Query on the table with Trash#*",
        "dynamodb:Query on the index byTime with Tag#*",
        "dynamodb:Query on the index byTime with Trash#*",
        "dynamodb:Scan on the table",
    ];
    assert_eq!(shown(&role(POLICIES).unwrap()), expected);
}

#[test]
fn a_function_without_policies_may_do_nothing() {
    for members in ["      Timeout: 3", "      Policies: # Written later"] {
        assert_eq!(role(members).unwrap(), Role::default(), "{members}");
    }
}

#[test]
fn another_resource_is_not_the_table() {
    for other in ["!GetAtt Other.Arn", "!Sub \"${Favorites.Arn}/index/*\"", "\"*\"", "!Ref Favorites"] {
        let role = role(&POLICIES.replace("!GetAtt Favorites.Arn\n", &format!("{other}\n"))).unwrap();
        let resources = &role.statements[1].resources;
        assert!(matches!(resources.first(), Some(Resource::Other(_))), "{other}: {resources:?}");
    }
}

#[test]
fn rights_on_the_bucket_are_those_on_itself_and_on_the_objects_of_a_folder() {
    const POLICY: &str = r#"
      Policies:
        - Statement:
            - Effect: Allow
              Action: [s3:GetObject, s3:PutObject]
              Resource: !Sub "${FilesBucket.Arn}/exports/*"
            - Effect: Allow
              Action: s3:ListBucket
              Resource: !GetAtt FilesBucket.Arn
"#;
    let with_bucket = |policy: &str| {
        let text = template(policy) + "  FilesBucket: { Type: \"AWS::S3::Bucket\" }\n";
        Template::parse(&text).unwrap().roles.remove("reader").unwrap()
    };
    let expected = [
        "s3:GetObject on the objects exports/*",
        "s3:ListBucket on the bucket",
        "s3:PutObject on the objects exports/*",
    ];
    assert_eq!(shown(&with_bucket(POLICY)), expected);
    for other in [
        "${FilesBucket.Arn}/*",
        "${FilesBucket.Arn}/exports*",
        "${FilesBucket.Arn}/a/b/*",
        "${Other.Arn}/exports/*",
    ] {
        let role = with_bucket(&POLICY.replace("${FilesBucket.Arn}/exports/*", other));
        let resources = &role.statements[0].resources;
        assert!(matches!(resources.first(), Some(Resource::Other(_))), "{other}: {resources:?}");
    }
}

#[test]
fn statements_that_could_allow_more_than_is_understood_are_errors() {
    let statement = "Resources.Reader.Properties.Policies[0].Statement[0]";
    assert_eq!(
        fault("Effect: Allow", "Effect: Deny"),
        format!("{statement}.Effect must be Allow, not: Deny")
    );
    for action in ["dynamodb:*", "\"*\"", "dynamodb:Get*", "Scan", ":Scan"] {
        let message = fault("Action: dynamodb:Scan", &format!("Action: {action}"));
        assert!(message.contains("Statement[1].Action must be an action as service:Name"), "{message}");
    }
    assert_eq!(
        fault("\"Null\": { \"dynamodb:LeadingKeys\": \"false\" }", ""),
        format!("{statement}.Condition.Null is missing")
    );
    assert!(fault("LeadingKeys\": \"false\"", "LeadingKeys\": \"true\"").contains("must be \"false\", not"));
    // YAML reads it as null without the quotes.
    assert!(fault("\"Null\"", "Null").contains("must be a mapping with text for keys"));
    assert!(fault("ForAllValues:StringLike", "ForAnyValue:StringLike").contains("is not supported"));
    assert!(fault("LeadingKeys\": [", "Attributes\": [").contains("is not supported"));
    for pattern in ["*", "Tag*", "Tag#", "#*", "T?g#*", "*Tag#*"] {
        let message = fault("\"Tag#*\"", &format!("\"{pattern}\""));
        assert!(message.contains("must be the name of an entity and #*"), "{pattern}: {message}");
    }
    assert!(fault("Resource: [", "NotResource: [").contains("NotResource is not supported"));
}

#[test]
fn permissions_stand_beside_their_function() {
    assert!(role("      Role: !GetAtt Other.Arn").unwrap_err().contains("Properties.Role is not supported"));
    for policy in ["AmazonDynamoDBFullAccess", "!Ref Other", "{ DynamoDBCrudPolicy: { TableName: x } }"] {
        assert!(role(&format!("      Policies: [{policy}]")).is_err(), "{policy}");
    }
    for kind in ["ManagedPolicy", "Policy", "RolePolicy"] {
        let with = |action: &str| {
            let document =
                format!("{{ PolicyDocument: {{ Statement: [{{ Effect: Allow, Action: {action} }}] }} }}");
            let more = format!("  More: {{ Type: \"AWS::IAM::{kind}\", Properties: {document} }}\n");
            Template::parse(&(template(POLICIES) + &more)).map_err(|error| error.to_string())
        };
        let refused = "Resources.More is not supported by the local service";
        assert_eq!(with("dynamodb:GetItem").unwrap_err(), refused);
        assert_eq!(with("[kms:Decrypt, dynamodb:GetItem]").unwrap_err(), refused);
        assert!(with("\"*\"").is_err() && with("\"kms:*\"").is_err());
        assert_eq!(with("s3:GetObject").unwrap_err(), refused);
        assert!(with("[kms:Decrypt, kms:GenerateDataKey]").is_ok());
    }
}
