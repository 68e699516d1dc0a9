//! Descriptions that an import writes and an export reads: names, keys and scripts of the other tool that the language does not
//! have, and the main tree.

use std::collections::BTreeMap;

/// The text before a name.
const BEFORE: &str = "Imported name: `";

/// The description of the tree with which the other tool begins.
const MAIN: &str = "The main tree of the imported file.";

/// Adds the name in the other tool to a description, unless it is the name here.
pub(crate) fn described(description: Option<String>, name: &str, original: &str) -> Option<String> {
    if original.is_empty() || original == name || original.contains(['`', '\n']) {
        return description;
    }
    let before = description.filter(|text| !text.trim().is_empty());
    let before = before.map_or_else(String::new, |text| format!("{}\n", text.trim_end()));
    Some(format!("{before}{BEFORE}{original}`"))
}

/// The name in the other tool, if a description has one.
pub(crate) fn name(description: &str) -> Option<&str> {
    description.split_once(BEFORE)?.1.split_once('`').map(|(name, _)| name)
}

/// The description without the name in the other tool.
pub(crate) fn without_name(description: &str) -> &str {
    description.split_once(BEFORE).map_or(description, |(before, _)| before).trim_end()
}

/// Adds that the other tool begins with this tree.
pub(crate) fn as_main(description: Option<String>) -> String {
    description.map_or_else(|| MAIN.to_owned(), |text| format!("{}\n{MAIN}", text.trim_end()))
}

/// Returns `true` for the description of the tree with which the other tool begins.
pub(crate) fn is_main(description: &str) -> bool {
    description.lines().any(|line| line.trim() == MAIN)
}

/// The description without the lines that an import has added.
pub(crate) fn own(description: &str) -> String {
    let is_own = |line: &&str| {
        line.trim() != MAIN
            && ![BEFORE, KEYS, ATTRIBUTES].iter().any(|before| line.starts_with(before))
    };
    description.lines().filter(is_own).collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// The text before the keys of the names in a tree.
const KEYS: &str = "Imported keys: ";

/// Adds the keys that are not the names in a tree to its description.
pub(crate) fn with_keys<'n>(
    description: Option<String>,
    names: impl Iterator<Item = (&'n str, &'n str)>,
) -> Option<String> {
    let is_plain = |key: &str| !key.contains(['`', '\n']);
    let changed = names.filter(|(name, key)| name != key && is_plain(key));
    let all: Vec<String> = changed.map(|(name, key)| format!("`{name}` is `{key}`")).collect();
    if all.is_empty() {
        return description;
    }
    let before = description.filter(|text| !text.trim().is_empty());
    let before = before.map_or_else(String::new, |text| format!("{}\n", text.trim_end()));
    Some(format!("{before}{KEYS}{}.", all.join(", ")))
}

/// The lines of the description of a tree with the keys of names and with attributes.
pub(crate) fn lines_of_names(description: &str) -> impl Iterator<Item = &str> {
    let is_one = |line: &&str| [KEYS, ATTRIBUTES].iter().any(|before| line.starts_with(before));
    description.lines().filter(is_one)
}

/// The keys of the names in a tree that are not the names.
pub(crate) fn keys(description: &str) -> BTreeMap<&str, &str> {
    let keys = description.lines().find_map(|line| line.strip_prefix(KEYS)).unwrap_or_default();
    let parts: Vec<&str> = keys.split('`').collect();
    let pairs = parts.chunks(4).filter_map(|part| Some((*part.get(1)?, *part.get(3)?)));
    pairs.collect()
}

/// The text before attributes of XML that the language cannot say.
const ATTRIBUTES: &str = "Imported attributes: ";

/// Adds attributes, in one line of XML, to a description.
pub(crate) fn with_attributes(description: Option<String>, attributes: &str) -> Option<String> {
    if attributes.is_empty() {
        return description;
    }
    let before = description.filter(|text| !text.trim().is_empty());
    let before = before.map_or_else(String::new, |text| format!("{}\n", text.trim_end()));
    Some(format!("{before}{ATTRIBUTES}{attributes}"))
}

/// The attributes in a description.
pub(crate) fn attributes(description: &str) -> &str {
    description.lines().find_map(|line| line.strip_prefix(ATTRIBUTES)).unwrap_or_default()
}

/// The description of the decorator that changes nothing.
pub(crate) const UNCHANGED: &str = "Returns the result of its child. Before nodes that can never be ticked, it hides this result: a file must not have such nodes.";

/// The description of the word for a value of the blackboard.
pub(crate) fn of_key(key: &str) -> String {
    format!("The value of `{key}`.")
}

/// The key of the blackboard that a word reads.
pub(crate) fn key(description: &str) -> Option<&str> {
    description.trim().strip_prefix("The value of `")?.strip_suffix("`.")
}

/// A key of the blackboard that only one tree has, as another key than that of the other trees.
pub(crate) fn key_in(key: &str, tree: &str) -> String {
    format!("{key}` in `{tree}")
}

/// A key without its tree.
pub(crate) fn key_alone(key: &str) -> &str {
    key.split_once("` in `").map_or(key, |(key, _)| key)
}

/// Returns `true` for the description of a value of the blackboard that only one tree has.
pub(crate) fn is_of_tree(description: &str) -> bool {
    key(description).is_some_and(|key| key_alone(key) != key)
}

/// The description of the word for a script.
pub(crate) fn of_script(code: &str) -> String {
    format!("The script `{}`.", code.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The script that a word runs.
pub(crate) fn script(description: &str) -> Option<&str> {
    let code = description.trim().strip_prefix("The script `")?.strip_suffix("`.")?;
    Some(code).filter(|code| !code.is_empty())
}

/// The description of the word that unsets a key.
pub(crate) fn of_unset(key: &str) -> String {
    format!("Unsets `{key}`.")
}

/// The key that a word unsets.
pub(crate) fn unset(description: &str) -> Option<&str> {
    description.trim().strip_prefix("Unsets `")?.strip_suffix("`.")
}

/// The beginning of the description of a parameter that has the name of a field.
const WRITTEN: &str = "the name of the field that is written";

/// The description of a parameter for an output port.
pub(crate) fn of_output(description: &str) -> String {
    match description {
        "" => WRITTEN.to_owned(),
        text => format!("{WRITTEN}: {text}"),
    }
}

/// The description of an output port, without the beginning that says so.
pub(crate) fn output(description: &str) -> Option<&str> {
    let text = description.strip_prefix(WRITTEN)?;
    Some(text.strip_prefix(':').unwrap_or(text).trim())
}

/// The description of a value that is read from a text.
pub(crate) fn of_text(name: &str) -> String {
    format!("Reads a `{name}` from a text of the imported file.")
}

/// Returns `true` for the description of a value that is read from a text.
pub(crate) fn is_text(description: &str) -> bool {
    description.starts_with("Reads a `")
        && description.ends_with("` from a text of the imported file.")
}

/// The description of a value in another type.
pub(crate) fn of_conversion(own: &str, of: &str) -> String {
    format!("Converts `{own}` into `{of}`.")
}

/// Returns `true` for the description of a value in another type.
pub(crate) fn is_conversion(description: &str) -> bool {
    description.starts_with("Converts `")
}

/// The description of the action that gives its argument.
pub(crate) fn of_giver(of: &str) -> String {
    format!("Gives this `{of}` as the result of its tree.")
}

/// Returns `true` for the description of the action that gives its argument.
pub(crate) fn is_giver(description: &str) -> bool {
    description.starts_with("Gives this `") && description.ends_with("` as the result of its tree.")
}

/// The description of the action for a tree that no file has.
pub(crate) fn of_missing(id: &str) -> String {
    format!("Stands for the tree `{}`, which no imported file has.", id.replace(['`', '\n'], " "))
}

/// Returns `true` for the description of an action for a tree that no file has.
pub(crate) fn is_missing(description: &str) -> bool {
    description.starts_with("Stands for the tree `")
        && description.contains("`, which no imported file has.")
}

/// The description of the action that stores a value of a tree when the tree ends.
pub(crate) fn of_keeper(key: &str) -> String {
    format!("Keeps the value of `{key}` for the next time.")
}

/// Returns `true` for the description of the action that stores a value of a tree.
pub(crate) fn is_keeper(description: &str) -> bool {
    description.starts_with("Keeps the value of `") && description.ends_with("` for the next time.")
}

#[cfg(test)]
mod tests {
    use super::{as_main, described, is_main, name, own, with_attributes, without_name};

    #[test]
    fn descriptions_keep_names_and_give_them_back() {
        assert_eq!(described(None, "Dock", "Dock"), None, "the names are the same");
        for before in [None, Some("Drives there.".to_owned())] {
            let all = described(before.clone(), "GoHome", "Go home!").expect("a name");
            assert_eq!(name(&all), Some("Go home!"));
            assert_eq!(without_name(&all), before.clone().unwrap_or_default());
            let main = as_main(before.clone());
            assert!(is_main(&main));
            let all = with_attributes(Some(main), "speed=\"1\"").expect("attributes");
            assert_eq!(super::attributes(&all), "speed=\"1\"");
            assert_eq!(own(&all), before.unwrap_or_default());
        }
        assert_eq!((name("Drives."), is_main("Drives.")), (None, false));
    }
}
