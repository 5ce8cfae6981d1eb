//! This program in a process of its own, to measure what a function needs without the rest of a benchmark.

use std::{env, io};

use serde::de::DeserializeOwned;
use tokio::process::Command;

use crate::{Service, lambda};

/// Starts this program again, with these arguments and the environment of `function`, and returns the JSON that it prints.
///
/// # Errors
/// Returns an error if the program can't be started or fails, with what it wrote to standard error, or if it prints something else.
pub async fn run_as<T: DeserializeOwned>(
    service: &Service,
    function: &str,
    arguments: &[&str],
) -> io::Result<T> {
    let variables = lambda::variables(service.running().environment(), function);
    let output =
        Command::new(env::current_exe()?).args(arguments).env_clear().envs(variables).output().await?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        let message = format!("the process of {function} ended with {}: {errors}", output.status);
        return Err(io::Error::other(message));
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}
