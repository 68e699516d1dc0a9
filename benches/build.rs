//! Generates the large random trees, those whose states are explored, and deep trees for a test.

#[allow(dead_code, unreachable_pub, reason = "the library uses the rest")]
#[path = "src/generated.rs"]
mod generated;

use generated::{Shape, tree};
use std::path::Path;
use std::{env, fs, io};

const SEED: u64 = 10;
/// The number of trees of fifty nodes.
const EXPLORED: u64 = 21;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/generated.rs");
    write("deep.rs", &deep())?;
    if env::var_os("CARGO_FEATURE_LARGE").is_some() {
        write("large.rs", &large())?;
    }
    if env::var_os("CARGO_FEATURE_VERIFY").is_some() {
        write("explored.rs", &explored())?;
    }
    Ok(())
}

fn write(name: &str, text: &str) -> io::Result<()> {
    let directory = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&directory).join(name), text)
}

fn large() -> String {
    let trees: String = [("Thousand", 1_000), ("TenThousand", 10_000)]
        .iter()
        .map(|(name, nodes)| tree(name, Shape::Random(SEED), *nodes))
        .map(|text| text.replace("(world: &mut World)", "<W: Leaves>(world: &mut W)"))
        .map(|text| text.replace("pub tree", "/// A large tree.\npub tree"))
        .collect();
    format!("bt_core::behavior_tree! {{\n{trees}}}\n")
}

/// The deepest trees.
fn deep() -> String {
    let trees: String = [
        ("Composites", Shape::Composites, 1_001),
        ("Active", Shape::Active, 1_001),
        ("Decorators", Shape::Decorators, 111),
        ("Lets", Shape::Lets, 111),
        ("Parallels", Shape::Parallels, 75),
    ]
    .into_iter()
    .map(|(name, shape, nodes)| tree(name, shape, nodes))
    .collect();
    format!("bt_core::behavior_tree! {{\n{trees}}}\n")
}

/// Trees, each in a module of its own, and lists of functions that explore them.
fn explored() -> String {
    let mut modules = String::new();
    let mut module = |name: &str, tree: String| {
        let tree = tree.replace("(world: &mut World)", "<W: Leaves>(world: &mut W)");
        modules.push_str("mod ");
        modules.push_str(name);
        modules.push_str(" { use super::*; bt_core::behavior_tree! {\n");
        modules.push_str(&tree);
        modules.push_str("} }\n");
        format!("|| explore::<{name}::Tree<World>>()")
    };
    let random: Vec<String> = (0..EXPLORED)
        .map(|seed| module(&format!("random_{seed}"), tree("Tree", Shape::Random(seed), 50)))
        .collect();
    let row = |nodes| tree("Tree", Shape::Row, nodes);
    let lists = [
        ("RANDOM", random),
        ("SEQUENCES", [101, 1001].map(|nodes| module(&format!("row_{nodes}"), row(nodes))).into()),
        (
            "ACTIVE_SELECTORS",
            [101, 201]
                .map(|nodes| {
                    module(
                        &format!("active_{nodes}"),
                        row(nodes).replace("sequence", "active_selector"),
                    )
                })
                .into(),
        ),
    ];
    let list = |(name, list): &(&str, Vec<String>)| {
        format!("const {name}: [fn() -> Proof; {}] = [{}];\n", list.len(), list.join(", "))
    };
    let lists: String = lists.iter().map(list).collect();
    modules + &lists
}
