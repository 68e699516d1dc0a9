//! Leaves: `condition EXPR;`, `action EXPR;`, `subtree Name;` and others. In a file, a word of the
//! vocabulary with its arguments, or a literal, stands where a macro call has Rust; anything else
//! is refused, so `syn` never sees the text of a file.

use super::argument::one_expression;
use super::children::lone_node;
use super::cursor::{Cursor, are_open, is_group, is_punct, last_span, turbofish};
use super::expression::{
    expression, is_expression, is_path, leaf_expression, outside_of_methods, to_end,
};
use super::formula::formula;
use super::reader::{Context, Mistake, Reader, Result};
use crate::ast::{Cleanup, Expression, Form, Literal, Purpose, Subtree};
use crate::mirror::Meaning;
use crate::mistakes::Mistakes;
use crate::nodes::Made;
use crate::source::first_span;
use crate::words::Word;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// The forms of an action.
pub(crate) enum Act {
    Expression(Expression),
    /// The value of a stateful action.
    Made(Literal),
}

impl Reader<'_> {
    /// The `;` after a leaf, or the rest of one that cannot be read.
    pub(crate) fn end_of_leaf(&mut self, is_readable: bool) {
        if is_readable {
            self.finish();
        } else {
            self.input.skip_node(self.context);
        }
    }

    /// `;`
    pub(crate) fn constant(&mut self, definition: Made) -> Option<Made> {
        let read = self.without_arguments();
        self.finish();
        read.map(|()| definition)
    }

    /// `EXPR;`
    pub(crate) fn answer(&mut self) -> Option<()> {
        let answer = if self.notes.is_file {
            self.leaf_term(formula, false).map(|(answer, _)| answer)
        } else {
            self.tokens(Meaning::Answer)
        };
        self.push(Purpose::Answer, answer?);
        Some(())
    }

    /// `action EXPR;`, `action EXPR -> NAME;`; a stateful action if the expression is a struct literal, or
    /// a type and `=` come before it. Also returns the names of the results.
    pub(crate) fn action(&mut self) -> Option<(Act, Vec<Ident>)> {
        if self.notes.is_file {
            let (act, gives) = self.leaf_term(term, true)?;
            return Some((Act::Expression(act), gives));
        }
        if let Some(path) = type_in_front(self.input) {
            self.notes.mirror.tree(&path);
            let (value, gives) = self.with_results(Meaning::Anything)?;
            return Some((Act::Made(Literal { path, value, form: Form::Expression }), gives));
        }
        if let Some(literal) = generic_literal(self.input) {
            let literal = self.checked(literal, "the action");
            let gives = self.results();
            self.finish();
            return Some((Act::Made(literal?), gives?));
        }
        let (value, gives) = self.with_results(Meaning::Anything)?;
        let act = match struct_literal(&value) {
            Some(literal) => Act::Made(literal),
            None => Act::Expression(value),
        };
        Some((act, gives))
    }

    /// The same for a word of a vocabulary.
    pub(super) fn action_without_result(&mut self) -> Option<Act> {
        let (act, gives) = if self.input.eat_word("await") {
            let (future, gives) = self.future()?;
            (Act::Made(future), gives)
        } else {
            self.action()?
        };
        let Some(first) = gives.first() else { return Some(act) };
        let text = "the type of a result stands before the arrow: `action Name -> Type => …;`";
        self.notes.error(first.span(), text);
        None
    }

    /// `await EXPR;`, `await ?Send EXPR -> NAME;`
    pub(crate) fn future(&mut self) -> Option<(Literal, Vec<Ident>)> {
        if self.notes.is_file {
            let text =
                "a file has no `await`; write `action` and the word of the vocabulary that waits";
            self.notes.error(self.word.span(), text);
            self.input.skip_node(self.context);
            return None;
        }
        let start = self.input.span();
        let is_send = !self.input.eat_punct('?');
        if !is_send && !self.input.eat_word("Send") {
            let text = "expected `Send` after this `?`: `await ?Send EXPR;` waits for a future that is not `Send`";
            self.notes.error(start, text);
            self.input.skip_node(self.context);
            return None;
        }
        let (value, gives) = self.with_results(Meaning::Anything)?;
        let form = Form::Future { is_send };
        Some((Literal { path: TokenStream::new(), value, form }, gives))
    }

    /// `NAME = EXPR;`; returns the name.
    pub(crate) fn assignment(&mut self) -> Option<Ident> {
        let span = self.input.span();
        // An editor also completes a name without its value.
        if let Some(name) = self.input.clone().eat_ident() {
            self.notes.mirror.value(Meaning::Anything, &name.to_token_stream());
        }
        let Some(name) = name(self.input) else {
            let text = "expected a name and its new value after `set`: `set name = …;`";
            self.notes.error(span, text);
            self.input.skip_node(self.context);
            return None;
        };
        if self.notes.is_file {
            let what = format!("a value of `{name}`");
            let read = formula(self.input, self.word.span(), &what);
            let Some(tokens) = self.notes.read(read) else {
                self.input.skip_node(self.context);
                return None;
            };
            self.finish();
            self.push(Purpose::Assigned, tokens);
            return Some(name);
        }
        let value = self.tokens(Meaning::Anything)?;
        self.push(Purpose::Assigned, value);
        Some(name)
    }

    /// The names after `->`, if it comes next; `None` if they cannot be read.
    pub(crate) fn results(&mut self) -> Option<Vec<Ident>> {
        if !self.input.peek_result() {
            return Some(Vec::new());
        }
        let arrow = self.input.span();
        self.input.advance();
        self.input.advance();
        let written = self.input.peek().map(|token| token.clone().into()).unwrap_or_default();
        let names = match self.input.eat_group(Delimiter::Parenthesis) {
            Some(group) => {
                self.notes.value(Meaning::Anything, &written);
                names(&mut Cursor::of(&group))
            }
            None => {
                let name = self.input.eat_ident();
                // An editor completes a name that is not there yet.
                self.notes.value(Meaning::Anything, &name.to_token_stream());
                name.map(|name| vec![name])
            }
        };
        if names.is_none() {
            let text = "expected the name of a `let` after `->`, or several in parentheses: `-> name`, `-> (a, b)`";
            self.notes.error(arrow, text);
        }
        names
    }

    /// The tokens of an expression up to its `;`, which is eaten too.
    pub(super) fn tokens(&mut self, meaning: Meaning) -> Option<Expression> {
        let (value, gives) = self.with_results(meaning)?;
        let Some(first) = gives.first() else { return Some(value) };
        let text = format!("a `{}` has no result; write an `action` for that", self.word);
        self.notes.error(first.span(), text);
        None
    }

    /// The same with the names after `->`.
    fn with_results(&mut self, meaning: Meaning) -> Option<(Expression, Vec<Ident>)> {
        let start = self.input.clone();
        if start.peek_word("await") {
            let text = "`await` is not a part of an expression: write `await EXPR;` as a node, or `action Name => await EXPR;` in a vocabulary";
            self.notes.error(start.span(), text);
            self.input.skip_past(';');
            return None;
        }
        let (tokens, is_expression) = to_end(self.input, self.context);
        self.notes.value(meaning, &tokens);
        let word = self.word;
        let what = format!("an expression after `{word}`");
        if let Some(node) = lone_node(&tokens) {
            // It is read as that node.
            self.notes.error(word.span(), format!("expected {what}, found the node `{node}`"));
            *self.input = start;
            return None;
        }
        let read = if is_expression {
            outside_of_methods(&tokens)
        } else {
            leaf_expression(&tokens, last_span(&tokens, word.span()), &what)
        };
        let is_readable = self.notes.read(read).is_some();
        let gives = self.results();
        if !is_readable || gives.is_none() {
            self.input.eat_punct(';');
            return None;
        }
        self.finish();
        Some((tokens.into(), gives?))
    }

    /// Eats the `;` after a leaf; if it is missing, reports that and goes on.
    pub(super) fn finish(&mut self) {
        let input = &mut *self.input;
        let is_finished = input.eat_punct(';')
            || (self.context == Context::Arm && (input.is_empty() || input.peek_punct(',')));
        if is_finished {
            return;
        }
        let text = format!("expected `;` after this `{}`", self.word);
        match input.peek() {
            Some(_) if input.peek_result() => {
                let text = format!("a `{}` has no result; remove the `->`", self.word);
                self.notes.error(input.span(), text);
                input.skip_node(self.context);
            }
            Some(found) if !input.begins_node() && !input.peek_node() => {
                let advice = if self.notes.is_file { joined(found) } else { "" };
                let found = match found {
                    TokenTree::Group(_) => String::new(),
                    found => format!(", found `{found}`"),
                };
                self.notes.error(input.span(), format!("{text}{found}{advice}"));
                input.skip_node(self.context);
            }
            _ => self.notes.error(input.last_span(), text),
        }
    }

    /// Returns a struct literal, or the name of a unit struct, if rustc will be able to read it;
    /// otherwise reports a mistake.
    pub(super) fn checked(&mut self, literal: Literal, what: &str) -> Option<Literal> {
        let last = literal.value.to_token_stream().into_iter().last();
        let fields = last.filter(|last| is_group(last, Delimiter::Brace));
        let path = &literal.path;
        let value = quote!(#path #fields);
        self.notes.value(Meaning::Anything, &value);
        self.notes.read(expression(&value, self.input.last_span(), what))?;
        Some(literal)
    }

    /// `with Type { field: value }` before its node; a unit struct needs no braces.
    pub(crate) fn with(&mut self) -> Option<Literal> {
        if self.notes.is_file {
            let what = "a decorator of the vocabulary after `with`";
            let tokens = self.notes.read(term(self.input, self.word.span(), what))?;
            let path = tokens.clone().into_iter().take(1).collect();
            return Some(Literal { path, value: tokens.into(), form: Form::Expression });
        }
        let (input, context) = (&mut *self.input, self.context);
        let (start, from) = (input.clone(), input.position());
        let path = input.until_outside_generics(&|input| {
            let path = input.since(from);
            let open = are_open(&path);
            match input.peek() {
                // `a::b`: a segment follows `::`, and nothing else does.
                Some(TokenTree::Ident(_)) => {
                    let last = path.into_iter().last();
                    let is_over = last.is_some_and(|last| !is_punct(&last, ':'));
                    input.begins_node() || (!open && is_over)
                }
                Some(TokenTree::Punct(punct)) if [':', '<'].contains(&punct.as_char()) => false,
                Some(next) if is_punct(next, ';') || is_group(next, Delimiter::Brace) => true,
                _ => !open || (context == Context::Arm && ends_arm(input, &path)),
            }
        });
        let is_node = lone_node(&path).is_some();
        if is_path(&path) && !is_node && !input.peek_group(Delimiter::Parenthesis) {
            input.eat_group(Delimiter::Brace);
            let value = input.since(from).into();
            let literal = Literal { path: turbofish(path), value, form: Form::Literal };
            return self.checked(literal, "the decorator after `with`");
        }
        input.eat_group(Delimiter::Parenthesis);
        if matches!(input.peek(), Some(TokenTree::Literal(_))) {
            input.advance();
        }
        if is_node {
            *input = start;
        }
        let text = if are_open(&path) {
            "the generic arguments of this decorator are unfinished; write `>` after them"
        } else {
            "expected the struct literal of a decorator after `with`: `with Type { … } node`"
        };
        self.notes.value(Meaning::Anything, &turbofish(path));
        self.notes.error(self.word.span(), text);
        None
    }

    /// `subtree Name;`, `subtree Name(&mut npc.weapon, speed = 2.0);`
    pub(crate) fn subtree(&mut self) -> Option<Subtree> {
        if self.notes.is_file {
            return self.subtree_of_file();
        }
        let (from, context) = (self.input.position(), self.context);
        let tree = self.input.until_outside_generics(&|input| {
            input.peek_punct(';')
                || input.peek_result()
                || input.peek_group(Delimiter::Parenthesis)
                || (input.peek_group(Delimiter::Brace) && !are_open(&input.since(from)))
                || (context == Context::Arm && ends_arm(input, &input.since(from)))
                || (input.position() > from && input.begins_node())
                || (input.peek_node() && is_path(&input.since(from)))
        });
        self.notes.mirror.tree(&tree);
        let is_tree = is_path(&tree);
        if !is_tree {
            let text = if are_open(&tree) {
                "the generic arguments of this tree are unfinished; write `>` after them"
            } else {
                NO_TREE
            };
            self.notes.error(last_span(&tree, self.word.span()), text);
        }
        let subtree = self.subtree_arguments(tree);
        let gives = self.results();
        if is_tree && gives.is_some() {
            self.finish();
        } else {
            self.input.eat_punct(';');
        }
        Some(Subtree { gives: gives?, ..subtree.filter(|_| is_tree)? })
    }

    /// `subtree Patrol;` in a file.
    fn subtree_of_file(&mut self) -> Option<Subtree> {
        // The next node is no name of a tree.
        let is_next = self.input.begins_line() && self.input.peek_node();
        let tree = if is_next { None } else { self.input.eat_ident() };
        let Some(tree) = tree else {
            self.notes.error(self.word.span(), NO_TREE);
            self.input.skip_node(self.context);
            return None;
        };
        let mut arguments = Vec::new();
        let mut is_readable = true;
        if let Some(group) = self.input.eat_group(Delimiter::Parenthesis) {
            let mut inner = Cursor::of(&group);
            while !inner.is_empty() {
                match self.notes.read(named_argument(&mut inner, &tree)) {
                    Some(argument) => arguments.push((argument.name, argument.value.into())),
                    None => is_readable = false,
                }
                inner.skip_past(',');
            }
        }
        let gives = self.results();
        self.finish();
        let (tree, gives) = (tree.into_token_stream(), gives?);
        let cleanup = Cleanup::Unknown;
        is_readable.then_some(Subtree { tree, blackboard: None, arguments, gives, cleanup })
    }

    /// The arguments in parentheses after the name of a subtree.
    fn subtree_arguments(&mut self, tree: TokenStream) -> Option<Subtree> {
        let (arguments, gives) = (Vec::new(), Vec::new());
        let cleanup = Cleanup::Unknown;
        let mut subtree = Subtree { tree, blackboard: None, arguments, gives, cleanup };
        if self.input.peek_group(Delimiter::Brace) {
            let text = "the blackboard of a subtree must be in parentheses: `subtree Name(&mut npc.part);`";
            self.notes.error(self.input.span(), text);
            self.input.advance();
            return None;
        }
        let Some(group) = self.input.eat_group(Delimiter::Parenthesis) else {
            return Some(subtree);
        };
        if group.stream().is_empty() {
            self.notes.value(Meaning::Anything, &TokenStream::new());
            let text = "a subtree is named and not made; write `subtree Name;`, or in the parentheses the part of the blackboard that it works on";
            self.notes.error(group.span(), text);
            return None;
        }
        let mut inner = Cursor::of(&group);
        let (mut is_readable, mut is_first) = (true, true);
        while !inner.is_empty() {
            let read = self.subtree_argument(&mut inner, is_first, &mut subtree);
            is_readable &= self.notes.read(read).is_some();
            is_first = false;
            inner.eat_punct(',');
        }
        is_readable.then_some(subtree)
    }

    /// Reads `&mut npc.weapon`, which must come first, or `speed = 2.0`.
    fn subtree_argument(
        &mut self,
        input: &mut Cursor,
        is_first: bool,
        subtree: &mut Subtree,
    ) -> Result<()> {
        let name = name(input);
        let start = input.span();
        let value = up_to_comma(input);
        self.notes.value(Meaning::Anything, &value);
        let end = last_span(&value, start);
        let Some(name) = name else {
            if !is_first {
                let text =
                    "expected the name of a parameter: `subtree Name(&mut npc.part, name = …);`";
                return Err(Mistake::new(start, text));
            }
            one_expression(&value, end, "the blackboard of the subtree")?;
            subtree.blackboard = Some(value.into());
            return Ok(());
        };
        one_expression(&value, end, &format!("the value of `{name}`"))?;
        if subtree.arguments.iter().any(|(other, _)| *other == name) {
            let text = format!("`{name}` is given twice; keep one of them");
            return Err(Mistake::new(name.span(), text));
        }
        subtree.arguments.push((name, value.into()));
        Ok(())
    }

    /// Reads what stands after `condition` or `action`, and the `;` after it; an action may have results.
    fn leaf_term(&mut self, read: ReadTerm, has_results: bool) -> Option<(Expression, Vec<Ident>)> {
        let start = self.input.clone();
        let what = format!("a word of the vocabulary after `{}`", self.word);
        if let Some(tokens) = self.notes.read(read(self.input, self.word.span(), &what)) {
            let gives = if has_results { self.results() } else { Some(Vec::new()) };
            self.finish();
            return Some((tokens.into(), gives?));
        }
        // A `not` was meant as a part of the term.
        if start.peek_node() && !start.peek_word("not") {
            // Reads the node as a node of its own.
            *self.input = start;
        } else {
            self.input.skip_node(self.context);
        }
        None
    }
}

/// Reads a term, or an answer.
type ReadTerm = fn(&mut Cursor, Span, &str) -> Result<TokenStream>;

const NO_TREE: &str = "expected the name of a tree after `subtree`: `subtree Name;`";

/// `walk::To::<Home> { speed: 2 }`: a path and braces, and nothing else.
pub(super) fn struct_literal(tokens: &TokenStream) -> Option<Literal> {
    let mut tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    // The `$e:expr` of a `macro_rules!`.
    if let [TokenTree::Group(group)] = tokens.as_slice() {
        if group.delimiter() == Delimiter::None {
            tokens = group.stream().into_iter().collect();
        }
    }
    let (last, path) = tokens.split_last()?;
    let path: TokenStream = path.iter().cloned().collect();
    (is_group(last, Delimiter::Brace) && is_path(&path)).then(|| {
        let value = tokens.into_iter().collect::<TokenStream>().into();
        Literal { path, value, form: Form::Literal }
    })
}

/// Eats `Fly =` before the expression of a stateful action. If the path begins with a small letter,
/// the expression is an assignment: `npc = …`.
fn type_in_front(input: &mut Cursor) -> Option<TokenStream> {
    let mut ahead = input.clone();
    let path = ahead.eat_path();
    let is_type = path.clone().into_iter().any(|token| match token {
        TokenTree::Ident(word) => word.to_string().starts_with(char::is_uppercase),
        _ => false,
    });
    let is_assigned = is_type && is_path(&path) && ahead.eat_punct('=');
    if !is_assigned || ahead.peek_punct('=') || ahead.peek_punct('>') {
        return None;
    }
    *input = ahead;
    Some(path)
}

/// Eats `Go<A, B> { of: x }`, which is not an expression without `::` before its generic arguments.
pub(super) fn generic_literal(input: &mut Cursor) -> Option<Literal> {
    let mut ahead = input.clone();
    let path = ahead.eat_path();
    let expression = turbofish(path.clone());
    let count = |tokens: &TokenStream| tokens.clone().into_iter().count();
    if count(&expression) == count(&path) || !is_path(&path) {
        return None;
    }
    ahead.eat_group(Delimiter::Brace)?;
    let value = ahead.since(input.position()).into();
    *input = ahead;
    Some(Literal { path: expression, value, form: Form::Literal })
}

/// Returns `true` if an arm ends here, after a path: at a `,`, and where its generic arguments are unfinished
/// at the last one in front of the next arrow: `0 => subtree Patrol<u8, u16, 1 => fail`
fn ends_arm(input: &Cursor, path: &TokenStream) -> bool {
    let mut ahead = input.clone();
    if !ahead.eat_punct(',') || !are_open(path) {
        return input.peek_punct(',');
    }
    ahead.skip_until(&|ahead| ahead.peek_punct(',') || ahead.peek_arrow());
    ahead.peek_arrow()
}

/// Reads `a, b`; at least one name.
fn names(input: &mut Cursor) -> Option<Vec<Ident>> {
    let mut names = vec![input.eat_ident()?];
    while input.eat_punct(',') && !input.is_empty() {
        names.push(input.eat_ident()?);
    }
    input.is_empty().then_some(names)
}

/// Eats `speed =`, but not `speed ==`.
fn name(input: &mut Cursor) -> Option<Ident> {
    let mut ahead = input.clone();
    let name = ahead.eat_ident()?;
    let is_name = ahead.eat_punct('=') && !ahead.peek_punct('=') && !ahead.peek_punct('>');
    is_name.then(|| *input = ahead)?;
    Some(name)
}

/// The tokens up to the next comma outside of generic arguments.
fn up_to_comma(input: &mut Cursor) -> TokenStream {
    let from = input.position();
    let mut first = None;
    loop {
        input.skip_until(&|input| input.peek_punct(','));
        if is_expression(&input.since(from)) {
            return input.since(from);
        }
        let here = first.get_or_insert_with(|| input.clone());
        if input.is_empty() {
            *input = here.clone();
            return input.since(from);
        }
        input.advance();
    }
}

/// Reads `HealthBelow(limit = 30)`, `-4.5` or `2s`; `end` is the position of missing tokens.
pub(super) fn term(input: &mut Cursor, end: Span, what: &str) -> Result<TokenStream> {
    let from = input.position();
    match input.peek().cloned() {
        None => return Err(Mistake::new(end, format!("expected {what}"))),
        Some(TokenTree::Ident(word)) => {
            if Word::of(&word).is_some() {
                let text = format!("expected {what}, found the node `{word}`");
                return Err(Mistake::new(word.span(), text));
            }
            input.advance();
            input.eat_group(Delimiter::Parenthesis);
        }
        Some(TokenTree::Literal(_)) => input.advance(),
        Some(TokenTree::Punct(minus)) if minus.as_char() == '-' => {
            input.advance();
            if !matches!(input.peek(), Some(TokenTree::Literal(_))) {
                return Err(Mistake::new(minus.span(), "expected a number after this `-`"));
            }
            input.advance();
        }
        Some(token) => return Err(unexpected(&token, what)),
    }
    Ok(input.since(from))
}

/// The advice after two words that are joined as in other languages: `action A and B;`
pub(super) fn joined(by: &TokenTree) -> &'static str {
    match by.to_string().as_str() {
        "and" | "&" => "; write one after the other in a `sequence`",
        "or" | "|" => "; write one after the other in a `selector`",
        _ => "",
    }
}

fn unexpected(token: &TokenTree, what: &str) -> Mistake {
    let (span, found) = match token {
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Brace => (group.span_open(), "braces".to_owned()),
            Delimiter::Bracket => (group.span_open(), "brackets".to_owned()),
            _ => (group.span_open(), "parentheses".to_owned()),
        },
        token => (token.span(), format!("`{token}`")),
    };
    Mistake::new(span, format!("expected {what}, found {found}"))
}

/// Checks that the tokens are exactly one term.
pub(super) fn only(tokens: &TokenStream, end: Span, what: &str) -> Result<()> {
    let mut input = Cursor::new(tokens.clone(), end);
    term(&mut input, end, what)?;
    nothing_after(&input, what)
}

pub(super) fn nothing_after(input: &Cursor, what: &str) -> Result<()> {
    match input.peek() {
        None => Ok(()),
        Some(token) => {
            let what = what.strip_prefix("a ").unwrap_or(what);
            let found = unexpected(token, "nothing");
            let text = found.text.replace("expected nothing, found", "did not expect");
            Err(Mistake::new(found.span, format!("{text} after the {what}; remove it")))
        }
    }
}

/// An argument of a word: `limit = 30`
pub(crate) struct NamedArgument {
    /// The name of the parameter.
    pub(crate) name: Ident,
    /// An expression.
    pub(crate) value: TokenStream,
}

/// Reads a term: the word and its arguments, or `None` for a literal. Reports all mistakes.
pub(crate) fn call(
    tokens: &TokenStream,
    mistakes: &mut Mistakes,
) -> Option<(Ident, Vec<NamedArgument>)> {
    let mut input = Cursor::new(tokens.clone(), first_span(tokens));
    let word = input.eat_ident()?;
    let mut all = Vec::new();
    let Some(group) = input.eat_group(Delimiter::Parenthesis) else { return Some((word, all)) };
    let mut inner = Cursor::of(&group);
    while !inner.is_empty() {
        match named_argument(&mut inner, &word) {
            Ok(argument) => all.push(argument),
            Err(mistake) => mistakes.push(mistake),
        }
        inner.skip_past(',');
    }
    Some((word, all))
}

/// Reads `limit = 30`.
fn named_argument(input: &mut Cursor, word: &Ident) -> Result<NamedArgument> {
    let start = input.span();
    let mut ahead = input.clone();
    let name = ahead.eat_ident().filter(|_| ahead.eat_punct('='));
    let Some(name) = name else {
        let text = format!(
            "expected the name of a parameter and its value: `{word}(name = …)`; parameters are given by name"
        );
        return Err(Mistake::new(start, text));
    };
    *input = ahead;
    let what = format!("a value of `{name}`");
    let value = formula(input, input.last_span(), &what)?;
    if !input.is_empty() && !input.peek_punct(',') {
        nothing_after(input, &what).and_then(|()| {
            Err(Mistake::new(input.span(), "expected `,` and another parameter here"))
        })?;
    }
    Ok(NamedArgument { name, value })
}
