//! The measured programs.

use std::path::PathBuf;

use anyhow::bail;

use crate::artifacts;

/// A program, and the function that it runs.
#[derive(Debug)]
pub(crate) struct Program {
    /// The name in the table.
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) path: PathBuf,
    /// The name of the function whose event the program receives.
    pub(crate) function: String,
}

/// The kind of a measured program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A program with only `lambda_http`.
    Hello,
    /// A function of the project.
    Function,
    /// The create-favorite function with the SDK's default features.
    DefaultFeatures,
    /// The create-favorite function in Node.js.
    Node,
}

/// The function that the baselines implement.
pub(crate) const COMPARED: &str = "create-favorite";

/// Builds the baselines and the programs of the functions with these names, or of all functions.
pub(crate) fn all(only: &[String]) -> anyhow::Result<Vec<Program>> {
    let names: Vec<String> = functions::names().map(str::to_owned).collect();
    if let Some(unknown) = only.iter().find(|name| !names.contains(name)) {
        bail!("--only: there is no function {unknown}, only {}", names.join(", "));
    }
    let built = artifacts::functions()?;
    let baselines = artifacts::baselines()?;
    let compared =
        |name: &str, kind, path| Program { name: name.to_owned(), kind, path, function: COMPARED.to_owned() };
    let mut programs = vec![compared("hello", Kind::Hello, baselines.hello)];
    for function in names.into_iter().filter(|name| only.is_empty() || only.contains(name)) {
        programs.push(Program {
            name: function.clone(),
            kind: Kind::Function,
            path: built.join(&function),
            function,
        });
    }
    programs.push(compared("default features", Kind::DefaultFeatures, baselines.default_features));
    programs.push(compared("Node.js", Kind::Node, artifacts::node()?));
    Ok(programs)
}
