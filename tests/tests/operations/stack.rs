//! Parameters, encryption, limits of routes, and what an update or a deletion of the stack keeps.

use std::collections::BTreeSet;

use favorites_local::template::{Route, Template};
use serde_yaml_ng::Value;

use crate::{keys, reference, references, resources, template, text};

/// The longest description of a Lambda function's version (`AWS::Lambda::Version` in the CloudFormation template reference).
const DESCRIPTION_CHARACTERS: usize = 256;

#[test]
fn every_parameter_condition_and_mapping_is_used() {
    let template = template();
    let mut rest = template.clone();
    let declared = rest.as_mapping_mut().expect("the template is a mapping");
    let parameters = declared.remove("Parameters").expect("there are parameters");
    let used = references(&rest);
    for name in keys(&parameters) {
        assert!(used.contains(&name), "nothing uses the parameter {name}");
    }
    for section in ["Conditions", "Mappings"] {
        for name in keys(&template[section]) {
            assert!(used.contains(&name), "nothing uses {name} of {section}");
        }
    }
}

#[test]
fn a_parameter_that_a_function_is_configured_with_is_in_the_description_of_its_version() {
    let template = template();
    let parameters: BTreeSet<String> = keys(&template["Parameters"]).into_iter().collect();
    let mut configured = template["Globals"]["Function"].clone();
    let sections = configured.as_mapping_mut().expect("the globals of functions are a mapping");
    // A version does not include tags, the code's address changes with the processor, and the rest is about the alias.
    for other in ["Tags", "Architectures", "DeploymentPreference"] {
        sections.remove(other).unwrap_or_else(|| panic!("no {other}"));
    }
    let configuration: BTreeSet<String> =
        references(&configured).intersection(&parameters).cloned().collect();
    assert!(configuration.contains("LogLevel"), "{configuration:?}");
    for (id, function) in resources("AWS::Serverless::Function") {
        let description = &function["Properties"]["VersionDescription"];
        let described: BTreeSet<String> =
            references(description).intersection(&parameters).cloned().collect();
        assert_eq!(described, configuration, "{id}");
        // A key's address has some 80 characters, in place of its name.
        assert!(text(description).len() + 100 < DESCRIPTION_CHARACTERS, "{id}");
    }
}

#[test]
fn every_bucket_is_encrypted_and_not_public() {
    let buckets = resources("AWS::S3::Bucket");
    assert!(buckets.len() >= 2, "{}", buckets.len());
    for (id, bucket) in buckets {
        let properties = &bucket["Properties"];
        let rule = &properties["BucketEncryption"]["ServerSideEncryptionConfiguration"][0];
        let algorithm = text(&rule["ServerSideEncryptionByDefault"]["SSEAlgorithm"]);
        assert!(algorithm.contains("aws:kms") && algorithm.contains("AES256"), "{id}: {algorithm}");
        for block in ["BlockPublicAcls", "BlockPublicPolicy", "IgnorePublicAcls", "RestrictPublicBuckets"] {
            assert_eq!(properties["PublicAccessBlockConfiguration"][block], true, "{id} has no {block}");
        }
    }
}

#[test]
fn a_customers_key_encrypts_everything_that_is_stored_and_without_one_no_key_is_paid_for() {
    let chosen = "!If\n- HasKmsKey\n- !Ref KmsKeyArn\n- !Ref AWS::NoValue";
    let stored = [("AWS::Logs::LogGroup", "KmsKeyId"), ("AWS::SecretsManager::Secret", "KmsKeyId")];
    for (kind, property) in stored {
        let resources = resources(kind);
        assert!(!resources.is_empty(), "{kind}");
        for (id, resource) in resources {
            assert_eq!(text(&resource["Properties"][property]), chosen, "{id}");
        }
    }
    for (id, bucket) in resources("AWS::S3::Bucket") {
        let rule = &bucket["Properties"]["BucketEncryption"]["ServerSideEncryptionConfiguration"][0];
        assert_eq!(text(&rule["ServerSideEncryptionByDefault"]["KMSMasterKeyID"]), chosen, "{id}");
    }
    assert_eq!(text(&template()["Globals"]["Function"]["KmsKeyArn"]), chosen);
    for (id, table) in resources("AWS::DynamoDB::Table") {
        let Value::Tagged(choice) = &table["Properties"]["SSESpecification"] else {
            panic!("{id} has no choice")
        };
        assert_eq!(
            (choice.tag.to_string().as_str(), &choice.value[0]),
            ("!If", &Value::from("HasKmsKey")),
            "{id}"
        );
        assert_eq!(reference(&choice.value[1]["KMSMasterKeyId"]).as_deref(), Some("KmsKeyArn"), "{id}");
        assert_eq!(reference(&choice.value[2]).as_deref(), Some("AWS::NoValue"), "{id}");
    }
}

#[test]
fn every_route_that_writes_and_the_search_have_limits_of_their_own() {
    let api = &resources("AWS::Serverless::HttpApi")["Api"]["Properties"];
    assert!(!api["DefaultRouteSettings"]["ThrottlingRateLimit"].is_null());
    let limited: BTreeSet<String> = keys(&api["RouteSettings"]).into_iter().collect();
    let project = Template::project().expect("the project's template is well-formed");
    let costly: BTreeSet<String> = project
        .routes
        .iter()
        .filter(|route| !matches!(route.method.as_str(), "GET" | "HEAD") || route.path == "/search")
        .map(Route::key)
        .collect();
    assert_eq!(limited, costly);
}

#[test]
fn a_warning_about_the_api_stops_the_deployment_unless_the_operator_chose_otherwise() {
    let api = &resources("AWS::Serverless::HttpApi")["Api"]["Properties"];
    assert_eq!(text(&api["FailOnWarnings"]), "!If\n- FailsOnWarnings\n- true\n- false");
    let template = template();
    let condition = text(&template["Conditions"]["FailsOnWarnings"]);
    assert_eq!(condition, "!Equals\n- !Ref FailOnWarnings\n- 'true'");
    assert_eq!(template["Parameters"]["FailOnWarnings"]["Default"], "true");
}

#[test]
fn a_deleted_stack_keeps_what_users_stored_and_a_first_deployment_that_fails_keeps_no_bucket() {
    for (kind, policy) in [
        ("AWS::DynamoDB::Table", "Retain"),
        ("AWS::Cognito::UserPool", "Retain"),
        ("AWS::S3::Bucket", "RetainExceptOnCreate"),
    ] {
        let resources = resources(kind);
        assert!(!resources.is_empty(), "{kind}");
        for (id, resource) in resources {
            assert_eq!(
                (&resource["DeletionPolicy"], &resource["UpdateReplacePolicy"]),
                (&policy.into(), &"Retain".into()),
                "{id}"
            );
        }
    }
}

#[test]
fn versions_of_functions_that_an_update_replaced_are_deleted() {
    assert_eq!(template()["Globals"]["Function"]["VersionDeletionPolicy"], "Delete");
    for (id, function) in resources("AWS::Serverless::Function") {
        assert!(function.get("DeletionPolicy").is_none(), "{id} keeps its versions");
        assert!(
            function["Properties"].get("VersionDeletionPolicy").is_none(),
            "{id} has a policy of its own"
        );
    }
}
