//! Prints a sample event of each function, as an array of pairs of name and event. With the name of a function, it
//! only prints the event of this function, for `sam local invoke --event -`.

use std::io::Write as _;

use anyhow::Context as _;
use favorites_tests::lambda::event;
use serde_json::{Value, json};

fn main() -> anyhow::Result<()> {
    let printed = match std::env::args().nth(1) {
        Some(name) => {
            let known = functions::names().find(|known| **known == *name);
            event(known.with_context(|| format!("there is no function {name}"))?)
        }
        None => functions::names().map(|name| json!([name, event(name)])).collect::<Value>(),
    };
    Ok(writeln!(std::io::stdout(), "{printed:#}")?)
}
