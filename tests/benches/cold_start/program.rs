//! The measured programs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use favorites_tests::invocation::function_names;
use favorites_tests::lambda;

use crate::artifacts;

/// A program, and the function that it runs.
#[derive(Debug)]
pub(crate) struct Program {
    /// The name in the table.
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) path: PathBuf,
    /// The name of the function in `_HANDLER`. The program receives the event of this function.
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
pub(crate) fn all(only: &[String], sam_build: Option<&Path>) -> anyhow::Result<Vec<Program>> {
    let names = function_names();
    if let Some(unknown) = only.iter().find(|name| !names.contains(name)) {
        bail!("--only: template.yaml has no function {unknown}; it has {}", names.join(", "));
    }
    let built = match sam_build {
        Some(_) => BTreeMap::new(),
        None => artifacts::functions()?,
    };
    let path = |function: &str| {
        if let Some(folder) = sam_build {
            let path = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("..")
                .join(folder)
                .join(logical_id(function))
                .join("bootstrap");
            path.canonicalize().with_context(|| format!("--sam-build: {}", path.display()))
        } else {
            let path = built.get(lambda::program(function));
            path.cloned().with_context(|| format!("the package `functions` has no program for {function}"))
        }
    };
    let baselines = artifacts::baselines()?;
    let compared =
        |name: &str, kind, path| Program { name: name.to_owned(), kind, path, function: COMPARED.to_owned() };
    let mut programs = vec![compared("hello", Kind::Hello, baselines.hello)];
    for function in names.into_iter().filter(|name| only.is_empty() || only.contains(name)) {
        programs.push(Program {
            name: function.clone(),
            kind: Kind::Function,
            path: path(&function)?,
            function,
        });
    }
    programs.push(compared("default features", Kind::DefaultFeatures, baselines.default_features));
    programs.push(compared("Node.js", Kind::Node, artifacts::node()?));
    Ok(programs)
}

/// Returns the logical id of a function, after which `sam build` names its folder: `CreateFavoriteFunction` for
/// `create-favorite`.
fn logical_id(function: &str) -> String {
    let words = function.split('-').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    words.collect::<String>() + "Function"
}
