//! Makes a tree from a node, and puts a tree in the place of a node that uses it.

use super::change::{
    self, Edit, Revision, apply, deeper, ends_line, indentation, indented, labelled, labels,
    line_end, with_new_labels,
};
use super::outline::{Node, Outline, Tree, outline, tokens};
use super::rename::{self, Meaning, RenameError, Walk};
use super::several;
use crate::file;
use crate::lexer::{self, LexemeClass};
use crate::vocabulary::{Role, Vocabulary};
use crate::words::{Arguments, Children, Word};
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

/// The reason for which a node cannot become a tree, or a tree a node; it is displayed as one sentence for the author of the
/// tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExtractError {
    /// The text has no such node, or the node uses no tree.
    NotFound,
    /// The tree cannot have this name.
    Name(RenameError),
    /// The nodes are not siblings that follow each other in a node in which they could stand together in another one.
    NotTogether,
    /// The node above asks this one itself, which a tree cannot be.
    Asked {
        /// The word of that node.
        by: String,
    },
    /// The node changes a name that has a value before it begins.
    Changes {
        /// The name.
        name: String,
        /// The line of its declaration; the first one is 1.
        line: usize,
    },
    /// The node gives a name a value, and so does another node.
    AlsoGiven {
        /// The name.
        name: String,
        /// The line of the other node.
        line: usize,
    },
    /// A name can change, or be used, while the node is active.
    Meanwhile {
        /// The name.
        name: String,
        /// The line of the other node.
        line: usize,
    },
    /// The type of a name is not known.
    Untyped {
        /// The name.
        name: String,
    },
    /// The tree is one of the program.
    OfProgram {
        /// Its name.
        name: String,
    },
    /// The tree has no node.
    Empty {
        /// Its name.
        name: String,
    },
    /// A parameter of the tree has no value.
    Missing {
        /// Its name.
        name: String,
    },
    /// The new text would have a mistake.
    Mistake {
        /// Its message.
        message: String,
    },
}

impl fmt::Display for ExtractError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => change::ChangeError::NotFound.fmt(formatter),
            Self::Name(error) => error.fmt(formatter),
            Self::NotTogether => formatter.write_str(
                "only nodes that follow each other in a sequence or a selector can become one tree; wrap them in a node first",
            ),
            Self::Asked { by } => {
                write!(formatter, "the `{by}` asks this node itself, so it cannot be in another tree; choose the `{by}`")
            }
            Self::Changes { name, line } => write!(
                formatter,
                "the node changes `{name}`, which has a value since line {line}, and a tree cannot change the names of another one; choose a node around the `let`"
            ),
            Self::AlsoGiven { name, line } => write!(
                formatter,
                "the node gives `{name}` a value, and so does line {line}; choose a node around both"
            ),
            Self::Meanwhile { name, line } => write!(
                formatter,
                "line {line} can use or change `{name}` while the node is active, and a tree takes values when it begins and gives them when it ends; choose a node around both"
            ),
            Self::Untyped { name } => {
                write!(formatter, "`{name}` has no type here; write it where `{name}` is declared")
            }
            Self::OfProgram { name } => {
                write!(formatter, "`{name}` is a tree of the program; only trees of files can be put in place")
            }
            Self::Empty { name } => write!(formatter, "the tree `{name}` has no node yet"),
            Self::Missing { name } => {
                write!(formatter, "the parameter `{name}` has no value here; give it one first")
            }
            Self::Mistake { message } => {
                write!(formatter, "that would be a mistake: {message}")
            }
        }
    }
}

impl std::error::Error for ExtractError {}

/// Makes a tree from a node, or from siblings that follow each other, and uses it in their place.
///
/// `texts` are those of all files that belong together; the nodes are those with these indexes in the outline of one of them.
/// The names that the nodes use become parameters of the tree, and those that they give a value become results. The new tree
/// stands behind the one of the nodes. The trees do the same as before.
///
/// ```
/// use bt_language::{edit, vocabulary::Vocabulary};
///
/// let text = "tree Day(hours: u32) {\n    sequence {\n        'nap: repeat(hours) wait(1h);\n        succeed;\n    }\n}\n";
/// let changed = edit::extract(&[text], (0, &[1]), "Nap", &Vocabulary::default()).unwrap();
/// assert_eq!(
///     changed.text,
///     "tree Day(hours: u32) {\n    sequence {\n        subtree Nap(hours = hours);\n        succeed;\n    }\n}\n\n\
///     tree Nap(hours: u32) {\n    'nap: repeat(hours) wait(1h);\n}\n"
/// );
/// ```
///
/// # Errors
///
/// Why the trees would not do the same, or the name cannot be that of a tree.
pub fn extract(
    texts: &[&str],
    (of, nodes): (usize, &[usize]),
    name: &str,
    vocabulary: &Vocabulary,
) -> Result<Revision, ExtractError> {
    rename::check(name, Meaning::Tree(name), vocabulary).map_err(ExtractError::Name)?;
    let outlines: Vec<Outline> = texts.iter().map(|text| outline(text)).collect();
    for (text, (all, outline)) in texts.iter().zip(&outlines).enumerate() {
        let taken = outline.trees.iter().find(|tree| all.get(tree.name.clone()) == Some(name));
        if let Some(tree) = taken {
            let line = line_of(all, tree.name.start);
            let error = RenameError::Taken { name: name.to_owned(), text, line };
            return Err(ExtractError::Name(error));
        }
    }
    let text = texts.get(of).ok_or(ExtractError::NotFound)?;
    let outline_of = outlines.get(of).ok_or(ExtractError::NotFound)?;
    let new = match *nodes {
        [node] => extracted(text, outline_of, node, name)?,
        _ => {
            let (text, node) = together(text, outline_of, nodes)?;
            extracted(&text, &outline(&text), node, name)?
        }
    };
    checked(text, new, vocabulary)
}

/// Puts the nodes into a node of their own, of the kind of their parent.
fn together(
    text: &str,
    outline: &Outline,
    nodes: &[usize],
) -> Result<(String, usize), ExtractError> {
    let first = *nodes.first().ok_or(ExtractError::NotFound)?;
    let parent = outline.nodes.get(first).and_then(|node| outline.parent(node));
    let parent = parent.filter(|parent| parent.kind.is_some_and(|kind| kind.row().is_associative));
    let word = parent.and_then(|parent| parent.kind).ok_or(ExtractError::NotTogether)?;
    let source = word.as_str();
    let edit = change::wrapped_together(text, outline, nodes, source)
        .map_err(|_| ExtractError::NotTogether)?;
    Ok((apply(text, vec![edit]), first))
}

/// The new text, unless it has more mistakes than the old one.
fn checked(text: &str, new: Revision, vocabulary: &Vocabulary) -> Result<Revision, ExtractError> {
    let after = file::read(&new.text, vocabulary).mistakes;
    if after.is_empty() {
        return Ok(new);
    }
    let before = file::read(text, vocabulary).mistakes;
    if after.len() <= before.len() {
        return Ok(new);
    }
    let is_new = |mistake: &file::Mistake| before.iter().all(|old| old.text != mistake.text);
    let message = after.into_iter().find(is_new).map_or_else(String::new, |mistake| mistake.text);
    Err(ExtractError::Mistake { message })
}

/// A name that is declared outside of a node, and stands in it.
struct Shared<'t> {
    name: &'t str,
    declared: Range<usize>,
    is_parameter: bool,
    inside: Vec<Use>,
    outside: Vec<Use>,
}

/// A place of a name.
#[derive(Clone, Copy)]
struct Use {
    start: usize,
    gives: bool,
}

/// The side on which a shared name stands in the header of a tree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Parameter,
    Result,
}

/// The names that a node shares with the rest of its tree, in the order in which they stand there.
fn shared<'t>(text: &'t str, outline: &Outline, node: &Node) -> Vec<Shared<'t>> {
    let Some(tree) = outline.trees.get(node.tree) else { return Vec::new() };
    let own = text.get(tree.name.clone()).unwrap_or_default();
    let mut all: Vec<(Meaning<'t>, Shared<'t>)> = Vec::new();
    let mut see = |seen: rename::Seen<'_, 't>| {
        let is_parameter = match seen.meaning {
            Meaning::Tree(_) => return,
            Meaning::Parameter { tree, .. } if tree != own => return,
            Meaning::Parameter { .. } => true,
            Meaning::Local(..) => false,
        };
        if !tree.bytes.contains(&seen.bytes.start) {
            return;
        }
        if !all.iter().any(|(meaning, _)| *meaning == seen.meaning) {
            let (declared, inside, outside) = (seen.bytes.clone(), Vec::new(), Vec::new());
            let new = Shared { name: seen.name, declared, is_parameter, inside, outside };
            all.push((seen.meaning, new));
        }
        let Some((_, shared)) = all.iter_mut().find(|(meaning, _)| *meaning == seen.meaning) else {
            return;
        };
        let place = Use { start: seen.bytes.start, gives: seen.gives };
        if seen.scope.is_some() {
            shared.declared = seen.bytes;
        } else if node.bytes.contains(&place.start) {
            shared.inside.push(place);
        } else {
            shared.outside.push(place);
        }
    };
    Walk::of(0, text, &mut see).trees(outline);
    all.retain(|(_, one)| !node.bytes.contains(&one.declared.start) && !one.inside.is_empty());
    all.sort_by_key(|(_, shared)| shared.inside.first().map(|place| place.start));
    all.into_iter().map(|(_, shared)| shared).collect()
}

/// Whether a shared name can be a parameter or a result of a tree in the place of the node.
fn side(
    text: &str,
    outline: &Outline,
    node: &Node,
    shared: &Shared<'_>,
) -> Result<Side, ExtractError> {
    let name = shared.name.to_owned();
    let meanwhile = |place: Use| Meanwhile { outline, node }.can(place.start);
    let gives = |place: &&Use| place.gives;
    let at = |place: Use| line_of(text, place.start);
    if !shared.inside.iter().any(|place| place.gives) {
        let other = shared.outside.iter().filter(gives).find(|place| meanwhile(**place));
        return match other {
            Some(other) => Err(ExtractError::Meanwhile { name, line: at(*other) }),
            None => Ok(Side::Parameter),
        };
    }
    if has_value(text, outline, shared) {
        return Err(ExtractError::Changes { name, line: line_of(text, shared.declared.start) });
    }
    if let Some(other) = shared.outside.iter().find(gives) {
        return Err(ExtractError::AlsoGiven { name, line: at(*other) });
    }
    // A leaf gives its results when it succeeds, as a tree does. Others may be active after that.
    let overlapping = outline
        .above(node)
        .find(|above| above.bytes.start > shared.declared.start && above.overlaps());
    match overlapping.filter(|_| !node.children.is_empty()) {
        Some(above) => {
            let line = shared.outside.first().map_or(above.word.start, |place| place.start);
            Err(ExtractError::Meanwhile { name, line: line_of(text, line) })
        }
        None => Ok(Side::Result),
    }
}

/// Finds the places that can be reached while a node is active.
struct Meanwhile<'o> {
    outline: &'o Outline,
    node: &'o Node,
}

impl Meanwhile<'_> {
    /// Returns `true` if the node at a byte can be ticked while the node is active.
    fn can(&self, byte: usize) -> bool {
        let common = self.outline.above(self.node).find(|above| above.item.contains(&byte));
        common.is_some_and(Node::overlaps)
    }
}

/// Returns `true` if a name has a value from its declaration on.
fn has_value(text: &str, outline: &Outline, shared: &Shared<'_>) -> bool {
    let declaration = declaration_of(text, outline, &shared.declared);
    shared.is_parameter || declaration.is_some_and(|(_, has_value)| has_value)
}

/// The type of the name that is declared at a place, and whether it has a value there.
fn declaration_of(text: &str, outline: &Outline, name: &Range<usize>) -> Option<(String, bool)> {
    for tree in &outline.trees {
        for (declarations, has_value) in [(&tree.parameters, true), (&tree.results, false)] {
            let mut all = declarations.all.iter();
            if let Some(one) = all.find(|one| one.name == *name) {
                return Some((text.get(one.of.clone()?)?.trim().to_owned(), has_value));
            }
        }
    }
    let binder = |node: &&Node| node.declaration(text).is_some_and(|one| one.name == *name);
    let node = outline.nodes.iter().find(binder)?;
    if node.kind.map(Word::arguments) == Some(Arguments::Range) {
        return Some(("usize".to_owned(), true));
    }
    let declaration = node.declaration(text)?;
    let of = text.get(declaration.of?)?.trim();
    (!of.is_empty()).then(|| (of.to_owned(), declaration.value.is_some()))
}

/// Makes a tree from a node.
fn extracted(
    text: &str,
    outline: &Outline,
    node: usize,
    name: &str,
) -> Result<Revision, ExtractError> {
    let node = outline.nodes.get(node).ok_or(ExtractError::NotFound)?;
    let tree = outline.trees.get(node.tree).ok_or(ExtractError::NotFound)?;
    if let Some(by) = asked_by(outline, node) {
        let by = text.get(by.word.clone()).unwrap_or_default().to_owned();
        return Err(ExtractError::Asked { by });
    }
    let (mut parameters, mut arguments, mut results) = (Vec::new(), Vec::new(), Vec::new());
    let (mut headers, mut names) = (Vec::new(), Vec::new());
    for shared in shared(text, outline, node) {
        let side = side(text, outline, node, &shared)?;
        let name = shared.name;
        let (of, _) = declaration_of(text, outline, &shared.declared)
            .ok_or_else(|| ExtractError::Untyped { name: name.to_owned() })?;
        match side {
            Side::Parameter => {
                parameters.push(format!("{name}: {of}"));
                arguments.push(format!("{name} = {name}"));
            }
            Side::Result => {
                headers.push(format!("{name}: {of}"));
                names.push(name);
            }
        }
    }
    let list = |all: &[String]| match all {
        [] => String::new(),
        all => format!("({})", all.join(", ")),
    };
    if !headers.is_empty() {
        results.push(format!(" -> {}", list(&headers)));
    }
    let gives = match *names {
        [] => String::new(),
        [one] => format!(" -> {one}"),
        _ => format!(" -> ({})", names.join(", ")),
    };
    let source = text.get(node.bytes.clone()).unwrap_or_default();
    let is_closed = source.ends_with([';', '}']);
    let semicolon = |is: bool| if is { ";" } else { "" };
    let call = format!("subtree {name}{}{gives}{}", list(&arguments), semicolon(is_closed));
    let ends = lexer::line_break(text);
    let level = deeper(indentation(text, tree.bytes.start));
    let body = indented(source, indentation(text, node.bytes.start), &level, ends);
    let header = format!("tree {name}{}{}", list(&parameters), results.concat());
    let body = format!("{level}{body}{}", semicolon(!is_closed));
    let behind = if ends_line(text, tree.bytes.end) {
        line_end(text, tree.bytes.end)
    } else {
        tree.bytes.end
    };
    let end = indentation(text, tree.bytes.start);
    let new = format!("{ends}{ends}{end}{header} {{{ends}{body}{ends}{end}}}");
    let select = node.bytes.start..node.bytes.start + call.len();
    let edits = vec![(node.bytes.clone(), call), (behind..behind, new)];
    Ok(Revision { text: apply(text, edits), select })
}

/// The node that asks another one itself: a `monitor` its conditions, and a selector the gates in front of its children.
fn asked_by<'o>(outline: &'o Outline, node: &Node) -> Option<&'o Node> {
    let parent = outline.parent(node)?;
    if is_gate(node) {
        let mut gate = Some(parent);
        while let Some(above) = gate.filter(|above| is_gate(above)) {
            gate = outline.parent(above);
        }
        return gate.filter(|above| above.kind.is_some_and(|kind| kind.row().asks_gates));
    }
    // A `not` in front of a condition belongs to it.
    let (watched, parent) = match parent.kind {
        Some(Word::Not) => (parent, outline.parent(parent)?),
        _ => (node, parent),
    };
    if parent.kind?.children() != Children::Watched || !is_condition(outline, watched) {
        return None;
    }
    let mut elders = outline.children(parent).take_while(|one| one.item.end <= watched.item.start);
    elders.all(|one| is_condition(outline, one)).then_some(parent)
}

fn is_gate(node: &Node) -> bool {
    node.kind.is_some_and(|kind| kind.row().is_gate)
}

/// Returns `true` for `condition` and `not condition`.
fn is_condition(outline: &Outline, node: &Node) -> bool {
    match node.kind {
        Some(Word::Condition) => true,
        Some(Word::Not) => outline.children(node).any(|child| child.kind == Some(Word::Condition)),
        _ => false,
    }
}

/// Puts the node of a tree in the place of a node that uses the tree, with its arguments in the place of the parameters. The
/// tree stays, unless it is one that is not `pub`, in a text with others that are, and no other node uses it.
///
/// `texts` are those of all files that belong together; the node is the one with this index in the outline of one of them. A
/// `let` keeps an argument that the tree changes, or that could change meanwhile. Labels that exist are left out.
///
/// ```
/// use bt_language::{edit, vocabulary::Vocabulary};
///
/// let text = "tree Day { subtree Nap(hours = 8); }\ntree Nap(hours: u32) { repeat(hours) wait(1h); }";
/// let changed = edit::inline(&[text], (0, 0), &Vocabulary::default()).unwrap();
/// assert_eq!(
///     changed.text,
///     "tree Day { let(hours: u32 = 8) repeat(hours) wait(1h); }\ntree Nap(hours: u32) { repeat(hours) wait(1h); }"
/// );
/// ```
///
/// # Errors
///
/// Why this is not possible.
pub fn inline(
    texts: &[&str],
    (of, node): (usize, usize),
    vocabulary: &Vocabulary,
) -> Result<Revision, ExtractError> {
    let text = texts.get(of).ok_or(ExtractError::NotFound)?;
    let here = outline(text);
    let call = here.nodes.get(node).ok_or(ExtractError::NotFound)?;
    let is_call = call.kind.map(Word::arguments) == Some(Arguments::Tree);
    let name = call.name(text).filter(|_| is_call).and_then(|name| text.get(name));
    let name = name.ok_or(ExtractError::NotFound)?;
    let found = texts.iter().enumerate().find_map(|(place, source)| {
        let outline = outline(source);
        let is_it = |tree: &Tree| source.get(tree.name.clone()) == Some(name);
        let tree = outline.trees.iter().position(is_it)?;
        Some((place, *source, outline, tree))
    });
    let Some((place, source, outline, tree)) = found else {
        let is_it = |word: &crate::vocabulary::Word| {
            word.name == name && matches!(word.role, Role::Subtree { .. })
        };
        return Err(if vocabulary.words.iter().any(is_it) {
            ExtractError::OfProgram { name: name.to_owned() }
        } else {
            ExtractError::NotFound
        });
    };
    let tree = outline.trees.get(tree).ok_or(ExtractError::NotFound)?;
    let root = outline.nodes.get(tree.nodes.clone()).and_then(<[_]>::first);
    let root = root.ok_or_else(|| ExtractError::Empty { name: name.to_owned() })?;
    let names = names_of((text, &here, call), (source, &outline), (tree, root))?;
    let inlined = Inlined { text, here: &here, call, source, root, names };
    let mut new = inlined.revision(node);
    let is_helper = here.has_pub() && !tree.is_pub;
    if place == of && is_helper && several::uses(texts, name).len() == 1 {
        remove_tree(&mut new, name);
    }
    checked(text, new, vocabulary)
}

/// Removes a tree that nothing uses any more.
fn remove_tree(from: &mut Revision, name: &str) {
    let outline = outline(&from.text);
    let is_it = |tree: &&Tree| from.text.get(tree.name.clone()) == Some(name);
    let Some(tree) = outline.trees.iter().find(is_it) else { return };
    let range = several::with_space(&from.text, &tree.bytes);
    if range.end <= from.select.start {
        from.select = from.select.start - range.len()..from.select.end - range.len();
    }
    from.text.replace_range(range, "");
}

/// A parameter or a result of a tree that is put in place.
struct Slot<'t> {
    name: &'t str,
    of: &'t str,
    side: Side,
    /// The value of a parameter; the name that takes a result, if there is one.
    value: Option<&'t str>,
    /// Its places in the tree.
    places: Vec<Range<usize>>,
    /// The name that takes its place, if that is the value itself.
    direct: bool,
}

/// The parameters and results of a tree, with their values in a call.
fn names_of<'t>(
    (text, here, call): (&'t str, &Outline, &Node),
    (source, outline): (&'t str, &Outline),
    (tree, root): (&Tree, &Node),
) -> Result<Vec<Slot<'t>>, ExtractError> {
    let part = |bytes: Range<usize>| source.get(bytes).unwrap_or_default();
    let given = |name: &str| {
        let is_it =
            |one: &&super::Argument| one.name.clone().and_then(|name| text.get(name)) == Some(name);
        text.get(call.arguments.iter().find(is_it)?.value.clone())
    };
    let mut parameters = Vec::new();
    for one in &tree.parameters.all {
        let name = part(one.name.clone());
        let missing = || ExtractError::Missing { name: name.to_owned() };
        let default = || Some(part(one.value.clone()?));
        let value = given(name).or_else(default).ok_or_else(missing)?;
        let of = part(one.of.clone().unwrap_or_default());
        // The values are evaluated in the order of the parameters.
        parameters.push((name, of, one.name.clone(), value));
    }
    // The arguments that are names; others are words of the vocabulary, which are evaluated when the tree begins.
    let of_tree: HashSet<&str> =
        shared(text, here, call).into_iter().map(|shared| shared.name).collect();
    let taken = call.results(text).unwrap_or_default();
    let taken: Vec<&str> = tokens(text, &taken)
        .iter()
        .filter(|lexeme| lexeme.kind == LexemeClass::Word)
        .filter_map(|lexeme| text.get(lexeme.bytes()))
        .collect();
    let mut all = Vec::new();
    let mut add = |name, of, declared: Range<usize>, side, value: Option<&'t str>| {
        let (mut places, mut changes, mut hidden) = (Vec::new(), false, false);
        let mut see = |seen: rename::Seen<'_, 't>| {
            let is_here = root.bytes.contains(&seen.bytes.start);
            let is_it = match (side, seen.meaning) {
                (Side::Parameter, Meaning::Parameter { tree: of, name: other }) => {
                    of == part(tree.name.clone()) && other == name && is_here
                }
                (Side::Result, Meaning::Local(_, start)) => start == declared.start && is_here,
                _ => false,
            };
            if is_it {
                changes |= seen.gives;
                places.push(seen.bytes);
            } else if is_here && seen.scope.is_some() {
                // A declaration with the own name hides it already.
                hidden |= Some(seen.name) == value && value != Some(name);
            }
        };
        Walk::of(0, source, &mut see).trees(outline);
        places.sort_by_key(|place| place.start);
        let is_name = value.is_some_and(|value| of_tree.contains(value));
        let direct = is_name && !hidden && (side == Side::Result || !changes);
        all.push(Slot { name, of, side, value, places, direct });
    };
    for (name, of, declared, value) in parameters {
        add(name, of, declared, Side::Parameter, Some(value));
    }
    for (place, one) in tree.results.all.iter().enumerate() {
        let (name, of) = (part(one.name.clone()), part(one.of.clone().unwrap_or_default()));
        add(name, of, one.name.clone(), Side::Result, taken.get(place).copied());
    }
    Ok(all)
}

/// A tree that is put in the place of a node.
struct Inlined<'t> {
    text: &'t str,
    here: &'t Outline,
    call: &'t Node,
    source: &'t str,
    root: &'t Node,
    names: Vec<Slot<'t>>,
}

impl Inlined<'_> {
    /// The new text, in which a name stands directly for another one only if both always have the same value.
    fn revision(mut self, node: usize) -> Revision {
        loop {
            let revision = self.written();
            let outline = outline(&revision.text);
            let Some(new) = outline.nodes.get(node) else { return revision };
            let around = Node { bytes: revision.select.clone(), ..new.clone() };
            let mut is_changed = false;
            for shared in shared(&revision.text, &outline, &around) {
                let verdict = side(&revision.text, &outline, &around, &shared);
                for name in &mut self.names {
                    let is_it = name.direct && name.value == Some(shared.name);
                    if is_it && verdict.as_ref().ok() != Some(&name.side) {
                        (name.direct, is_changed) = (false, true);
                    }
                }
            }
            if !is_changed {
                return revision;
            }
        }
    }

    fn written(&self) -> Revision {
        let Self { text, here, call, source, root, .. } = *self;
        let ends = lexer::line_break(text);
        let (mut wrappers, mut behind) = (Vec::new(), Vec::new());
        let mut edits: Vec<Edit> = Vec::new();
        for name in &self.names {
            let value = name.value.unwrap_or_default();
            let new = if name.direct { value.to_owned() } else { self.fresh(name) };
            edits.extend(name.places.iter().map(|place| (place.clone(), new.clone())));
            if name.direct {
                continue;
            }
            let of = name.of;
            match (name.side, name.value) {
                // An argument without a use is still evaluated.
                (Side::Parameter, _) => {
                    wrappers.push(format!("let({new}: {of} = {value}) "));
                }
                (Side::Result, taken) => {
                    wrappers.push(format!("let({new}: {of}) "));
                    behind.extend(taken.map(|taken| format!("set {taken} = {new};")));
                }
            }
        }
        let start = root.label.as_ref().map_or(root.word.start, |label| label.start - 1);
        let docs = root.bytes.start..start;
        let old = indentation(source, root.bytes.start);
        // Documentation has its own line.
        let inner = |range: Range<usize>| {
            let part = source.get(range.clone()).unwrap_or_default();
            let own = edits
                .iter()
                .filter(|(place, _)| range.start <= place.start && place.end <= range.end);
            let own = own.map(|(place, new)| {
                (place.start - range.start..place.end - range.start, new.clone())
            });
            indented(&apply(part, own.collect()), old, "", "\n")
        };
        let mut labelled_here = labels(text, here, call.tree);
        let label = call.label.clone().and_then(|label| text.get(label));
        if let Some(label) = label {
            labelled_here.remove(label);
        }
        let mut body = inner(start..root.bytes.end);
        if !body.ends_with([';', '}']) {
            body.push(';');
        }
        let is_asked = wrappers.is_empty() && asks_in_place(here, call, root, self);
        let is_sequence = !behind.is_empty() || is_asked;
        let is_bare = wrappers.is_empty() && !is_sequence;
        let docs = inner(docs);
        let docs = docs.as_str();
        let mut known: HashSet<&str> = labelled_here;
        if let Some(label) = label {
            known.insert(label);
        }
        let body = with_new_labels(&body, &known);
        let body = match label.filter(|_| is_bare) {
            Some(_) => without_label(&body),
            None => body,
        };
        let label = label.map_or_else(String::new, |label| format!("'{label}: "));
        let inside = if is_sequence {
            let mut lines = format!("{docs}{body}");
            for line in behind {
                lines += "\n";
                lines += &line;
            }
            format!("sequence {{\n    {}\n}}", indented(&lines, "", "    ", "\n"))
        } else if is_bare {
            body.clone()
        } else {
            format!("{docs}{body}")
        };
        let front = if is_bare { docs } else { "" };
        let new = format!("{front}{label}{}{inside}", wrappers.concat());
        let level = indentation(text, call.bytes.start);
        let new = indented(&new, "", level, ends);
        let start = call.label.as_ref().map_or(call.word.start, |label| label.start - 1);
        let is_closed = text.get(call.bytes.clone()).is_some_and(|text| text.ends_with(';'));
        let new = if is_closed || new.ends_with('}') {
            new
        } else {
            new.trim_end_matches(';').to_owned()
        };
        let select = call.bytes.start..start + new.len();
        Revision { text: apply(text, vec![(start..call.bytes.end, new)]), select }
    }

    /// A name for a `let` that hides no name which a value uses.
    fn fresh(&self, name: &Slot<'_>) -> String {
        let values = self.names.iter().filter_map(|name| name.value);
        let used: HashSet<&str> = values.flat_map(words_in).collect();
        if !used.contains(name.name) {
            return name.name.to_owned();
        }
        let body = self.source.get(self.root.bytes.clone()).unwrap_or_default();
        let taken: HashSet<&str> =
            words_in(body).chain(self.names.iter().map(|name| name.name)).collect();
        let mut number = 2_usize;
        loop {
            let new = format!("{}_{number}", name.name);
            if !used.contains(new.as_str()) && !taken.contains(new.as_str()) {
                return new;
            }
            number += 1;
        }
    }
}

/// Returns `true` if the root of a tree would be asked by the node above the one that uses the tree.
fn asks_in_place(here: &Outline, call: &Node, root: &Node, inlined: &Inlined<'_>) -> bool {
    let outline = outline(inlined.source);
    let root_is_condition = is_condition(&outline, root);
    let Some(parent) = here.parent(call) else { return false };
    let is_watched = parent.kind.map(Word::children) == Some(Children::Watched)
        || (parent.kind == Some(Word::Not)
            && here.parent(parent).and_then(|above| above.kind).map(Word::children)
                == Some(Children::Watched));
    let mut gate = Some(parent);
    while let Some(above) = gate.filter(|above| is_gate(above)) {
        gate = here.parent(above);
    }
    let asks = gate.is_some_and(|above| above.kind.is_some_and(|kind| kind.row().asks_gates));
    (is_watched && root_is_condition) || (asks && is_gate(root))
}

/// The words in a text.
fn words_in(text: &str) -> impl Iterator<Item = &str> {
    let all = lexer::lexemes(text).into_iter();
    all.filter(|lexeme| lexeme.kind == LexemeClass::Word).map(|lexeme| lexeme.text(text))
}

/// The text of a node without its label.
fn without_label(source: &str) -> String {
    const BEGIN: &str = "tree T {";
    let tree = format!("{BEGIN}{source}");
    let outline = outline(&tree);
    let edits = outline.nodes.first().map(|node| labelled(node, ""));
    apply(&tree, edits.into_iter().collect()).split_off(BEGIN.len())
}

/// The line of a byte; the first one is 1.
fn line_of(text: &str, byte: usize) -> usize {
    text.get(..byte).unwrap_or_default().matches('\n').count() + 1
}
