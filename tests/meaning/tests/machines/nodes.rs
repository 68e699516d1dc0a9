//! The table of nodes of a tree describes the tree.

use crate::machine::MACHINES;
use meaning::generator::forest;
use meaning::language::Head;
use meaning::printer::source;
use meaning::{Interpreter, Row};

#[test]
fn the_tables_of_nodes_are_the_trees() {
    for (seed, make, labels) in MACHINES {
        let forest = forest(*seed, &format!("Tree{seed}"));
        let interpreter = Interpreter::new(&forest);
        let rows = make().nodes().iter().map(|node| Row {
            id: node.id,
            parent: node.parent,
            kind: node.kind,
            label: node.label,
            description: node.description.map(str::trim),
            end: node.end,
        });
        let rows: Vec<_> = rows.collect();
        assert_eq!(rows, interpreter.rows(), "in the tree\n{}", source(&forest));
        for node in make().nodes() {
            let written = interpreter.node(node.id).map(|node| &node.head);
            if let Some(Head::Condition(slot)) = written {
                let call = format!(".ask({slot})");
                assert!(node.source.ends_with(&call), "{:?} is {call}", node.source);
            }
        }
        for (label, id) in *labels {
            assert_eq!(rows[id.index()].label, Some(*label), "in the tree\n{}", source(&forest));
        }
    }
}
