//! Trees as source text.

// The build script finds it here, too.
#[path = "printer/words.rs"]
mod words;

use crate::language::{
    After, Board, Count, Forest, Formula, Found, Gives, Head, Margin, Name, Node, Numbers,
    Policies, Policy, Results, SIDES, Slot, Span, Subtree, Tree, Type, Use, Weight,
};

/// All trees of a forest, as source text for `behavior_tree!`.
#[must_use]
pub fn source(forest: &Forest) -> String {
    texts(forest, false).join("\n")
}

/// All trees of a forest, as they stand in a file. Its expressions are the words of the test's vocabulary. In every other file
/// those that no other tree calls are the entries.
#[must_use]
pub fn file(forest: &Forest) -> String {
    let mut trees = texts(forest, true);
    if trees.len() % 2 == 0 {
        for (place, tree) in forest.trees.iter().enumerate() {
            let calls = |text: &String| {
                let mut names = text.split("subtree ").skip(1);
                names.any(|rest| rest.split([';', '(', ' ']).next() == Some(&tree.name))
            };
            if !trees.iter().any(calls) {
                trees[place].insert_str(0, "pub ");
            }
        }
    }
    trees.join("\n")
}

fn texts(forest: &Forest, is_file: bool) -> Vec<String> {
    let tree = |tree| Printer { forest, tree, depth: 0, is_file }.tree();
    forest.trees.iter().map(tree).collect()
}

struct Printer<'a> {
    /// `true` if words stand where a macro call has Rust.
    is_file: bool,
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
        let parameters = self.tree.parameters.iter();
        let parameters: Vec<_> = parameters.map(|name| format!(", {name}: Kept")).collect();
        let parameters = parameters.concat();
        let root = self.deeper(&self.tree.root, "");
        if self.is_file {
            return format!("tree {name}{} {{\n{root}}}\n", self.file_header());
        }
        let result = self.tree.result.map(|name| format!(" -> ({name}: Kept)")).unwrap_or_default();
        format!(
            "#[derive(Clone, PartialEq)]\n#[allow(unreachable_code, unused_variables)]\ntree {name}({binder}: &mut {board}{parameters}){result} {{\n{root}}}\n"
        )
    }

    /// The parameters and the result of a tree of a file.
    fn file_header(&self) -> String {
        let Tree { name: tree, parameters, result, .. } = self.tree;
        let parameter = |name: &Name| {
            let of =
                self.forest.data.types.get(&(tree.clone(), name)).map_or("Kept", |of| of.name());
            format!("{}: {of}", name.trim_start_matches("r#"))
        };
        let parameters: Vec<_> = parameters.iter().map(parameter).collect();
        let result = result.map(|name| format!(" -> ({}: Kept)", name.trim_start_matches("r#")));
        let result = result.unwrap_or_default();
        if parameters.is_empty() && result.is_empty() {
            return String::new();
        }
        format!("({}){result}", parameters.join(", "))
    }

    fn binder(&self) -> &'static str {
        match self.tree.board {
            Board::World => "world",
            Board::Book => "book",
        }
    }

    /// The blackboard for an expression that only reads, after it has read the value of its name.
    fn looks(&self, slot: Slot) -> String {
        let me = self.binder();
        match self.forest.uses.get(&slot) {
            None => me.to_owned(),
            Some(Use { name, is_number: false }) => format!("{me}.see({slot}, {name}.number)"),
            Some(Use { name, is_number: true }) => format!("{me}.see_number({slot}, {name})"),
        }
    }

    /// The same for an expression that may change everything.
    fn acts(&self, slot: Slot) -> String {
        let me = self.binder();
        match self.forest.uses.get(&slot) {
            None => me.to_owned(),
            Some(Use { name, is_number: false }) => format!("{me}.touch({slot}, {name})"),
            Some(Use { name, is_number: true }) => format!("{me}.touch_number({slot}, {name})"),
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

    /// The node, without the indentation of its first line and the text that belongs to its parent.
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
        let (looks, acts) = (|slot: &Slot| self.looks(*slot), |slot: &Slot| self.acts(*slot));
        if let Some(words) = self.is_file.then(|| self.filed(head)).flatten() {
            return words;
        }
        match head {
            Head::Condition(slot) => format!("condition {}.ask({slot})", looks(slot)),
            Head::Action(slot, Gives::Status) => format!("action {}.act({slot})", acts(slot)),
            Head::Action(slot, Gives::Bool) => {
                format!("action {{ let slot = {slot}; {}.try_to(slot) }}", acts(slot))
            }
            Head::Action(slot, Gives::Unit) => format!("action {}.do_it({slot})", acts(slot)),
            Head::Action(slot, Gives::Result) => format!("action {}.attempt({slot})", acts(slot)),
            Head::Give(slot, name, results) => self.give(*slot, name, *results),
            Head::Job(slot) => format!("action Job {}", self.activation(*slot, ", turn: 0")),
            Head::Hired(slot) => format!("action Job = {}.hire({slot})", acts(slot)),
            Head::Await(slot) => format!("await ?Send {}.vow({slot})", self.binder()),
            Head::Nap(slot) => {
                format!("action Nap {{ slot: {slot}, until: {}.alarm({slot}) }}", looks(slot))
            }
            Head::Wait(span) => format!("wait({})", self.span(*span)),
            Head::Subtree(subtree) => self.subtree(subtree),
            Head::Parallel(policies) => format!("parallel{}", policies_text(*policies)),
            Head::Monitor { policies, .. } => format!("monitor{}", policies_text(*policies)),
            Head::Recover(count) => format!("recover({})", self.count(*count)),
            Head::RandomSelector(slot, _) => {
                format!("random_selector({}.draw({slot}))", acts(slot))
            }
            Head::RandomSequence(slot, _) => {
                format!("random_sequence({}.draw({slot}))", acts(slot))
            }
            Head::ActiveUtilitySelector(margin, _) => self.active_utility(*margin),
            Head::If(slot) => format!("if {}.decide({slot})", looks(slot)),
            Head::ActiveIf(slot) => format!("active_if {}.decide({slot})", looks(slot)),
            Head::Match(slot) => format!("match {}.pick({slot})", looks(slot)),
            Head::ActiveMatch(slot) => format!("active_match {}.pick({slot})", looks(slot)),
            head => self.decorator(head).unwrap_or_else(|| plain(head).to_owned()),
        }
    }

    fn give(&self, slot: Slot, name: Name, results: Results) -> String {
        let call = match results {
            Results::Option => "seek",
            Results::Result => "search",
            Results::Poll => "ponder",
            Results::Job => {
                return format!("action Job {} -> {name}", self.activation(slot, ", turn: 0"));
            }
        };
        format!("action {}.{call}({slot}) -> {name}", self.acts(slot))
    }

    fn active_utility(&self, margin: Margin) -> String {
        let word = "active_utility_selector";
        match margin {
            Margin::Default => word.to_owned(),
            Margin::Literal => format!("{word}(margin = 0.25)"),
            Margin::Slot(slot) if self.is_file => {
                format!("{word}(margin = {})", self.value(slot))
            }
            Margin::Slot(slot) => format!("{word}(margin = {}.margin({slot}))", self.looks(slot)),
        }
    }

    /// A decorator with arguments.
    fn decorator(&self, head: &Head) -> Option<String> {
        Some(match head {
            Head::Guard(slot) => format!("guard({}.decide({slot}))", self.looks(*slot)),
            Head::Repeat(count, every) => format!("repeat{}", self.rounds(*count, *every)),
            Head::Retry(count, every) => format!("retry{}", self.rounds(*count, *every)),
            Head::Timeout(span) => format!("timeout({})", self.span(*span)),
            Head::Delay(span) => format!("delay({})", self.span(*span)),
            Head::Cooldown(span, after) => {
                let after = match after {
                    After::Work => "",
                    After::End => ", after = end",
                    After::Success => ", after = success",
                };
                format!("cooldown({}{after})", self.span(*span))
            }
            Head::Every(span) => format!("every({})", self.span(*span)),
            Head::Service(span, slot) if self.is_file => {
                format!("service({}, {})", self.span(*span), self.word("Serve", *slot))
            }
            Head::Service(span, slot) => {
                format!("service({}, {}.serve({slot}))", self.span(*span), self.acts(*slot))
            }
            Head::With(slot) => format!("with Wrap {}", self.activation(*slot, "")),
            Head::Ticket(slot) => format!("with Ticket {}", self.activation(*slot, "")),
            Head::Let(name, slot, found) => {
                let call = match found {
                    Found::Value => "find",
                    Found::Option => "seek",
                    Found::Result => "search",
                };
                format!("let({name}: Kept = {}.{call}({slot}))", self.acts(*slot))
            }
            Head::Place(name, of) => format!("let({name}: {})", of.name()),
            Head::For(name, Numbers::Literal(start, end)) => {
                format!("for({name} in {start}..{end})")
            }
            Head::For(name, Numbers::Slot(slot)) => {
                format!("for({name} in {}.range({slot}))", self.looks(*slot))
            }
            Head::Finally(slot, true) => format!("finally({}.collect({slot}))", self.acts(*slot)),
            Head::Finally(slot, false) => format!("finally({}.clean({slot}))", self.acts(*slot)),
            _ => return None,
        })
    }

    /// The fields of a literal.
    fn activation(&self, slot: Slot, more: &str) -> String {
        format!("{{ slot: {slot}, activation: {}.activation({slot}){more} }}", self.looks(slot))
    }

    fn subtree(&self, Subtree { tree, borrows, arguments, gives, .. }: &Subtree) -> String {
        let taken = gives.map(|name| format!(" -> {name}")).unwrap_or_default();
        let part = match (borrows, self.tree.board) {
            (false, _) => None,
            (true, Board::World) => Some("&mut world.book".to_owned()),
            (true, Board::Book) => Some("&mut *book".to_owned()),
        };
        let argument =
            |(name, slot): &(&str, Slot)| format!("{name} = {}.find({slot})", self.acts(*slot));
        let given: Vec<_> = part.into_iter().chain(arguments.iter().map(argument)).collect();
        let name = &self.forest.trees[*tree].name;
        if given.is_empty() {
            format!("subtree {name}{taken}")
        } else {
            format!("subtree {name}({}){taken}", given.join(", "))
        }
    }

    /// `(3, every = 1s)`
    fn rounds(&self, count: Option<Count>, every: Option<Span>) -> String {
        let every = every.map(|every| format!("every = {}", self.span(every)));
        let parts: Vec<_> = count.map(|count| self.count(count)).into_iter().chain(every).collect();
        if parts.is_empty() { String::new() } else { format!("({})", parts.join(", ")) }
    }

    fn count(&self, count: Count) -> String {
        match count {
            Count::Literal(number) => number.to_string(),
            Count::Slot(slot) if self.is_file => self.value(slot),
            Count::Slot(slot) => format!("{}.count({slot})", self.looks(slot)),
        }
    }

    fn span(&self, span: Span) -> String {
        match span {
            Span::Literal(text, _) => text.to_owned(),
            Span::Slot(slot) if self.is_file => self.value(slot),
            Span::Slot(slot) => format!("{}.span({slot})", self.looks(slot)),
        }
    }

    /// The text after the head: a semicolon, a block of nodes or a single node.
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
            Head::Cleanup => {
                let cleanup = self.deeper(&node.children[0], "");
                format!(" {{\n{cleanup}{}}} {}", self.indent(), self.node(&node.children[1]))
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

    /// Returns `true` for an expression of the enum.
    fn is_of_side(&self, slot: Slot) -> bool {
        let formula = self.forest.data.formulas.get(&slot);
        matches!(formula, Some(Formula::Name(_, Type::Side) | Formula::Level(Type::Side, _)))
    }

    /// The text before a child: its weight, its score or its pattern.
    fn prefix(&self, head: &Head, index: usize, count: usize) -> String {
        let me = self.binder();
        match head {
            Head::RandomSelector(_, weights) | Head::RandomSequence(_, weights) => {
                match weights[index] {
                    Weight::Default => String::new(),
                    Weight::Literal(weight) if self.is_file => format!("{weight} => "),
                    Weight::Slot(slot) if self.is_file => format!("{} => ", self.value(slot)),
                    Weight::Literal(u32::MAX) => "u32::MAX => ".to_owned(),
                    Weight::Literal(weight) => format!("{weight} => "),
                    Weight::Slot(slot) => format!("{me}.weight({slot}) => "),
                }
            }
            Head::UtilitySelector(scores) | Head::ActiveUtilitySelector(_, scores)
                if self.is_file =>
            {
                format!("{} => ", self.value(scores[index]))
            }
            Head::Pipeline(lasts) => {
                lasts[index].map_or(String::new(), |span| format!("{} => ", self.span(span)))
            }
            Head::PrioritySelector(conditions) => match conditions[index] {
                None if index + 1 == conditions.len() => "else => ".to_owned(),
                None => "true => ".to_owned(),
                Some(slot) if self.is_file => format!("{} => ", self.answer("Decide", slot)),
                Some(slot) => format!("{}.decide({slot}) => ", self.looks(slot)),
            },
            Head::UtilitySelector(scores) | Head::ActiveUtilitySelector(_, scores) => {
                format!("{}.score({}) => ", self.looks(scores[index]), scores[index])
            }
            Head::Match(_) | Head::ActiveMatch(_) if index + 1 == count => "_ => ".to_owned(),
            Head::Match(slot) | Head::ActiveMatch(slot) if self.is_of_side(*slot) => {
                format!("{} => ", SIDES[index])
            }
            Head::Match(_) | Head::ActiveMatch(_) => format!("{index} => "),
            _ => String::new(),
        }
    }
}

/// The word of a node without arguments.
fn plain(head: &Head) -> &'static str {
    match head {
        Head::Succeed => "succeed",
        Head::Fail => "fail",
        Head::Running => "running",
        Head::Sequence => "sequence",
        Head::Selector => "selector",
        Head::ActiveSequence => "active_sequence",
        Head::ActiveSelector => "active_selector",
        Head::RoundRobin => "round_robin",
        Head::Pipeline(_) => "pipeline",
        Head::UtilitySelector(_) => "utility_selector",
        Head::PrioritySelector(_) => "priority_selector",
        Head::Not => "not",
        Head::ForceSuccess => "force_success",
        Head::ForceFailure => "force_failure",
        Head::Once => "once",
        Head::Cleanup => "finally",
        _ => unreachable!("it has arguments"),
    }
}

fn is_leaf(head: &Head) -> bool {
    matches!(
        head,
        Head::Condition(_)
            | Head::Action(..)
            | Head::Give(..)
            | Head::Gain(..)
            | Head::Both(..)
            | Head::Set(..)
            | Head::Job(_)
            | Head::Hired(_)
            | Head::Nap(_)
            | Head::Await(_)
            | Head::Vow(_)
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
            | Head::Recover(_)
            | Head::RoundRobin
            | Head::Pipeline(_)
            | Head::RandomSelector(..)
            | Head::RandomSequence(..)
            | Head::UtilitySelector(_)
            | Head::PrioritySelector(_)
            | Head::ActiveUtilitySelector(..)
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
