//! A world with its trees as a Cargo project, in a ZIP archive.

use crate::Texts;
use crate::examples::Example;
use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;

const MANIFEST: &str = include_str!("../project/manifest.toml");
const MAIN: &str = include_str!("../project/main.rs");
const WORLD: &str = include_str!("world.rs");

/// The archive. Texts that are missing are those of the example.
pub(crate) fn archive(example: &Example, texts: &Texts) -> ZipResult<Vec<u8>> {
    let (module, world) = example.world;
    let main = MAIN.replace("{{module}}", module).replace("{{world}}", world);
    let mut files = vec![
        ("Cargo.toml", MANIFEST.replace("{{name}}", example.name)),
        ("src/main.rs", main),
        ("src/world.rs", WORLD.into()),
    ];
    files.extend(example.sources.iter().map(|(name, text)| (*name, in_place(text))));
    let own = |name: &str| texts.get(name).cloned();
    files.extend(
        example.trees.iter().map(|(name, text)| (*name, own(name).unwrap_or((*text).into()))),
    );
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        archive.start_file(format!("{}/{name}", example.name), SimpleFileOptions::default())?;
        archive.write_all(text.as_bytes())?;
    }
    Ok(archive.finish()?.into_inner())
}

/// The text without the lines that say where a module is: in a project, it is where Rust looks.
fn in_place(text: &str) -> String {
    let is_path = |line: &&str| line.trim_start().starts_with("#[path = ");
    text.lines().filter(|line| !is_path(line)).flat_map(|line| [line, "\n"]).collect()
}
