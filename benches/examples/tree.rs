//! Prints a generated tree as a crate: `cargo run -p benches --example tree -- random 1000`
use benches::generated::{Shape, tree};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let shape = match arguments.next().as_deref() {
        Some("composites") => Shape::Composites,
        Some("active") => Shape::Active,
        Some("decorators") => Shape::Decorators,
        Some("row") => Shape::Row,
        _ => Shape::Random(arguments.next().and_then(|seed| seed.parse().ok()).unwrap_or(1)),
    };
    let nodes = arguments.next().and_then(|nodes| nodes.parse().ok()).unwrap_or(100);
    println!("use benches::random::{{Walk, While, World}};");
    println!("bt_core::behavior_tree! {{\n{}}}", tree("Sample", shape, nodes));
    println!(
        "pub fn tick(tree: &mut Sample, world: &mut World) -> bt_core::Status {{ tree.tick(world) }}"
    );
    println!("pub fn abort(tree: &mut Sample, world: &mut World) {{ tree.abort(world) }}");
}
