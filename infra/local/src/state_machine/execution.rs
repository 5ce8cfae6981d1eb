//! An execution of a state machine.

use std::collections::BTreeMap;
use std::sync::Arc;

use favorites_api::Deadline;
use futures::future::BoxFuture;
use futures::{FutureExt as _, StreamExt as _};
use serde_json::{Value, json};

use super::error::ExecutionError;
use super::retry::Retries;
use crate::invoke::{self, FunctionError, Functions, Invoke};
use crate::template::{Function, Map, Pass, Path, State, StateMachine, Task, Workflow};

/// A state machine with the functions that it calls. Each invocation is an execution.
pub(crate) struct Execution(Arc<Machine>);

struct Machine {
    workflow: Workflow,
    /// The functions that tasks call, by the text in `FunctionName`.
    functions: BTreeMap<String, (Function, Arc<dyn Invoke>)>,
}

impl Execution {
    /// # Panics
    /// If `functions` lacks a function of the machine.
    pub(crate) fn of(machine: &StateMachine, functions: &Functions) -> Self {
        let called = machine.functions.iter().map(|(text, function)| {
            let code = functions.get(&function.name).expect("every function was checked to be there");
            (text.clone(), (function.clone(), code))
        });
        Self(Arc::new(Machine { workflow: machine.workflow.clone(), functions: called.collect() }))
    }
}

impl Invoke for Execution {
    fn invoke(&self, event: Value, _: Deadline) -> BoxFuture<'static, Result<Value, FunctionError>> {
        let machine = Arc::clone(&self.0);
        async move {
            let output = machine.run(&machine.workflow, event).await;
            output.map_err(|error| FunctionError::new(error.name(), error.to_string()))
        }
        .boxed()
    }
}

impl Machine {
    /// Runs a workflow from its first state to its end, and returns the output of the last state.
    fn run<'a>(
        &'a self,
        workflow: &'a Workflow,
        input: Value,
    ) -> BoxFuture<'a, Result<Value, ExecutionError>> {
        // Boxed, because a workflow may contain a workflow.
        async move {
            let (mut name, mut value) = (&workflow.start_at, input);
            loop {
                let state = &workflow.states[name];
                value = self.output(name, state, value).await?;
                match following(state, &value) {
                    Some(next) => name = next,
                    None => return Ok(value),
                }
            }
        }
        .boxed()
    }

    async fn output(&self, name: &str, state: &State, input: Value) -> Result<Value, ExecutionError> {
        match state {
            State::Task(task) => self.call(name, task, &input).await,
            State::Map(map) => self.for_each(name, map, input).await,
            State::Pass(pass) => part(name, &pass.input_path, &input).cloned(),
            State::Choice(_) | State::Succeed => Ok(input),
        }
    }

    /// Calls a function, as often as the state's retriers say.
    async fn call(&self, state: &str, task: &Task, input: &Value) -> Result<Value, ExecutionError> {
        let (function, code) = &self.functions[&task.parameters.function_name];
        let event = part(state, &task.parameters.payload, input)?;
        let mut retries = Retries::of(&task.retry);
        loop {
            match invoke::call(&**code, event.clone(), function.timeout).await {
                Ok(answer) => {
                    let result = json!({ "Payload": answer });
                    return part(state, &task.output_path, &result).cloned();
                }
                Err(source) => match retries.pause_after(&source.error_type) {
                    Some(pause) => {
                        tracing::warn!(state, error = %source, "a call is repeated");
                        tokio::time::sleep(pause).await;
                    }
                    None => return Err(ExecutionError::Function { state: state.to_owned(), source }),
                },
            }
        }
    }

    /// Runs a workflow for each element, and puts the outputs of those that succeeded into the input.
    async fn for_each(&self, state: &str, map: &Map, input: Value) -> Result<Value, ExecutionError> {
        let elements = part(state, &map.items_path, &input)?.as_array().cloned().ok_or_else(|| {
            ExecutionError::NoList { state: state.to_owned(), path: map.items_path.clone() }
        })?;
        let of = elements.len();
        let runs = futures::stream::iter(elements).map(|element| self.run(&map.item_processor, element));
        let results: Vec<_> = runs.buffered(usize::from(map.max_concurrency.get())).collect().await;
        let mut outputs = Vec::with_capacity(of);
        for result in results {
            match result {
                Ok(output) => outputs.push(output),
                Err(error) => tracing::error!(state, %error, "an element failed"),
            }
        }
        let failed = of - outputs.len();
        if failed * 100 > of * usize::from(map.tolerated_failure_percentage) {
            return Err(ExecutionError::Elements { state: state.to_owned(), failed, of });
        }
        Ok(map.result_path.with(input, Value::Array(outputs)))
    }
}

fn part<'a>(state: &str, path: &Path, value: &'a Value) -> Result<&'a Value, ExecutionError> {
    path.of(value).ok_or_else(|| ExecutionError::NoValue { state: state.to_owned(), path: path.clone() })
}

/// Returns the name of the state that follows `state`, whose output is `value`.
fn following<'a>(state: &'a State, value: &Value) -> Option<&'a String> {
    match state {
        State::Task(Task { next, .. }) | State::Map(Map { next, .. }) | State::Pass(Pass { next, .. }) => {
            next.as_ref()
        }
        State::Choice(choice) => {
            let rules = &mut choice.choices.iter();
            let rule = rules.find(|rule| rule.variable.of(value).is_some() == rule.is_present);
            Some(rule.map_or(&choice.default, |rule| &rule.next))
        }
        State::Succeed => None,
    }
}
