//! Tests data folders after a kill in the middle of writes, and on a full disk.

mod full_disk;
mod writer;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use favorites_tests::program::Program;
use favorites_tests::{consistency, eventually};

use self::writer::{Found, Writer};

const PROGRAM: &str = env!("CARGO_BIN_EXE_favorites-local-under-test");

/// The number of kills.
const KILLS: usize = 3;

/// The number of concurrent writers.
const WRITERS: usize = 6;

/// The number of answers to all writers together before each kill.
const ANSWERS: usize = 150;

/// The longest time that these answers may take.
const PATIENCE: Duration = Duration::from_mins(1);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_in_the_middle_of_writes_loses_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut writers: Vec<Writer> = (0..WRITERS).map(Writer::new).collect();
    for _ in 0..KILLS {
        writers = write_until_killed(Program::start(PROGRAM, folder.path()), writers).await;
        let mut program = Program::start(PROGRAM, folder.path());
        let found = Found::read(&program.api()).await;
        for writer in &mut writers {
            writer.check(&found);
        }
        let (dynamodb, table) = program.dynamodb();
        eventually(async || {
            let faults = consistency::faults(&consistency::scan(&dynamodb, &table).await);
            if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
        })
        .await;
        program.kill();
    }
    let acknowledged: usize = writers.iter().map(Writer::acknowledged).sum();
    assert!(acknowledged >= KILLS * ANSWERS, "{acknowledged}");
}

/// Lets all writers write until the program is killed.
async fn write_until_killed(mut program: Program, writers: Vec<Writer>) -> Vec<Writer> {
    let answers = Arc::new(AtomicUsize::new(0));
    let api = program.api();
    let tasks: Vec<_> = writers
        .into_iter()
        .map(|mut writer| {
            let (api, answers) = (api.clone(), Arc::clone(&answers));
            tokio::spawn(async move {
                while writer.write(&api).await.is_ok() {
                    answers.fetch_add(1, Ordering::SeqCst);
                }
                writer
            })
        })
        .collect();
    let start = Instant::now();
    while answers.load(Ordering::SeqCst) < ANSWERS {
        assert!(start.elapsed() < PATIENCE, "{answers:?} answers in {PATIENCE:?}");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    program.kill();
    let mut writers = Vec::new();
    for task in tasks {
        writers.push(task.await.expect("a writer ends by itself"));
    }
    writers
}
