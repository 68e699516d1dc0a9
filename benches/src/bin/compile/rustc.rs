//! One run of rustc on a generated tree.

use crate::libraries::{Libraries, Mode};
use object::read::archive::ArchiveFile;
use object::{Object as _, ObjectSection as _, SectionKind};
use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4 as _;

/// The measured cost.
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    pub(crate) nodes: usize,
    /// Processor time in the macro.
    pub(crate) expansion: Duration,
    /// Processor time of everything else.
    pub(crate) compiler: Duration,
    /// Bytes of machine code.
    pub(crate) text: u64,
    /// The maximum memory in use, in bytes.
    pub(crate) memory: u64,
}

/// Compiles a program with a number of nodes several times; the minimum of each figure is its cost.
pub(crate) fn compile(
    directory: &Path,
    libraries: &Libraries,
    (program, nodes): (&str, usize),
    runs: usize,
) -> Result<Cost, Box<dyn Error>> {
    let source = directory.join("tree.rs");
    std::fs::write(&source, program)?;
    let expansion = least(runs, || expansion(directory, libraries, &source))?;
    let mut memory = 0;
    let all = least(runs, || {
        let mut rustc = rustc(directory, libraries, &source);
        rustc.arg("--emit=metadata,link");
        let used = rustc.stderr(Stdio::inherit()).spawn()?.wait4()?;
        if !used.status.success() {
            return Err(format!("a tree of {nodes} nodes does not compile").into());
        }
        memory = used.rusage.maxrss;
        Ok(used.rusage.utime + used.rusage.stime)
    })?;
    let text = text(&directory.join("libtree.rlib"))?;
    Ok(Cost { nodes, expansion, compiler: all.saturating_sub(expansion), text, memory })
}

fn least(
    runs: usize,
    mut run: impl FnMut() -> Result<Duration, Box<dyn Error>>,
) -> Result<Duration, Box<dyn Error>> {
    let mut least = run()?;
    for _ in 1..runs {
        least = least.min(run()?);
    }
    Ok(least)
}

/// A library with the tree, and with code that ticks and aborts it.
pub(crate) fn program(tree: &str) -> String {
    format!(
        "#![allow(unused_imports)]
use benches::random::{{Walk, While, World}};
bt_core::behavior_tree! {{\n{tree}}}
pub fn tick(tree: &mut Tree, world: &mut World) -> bt_core::Status {{ tree.tick(world) }}
pub fn abort(tree: &mut Tree, world: &mut World) {{ tree.abort(world) }}\n"
    )
}

fn rustc(directory: &Path, libraries: &Libraries, source: &Path) -> Command {
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition=2024", "--crate-type=lib", "--crate-name=tree"]);
    rustc.args(match libraries.mode {
        Mode::Debug => ["-Copt-level=0", "-Cdebuginfo=2"],
        Mode::Release => ["-Copt-level=3", "-Cdebuginfo=0"],
    });
    for (name, library) in [("bt_core", &libraries.core), ("benches", &libraries.benches)] {
        rustc.arg("--extern").arg(format!("{name}={}", library.display()));
        let folder = library.parent().unwrap_or(library);
        rustc.arg("-L").arg(format!("dependency={}", folder.join("deps").display()));
        rustc.arg("-L").arg(format!("dependency={}", folder.display()));
    }
    rustc.arg("--out-dir").arg(directory).arg(source);
    rustc
}

/// The processor time in the macro. rustc's profile contains elapsed times, so they are multiplied by the
/// fraction of the time in which the process, which has one thread here, was running.
fn expansion(
    directory: &Path,
    libraries: &Libraries,
    source: &Path,
) -> Result<Duration, Box<dyn Error>> {
    let profiles = directory.join("profile");
    if profiles.exists() {
        std::fs::remove_dir_all(&profiles)?;
    }
    let mut rustc = rustc(directory, libraries, source);
    // The profile is an unstable feature.
    rustc.env("RUSTC_BOOTSTRAP", "1").arg(format!("-Zself-profile={}", profiles.display()));
    rustc.args(["-Zself-profile-events=default", "--emit=dep-info"]);
    let begin = Instant::now();
    let used = rustc.stderr(Stdio::inherit()).spawn()?.wait4()?;
    let passed = begin.elapsed();
    if !used.status.success() {
        return Err("rustc writes no profile".into());
    }
    let share = (used.rusage.utime + used.rusage.stime).div_duration_f64(passed).min(1.0);
    for file in std::fs::read_dir(&profiles)? {
        let profile =
            analyzeme::ProfilingData::new(&file?.path()).map_err(|error| error.to_string())?;
        let queries = profile.perform_analysis().query_data;
        if let Some(query) = queries.iter().find(|query| query.label == "expand_proc_macro") {
            return Ok(query.self_time.mul_f64(share));
        }
    }
    // There is no macro.
    Ok(Duration::ZERO)
}

/// The number of bytes of machine code in a library.
fn text(library: &Path) -> Result<u64, Box<dyn Error>> {
    let data = std::fs::read(library)?;
    let archive = ArchiveFile::parse(&*data)?;
    let mut bytes = 0;
    for member in archive.members() {
        let Ok(file) = object::File::parse(member?.data(&*data)?) else { continue };
        let code = file.sections().filter(|section| section.kind() == SectionKind::Text);
        bytes += code.map(|section| section.size()).sum::<u64>();
    }
    Ok(bytes)
}
