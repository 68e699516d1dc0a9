//! The words of the vocabulary that stand in files.

use super::Printer;
use crate::language::{
    Argument, Formula, Gives, Head, Name, Numbers, Results, SIDES, Slot, Subtree, TEXTS, Type, Way,
};

impl Printer<'_> {
    /// The text of a head whose expression is a word; nothing for others.
    pub(super) fn filed(&self, head: &Head) -> Option<String> {
        let word = |name: &str, slot: &Slot| self.word(name, *slot);
        let decide = |slot: &Slot| self.answer("Decide", *slot);
        Some(match head {
            Head::Condition(slot) => format!("condition {}", self.answer("Ask", *slot)),
            Head::Action(slot, gives) => {
                let name = match gives {
                    Gives::Status => "Act",
                    Gives::Bool => "TryTo",
                    Gives::Unit => "DoIt",
                    Gives::Result => "Attempt",
                };
                format!("action {}", word(name, slot))
            }
            Head::Give(slot, name, results) => {
                let call = match results {
                    Results::Option => "Seek",
                    Results::Result => "Search",
                    Results::Poll => "Ponder",
                    Results::Job => "Produce",
                };
                format!("action {}{}", word(call, slot), taken(name))
            }
            Head::Gain(slot, name) => format!("action {}{}", word("Gain", slot), taken(name)),
            Head::Both(slot, [name, number]) => {
                format!("action {} -> ({}, {})", word("Both", slot), bare(name), bare(number))
            }
            Head::Set(name, of) => format!("set {} = {}", bare(name), self.formula(of, 0)),
            Head::Job(slot) => format!("action {}", word("Work", slot)),
            Head::Vow(slot) => format!("action Vow(slot = {slot})"),
            Head::Nap(slot) => format!("action {}", word("Doze", slot)),
            Head::RandomSelector(..) => "random_selector".to_owned(),
            Head::RandomSequence(..) => "random_sequence".to_owned(),
            Head::If(slot) => format!("if {}", decide(slot)),
            Head::ActiveIf(slot) => format!("active_if {}", decide(slot)),
            Head::Match(slot) => format!("match {}", self.slot("Pick", *slot)),
            Head::ActiveMatch(slot) => format!("active_match {}", self.slot("Pick", *slot)),
            Head::Guard(slot) => format!("guard({})", decide(slot)),
            Head::With(slot) => format!("with {}", word("Wrapped", slot)),
            Head::Ticket(slot) => format!("with {}", word("Ticketed", slot)),
            Head::Finally(slot, true) => format!("finally({})", word("Collect", slot)),
            Head::Finally(slot, false) => format!("finally({})", word("Clean", slot)),
            Head::Let(name, slot, _) => {
                format!("let({}: Kept = {})", bare(name), self.slot("Find", *slot))
            }
            Head::Place(name, of) => format!("let({}: {})", bare(name), of.name()),
            Head::Bind(name, of, value) => {
                format!("let({}: {} = {})", bare(name), of.name(), self.formula(value, 0))
            }
            Head::For(name, Numbers::Literal(start, end)) => {
                format!("for({} in {start}..{end})", bare(name))
            }
            Head::For(name, Numbers::Slot(slot)) => {
                let [start, end] = &self.forest.data.ranges[slot];
                let (start, end) = (self.formula(start, 9), self.formula(end, 9));
                format!("for({} in {start}..{end})", bare(name))
            }
            Head::Subtree(subtree) => self.subtree_of_file(subtree),
            _ => return None,
        })
    }

    fn subtree_of_file(&self, Subtree { tree, arguments, gives, .. }: &Subtree) -> String {
        let gives = gives.map(taken).unwrap_or_default();
        let name = &self.forest.trees[*tree].name;
        let mut texts: Vec<_> = arguments
            .iter()
            .map(|(name, slot)| format!("{} = {}", bare(name), self.slot("Find", *slot)))
            .collect();
        if arguments.first().is_some_and(|(_, slot)| slot % 2 == 0) {
            // In another order than that of the declaration.
            texts.reverse();
        }
        if texts.is_empty() {
            format!("subtree {name}{gives}")
        } else {
            format!("subtree {name}({}){gives}", texts.join(", "))
        }
    }

    /// The expression of a slot, or the word.
    pub(super) fn slot(&self, word: &'static str, slot: Slot) -> String {
        match self.forest.data.formulas.get(&slot) {
            Some(formula) => self.formula(formula, 0),
            None => self.word(word, slot),
        }
    }

    /// The expression of a slot, or the name of a value: `Value803`
    pub(super) fn value(&self, slot: Slot) -> String {
        match self.forest.data.formulas.get(&slot) {
            Some(formula) => self.formula(formula, 0),
            None => format!("Value{slot}"),
        }
    }

    /// A word with its arguments.
    pub(super) fn word(&self, name: &str, slot: Slot) -> String {
        match self.forest.data.arguments.get(&slot) {
            None => format!("{name}(slot = {slot})"),
            Some(Argument { of, way }) => {
                let of = self.formula(of, 0);
                match way {
                    Way::At => format!("{name}At(slot = {slot}, number = {of})"),
                    Way::By => format!("{name}By(kept = {of}, slot = {slot})"),
                    Way::Of => format!("{name}Of(slot = {slot}, kept = {of})"),
                }
            }
        }
    }

    /// A word, or an expression that asks the word once and has its answer.
    pub(super) fn answer(&self, name: &'static str, slot: Slot) -> String {
        let is_bare = !self.forest.data.formulas.contains_key(&slot)
            && !self.forest.data.arguments.contains_key(&slot);
        let call = self.slot(name, slot);
        match slot % 8 {
            0 if is_bare => format!("!!{call}"),
            1 if is_bare => format!("{call} && true"),
            2 if is_bare => format!("false || {call}"),
            3 if is_bare => format!("!(!{call} || false)"),
            4 if is_bare => format!("({call})"),
            _ => call,
        }
    }

    /// An expression; with parentheses if it binds weaker than `level`.
    fn formula(&self, formula: &Formula, level: u8) -> String {
        let all = |all: &[Formula], sign: &str, level| {
            all.iter().map(|one| self.formula(one, level)).collect::<Vec<_>>().join(sign)
        };
        let (text, own) = match formula {
            Formula::Literal(of, number) => {
                (literal(*of, *number), if *number < 0 { 7 } else { 9 })
            }
            Formula::Name(name, _) => (bare(name).to_owned(), 9),
            Formula::Level(of, slot) => (format!("{}(slot = {slot})", of.level()), 9),
            Formula::Word(name, slot) => (self.word(name, *slot), 9),
            Formula::Not(inner) => (format!("!{}", self.formula(inner, 8)), 8),
            Formula::All(parts) => (all(parts, " && ", 3), 2),
            Formula::Any(parts) => (all(parts, " || ", 2), 1),
            Formula::Compare(_, sides, sign) => (all(&**sides, &format!(" {sign} "), 5), 4),
            Formula::Compute(_, sides, sign) => {
                let own = if matches!(sign, '+' | '-') { 5 } else { 6 };
                let (left, right) =
                    (self.formula(&sides[0], own), self.formula(&sides[1], own + 1));
                (format!("{left} {sign} {right}"), own)
            }
        };
        if own < level { format!("({text})") } else { text }
    }
}

fn literal(of: Type, number: i32) -> String {
    match of {
        Type::Answer => (number != 0).to_string(),
        Type::Side => SIDES[usize::try_from(number).expect("a variant")].to_owned(),
        Type::Text => format!("{:?}", TEXTS[usize::try_from(number).expect("a text")]),
        Type::Length => format!("{number}ms"),
        Type::Real => format!("{:?}", f64::from(number) / 4.0),
        Type::Kept | Type::Small | Type::Count | Type::Signed | Type::Size => number.to_string(),
    }
}

/// A name in a file.
fn bare(name: Name) -> &'static str {
    name.trim_start_matches("r#")
}

fn taken(name: Name) -> String {
    if name.is_empty() { String::new() } else { format!(" -> {}", bare(name)) }
}
