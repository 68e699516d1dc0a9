//! Completion and hover at a place of a text, and nodes and words as an editor inserts them.

use super::fields::{Part, Place, parts};
use super::outline::{self, Outline, Tree, closing as brackets, outline, undocumented};
use super::scope::{Binder, Header, Name, bound_at, headers, in_scope};
use crate::ast::Constant;
use crate::check::meaning::{count, is_answer, is_subtree};
use crate::grammar::Slot;
use crate::lexer::{self, Lexeme, LexemeClass};
use crate::vocabulary::{Integer, Parameter, Role, Type, Vocabulary, Word as Declared};
use crate::words::{Arguments, Children, Family, Word};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The completions at a place, of [`complete`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// The bytes that an item replaces: the word at the place.
    pub replaces: Range<usize>,
    /// The items whose label begins with what is written, before those that contain it.
    pub items: Vec<Item>,
}

/// One text that can be written at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Item {
    /// The text.
    pub insert: String,
    /// The name in a list.
    pub label: String,
    /// What it is: `node`, `condition`, `action`, `decorator`, `value`, `subtree`, `tree`, `type`, `parameter`, `name`, `choice`,
    /// `label` or `keyword`.
    pub kind: &'static str,
    /// The declaration, or the form of a node.
    pub detail: String,
    /// The description.
    pub documentation: Option<String>,
}

/// Returns what can be written at a byte of a text; nothing in a comment or where only an unknown name fits.
///
/// ```
/// use bt_language::{edit, vocabulary::Vocabulary};
///
/// let text = "tree Guard { seq";
/// let completion = edit::complete(text, text.len(), &Vocabulary::default());
/// assert_eq!(&text[completion.replaces], "seq");
/// assert_eq!(completion.items[0].label, "sequence");
/// ```
#[must_use]
pub fn complete(text: &str, at: usize, vocabulary: &Vocabulary) -> Completion {
    let context = Context::of(text, at, vocabulary);
    let is_before_others = context.next == "=>" && {
        let outline = outline(text);
        let contains = |key: &Range<usize>| key.start <= at && at <= key.end;
        let node = outline.nodes.iter().position(|node| node.key.as_ref().is_some_and(contains));
        let rank = node.and_then(|node| outline.rank(node));
        rank.is_some_and(|(parent, rank)| {
            outline.nodes.get(parent).is_some_and(|parent| parent.children.len() > rank + 1)
        })
    };
    let (names, is_key) = (&context.names, context.next == "=>");
    let mut items = Items { vocabulary, names, is_key, is_before_others, all: Vec::new() };
    let equals = if context.next == "=" { "" } else { " = " };
    match context.expected() {
        Expected::Nothing => {}
        Expected::Item => {
            items.keyword("tree", "tree ");
            items.keyword("pub", "pub tree ");
            items.keyword("use", "use ");
        }
        Expected::Node => items.nodes(),
        Expected::Child(owner) => items.children(owner),
        Expected::ChildOrElse(owner) => {
            items.keyword("else", "else ");
            items.children(owner);
        }
        Expected::Word(slot) => items.words(|role| slot.takes(role), ""),
        Expected::Type => items.types(),
        Expected::Set => items.names(Name::can_change, equals),
        Expected::Result(of) => items.results(of.as_ref()),
        Expected::Pattern(of) => items.patterns(&of),
        Expected::Of(header, written) => {
            let missing = header.parameters.iter().filter(|one| !written.contains(&one.name));
            items.all.extend(missing.map(|one| Item {
                detail: one.signature.clone(),
                ..Item::new("parameter", &one.name, format!("{}{equals}", one.name))
            }));
        }
        Expected::Tree => items.trees(text, &outline(text), at),
        Expected::Parameter(word, names) => items.parameters(word, &names, equals),
        Expected::Value(of) => items.values(&of),
        Expected::Words(words) => {
            for word in words {
                items.keyword(word, word);
            }
        }
        Expected::Named(names) => {
            for name in names {
                items.keyword(name, &format!("{name}{equals}"));
            }
        }
        Expected::Label => items.labels(text, &outline(text), &context.word),
    }
    let written = text.get(context.word.start..at.min(context.word.end)).unwrap_or_default();
    let items = sorted(items.all, written.trim_start_matches('\''));
    Completion { replaces: context.word, items }
}

/// The items that contain what is written; those that begin with it come first.
fn sorted(mut items: Vec<Item>, written: &str) -> Vec<Item> {
    let written = written.to_lowercase();
    let place = |item: &Item| item.label.to_lowercase().find(&written);
    items.retain(|item| place(item).is_some());
    items.sort_by_key(|item| place(item) != Some(0));
    items
}

struct Items<'v> {
    vocabulary: &'v Vocabulary,
    names: &'v [Name],
    /// An arrow follows.
    is_key: bool,
    /// The key is not that of the last child.
    is_before_others: bool,
    all: Vec<Item>,
}

impl Items<'_> {
    fn keyword(&mut self, label: &str, insert: &str) {
        self.all.push(Item::new("keyword", label, insert));
    }

    /// The nodes of the language, and each word of the vocabulary as a whole node.
    fn nodes(&mut self) {
        for word in Word::ALL.iter().copied().filter(|word| forms(*word).next().is_some()) {
            self.all.push(Item {
                detail: forms(word).collect::<Vec<_>>().join("\n"),
                documentation: Some(word.description().to_owned()),
                ..Item::new("node", word.as_str(), begin(word, self.vocabulary))
            });
        }
        let words = self.vocabulary.words.iter();
        for word in words.filter(|word| !matches!(word.role, Role::Value(_))) {
            let fits = |node: &Word| takes(*node).is_some_and(|(slot, _)| slot.takes(&word.role));
            if let Some(node) =
                Word::ALL.iter().copied().find(|node| node.arguments().are_bare() && fits(node))
            {
                let end = if node.family() == Family::Leaf { ";" } else { " " };
                self.all.push(Item::of(
                    word,
                    format!("{node} {}{end}", word.call(self.vocabulary, self.names)),
                ));
            }
        }
    }

    /// The begin of a child: its node, or the key before its `=>`.
    fn children(&mut self, owner: Children) {
        let end = if self.is_key { "" } else { " => " };
        self.words(|role| fits_key(owner, role), end);
        match owner {
            Children::Scored => {}
            Children::Conditional if self.is_before_others => {}
            Children::Conditional => self.keyword("else", &format!("else{end}")),
            _ if self.is_key => {}
            Children::None
            | Children::One
            | Children::Block
            | Children::Pair
            | Children::Watched
            | Children::Weighted
            | Children::Lasting
            | Children::Branches
            | Children::Arms => self.nodes(),
        }
    }

    /// The names and the words of the vocabulary that fit, with what follows them.
    fn words(&mut self, fits: impl Fn(&Role) -> bool, end: &str) {
        let fits_name = |of: &Type| fits(&Role::Value(of.clone()));
        self.names(|name| name.of.as_ref().is_some_and(fits_name), end);
        let words = self.vocabulary.words.iter().filter(|word| fits(&word.role));
        let call = |word: &Declared| word.call(self.vocabulary, self.names);
        self.all.extend(words.map(|word| Item::of(word, format!("{}{end}", call(word)))));
    }

    /// The names in scope that fit, the innermost first.
    fn names(&mut self, fits: impl Fn(&Name) -> bool, end: &str) {
        let mut known = BTreeSet::new();
        let shown = self.names.iter().rev().filter(|name| known.insert(&name.name) && fits(name));
        self.all.extend(shown.map(|name| Item {
            detail: name.signature.clone(),
            ..Item::new("name", &name.name, format!("{}{end}", name.name))
        }));
    }

    /// The names that take a result of a type.
    fn results(&mut self, of: Option<&Type>) {
        let is_place = |name: &Name| matches!(name.binder, Binder::Place | Binder::Result);
        self.names(|name| is_place(name) && (of.is_none() || name.of.as_ref() == of), "");
    }

    fn types(&mut self) {
        let known = Type::simple_names().chain([Type::Text.name()]);
        let mut names: Vec<String> = Vec::new();
        let own = self.vocabulary.types().map(|of| of.name().to_owned());
        for name in own.chain(known.map(str::to_owned)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let word = |name: &str| self.vocabulary.words.get(self.vocabulary.place(name)?);
        self.all.extend(names.iter().map(|name| match word(name) {
            Some(word) => Item::of(word, name.clone()),
            None => Item::new("type", name, name.clone()),
        }));
    }

    fn patterns(&mut self, of: &Type) {
        let end = if self.is_key { "" } else { " => " };
        let literals = literals(of).into_iter().chain(["_"]);
        self.all.extend(literals.map(|literal| Item {
            detail: of.name().to_owned(),
            ..Item::new("choice", literal, format!("{literal}{end}"))
        }));
    }

    /// The trees that can be called at a byte: not the one there, and none that calls it.
    fn trees(&mut self, text: &str, outline: &Outline, at: usize) {
        let mut callers: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for node in outline.nodes.iter().filter(|node| node.kind.is_some_and(Word::calls_tree)) {
            let name = node.name(text).and_then(|name| text.get(name)).unwrap_or_default();
            callers.entry(name).or_default().push(node.tree);
        }
        let name = |tree: &Tree| text.get(tree.name.clone()).unwrap_or_default();
        let here =
            outline.trees.iter().position(|tree| tree.bytes.start <= at && at <= tree.bytes.end);
        let (mut above, mut next) = (BTreeSet::new(), Vec::from_iter(here));
        while let Some(tree) = next.pop() {
            if above.insert(tree) {
                let callers = outline.trees.get(tree).and_then(|tree| callers.get(name(tree)));
                next.extend(callers.into_iter().flatten());
            }
        }
        for (_, tree) in outline.trees.iter().enumerate().filter(|(tree, _)| !above.contains(tree))
        {
            self.all.push(Item {
                detail: format!("tree {}", name(tree)),
                documentation: documentation_of_tree(text, tree),
                ..Item::new("tree", name(tree), name(tree))
            });
        }
        self.words(is_subtree, "");
    }

    fn parameters(&mut self, word: &Declared, written: &[String], equals: &str) {
        let missing = word.parameters.iter().filter(|one| !written.contains(&one.name));
        self.all.extend(missing.map(|parameter| Item {
            detail: parameter.signature(),
            documentation: parameter.description.clone(),
            ..Item::new("parameter", &parameter.name, format!("{}{equals}", parameter.name))
        }));
    }

    /// Values of the vocabulary, and the literals of a type that has few.
    fn values(&mut self, of: &Type) {
        self.all.extend(literals(of).into_iter().map(|literal| Item {
            detail: of.name().to_owned(),
            ..Item::new("choice", literal, literal)
        }));
        self.words(|role| matches!(role, Role::Value(other) if other == of), "");
    }

    /// The labels of other nodes.
    fn labels(&mut self, text: &str, outline: &Outline, at: &Range<usize>) {
        for label in outline.nodes.iter().filter_map(|node| node.label.clone()) {
            let name = text.get(label.clone()).unwrap_or_default();
            let is_known = self.all.iter().any(|item| item.label == name);
            if !is_known && !name.is_empty() && label.end != at.end {
                self.all.push(Item::new("label", name, format!("'{name}")));
            }
        }
    }
}

impl Item {
    fn new(kind: &'static str, label: &str, insert: impl Into<String>) -> Self {
        let (label, insert) = (label.to_owned(), insert.into());
        Self { insert, label, kind, detail: String::new(), documentation: None }
    }

    /// A word of the vocabulary.
    fn of(word: &Declared, insert: String) -> Self {
        Self {
            detail: word.signature(),
            documentation: documentation(word),
            ..Self::new(word.role.name(), &word.name, insert)
        }
    }
}

/// All values of a type that has few.
fn literals(of: &Type) -> Vec<&str> {
    match of {
        Type::Variants { variants, .. } => variants.iter().map(String::as_str).collect(),
        Type::Bool => vec!["true", "false"],
        Type::Integer(_)
        | Type::Single
        | Type::Double
        | Type::Duration
        | Type::Text
        | Type::Own { .. } => Vec::new(),
    }
}

/// The description of a word, with its parameters that have one.
fn documentation(word: &Declared) -> Option<String> {
    let parameter = |parameter: &Parameter| {
        let text = parameter.description.as_ref()?;
        Some(format!("{}: {text}", parameter.name))
    };
    let parameters = word.parameters.iter().filter_map(parameter);
    let all: Vec<String> = word.description.iter().cloned().chain(parameters).collect();
    (!all.is_empty()).then(|| all.join("\n"))
}

/// The beginning of a node, for a person who writes on: `condition `, `running;`, `timeout(`
fn begin(word: Word, vocabulary: &Vocabulary) -> String {
    if arguments(word).iter().all(|form| form.starts_with('(')) {
        format!("{word}(")
    } else if word.family() == Family::Leaf && !word.arguments().are_bare() {
        template(word, vocabulary)
    } else {
        format!("{word} ")
    }
}

/// The items that fit a place.
enum Expected<'v> {
    Nothing,
    /// A tree.
    Item,
    /// A node.
    Node,
    /// A child of a node with such children.
    Child(Children),
    /// Such a child, or the second branch of the `if` before it.
    ChildOrElse(Children),
    /// A word of the vocabulary.
    Word(Slot),
    /// The name of a tree.
    Tree,
    /// A parameter that is not given.
    Parameter(&'v Declared, Vec<String>),
    /// A value of a type.
    Value(Type),
    /// A type.
    Type,
    /// A name that can change.
    Set,
    /// A name that takes a result; `None` if its type is not known.
    Result(Option<Type>),
    /// A pattern of a `match`.
    Pattern(Type),
    /// A parameter of a tree of the file that is not given.
    Of(Header, Vec<String>),
    /// Words of the language.
    Words(&'static [&'static str]),
    /// Names of arguments that are not given.
    Named(Vec<&'static str>),
    /// A label.
    Label,
}

/// The context of a place in a text, also in one with mistakes.
#[derive(Clone)]
struct Context<'t, 'v> {
    text: &'t str,
    vocabulary: &'v Vocabulary,
    /// The tokens before the place, without comments and documentation.
    before: Vec<Lexeme>,
    /// The indexes of the brackets that are open.
    open: Vec<usize>,
    /// The word at the place, which a completion replaces.
    word: Range<usize>,
    is_label: bool,
    /// `true` inside a comment or a literal.
    is_inert: bool,
    /// `=>` in the key of a child, and `=` behind a name.
    next: &'t str,
    /// The opening bracket of each closing one.
    openings: BTreeMap<usize, usize>,
    /// The names in scope.
    names: Vec<Name>,
    headers: Vec<Header>,
}

impl<'t, 'v> Context<'t, 'v> {
    fn of(text: &'t str, at: usize, vocabulary: &'v Vocabulary) -> Self {
        let (mut before, mut word) = (Vec::new(), at..at);
        let (mut is_label, mut is_inert) = (false, false);
        let (mut next, mut is_next) = ("", true);
        for lexeme in lexer::lexemes(text) {
            if lexeme.start >= at {
                let sign = lexeme.text(text);
                if sign == "=>" || (is_next && sign == "=") {
                    next = sign;
                }
                // The cursor may stand in front of the word.
                is_next &= lexeme.start == at && lexeme.kind == LexemeClass::Word;
                let is_elsewhere = lexeme.start > at && lexeme.breaks > 0;
                if sign == "=>" || is_elsewhere || [";", "{", "}"].contains(&sign) {
                    break;
                }
                continue;
            }
            let touches = lexeme.end >= at;
            match lexeme.kind {
                LexemeClass::Doc | LexemeClass::LineComment => {
                    let behind = text.get(lexeme.end..at).unwrap_or_default();
                    is_inert |= touches || !behind.contains('\n');
                }
                LexemeClass::BlockComment => {
                    is_inert |= lexeme.end > at || is_open_comment(text, lexeme);
                }
                LexemeClass::Literal if touches => is_inert = true,
                LexemeClass::Word if touches => word = lexeme.bytes(),
                LexemeClass::Label if touches => (word, is_label) = (lexeme.bytes(), true),
                _ => before.push(lexeme),
            }
        }
        let (before, open) = open(text, before);
        // A header has no names of its own tree.
        let is_in_tree = open
            .first()
            .is_some_and(|open| before.get(*open).is_some_and(|brace| brace.text(text) == "{"));
        let scope = if is_in_tree { before.as_slice() } else { &[] };
        let names = in_scope(text, scope, vocabulary);
        let headers = headers(text, vocabulary);
        let closings = brackets(text, &before).into_iter().enumerate();
        let openings = closings.filter_map(|(open, closing)| Some((closing?, open))).collect();
        Self {
            text,
            vocabulary,
            before,
            open,
            word,
            is_label,
            is_inert,
            next,
            openings,
            names,
            headers,
        }
    }

    fn expected(&self) -> Expected<'v> {
        if self.is_inert {
            return Expected::Nothing;
        }
        if self.is_label {
            return Expected::Label;
        }
        let Some(open) = self.open.last().copied() else { return self.outside() };
        if let Some(expected) = self.in_sum() {
            return expected;
        }
        self.expected_in(open)
    }

    /// In a bracket, and not in a sum.
    fn expected_in(&self, open: usize) -> Expected<'v> {
        match self.sign(open) {
            "(" => self.argument(open),
            "{" => self.in_block(open),
            _ => Expected::Nothing,
        }
    }

    /// Between the trees.
    fn outside(&self) -> Expected<'v> {
        match self.before.len().checked_sub(1).map(|last| self.sign(last)) {
            None | Some("}" | ";" | "\u{feff}") => Expected::Item,
            Some("pub") => Expected::Words(&["tree"]),
            _ => Expected::Nothing,
        }
    }

    /// In the parentheses of a node or of a word.
    fn argument(&self, open: usize) -> Expected<'v> {
        let last = self.before.len() - 1;
        if let Some(expected) = self.in_answer(last) {
            return expected;
        }
        let owner = open.checked_sub(1).map_or("", |owner| self.sign(owner));
        let before = open.checked_sub(2).map_or("", |before| self.sign(before));
        let is_header = self.open.len() == 1;
        match (owner, self.sign(last)) {
            ("let", ":") => return Expected::Type,
            (_, ":") if is_header => return Expected::Type,
            ("let", "=") => return self.value_of(last.checked_sub(2)),
            (_, "=") if is_header => return self.value_of(last.checked_sub(1)),
            ("for", "in" | "..") => return number().map_or(Expected::Nothing, Expected::Value),
            ("->", "(" | ",") if !is_header => {
                let inside = self.before.get(open..).unwrap_or_default();
                let place = inside.iter().filter(|one| one.text(self.text) == ",").count();
                return self.result(open - 1, place);
            }
            _ => {}
        }
        let name = match self.sign(last) {
            "(" | "," => None,
            "=" => last.checked_sub(1).map(|name| self.sign(name)),
            _ => return Expected::Nothing,
        };
        let header = self.headers.iter().find(|header| before == "subtree" && header.name == owner);
        if let Some(header) = header {
            let Some(name) = name else {
                return Expected::Of(header.clone(), self.names(open));
            };
            let parameter = header.parameters.iter().find(|parameter| parameter.name == name);
            let of = parameter.and_then(|parameter| parameter.of.clone());
            return of.map_or(Expected::Nothing, Expected::Value);
        }
        if let Some(word) = self.declared(owner) {
            let Some(name) = name else { return Expected::Parameter(word, self.names(open)) };
            let parameter = word.parameters.iter().find(|parameter| parameter.name == name);
            return parameter.map_or(Expected::Nothing, |of| Expected::Value(of.of.clone()));
        }
        let parts = Word::find(owner).map(parts).unwrap_or_default();
        let inside = self.before.get(open + 1..).unwrap_or_default();
        let index = lexer::with_depth(inside)
            .filter(|(depth, lexeme)| *depth == 0 && lexeme.text(self.text) == ",")
            .count();
        let is_it = |part: &&Part| match name {
            Some(name) => part.place == Place::Named && part.name == name,
            None => part.place == Place::At(index),
        };
        if let Some(part) = parts.iter().find(is_it) {
            return Expected::of(&part.of);
        }
        let written = self.names(open);
        let is_missing = |part: &&Part| {
            part.place == Place::Named && !written.iter().any(|one| one == part.name)
        };
        let missing = parts.iter().filter(is_missing).filter(|_| name.is_none());
        Expected::Named(missing.map(|part| part.name).collect())
    }

    /// Behind an operator or a parenthesis of an answer: `Hungry && |`, `Level < |`, `(|`
    fn in_answer(&self, last: usize) -> Option<Expected<'v>> {
        let before = last.checked_sub(1).map_or("", |before| self.sign(before));
        match self.sign(last) {
            "&&" | "||" | "!" => Some(Expected::Word(Slot::Answer)),
            "==" | "!=" | "<" | "<=" | ">" | ">=" => self.type_before(last).map(Expected::Value),
            "(" => {
                let is_bare = Word::find(before)
                    .is_some_and(|word| word.arguments() == Arguments::Expression);
                let brace = self.open.iter().rev().nth(1);
                let is_key = ["{", "}", ";"].contains(&before)
                    && brace.is_some_and(|brace| self.children(*brace) == Children::Conditional);
                let is_inner = is_bare || is_key || ["(", "&&", "||", "!"].contains(&before);
                is_inner.then_some(Expected::Word(Slot::Answer))
            }
            _ => None,
        }
    }

    /// Behind `+`, `-` or another operation, or behind a parenthesis around one: what stands where the sum begins, or a
    /// value of the type in front of the operation if that is an answer.
    fn in_sum(&self) -> Option<Expected<'v>> {
        let is_sign = |at: usize| ["+", "-", "*", "/", "%"].contains(&self.sign(at));
        let (mut end, mut closed, mut found) = (self.before.len(), 0, None);
        loop {
            let last = end.checked_sub(1)?;
            let before = last.checked_sub(1)?;
            let is_inner = self.sign(last) == "(" && (is_sign(before) || self.sign(before) == "=");
            if !is_inner && !is_sign(last) {
                break;
            }
            if is_sign(last) && found.is_none() {
                found = Some((self.type_before(last), ["*", "/"].contains(&self.sign(last))));
            }
            end = last;
            if is_inner {
                // The operation in front of it shows the type.
                closed += 1;
                continue;
            }
            while let Some(before) = end.checked_sub(1) {
                let is_operand = self.before.get(before).is_some_and(|lexeme| {
                    matches!(lexeme.kind, LexemeClass::Word | LexemeClass::Literal)
                });
                if is_sign(before) || (is_operand && is_sign(end)) {
                    end = before;
                } else {
                    break;
                }
            }
        }
        if end == self.before.len() {
            return None;
        }
        let mut shorter = self.clone();
        shorter.before.truncate(end);
        shorter.open.truncate(self.open.len().checked_sub(closed)?);
        let outer = shorter.expected_in(shorter.open.last().copied()?);
        let (of, is_scaled) = found.unwrap_or_default();
        Some(match (outer, of) {
            (Expected::Value(Type::Duration), Some(Type::Duration)) if is_scaled => {
                Expected::Value(count())
            }
            (Expected::Value(of), _) => Expected::Value(of),
            (_, Some(of)) => {
                Expected::Value(if is_scaled && of == Type::Duration { count() } else { of })
            }
            (outer, None) => outer,
        })
    }

    /// The type of the word or the call that ends in front of a sign.
    fn type_before(&self, sign: usize) -> Option<Type> {
        let mut at = sign.checked_sub(1)?;
        if self.sign(at) == ")" {
            at = self.opening(at)?.checked_sub(1)?;
        }
        self.type_at(at)
    }

    /// The type of a name, of a word or of a literal.
    fn type_at(&self, at: usize) -> Option<Type> {
        let written = self.sign(at);
        if let Some(name) = self.names.iter().rfind(|name| name.name == written) {
            return name.of.clone();
        }
        if self.before.get(at)?.kind == LexemeClass::Literal {
            return written.ends_with(['s', 'n']).then_some(Type::Duration);
        }
        self.declared(written)?.role.value_type().cloned()
    }

    /// A value of the type that ends here.
    fn value_of(&self, last: Option<usize>) -> Expected<'v> {
        let mut from = last.map_or(0, |last| last + 1);
        while from > 0 && ![":", "(", ","].contains(&self.sign(from - 1)) {
            from -= 1;
        }
        let end = self.before.len() - 1;
        let written: String = (from..end).map(|at| self.sign(at)).collect();
        self.vocabulary.type_named(&written).map_or(Expected::Nothing, Expected::Value)
    }

    /// The name of a result of the leaf in front of an arrow.
    fn result(&self, arrow: usize, place: usize) -> Expected<'v> {
        let Some(mut at) = arrow.checked_sub(1) else { return Expected::Nothing };
        if self.sign(at) == ")" {
            at = self.opening(at).and_then(|open| open.checked_sub(1)).unwrap_or(0);
        }
        let name = self.sign(at);
        let of_word = self.declared(name).map(|word| {
            word.results.get(place).map(|result| Expected::Result(Some(result.of.clone())))
        });
        let of_tree = || {
            let header = self.headers.iter().find(|header| header.name == name)?;
            Some(header.results.get(place).map(|result| Expected::Result(result.of.clone())))
        };
        let known = of_word.or_else(of_tree).unwrap_or(Some(Expected::Result(None)));
        known.unwrap_or(Expected::Nothing)
    }

    /// The names of the arguments before the place.
    fn names(&self, open: usize) -> Vec<String> {
        let inside = self.before.get(open + 1..).unwrap_or_default();
        let named = inside.windows(2).filter(|pair| {
            matches!(pair, [name, equals] if name.kind == LexemeClass::Word && equals.text(self.text) == "=")
        });
        named.filter_map(|pair| Some(pair.first()?.text(self.text).to_owned())).collect()
    }

    /// Among the children of a node, or in a tree.
    fn in_block(&self, open: usize) -> Expected<'v> {
        let last = self.before.len() - 1;
        if let Some(expected) = self.in_answer(last) {
            return expected;
        }
        let before = last.checked_sub(1).map_or("", |before| self.sign(before));
        if let Some(of) =
            self.chosen(open).filter(|_| ["{", "}", ";", ",", "|"].contains(&self.sign(last)))
        {
            return Expected::Pattern(of);
        }
        match self.sign(last) {
            "->" => self.result(last, 0),
            "set" => Expected::Set,
            "=" if last.checked_sub(2).is_some_and(|at| self.sign(at) == "set") => {
                self.type_before(last).map_or(Expected::Nothing, Expected::Value)
            }
            "}" => match self.opening(last).and_then(|open| self.owner(open)).map(Word::children) {
                Some(Children::Branches) => Expected::ChildOrElse(self.children(open)),
                // A cleanup.
                Some(Children::One) => Expected::Node,
                None
                | Some(
                    Children::None
                    | Children::Block
                    | Children::Pair
                    | Children::Watched
                    | Children::Weighted
                    | Children::Lasting
                    | Children::Scored
                    | Children::Conditional
                    | Children::Arms,
                ) => Expected::Child(self.children(open)),
            },
            "{" | ";" | "," => Expected::Child(self.children(open)),
            "=>" | "else" => Expected::Node,
            ":" if self.before.len() > 1 && before.starts_with('\'') => Expected::Node,
            ")" => self.behind_parentheses(last),
            sign if names_decorator(before) && self.declared(sign).is_some() => Expected::Node,
            sign => match Word::find(sign) {
                Some(word) if word.arguments().are_bare() => {
                    takes(word).map_or(Expected::Nothing, |(slot, _)| Expected::of(&slot))
                }
                Some(word) if takes_child(word) => Expected::Node,
                _ => Expected::Nothing,
            },
        }
    }

    /// The children of the node whose block is open; those of a tree are a block.
    fn children(&self, open: usize) -> Children {
        self.owner(open).map_or(Children::Block, Word::children)
    }

    /// The node whose block opens here; `None` for a tree.
    fn owner(&self, brace: usize) -> Option<Word> {
        Word::find(self.sign(self.owner_at(brace)?))
    }

    /// The index of its word, in front of its arguments: `if Hungry && Level < 3 {`
    fn owner_at(&self, brace: usize) -> Option<usize> {
        let mut at = brace;
        loop {
            at = at.checked_sub(1)?;
            match self.sign(at) {
                ")" => at = self.opening(at)?,
                "{" | "}" | ";" | "," | "=>" => return None,
                sign if Word::find(sign).is_some() => return Some(at),
                _ => {}
            }
        }
    }

    /// The type of the value by which the `match` whose block opens here chooses.
    fn chosen(&self, brace: usize) -> Option<Type> {
        let owner = self.owner_at(brace)?;
        Word::find(self.sign(owner)).filter(|word| word.children() == Children::Arms)?;
        (owner + 1..brace).find_map(|at| self.type_at(at))
    }

    /// Behind the parentheses of a decorator.
    fn behind_parentheses(&self, closing: usize) -> Expected<'v> {
        let owner = self.opening(closing).and_then(|open| open.checked_sub(1));
        let Some(owner) = owner else { return Expected::Nothing };
        let before = owner.checked_sub(1).map_or("", |before| self.sign(before));
        let is_decorator = |word: Word| word.family() == Family::Decorator;
        if names_decorator(before) || Word::find(self.sign(owner)).is_some_and(is_decorator) {
            Expected::Node
        } else {
            Expected::Nothing
        }
    }

    /// The opening bracket of a closing one.
    fn opening(&self, closing: usize) -> Option<usize> {
        self.openings.get(&closing).copied()
    }

    /// The parameter to which a name or a value after the place belongs; `true` if that is its name.
    fn parameter(&self, name: &str) -> Option<(&'v Parameter, bool)> {
        let open = self.open.last().copied().filter(|open| self.sign(*open) == "(")?;
        let word = self.declared(self.sign(open.checked_sub(1)?))?;
        let last = self.before.len().checked_sub(1)?;
        let is_value = self.sign(last) == "=";
        let name = if is_value { self.sign(last.checked_sub(1)?) } else { name };
        let parameter = word.parameters.iter().find(|parameter| parameter.name == name);
        Some((parameter?, !is_value))
    }

    fn declared(&self, name: &str) -> Option<&'v Declared> {
        self.vocabulary.words.get(self.vocabulary.place(name)?)
    }

    fn sign(&self, at: usize) -> &'t str {
        self.before.get(at).map_or("", |lexeme| lexeme.text(self.text))
    }
}

/// The type of the number of a `for`.
fn number() -> Option<Type> {
    Integer::named("usize").cloned().map(Type::Integer)
}

impl Expected<'_> {
    /// What can be written in a part of a node.
    fn of(slot: &Slot) -> Self {
        match slot {
            Slot::Value(Some(of)) | Slot::Known(Some(of)) => Self::Value(of.clone()),
            Slot::Count => Self::Value(count()),
            Slot::Threshold => Self::Words(&["all", "one"]),
            Slot::Choice(words) => Self::Words(words),
            Slot::Tree => Self::Tree,
            Slot::Answer | Slot::Action(_) | Slot::AtOnce | Slot::Decorator | Slot::Known(None) => {
                Self::Word(slot.clone())
            }
            Slot::Value(None)
            | Slot::Range
            | Slot::Name
            | Slot::Names(_)
            | Slot::Type(_)
            | Slot::Pattern(_)
            | Slot::Node
            | Slot::Asked
            | Slot::Other
            | Slot::Else => Self::Nothing,
        }
    }
}

/// Returns `true` for a decorator that needs no arguments.
fn takes_child(word: Word) -> bool {
    word.family() == Family::Decorator && parts(word).iter().all(|part| !part.is_required)
}

/// Returns `true` for a word after which the name of a decorator of the program stands.
fn names_decorator(sign: &str) -> bool {
    Word::find(sign).is_some_and(Word::names_decorator)
}

/// Returns `true` if a comment is not closed.
fn is_open_comment(text: &str, lexeme: Lexeme) -> bool {
    lexeme.end == text.len() && !lexeme.text(text).ends_with("*/")
}

/// The tokens without closing brackets that close nothing, and the indexes of the brackets that are open after them.
///
/// A parenthesis ends at a semicolon or a brace, if it is not closed.
fn open(text: &str, tokens: Vec<Lexeme>) -> (Vec<Lexeme>, Vec<usize>) {
    let mut balanced: Vec<Lexeme> = Vec::with_capacity(tokens.len());
    let mut open: Vec<usize> = Vec::new();
    for token in tokens {
        let sign = token.text(text);
        let is = |at: &usize, bracket: &str| {
            balanced.get(*at).is_some_and(|lexeme| lexeme.text(text) == bracket)
        };
        if [";", "{", "}"].contains(&sign) {
            while open.last().is_some_and(|last| !is(last, "{")) {
                open.pop();
            }
        }
        let opening = match sign {
            ")" => "(",
            "]" => "[",
            _ => "{",
        };
        match token.kind {
            LexemeClass::Open => open.push(balanced.len()),
            LexemeClass::Close if open.last().is_some_and(|last| is(last, opening)) => {
                open.pop();
            }
            LexemeClass::Close => continue,
            _ => {}
        }
        balanced.push(token);
    }
    (balanced, open)
}

/// The explanation of a word in a text, of [`hover`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hover {
    /// The bytes of the word.
    pub bytes: Range<usize>,
    /// The declaration, or the forms of a node.
    pub title: String,
    /// The description.
    pub documentation: Option<String>,
}

/// Explains the word at a byte of a text; `None` if there is nothing to say.
///
/// ```
/// use bt_language::{edit, vocabulary::Vocabulary};
///
/// let hover = edit::hover("tree Guard { wait(1s); }", 15, &Vocabulary::default()).unwrap();
/// assert_eq!(hover.title, "wait(D);");
/// ```
#[must_use]
pub fn hover(text: &str, at: usize, vocabulary: &Vocabulary) -> Option<Hover> {
    let mut lexemes = lexer::lexemes(text);
    lexemes.retain(|lexeme| !lexeme.is_prose());
    let touches = |lexeme: &Lexeme| {
        lexeme.kind == LexemeClass::Word && lexeme.start <= at && at <= lexeme.end
    };
    let place = lexemes.iter().rposition(touches)?;
    let lexeme = lexemes.get(place)?;
    let name = lexeme.text(text);
    let next = lexemes.get(place + 1).map_or("", |next| next.text(text));
    let explain = |title: String, documentation: Option<String>| {
        Some(Hover { bytes: lexeme.bytes(), title, documentation })
    };
    let outline = outline(text);
    let is_node = outline.nodes.iter().any(|node| node.word.start == lexeme.start);
    if let Some(word) = Word::find(name).filter(|_| is_node) {
        let forms: Vec<String> = forms(word).collect();
        return explain(forms.join("\n"), Some(word.description().to_owned()));
    }
    let context = Context::of(text, lexeme.start, vocabulary);
    if let Some((parameter, is_name)) = context.parameter(name) {
        if is_name && next == "=" {
            return explain(parameter.signature(), parameter.description.clone());
        }
        if matches!(&parameter.of, Type::Variants { variants, .. } if variants.iter().any(|one| one == name))
        {
            let title = format!("{}::{name}", parameter.of.name());
            return explain(title, parameter.description.clone());
        }
    }
    let of_header = context.open.last().and_then(|open| {
        let owner = context.sign(open.checked_sub(1)?);
        let header = context.headers.iter().find(|header| header.name == owner && next == "=")?;
        header.parameters.iter().find(|parameter| parameter.name == name)
    });
    let bound = bound_at(text, lexeme.start, vocabulary);
    let in_scope = context.names.iter().rfind(|bound| bound.name == name);
    if let Some(bound) = bound.as_ref().or(of_header).or(in_scope) {
        return explain(bound.signature.clone(), Some(bound.description(text)));
    }
    if let Some(word) = context.declared(name) {
        let own = (word.role == Role::Type).then(|| "a type of the program".to_owned());
        return explain(word.signature(), documentation(word).or(own));
    }
    let tree = outline.trees.iter().find(|tree| text.get(tree.name.clone()) == Some(name))?;
    let header = context.headers.iter().find(|header| header.name == name);
    let title = header.map_or_else(|| format!("tree {name}"), |header| header.signature.clone());
    explain(title, documentation_of_tree(text, tree))
}

/// The call around a place of a text, of [`signature`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signature {
    /// The declaration, or the form of a node.
    pub title: String,
    /// The description.
    pub documentation: Option<String>,
    /// The bytes of each parameter in the title, and its description.
    pub parameters: Vec<(Range<usize>, Option<String>)>,
    /// The index of the parameter to which the place belongs; `None` if there is none.
    pub active: Option<usize>,
}

/// Describes the call in whose parentheses a byte of a text is; `None` if it is in none.
///
/// ```
/// use bt_language::{edit, vocabulary::Vocabulary};
///
/// let text = "tree Day { subtree Nap(hours = 8, ); } tree Nap(hours: u32, deep: bool) { succeed; }";
/// let signature = edit::signature(text, 33, &Vocabulary::default()).unwrap();
/// assert_eq!(signature.title, "tree Nap(hours: u32, deep: bool)");
/// assert_eq!(signature.active, Some(1));
/// ```
#[must_use]
pub fn signature(text: &str, at: usize, vocabulary: &Vocabulary) -> Option<Signature> {
    let context = Context::of(text, at, vocabulary);
    let mut open = context.open.iter().rev().take_while(|open| context.sign(**open) == "(");
    open.find_map(|open| context.signature(*open))
}

impl Context<'_, '_> {
    /// The declaration of what is called with the parentheses that open here.
    fn signature(&self, open: usize) -> Option<Signature> {
        let owner = self.sign(open.checked_sub(1)?);
        let is_tree = open.checked_sub(2).is_some_and(|before| self.sign(before) == "subtree");
        let header = self.headers.iter().find(|header| is_tree && header.name == owner);
        let (title, documentation, parameters) = if let Some(header) = header {
            let parameters = header.parameters.iter();
            let parameters = parameters.map(|one| (&*one.name, one.signature.clone(), None));
            (header.signature.clone(), None, parameters.collect::<Vec<_>>())
        } else if let Some(word) = self.declared(owner) {
            let parameters = word.parameters.iter();
            let parameters =
                parameters.map(|one| (&*one.name, one.signature(), one.description.clone()));
            (word.signature(), word.description.clone(), parameters.collect())
        } else {
            let word = Word::find(owner)?;
            let form = forms(word).find(|form| form.contains('('))?;
            (form, Some(word.description().to_owned()), Vec::new())
        };
        let given = self.names(open);
        let inside = self.before.get(open + 1..).unwrap_or_default();
        let last = outline::parts(self.text, inside).last().unwrap_or_default();
        let named = match last {
            [name, equals, ..] if equals.text(self.text) == "=" => Some(name.text(self.text)),
            _ => None,
        };
        let is_active = |name: &str| match named {
            Some(named) => name == named,
            None => !given.iter().any(|given| given == name),
        };
        let active = parameters.iter().position(|(name, ..)| is_active(name));
        let mut end = 0;
        let parameters = parameters.into_iter().map(|(_, signature, description)| {
            let found = title.get(end..).and_then(|rest| rest.find(&signature));
            let start = found.map_or(end, |found| end + found);
            end = found.map_or(end, |_| start + signature.len());
            (start..end, description)
        });
        Some(Signature { parameters: parameters.collect(), title, documentation, active })
    }
}

/// The description of a tree.
fn documentation_of_tree(text: &str, tree: &Tree) -> Option<String> {
    text.get(tree.documentation(text)?).map(undocumented)
}

/// The arguments of a node in files, with `W` for a word of the vocabulary: `guard` → `(W)`
fn arguments(word: Word) -> &'static [&'static str] {
    match word.arguments() {
        Arguments::Expression | Arguments::Action | Arguments::Literal => &[" W"],
        Arguments::Tree => &[" Name"],
        // The vocabulary draws the random numbers.
        Arguments::Value if word.children() == Children::Weighted => &[""],
        Arguments::Value | Arguments::Statement => &["(W)"],
        Arguments::Service => &["(D, W)"],
        Arguments::Duration | Arguments::Cooldown => &["(D)"],
        Arguments::Count => &["(N)", ""],
        Arguments::Number => &["(N)"],
        Arguments::Policies => &["", "(success = P, failure = P)"],
        Arguments::Margin => &["", "(margin = X)"],
        Arguments::Binding => &["(name: u32 = 0)", "(name: u32)"],
        Arguments::Range => &["(i in 0..3)"],
        Arguments::Assignment => &[" name = 0"],
        Arguments::None => &[""],
        Arguments::Future => &[],
    }
}

/// Returns the forms of a node in files: `repeat(N) node` and `repeat node`.
///
/// Capitals stand for what the author writes: `W` for a word of the vocabulary, `N` for a number, `D` for a duration.
pub fn forms(word: Word) -> impl Iterator<Item = String> {
    let children = word.children().form().replace("COND", "W");
    arguments(word).iter().map(move |arguments| format!("{word}{arguments}{children}"))
}

/// Returns a node that an editor inserts: the first fitting word of the vocabulary with its required arguments, without children.
///
/// A decorator has no child yet, so [`Change::Wrap`](super::Change::Wrap) can also put it around a node.
///
/// ```
/// use bt_language::{edit, vocabulary::Vocabulary, words::Word};
///
/// assert_eq!(edit::template(Word::Repeat, &Vocabulary::default()), "repeat(3)");
/// assert_eq!(edit::template(Word::Selector, &Vocabulary::default()), "selector {}");
/// ```
#[must_use]
pub fn template(word: Word, vocabulary: &Vocabulary) -> String {
    let form = arguments(word).first().copied().unwrap_or_default();
    let missing = |(slot, name): (Slot, &str)| {
        first_call(vocabulary, |role| slot.takes(role)).unwrap_or(name.to_owned())
    };
    let first = takes(word).map(missing).unwrap_or_default();
    let form = form.replace("Name", "W").replace('D', "1s").replace('N', "3");
    let arguments = form.replace('W', &first);
    let rest = match word.children() {
        Children::None => ";",
        Children::One => "",
        _ => " {}",
    };
    format!("{word}{arguments}{rest}")
}

/// The part of a node that is a word of the vocabulary or a tree, with a name that stands for a missing one.
fn takes(word: Word) -> Option<(Slot, &'static str)> {
    parts(word).into_iter().find_map(|part| {
        let name = match part.of {
            Slot::Answer => "Condition",
            Slot::Known(_) => "Value",
            Slot::Action(_) | Slot::AtOnce => "Action",
            Slot::Decorator => "Decorator",
            Slot::Tree => "Tree",
            Slot::Value(_)
            | Slot::Count
            | Slot::Range
            | Slot::Threshold
            | Slot::Choice(_)
            | Slot::Name
            | Slot::Names(_)
            | Slot::Type(_)
            | Slot::Pattern(_)
            | Slot::Node
            | Slot::Asked
            | Slot::Other
            | Slot::Else => return None,
        };
        Some((part.of, name))
    })
}

/// Returns `true` if a word can be the key of a child.
pub(super) fn fits_key(children: Children, role: &Role) -> bool {
    match children {
        Children::Conditional => is_answer(role),
        Children::Scored => *role == Role::Value(Type::Single),
        Children::Weighted => *role == Role::Value(count()),
        Children::Lasting => *role == Role::Value(Type::Duration),
        _ => false,
    }
}

/// The call of the first word whose role fits.
pub(super) fn first_call(vocabulary: &Vocabulary, fits: impl Fn(&Role) -> bool) -> Option<String> {
    vocabulary.words.iter().find(|word| fits(&word.role)).map(|word| word.call(vocabulary, &[]))
}

impl Declared {
    /// The word with values for the parameters that have no default: `GoTo(place = Home)`
    fn call(&self, vocabulary: &Vocabulary, names: &[Name]) -> String {
        let required = self.parameters.iter().filter(|parameter| parameter.default.is_none());
        let arguments: Vec<String> = required
            .map(|parameter| {
                format!("{} = {}", parameter.name, parameter.of.sample(vocabulary, names))
            })
            .collect();
        let name = &self.name;
        if arguments.is_empty() {
            name.clone()
        } else {
            format!("{name}({})", arguments.join(", "))
        }
    }

    /// The declaration without its code: `action GoTo(place: Place, speed: f32 = 4.0)`
    #[must_use]
    pub(crate) fn signature(&self) -> String {
        let parameters: Vec<String> = self.parameters.iter().map(Parameter::signature).collect();
        let list = if parameters.is_empty() {
            String::new()
        } else {
            format!("({})", parameters.join(", "))
        };
        let results: Vec<String> = self.results.iter().map(Parameter::signature).collect();
        let of = match (&self.role, self.results.as_slice()) {
            (Role::Value(of), _) => format!(": {}", of.name()),
            (_, []) => String::new(),
            (_, [result]) if result.name == self.name => format!(" -> {}", result.of.name()),
            _ => format!(" -> ({})", results.join(", ")),
        };
        format!("{} {}{list}{of}", self.role.name(), self.name)
    }
}

impl Parameter {
    /// `speed: f32 = 4.0`
    #[must_use]
    pub(crate) fn signature(&self) -> String {
        let default = self.default_text().map(|text| format!(" = {text}")).unwrap_or_default();
        let reference = if self.by_reference { "&" } else { "" };
        format!("{}: {reference}{}{default}", self.name, self.of.name())
    }

    /// The default as it is written in a file; `None` if there is none.
    #[must_use]
    pub fn default_text(&self) -> Option<String> {
        Some(match (self.default.as_ref()?, &self.of) {
            (Constant::Bool(value), _) => value.to_string(),
            (Constant::Integer(value), _) => value.to_string(),
            (Constant::Single(value), _) => format!("{value:?}"),
            (Constant::Double(value), _) => format!("{value:?}"),
            (Constant::Duration(value), _) => format!("{value:?}").replace('µ', "u"),
            (Constant::Text(value), _) => format!("{value:?}"),
            (Constant::Variant(place), Type::Variants { variants, .. }) => {
                variants.get(*place)?.clone()
            }
            (Constant::Variant(_), _) => return None,
        })
    }
}

impl Type {
    /// A value of the type, as it is written in a file.
    fn sample(&self, vocabulary: &Vocabulary, names: &[Name]) -> String {
        match self {
            Self::Bool => "true".to_owned(),
            Self::Integer(_) => "1".to_owned(),
            Self::Single | Self::Double => "1.0".to_owned(),
            Self::Duration => "1s".to_owned(),
            Self::Text => "\"\"".to_owned(),
            Self::Variants { variants, .. } => variants.first().cloned().unwrap_or_default(),
            Self::Own { .. } => {
                let is_ready = |word: &&Declared| {
                    word.role == Role::Value(self.clone())
                        && word.parameters.iter().all(|parameter| parameter.default.is_some())
                };
                let value = vocabulary.words.iter().find(is_ready).map(|word| &word.name);
                let in_scope = || names.iter().rfind(|name| name.of.as_ref() == Some(self));
                value.or_else(|| Some(&in_scope()?.name)).map_or("name", String::as_str).to_owned()
            }
        }
    }
}
