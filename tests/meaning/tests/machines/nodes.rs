//! The table of nodes of a tree describes the tree.

use crate::machine::{Subject, subjects};
use meaning::language::Head;
use meaning::{Interpreter, Row};

#[test]
fn the_tables_of_nodes_are_the_trees() {
    for Subject { forest, source, make, labels, .. } in subjects() {
        let (interpreter, machine) = (Interpreter::new(&forest), make());
        let rows = machine.nodes().iter().map(|node| Row {
            id: node.id,
            parent: node.parent,
            kind: node.kind,
            label: node.label,
            description: node.description.map(str::trim),
            end: node.end,
        });
        let rows: Vec<_> = rows.collect();
        assert_eq!(rows, interpreter.rows(), "in the tree\n{source}");
        for node in machine.nodes() {
            let written = interpreter.node(node.id).map(|node| &node.head);
            let written = written.filter(|head| {
                !matches!(head, Head::Condition(slot) if forest.data.formulas.contains_key(slot))
            });
            if let Some(Head::Condition(slot)) = written {
                let call = format!(".ask({slot})");
                let words = [format!("slot = {slot})"), format!("slot = {slot},")];
                let is_word = words.iter().any(|word| node.source.contains(word));
                let is_it = node.source.ends_with(&call) || is_word;
                assert!(is_it, "{:?} is {call}", node.source);
            }
        }
        for (label, id) in &labels {
            assert_eq!(rows[id.index()].label, Some(label.as_str()), "in the tree\n{source}");
        }
    }
}
