//! Nodes that bind names, leaves that use them, and cleanups.

use super::Generator;
use crate::language::{Board, Found, Head, Name, Node, Numbers, Slot, Subtree, Tree, Use};

/// There are few names, so that one often hides another; two of them also occur in generated code.
const NAMES: [Name; 4] = ["one", "two", "inner", "r#state"];

impl Generator {
    /// The names of the parameters of the next tree, which are the only names in its scope.
    pub(super) fn parameters(&mut self) -> Vec<Name> {
        let count = [0, 0, 1, 2][self.random.below(4)];
        let names: Vec<_> = NAMES[self.random.below(3)..].iter().take(count).copied().collect();
        self.scope = names.iter().map(|&name| Use { name, is_number: false }).collect();
        names
    }

    /// Lets an expression use one of the names that are in scope, if there are any.
    pub(super) fn use_in(&mut self, slot: Slot) {
        if self.scope.is_empty() {
            return;
        }
        let Use { name, .. } = self.scope[self.random.below(self.scope.len())];
        let innermost = self.scope.iter().rfind(|other| other.name == name);
        self.uses.extend(innermost.map(|&innermost| (slot, innermost)));
    }

    /// A decorator and its child, which may use the name that the decorator binds.
    pub(super) fn decorated(&mut self, head: Head, size: usize) -> Node {
        let scope = self.scope.len();
        match head {
            Head::Let(name, ..) => self.scope.push(Use { name, is_number: false }),
            Head::For(name, _) => self.scope.push(Use { name, is_number: true }),
            _ => {}
        }
        let mut child = self.node(size);
        if let Head::Finally(slot, true) = head {
            child = self.with(Head::Ticket(slot), vec![child]);
        }
        self.scope.truncate(scope);
        self.with(head, vec![child])
    }

    fn name(&mut self) -> Name {
        NAMES[self.random.below(NAMES.len())]
    }

    /// `let`
    pub(super) fn binding(&mut self) -> Head {
        let found = *self.one_of(&[Found::Value, Found::Value, Found::Option, Found::Result]);
        Head::Let(self.name(), self.slot(), found)
    }

    /// `for`
    pub(super) fn numbered(&mut self) -> Head {
        let name = self.name();
        if self.random.chance(70) {
            return Head::For(name, Numbers::Slot(self.slot()));
        }
        let start = self.random.below(3);
        Head::For(name, Numbers::Literal(start, start + 1 + self.random.below(3)))
    }

    /// `finally`
    pub(super) fn cleanup(&mut self) -> Head {
        let has_ticket = !self.sleepy && self.random.chance(60);
        // The expression after a ticket does nothing before that could panic.
        let slot = if has_ticket { self.bare_slot() } else { self.slot() };
        Head::Finally(slot, has_ticket)
    }

    /// An existing tree with a fitting blackboard, if there is one.
    pub(super) fn subtree(&mut self) -> Head {
        let here = self.board;
        let subtree = |(tree, item): (usize, &Tree)| match (here, item.board) {
            (Board::World, Board::World) => Some((tree, false)),
            (Board::World, Board::Book) => Some((tree, true)),
            (Board::Book, Board::Book) => Some((tree, tree % 2 == 1)),
            (Board::Book, Board::World) => None,
        };
        let subtrees: Vec<_> = self.trees.iter().enumerate().filter_map(subtree).collect();
        if subtrees.is_empty() {
            return Head::Job(self.slot());
        }
        let &(tree, borrows) = self.one_of(&subtrees);
        let mut names = self.trees[tree].parameters.clone();
        if self.random.chance(50) {
            names.reverse();
        }
        let arguments = names.into_iter().map(|name| (name, self.slot())).collect();
        Head::Subtree(Subtree { tree, borrows, arguments })
    }
}
