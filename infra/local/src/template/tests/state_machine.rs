use std::time::Duration;

use serde_json::json;

use super::TEMPLATE;
use crate::template::{Function, State, Target, Template, TemplateError};

const MACHINE: &str = r#"
  Reconciliation:
    Type: AWS::Serverless::StateMachine
    Properties:
      Type: STANDARD
      Definition:
        StartAt: Find
        TimeoutSeconds: 60
        States:
          Find:
            Type: Task
            Resource: !Sub "arn:${AWS::Partition}:states:::lambda:invoke"
            Parameters: { FunctionName: !Ref ReconcileFunction.Alias, Payload.$: $ }
            OutputPath: $.Payload
            Retry: [{ ErrorEquals: [States.ALL], IntervalSeconds: 1, MaxAttempts: 2, BackoffRate: 2 }]
            Next: Each
          Each:
            Type: Map
            ItemsPath: $.users
            MaxConcurrency: 10
            ToleratedFailurePercentage: 100
            ItemProcessor:
              ProcessorConfig: { Mode: DISTRIBUTED, ExecutionType: EXPRESS }
              StartAt: One
              States:
                One:
                  Type: Task
                  Resource: !Sub "arn:${AWS::Partition}:states:::lambda:invoke"
                  Parameters: { FunctionName: !Ref ReconcileFunction.Alias, Payload.$: $ }
                  End: true
            ResultPath: $.results
            Next: IsLast
          IsLast:
            Type: Choice
            Choices: [{ Variable: $.next, IsPresent: true, Next: More }]
            Default: Done
          More: { Type: Pass, InputPath: $.next, Next: Find }
          Done: { Type: Succeed }
      Events:
        Hourly: { Type: Schedule, Properties: { Schedule: rate(1 hour), Input: "{}" } }
"#;

fn with_machine(machine: &str) -> Result<Template, TemplateError> {
    Template::parse(&format!("{TEMPLATE}{machine}"))
}

/// The message of the error when one text of the machine is replaced.
fn fault(from: &str, to: &str) -> String {
    assert!(MACHINE.contains(from), "{from}");
    with_machine(&MACHINE.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn a_state_machine_is_read_with_its_schedule_and_the_functions_that_it_calls() {
    let template = with_machine(MACHINE).unwrap();
    let [_, schedule] = template.schedules.as_slice() else { panic!("two: {:?}", template.schedules) };
    assert_eq!((schedule.period, schedule.input.clone()), (Duration::from_hours(1), Some(json!({}))));
    let Target::StateMachine(machine) = &schedule.target else { panic!("{schedule:?}") };
    assert_eq!((machine.name.as_str(), machine.timeout), ("Reconciliation", Duration::from_mins(1)));
    let function = Function { name: "reconcile".to_owned(), timeout: Duration::from_mins(15) };
    assert_eq!(machine.functions, [("ReconcileFunction.Alias".to_owned(), function.clone())].into());
    assert_eq!(machine.workflow.start_at, "Find");
    let State::Map(map) = &machine.workflow.states["Each"] else { panic!("{machine:?}") };
    assert_eq!((map.max_concurrency.get(), map.tolerated_failure_percentage), (10, 100));
    assert_eq!(map.items_path.to_string(), "$.users");
    assert!(template.functions().filter(|other| **other == function).count() == 2);
}

#[test]
fn a_part_of_the_language_that_is_not_supported_is_an_error_that_names_it() {
    for (from, to, named) in [
        ("Type: Succeed", "Type: Wait, Seconds: 3", "`Wait`"),
        ("OutputPath: $.Payload", "ResultSelector: {}", "`ResultSelector`"),
        ("states:::lambda:invoke", "states:::sqs:sendMessage", "sqs:sendMessage"),
        ("ItemsPath: $.users", "ItemsPath: $.users[0]", "$.users[0]"),
        ("IsPresent: true", "StringEquals: x", "`StringEquals`"),
        ("MaxConcurrency: 10", "MaxConcurrency: 0", "nonzero"),
    ] {
        let message = fault(from, to);
        assert!(message.starts_with("Resources.Reconciliation.Properties.Definition: "), "{message}");
        assert!(message.contains(named), "{message}");
    }
    assert!(
        fault("      Definition:", "      DefinitionUri: x\n      Definition:").contains("DefinitionUri")
    );
    assert!(fault("Hourly: { Type: Schedule", "Hourly: { Type: CloudWatchEvent").contains("than Schedule"));
}

#[test]
fn a_definition_that_leads_nowhere_is_an_error() {
    assert!(fault("StartAt: Find", "StartAt: Seek").ends_with("there is no state Seek"));
    assert!(fault("StartAt: One", "StartAt: Two").ends_with("there is no state Two"));
    assert!(fault("Next: More", "Next: Less").ends_with("there is no state Less"));
    assert!(fault("Default: Done", "Default: Undone").ends_with("there is no state Undone"));
    assert!(fault("                  End: true\n", "").ends_with("One must have either Next or End: true"));
    assert!(fault("Next: Each", "Next: Each\n            End: true").contains("Find must have either"));
    assert!(
        fault("ReconcileFunction.Alias", "OtherFunction")
            .ends_with("OtherFunction is not a function of the template")
    );
}
