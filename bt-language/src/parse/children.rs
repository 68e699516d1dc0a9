//! The text after a word in or before braces: children, keys, branches and arms; and decorators with
//! their node.

use super::argument::{duration, duration_of_file, one_expression};
use super::cursor::{Cursor, is_punct};
use super::expression::{expression, expression_of, read};
use super::formula::{formula, only_formula};
use super::node::{broken, docs, eat_ends, is_condition, node, nodes};
use super::reader::{Context, Mistake, Notes, Reader, Result, WithChildren};
use crate::ast::{Constant, Expression, Formula, Node, Purpose, Rounds};
use crate::mirror::{Meaning, Words};
use crate::nodes::Made;
use crate::source::first_span;
use crate::words::{Children, Family, Word};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use std::time::Duration;
use syn::parse::Parse;

/// How the last child of a `priority_selector` is chosen in all other cases.
pub(crate) const REST: &str = "for all other cases, write `else => node` as the last child";

/// The tokens before a node.
enum Key {
    Expression(Expression),
    /// It cannot be read; a node follows.
    Unread,
    /// They cannot be read, and no node follows.
    Alone,
}

impl Reader<'_> {
    /// The braces around the children.
    fn braces(&mut self) -> Result<Group> {
        let word = self.word;
        if let Some(group) = self.input.eat_group(Delimiter::Brace) {
            return Ok(group);
        }
        let children = Word::of(word).map(Word::children);
        let text = match self.input.peek() {
            Some(TokenTree::Group(_)) => {
                format!("the children of a `{word}` stand in braces: `{word} {{ … }}`")
            }
            Some(token) if is_punct(token, '\'') => {
                format!("a label comes before its node: `'name: {word} {{ … }}`")
            }
            _ if children == Some(Children::Branches) => {
                format!("`{word}` needs its node in braces: `{word} … {{ … }}`")
            }
            _ if children == Some(Children::Arms) => {
                format!("`{word}` needs its arms in braces: `{word} … {{ … }}`")
            }
            _ => format!("`{word}` needs its children in braces: `{word} {{ … }}`"),
        };
        Err(Mistake::new(word.span(), text))
    }

    /// Reads the nodes of a block, which may be empty.
    pub(super) fn nodes(&mut self) -> Result<Vec<Node>> {
        let group = self.braces()?;
        Ok(nodes(&mut Cursor::of(&group), self.notes))
    }

    fn has_children(&mut self, children: &[Node]) -> bool {
        let word = self.word;
        if children.is_empty() {
            let is_match = Word::of(word).map(Word::children) == Some(Children::Arms);
            let what = if is_match { "arms" } else { "children" };
            let text =
                format!("this `{word}` has no {what}; write at least one node in its braces");
            self.notes.error(word.span(), text);
        }
        !children.is_empty()
    }

    /// `{ … }`, and no arguments.
    pub(crate) fn plain(&mut self, definition: Made) -> Result<WithChildren<Made>> {
        // `sequence(…) { … }`, and not `sequence(…);`
        let mut behind = self.input.clone();
        behind.advance();
        let has_arguments = behind.peek_group(Delimiter::Brace);
        let read = if has_arguments { self.without_arguments() } else { Some(()) };
        self.block(read.map(|()| definition))
    }

    /// `{ … }`, after arguments that could be read.
    pub(crate) fn block(&mut self, definition: Option<Made>) -> Result<WithChildren<Made>> {
        let children = self.nodes()?;
        Ok((definition.filter(|_| self.has_children(&children)), children))
    }

    /// `{ node node }`, after arguments that could be read.
    pub(crate) fn pair(&mut self, definition: Option<Made>) -> Result<WithChildren<Made>> {
        let children = self.nodes()?;
        let mistake = match children.as_slice() {
            [only] if only.kind.is_some() => {
                Some((self.word.span(), "needs a second node, the repair, after the work"))
            }
            [_, _, more, ..] => Some((
                more.span,
                "has two nodes, the work and the repair; put several into a `sequence`",
            )),
            _ => None,
        };
        if let Some((span, text)) = mistake {
            self.notes.error(span, format!("a `{}` {text}", self.word));
        }
        let is_pair = self.has_children(&children) && children.len() == 2;
        Ok((definition.filter(|_| is_pair), children))
    }

    /// `{ condition …; … node … }`, with the number of conditions.
    pub(crate) fn watched(&mut self) -> Result<WithChildren<usize>> {
        let group = self.braces()?;
        let mut inner = Cursor::of(&group);
        let mut children = Vec::new();
        while is_condition(&inner) {
            children.push(node(&mut inner, Context::Block, self.notes));
        }
        let conditions = children.len();
        children.extend(nodes(&mut inner, self.notes));
        if !self.has_children(&children) {
            return Ok((None, children));
        }
        let is_unread = children.iter().any(is_broken);
        if let (Some(first), 0, false) = (children.first(), conditions, is_unread) {
            let text = "the first child of a `monitor` must be a `condition` or `not condition`; write a condition before this node";
            self.notes.error(first.span, text);
        }
        if children.len() == conditions && !is_unread {
            let text = "this `monitor` has only conditions; write the node that they watch over after them";
            self.notes.error(self.word.span(), text);
        }
        let is_whole = conditions > 0
            && children.len() > conditions
            && !children.iter().take(conditions).any(is_broken);
        Ok((is_whole.then_some(conditions), children))
    }

    /// `{ 3 => node … }`; a child without a weight has weight 1.
    pub(crate) fn weighted(&mut self) -> Result<WithChildren<()>> {
        let read = self.keyed(Purpose::Weight, |input, notes| {
            if arrow_ahead(input, notes.is_file) {
                return key(input, "a weight", Meaning::Number, notes);
            }
            if !input.peek_member() {
                return Key::Expression(quote!(1).into());
            }
            notes.error(input.span(), "expected `=>` and a node after this weight: `… => node`");
            notes.value(Meaning::Number, &input.until_arm_ends());
            Key::Alone
        })?;
        self.notes.mirror.end(Words::Nodes);
        Ok(read)
    }

    /// `{ D => node … }`, with the literals; the success of a child without a duration counts for no time.
    pub(crate) fn lasting(&mut self) -> Result<WithChildren<Vec<Option<Duration>>>> {
        let (read, children) = self.keyed(Purpose::Lasting, |input, notes| {
            if arrow_ahead(input, notes.is_file) {
                return key(input, "a duration", Meaning::Duration, notes);
            }
            // `npc.pause`, or `::core::time::Duration`
            if !input.peek_member() && !input.peek_punct(':') {
                let nothing = Expression::of_text(quote!(::core::time::Duration::ZERO), "0s");
                let meant = Formula::Constant(Constant::Duration(Duration::ZERO));
                return Key::Expression(nothing.meaning(meant));
            }
            notes.error(input.span(), "expected `=>` and a node after this duration: `… => node`");
            notes.value(Meaning::Duration, &input.until_arm_ends());
            Key::Alone
        })?;
        self.notes.mirror.end(Words::Nodes);
        let lengths = self.expressions.iter().filter(|(purpose, _)| *purpose == Purpose::Lasting);
        let known = lengths.map(|(_, of)| match of.constant() {
            Some(Constant::Duration(length)) => Some(*length),
            _ => None,
        });
        let known = known.collect();
        Ok((read.map(|()| known), children))
    }

    /// `{ SCORE => node … }`
    pub(crate) fn scored(&mut self) -> Result<WithChildren<()>> {
        let read = self
            .keyed(Purpose::Score, |input, notes| key(input, "a score", Meaning::Score, notes))?;
        // The user may type a score here.
        self.notes.value(Meaning::Score, &quote!(0.0));
        Ok(read)
    }

    /// `{ COND => node … }`
    pub(crate) fn conditional(&mut self) -> Result<WithChildren<()>> {
        let read = self.keyed(Purpose::Answer, |input, notes| {
            otherwise(input)
                .map_or_else(|| key(input, "a condition", Meaning::Answer, notes), Key::Expression)
        })?;
        let keys = self.expressions.of(Purpose::Answer);
        let early = keys.take(read.1.len().saturating_sub(1)).find(|key| key.text() == ELSE);
        // Without all keys, nobody knows which one is the last.
        if let Some(early) = early.filter(|_| read.0.is_some()) {
            let text =
                "`else` stands in front of the last child: those after it would not be asked";
            self.notes.error(first_span(early), text);
        }
        // The user may type a condition here.
        self.notes.value(Meaning::Answer, &quote!(true));
        Ok(read)
    }

    /// Reads children with a key before each; `key` reads a key, or reports a mistake.
    fn keyed(
        &mut self,
        purpose: Purpose,
        key: fn(&mut Cursor, &mut Notes) -> Key,
    ) -> Result<WithChildren<()>> {
        let group = self.braces()?;
        let mut inner = Cursor::of(&group);
        let (mut children, mut is_readable) = (Vec::new(), true);
        while eat_ends(&mut inner, self.notes) {
            let description = docs(&mut inner, self.notes);
            let span = inner.span();
            let key = key(&mut inner, self.notes);
            is_readable &= matches!(key, Key::Expression(_));
            children.push(if let Key::Alone = key {
                broken(span)
            } else {
                let child = node(&mut inner, Context::Arm, self.notes);
                Node { description: description.or(child.description), ..child }
            });
            if let Key::Expression(key) = key {
                self.push(purpose, key);
            }
            inner.eat_punct(',');
        }
        is_readable &= self.has_children(&children);
        Ok((is_readable.then_some(()), children))
    }

    /// `if EXPR { node } else { node }`
    pub(crate) fn branch(&mut self, definition: Made) -> Result<WithChildren<Made>> {
        let (condition, is_readable) = self.in_front_of_block("a condition");
        let first = condition.clone().into_iter().next();
        if first.is_some_and(|first| first.to_string() == "let") {
            self.notes.mirror.decision(&condition);
        } else {
            self.notes.value(Meaning::Answer, &condition);
        }
        self.push(Purpose::Decision, condition);
        let mut children = vec![self.one_node()?];
        self.notes.mirror.may_branch();
        let mut ahead = self.input.clone();
        if ahead.eat_punct(';') && ahead.peek_branch() {
            eat_ends(self.input, self.notes);
        }
        if self.input.peek_branch() {
            if let Some(word) = self.input.eat_ident() {
                self.notes.mirror.word(Words::Nodes, &word);
                if !(self.input.peek_group(Delimiter::Brace) || self.input.peek_node()) {
                    let text = "expected a node in braces after this `else`: `else { … }`";
                    return Err(Mistake::new(word.span(), text));
                }
            }
            let is_if = matches!(self.input.peek_node_word(), Some(Word::If | Word::ActiveIf));
            children.push(if is_if {
                node(self.input, self.context, self.notes)
            } else {
                self.one_node()?
            });
        }
        Ok((is_readable.then_some(definition), children))
    }

    /// `{ node }`
    fn one_node(&mut self) -> Result<Node> {
        let group = self.braces()?;
        let what = format!("this branch of `{}`", self.word);
        Ok(only_node(&mut Cursor::of(&group), group.span_close(), &what, self.notes))
    }

    /// `{ CLEANUP }`, if the next token is not a parenthesis.
    pub(crate) fn cleanup(&mut self) -> Option<Node> {
        let group = self.input.eat_group(Delimiter::Brace)?;
        let what = format!("the cleanup of `{}`", self.word);
        Some(only_node(&mut Cursor::of(&group), group.span_close(), &what, self.notes))
    }

    /// `match EXPR { PATTERN => node, … }`
    pub(crate) fn arms(&mut self, definition: Made) -> Result<WithChildren<Made>> {
        let (scrutinee, is_readable) = self.in_front_of_block("a value");
        self.push(Purpose::Scrutinee, scrutinee.clone());
        self.notes.mirror.begin_match();
        let read = self
            .keyed(Purpose::Pattern, if self.notes.is_file { pattern_of_file } else { pattern });
        // After an unfinished arm the user may type further arms.
        let is_finished = is_readable
            && matches!(&read, Ok((Some(()), children)) if children.last().is_none_or(|last| last.kind.is_some()));
        self.notes.mirror.end_match(&scrutinee, is_finished);
        let (_, children) = read?;
        Ok((is_finished.then_some(definition), children))
    }

    /// Reads the expression between a word and its block: the shortest readable one; if there is
    /// none, the tokens before the first block. Returns `true` if it is readable.
    fn in_front_of_block(&mut self, what: &str) -> (TokenStream, bool) {
        if self.notes.is_file {
            return self.term_in_front_of_block(what);
        }
        let (word, input) = (self.word, &mut *self.input);
        let (start, from) = (input.clone(), input.position());
        let to_block = |input: &mut Cursor| {
            input.until(&|input| {
                input.peek_group(Delimiter::Brace)
                    || input.peek_punct(';')
                    || (input.position() > from && input.begins_node())
            });
            input.since(from)
        };
        loop {
            let tokens = to_block(input);
            let is_readable = read(syn::Expr::parse_without_eager_brace, &tokens).is_ok();
            if is_readable && input.peek_group(Delimiter::Brace) {
                return (tokens, true);
            }
            if is_readable || !is_part(input, &tokens) {
                break;
            }
            input.advance();
        }
        *input = start;
        let tokens = to_block(input);
        if input.peek_group(Delimiter::Brace) {
            let text = format!("`{word}` needs {what}: `{word} … {{ … }}`");
            let missing = format!("{what} after `{word}`");
            let read = if tokens.is_empty() {
                Ok(())
            } else {
                expression(&tokens, input.last_span(), &missing)
            };
            self.notes.read(read.and(Err::<(), _>(Mistake::new(word.span(), text))));
        }
        (tokens, false)
    }

    /// Reads the term between a word and its block; returns `true` if it is readable.
    fn term_in_front_of_block(&mut self, what: &str) -> (TokenStream, bool) {
        let (word, input) = (self.word, &mut *self.input);
        let what = format!("{what} of the vocabulary after `{word}`");
        let read = formula(input, word.span(), &what).and_then(|tokens| {
            if input.peek_group(Delimiter::Brace) {
                return Ok(tokens);
            }
            let text = format!("`{word}` needs its node in braces: `{word} … {{ … }}`");
            Err(Mistake::new(word.span(), text))
        });
        if let Some(tokens) = self.notes.read(read) {
            return (tokens, true);
        }
        input.skip_until(&|input| {
            input.peek_group(Delimiter::Brace) || input.peek_punct(';') || input.begins_node()
        });
        (TokenStream::new(), false)
    }

    /// Reads a decorator's node.
    pub(crate) fn decorated(&mut self, definition: Option<Made>) -> Result<WithChildren<Made>> {
        let (word, input) = (self.word, &mut *self.input);
        if definition.is_none() && !input.peek_node() {
            input.skip_to_node();
        }
        if input.is_empty() || input.peek_punct(';') || input.peek_punct(',') {
            if definition.is_none() {
                input.eat_punct(';');
                return Ok((None, Vec::new()));
            }
            let text = format!(
                "`{word}` covers one node, which comes after it; write `sequence {{ … }}` there for several"
            );
            return Err(Mistake::new(word.span(), text));
        }
        if input.peek_group(Delimiter::Brace) {
            let text = format!(
                "`{word}` comes before one node and has no braces of its own; write `sequence` before them"
            );
            self.notes.error(input.span(), text);
            return Ok((None, self.nodes()?));
        }
        Ok((definition, vec![node(input, self.context, self.notes)]))
    }

    /// `let(NAME: TYPE = EXPR) node`, `let(NAME: TYPE) node`
    pub(crate) fn binding(
        &mut self,
        made: fn(Ident, TokenStream, bool) -> Made,
    ) -> Result<WithChildren<Made>> {
        let what = "a name, its type and its value";
        self.scope(what, "name: Type = …", |reader, tokens, end| {
            let binding = LetArguments::of(tokens);
            let LetArguments { name, of, value, has_value, .. } = &binding;
            let any = quote!(loop {});
            reader.notes.mirror.open(
                name,
                &quote!(&mut #of),
                if *has_value { value } else { &any },
            );
            if *has_value {
                reader.push(Purpose::Value, value.clone());
            }
            let is_file = reader.notes.is_file;
            let read = (!tokens.is_empty()).then(|| binding.checked(end, is_file))?;
            reader.notes.read(read).map(|(name, of)| made(name, of, *has_value))
        })
    }

    /// `for(NAME in RANGE) node`
    pub(crate) fn range(&mut self, made: fn(Ident, Rounds) -> Made) -> Result<WithChildren<Made>> {
        self.scope("a name and a range", "number in 0..3", |reader, tokens, end| {
            let mut inner = Cursor::new(tokens.clone(), end);
            let name = inner.until(&|input| input.peek_word("in"));
            let has_in = inner.eat_word("in");
            let range = inner.rest();
            reader.notes.mirror.open(&name, &quote!(::core::primitive::usize), &range);
            reader.push(Purpose::Range, range.clone());
            let is_file = reader.notes.is_file;
            let read = (!tokens.is_empty()).then(|| {
                if is_file {
                    counted_in_file(&name, has_in, &range, end)
                } else {
                    counted(&name, has_in, &range, end)
                }
            })?;
            reader.notes.read(read).map(|(name, rounds)| made(name, rounds))
        })
    }

    /// Reads a decorator that binds a name in its node; `read` gets the tokens in the parentheses,
    /// which may be empty, and the place of missing tokens.
    fn scope(
        &mut self,
        what: &str,
        example: &str,
        read: impl FnOnce(&mut Self, &TokenStream, Span) -> Option<Made>,
    ) -> Result<WithChildren<Made>> {
        let has_parentheses = self.input.peek_group(Delimiter::Parenthesis);
        let group = self.parentheses(what, example);
        // If neither parentheses nor a node follow, nothing can be read.
        let is_readable = has_parentheses || self.input.clone().skip_to_node();
        let group = if is_readable { self.notes.read(group) } else { Some(group?) };
        let end = group.as_ref().map_or(self.word.span(), Group::span_close);
        let tokens = group.map(|group| group.stream()).unwrap_or_default();
        let definition = read(self, &tokens, end);
        let node = self.decorated(definition);
        self.notes.mirror.leave();
        node
    }
}

/// Returns `true` if a part of a condition could not be read.
fn is_broken(node: &Node) -> bool {
    node.kind.is_none() || node.children.iter().any(is_broken)
}

/// Returns `true` if a key stands in front of the next node: `=>` comes before the node could be over. A file has no
/// generics, and a `<` in it compares.
pub(super) fn arrow_ahead(input: &Cursor, is_file: bool) -> bool {
    let mut ahead = input.clone();
    let is_end = |input: &Cursor| {
        input.peek_arrow()
            || input.peek_punct(';')
            || input.peek_punct(',')
            || input.peek_group(Delimiter::Brace)
    };
    if is_file {
        ahead.skip_until(&is_end);
    } else {
        let _ = ahead.until_outside_generics(&is_end);
    }
    ahead.peek_arrow()
}

/// The word, if the tokens are a single word of the language.
pub(super) fn lone_node(tokens: &TokenStream) -> Option<Ident> {
    let mut tokens = tokens.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(word)), None) if Word::of(&word).is_some() => Some(word),
        _ => None,
    }
}

/// `EXPR =>`
fn key(input: &mut Cursor, what: &str, meaning: Meaning, notes: &mut Notes) -> Key {
    let start = input.span();
    if let Some(alone) = alone_in_line(input, what, notes) {
        return alone;
    }
    let Some((tokens, arrow)) = left_of_arrow(input) else {
        notes.error(start, format!("expected {what} before the node: `… => node`"));
        if input.peek_node() || input.peek_punct('\'') {
            return Key::Unread;
        }
        notes.value(meaning, &input.until_arm_ends());
        return Key::Alone;
    };
    let expression = match meaning {
        Meaning::Duration if notes.is_file => {
            duration_of_file(tokens.clone()).map(|length| length.value)
        }
        Meaning::Duration => duration(tokens.clone()).map(|length| length.value),
        _ => Ok(tokens.clone().into()),
    };
    notes.value(meaning, expression.as_deref().unwrap_or(&tokens));
    if let Some(text) = not_a_key(&tokens, what, meaning, notes.is_file) {
        notes.error(start, text);
        return Key::Unread;
    }
    if let Some(node) = lone_node(&tokens) {
        let text = format!(
            "expected {what} before `=>`, found the node `{node}`; the node comes after it"
        );
        notes.error(start, text);
        let _ = input.until_arm_ends();
        return Key::Alone;
    }
    let check = match meaning {
        _ if notes.is_file => only_formula,
        _ => super::expression::expression,
    };
    let read = expression.and_then(|expression| check(&tokens, arrow, what).map(|()| expression));
    notes.read(read).map_or(Key::Unread, Key::Expression)
}

const ELSE: &str = "else";

/// `else =>`, a condition that is always true.
fn otherwise(input: &mut Cursor) -> Option<Expression> {
    let mut ahead = input.clone();
    let word = ahead.eat_ident().filter(|word| word == ELSE)?;
    if !ahead.peek_arrow() {
        return None;
    }
    ahead.eat_arrow();
    *input = ahead;
    let always = Formula::Constant(Constant::Bool(true));
    Some(Expression::of_text(quote_spanned!(word.span()=> true), ELSE).meaning(always))
}

/// `Calm | Wild =>` in a file.
fn pattern_of_file(input: &mut Cursor, notes: &mut Notes) -> Key {
    let start = input.span();
    let expected = "expected a pattern before the node: `PATTERN => node`";
    if let Some(alone) = alone_in_line(input, "a pattern", notes) {
        return alone;
    }
    match left_of_arrow(input) {
        Some((tokens, _)) if tokens.is_empty() => notes.error(start, expected),
        Some((tokens, _)) => return Key::Expression(tokens.into()),
        None => {
            notes.error(start, expected);
            if !(input.peek_node() || input.peek_punct('\'')) {
                input.until_arm_ends();
                return Key::Alone;
            }
        }
    }
    Key::Unread
}

/// `PATTERN =>`, possibly with `if` after the pattern.
fn pattern(input: &mut Cursor, notes: &mut Notes) -> Key {
    let start = input.span();
    let Some((tokens, arrow)) = left_of_arrow(input) else {
        if input.peek_node() || input.peek_punct('\'') {
            notes.error(start, "expected a pattern before the node: `PATTERN => node`");
            return Key::Unread;
        }
        notes.error(start, "expected `=>` and a node after this pattern: `PATTERN => node`");
        notes.mirror.pattern(&input.until_arm_ends());
        return Key::Alone;
    };
    notes.mirror.pattern(&tokens);
    if tokens.is_empty() {
        notes.error(start, "expected a pattern before `=>`");
        return Key::Unread;
    }
    // Checks that rustc will be able to read it.
    match read(<syn::Arm as Parse>::parse, &quote_spanned!(arrow=> #tokens => ())) {
        Ok(_) => return Key::Expression(tokens.into()),
        Err(error) if error.to_string() == "expected `=>`" => {
            notes.error(error.span(), "expected `=>` after this pattern: `PATTERN => node`");
        }
        Err(error) => notes.mistakes.push_syn(error),
    }
    Key::Unread
}

/// Reports a word of a file that is alone in its line, where a key and a node should stand: nothing else has been typed.
fn alone_in_line(input: &mut Cursor, what: &str, notes: &mut Notes) -> Option<Key> {
    let mut ahead = input.clone();
    let word = ahead.eat_ident().filter(|word| Word::of(word).is_none() && word != ELSE)?;
    let goes_on = |input: &Cursor| match input.peek() {
        Some(TokenTree::Punct(sign)) => sign.as_char() != '\'',
        // The arguments of a word.
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
        Some(TokenTree::Ident(_) | TokenTree::Literal(_)) | None => false,
    };
    let is_alone = ahead.is_empty() || (ahead.begins_line() && !goes_on(&ahead));
    if !(notes.is_file && is_alone) {
        return None;
    }
    let text = format!("expected {what}, `=>` and a node, found only `{word}`: `… => node`");
    notes.error(word.span(), text);
    *input = ahead;
    Some(Key::Alone)
}

/// Eats a key, which may contain braces, and its arrow, if an arrow comes before the next `;`.
/// Returns the tokens and the span of the arrow.
fn left_of_arrow(input: &mut Cursor) -> Option<(TokenStream, Span)> {
    // A node with a label, whose key is missing.
    if input.peek_punct('\'') {
        return None;
    }
    let mut ahead = input.clone();
    ahead.skip_until(&|input| input.peek_arrow() || input.peek_punct(';'));
    if !ahead.peek_arrow() {
        return None;
    }
    let tokens = input.until(&Cursor::peek_arrow);
    let arrow = input.span();
    input.eat_arrow();
    Some((tokens, arrow))
}

/// The message about the tokens before an arrow, if they are no key.
fn not_a_key(tokens: &TokenStream, what: &str, meaning: Meaning, is_file: bool) -> Option<String> {
    let text = tokens.to_string();
    // Other languages write the last choice so.
    if text == "_" || text == "else" {
        return Some(match meaning {
            Meaning::Answer => {
                format!("`{text}` is a pattern, but a `priority_selector` has conditions; {REST}")
            }
            _ => format!("`{text}` is a pattern; expected {what}"),
        });
    }
    if tokens.is_empty() {
        return Some(format!("expected {what} before `=>`"));
    }
    // The arrow is that of a later child.
    let has_label = tokens.clone().into_iter().any(|token| is_punct(&token, '\''));
    (is_file && has_label).then(|| format!("expected `=>` between {what} and the node"))
}

/// Reads the only node of a block; reports further nodes.
pub(super) fn only_node(input: &mut Cursor, empty: Span, what: &str, notes: &mut Notes) -> Node {
    if input.is_empty() {
        notes.error(empty, format!("{what} is empty; write one node in its braces"));
    }
    let mut only = broken(empty);
    if eat_ends(input, notes) {
        only = node(input, Context::Block, notes);
    }
    if eat_ends(input, notes) {
        let behind = input.peek_node_word().filter(|word| word.family() == Family::Decorator);
        let mut ahead = input.clone();
        ahead.advance();
        if let Some(word) = behind.filter(|_| ahead.peek_group(Delimiter::Brace)) {
            // `sequence { … } finally { … }`, as in other languages.
            let text = format!("`{word}` comes before its node: `{word}(…) sequence {{ … }}`");
            notes.error(input.span(), text);
            let _ = input.rest();
            return only;
        }
        let text = format!("{what} is exactly one node; put several into a `sequence`");
        notes.error(input.span(), text);
    }
    nodes(input, notes);
    only
}

/// Returns `true` if the next block is a part of the expression: it does not begin the expression,
/// or another block follows.
fn is_part(input: &Cursor, tokens: &TokenStream) -> bool {
    let mut ahead = input.clone();
    ahead.eat_group(Delimiter::Brace).is_some()
        && (!tokens.is_empty() || ahead.peek_group(Delimiter::Brace))
}

/// The three parts of a binding, as far as the user has typed them.
struct LetArguments {
    name: TokenStream,
    of: TokenStream,
    value: TokenStream,
    has_colon: bool,
    has_value: bool,
}

impl LetArguments {
    /// `prey: Id = npc.nearest()` → `prey`, `Id`, `npc.nearest()`
    fn of(tokens: &TokenStream) -> Self {
        let mut input = Cursor::new(tokens.clone(), Span::call_site());
        let is_equals = |input: &Cursor| input.peek_punct('=') && !input.peek_arrow();
        let name = input.until(&|input| input.peek_punct(':') || is_equals(input));
        let has_colon = input.eat_punct(':');
        // `=` may also be a part of generic arguments: `Box<dyn Fn(u8) -> u8>`, `dyn Iterator<Item
        // = u8>`.
        let of = input.until_outside_generics(&is_equals);
        let has_value = input.eat_punct('=');
        let value = input.rest();
        Self { name, of, value, has_colon, has_value }
    }

    /// The name and the type, if all three parts can be read.
    fn checked(&self, end: Span, is_file: bool) -> Result<(Ident, TokenStream)> {
        let name = bound_name(&self.name, end, "let")?;
        if !self.has_colon || self.of.is_empty() {
            let text = format!(
                "`{name}` needs a type, since the tree keeps it from tick to tick: `let({name}: Type = …)`"
            );
            return Err(Mistake::new(name.span(), text));
        }
        if is_file {
            if self.has_value {
                only_formula(&self.value, end, &format!("a value of `{name}`"))?;
            }
            return Ok((name, self.of.clone()));
        }
        let read = read(<syn::Type as Parse>::parse, &self.of);
        let of = read.map_err(|error| Mistake::of_syn(&error, end))?;
        no_borrow(&self.of, &name, "`let`")?;
        if self.has_value {
            one_expression(&self.value, end, &format!("the value of `{name}`"))?;
        }
        Ok((name, of.into_token_stream()))
    }
}

/// The name that a node binds; it must be a valid name in Rust.
fn bound_name(tokens: &TokenStream, end: Span, word: &str) -> Result<Ident> {
    let example = if word == "let" { "let(name: Type = …)" } else { "for(name in 0..3)" };
    if tokens.is_empty() {
        return Err(Mistake::new(end, format!("expected a name: `{example}`")));
    }
    let mut rest = tokens.clone().into_iter();
    if let Some(TokenTree::Ident(first)) = rest.next() {
        if first == "mut" && rest.next().is_some() {
            let text = "what a `let` keeps can always be changed by actions; remove `mut`";
            return Err(Mistake::new(first.span(), text));
        }
    }
    let read = read(<Ident as Parse>::parse, tokens);
    read.map_err(|_| {
        let text = format!("expected one name that Rust takes: `{example}`; a pattern is none");
        Mistake::new(first_span(tokens), text)
    })
}

/// Checks that a kept value does not borrow from the blackboard, which is lent for one tick only.
pub(crate) fn no_borrow(of: &TokenStream, name: &Ident, what: &str) -> Result<()> {
    let mut tokens = of.clone().into_iter().peekable();
    let mut is_function = false;
    while let Some(token) = tokens.next() {
        let refused = match &token {
            TokenTree::Punct(punct) if punct.as_char() == '&' => match tokens.peek() {
                Some(TokenTree::Punct(next)) => next.as_char() != '\'',
                _ => true,
            },
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                matches!(tokens.peek(), Some(TokenTree::Ident(word)) if word == "_")
            }
            // The arguments and the result of a function type are not kept.
            TokenTree::Group(group) if !is_function => {
                no_borrow(&group.stream(), name, what)?;
                false
            }
            _ => false,
        };
        if refused {
            let text = format!(
                "`{name}` would borrow from the blackboard, which a tree has for one tick only, and a {what} keeps its value longer; keep an id, a copy or a clone"
            );
            return Err(Mistake::new(token.span(), text));
        }
        is_function = matches!(&token, TokenTree::Ident(word) if ["fn", "Fn", "FnMut", "FnOnce"].iter().any(|function| word == function));
    }
    Ok(())
}

/// The name and the number of rounds, if all parts can be read.
fn counted(
    name: &TokenStream,
    has_in: bool,
    range: &TokenStream,
    end: Span,
) -> Result<(Ident, Rounds)> {
    let name = bound_name(name, end, "for")?;
    if !has_in {
        let text = format!("expected `in` and a range: `for({name} in 0..3)`");
        return Err(Mistake::new(name.span(), text));
    }
    one_expression(range, end, "the range after `in`")?;
    match expression_of(range) {
        Ok(syn::Expr::Range(syn::ExprRange { limits, end: last, .. }))
            if last.is_none() || matches!(limits, syn::RangeLimits::Closed(_)) =>
        {
            let text = format!("`for` takes an exclusive range with an end: `for({name} in 0..3)`");
            Err(Mistake::new(first_span(&limits.to_token_stream()), text))
        }
        Ok(range) => match literal_range(&range) {
            Some((start, end)) if end <= start => {
                let text =
                    "this range is empty, so the node would never be ticked; write a larger end";
                Err(Mistake::new(first_span(&range.to_token_stream()), text))
            }
            Some((start, end)) => {
                Ok((name, Rounds::Known(u32::try_from(end - start).unwrap_or(u32::MAX))))
            }
            None => Ok((name, Rounds::Unknown)),
        },
        Err(_) => Ok((name, Rounds::Unknown)),
    }
}

/// The same in a file.
fn counted_in_file(
    name: &TokenStream,
    has_in: bool,
    range: &TokenStream,
    end: Span,
) -> Result<(Ident, Rounds)> {
    let name = bound_name(name, end, "for")?;
    let example = format!("for({name} in 0..3)");
    if !has_in {
        let text = format!("expected `in` and a range: `{example}`");
        return Err(Mistake::new(name.span(), text));
    }
    let Some([start, last]) = ends_of_range(range) else {
        let text = format!("`for` takes an exclusive range with two ends: `{example}`");
        return Err(Mistake::new(first_span(range), text));
    };
    only_formula(&start, end, "a number at the beginning of the range")?;
    only_formula(&last, end, "a number at the end of the range")?;
    let number =
        |tokens: TokenStream| syn::parse2::<syn::LitInt>(tokens).ok()?.base10_parse::<usize>().ok();
    let span = first_span(range);
    match (number(start), number(last)) {
        (Some(start), Some(end)) if end <= start => {
            let text = "this range is empty, so the node would never be ticked; write a larger end";
            Err(Mistake::new(span, text))
        }
        (Some(start), Some(end)) => {
            Ok((name, Rounds::Known(u32::try_from(end - start).unwrap_or(u32::MAX))))
        }
        _ => Ok((name, Rounds::Unknown)),
    }
}

/// The two sides of `..`.
pub(crate) fn ends_of_range(tokens: &TokenStream) -> Option<[TokenStream; 2]> {
    let is_dot = |token: &TokenTree| is_punct(token, '.');
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let place = tokens.windows(2).position(|pair| pair.iter().all(is_dot))?;
    let (start, last) = (tokens.get(..place)?, tokens.get(place + 2..)?);
    let is_open = start.is_empty() || last.first().is_none_or(|first| is_punct(first, '='));
    (!is_open).then(|| [start.iter().cloned().collect(), last.iter().cloned().collect()])
}

/// The ends of a range of literals: `0..3` → 0 and 3.
fn literal_range(range: &syn::Expr) -> Option<(usize, usize)> {
    let syn::Expr::Range(range) = range else { return None };
    let number = |end: &Option<Box<syn::Expr>>| match end.as_deref() {
        Some(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. })) => {
            number.base10_parse().ok()
        }
        _ => None,
    };
    Some((number(&range.start)?, number(&range.end)?))
}
