//! `pub vocabulary Drill(npc: &mut Npc) { … }`, its words and their parameters:
//! `condition HealthBelow(limit: i32 = 20) => npc.health < limit;`

use super::argument::{constant, written_out};
use super::cursor::{Cursor, is_punct, joins_expressions, turbofish};
use super::expression::is_path;
use super::items::{self, Front, is_name, item_name};
use super::leaf::{Act, generic_literal, struct_literal};
use super::node::docs_of;
use super::reader::{Context, Mistake, Notes, Reader, Result};
use super::rules;
use crate::ast::{Blackboard, Expression, Form, Literal, Outline};
use crate::mirror::{Meaning, Words};
use crate::place;
use crate::source::{self, first_span};
use crate::vocabulary::declared::{
    Declaration, DeclaredParameter, DeclaredRule, DeclaredType, DeclaredWord, Means,
};
use crate::vocabulary::{MOST_PARAMETERS, MOST_RESULTS, Type};
use crate::words::{self, nearest, synonym};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeMap;

const SHAPE: &str = "`vocabulary Name(blackboard: &mut Type) { … }`";

/// The words that declare one.
const KEYWORDS: &[&str] =
    &["condition", "action", "decorator", "value", "type", "subtree", "random", "rule"];

const WORD: &str = "`condition Name => …;`, and the same with `action`, `decorator`, `value Name: i32`, `type Name;`, `subtree Name;`, `random` or `rule never …;`";

const NO_PARAMETERS: &str =
    "a subtree of a vocabulary takes no parameters; write a tree without any around it";

/// Other words for them.
const OTHER_KEYWORDS: &[(&str, &str)] = &[
    ("with", "decorator"),
    ("query", "condition"),
    ("check", "condition"),
    ("task", "action"),
    ("leaf", "action"),
    ("score", "value"),
    ("get", "value"),
    ("tree", "subtree"),
    ("draw", "random"),
];

const PARAMETER: &str = "`limit: i32 = 20`";

const TYPES: &str = "`bool`, the integers, `f32`, `f64`, `Duration`, `&'static str`, an enum with its variants: `Side { Left, Right }`, and what is declared with `type Name;`";

/// Other names of the types.
pub(crate) const OTHER_TYPES: &[(&str, &str)] = &[
    ("boolean", "bool"),
    ("int", "i32"),
    ("uint", "u32"),
    ("float", "f32"),
    ("double", "f64"),
    ("number", "f64"),
    ("time", "Duration"),
    ("str", "&'static str"),
    ("string", "&'static str"),
    ("String", "&'static str"),
];

/// The types of the program that a vocabulary declares, with their paths.
type OwnTypes = BTreeMap<String, TokenStream>;

/// The words of a vocabulary that have been read.
struct VocabularyReader<'n> {
    notes: &'n mut Notes,
    words: Vec<DeclaredWord>,
    random: Option<Expression>,
    rules: Vec<DeclaredRule>,
    /// The name of the blackboard, if the header can be read.
    binder: Option<Ident>,
    /// The names of all words, also of those that cannot be read.
    names: Vec<Ident>,
    /// The names of the types of the program.
    types: OwnTypes,
    /// The first word `random`.
    first_random: Option<Span>,
    /// `true` if a file may name a word that is missing here.
    is_broken: bool,
}

/// Reads the item; if its header cannot be read, the outline.
pub(super) fn vocabulary(
    input: &mut Cursor,
    mut front: Front,
    notes: &mut Notes,
) -> Option<Result<Declaration, Outline>> {
    let word = input.eat_ident()?;
    notes.mirror.word(Words::Items, &word);
    let word = Ident::new("vocabulary", word.span());
    let name = item_name(input, &word, SHAPE, notes);
    let signature = items::signature(input);
    let limit = front.attributes.iter().position(|of| of.path().is_ident("limit"));
    let limit =
        limit.and_then(|place| self::transitions(&front.attributes.remove(place), &word, notes));
    let end = if signature.is_empty() {
        name.as_ref().unwrap_or(&word).span()
    } else {
        input.last_span()
    };
    let header = header(&signature, end);
    let mut reader = VocabularyReader {
        notes,
        words: Vec::new(),
        random: None,
        rules: Vec::new(),
        binder: header.as_ref().ok().map(|(_, blackboard)| blackboard.binder.clone()),
        names: Vec::new(),
        types: OwnTypes::new(),
        first_random: None,
        is_broken: false,
    };
    let mut read = None;
    if let Some(body) = input.eat_group(Delimiter::Brace) {
        read = reader.read(header);
        reader.words(&body, name.as_ref());
    } else if name.is_some() {
        let text = format!("this vocabulary has no words; write them in braces: {SHAPE}");
        reader.error(end, text);
    }
    reader.notes.mirror.close(&items::borrowed(&signature));
    let Front { attributes, visibility } = front;
    let outline = Outline { attributes, visibility, name: name? };
    let VocabularyReader { words, random, rules, is_broken, .. } = reader;
    let is_whole = !is_broken;
    Some(match read {
        Some((generics, blackboard)) => {
            Ok(Declaration { outline, generics, blackboard, words, random, rules, limit, is_whole })
        }
        None => Err(outline),
    })
}

/// The number of `#[limit(transitions = N)]` before a vocabulary.
fn transitions(attribute: &syn::Attribute, word: &Ident, notes: &mut Notes) -> Option<u64> {
    let number = rules::transitions(attribute);
    if number.is_none() {
        let text = "the limit of a vocabulary is the largest number of transitions for the proofs of a tree: `#[limit(transitions = 100_000)]`";
        notes.error(word.span(), text);
    }
    number
}

impl VocabularyReader<'_> {
    /// Reports a mistake, and notes that a file may name a word that is missing here.
    fn error(&mut self, span: Span, text: impl Into<String>) {
        self.notes.error(span, text);
        self.is_broken = true;
    }

    fn read<T>(&mut self, result: Result<T>) -> Option<T> {
        let read = self.notes.read(result);
        self.is_broken |= read.is_none();
        read
    }

    /// Reads all words of a block.
    fn words(&mut self, body: &Group, name: Option<&Ident>) {
        let mut input = Cursor::of(body);
        self.types = types(&mut input.clone());
        self.notes.mirror.types();
        if input.is_empty() {
            let span = name.map_or_else(|| body.span_open(), Ident::span);
            let text = "a vocabulary has at least one word: `condition Name => …;`";
            self.error(span, text);
        }
        while !input.is_empty() {
            let mut part = input.part(limit(&input));
            self.word(&mut part);
            for _ in 0..part.position().max(1) {
                input.advance();
            }
        }
        self.notes.mirror.end(Words::Vocabulary);
    }

    /// Reads a rule up to its `;`. A mistake in it hides no word.
    fn rule(&mut self, input: &mut Cursor, description: Option<String>) {
        let span = input.span();
        let claim = rules::rule_of_vocabulary(input);
        match claim.and_then(|claim| rules::ends(input).map(|()| claim)) {
            Ok(claim) => self.rules.push(DeclaredRule { claim, description, span }),
            Err(mistake) => {
                self.notes.mistakes.push(mistake);
                input.skip_past(';');
            }
        }
    }

    /// Reads one word up to its `;`.
    fn word(&mut self, input: &mut Cursor) {
        let description = docs_of(input, "a word", "vocabulary", self.notes);
        let span = input.span();
        let Some(keyword) = input.eat_ident() else {
            if input.is_empty() {
                self.error(input.last_span(), "expected a word after this doc comment");
            } else {
                self.error(span, format!("expected a word of the vocabulary: {WORD}"));
            }
            return input.skip_past(';');
        };
        self.notes.mirror.word(Words::Vocabulary, &keyword);
        let Some(kind) = self.kind(&keyword) else { return input.skip_past(';') };
        self.notes.mirror.begin();
        let start = input.position();
        let read = match kind {
            "random" => self.random(input, &keyword),
            "rule" => {
                self.rule(input, description);
                Some(())
            }
            kind => self.named(input, kind, &keyword, description),
        };
        self.notes.mirror.leave();
        if read.is_none() {
            self.is_broken = true;
            // What could be read stays after its `;`.
            let is_after_end = input.last().is_some_and(|last| is_punct(last, ';'));
            if input.position() == start || !is_after_end {
                input.skip_past(';');
            }
        }
    }

    /// The keyword, or the keyword that was probably meant; then it reports a mistake.
    fn kind(&mut self, keyword: &Ident) -> Option<&'static str> {
        let written = keyword.to_string();
        if let Some(kind) = KEYWORDS.iter().find(|kind| **kind == written) {
            return Some(kind);
        }
        let near = nearest(&written, &mut KEYWORDS.iter().copied());
        let near = synonym(OTHER_KEYWORDS, &written).or(near);
        let text = match near {
            Some(near) => {
                format!("there is no word `{written}` in a vocabulary; did you mean `{near}`?")
            }
            None if words::Word::of(keyword).is_some() => format!(
                "the node `{written}` stands in a tree, or in a file; a vocabulary declares words: {WORD}"
            ),
            None => format!("there is no word `{written}` in a vocabulary: {WORD}"),
        };
        self.error(keyword.span(), text);
        near
    }

    /// The reader of the code of a word.
    fn leaf<'l>(&'l mut self, input: &'l mut Cursor, keyword: &'l Ident) -> Reader<'l> {
        Reader::new(input, keyword, Context::Block, self.notes)
    }

    /// `random => npc.dice();`
    fn random(&mut self, input: &mut Cursor, keyword: &Ident) -> Option<()> {
        if !input.peek_arrow() {
            let text =
                "`random` has no name and no parameters; it gives a `u32`: `random => npc.dice();`";
            let span = if input.is_empty() { keyword.span() } else { input.span() };
            self.error(span, text);
            return None;
        }
        input.eat_arrow();
        let read = self.leaf(input, keyword).tokens(Meaning::Number);
        if let Some(first) = self.first_random {
            let line = place::line(first);
            let text = format!("there is a `random` already, in line {line}; remove one of them");
            self.error(keyword.span(), text);
            return read.map(|_| ());
        }
        self.first_random = Some(keyword.span());
        let mut random = read?;
        written_out(&mut random);
        self.random = Some(random);
        Some(())
    }

    /// A word with a name.
    fn named(
        &mut self,
        input: &mut Cursor,
        kind: &'static str,
        keyword: &Ident,
        description: Option<String>,
    ) -> Option<()> {
        let mut ahead = input.clone();
        let name = self.name(&mut ahead, kind, keyword)?;
        let (mut parameters, mut results) = (Vec::new(), Vec::new());
        let means = if kind == "subtree" {
            self.subtree(input, keyword)?
        } else if kind == "type" {
            *input = ahead;
            self.own_type(input, &name)?
        } else {
            *input = ahead;
            if let Some(group) = input.eat_group(Delimiter::Parenthesis) {
                parameters = self.parameters(&group);
            }
            if kind == "action" && input.peek_result() {
                results = self.results(input, &name);
            }
            self.means(input, kind, keyword, &name)?
        };
        let keeps = matches!(means, Means::Stateful(_) | Means::Decorator(_));
        if let Some(lent) = parameters.iter().find(|of| of.by_reference).filter(|_| keeps) {
            let text = format!(
                "`{name}` keeps what it is made of, and `{0}` is lent for one tick; write `{0}` without the `&`",
                lent.name
            );
            self.error(lent.name.span(), text);
        }
        self.words.push(DeclaredWord { name, parameters, results, means, description });
        Some(())
    }

    /// The name of a word, which no other word has.
    fn name(&mut self, input: &mut Cursor, kind: &str, keyword: &Ident) -> Option<Ident> {
        let Some(name) = input.eat_ident() else {
            let rest = match kind {
                "value" => ": i32 => …;",
                "subtree" | "type" => ";",
                _ => " => …;",
            };
            let text = format!("this `{kind}` has no name: `{kind} Name{rest}`");
            self.error(keyword.span(), text);
            return None;
        };
        if !is_name(&name) {
            let text = format!("`{name}` is a word of Rust; give this {kind} another name");
            self.error(name.span(), text);
            return None;
        }
        if let Some(first) = self.names.iter().find(|other| **other == name) {
            let line = place::line(first.span());
            let text = format!(
                "two words are called `{name}`, the first in line {line}; give this one another name"
            );
            self.error(name.span(), text);
            return None;
        }
        self.names.push(name.clone());
        Some(name)
    }

    /// Reads the part after the parameters.
    fn means(
        &mut self,
        input: &mut Cursor,
        kind: &str,
        keyword: &Ident,
        name: &Ident,
    ) -> Option<Means> {
        let mut means = if kind == "value" {
            self.value(input, keyword, name)?
        } else {
            self.arrow(input, kind, name)?;
            let mut reader = self.leaf(input, keyword);
            match kind {
                "condition" => Means::Condition(reader.tokens(Meaning::Answer)?),
                "action" => match reader.action_without_result()? {
                    Act::Expression(value) => Means::Action(value),
                    Act::Made(literal) => Means::Stateful(literal),
                },
                _ => Means::Decorator(decorator(&mut reader)?),
            }
        };
        match &mut means {
            Means::Condition(value) | Means::Action(value) | Means::Value(_, value) => {
                written_out(value);
            }
            Means::Stateful(literal) | Means::Decorator(literal) => written_out(&mut literal.value),
            Means::Subtree(_) | Means::Type(_) => {}
        }
        Some(means)
    }

    /// `;`, or `= nav::Path;`, after the name of a type.
    fn own_type(&mut self, input: &mut Cursor, name: &Ident) -> Option<Means> {
        let mut path = name.to_token_stream();
        if input.eat_punct('=') {
            path = input.until(&|input| input.peek_punct(';'));
            // An editor also completes a path that is not finished.
            self.notes.mirror.tree(&path);
            if !is_path(&path) {
                let text =
                    format!("expected the path of a type after this: `type {name} = nav::Path;`");
                self.error(input.last_span(), text);
                return None;
            }
        } else {
            self.notes.mirror.tree(&path);
        }
        if !input.eat_punct(';') {
            let text =
                format!("expected `;` after the type: `type {name};`, `type {name} = nav::Path;`");
            self.error(input.last_span(), text);
            return None;
        }
        Some(Means::Type(path))
    }

    /// `-> Path`, `-> (pose: Pose, score: f32)`
    fn results(&mut self, input: &mut Cursor, name: &Ident) -> Vec<DeclaredParameter> {
        input.advance();
        input.advance();
        let results = match input.eat_group(Delimiter::Parenthesis) {
            Some(group) => self.parameters(&group),
            None => {
                let of = input
                    .until_outside_generics(&|input| input.peek_arrow() || input.peek_punct(';'));
                self.notes.mirror.tree(&of);
                let of = self.read(declared_type(&of, input.last_span(), &self.types));
                of.map(|of| DeclaredParameter {
                    name: name.clone(),
                    of,
                    by_reference: false,
                    default: None,
                    description: None,
                })
                .into_iter()
                .collect()
            }
        };
        if let Some(result) = results.get(MOST_RESULTS) {
            let text = format!("an action has at most {MOST_RESULTS} results; make a type of them");
            self.error(result.name.span(), text);
        }
        for result in &results {
            if result.by_reference || result.default.is_some() {
                let text = format!(
                    "a result has a type, and no `&` or default: `action {name} -> (pose: Pose, score: f32) => …;`"
                );
                self.error(result.name.span(), text);
            }
        }
        results
    }

    /// `=>`
    fn arrow(&mut self, input: &mut Cursor, kind: &str, name: &Ident) -> Option<()> {
        if input.peek_arrow() {
            input.eat_arrow();
            return Some(());
        }
        if input.peek_result() {
            let text = format!("only an `action` has results; remove the `->` of `{name}`");
            self.error(input.span(), text);
            return None;
        }
        let is_over = input.is_empty() || input.peek_punct(';');
        let span = if is_over { input.last_span() } else { input.span() };
        let of = if kind == "value" { ": i32" } else { "" };
        let text = format!("expected `=>` and what `{name}` stands for: `{kind} {name}{of} => …;`");
        self.error(span, text);
        None
    }

    /// `value Health: i32 => npc.health;`, after the name.
    fn value(&mut self, input: &mut Cursor, keyword: &Ident, name: &Ident) -> Option<Means> {
        let has_colon = input.eat_punct(':');
        let from = input.position();
        self.notes.mirror.tree(&path(input));
        input.eat_group(Delimiter::Brace);
        let of = input.since(from);
        if !has_colon || of.is_empty() {
            let text = format!("the value `{name}` needs a type: `value {name}: i32 => …;`");
            self.error(name.span(), text);
            return None;
        }
        let of = self.read(declared_type(&of, name.span(), &self.types));
        self.arrow(input, "value", name)?;
        let meaning = match of.as_ref().map(|of| &of.of) {
            Some(Type::Bool) => Meaning::Answer,
            Some(Type::Single) => Meaning::Score,
            Some(Type::Duration) => Meaning::Duration,
            Some(Type::Integer(integer)) if integer.name == "u32" => Meaning::Number,
            _ => Meaning::Anything,
        };
        let value = self.leaf(input, keyword).tokens(meaning)?;
        Some(Means::Value(of?, value))
    }

    /// `Reload(&mut npc.weapon);`, after the keyword.
    fn subtree(&mut self, input: &mut Cursor, keyword: &Ident) -> Option<Means> {
        let mut ahead = input.clone();
        ahead.advance();
        if let Some(group) = ahead.eat_group(Delimiter::Parenthesis) {
            let mut inside = Cursor::of(&group);
            let is_parameter = inside.eat_ident().is_some()
                && ((inside.eat_punct(':') && !inside.peek_punct(':'))
                    || (inside.eat_punct('=') && !inside.peek_punct('=')));
            if is_parameter {
                self.error(group.span_open(), NO_PARAMETERS);
                return None;
            }
        }
        let subtree = self.leaf(input, keyword).subtree()?;
        let mut tokens = subtree.tree.clone().into_iter();
        if let (Some(first), Some(_)) = (tokens.next(), tokens.next()) {
            let text = "the name of a subtree is one word, by which files call it; bring the tree into scope with `use`, or give it one with `type`";
            self.error(first.span(), text);
            return None;
        }
        if let Some((parameter, _)) = subtree.arguments.first() {
            self.error(parameter.span(), NO_PARAMETERS);
            return None;
        }
        if let Some(first) = subtree.gives.first() {
            self.error(first.span(), "a tree in a vocabulary has no result; remove the `->`");
            return None;
        }
        Some(Means::Subtree(subtree))
    }

    /// Reads the parentheses after the name of a word; goes on after a mistake.
    fn parameters(&mut self, group: &Group) -> Vec<DeclaredParameter> {
        let mut input = Cursor::of(group);
        let mut parameters: Vec<DeclaredParameter> = Vec::new();
        while !input.is_empty() {
            let read = self.parameter(&mut input);
            let _ = input.until_outside_generics(&|input| input.peek_punct(','));
            input.eat_punct(',');
            let Some(parameter) = self.read(read) else { continue };
            let name = &parameter.name;
            if parameters.iter().any(|other| other.name == *name) {
                let text = format!("`{name}` is the name of another parameter; choose another one");
                self.error(name.span(), text);
            } else if self.binder.as_ref() == Some(name) {
                let text = format!(
                    "`{name}` is the name of the blackboard; choose another name for this parameter"
                );
                self.error(name.span(), text);
            } else if parameters.len() == MOST_PARAMETERS {
                let text = format!(
                    "a word takes at most {MOST_PARAMETERS} parameters; make two words of it"
                );
                self.error(name.span(), text);
                break;
            } else {
                parameters.push(parameter);
            }
        }
        parameters
    }

    /// `/** metres per second */ speed: f32 = 1.5`
    fn parameter(&mut self, input: &mut Cursor) -> Result<DeclaredParameter> {
        let description = docs_of(input, "a parameter", "vocabulary", self.notes);
        let span = input.span();
        let name = input.eat_ident();
        let written = name.to_token_stream();
        let has_colon = input.eat_punct(':');
        let from = input.position();
        let path = path(input);
        self.notes.mirror.parameter(&written, &path);
        let _ =
            input.until_outside_generics(&|input| input.peek_punct('=') || input.peek_punct(','));
        let of = input.since(from);
        let Some(name) = name.filter(|_| syn::parse2::<Ident>(written).is_ok()) else {
            let text =
                format!("expected a parameter, its type and perhaps its default: {PARAMETER}");
            return Err(Mistake::new(span, text));
        };
        if !has_colon || of.is_empty() {
            let text = format!("the parameter `{name}` needs a type: `{name}: f32`");
            return Err(Mistake::new(name.span(), text));
        }
        let lent: TokenStream = of.clone().into_iter().skip(1).collect();
        let lent = declared_type(&lent, name.span(), &self.types);
        let lent = lent.ok().filter(|_| of.to_string().starts_with('&'));
        let by_reference = lent.is_some();
        let of = lent.map_or_else(|| declared_type(&of, name.span(), &self.types), Ok)?;
        let default = if input.eat_punct('=') {
            let end = input.last_span();
            let tokens = input.until(&|input| input.peek_punct(','));
            let read = if tokens.is_empty() {
                let text = format!("expected a default after this: {PARAMETER}");
                Err(Mistake::new(end, text))
            } else if let Type::Own { name } = &of.of {
                let text =
                    format!("a file has no literal of the type `{name}`; remove the default");
                Err(Mistake::new(end, text))
            } else {
                constant(&tokens, &of.of, &format!("the default of `{name}`"))
            };
            // The parameter is there all the same.
            self.read(read)
        } else {
            None
        };
        Ok(DeclaredParameter { name, of, by_reference, default, description })
    }
}

/// `<'w>(world: &mut World<'w>)`
fn header(signature: &TokenStream, end: Span) -> Result<(syn::Generics, Blackboard)> {
    let (generics, (blackboard, parameters), results) =
        items::header(signature, end, "vocabulary")?;
    if let Some(result) = results.first() {
        let text = "a vocabulary has no results; remove the `->`";
        return Err(Mistake::new(result.name.span(), text));
    }
    if let Some(parameter) = parameters.first() {
        let text = "a vocabulary has a blackboard and no parameters; its words have parameters of their own";
        return Err(Mistake::new(parameter.name.span(), text));
    }
    let other = generics.params.iter().find_map(|parameter| match parameter {
        syn::GenericParam::Lifetime(_) => None,
        syn::GenericParam::Type(of) => Some(&of.ident),
        syn::GenericParam::Const(of) => Some(&of.ident),
    });
    match other {
        Some(other) => {
            let text = format!(
                "a vocabulary takes lifetimes and no other generics, since a program loads files for one blackboard; write a type in place of `{other}`"
            );
            Err(Mistake::new(other.span(), text))
        }
        None => Ok((generics, blackboard)),
    }
}

/// Where the word that begins here ends at the latest: before the next one, so that a missing `;` is one
/// mistake.
fn limit(input: &Cursor) -> usize {
    let mut ahead = input.clone();
    skip_attributes(&mut ahead);
    ahead.advance();
    while !ahead.is_empty() {
        let here = ahead.position();
        skip_attributes(&mut ahead);
        if begins_word(&ahead) {
            return here;
        }
        ahead.advance();
    }
    ahead.position()
}

/// Skips doc comments: `#[doc = "…"]`
fn skip_attributes(input: &mut Cursor) {
    while input.peek_punct('#') {
        let mut ahead = input.clone();
        ahead.advance();
        if ahead.eat_group(Delimiter::Bracket).is_none() {
            return;
        }
        *input = ahead;
    }
}

/// Returns `true` at `condition Name` or `random =>`, which no expression contains outside of its delimiters.
fn begins_word(input: &Cursor) -> bool {
    let mut ahead = input.clone();
    let Some(word) = ahead.eat_ident().filter(|word| KEYWORDS.iter().any(|known| word == known))
    else {
        return false;
    };
    if word == "random" {
        return ahead.peek_arrow();
    }
    ahead.eat_ident().is_some_and(|name| !joins_expressions(&name))
}

/// The names of the types that a vocabulary declares, before its words are read.
fn types(input: &mut Cursor) -> OwnTypes {
    let mut types = OwnTypes::new();
    while !input.is_empty() {
        let begins = begins_word(input) && input.peek_word("type");
        input.advance();
        if begins {
            let Some(name) = input.eat_ident() else { continue };
            let path = if input.eat_punct('=') {
                input.until(&|input| input.peek_punct(';'))
            } else {
                name.to_token_stream()
            };
            types.insert(name.to_string(), path);
        }
    }
    types
}

/// `Brave { up_to };`, or a unit struct.
fn decorator(reader: &mut Reader<'_>) -> Option<Literal> {
    if let Some(literal) = generic_literal(reader.input) {
        let literal = reader.checked(literal, "the decorator");
        reader.finish();
        return literal;
    }
    let value = reader.tokens(Meaning::Anything)?;
    if let Some(literal) = struct_literal(&value) {
        return Some(literal);
    }
    if is_path(&value) {
        let path = turbofish(value.to_token_stream());
        return Some(Literal { path, value, form: Form::Literal });
    }
    let text =
        "expected the struct literal of a decorator after `=>`: `decorator Name => Type { … };`";
    reader.notes.error(reader.word.span(), text);
    None
}

/// A type without the variants after it.
fn path(input: &mut Cursor) -> TokenStream {
    input.until_outside_generics(&|input| {
        ['=', ',', ';'].iter().any(|end| input.peek_punct(*end))
            || input.peek_group(Delimiter::Brace)
    })
}

/// Reads the type of a parameter or of a `value`.
fn declared_type(tokens: &TokenStream, end: Span, own: &OwnTypes) -> Result<DeclaredType> {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let simple = |of: Type| DeclaredType { of, path: tokens.clone(), variants: Vec::new() };
    let written: String = all.iter().map(ToString::to_string).collect();
    match all.as_slice() {
        [] => Err(Mistake::new(end, format!("expected a type here; the types are {TYPES}"))),
        [TokenTree::Ident(word)] if own.contains_key(&word.to_string()) => {
            let name = word.to_string();
            let path = own.get(&name).cloned().unwrap_or_default();
            Ok(DeclaredType { of: Type::Own { name }, path, variants: Vec::new() })
        }
        [TokenTree::Ident(word)] => match Type::named(&word.to_string()) {
            Some(of) => Ok(simple(of)),
            None => Err(unknown_type(word)),
        },
        [path @ .., TokenTree::Group(variants)] if variants.delimiter() == Delimiter::Brace => {
            of_enum(path, variants)
        }
        _ if written == "&'staticstr" => Ok(simple(Type::Text)),
        _ if is_path(tokens) && written.ends_with("::Duration") => Ok(simple(Type::Duration)),
        _ if written.starts_with('&') => {
            let text = format!(
                "`&` lends a parameter of a type of a file, as in `path: &Path`; the types are {TYPES}"
            );
            Err(Mistake::new(first_span(tokens), text))
        }
        _ if is_path(tokens) && !written.contains('<') => {
            Err(Mistake::new(first_span(tokens), needs_variants(&written)))
        }
        _ => {
            let text = format!(
                "this type cannot be written in a file; give it a name: `type Name = …;`; the types are {TYPES}"
            );
            Err(Mistake::new(first_span(tokens), text))
        }
    }
}

fn unknown_type(word: &Ident) -> Mistake {
    let written = word.to_string();
    let elsewhere = synonym(OTHER_TYPES, &written);
    let near = nearest(&written, &mut Type::simple_names());
    let is_enum = near != Some("Duration") && written.starts_with(char::is_uppercase);
    let text = match elsewhere.or(near) {
        Some(here) if elsewhere.is_some() || !is_enum => {
            format!("there is no type `{written}` here; did you mean `{here}`?")
        }
        _ if is_enum => needs_variants(&written),
        _ => format!("there is no type `{written}` here; the types are {TYPES}"),
    };
    Mistake::new(word.span(), text)
}

fn needs_variants(name: &str) -> String {
    format!(
        "`{name}` needs its variants after it, if it is an enum: `{name} {{ Left, Right }}`; the types are {TYPES}"
    )
}

/// `Side { Left, Right }`
fn of_enum(path: &[TokenTree], group: &Group) -> Result<DeclaredType> {
    let path: TokenStream = path.iter().cloned().collect();
    if !is_path(&path) {
        let text = "expected the name of an enum before its variants: `Side { Left, Right }`";
        return Err(Mistake::new(group.span_open(), text));
    }
    let mut input = Cursor::of(group);
    let mut variants: Vec<Ident> = Vec::new();
    while !input.is_empty() {
        let span = input.span();
        let name = input.eat_ident();
        let ends = input.is_empty() || input.eat_punct(',');
        let Some(name) = name.filter(|_| ends) else {
            let text = "the variants are names without fields: `Side { Left, Right }`";
            return Err(Mistake::new(span, text));
        };
        if variants.contains(&name) {
            let text = format!("the variant `{name}` stands here twice; remove one of them");
            return Err(Mistake::new(name.span(), text));
        }
        variants.push(name);
    }
    let name = source::joined(&path);
    if variants.is_empty() {
        let text = format!(
            "list the variants of `{name}` that a file may name: `{name} {{ Left, Right }}`"
        );
        return Err(Mistake::new(group.span_open(), text));
    }
    let names = variants.iter().map(crate::names::plain).collect();
    Ok(DeclaredType { of: Type::Variants { name, variants: names }, path, variants })
}
