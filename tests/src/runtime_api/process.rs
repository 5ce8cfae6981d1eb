//! A process of the operating system: its output, its signals and its data in `/proc`.

use std::ffi::OsStr;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;

use crate::eventually::eventually;

/// A process. It ends when this is dropped.
pub(super) struct Process {
    child: Child,
    id: Pid,
    pub(super) started: Instant,
    output: Arc<Mutex<String>>,
    readers: [JoinHandle<()>; 2],
}

impl Process {
    /// Starts a program with these variables and no others.
    pub(super) fn start<N: AsRef<OsStr>>(
        program: &OsStr,
        variables: impl IntoIterator<Item = (N, String)>,
    ) -> Self {
        let mut command = Command::new(program);
        command.env_clear().envs(variables).kill_on_drop(true);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let started = Instant::now();
        let mut child =
            command.spawn().unwrap_or_else(|error| panic!("{} does not start: {error}", program.display()));
        let id = child.id().and_then(|id| Pid::from_raw(id.try_into().ok()?));
        let output = Arc::new(Mutex::new(String::new()));
        let readers = [
            keep(child.stdout.take().expect("its standard output is piped"), &output),
            keep(child.stderr.take().expect("its standard error is piped"), &output),
        ];
        Self { child, id: id.expect("nobody has waited for the process yet"), started, output, readers }
    }

    pub(super) fn id(&self) -> u32 {
        self.id.as_raw_nonzero().get().unsigned_abs()
    }

    /// Returns the standard output and standard error of the process so far, line by line.
    pub(super) fn output(&self) -> String {
        self.output.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits until the process has ended.
    pub(super) async fn wait(&mut self) -> ExitStatus {
        self.child.wait().await.expect("the process is our child")
    }

    /// Waits until the process has ended and all its output was read.
    pub(super) async fn wait_for_output(mut self) -> (ExitStatus, String) {
        let status = self.wait().await;
        for reader in &mut self.readers {
            reader.await.expect("what it writes is text");
        }
        (status, self.output())
    }

    /// Stops the process, as Lambda freezes an execution environment between two invocations. Returns when the process has
    /// stopped.
    pub(super) async fn freeze(&self) {
        kill_process(self.id, Signal::STOP).expect("the process is our child");
        let stat = format!("/proc/{}/stat", self.id());
        eventually(async || {
            let stat = std::fs::read_to_string(&stat).expect("/proc describes our child");
            // The state follows the name, which is in parentheses: see proc_pid_stat(5).
            let state = stat.rsplit(") ").next().unwrap_or_default();
            if state.starts_with('T') { Ok(()) } else { Err(stat.clone()) }
        })
        .await;
    }

    /// Lets the process continue.
    pub(super) fn thaw(&self) {
        kill_process(self.id, Signal::CONT).expect("the process is our child");
    }

    /// Returns the number of files, sockets and pipes that the process has open.
    pub(super) fn open_files(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/fd", self.id())).expect("/proc describes our child").count()
    }
}

fn keep(stream: impl AsyncRead + Unpin + Send + 'static, output: &Arc<Mutex<String>>) -> JoinHandle<()> {
    let output = Arc::clone(output);
    tokio::spawn(async move {
        let mut lines = BufReader::new(stream).lines();
        while let Some(line) = lines.next_line().await.expect("the output is text and can be read") {
            let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
            output.push_str(&line);
            output.push('\n');
        }
    })
}
