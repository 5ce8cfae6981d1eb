//! The state machines of a template, in the part of the Amazon States Language that the local service runs.
//!
//! The types have the names and the fields of the language. A field that is not here is an error, never ignored. The
//! specification is at <https://states-language.net/spec.html>.

use std::collections::BTreeMap;
use std::num::NonZeroU16;
use std::time::Duration;

use serde::Deserialize;
use serde_yaml_ng::Value;

use super::error::TemplateError;
use super::function::Function;
use super::node::Node;
use super::path::Path;

/// The longest time of an execution, if the definition has no `TimeoutSeconds`: a year ("Step Functions service quotas").
const LONGEST_EXECUTION: Duration = Duration::from_hours(365 * 24);

/// The supported properties of a state machine, and those that change nothing on this machine.
const PROPERTIES: [&str; 8] =
    ["Definition", "Events", "Logging", "Name", "Policies", "Tags", "Tracing", "Type"];

/// An `AWS::Serverless::StateMachine`.
#[derive(Debug, Clone, PartialEq)]
pub struct StateMachine {
    /// The logical id.
    pub name: String,
    /// The states and their order.
    pub workflow: Workflow,
    /// The longest time of an execution.
    pub timeout: Duration,
    /// The functions that its tasks call, by the text in `FunctionName`.
    pub functions: BTreeMap<String, Function>,
}

/// The states of a state machine or of the processor of a `Map`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub struct Workflow {
    /// The name of the first state.
    pub start_at: String,
    /// The states by name.
    pub states: BTreeMap<String, State>,
    timeout_seconds: Option<u64>,
    /// Step Functions needs it for the processor of a `Map`, and the local service runs each kind in the same way.
    #[serde(rename = "ProcessorConfig")]
    _processor_config: Option<Value>,
}

/// A state.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "Type")]
pub enum State {
    /// Calls a function.
    Task(Task),
    /// Runs a workflow for each element of a list.
    Map(Map),
    /// Continues with one state or another.
    Choice(Choice),
    /// Passes a part of its input on.
    Pass(Pass),
    /// Ends the execution.
    Succeed,
}

/// Calls a function.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub struct Task {
    #[serde(rename = "Resource")]
    _resource: Resource,
    /// The function and its event.
    pub parameters: Parameters,
    /// The errors after which the call is repeated.
    #[serde(default)]
    pub retry: Vec<Retrier>,
    /// The part of the result that is the output.
    #[serde(default)]
    pub output_path: Path,
    /// The following state.
    pub next: Option<String>,
    end: Option<bool>,
}

/// The supported resource of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
enum Resource {
    #[serde(rename = "arn:${AWS::Partition}:states:::lambda:invoke")]
    InvokeFunction,
}

/// The parameters of a task.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub struct Parameters {
    /// The function: a key of [`StateMachine::functions`].
    pub function_name: String,
    /// The part of the state's input that is the function's event.
    #[serde(rename = "Payload.$")]
    pub payload: Path,
}

/// The repetition of a call after an error.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub struct Retrier {
    /// The names of errors. `States.ALL` stands for all of them.
    pub error_equals: Vec<String>,
    /// The time before the first repetition, in seconds.
    pub interval_seconds: NonZeroU16,
    /// The most repetitions.
    pub max_attempts: u16,
    /// The factor by which the time grows with each repetition.
    pub backoff_rate: f64,
}

/// Runs a workflow for each element of a list.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub struct Map {
    /// The list in the state's input.
    pub items_path: Path,
    /// The most elements that are worked on at once.
    pub max_concurrency: NonZeroU16,
    /// The share of elements that may fail, in percent.
    #[serde(default)]
    pub tolerated_failure_percentage: u8,
    /// The workflow. Its input is an element of the list.
    pub item_processor: Workflow,
    /// The place in the input that receives the list of outputs. The result is the state's output.
    pub result_path: Path,
    /// The following state.
    pub next: Option<String>,
    end: Option<bool>,
}

/// Continues with the state of the first rule that is satisfied.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub struct Choice {
    /// The rules.
    pub choices: Vec<Rule>,
    /// The following state if no rule is satisfied.
    pub default: String,
}

/// A rule of a [`Choice`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub struct Rule {
    /// A place in the state's input.
    pub variable: Path,
    /// The rule is satisfied if there is a value at the place (true), or if there is none (false).
    pub is_present: bool,
    /// The following state.
    pub next: String,
}

/// Passes a part of its input on.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub struct Pass {
    /// The part of the input that is the output.
    #[serde(default)]
    pub input_path: Path,
    /// The following state.
    pub next: Option<String>,
    end: Option<bool>,
}

impl StateMachine {
    /// Reads a resource. `functions` are the functions of the template by logical id.
    pub(super) fn read(
        logical_id: &str,
        resource: &Node<'_>,
        functions: &BTreeMap<String, Function>,
    ) -> Result<Self, TemplateError> {
        let properties = resource.require("Properties")?;
        properties.only(&PROPERTIES)?;
        let definition = properties.require("Definition")?;
        let workflow: Workflow = definition
            .plain()
            .map_err(|source| TemplateError::Definition { path: definition.path().to_owned(), source })?;
        workflow.check(&definition)?;
        let called = workflow.function_names().into_iter().map(|name| {
            let logical_id = name.split('.').next().unwrap_or_default();
            let function = functions.get(logical_id).ok_or_else(|| TemplateError::NoFunction {
                path: definition.path().to_owned(),
                name: name.to_owned(),
            })?;
            Ok((name.to_owned(), function.clone()))
        });
        let functions = called.collect::<Result<_, TemplateError>>()?;
        let timeout = workflow.timeout_seconds.map_or(LONGEST_EXECUTION, Duration::from_secs);
        Ok(Self { name: logical_id.to_owned(), workflow, timeout, functions })
    }
}

impl Workflow {
    /// Refuses a state that leads nowhere: Step Functions would, too.
    fn check(&self, definition: &Node<'_>) -> Result<(), TemplateError> {
        let missing =
            |name: &str| TemplateError::NoState { path: definition.path().to_owned(), name: name.to_owned() };
        let start = (!self.states.contains_key(&self.start_at)).then_some(&self.start_at);
        let lost =
            self.states.values().flat_map(State::following).find(|name| !self.states.contains_key(*name));
        if let Some(name) = start.or(lost) {
            return Err(missing(name));
        }
        for (name, state) in &self.states {
            if !state.has_one_continuation() {
                return Err(TemplateError::NoContinuation {
                    path: definition.path().to_owned(),
                    name: name.clone(),
                });
            }
            if let State::Map(map) = state {
                map.item_processor.check(definition)?;
            }
        }
        Ok(())
    }

    fn function_names(&self) -> Vec<&str> {
        let names = self.states.values().map(|state| match state {
            State::Task(task) => vec![task.parameters.function_name.as_str()],
            State::Map(map) => map.item_processor.function_names(),
            State::Choice(_) | State::Pass(_) | State::Succeed => Vec::new(),
        });
        names.flatten().collect()
    }
}

impl State {
    /// Returns the names of the states that may follow.
    fn following(&self) -> Vec<&String> {
        match self {
            Self::Task(Task { next, .. }) | Self::Map(Map { next, .. }) | Self::Pass(Pass { next, .. }) => {
                next.iter().collect()
            }
            Self::Choice(choice) => {
                choice.choices.iter().map(|rule| &rule.next).chain([&choice.default]).collect()
            }
            Self::Succeed => Vec::new(),
        }
    }

    /// Returns true if the state has `Next` or `End: true`, and not both.
    fn has_one_continuation(&self) -> bool {
        match self {
            Self::Task(Task { next, end, .. })
            | Self::Map(Map { next, end, .. })
            | Self::Pass(Pass { next, end, .. }) => next.is_some() != (*end == Some(true)),
            Self::Choice(_) | Self::Succeed => true,
        }
    }
}
