//! What files may say, for language models and other programs that write them.

// The forms of nodes are made from their rows, so no node is forgotten. `gbnf` writes them as a grammar of the text, and
// `bt-cli` as a schema of JSON.

mod gbnf;

pub use gbnf::gbnf;

use crate::check::meaning::{count, is_action, is_answer, is_decorator, is_subtree};
use crate::names::KEYWORDS;
use crate::parse::UNITS;
use crate::vocabulary::{Integer, Role, Type, Vocabulary};
use crate::words::{Arguments, Children, Word};

/// The units of durations, with the number of decimal places that are whole nanoseconds.
#[doc(hidden)]
pub fn units() -> impl Iterator<Item = (&'static str, u32)> {
    UNITS.iter().map(|(name, nanoseconds)| (*name, nanoseconds.ilog10().min(9)))
}

/// A part of a form.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub enum Piece {
    /// A token; a space at an end separates it from a word there.
    Text(&'static str),
    /// What the author writes here, with its name in JSON.
    Member(&'static str, Slot),
    /// Arguments in parentheses, in this order; without any there are no parentheses.
    Arguments(Vec<Argument>),
    /// Arguments of a tree, by the names of its parameters.
    ByName(&'static str),
    /// Parts that may be left out together.
    Optional(Vec<Piece>),
    /// One after the other.
    List {
        /// Its name in JSON.
        name: &'static str,
        /// An item.
        item: Vec<Piece>,
        /// The first item, if that is another.
        first: Option<Slot>,
        /// The smallest number of items.
        least: usize,
        /// The largest number of items.
        most: Option<usize>,
    },
}

/// An argument of a node.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Argument {
    /// Its name in JSON; in the text, it is written if `is_named`.
    pub name: &'static str,
    /// `true` for `every = 1s`.
    pub is_named: bool,
    /// `false` if it may be left out.
    pub is_required: bool,
    /// Its value.
    pub of: Slot,
}

/// What an author writes at a place.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq)]
pub enum Slot {
    /// A condition.
    Answer,
    /// An expression of a type; of any type without one.
    Value(Option<Type>),
    /// The same without literals alone, so that its type is known.
    Known(Option<Type>),
    /// A `u32` that is not the literal 0.
    Count,
    /// Two ends of a range.
    Range,
    /// `all`, `one` or a number.
    Threshold,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// An action of the vocabulary with so many results; with any number without it.
    Action(Option<usize>),
    /// An action that ends at once.
    AtOnce,
    /// A decorator of the vocabulary.
    Decorator,
    /// A tree of the vocabulary.
    Tree,
    /// A name that the author has chosen.
    Name,
    /// So many names; any number without it.
    Names(Option<usize>),
    /// The name of this type; of any without it.
    Type(Option<Type>),
    /// A pattern of a `match` of this type.
    Pattern(Option<Type>),
    /// A node.
    Node,
    /// A condition of a `monitor`: `condition` or `not condition`.
    Asked,
    /// Any other node.
    Other,
    /// `else` and a node in braces.
    Else,
}

impl Slot {
    /// Returns `true` if a word with such a role can stand there.
    #[must_use]
    pub fn takes(&self, role: &Role) -> bool {
        match self {
            Self::Answer => is_answer(role),
            Self::Action(_) => is_action(role),
            // Such an action need not be ticked again.
            Self::AtOnce => matches!(role, Role::Action { is_stateful: false }),
            Self::Decorator => is_decorator(role),
            Self::Tree => is_subtree(role),
            Self::Value(Some(of)) | Self::Known(Some(of)) => role.value_type() == Some(of),
            Self::Known(None) => role.value_type().is_some_and(is_chosen_by),
            Self::Count => role.value_type() == Some(&count()),
            Self::Value(None)
            | Self::Range
            | Self::Threshold
            | Self::Choice(_)
            | Self::Name
            | Self::Names(_)
            | Self::Type(_)
            | Self::Pattern(_)
            | Self::Node
            | Self::Asked
            | Self::Other
            | Self::Else => false,
        }
    }
}

/// The forms of the nodes for one vocabulary.
#[doc(hidden)]
#[derive(Debug)]
pub struct Forms<'v> {
    vocabulary: Option<&'v Vocabulary>,
    /// All types that a file can name.
    types: Vec<Option<Type>>,
}

impl<'v> Forms<'v> {
    /// The forms for a vocabulary.
    #[must_use]
    pub fn new(vocabulary: &'v Vocabulary) -> Self {
        let mut types: Vec<Option<Type>> = Vec::new();
        let simple = Type::simple_names().chain([Type::Text.name()]).filter_map(Type::named);
        for of in simple.chain(vocabulary.types()).map(Some) {
            if !types.contains(&of) {
                types.push(of);
            }
        }
        Self { vocabulary: Some(vocabulary), types }
    }

    /// The forms for all vocabularies, which leave types out.
    #[must_use]
    pub fn of_any() -> Self {
        Self { vocabulary: None, types: vec![None] }
    }

    /// The types that a file can name.
    pub fn types(&self) -> impl Iterator<Item = &Type> {
        self.types.iter().flatten()
    }

    /// The name of a type in the names of rules.
    #[must_use]
    pub fn id(&self, of: &Type) -> String {
        match of {
            Type::Text => "text".to_owned(),
            Type::Bool | Type::Integer(_) | Type::Single | Type::Double | Type::Duration => {
                of.name().to_lowercase()
            }
            Type::Variants { .. } | Type::Own { .. } => {
                let place = self.types().position(|other| other == of);
                format!("t{}", place.unwrap_or_default())
            }
        }
    }

    /// The words that are no names of trees, of labels or of values.
    pub fn taken(&self) -> impl Iterator<Item = &'v str> {
        let declared = self.words(|_| true).map(|(_, word)| word.name.as_str());
        let own = Word::ALL.iter().map(|word| word.as_str());
        KEYWORDS.split(' ').chain(own).chain(declared)
    }

    /// The words of the vocabulary that can stand at a place, with their indexes.
    pub fn words(
        &self,
        fits: impl Fn(&crate::vocabulary::Word) -> bool,
    ) -> impl Iterator<Item = (usize, &'v crate::vocabulary::Word)> {
        let all = self.vocabulary.map_or(&[][..], |vocabulary| &vocabulary.words);
        all.iter().enumerate().filter(move |(_, word)| fits(word))
    }

    /// The words of the vocabulary that a slot takes.
    #[must_use]
    pub fn called(&self, slot: &Slot) -> Vec<(usize, &'v crate::vocabulary::Word)> {
        let fits = |word: &crate::vocabulary::Word| match slot {
            Slot::Action(Some(results)) if word.results.len() != *results => false,
            Slot::Known(None) => false,
            _ => slot.takes(&word.role),
        };
        self.words(fits).collect()
    }

    /// The forms of a node, without its documentation and its label; none if the vocabulary does not have what it needs.
    #[must_use]
    pub fn of(&self, word: Word) -> Vec<Vec<Piece>> {
        let needs_word = |slot: &Slot| matches!(slot, Slot::AtOnce | Slot::Decorator | Slot::Tree);
        let lacks = |piece: &Piece| match piece {
            Piece::Member(_, slot) => needs_word(slot) && self.lacks(slot),
            Piece::Arguments(all) => {
                all.iter().any(|one| needs_word(&one.of) && self.lacks(&one.of))
            }
            Piece::Text(_) | Piece::ByName(_) | Piece::Optional(_) | Piece::List { .. } => false,
        };
        if word.children() == Children::Weighted && self.vocabulary.is_some_and(|of| !of.has_random)
        {
            return Vec::new();
        }
        let chosen = match (word.arguments(), word.children()) {
            (Arguments::Expression, Children::Arms) => self.types.clone(),
            _ => vec![None],
        };
        let chosen = chosen.into_iter().filter(|of| of.as_ref().is_none_or(is_chosen_by));
        let mut forms = Vec::new();
        for of in chosen {
            for before in self.arguments(word, of.as_ref()) {
                for behind in self.children(word, of.as_ref()) {
                    forms.push([before.clone(), behind].concat());
                }
            }
        }
        forms.retain(|form: &Vec<Piece>| !form.iter().any(lacks));
        forms
    }

    fn lacks(&self, slot: &Slot) -> bool {
        self.vocabulary.is_some() && self.called(slot).is_empty()
    }

    fn has_clock(&self) -> bool {
        self.vocabulary.is_none_or(|vocabulary| vocabulary.has_clock != Some(false))
    }

    /// What stands between the word and the children; `of` is the type by which it chooses.
    fn arguments(&self, word: Word, of: Option<&Type>) -> Vec<Vec<Piece>> {
        let one = |name, of| Argument { name, is_named: false, is_required: true, of };
        let named = |name, of| Argument { name, is_named: true, is_required: false, of };
        let optional = |argument| Argument { is_required: false, ..argument };
        let duration = || Slot::Value(Some(Type::Duration));
        let of_results = |count| {
            Piece::Optional(vec![Piece::Text("->"), Piece::Member("results", Slot::Names(count))])
        };
        let in_parentheses = |all| vec![vec![Piece::Arguments(all)]];
        match word.arguments() {
            Arguments::None => vec![Vec::new()],
            Arguments::Expression if word.children() == Children::Arms => {
                vec![vec![Piece::Text(" "), Piece::Member("of", Slot::Known(of.cloned()))]]
            }
            Arguments::Expression => {
                vec![vec![Piece::Text(" "), Piece::Member("of", Slot::Answer)]]
            }
            Arguments::Action if self.vocabulary.is_none() => {
                vec![vec![
                    Piece::Text(" "),
                    Piece::Member("of", Slot::Action(None)),
                    of_results(None),
                ]]
            }
            Arguments::Action => {
                let actions = self.words(|word| matches!(word.role, Role::Action { .. }));
                let counts: std::collections::BTreeSet<usize> =
                    actions.map(|(_, word)| word.results.len()).collect();
                let form = |count: usize| {
                    let of = Piece::Member("of", Slot::Action(Some(count)));
                    let results = (count > 0).then(|| of_results(Some(count)));
                    [Piece::Text(" "), of].into_iter().chain(results).collect()
                };
                counts.into_iter().map(form).collect()
            }
            // The vocabulary says which actions wait for a future.
            Arguments::Future => Vec::new(),
            Arguments::Tree => {
                let own = vec![Piece::Text(" "), Piece::Member("tree", Slot::Tree)];
                let (name, with) = (Piece::Member("tree", Slot::Name), Piece::ByName("with"));
                vec![own, vec![Piece::Text(" "), name, with, of_results(None)]]
            }
            Arguments::Literal => {
                vec![vec![Piece::Text(" "), Piece::Member("of", Slot::Decorator)]]
            }
            // The vocabulary draws the random numbers.
            Arguments::Value if word.children() == Children::Weighted => vec![Vec::new()],
            Arguments::Value => in_parentheses(vec![one("of", Slot::Answer)]),
            Arguments::Statement => {
                let cleanup = Piece::Member("cleanup", Slot::Node);
                vec![
                    vec![Piece::Arguments(vec![one("of", Slot::AtOnce)])],
                    vec![Piece::Text("{"), cleanup, Piece::Text("}")],
                ]
            }
            Arguments::Duration | Arguments::Cooldown | Arguments::Service if !self.has_clock() => {
                Vec::new()
            }
            Arguments::Duration => in_parentheses(vec![one("duration", duration())]),
            Arguments::Cooldown => {
                let after = named("after", Slot::Choice(&["end", "success"]));
                in_parentheses(vec![one("duration", duration()), after])
            }
            Arguments::Service => {
                in_parentheses(vec![one("every", duration()), one("of", Slot::AtOnce)])
            }
            Arguments::Count => {
                let every = self.has_clock().then(|| named("every", duration()));
                let count = optional(one("count", Slot::Count));
                in_parentheses([count].into_iter().chain(every).collect())
            }
            Arguments::Number => in_parentheses(vec![one("count", Slot::Count)]),
            Arguments::Policies => in_parentheses(vec![
                named("success", Slot::Threshold),
                named("failure", Slot::Threshold),
            ]),
            Arguments::Margin => {
                in_parentheses(vec![named("margin", Slot::Value(Some(Type::Single)))])
            }
            Arguments::Binding => {
                let form = |of: &Option<Type>| {
                    let value = Piece::Member("value", Slot::Value(of.clone()));
                    vec![
                        Piece::Text("("),
                        Piece::Member("name", Slot::Name),
                        Piece::Text(":"),
                        Piece::Member("type", Slot::Type(of.clone())),
                        Piece::Optional(vec![Piece::Text("="), value]),
                        Piece::Text(")"),
                    ]
                };
                self.types.iter().map(form).collect()
            }
            Arguments::Range => vec![vec![
                Piece::Text("("),
                Piece::Member("name", Slot::Name),
                Piece::Text(" in "),
                Piece::Member("range", Slot::Range),
                Piece::Text(")"),
            ]],
            Arguments::Assignment => vec![vec![
                Piece::Text(" "),
                Piece::Member("name", Slot::Name),
                Piece::Text("="),
                Piece::Member("value", Slot::Value(None)),
            ]],
        }
    }

    fn children(&self, word: Word, of: Option<&Type>) -> Vec<Vec<Piece>> {
        let list = |name, item: &[Piece], least| Piece::List {
            name,
            item: item.to_vec(),
            first: None,
            least,
            most: None,
        };
        let child = || Piece::Member("child", Slot::Node);
        let keyed = |key| [Piece::Member("key", key), Piece::Text("=>"), child()];
        let perhaps_keyed = |key| {
            let key = vec![Piece::Member("key", key), Piece::Text("=>")];
            [Piece::Optional(key), child()]
        };
        let braces =
            |inner: Vec<Piece>| [vec![Piece::Text("{")], inner, vec![Piece::Text("}")]].concat();
        let children = |item: &[Piece]| vec![braces(vec![list("children", item, 1)])];
        match word.children() {
            Children::None => vec![vec![Piece::Text(";")]],
            Children::One => vec![vec![Piece::Text(" "), child()]],
            Children::Block => children(&[child()]),
            Children::Pair => vec![braces(vec![Piece::List {
                name: "children",
                item: vec![child()],
                first: None,
                least: 2,
                most: Some(2),
            }])],
            Children::Watched => {
                let asked = list("conditions", &[Piece::Member("child", Slot::Asked)], 1);
                let others = Piece::List {
                    name: "children",
                    item: vec![child()],
                    first: Some(Slot::Other),
                    least: 1,
                    most: None,
                };
                vec![braces(vec![asked, others])]
            }
            Children::Weighted => {
                let count = Integer::named("u32").cloned().map(Type::Integer);
                children(&perhaps_keyed(Slot::Value(count)))
            }
            Children::Lasting if !self.has_clock() => children(&[child()]),
            Children::Lasting => children(&perhaps_keyed(Slot::Value(Some(Type::Duration)))),
            Children::Scored => children(&keyed(Slot::Value(Some(Type::Single)))),
            Children::Conditional => {
                let item = keyed(Slot::Answer);
                let otherwise =
                    [Piece::Text("else"), Piece::Text("=>"), Piece::Member("else", Slot::Node)];
                let with_else = [vec![list("children", &item, 0)], otherwise.to_vec()].concat();
                vec![braces(vec![list("children", &item, 1)]), braces(with_else)]
            }
            Children::Branches => {
                let mut form = braces(vec![Piece::Member("then", Slot::Node)]);
                form.push(Piece::Optional(vec![Piece::Member("else", Slot::Else)]));
                vec![form]
            }
            Children::Arms => children(&keyed(Slot::Pattern(of.cloned()))),
        }
    }
}

/// Returns `true` for the types by which a `match` chooses.
fn is_chosen_by(of: &Type) -> bool {
    matches!(of, Type::Bool | Type::Integer(_) | Type::Variants { .. })
}
