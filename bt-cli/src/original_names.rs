//! A vocabulary with the names of another tool, for exports: words, parameters and keys, from the descriptions that an import
//! has written.

use crate::descriptions;
use crate::outline::{Outline, Tree};
use crate::terms::{self, Call};
use crate::words::{MORE, Value};
use bt_language::vocabulary::{Parameter, Role, Vocabulary, Word};
use bt_language::words::Word as BtWord;
use std::collections::{BTreeMap, BTreeSet};

/// The words of a vocabulary, by name.
pub(crate) struct OriginalNames<'v> {
    words: BTreeMap<&'v str, &'v Word>,
    /// How many words have an imported name.
    named: BTreeMap<&'v str, usize>,
}

impl<'v> OriginalNames<'v> {
    pub(crate) fn of(vocabulary: &'v Vocabulary) -> Self {
        let mut named = BTreeMap::new();
        for word in &vocabulary.words {
            if let Some(name) = descriptions::name(word.description.as_deref().unwrap_or_default())
            {
                *named.entry(name).or_default() += 1;
            }
        }
        let words = vocabulary.words.iter().rev();
        Self { words: words.map(|word| (word.name.as_str(), word)).collect(), named }
    }

    fn description(&self, word: &str) -> &'v str {
        let word = self.words.get(word);
        word.and_then(|word| word.description.as_deref()).unwrap_or_default()
    }

    /// The name of a word.
    pub(crate) fn name<'n>(&self, word: &'n str) -> &'n str
    where
        'v: 'n,
    {
        descriptions::name(self.description(word)).unwrap_or(word)
    }

    /// The name of a word in a format whose words have different names, whatever their roles.
    pub(crate) fn only_name<'n>(&self, word: &'n str) -> &'n str
    where
        'v: 'n,
    {
        let name = self.name(word);
        let is_taken = name != word
            && (self.words.contains_key(name)
                || self.named.get(name).is_some_and(|count| *count > 1));
        if is_taken { word } else { name }
    }

    /// A parameter of a word.
    pub(crate) fn parameter(&self, word: &str, name: &str) -> Option<&'v Parameter> {
        self.words.get(word)?.parameters.iter().find(|parameter| parameter.name == name)
    }

    /// The name of a port in XML.
    pub(crate) fn port(&self, word: &str, parameter: &Parameter) -> String {
        let word = self.words.get(word);
        word.map_or_else(|| parameter.name.clone(), |word| port_name(word, parameter))
    }

    /// The key of the blackboard that a word reads; the word itself without one.
    pub(crate) fn key<'n>(&self, word: &'n str) -> &'n str
    where
        'v: 'n,
    {
        let is_value = self.words.get(word).is_some_and(|word| matches!(word.role, Role::Value(_)));
        let key = descriptions::key(self.description(word)).filter(|_| is_value);
        key.map_or(word, descriptions::key_alone)
    }

    /// Returns `true` for a field of the blackboard that only one tree has.
    pub(crate) fn is_own(&self, word: &str) -> bool {
        descriptions::is_of_tree(self.description(word))
    }

    /// Returns `true` for a value of the vocabulary.
    pub(crate) fn is_field(&self, word: &str) -> bool {
        self.words.get(word).is_some_and(|word| matches!(word.role, Role::Value(_)))
    }

    /// The reference to the key of the blackboard that a word reads: `{goal}`
    pub(crate) fn reference(&self, word: &str) -> Option<String> {
        let key = descriptions::key(self.description(word)).map(descriptions::key_alone);
        key.map(|key| format!("{{{key}}}"))
    }

    /// The ID of a tree that the program has.
    pub(crate) fn subtree<'n>(&self, word: &'n str) -> Option<&'n str>
    where
        'v: 'n,
    {
        let role = &self.words.get(word)?.role;
        matches!(role, Role::Subtree { .. }).then(|| self.name(word))
    }

    /// The literal or the key that a word only reads in another type.
    pub(crate) fn inner(&self, call: &Call) -> Option<Value> {
        let description = self.description(&call.name);
        let is_inner =
            descriptions::is_text(description) || descriptions::is_conversion(description);
        let (_, value) = call.arguments.first().filter(|_| is_inner)?;
        Some(value.clone())
    }

    /// Returns `true` for the decorator that an import puts around nodes whose result it hides.
    pub(crate) fn is_unchanged(&self, word: &str) -> bool {
        self.description(word) == descriptions::UNCHANGED
    }

    /// The parameter and the result of a tree, if an action gives the one as the other.
    pub(crate) fn given(&self, node: &Outline) -> Option<(String, String)> {
        let call = terms::full(&node.source).filter(|_| node.word == BtWord::Action)?;
        descriptions::is_giver(self.description(&call.name)).then_some(())?;
        match (call.arguments.into_iter().next()?.1, call.gives.into_iter().next()?) {
            (Value::Key(name), result) => Some((name, result)),
            _ => None,
        }
    }

    /// Returns `true` for the action of a tree that no imported file has.
    pub(crate) fn is_missing(&self, word: &str) -> bool {
        descriptions::is_missing(self.description(word))
    }

    /// Returns `true` for a `finally` that only stores a key.
    pub(crate) fn keeps(&self, node: &Outline) -> bool {
        let call = terms::full(&node.source).filter(|_| node.word == BtWord::Finally);
        call.is_some_and(|call| descriptions::is_keeper(self.description(&call.name)))
    }

    /// The ports of the results of an action.
    pub(crate) fn results(&self, word: &str) -> Vec<&'v str> {
        let results = self.words.get(word).map_or(&[][..], |word| &word.results);
        results.iter().map(parameter_name).collect()
    }

    /// The script that a word runs.
    pub(crate) fn script(&self, word: &str) -> Option<&'v str> {
        descriptions::script(self.description(word))
    }

    /// The key that a word unsets.
    pub(crate) fn unset(&self, word: &str) -> Option<&'v str> {
        descriptions::unset(self.description(word))
    }
}

/// The name of a parameter.
pub(crate) fn parameter_name(parameter: &Parameter) -> &str {
    let description = parameter.description.as_deref().unwrap_or_default();
    descriptions::name(description).unwrap_or(&parameter.name)
}

/// The parameter of a word for a port.
pub(crate) fn parameter_of<'w>(word: &'w Word, port: &str) -> Option<&'w Parameter> {
    let named = word.parameters.iter().find(|known| parameter_name(known) == port);
    named.or_else(|| word.parameters.iter().find(|known| port_name(word, known) == port))
}

/// The result of a word for a port; the name of one alone is free.
pub(crate) fn result_of<'w>(word: &'w Word, port: &str) -> Option<&'w Parameter> {
    match word.results.as_slice() {
        [only] => Some(only),
        all => all.iter().find(|known| parameter_name(known) == port),
    }
}

/// The name of a port in XML: the imported one, unless it is no name there.
pub(crate) fn port_name(word: &Word, parameter: &Parameter) -> String {
    let name = parameter_name(parameter);
    // An attribute that begins with `_` is no port.
    if is_attribute(name) && !name.starts_with('_') {
        return name.to_owned();
    }
    let mut name = parameter.name.clone();
    while word.parameters.iter().any(|other| parameter_name(other) == name) {
        name.push('_');
    }
    name
}

/// Returns `true` for the name of an attribute of XML.
pub(crate) fn is_attribute(name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || "_-.".contains(letter);
    name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
        && name.chars().all(is_part)
        && !["ID", "name"].contains(&name)
}

/// The ports in the text of the parameter `more_ports`: `speed=2; goal={dock}`
pub(crate) fn more(name: &str, value: &Value) -> Option<Vec<(String, String)>> {
    let Value::Text(text) = value else { return None };
    let mut ports: Vec<(String, String)> = Vec::new();
    for part in text.split("; ") {
        match (part.split_once('='), ports.last_mut()) {
            (Some((name, value)), _) => ports.push((name.to_owned(), value.to_owned())),
            // The `; ` is one of a value.
            (None, Some((_, value))) => value.extend(["; ", part]),
            (None, None) => return None,
        }
    }
    (name == MORE).then_some(ports)
}

/// The main tree: the one that says so, or the first that no other one uses.
pub(crate) fn main(trees: &[Tree]) -> Option<&Tree> {
    let mut used = BTreeSet::new();
    for tree in trees {
        tree.root.subtrees(&mut used);
    }
    let says_so = |tree: &&Tree| descriptions::is_main(&tree.description);
    let is_free = |tree: &&Tree| !used.contains(tree.name.as_str());
    trees.iter().find(says_so).or_else(|| trees.iter().find(is_free)).or(trees.first())
}

/// The ID of a tree.
pub(crate) fn tree(tree: &Tree) -> &str {
    descriptions::name(&tree.description).unwrap_or(&tree.name)
}
