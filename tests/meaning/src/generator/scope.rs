//! Nodes that bind names, leaves that use them, and cleanups.

use super::{Generator, Scoped};
use crate::language::{
    Board, Count, Found, Head, Name, Node, Numbers, Policies, Policy, Results, Slot, Subtree, Tree,
    Use,
};

/// There are few names, so that one often hides another; two of them also occur in generated code.
const NAMES: [Name; 4] = ["one", "two", "inner", "r#state"];

impl Generator {
    /// The names of the parameters of the next tree, which are the only names in its scope.
    pub(super) fn parameters(&mut self) -> Vec<Name> {
        let count = [0, 0, 1, 2][self.random.below(4)];
        let names: Vec<_> = NAMES[self.random.below(3)..].iter().take(count).copied().collect();
        self.scope = names.iter().map(|&name| scoped(name, false, false)).collect();
        names
    }

    /// The name of the next tree's result, which is the innermost one in its scope.
    pub(super) fn result(&mut self, parameters: &[Name]) -> Option<Name> {
        let name = NAMES.into_iter().find(|name| !parameters.contains(name));
        let name = name.filter(|_| self.random.chance(40));
        self.scope.extend(name.map(|name| scoped(name, false, true)));
        name
    }

    /// Lets an expression use one of the names that are in scope, if there are any.
    pub(super) fn use_in(&mut self, slot: Slot) {
        if self.scope.is_empty() {
            return;
        }
        let innermost = self.any_name();
        self.uses.extend(innermost.is_given.then_some((slot, innermost.of)));
    }

    /// The innermost binding of one of the names.
    fn any_name(&mut self) -> Scoped {
        let one = self.scope[self.random.below(self.scope.len())];
        *self.scope.iter().rfind(|other| other.of.name == one.of.name).unwrap_or(&one)
    }

    /// A decorator and its child, which may use the name that the decorator binds.
    pub(super) fn decorated(&mut self, head: Head, size: usize) -> Node {
        let scope = self.scope.len();
        match head {
            Head::Let(name, ..) => self.scope.push(scoped(name, false, false)),
            Head::Place(name, _) => self.scope.push(scoped(name, false, true)),
            Head::For(name, _) => self.scope.push(scoped(name, true, false)),
            _ => {}
        }
        let mut child = match head {
            Head::Place(name, _) => self.given(name, size),
            _ => self.node(size),
        };
        if let Head::Finally(slot, true) = head {
            child = self.with(Head::Ticket(slot), vec![child]);
        }
        self.scope.truncate(scope);
        self.with(head, vec![child])
    }

    /// A node in which a name gets a value, and then is used.
    pub(super) fn given(&mut self, name: Name, size: usize) -> Node {
        let place = self.scope.len() - 1;
        if size < 3 || self.random.chance(15) {
            return self.giver(name, size);
        }
        let first = self.giver(name, size / 3);
        self.scope[place].is_given = true;
        let sizes = self.split(size - size / 3, 1 + size % 2);
        let rest: Vec<_> = sizes.into_iter().map(|size| self.node(size)).collect();
        self.scope[place].is_given = false;
        let children: Vec<_> = std::iter::once(first).chain(rest).collect();
        let head = match self.random.below(4) {
            0 => Head::ActiveSequence,
            1 => Head::Pipeline(self.lasts(children.len())),
            _ => Head::Sequence,
        };
        self.with(head, children)
    }

    /// A node that gives a name a value if it succeeds.
    fn giver(&mut self, name: Name, size: usize) -> Node {
        if size <= 1 {
            let subtree = if self.random.chance(40) { self.subtree_with_result() } else { None };
            let head = match subtree {
                Some(subtree) => Head::Subtree(Subtree { gives: Some(name), ..subtree }),
                None => Head::Give(self.slot(), name, self.results(true)),
            };
            return self.with(head, Vec::new());
        }
        let policies = Policies { success: Policy::Default, failure: Policy::Default };
        let (head, others) = match self.random.below(10) {
            0 => (Head::Repeat(Some(Count::Literal(2)), None), 0),
            1 => (Head::Retry(None, self.every()), 0),
            2 => (Head::Guard(self.slot()), 0),
            3 => (Head::Timeout(self.span()), 0),
            4 => (Head::Cooldown(self.span(), self.after()), 0),
            5 => (Head::Delay(self.span()), 0),
            6 => (Head::Parallel(policies), 1),
            7 => (Head::Sequence, 1),
            8 => {
                let children = vec![self.giver(name, size / 2), self.giver(name, size / 2)];
                return self.with(Head::Selector, children);
            }
            _ => (Head::Service(self.span(), self.slot()), 0),
        };
        let mut children: Vec<_> = (0..others).map(|_| self.node(size / 2)).collect();
        let at = self.random.below(children.len() + 1);
        children.insert(at, self.giver(name, size / 2));
        self.with(head, children)
    }

    /// An action that gives a name a value, again or for nothing.
    pub(super) fn giving(&mut self) -> Head {
        if self.scope.is_empty() {
            return Head::Job(self.slot());
        }
        let Scoped { of: Use { name, is_number }, is_place, .. } = self.any_name();
        if is_number {
            return Head::Job(self.slot());
        }
        Head::Give(self.slot(), name, self.results(is_place))
    }

    fn results(&mut self, is_place: bool) -> Results {
        let all = [Results::Option, Results::Result, Results::Poll, Results::Poll, Results::Job];
        // The output of a job is not counted among the living values.
        *self.one_of(if is_place { &all } else { &all[..4] })
    }

    pub(super) fn name(&mut self) -> Name {
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
        let has_ticket = self.mood == super::Mood::Busy && self.random.chance(60);
        // The expression after a ticket does nothing before that could panic.
        let slot = if has_ticket { self.bare_slot() } else { self.slot() };
        Head::Finally(slot, has_ticket)
    }

    /// An existing tree with a fitting blackboard, if there is one.
    pub(super) fn subtree(&mut self) -> Head {
        let Some(subtree) = self.any_subtree(|_| true) else { return Head::Job(self.slot()) };
        let name = if self.scope.is_empty() { None } else { Some(self.any_name()) };
        let name = name.filter(|name| !name.of.is_number && subtree.result.is_some());
        let gives = name.map(|name| name.of.name).filter(|_| self.random.chance(70));
        Head::Subtree(Subtree { gives, ..subtree })
    }

    fn subtree_with_result(&mut self) -> Option<Subtree> {
        self.any_subtree(|tree| tree.result.is_some())
    }

    fn any_subtree(&mut self, fits: fn(&Tree) -> bool) -> Option<Subtree> {
        let here = self.board;
        let subtree = |(tree, item): (usize, &Tree)| match (here, item.board) {
            (Board::World, Board::World) => Some((tree, false)),
            (Board::World, Board::Book) => Some((tree, true)),
            (Board::Book, Board::Book) => Some((tree, tree % 2 == 1)),
            (Board::Book, Board::World) => None,
        };
        let trees = self.trees.iter().enumerate().filter(|(_, tree)| fits(tree));
        let subtrees: Vec<_> = trees.filter_map(subtree).collect();
        if subtrees.is_empty() {
            return None;
        }
        let &(tree, borrows) = self.one_of(&subtrees);
        let mut names = self.trees[tree].parameters.clone();
        if self.random.chance(50) {
            names.reverse();
        }
        let arguments = names.into_iter().map(|name| (name, self.slot())).collect();
        let result = self.trees[tree].result;
        Some(Subtree { tree, borrows, arguments, result, gives: None })
    }
}

pub(super) fn scoped(name: Name, is_number: bool, is_place: bool) -> Scoped {
    Scoped { of: Use { name, is_number }, is_given: !is_place, is_place }
}
