//! Compares the time that deriving 50 entities adds to `cargo check` with the time that deriving serde for them adds.
//!
//! The benchmark makes three crates of the same 50 structs with the same dependencies: without a derive, with serde's, and with
//! serde's and `Entity`. The dependencies are checked once; then each crate alone is checked in turn. Incremental compilation is
//! off, because a check that finds no changes would measure nothing.

mod rounds;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

use rounds::{Samples, Turn};

const ENTITIES: usize = 50;
const ROUNDS: usize = 20;

const DERIVES: [Derive; 3] = [Derive::Nothing, Derive::Serde, Derive::Entity];

#[derive(Clone, Copy)]
enum Derive {
    Nothing,
    Serde,
    Entity,
}

fn main() -> io::Result<()> {
    // `cargo bench` passes `--bench`. Without it, there is nothing to measure.
    if !env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile-time");
    write_workspace(&root)?;
    let turns: Vec<Turn<'_>> = DERIVES
        .map(|derive| {
            let root = &root;
            Box::new(move || check(root, derive)) as Turn<'_>
        })
        .into();
    // The first round checks the dependencies.
    rounds::measure(1, &turns)?;
    let samples = rounds::measure(ROUNDS, &turns)?;
    print_ratios(&samples)
}

fn print_ratios(samples: &[Samples]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "`cargo check` of {ENTITIES} structs, {ROUNDS} rounds: the median, and between what half of the rounds lie."
    )?;
    for (derive, samples) in DERIVES.iter().zip(samples) {
        writeln!(out, "    {:<18} {:>10.2?}", derive.name(), samples.median())?;
    }
    if let [nothing, serde, entity] = samples {
        let added = Samples::combine([nothing, serde, entity], |[nothing, serde, entity]| {
            (entity - serde) / (serde - nothing)
        });
        writeln!(out, "what `Entity` adds / what serde adds: {added}")?;
        writeln!(out, "all of it with `Entity` / with serde alone: {}", entity.over(serde))?;
    }
    Ok(())
}

fn write_workspace(root: &Path) -> io::Result<()> {
    fs::create_dir_all(root)?;
    let members: Vec<&str> = DERIVES.iter().map(|derive| derive.name()).collect();
    fs::write(root.join("Cargo.toml"), format!("[workspace]\nresolver = \"3\"\nmembers = {members:?}\n"))?;
    let library = env!("CARGO_MANIFEST_DIR");
    // Takes the versions of this workspace's dependencies, so that Cargo fetches nothing.
    fs::copy(Path::new(library).join("../../Cargo.lock"), root.join("Cargo.lock"))?;
    for derive in DERIVES {
        let name = derive.name();
        fs::create_dir_all(root.join(name).join("src"))?;
        let manifest = format!(
            "[package]\nname = {name:?}\nedition = \"2024\"\n\n\
             [dependencies]\nserde = {{ version = \"1\", features = [\"derive\"] }}\nsingle-table = {{ path = '{library}' }}\n"
        );
        fs::write(root.join(name).join("Cargo.toml"), manifest)?;
        fs::write(source_file(root, derive), source(derive))?;
    }
    Ok(())
}

/// Checks one crate, and returns the time that Cargo took.
fn check(root: &Path, derive: Derive) -> io::Result<Duration> {
    // Writing the file makes it newer than its build, so Cargo checks the crate again.
    fs::write(source_file(root, derive), source(derive))?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(["check", "--quiet", "--offline", "--package", derive.name(), "--target-dir"])
        .arg(root.join("target"))
        .current_dir(root)
        .env("CARGO_INCREMENTAL", "0");
    let start = Instant::now();
    let output = command.output()?;
    let taken = start.elapsed();
    if output.status.success() {
        Ok(taken)
    } else {
        Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()))
    }
}

fn source_file(root: &Path, derive: Derive) -> PathBuf {
    root.join(derive.name()).join("src/lib.rs")
}

fn source(derive: Derive) -> String {
    let entities: Vec<_> = match derive {
        Derive::Entity => (0..ENTITIES).map(|number| format!("Order{number}")).collect(),
        Derive::Nothing | Derive::Serde => Vec::new(),
    };
    let mut source = format!(
        "single_table::table! {{
            pub struct Shop {{
                key: (pk, sk),
                global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk), GsiTwo = gsiTwo (gsiTwoPk, gsiTwoSk)],
                entities: [{}],
            }}
        }}",
        entities.join(", ")
    );
    for number in 0..ENTITIES {
        let attributes = derive.attributes(number);
        let _ = write!(
            source,
            "
            {attributes}
            pub struct Order{number} {{
                pub customer: String,
                pub order: String,
                pub status: String,
                pub carrier: Option<String>,
                pub placed: u64,
                pub total: u32,
            }}"
        );
    }
    source
}

impl Derive {
    fn name(self) -> &'static str {
        match self {
            Self::Nothing => "no-derive",
            Self::Serde => "serde-alone",
            Self::Entity => "serde-and-entity",
        }
    }

    fn attributes(self, number: usize) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Serde => "#[derive(serde::Serialize, serde::Deserialize)]".to_owned(),
            Self::Entity => format!(
                "#[derive(serde::Serialize, serde::Deserialize, single_table::Entity)]
                #[entity(table = Shop, name = \"Order{number}\", partition(customer), sort(order))]
                #[index(on = GsiOne, view = Orders{number}ByStatus, partition(customer, status), sort(placed))]
                #[index(on = GsiTwo, view = Orders{number}ByTotal, partition(customer), sort(total, order))]"
            ),
        }
    }
}
