//! Gives a tree, or a name that a tree declares, another name in all files.

use super::outline::{Declaration, Node, Outline, outline, tokens};
use crate::lexer::{self, Lexeme, LexemeClass};
use crate::vocabulary::{Role, Type, Vocabulary};
use crate::words::{Arguments, Children, Word};
use proc_macro2::Ident;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

/// The reason for which a name cannot be changed; it is displayed as one sentence for the author of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RenameError {
    /// None of the texts declares a name that stands at this place.
    NotFound,
    /// The new name is no word, or a keyword of Rust.
    Invalid {
        /// The new name.
        name: String,
    },
    /// The vocabulary has the new name.
    OfVocabulary {
        /// The new name.
        name: String,
        /// What it is there: `action`
        role: &'static str,
    },
    /// Another tree has the new name, or a declaration in whose scope the old one is, or that is in the scope of the old one.
    Taken {
        /// The new name.
        name: String,
        /// The index of the text with that declaration.
        text: usize,
        /// Its line; the first one is 1.
        line: usize,
    },
    /// The name is declared more than once, so nobody knows which declaration its uses mean.
    Ambiguous {
        /// The old name.
        name: String,
        /// The index of the text with another declaration.
        text: usize,
        /// Its line; the first one is 1.
        line: usize,
    },
}

impl fmt::Display for RenameError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => formatter.write_str("there is no name here that a file declares"),
            Self::Invalid { name } => write!(
                formatter,
                "`{name}` cannot be a name; write one word of letters, digits and `_` that is no keyword of Rust"
            ),
            Self::OfVocabulary { name, role } => {
                write!(formatter, "the vocabulary has the {role} `{name}`; choose another name")
            }
            Self::Taken { name, line, .. } => {
                write!(
                    formatter,
                    "`{name}` is already declared in line {line}; choose another name"
                )
            }
            Self::Ambiguous { name, line, .. } => {
                write!(
                    formatter,
                    "`{name}` is also declared in line {line}; give one of the declarations another name first"
                )
            }
        }
    }
}

impl std::error::Error for RenameError {}

/// Finds all places of a name, at which a new name is to be written: of a tree, a parameter, a result, a `let` or a `for`.
///
/// `texts` are those of all files that belong together. The name is the one at a byte of one of them, `(text, byte)`: where
/// it is declared, or where it is used. The result has a list for each text, in ascending order. A parameter is also named by
/// the nodes that call its tree. The texts may have mistakes. If several trees have the same name, only the header of a tree
/// gets the new one, so that what uses the name means the others.
///
/// ```
/// use bt_language::{edit, vocabulary::Vocabulary};
///
/// let texts = ["tree Day { subtree Nap(hours = 8); }", "tree Nap(hours: u32) { repeat(hours) running; }"];
/// let place = (1, texts[1].find("hours").unwrap());
/// let places = edit::rename(&texts, place, "count", &Vocabulary::default()).unwrap();
/// assert_eq!(places, [vec![23..28], vec![9..14, 30..35]]);
/// ```
///
/// # Errors
///
/// Why the name cannot be the new one. In the changed texts, each name means what it means in these.
pub fn rename<'t>(
    texts: &[&'t str],
    (of, byte): (usize, usize),
    new: &str,
    vocabulary: &Vocabulary,
) -> Result<Vec<Vec<Range<usize>>>, RenameError> {
    let outlines: Vec<Outline> = texts.iter().map(|text| outline(text)).collect();
    let walk = |place: usize, see: &mut dyn FnMut(Seen<'_, 't>)| {
        if let (Some(text), Some(outline)) = (texts.get(place), outlines.get(place)) {
            Walk::of(place, text, see).trees(outline);
        }
    };
    let mut found = None;
    walk(of, &mut |seen| {
        if seen.bytes.start <= byte && byte <= seen.bytes.end {
            found = Some((seen.name, seen.meaning, (of, seen.bytes)));
        }
    });
    let (old, meaning, here) = found.ok_or(RenameError::NotFound)?;
    check(new, meaning, vocabulary)?;
    let mut places = vec![Vec::new(); texts.len()];
    let (mut declared, mut taken) = (Vec::new(), None);
    for (index, places) in places.iter_mut().enumerate() {
        walk(index, &mut |seen| {
            let is_it = seen.meaning == meaning;
            if is_it && seen.scope.is_some() {
                declared.push((index, seen.bytes.clone()));
            }
            if taken.is_none() && old != new {
                taken = seen.other(meaning, old, new).map(|start| (index, start));
            }
            if is_it {
                places.push(seen.bytes);
            }
        });
    }
    let line = |text: usize, start: usize| {
        let before = texts.get(text).and_then(|text| text.get(..start)).unwrap_or_default();
        before.matches('\n').count() + 1
    };
    let is_header = matches!(meaning, Meaning::Tree(_)) && declared.contains(&here);
    let other = declared.iter().find(|one| **one != here).filter(|_| declared.len() > 1);
    match (taken, other) {
        _ if declared.is_empty() => Err(RenameError::NotFound),
        (Some((text, start)), _) => {
            Err(RenameError::Taken { name: new.to_owned(), text, line: line(text, start) })
        }
        (None, Some(_)) if is_header => {
            let (text, bytes) = here;
            Ok((0..texts.len())
                .map(|of| Vec::from_iter((of == text).then(|| bytes.clone())))
                .collect())
        }
        (None, Some((text, bytes))) => {
            let (text, line) = (*text, line(*text, bytes.start));
            Err(RenameError::Ambiguous { name: old.to_owned(), text, line })
        }
        (None, None) => Ok(places),
    }
}

/// The text with a new name for each declaration whose name the same tree has declared before, wherever it is used: in a tree
/// with a parameter `goal`, `let(goal: Pose)` becomes `let(goal_2: Pose)`. For formats in which a name has one meaning in a
/// whole tree.
#[doc(hidden)]
#[must_use]
pub fn with_distinct_names(text: &str, vocabulary: &Vocabulary) -> String {
    let all = lexer::lexemes(text);
    let words = all.iter().filter(|lexeme| lexeme.kind == LexemeClass::Word);
    let mut taken: HashSet<&str> = words.map(|word| word.text(text)).collect();
    taken.extend(vocabulary.words.iter().map(|word| word.name.as_str()));
    let (mut numbers, mut declared) = (HashMap::new(), HashSet::new());
    let mut new: HashMap<usize, Rc<str>> = HashMap::new();
    let mut places: Vec<(Range<usize>, Rc<str>)> = Vec::new();
    let mut see = |seen: Seen<'_, '_>| {
        let is_repeated = seen.scope.is_some() && !declared.insert(seen.name.to_owned());
        match seen.meaning {
            Meaning::Tree(_) if seen.scope.is_some() => {
                declared.clear();
                numbers.clear();
            }
            Meaning::Tree(_) | Meaning::Parameter { .. } => {}
            Meaning::Local(_, start) => {
                if is_repeated {
                    let number = numbers.entry(seen.name.to_owned()).or_insert(1_usize);
                    let name = loop {
                        *number += 1;
                        let name = format!("{}_{number}", seen.name);
                        if !taken.contains(name.as_str()) {
                            break name;
                        }
                    };
                    new.insert(start, name.into());
                }
                places.extend(new.get(&start).map(|name| (seen.bytes, Rc::clone(name))));
            }
        }
    };
    Walk::of(0, text, &mut see).trees(&outline(text));
    // The value of a `let` is seen before its name.
    places.sort_unstable_by_key(|(bytes, _)| bytes.start);
    let (mut written, mut end) = (String::with_capacity(text.len()), 0);
    for (bytes, name) in places {
        written.push_str(text.get(end..bytes.start).unwrap_or_default());
        written.push_str(&name);
        end = bytes.end;
    }
    written + text.get(end..).unwrap_or_default()
}

/// Checks that a name can be written in a file, and that the vocabulary does not have it.
pub(super) fn check(
    name: &str,
    meaning: Meaning<'_>,
    vocabulary: &Vocabulary,
) -> Result<(), RenameError> {
    let is_name = syn::parse_str::<Ident>(name).is_ok_and(|read| read == name);
    if !is_name || name.starts_with("r#") {
        return Err(RenameError::Invalid { name: name.to_owned() });
    }
    let of_vocabulary = |role| Err(RenameError::OfVocabulary { name: name.to_owned(), role });
    if let Some(word) = vocabulary.words.iter().find(|word| word.name == name) {
        return of_vocabulary(word.role.name());
    }
    // A name in scope would hide it.
    let has_it = |of: &Type| matches!(of, Type::Variants { variants, .. } if variants.iter().any(|one| one == name));
    let is_variant = vocabulary.words.iter().any(|word| {
        let of_word = matches!(&word.role, Role::Value(of) if has_it(of));
        of_word || word.parameters.iter().chain(&word.results).any(|one| has_it(&one.of))
    });
    match meaning {
        Meaning::Parameter { .. } | Meaning::Local(..) if is_variant => of_vocabulary("choice"),
        Meaning::Parameter { .. } | Meaning::Local(..) | Meaning::Tree(_) => Ok(()),
    }
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning<'t> {
    Tree(&'t str),
    Parameter {
        tree: &'t str,
        name: &'t str,
    },
    /// A result, or the name of a `let` or a `for`: the index of the text, and the byte of the declaration.
    Local(usize, usize),
}

/// For each name, what it means and where it is declared, from the outermost to the innermost.
pub(super) type Scope<'t> = HashMap<&'t str, Vec<(Meaning<'t>, usize)>>;

/// A name in a text.
pub(super) struct Seen<'s, 't> {
    pub(super) name: &'t str,
    pub(super) bytes: Range<usize>,
    pub(super) meaning: Meaning<'t>,
    /// Where it is declared: the names in scope there.
    pub(super) scope: Option<&'s Scope<'t>>,
    /// `true` where the name gets a value: `-> path`, `set n = 1`
    pub(super) gives: bool,
}

impl<'t> Seen<'_, 't> {
    /// If this is a declaration that forbids the new name for a meaning, or is that of the meaning in the scope of the new
    /// name, the place of the other declaration.
    fn other(&self, meaning: Meaning<'t>, old: &str, new: &str) -> Option<usize> {
        let scope = self.scope?;
        if self.meaning == meaning {
            return scope.get(new)?.last().map(|(_, start)| *start);
        }
        let is_in_scope =
            |all: &Vec<(Meaning<'t>, usize)>| all.iter().any(|(of, _)| *of == meaning);
        let is_near = match (meaning, self.meaning) {
            (Meaning::Tree(_), Meaning::Tree(_)) => true,
            _ => scope.get(old).is_some_and(is_in_scope),
        };
        (self.name == new && is_near).then_some(self.bytes.start)
    }
}

/// Goes through the names of a text.
pub(super) struct Walk<'w, 't> {
    /// The index of the text.
    place: usize,
    text: &'t str,
    scope: Scope<'t>,
    gives: bool,
    see: &'w mut dyn FnMut(Seen<'_, 't>),
}

impl<'w, 't> Walk<'w, 't> {
    pub(super) fn of(place: usize, text: &'t str, see: &'w mut dyn FnMut(Seen<'_, 't>)) -> Self {
        Self { place, text, scope: Scope::new(), gives: false, see }
    }

    pub(super) fn trees(mut self, outline: &Outline) {
        for tree in &outline.trees {
            self.scope = Scope::new();
            let name = self.part(&tree.name);
            self.see(&tree.name, Meaning::Tree(name), true);
            for parameter in &tree.parameters.all {
                let of = Meaning::Parameter { tree: name, name: self.part(&parameter.name) };
                self.bind(&parameter.name, of);
            }
            for Declaration { name, .. } in &tree.results.all {
                self.bind(name, Meaning::Local(self.place, name.start));
            }
            // The nodes above, with the names that they bind.
            let mut above: Vec<(usize, Option<&str>)> = Vec::new();
            for index in tree.nodes.clone() {
                let Some(node) = outline.nodes.get(index) else { continue };
                while above.last().is_some_and(|(last, _)| Some(*last) != node.parent) {
                    let bound = above.pop().and_then(|(_, bound)| self.scope.get_mut(bound?));
                    bound.map(Vec::pop);
                }
                let bound = self.node(node, outline.parent(node));
                above.push((index, bound));
            }
        }
    }

    /// Sees the names in a node; returns the one that it binds.
    fn node(&mut self, node: &Node, parent: Option<&Node>) -> Option<&'t str> {
        let of_parent = parent.and_then(|parent| parent.kind).map(Word::children);
        let is_pattern = of_parent == Some(Children::Arms);
        if let Some(key) = node.key.as_ref().filter(|_| !is_pattern) {
            self.uses(&tokens(self.text, key), None);
        }
        let (mut head, results) = node.split(self.text);
        let arguments = node.kind.map(Word::arguments);
        let mut bound = None;
        match (arguments, node.declaration(self.text)) {
            (Some(Arguments::Assignment), Some(Declaration { name, value, .. })) => {
                self.gives(&tokens(self.text, &name));
                self.uses(&tokens(self.text, &value.unwrap_or_default()), None);
            }
            (_, Some(Declaration { name, value, .. })) => {
                self.uses(&tokens(self.text, &value.unwrap_or_default()), None);
                bound = Some(self.part(&name));
                // What is inside uses the name; the value does not.
                self.bind(&name, Meaning::Local(self.place, name.start));
            }
            (Some(Arguments::Tree), None) if !head.is_empty() => {
                let tree = head.remove(0);
                let name = self.part(&tree.bytes());
                self.see(&tree.bytes(), Meaning::Tree(name), false);
                self.uses(&head, Some(name));
            }
            // `success = all` and `after = end` have words, and no names.
            (Some(Arguments::Policies), None) => {}
            (Some(Arguments::Cooldown), None) => {
                let after = node.arguments.iter().find(|one| one.name.is_some());
                let is_word = |one: &Lexeme| after.is_some_and(|of| of.value.contains(&one.start));
                head.retain(|lexeme| !is_word(lexeme));
                self.uses(&head, None);
            }
            (_, None) => self.uses(&head, None),
        }
        self.gives(&results);
        bound
    }

    /// Sees the names that get a value.
    fn gives(&mut self, lexemes: &[Lexeme]) {
        self.gives = true;
        self.uses(lexemes, None);
        self.gives = false;
    }

    /// Sees the names in an expression, and those of the arguments of a tree: `(goal = spot)`
    fn uses(&mut self, lexemes: &[Lexeme], tree: Option<&'t str>) {
        let mut depths = lexer::with_depth(lexemes).map(|(depth, _)| depth);
        for (at, lexeme) in lexemes.iter().enumerate() {
            let depth = depths.next();
            let next = lexemes.get(at + 1).map_or("", |next| next.text(self.text));
            let name = self.part(&lexeme.bytes());
            match (lexeme.kind, next, tree) {
                (LexemeClass::Word, "=", Some(tree)) if depth == Some(1) => {
                    self.see(&lexeme.bytes(), Meaning::Parameter { tree, name }, false);
                }
                // A word of the vocabulary, or the name of an argument.
                (LexemeClass::Word, "(" | "=", _) => {}
                (LexemeClass::Word, ..) => {
                    let declared = self.scope.get(name).and_then(|all| all.last());
                    if let Some((meaning, _)) = declared.copied() {
                        self.see(&lexeme.bytes(), meaning, false);
                    }
                }
                _ => {}
            }
        }
    }

    /// Sees a declaration, and takes its name into the scope.
    fn bind(&mut self, name: &Range<usize>, meaning: Meaning<'t>) {
        self.see(name, meaning, true);
        self.scope.entry(self.part(name)).or_default().push((meaning, name.start));
    }

    fn see(&mut self, bytes: &Range<usize>, meaning: Meaning<'t>, declares: bool) {
        let (name, bytes) = (self.part(bytes), bytes.clone());
        let scope = declares.then_some(&self.scope);
        (self.see)(Seen { name, bytes, meaning, scope, gives: self.gives });
    }

    fn part(&self, bytes: &Range<usize>) -> &'t str {
        self.text.get(bytes.clone()).unwrap_or_default()
    }
}
