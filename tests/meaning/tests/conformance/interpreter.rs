//! The interpreter does what was recorded.

use bt_core::{NodeId, Status};
use meaning::language::{Board, Count, Data, Forest, Head, Node, Policies, Policy};
use meaning::recorded::{Case, FILES, Place, Tree, cases, source};
use meaning::{Event, Interpreter, Scripts, World};
use std::collections::BTreeMap;

fn forest(tree: &Tree) -> Forest {
    let tree = meaning::language::Tree {
        name: "Recorded".to_owned(),
        board: Board::World,
        parameters: Vec::new(),
        result: None,
        root: node(tree),
    };
    Forest { trees: vec![tree], uses: BTreeMap::new(), data: Data::default() }
}

fn node(tree: &Tree) -> Node {
    let several = |head, children: &[Tree]| (head, children.iter().map(node).collect());
    let one = |head, [child]: &[Box<Tree>; 1]| (head, vec![node(child)]);
    let number = |number: u32| Policy::Number(number as usize);
    let (head, children) = match tree {
        Tree::Action { id } => (Head::Job(*id), Vec::new()),
        Tree::Condition { id } => (Head::Condition(*id), Vec::new()),
        Tree::Sequence { c } => several(Head::Sequence, c),
        Tree::Selector { c } => several(Head::Selector, c),
        Tree::ActiveSequence { c } => several(Head::ActiveSequence, c),
        Tree::ActiveSelector { c } => several(Head::ActiveSelector, c),
        Tree::Parallel { success, failure, c } => {
            let policies = Policies { success: number(*success), failure: number(*failure) };
            several(Head::Parallel(policies), c)
        }
        Tree::Not { c } => one(Head::Not, c),
        Tree::ForceSuccess { c } => one(Head::ForceSuccess, c),
        Tree::ForceFailure { c } => one(Head::ForceFailure, c),
        Tree::Repeat { n, c } => one(Head::Repeat(Some(Count::Literal(*n)), None), c),
        Tree::Retry { n, c } => one(Head::Retry(Some(Count::Literal(*n)), None), c),
    };
    Node { label: None, description: None, head, children }
}

fn scripts(case: &Case) -> Scripts {
    let status = |letter| match letter {
        'S' => Status::Success,
        'F' => Status::Failure,
        _ => Status::Running,
    };
    Scripts::Written(
        case.scripts.iter().map(|script| script.chars().map(status).collect()).collect(),
    )
}

fn letter(status: Status) -> char {
    match status {
        Status::Success => 'S',
        Status::Failure => 'F',
        Status::Running => 'R',
    }
}

/// The recorded traces contain only leaves.
fn text(event: &Event, interpreter: &Interpreter<'_>) -> Option<String> {
    let leaf = |id: NodeId| match interpreter.node(id)?.head {
        Head::Condition(leaf) | Head::Job(leaf) => Some(leaf),
        _ => None,
    };
    match event {
        Event::Leaf(id, status, _) => Some(format!("{}{}", leaf(*id)?, letter(*status))),
        Event::Aborted(id) => Some(format!("!{}", leaf(*id)?)),
        Event::Finished(..) => None,
    }
}

fn trace(case: &Case) -> Vec<String> {
    let forest = forest(&case.tree);
    let mut interpreter = Interpreter::new(&forest);
    let mut world = World::new(scripts(case));
    let mut lines = Vec::new();
    for tick in 1..=case.ticks {
        let mut events = Vec::new();
        let status = interpreter.tick(&mut world.book, &mut events);
        lines.push((letter(status), events));
        if case.halts.contains(&tick) {
            let mut events = Vec::new();
            interpreter.abort(&mut world.book, &mut events);
            lines.push(('H', events));
        }
    }
    assert_eq!(world.book.faults(), Vec::<String>::new());
    let line = |(what, events): &(char, Vec<Event>)| {
        let events: Vec<_> = events.iter().filter_map(|event| text(event, &interpreter)).collect();
        format!("{what}|{}", events.join(" "))
    };
    lines.iter().map(line).collect()
}

#[test]
fn the_interpreter_does_what_was_recorded() {
    for file in FILES {
        for case in cases(file) {
            let source = source(&case.tree, Place::Macro, 1);
            assert_eq!(trace(&case), case.out, "{file} {}:\n{source}", case.id);
        }
    }
}
