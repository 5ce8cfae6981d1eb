//! Lists the programs in `functions/src/bin` for `src/lib.rs`.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/bin");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut list = String::new();
    for file in fs::read_dir(&folder).expect("the functions have programs") {
        let path = file.expect("the folder can be read").path();
        let name =
            path.file_stem().and_then(|name| name.to_str()).expect("names are ASCII").replace('-', "_");
        let path = path.to_str().expect("the path is UTF-8");
        writeln!(list, "program!({name}, \"main_{name}\", {path:?});").expect("memory takes it");
    }
    let folder = env::var("OUT_DIR").expect("Cargo sets it");
    fs::write(Path::new(&folder).join("programs.rs"), list).expect("the folder is there");
}
