//! The declared minimum supported Rust version is as low as the dependencies allow, and not lower.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// Returns the output of `cargo metadata` for this package, with the versions of `Cargo.lock`.
fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs, because it runs this test");
    assert!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON")
}

/// Returns the elements of the array `name` in `value`.
fn array<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().expect("cargo metadata documents an array")
}

/// Returns the text `name` in `value`.
fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().expect("cargo metadata documents a string")
}

/// Returns the elements of the array `name` in `value` by their `id`.
fn by_id<'a>(value: &'a Value, name: &str) -> BTreeMap<&'a str, &'a Value> {
    array(value, name).iter().map(|element| (text(element, "id"), element)).collect()
}

/// Returns the ids of all packages that `root` depends on, on any platform, except for development.
fn dependencies<'a>(nodes: &BTreeMap<&'a str, &'a Value>, root: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut pending = vec![root];
    while let Some(id) = pending.pop() {
        for dependency in array(nodes[id], "deps") {
            let is_for_library = array(dependency, "dep_kinds").iter().any(|kind| kind["kind"] != "dev");
            let id = text(dependency, "pkg");
            if is_for_library && found.insert(id) {
                pending.push(id);
            }
        }
    }
    found
}

/// Parses a version such as `1.89` or `1.89.0`.
fn version(text: &str) -> [u32; 3] {
    let mut version = [0; 3];
    for (number, part) in version.iter_mut().zip(text.split('.')) {
        *number = part.parse().expect("a Rust version is up to three numbers");
    }
    version
}

#[test]
fn the_declared_rust_version_is_the_newest_that_a_dependency_declares() {
    let metadata = metadata();
    let packages = by_id(&metadata, "packages");
    let nodes = by_id(&metadata["resolve"], "nodes");
    let (root, _) = packages.iter().find(|(_, package)| package["name"] == env!("CARGO_PKG_NAME")).unwrap();

    let newest = dependencies(&nodes, root)
        .into_iter()
        .filter_map(|id| Some((version(packages[id]["rust_version"].as_str()?), id)))
        .max()
        .unwrap();
    assert_eq!(
        version(env!("CARGO_PKG_RUST_VERSION")),
        newest.0,
        "set `rust-version` in Cargo.toml, and the version in README.md, to what {} declares",
        newest.1
    );
}

#[test]
fn the_readme_names_the_declared_rust_version() {
    let named = format!("supports Rust {} and later", env!("CARGO_PKG_RUST_VERSION"));
    assert!(include_str!("../README.md").contains(&named), "README.md does not contain {named:?}");
}
