//! `favorites completions`.

use crate::support::Program;

/// Returns the names of the commands in the program's help.
async fn commands() -> Vec<String> {
    let help = Program::new().run(&["--help"]).await.done();
    let (_, list) = help.split_once("Commands:\n").expect("the help lists the commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    // Wrapped lines of a description are indented further.
    let first_lines = lines.filter(|line| !line.starts_with("    "));
    first_lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[tokio::test]
async fn each_shell_completes_every_command() {
    let commands = commands().await;
    assert!(commands.len() >= 20 && commands.contains(&"sync".to_owned()), "{commands:?}");
    for shell in ["bash", "zsh", "fish"] {
        let script = Program::new().run(&["completions", shell]).await.done();
        for command in commands.iter().filter(|command| *command != "help") {
            assert!(script.contains(command), "{shell} does not complete {command}");
        }
        assert!(script.contains("chatRecord"), "{shell} does not complete types");
    }
}

#[tokio::test]
async fn bash_completes_a_command_and_an_option() {
    let script = Program::new().run(&["completions", "bash"]).await.done();
    let completions = |words: &str, last: usize| {
        let commands = format!(
            "{script}\nCOMP_WORDS=({words}); COMP_CWORD={last}\n_favorites favorites \"${{COMP_WORDS[{last}]}}\" \
             \"${{COMP_WORDS[{last} - 1]}}\"\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n"
        );
        let output = std::process::Command::new("bash").args(["--norc", "-c", &commands]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(completions("favorites se", 1), "search\n");
    assert_eq!(completions("favorites search --unt", 2), "--untagged\n");
    assert_eq!(completions("favorites tag att", 2), "attach\n");
}

#[tokio::test]
async fn another_shell_is_refused_with_the_list_of_shells() {
    let error = Program::new().run(&["completions", "cmd"]).await.failed(2);
    assert!(error.contains("bash") && error.contains("zsh") && error.contains("fish"), "{error}");
}
