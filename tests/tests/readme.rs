//! The README's tour, pasted into a shell: each command prints what the README says.

use std::process::Stdio;
use std::time::{Duration, Instant};

use favorites_local::{Options, Service, functions};
use regex::Regex;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

const README: &str = include_str!("../../README.md");

/// A command of the tour, what it prints, and whether that follows the stream.
struct Step {
    command: String,
    output: String,
    eventually: bool,
}

/// The blocks after the marks `<!-- tour -->`, each with the `json` block that follows it.
fn tour() -> Vec<Step> {
    let block = Regex::new(r"(?s)<!-- tour( eventually)? -->\n```sh\n(.*?)```\n(?:\n```json\n(.*?)```\n)?")
        .expect("a regular expression");
    block
        .captures_iter(README)
        .map(|found| Step {
            command: found[2].to_owned(),
            output: found.get(3).map_or(String::new(), |output| output.as_str().to_owned()),
            eventually: found.get(1).is_some(),
        })
        .collect()
}

/// The text without what differs from run to run: ids, times, and the ports of a test.
fn settled(text: &str) -> String {
    let id = Regex::new(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}").expect("a regular expression");
    let time = Regex::new(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{12}Z").expect("a regular expression");
    time.replace_all(&id.replace_all(text, "ID"), "TIME").into_owned()
}

/// The shell of the whole tour, as a newcomer has one.
struct Shell {
    stdin: ChildStdin,
    stdout: Lines<BufReader<ChildStdout>>,
    _process: Child,
}

impl Shell {
    fn start(token: &str) -> Self {
        let mut process = Command::new("bash")
            .env("TOKEN", token)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("bash is there");
        let stdin = process.stdin.take().expect("it is piped");
        let stdout = BufReader::new(process.stdout.take().expect("it is piped")).lines();
        Self { stdin, stdout, _process: process }
    }

    /// Returns the output of a command.
    async fn paste(&mut self, command: &str) -> String {
        const END: &str = "-- end of the command --";
        self.stdin.write_all(format!("{command}\necho '{END}'\n").as_bytes()).await.expect("the shell reads");
        let mut printed = String::new();
        loop {
            match self.stdout.next_line().await.expect("the shell writes").expect("the shell lives") {
                line if line == END => return printed,
                line => printed = format!("{printed}{line}\n"),
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tour_prints_what_the_readme_says() {
    let service = Service::start(Options::throw_away(), functions).await.unwrap();
    let mut shell = Shell::start(&service.tokens().issue("me").expect("the list of tokens is in memory"));
    let steps = tour();
    assert!(steps.len() > 10, "the README's tour has {} steps", steps.len());
    let mut readme = README.to_owned();
    for step in steps {
        let command = step.command.replace("http://127.0.0.1:3000", &service.url());
        let mut printed = shell.paste(&command).await;
        let deadline = Instant::now() + Duration::from_secs(10);
        while step.eventually && settled(&printed) != settled(&step.output) && Instant::now() < deadline {
            printed = shell.paste(&command).await;
        }
        if std::env::var_os("UPDATE").is_some() {
            let block = |output: &str| format!("{}```\n\n```json\n{output}```\n", step.command);
            readme = readme.replace(&block(&step.output), &block(&printed));
        } else {
            assert_eq!(settled(&printed), settled(&step.output), "{}", step.command);
        }
    }
    if readme != README {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md"), readme).unwrap();
    }
    service.shutdown().await;
}
