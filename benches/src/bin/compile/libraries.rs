//! The libraries that a generated crate needs, built by cargo.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use wait4::Wait4 as _;

/// The mode in which a crate is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Debug,
    Release,
}

impl Mode {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Release => "release",
        }
    }
}

/// `bt-core` and `benches`, with the macro.
pub(crate) struct Libraries {
    pub(crate) mode: Mode,
    pub(crate) core: PathBuf,
    pub(crate) benches: PathBuf,
}

impl Libraries {
    /// Builds them; with `fast`, the macro is optimized.
    pub(crate) fn build(directory: &Path, mode: Mode, fast: bool) -> Result<Self, Box<dyn Error>> {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--package", "benches", "--lib"]);
        cargo.args(["--message-format", "json", "--target-dir"]);
        cargo.arg(directory.join(if fast { "fast" } else { "plain" }));
        if mode == Mode::Release {
            cargo.arg("--release");
        }
        let level = if fast { "3" } else { "0" };
        cargo.env("CARGO_PROFILE_DEV_BUILD_OVERRIDE_OPT_LEVEL", level);
        cargo.env("CARGO_PROFILE_RELEASE_BUILD_OVERRIDE_OPT_LEVEL", level);
        let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into());
        }
        let messages = String::from_utf8(output.stdout)?;
        let find = |name: &str| {
            let library = messages.lines().rev().find_map(|line| library(line, name));
            library.ok_or(format!("cargo built no {name}"))
        };
        Ok(Self { mode, core: find("bt_core")?, benches: find("benches")? })
    }
}

/// The file of a library, from one of cargo's messages.
fn library(message: &str, name: &str) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_str(message).ok()?;
    let is_it = message["reason"] == "compiler-artifact" && message["target"]["name"] == name;
    let files = message["filenames"].as_array().filter(|_| is_it)?;
    let mut files = files.iter().filter_map(|file| file.as_str()).map(PathBuf::from);
    files.find(|file| file.extension().is_some_and(|kind| kind == "rlib"))
}

/// The processor time of a clean build of `bt-core` with its macro and all dependencies. As in the
/// project of a user, it is not incremental: Cargo builds nothing from a registry incrementally.
pub(crate) fn clean_build(directory: &Path) -> Result<Duration, Box<dyn Error>> {
    let directory = directory.join("clean");
    if directory.exists() {
        std::fs::remove_dir_all(&directory)?;
    }
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--package", "bt-core", "--target-dir"]).arg(&directory);
    cargo
        .env("CARGO_INCREMENTAL", "0")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit());
    let used = cargo.spawn()?.wait4()?;
    if !used.status.success() {
        return Err("bt-core does not build".into());
    }
    Ok(used.rusage.utime + used.rusage.stime)
}
