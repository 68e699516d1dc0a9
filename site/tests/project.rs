//! The projects that visitors download compile, beside a clone of the repository.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use playground::{Command, Playground};
use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::{env, fs, process};
use zip::ZipArchive;

const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Unpacks the project of a world into a folder with this name, and returns the folder of the project.
fn unpacked(name: &str, world: &str, texts: &[(&str, &str)]) -> PathBuf {
    let texts = texts.iter().map(|(name, text)| ((*name).into(), (*text).into()));
    let texts: BTreeMap<String, String> = texts.collect();
    let command = Command::Project { world: world.into(), texts };
    let archive = Playground::default().obey(command).expect("there is such a world");
    let archive = STANDARD.decode(archive).expect("it is base64");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("project-{name}"));
    fs::remove_dir_all(&folder).ok();
    let mut archive = ZipArchive::new(Cursor::new(archive)).expect("it is an archive");
    archive.extract(&folder).expect("the files can be written");
    folder.join(world)
}

#[test]
fn each_project_compiles() {
    for world in ["village", "robot", "soldier"] {
        let folder = unpacked(world, world, &[]);
        // The clone and the versions that are here already, so that nothing is downloaded or compiled again.
        let manifest = folder.join("Cargo.toml");
        let text = fs::read_to_string(&manifest).expect("the file is there");
        assert_eq!(text.matches("\"../behavior-tree/").count(), 2);
        fs::write(&manifest, text.replace("../behavior-tree", REPOSITORY))
            .expect("the file can be written");
        fs::copy(format!("{REPOSITORY}/site/Cargo.lock"), folder.join("Cargo.lock"))
            .expect("the file can be copied");
        let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("..");
        let built = process::Command::new(env!("CARGO"))
            .args(["build", "--offline"])
            .current_dir(&folder)
            .env("CARGO_TARGET_DIR", target)
            .env("CARGO_PROFILE_DEV_DEBUG", "false")
            .env("CARGO_INCREMENTAL", "0")
            .output()
            .expect("cargo can be started");
        assert!(built.status.success(), "{world}: {}", String::from_utf8_lossy(&built.stderr));
    }
}

#[test]
fn a_project_has_the_trees_of_the_visitor() {
    let folder =
        unpacked("edited", "village", &[("villager.tree", "tree Villager { running; }\n")]);
    let text = fs::read_to_string(folder.join("villager.tree")).expect("the file is there");
    assert_eq!(text, "tree Villager { running; }\n");
}
