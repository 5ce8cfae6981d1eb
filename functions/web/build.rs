//! Prepares the files in `app/` for embedding.
//!
//! The files that a browser revalidates keep their names. All others go into a folder that is named by the
//! digest of all files, so that they never change: a new version has another folder, and imports stay as they
//! are written. Code loses its comments and the white space that it does not need. Each file is there as it
//! is then, and compressed by Brotli and by gzip.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::{env, fs};

use anyhow::Context as _;
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;
use minifier::{css, js};
use sha2::{Digest as _, Sha256};
use walkdir::WalkDir;

/// The files with fixed addresses. They name the version, which replaces `{{version}}`, and the paths of all
/// other files, which replace `{{files}}`.
const REVALIDATED: [&str; 4] = ["index.html", "sw.js", "manifest.webmanifest", "icon.svg"];

/// Enough digits of the digest that no two versions share a folder.
const VERSION_DIGITS: usize = 16;

fn main() -> anyhow::Result<()> {
    let app = Path::new(env!("CARGO_MANIFEST_DIR")).join("app");
    println!("cargo::rerun-if-changed={}", app.display());
    println!("cargo::rerun-if-changed=build.rs");
    let files = read(&app)?;
    let version = version(&files);
    println!("cargo::rustc-env=WEB_VERSION={version}");
    let site = Path::new(&env::var("OUT_DIR")?).join("site");
    if site.exists() {
        fs::remove_dir_all(&site)?;
    }
    let assets: Vec<_> = files.keys().filter(|name| !REVALIDATED.contains(&name.as_str())).collect();
    let paths: Vec<_> = assets.iter().map(|name| format!("/app/{version}/{name}")).collect();
    let paths = serde_json::to_string(&paths)?;
    for (name, bytes) in &files {
        if REVALIDATED.contains(&name.as_str()) {
            let text = std::str::from_utf8(bytes).with_context(|| format!("{name} is not UTF-8"))?;
            let text = text.replace("{{version}}", &version).replace("{{files}}", &paths);
            write(&site.join(name), text.as_bytes())?;
        } else {
            write(&site.join(&version).join(name), bytes)?;
        }
    }
    Ok(())
}

fn read(app: &Path) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for entry in WalkDir::new(app) {
        let entry = entry?;
        if entry.file_type().is_file() {
            let path = entry.path();
            let name = path.strip_prefix(app)?.to_str().context("the names of the files are ASCII")?;
            let bytes = match path.extension().and_then(|ending| ending.to_str()) {
                Some("js") => minified(path, |code| Ok(js::minify(code)?.to_string()))?,
                Some("css") => minified(path, |code| Ok(css::minify(code)?.to_string()))?,
                _ => fs::read(path)?,
            };
            files.insert(name.replace('\\', "/"), bytes);
        }
    }
    Ok(files)
}

fn minified(path: &Path, minify: impl Fn(&str) -> Result<String, &'static str>) -> anyhow::Result<Vec<u8>> {
    let code = fs::read_to_string(path)?;
    let code = minify(&code).map_err(|fault| anyhow::anyhow!("{}: {fault}", path.display()))?;
    Ok(code.into_bytes())
}

/// Returns the name of this version: the beginning of the digest of all files and their names.
fn version(files: &BTreeMap<String, Vec<u8>>) -> String {
    let mut digest = Sha256::new();
    for (name, bytes) in files {
        for part in [name.as_bytes(), bytes] {
            digest.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            digest.update(part);
        }
    }
    let mut version = hex::encode(digest.finalize());
    version.truncate(VERSION_DIGITS);
    version
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    fs::create_dir_all(path.parent().context("a file is in a folder")?)?;
    fs::write(path, bytes)?;
    let mut brotli = Vec::new();
    brotli::BrotliCompress(&mut &*bytes, &mut brotli, &BrotliEncoderParams::default())?;
    fs::write(with_suffix(path, "br"), brotli)?;
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(bytes)?;
    fs::write(with_suffix(path, "gz"), gzip.finish()?)?;
    Ok(())
}

fn with_suffix(path: &Path, suffix: &str) -> std::path::PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(".");
    path.push(suffix);
    path.into()
}
