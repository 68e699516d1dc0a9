//! Causes internal errors with a tree that the parser would refuse.

use super::errors;
use bt_language::ast::Node;
use bt_language::words::Word;

#[test]
fn an_internal_error_names_tree_and_node_and_leaves_the_type() {
    let source = "pub tree Patrol(npc: &mut Npc) { sequence { not condition npc.tired(); } }";
    let mut reading = bt_language::read(source.parse().expect("sound tokens"));
    for tree in reading.trees.iter_mut().flatten() {
        let not: &mut Node = &mut tree.root.children[0];
        assert_eq!(not.word(), Word::Not);
        not.children.clear();
    }
    let expansion = crate::expand_reading(reading);
    assert!(expansion.to_string().contains("pub struct Patrol ;"), "{expansion}");
    assert_eq!(
        errors(expansion),
        [
            "internal error of `behavior_tree!` at node 1 (`not`) of `Patrol`: it has 0 children; this is not \
          your mistake, please report it with this tree"
        ]
    );
}
