//! Writes a tree of `behavior_tree!` for each recorded case.

#[allow(dead_code, unreachable_pub, reason = "the library uses the rest")]
#[path = "src/recorded.rs"]
mod recorded;
#[allow(dead_code, unreachable_pub, reason = "the library uses the rest")]
#[path = "src/source.rs"]
mod source;

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=recorded");
    println!("cargo::rerun-if-changed=src");
    let mut trees = String::new();
    let mut table = String::new();
    for file in recorded::FILES {
        for case in recorded::cases(file) {
            let name = format!("Tree{}{}", file[..1].to_uppercase() + &file[1..], case.id);
            let tree = source::source(&case.tree, source::Place::Macro, 2);
            let _ = write!(
                trees,
                "behavior_tree! {{\n    #[allow(unreachable_code)]\n    \
                 tree {name}(world: &mut World) {{\n{tree}    }}\n}}\n\n"
            );
            let _ = writeln!(table, "    (\"{file}\", {}, machine::<{name}>),", case.id);
        }
    }
    let table = format!("const MACHINES: &[Entry] = &[\n{table}];\n");
    let directory = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&directory).join("trees.rs"), trees + &table).expect("can write");
}
