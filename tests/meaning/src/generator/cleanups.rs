//! Cleanups that take time, where what is around them waits for them.

use super::Generator;
use super::scope::scoped;
use crate::language::{Gives, Head, Node};

impl Generator {
    /// Puts cleanups in front of nodes of all trees.
    pub(super) fn add_cleanups(&mut self) {
        let mut trees = std::mem::take(&mut self.trees);
        // A tree is used by later ones.
        let mut wait = vec![true; trees.len()];
        for place in (0..trees.len()).rev() {
            let tree = &mut trees[place];
            self.board = tree.board;
            self.scope = tree.parameters.iter().map(|&name| scoped(name, false, false)).collect();
            self.scope.extend(tree.result.map(|name| scoped(name, false, true)));
            let waits = wait[place];
            self.add_to(&mut tree.root, waits, &mut wait);
        }
        self.trees = trees;
    }

    /// The same for a node and those below it; `waits` is true if all nodes around it wait for a cleanup, and `wait` says
    /// the same of other trees.
    fn add_to(&mut self, node: &mut Node, waits: bool, wait: &mut [bool]) {
        if let Head::Subtree(subtree) = &node.head {
            wait[subtree.tree] &= waits;
        }
        let scope = self.scope.len();
        match node.head {
            Head::Let(name, ..) => self.scope.push(scoped(name, false, false)),
            Head::Place(name, _) => self.scope.push(scoped(name, false, true)),
            Head::For(name, _) => self.scope.push(scoped(name, true, false)),
            _ => {}
        }
        for place in 0..node.children.len() {
            let waits = waits && node.waits_for(place);
            self.add_to(&mut node.children[place], waits, wait);
        }
        self.scope.truncate(scope);
        // A ticket is collected in the tick in which its decorator ends.
        let is_ticket = matches!(node.head, Head::Ticket(_));
        if waits && !is_ticket && self.random.chance(12) {
            let cleanup = self.lasting();
            let inner = std::mem::replace(node, self.with(Head::Cleanup, Vec::new()));
            node.children = vec![cleanup, inner];
        }
    }

    /// A cleanup.
    fn lasting(&mut self) -> Node {
        let act = |me: &mut Self| {
            let head = Head::Action(me.slot(), Gives::Status);
            me.with(head, Vec::new())
        };
        let (head, children) = match self.random.below(8) {
            0 => (Head::Job(self.slot()), Vec::new()),
            1 => (Head::Wait(self.span()), Vec::new()),
            2 => {
                let wait = Head::Wait(self.span());
                (Head::Sequence, vec![act(self), self.with(wait, Vec::new())])
            }
            3 => (Head::Timeout(self.span()), vec![act(self)]),
            4 => (Head::ActiveIf(self.slot()), vec![act(self), act(self)]),
            5 => (Head::Cleanup, vec![act(self), act(self)]),
            _ => return act(self),
        };
        self.with(head, children)
    }
}
