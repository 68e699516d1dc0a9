//! Runs of rustc on programs that are no targets of Cargo, with the library.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::{env, fs};

/// The library, compiled.
static LIBRARY: LazyLock<PathBuf> = LazyLock::new(build);

pub(crate) fn compiler() -> Command {
    Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// rustc for a program in a folder, which knows the library by this name. `trees from` searches the folder, too.
pub(crate) fn rustc(folder: &Path, library: &str) -> Command {
    let beside = LIBRARY.parent().expect("a folder with libraries");
    let mut rustc = compiler();
    rustc.current_dir(folder).env("CARGO_MANIFEST_DIR", folder);
    rustc.arg("--extern").arg(format!("{library}={}", LIBRARY.display()));
    for dependencies in [beside.to_owned(), beside.join("deps")] {
        rustc.arg("-L").arg(format!("dependency={}", dependencies.display()));
    }
    rustc
}

/// An empty folder for a program.
pub(crate) fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("an old folder can be removed");
    }
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// Has Cargo build the library, in the folder of this program. In a build of the whole workspace the macro has the feature
/// `facts`, with which rustc says some of its messages twice; a program that proves nothing has not.
fn build() -> PathBuf {
    let mut cargo = Command::new(env!("CARGO"));
    // With `meaning`, the macro's own libraries have the same features as in the workspace, and are not compiled again.
    cargo.args(["build", "--quiet", "--offline", "--package", "bt-core", "--package", "meaning"]);
    cargo.args(["--lib", "--no-default-features", "--features", "bt-core/picking,bt-core/std"]);
    cargo.args(["--message-format", "json", "--target-dir"]);
    cargo.arg(Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name(""));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR")).stderr(Stdio::inherit());
    let output = cargo.output().expect("cargo runs");
    let artifacts = String::from_utf8(output.stdout).expect("a text");
    let artifacts = artifacts.lines().map(serde_json::from_str::<Value>);
    let mut of_library =
        artifacts.flatten().filter(|artifact| artifact["target"]["name"] == "bt_core");
    let files = of_library.next().expect("cargo builds the library")["filenames"].take();
    let files = files.as_array().into_iter().flatten().filter_map(Value::as_str);
    let mut files = files.map(PathBuf::from);
    files.find(|file| file.extension().is_some_and(|kind| kind == "rlib")).expect("a library")
}
