//! The kernel's figures for a process: its CPU time, its state and its memory.

use std::fs;
use std::time::{Duration, Instant};

use nix::time::{ClockId, clock_getcpuclockid, clock_gettime};
use nix::unistd::Pid;

/// The longest time that a process may take to become idle.
const PATIENCE: Duration = Duration::from_secs(30);

/// The time for which a process must sleep without using the CPU to count as idle.
const QUIET: Duration = Duration::from_millis(2);

/// A process whose CPU time is read.
///
/// The clock measures the whole process (`clock_getcpuclockid(3)`) in nanoseconds. Unlike a sum over `/proc/PID/task`, it
/// includes threads that have ended, which Node.js has.
#[derive(Debug)]
pub(crate) struct Process {
    id: u32,
    clock: ClockId,
}

impl Process {
    pub(crate) fn new(id: u32) -> Self {
        let pid = Pid::from_raw(id.try_into().expect("an id of a process is a positive pid_t"));
        let clock = clock_getcpuclockid(pid).expect("the process runs");
        Self { id, clock }
    }

    /// Waits until every thread sleeps and none has used the CPU for [`QUIET`]. Returns the CPU time since the start of the
    /// process. Panics if the process is busy for [`PATIENCE`].
    pub(crate) async fn idle(&self) -> Duration {
        let start = Instant::now();
        loop {
            let before = self.spent();
            tokio::time::sleep(QUIET).await;
            if self.sleeps() && self.spent() == before {
                return before;
            }
            assert!(start.elapsed() < PATIENCE, "process {} is not idle after {PATIENCE:?}", self.id);
        }
    }

    /// Returns the peak memory of the process in bytes: the high-water mark of its resident set.
    pub(crate) fn peak_memory(&self) -> u64 {
        let status = self.read("status");
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))
            .expect("the kernel accounts for memory");
        let kibibytes: u64 =
            line.trim().trim_end_matches(" kB").parse().expect("the kernel writes a number of kB");
        kibibytes * 1024
    }

    fn spent(&self) -> Duration {
        clock_gettime(self.clock).expect("the process runs").into()
    }

    /// Returns true if every thread sleeps. A thread that is ready to run and waits for a processor does not sleep.
    fn sleeps(&self) -> bool {
        let threads = fs::read_dir(format!("/proc/{}/task", self.id)).expect("the process runs");
        let mut states =
            threads.flatten().filter_map(|thread| fs::read_to_string(thread.path().join("stat")).ok());
        // The name of a thread is in parentheses, and may contain parentheses.
        states.all(|stat| stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('S')))
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(format!("/proc/{}/{file}", self.id)).expect("the process runs")
    }
}
