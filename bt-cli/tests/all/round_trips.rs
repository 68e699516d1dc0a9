//! An imported file that is exported and imported again is the same file, and the names of another tool survive: IDs of trees
//! and nodes, ports, keys, scripts and the main tree.

use crate::imports::{cases, import, inputs};
use bt_cli::{ImportError, Imported, behavior_tree_cpp, behavior3, words_json};
use bt_language::file::Mistake;
use bt_language::vocabulary::Vocabulary;
use meaning::archive;
use std::collections::BTreeSet;

/// The trees by name, in their layout, without their comments.
fn trees(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !is_comment(line)).collect::<Vec<_>>().join("\n");
    let text = bt_language::format::file(&lines).expect("sound");
    let mut trees: Vec<String> = text.split("\n\n").map(|tree| tree.trim().to_owned()).collect();
    trees.sort();
    trees
}

/// The text with the shortest form of each number: `0.30` → `0.3`
fn without_zeros(text: &str) -> String {
    let is_number = |letter: char| letter.is_ascii_digit() || letter == '.';
    let parts = text.split_inclusive(|letter| !is_number(letter)).map(|part| {
        let number = part.trim_end_matches(|letter| !is_number(letter));
        let rest = &part[number.len()..];
        let short = number.parse().ok().filter(|_| number.contains('.'));
        short.map_or_else(|| part.to_owned(), |short: f64| format!("{short:?}{rest}"))
    });
    parts.collect()
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("//") && !line.starts_with("///")
}

/// Returns `true` if trees have parameters: then the other trees of Behavior3 do not call them.
fn has_parameters(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("tree ") && line.contains('('))
}

fn files_come_back(
    has_data: bool,
    export: fn(&str, &Vocabulary) -> Result<String, Vec<Mistake>>,
    again: fn(&str, &Vocabulary) -> Result<Imported, ImportError>,
) {
    let all = ["behavior3", "behavior_tree_cpp"].into_iter().flat_map(cases);
    for (archive, case) in all.filter(|(archive, _)| archive != "projects") {
        let (name, first) = (format!("{archive}/{}", case.name), import(&case));
        if first.text.is_empty() || (!has_data && has_parameters(&first.text)) {
            continue;
        }
        let exported = export(&first.text, &first.vocabulary).expect("trees");
        let second = again(&exported, &first.vocabulary)
            .unwrap_or_else(|error| panic!("{name}: {error}\n{exported}"));
        let of = |imported: &Imported| {
            // Behavior3 has numbers without their digits.
            trees(&if has_data { imported.text.clone() } else { without_zeros(&imported.text) })
        };
        assert_eq!(of(&second), of(&first), "{name}");
        let names = |imported: &Imported| -> Vec<String> {
            imported.vocabulary.words.iter().map(|word| word.name.clone()).collect()
        };
        assert_eq!(names(&second), names(&first), "{name}: no new words");
    }
}

#[test]
fn imported_files_come_back_from_behavior3() {
    files_come_back(false, behavior3::export, behavior3::import);
}

#[test]
fn imported_files_come_back_from_behavior_tree_cpp() {
    files_come_back(true, behavior_tree_cpp::export, behavior_tree_cpp::import);
}

/// Imports a text, sends its words through JSON, and exports it.
fn come_back(text: &str) -> String {
    let imported = behavior_tree_cpp::import(text, &Vocabulary::default()).expect("trees");
    let words = words_json::read(&words_json::write(&imported.vocabulary)).expect("words");
    behavior_tree_cpp::export(&imported.text, &words).expect("trees")
}

/// The IDs and the ports of all nodes with their values, and the directions and descriptions of the ports of the model.
fn facts(text: &str) -> BTreeSet<String> {
    let document = roxmltree::Document::parse(text).expect("XML");
    let mut facts = BTreeSet::new();
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        let tag = node.tag_name().name();
        let explicit = ["Action", "Condition", "Control", "Decorator", "SubTree", "BehaviorTree"];
        let id = node.attribute("ID").filter(|_| explicit.contains(&tag)).unwrap_or(tag);
        if let (Some(name), Some(parent)) = (node.attribute("name"), node.parent_element()) {
            if tag.ends_with("_port") {
                let of = parent.attribute("ID").unwrap_or_default();
                let text = node.text().unwrap_or_default();
                facts.insert(format!("{tag} {name} of {of}: {text}"));
                continue;
            }
        }
        facts.insert(id.to_owned());
        for attribute in node.attributes() {
            let is_port = !["ID", "name"].contains(&attribute.name());
            if is_port && !attribute.name().starts_with('_') {
                facts.insert(format!("{id} {}={}", attribute.name(), attribute.value()));
            }
        }
    }
    facts
}

/// The elements with their names and attributes, in order, with the depth of each.
fn elements(text: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(text).expect("XML");
    let trees = document.root_element().children().filter(|node| node.has_tag_name("BehaviorTree"));
    let mut all = Vec::new();
    for tree in trees {
        let nodes = tree.descendants().filter(roxmltree::Node::is_element);
        all.extend(nodes.map(|node| {
            let explicit = ["Action", "Condition", "Control", "Decorator", "SubTree"];
            let tag = node.tag_name().name();
            let id = node.attribute("ID").filter(|_| explicit.contains(&tag)).unwrap_or(tag);
            let mut attributes: Vec<String> = node
                .attributes()
                .filter(|attribute| attribute.name() != "ID" || tag == "BehaviorTree")
                .map(|attribute| format!("{}={:?}", attribute.name(), attribute.value()))
                .collect();
            attributes.sort();
            format!("{} {id} {}", node.ancestors().count(), attributes.join(" "))
        }));
    }
    all
}

/// The files of a folder in `round_trips.txtar`.
fn texts(folder: &str) -> Vec<(String, String)> {
    let cases = archive::cases(include_str!("../round_trips.txtar"));
    cases.into_iter().find(|case| case.name == folder).expect("a folder").files
}

#[test]
fn every_element_comes_back() {
    for (name, text) in texts("elements") {
        let exported = come_back(&text);
        let (expected, found) = (elements(&text), elements(&exported));
        let first = expected.iter().zip(&found).find(|(one, other)| one != other);
        assert_eq!(first, None, "{name}: {exported}");
        assert_eq!(expected.len(), found.len(), "{name}: {exported}");
    }
}

/// What comes back beside the facts of a file.
const PARTS: [(&str, &str); 6] = [
    ("missing_trees", "<SubTree ID=\"Grasp\" what=\"{cup}\""),
    ("missing_trees", "<output_port name=\"found\""),
    ("names", "<output_port name=\"result\" type=\"Result_\">the way</output_port>"),
    ("navigate", "<inout_port name=\"found\"/>"),
    ("navigate", "<output_port name=\"place\" type=\"PoseStamped\">"),
    ("same_meaning", "<SequenceWithMemory _description=\"Once more.\">"),
];

#[test]
fn ids_ports_keys_and_scripts_come_back() {
    let imported = cases("behavior_tree_cpp").into_iter();
    let imported =
        imported.filter(|(_, case)| ["many_ports", "navigate"].contains(&case.name.as_str()));
    let imported = imported.map(|(_, case)| {
        let (_, text) = inputs(&case).next().expect("a file");
        (case.name.clone(), text.to_owned())
    });
    for (name, text) in texts("facts").into_iter().chain(imported) {
        let exported = come_back(&text);
        let (expected, found) = (facts(&text), facts(&exported));
        let missing: Vec<_> = expected.difference(&found).collect();
        assert!(missing.is_empty(), "{name}: {missing:#?}\n{exported}");
        assert!(!exported.contains("Imported name"), "{name}: {exported}");
        for (_, part) in PARTS.iter().filter(|(of, _)| *of == name) {
            assert!(exported.contains(part), "{name}: {part}\n{exported}");
        }
        let calls = exported.matches("_autoremap").count();
        assert!(name != "missing_trees" || calls == 1, "{name}: {exported}");
    }
}

#[test]
fn the_ids_of_trees_come_back() {
    for (_, case) in cases("behavior_tree_cpp") {
        if !["rates", "many_ports", "built_in"].contains(&case.name.as_str()) {
            continue;
        }
        let trees = |text: &str| -> BTreeSet<String> {
            let document = roxmltree::Document::parse(text).expect("XML");
            let trees = document.descendants().filter(|node| node.has_tag_name("BehaviorTree"));
            trees.filter_map(|tree| tree.attribute("ID").map(str::to_owned)).collect()
        };
        let (_, text) = inputs(&case).next().expect("a file");
        assert_eq!(trees(&come_back(text)), trees(text), "{}", case.name);
    }
}

#[test]
fn the_words_of_trees_that_no_file_has_are_used_again() {
    let (_, text) = &texts("facts")[1];
    let imported = behavior_tree_cpp::import(text, &Vocabulary::default()).expect("trees");
    let exported = come_back(text);
    let again = behavior_tree_cpp::import(&exported, &imported.vocabulary).expect("trees");
    assert_eq!(again.vocabulary.words.len(), imported.vocabulary.words.len(), "{}", again.rust);
    assert!(again.text.contains("action Grasp(what = cup);"), "{}", again.text);
}

#[test]
fn the_default_main_tree_is_one_that_no_other_uses() {
    let text = "<root><BehaviorTree ID=\"Part\"><A/></BehaviorTree><BehaviorTree ID=\"Whole\"><SubTree ID=\"Part\"/></BehaviorTree></root>";
    assert!(come_back(text).contains("main_tree_to_execute=\"Whole\""));
    let named = text.replace("<root>", "<root main_tree_to_execute=\"Part\">");
    assert!(come_back(&named).contains("main_tree_to_execute=\"Part\""));
}

#[test]
fn words_of_an_earlier_import_are_used_again() {
    let text = r#"<root><BehaviorTree ID="A"><Sequence _skipIf="x &lt; 3">
      <Plan goal="{goal}" path="{path}"/><Plan goal="{@goal}" path="{Path}"/>
      <Action ID="go on" speed="{goal}"/><Action ID="GoOn" speed="2"/>
      <Script code="x := 1"/><Script code="x  := 1;"/>
      <SubTree ID="Turn -45"/><SubTree ID="Turn 45"/>
    </Sequence></BehaviorTree></root>"#;
    let first = behavior_tree_cpp::import(text, &Vocabulary::default()).expect("trees");
    let second = behavior_tree_cpp::import(text, &first.vocabulary).expect("trees");
    // Trees that are missing are no longer unknown.
    let is_same = |line: &&str| !line.contains("this tree is not in the file");
    assert!(second.text.lines().eq(first.text.lines().filter(is_same)), "{}", second.text);
    assert_eq!(second.vocabulary.words, first.vocabulary.words, "no new words");
}

#[test]
fn a_key_is_unset_with_and_without_braces() {
    let text = |key: &str| {
        format!(
            r#"<root BTCPP_format="4"><BehaviorTree ID="A"><UnsetBlackboard key="{key}"/></BehaviorTree></root>"#
        )
    };
    let import =
        |text: &str| behavior_tree_cpp::import(text, &Vocabulary::default()).expect("a tree");
    let (plain, braces) = (import(&text("goal")), import(&text("{goal}")));
    assert_eq!((plain.text, plain.rust), (braces.text, braces.rust));
}

#[test]
fn names_of_a_called_tree_are_not_those_of_the_caller() {
    let text = "tree A { sequence { subtree B; repeat(count) action Go; } }
        tree B { let(count: u32 = 1) repeat(count) action Go; }";
    let exported = behavior_tree_cpp::export(text, &Vocabulary::default()).expect("trees");
    let numbers = exported.matches("num_cycles=\"{count}\"").count();
    assert_eq!(numbers, 1, "the other one is a value of the vocabulary: {exported}");
}

#[test]
fn a_changed_script_of_a_node_is_exported() {
    let text =
        r#"<root><BehaviorTree ID="A"><Action ID="Go" _skipIf="x &lt; 3"/></BehaviorTree></root>"#;
    let imported = behavior_tree_cpp::import(text, &Vocabulary::default()).expect("trees");
    let export = |text: &str| behavior_tree_cpp::export(text, &imported.vocabulary).expect("trees");
    let changed = export(&imported.text.replace("X < 3", "X < 4"));
    assert!(changed.contains(r#"_skipIf="x &lt; 4""#), "{changed}");
    let removed = imported.text.replace(
        "if X < 3 {
        fail;
    } else {",
        "sequence {",
    );
    let removed = export(&removed);
    assert!(removed.contains("<Sequence>") && !removed.contains("_skipIf"), "{removed}");
}

/// The ports of the nodes of the program with their directions, in the model of a file.
fn directions(text: &str) -> BTreeSet<String> {
    let document = roxmltree::Document::parse(text).expect("XML");
    let model = document.descendants().find(|node| node.has_tag_name("TreeNodesModel"));
    let nodes = model.into_iter().flat_map(|model| model.children());
    let nodes =
        nodes.filter(|node| ["Action", "Condition"].iter().any(|tag| node.has_tag_name(*tag)));
    let ports = nodes.flat_map(|node| {
        let id = node.attribute("ID").unwrap_or_default();
        let ports = node.children().filter(roxmltree::Node::is_element);
        ports.map(move |port| {
            let name = port.attribute("name").unwrap_or_default();
            format!("{id}.{name}: {}", port.tag_name().name())
        })
    });
    ports.collect()
}

#[test]
fn directions_that_no_model_tells_are_found() {
    for (_, text) in texts("directions") {
        let (start, end) = (text.find("<TreeNodesModel>"), text.find("</root>"));
        let (start, end) = start.zip(end).expect("a model");
        let hidden = format!("{}{}", &text[..start], &text[end..]);
        assert_eq!(directions(&come_back(&hidden)), directions(&text));
    }
}
