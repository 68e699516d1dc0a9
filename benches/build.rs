//! Generates the large random trees.

use generated_trees::{Shape, tree};
use std::path::Path;
use std::{env, fs, io};

const SEED: u64 = 10;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_LARGE").is_none() {
        return Ok(());
    }
    let trees: String = [("Thousand", 1_000), ("TenThousand", 10_000)]
        .iter()
        .map(|(name, nodes)| tree(name, Shape::Random(SEED), *nodes))
        .map(|text| text.replace("(world: &mut World)", "<W: Leaves>(world: &mut W)"))
        .map(|text| text.replace("pub tree", "/// A large tree.\npub tree"))
        .collect();
    let directory = env::var("OUT_DIR").map_err(io::Error::other)?;
    let text = format!("bt_core::behavior_tree! {{\n{trees}}}\n");
    fs::write(Path::new(&directory).join("large.rs"), text)
}
