//! Trees as source text.

use crate::language::{
    Board, Count, Forest, Gives, Head, Node, Policies, Policy, Span, Subtree, Tree, Weight,
};

/// All trees of a forest, as they stand in `behavior_tree!`.
#[must_use]
pub fn source(forest: &Forest) -> String {
    let tree = |tree| Printer { forest, tree, depth: 0 }.tree();
    forest.trees.iter().map(tree).collect::<Vec<_>>().join("\n")
}

struct Printer<'a> {
    forest: &'a Forest,
    tree: &'a Tree,
    depth: usize,
}

impl Printer<'_> {
    fn tree(mut self) -> String {
        let name = &self.tree.name;
        let (binder, board) = match self.tree.board {
            Board::World => ("world", "World"),
            Board::Book => ("book", "Book"),
        };
        let root = self.deeper(&self.tree.root, "");
        format!(
            "#[derive(Clone, PartialEq)]\n#[allow(unreachable_code)]\ntree {name}({binder}: &mut {board}) {{\n{root}}}\n"
        )
    }

    fn binder(&self) -> &'static str {
        match self.tree.board {
            Board::World => "world",
            Board::Book => "book",
        }
    }

    fn indent(&self) -> String {
        "    ".repeat(self.depth)
    }

    fn deeper(&mut self, node: &Node, prefix: &str) -> String {
        self.depth += 1;
        let node = format!("{}{prefix}{}", self.indent(), self.node(node));
        self.depth -= 1;
        node
    }

    /// The node, from where its line has been indented and what belongs to its parent is written.
    fn node(&mut self, node: &Node) -> String {
        let indent = self.indent();
        let description = node.description.as_ref();
        let description = description.map_or(String::new(), |text| format!("/// {text}\n{indent}"));
        let label = node.label.as_ref().map_or(String::new(), |label| format!("'{label}: "));
        let head = self.head(&node.head);
        let children = self.children(node);
        format!("{description}{label}{head}{children}")
    }

    fn head(&self, head: &Head) -> String {
        let me = self.binder();
        match head {
            Head::Condition(slot) => format!("condition {me}.ask({slot})"),
            Head::Action(slot, Gives::Status) => format!("action {me}.act({slot})"),
            Head::Action(slot, Gives::Bool) => {
                format!("action {{ let slot = {slot}; {me}.try_to(slot) }}")
            }
            Head::Action(slot, Gives::Unit) => format!("action {me}.do_it({slot})"),
            Head::Action(slot, Gives::Result) => format!("action {me}.attempt({slot})"),
            Head::Job(slot) => {
                format!(
                    "action Job {{ slot: {slot}, activation: {me}.activation({slot}), turn: 0 }}"
                )
            }
            Head::Nap(slot) => format!("action Nap {{ slot: {slot}, until: {me}.alarm({slot}) }}"),
            Head::Wait(span) => format!("wait({})", self.span(*span)),
            Head::Subtree(subtree) => self.subtree(*subtree),
            Head::Parallel(policies) => format!("parallel{}", policies_text(*policies)),
            Head::Monitor { policies, .. } => format!("monitor{}", policies_text(*policies)),
            Head::RandomSelector(slot, _) => format!("random_selector({me}.draw({slot}))"),
            Head::RandomSequence(slot, _) => format!("random_sequence({me}.draw({slot}))"),
            Head::If(slot) => format!("if {me}.decide({slot})"),
            Head::ActiveIf(slot) => format!("active_if {me}.decide({slot})"),
            Head::Match(slot) => format!("match {me}.pick({slot})"),
            Head::ActiveMatch(slot) => format!("active_match {me}.pick({slot})"),
            head => self.plain_or_decorator(head),
        }
    }

    fn plain_or_decorator(&self, head: &Head) -> String {
        let me = self.binder();
        let plain = match head {
            Head::Guard(slot) => return format!("guard({me}.decide({slot}))"),
            Head::Repeat(Some(count)) => return format!("repeat({})", self.count(*count)),
            Head::Retry(Some(count)) => return format!("retry({})", self.count(*count)),
            Head::Timeout(span) => return format!("timeout({})", self.span(*span)),
            Head::Delay(span) => return format!("delay({})", self.span(*span)),
            Head::Cooldown(span) => return format!("cooldown({})", self.span(*span)),
            Head::Every(span) => return format!("every({})", self.span(*span)),
            Head::Service(span, slot) => {
                return format!("service({}, {me}.serve({slot}))", self.span(*span));
            }
            Head::With(slot) => {
                return format!(
                    "with Wrap {{ slot: {slot}, activation: {me}.activation({slot}) }}"
                );
            }
            Head::Succeed => "succeed",
            Head::Fail => "fail",
            Head::Running => "running",
            Head::Sequence => "sequence",
            Head::Selector => "selector",
            Head::ActiveSequence => "active_sequence",
            Head::ActiveSelector => "active_selector",
            Head::UtilitySelector(_) => "utility_selector",
            Head::Not => "not",
            Head::ForceSuccess => "force_success",
            Head::ForceFailure => "force_failure",
            Head::Repeat(None) => "repeat",
            Head::Retry(None) => "retry",
            Head::Once => "once",
            _ => unreachable!("it has been written"),
        };
        plain.to_owned()
    }

    fn subtree(&self, Subtree { tree, borrows }: Subtree) -> String {
        let name = &self.forest.trees[tree].name;
        match (borrows, self.tree.board) {
            (false, _) => format!("subtree {name}"),
            (true, Board::World) => format!("subtree {name}(&mut world.book)"),
            (true, Board::Book) => format!("subtree {name}(&mut *book)"),
        }
    }

    fn count(&self, count: Count) -> String {
        match count {
            Count::Literal(number) => number.to_string(),
            Count::Slot(slot) => format!("{}.count({slot})", self.binder()),
        }
    }

    fn span(&self, span: Span) -> String {
        match span {
            Span::Literal(text, _) => text.to_owned(),
            Span::Slot(slot) => format!("{}.span({slot})", self.binder()),
        }
    }

    /// The text behind the head: a semicolon, a block of nodes or a single node.
    fn children(&mut self, node: &Node) -> String {
        match &node.head {
            Head::If(slot) | Head::ActiveIf(slot) => self.branches(&node.children, slot % 2 == 0),
            head if is_leaf(head) => ";\n".to_owned(),
            head if is_composite(head) => {
                let nodes = node.children.iter().enumerate();
                let nodes: String = nodes
                    .map(|(index, child)| {
                        let prefix = self.prefix(head, index, node.children.len());
                        self.deeper(child, &prefix)
                    })
                    .collect();
                format!(" {{\n{nodes}{}}}\n", self.indent())
            }
            _ => format!(" {}", self.node(&node.children[0])),
        }
    }

    /// The branches of an `if`; an `else if` need not have braces of its own.
    fn branches(&mut self, branches: &[Node], sparing: bool) -> String {
        let indent = self.indent();
        let then = self.deeper(&branches[0], "");
        let Some(otherwise) = branches.get(1) else { return format!(" {{\n{then}{indent}}}\n") };
        let is_bare = otherwise.label.is_none() && otherwise.description.is_none();
        if sparing && is_bare && matches!(otherwise.head, Head::If(_)) {
            format!(" {{\n{then}{indent}}} else {}", self.node(otherwise))
        } else {
            let otherwise = self.deeper(otherwise, "");
            format!(" {{\n{then}{indent}}} else {{\n{otherwise}{indent}}}\n")
        }
    }

    /// The text in front of a child: its weight, its score or its pattern.
    fn prefix(&self, head: &Head, index: usize, count: usize) -> String {
        let me = self.binder();
        match head {
            Head::RandomSelector(_, weights) | Head::RandomSequence(_, weights) => {
                match weights[index] {
                    Weight::Default => String::new(),
                    Weight::Literal(u32::MAX) => "u32::MAX => ".to_owned(),
                    Weight::Literal(weight) => format!("{weight} => "),
                    Weight::Slot(slot) => format!("{me}.weight({slot}) => "),
                }
            }
            Head::UtilitySelector(scores) => format!("{me}.score({}) => ", scores[index]),
            Head::Match(_) | Head::ActiveMatch(_) if index + 1 == count => "_ => ".to_owned(),
            Head::Match(_) | Head::ActiveMatch(_) => format!("{index} => "),
            _ => String::new(),
        }
    }
}

fn is_leaf(head: &Head) -> bool {
    matches!(
        head,
        Head::Condition(_)
            | Head::Action(..)
            | Head::Job(_)
            | Head::Nap(_)
            | Head::Wait(_)
            | Head::Succeed
            | Head::Fail
            | Head::Running
            | Head::Subtree(_)
    )
}

fn is_composite(head: &Head) -> bool {
    matches!(
        head,
        Head::Sequence
            | Head::Selector
            | Head::ActiveSequence
            | Head::ActiveSelector
            | Head::Parallel(_)
            | Head::Monitor { .. }
            | Head::RandomSelector(..)
            | Head::RandomSequence(..)
            | Head::UtilitySelector(_)
            | Head::Match(_)
            | Head::ActiveMatch(_)
    )
}

fn policies_text(policies: Policies) -> String {
    let text = |name, policy| match policy {
        Policy::Default => None,
        Policy::All => Some(format!("{name} = all")),
        Policy::One => Some(format!("{name} = one")),
        Policy::Number(number) => Some(format!("{name} = {number}")),
    };
    let texts = [text("success", policies.success), text("failure", policies.failure)];
    let texts: Vec<_> = texts.into_iter().flatten().collect();
    if texts.is_empty() { String::new() } else { format!("({})", texts.join(", ")) }
}
