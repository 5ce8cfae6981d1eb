//! The sizes of deployed programs, and their limits.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, ensure};
use serde::Deserialize;

use crate::program::{Kind, Program};

/// The sizes of a program, in bytes.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct Size {
    pub(crate) file: u64,
    pub(crate) zipped: u64,
    /// True if CI would accept both sizes for a function.
    pub(crate) is_small: bool,
}

/// Measures each program with CI's script for artifacts, so that both use the same limits.
pub(crate) fn of(programs: &[Program]) -> anyhow::Result<Vec<Size>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../infra/tools/artifacts.py");
    let paths = programs.iter().map(|program| &program.path);
    let output = Command::new("python3").arg(&script).arg("--json").args(paths).output();
    let output = output.context("python3 does not start")?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}: {}: {error}", script.display(), output.status);
    let sizes: Vec<Size> = serde_json::from_slice(&output.stdout).context("the sizes are not JSON")?;
    ensure!(sizes.len() == programs.len(), "{} sizes of {} programs", sizes.len(), programs.len());
    for (program, size) in programs.iter().zip(&sizes) {
        ensure!(
            size.zipped > 0 && size.file > 0,
            "{}: the program {} is empty",
            program.name,
            program.path.display()
        );
    }
    Ok(sizes)
}

impl Size {
    /// Returns true if the limits apply to this kind of program.
    pub(crate) fn is_limited(kind: Kind) -> bool {
        kind == Kind::Function
    }
}
