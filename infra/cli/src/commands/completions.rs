//! `favorites completions`.

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::failure::Reason;
use crate::output::Output;

/// Write the completions of a shell to standard output.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self, mut program: Command, output: &mut Output) -> Result<(), Reason> {
        let name = program.get_name().to_owned();
        // Into memory, because the generator panics when it can't write.
        let mut script = Vec::new();
        generate(self.shell, &mut program, name, &mut script);
        Ok(output.line(String::from_utf8_lossy(&script).trim_end())?)
    }
}
