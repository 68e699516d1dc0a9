//! Writes the trees.

use generated_trees::{Shape, tree};
use std::path::Path;
use std::{env, fs, io};

const TREES: [(&str, Shape, usize); 5] = [
    ("Composites", Shape::Composites, 1_001),
    ("Active", Shape::Active, 1_001),
    ("Decorators", Shape::Decorators, 111),
    ("Lets", Shape::Lets, 111),
    ("Parallels", Shape::Parallels, 75),
];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let trees: String = TREES.iter().map(|&(name, shape, size)| tree(name, shape, size)).collect();
    let directory = env::var("OUT_DIR").map_err(io::Error::other)?;
    let text = format!("bt_core::behavior_tree! {{\n{trees}}}\n");
    fs::write(Path::new(&directory).join("trees.rs"), text)
}
