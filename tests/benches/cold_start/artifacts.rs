//! Builds the measured programs in their deployed form.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};
use favorites_tests::figures::say;
use serde_json::Value;

/// The Rust programs with which the functions are compared.
pub(crate) struct Baselines {
    pub(crate) hello: PathBuf,
    pub(crate) default_features: PathBuf,
}

/// Builds the functions' programs as they are deployed, and returns their folder.
pub(crate) fn functions() -> anyhow::Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the tests are in the workspace")?;
    run(Command::new("make").arg("--directory").arg(root.join("functions")).arg("programs"))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join("functions/x86_64"))
}

/// Builds the programs in `baselines`, a separate workspace. Builds each by itself, because in a common build both would get all
/// features that either needs.
pub(crate) fn baselines() -> anyhow::Result<Baselines> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cold_start");
    let target = target.to_str().context("the target folder's path is not UTF-8")?;
    let build = |name: &str| {
        let mut built = cargo_build(&folder("baselines"), &["--target-dir", target, "--package", name])?;
        built.remove(name).with_context(|| format!("`baselines` has no program `{name}`"))
    };
    Ok(Baselines { hello: build("hello")?, default_features: build("default-features")? })
}

/// Bundles the function in Node.js and returns the path of the bundle. Its first line makes it executable.
pub(crate) fn node() -> anyhow::Result<PathBuf> {
    let folder = folder("node");
    run(Command::new("npm").arg("ci").arg("--no-audit").arg("--no-fund").current_dir(&folder))?;
    run(Command::new("npm").arg("run").arg("build").current_dir(&folder))?;
    Ok(folder.join("dist/bootstrap"))
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/cold_start").join(name)
}

/// Builds in release mode and returns the programs by name.
fn cargo_build(folder: &Path, arguments: &[&str]) -> anyhow::Result<BTreeMap<String, PathBuf>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.args(["build", "--release", "--locked", "--message-format", "json-render-diagnostics"]);
    // These variables describe the benchmark's own package. Build scripts that read them would run again after each build by
    // hand.
    let of_package = |name: &OsString| {
        let name = name.to_string_lossy();
        name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
    };
    for (name, _) in std::env::vars_os().filter(|(name, _)| of_package(name)) {
        command.env_remove(name);
    }
    let messages = run(command.args(arguments).current_dir(folder))?;
    let mut programs = BTreeMap::new();
    for line in messages.lines() {
        let message: Value = serde_json::from_str(line).with_context(|| format!("Cargo's message {line}"))?;
        if let (Some(path), Some(name)) = (message["executable"].as_str(), message["target"]["name"].as_str())
        {
            programs.insert(name.to_owned(), PathBuf::from(path));
        }
    }
    Ok(programs)
}

/// Runs a command and returns its standard output. Its standard error goes to the benchmark's.
fn run(command: &mut Command) -> anyhow::Result<String> {
    let shown = format!("{command:?}");
    say(&shown);
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("{shown} does not start"))?;
    ensure!(output.status.success(), "{shown}: {}", output.status);
    String::from_utf8(output.stdout).with_context(|| format!("{shown} wrote something that is not UTF-8"))
}
