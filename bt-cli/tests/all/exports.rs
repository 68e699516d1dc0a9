//! An exported tree can be imported again, and the tools that read it accept it.

use crate::vocabulary::vocabulary;
use bt_cli::{behavior_tree_cpp, behavior3, words_json};
use bt_core::{Status, behavior_tree};
use bt_language::ast::{self, Expression, Node};
use bt_language::vocabulary::{Constant, Vocabulary};
use bt_language::words;
use bt_language::{file, format};
use meaning::filed;
use meaning::generator::forest;
use meaning::printer;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const WORDS: &str = r#"[
  {"name": "SeesEnemy", "kind": "condition", "parameters": [], "description": "An enemy is in sight."},
  {"name": "HealthBelow", "kind": "condition", "parameters": [
    {"name": "limit", "type": {"integer": "i32"}, "default": {"integer": 20}, "description": null}], "description": null},
  {"name": "Attack", "kind": {"action": {"is_stateful": false}}, "parameters": [], "description": null},
  {"name": "MoveTo", "kind": {"action": {"is_stateful": true}}, "parameters": [
    {"name": "x", "type": "f32", "default": null, "description": "metres"},
    {"name": "side", "type": {"enum": {"name": "Side", "variants": ["Left", "Right"]}}, "default": {"variant": 1}, "description": null},
    {"name": "pause", "type": "duration", "default": {"duration": {"secs": 1, "nanos": 0}}, "description": null},
    {"name": "text", "type": "text", "default": {"text": "<\"{a}\" & b>"}, "description": null}], "description": "Walks."},
  {"name": "Brave", "kind": "decorator", "parameters": [
    {"name": "up_to", "type": {"integer": "u32"}, "default": null, "description": null}], "description": null},
  {"name": "Health", "kind": {"value": {"integer": "i32"}}, "parameters": [], "description": null},
  {"name": "Fear", "kind": {"value": "f32"}, "parameters": [], "description": null},
  {"name": "Pause", "kind": {"value": "duration"}, "parameters": [], "description": null},
  {"name": "Shoot", "kind": {"subtree": {"part": null}}, "parameters": [], "description": null}
]"#;

const TREES: &str = "\
/// Patrols.
tree Soldier {
    active_selector {
        /// Too hurt.
        'flee: sequence {
            condition HealthBelow(limit = 30);
            condition HealthBelow(limit = Health);
            action MoveTo(x = -4.5, side = Left, pause = 250ms, text = \"{gate} <\\\"a\\\" & b>\");
            action MoveTo(x = 0, pause = Pause, text = \"x\\ny\");
        }
        guard(SeesEnemy) with Brave(up_to = 1) repeat action Attack;
        if HealthBelow(limit = 5) {
            wait(1500ms);
        } else {
            timeout(2s) retry(3) 'again: action Attack;
        }
        priority_selector {
            HealthBelow(limit = 1) => fail;
            SeesEnemy => succeed;
        }
        utility_selector {
            Fear => action Attack;
            0.5 => running;
        }
        active_utility_selector(margin = Fear) {
            -1 => action Attack;
            Fear => action Attack;
        }
        parallel(success = 2, failure = all) {
            subtree Patrol;
            wait(Pause);
            cooldown(3min) every(Pause) action Attack;
        }
        subtree Patrol;
    }
}

tree Patrol {
    monitor(success = one) {
        condition SeesEnemy;
        not condition HealthBelow;
        random_selector {
            3 => subtree Shoot;
            finally(Attack) service(1s, Attack) once action Attack;
        }
    }
}
";

#[test]
fn behavior3_gives_the_same_trees_back() {
    let vocabulary = words_json::read(WORDS).expect("words");
    let exported = behavior3::export(TREES, &vocabulary).expect("trees");
    let imported = behavior3::import(&exported, &vocabulary).expect("an export");
    assert_eq!(plain(&imported.text), plain(TREES));
    assert_eq!(imported.vocabulary.words, vocabulary.words, "no new words");
    opens_in_the_editor(&exported);
}

#[test]
fn behavior_tree_cpp_gives_the_same_trees_back() {
    let vocabulary = words_json::read(WORDS).expect("words");
    let exported = behavior_tree_cpp::export(TREES, &vocabulary).expect("trees");
    let imported = behavior_tree_cpp::import(&exported, &vocabulary).expect("an export");
    assert_eq!(plain(&imported.text), plain(TREES), "{exported}");
    assert_eq!(imported.vocabulary.words, vocabulary.words, "no new words");
    opens_in_groot(&exported);
}

/// The number of random files.
fn trees() -> u64 {
    std::env::var("GRAMMAR_FILES").map_or(20, |text| text.parse().expect("a number"))
}

/// Returns `true` for trees with a cleanup that takes time, which no other tool has.
fn has_no_form(text: &str, vocabulary: &Vocabulary) -> bool {
    if !text.contains("finally {") {
        return false;
    }
    for mistakes in [
        behavior3::export(text, vocabulary).expect_err("it has no form"),
        behavior_tree_cpp::export(text, vocabulary).expect_err("it has no form"),
    ] {
        assert!(mistakes.iter().all(|one| one.text.contains("no cleanup that takes time")));
    }
    true
}

#[test]
fn random_trees_come_back() {
    let vocabulary = vocabulary();
    for seed in 0..trees() {
        // A key is compared as it is written, and other tools have one unit of time.
        let text = printer::file(&filed::plain(forest(seed, "Tree"))).replace("1min", "60s");
        let Ok(text) =
            format::file(&text.replace("::core::time::Duration::from_millis(750)", "750ms"))
        else {
            continue;
        };
        if has_no_form(&text, &vocabulary) {
            continue;
        }
        let exported = behavior3::export(&text, &vocabulary).expect("trees");
        opens_in_the_editor(&exported);
        let imported = behavior3::import(&exported, &vocabulary)
            .unwrap_or_else(|error| panic!("{seed}: {error}"));
        assert_eq!(plain(&imported.text), plain(&text), "{seed}");
        let exported = behavior_tree_cpp::export(&text, &vocabulary).expect("trees");
        opens_in_groot(&exported);
        let imported = behavior_tree_cpp::import(&exported, &vocabulary)
            .unwrap_or_else(|error| panic!("{seed}: {error}"));
        assert_eq!(plain(&imported.text), plain(&text), "{seed}");
    }
}

#[test]
fn random_trees_with_data_come_back() {
    let vocabulary = vocabulary();
    for seed in 0..trees() {
        let text = printer::file(&filed::filed(forest(seed, "Tree")));
        let text = format::file(&text).expect("sound syntax");
        if has_no_form(&text, &vocabulary) {
            continue;
        }
        let exported = behavior_tree_cpp::export(&text, &vocabulary).expect("trees");
        opens_in_groot(&exported);
        let imported = behavior_tree_cpp::import(&exported, &vocabulary)
            .unwrap_or_else(|error| panic!("{seed}: {error}"));
        let again = behavior_tree_cpp::export(&imported.text, &imported.vocabulary).expect("trees");
        assert_eq!(nodes_of_xml(&again), nodes_of_xml(&exported), "{seed}: {text}");
        let (again, ports) = (ports_of_subtrees(&again), ports_of_subtrees(&exported));
        assert_eq!(again.len(), ports.len(), "{seed}: {text}");
        for (again, ports) in again.into_iter().zip(ports) {
            assert!(ports.is_subset(&again), "{seed}: {ports:?} {again:?}\n{text}");
        }
        let exported = behavior3::export(&text, &vocabulary).expect("trees");
        opens_in_the_editor(&exported);
        let imported = behavior3::import(&exported, &vocabulary)
            .unwrap_or_else(|error| panic!("{seed}: {error}"));
        assert_eq!(in_one_order(&imported.text), in_one_order(&text), "{seed}: {text}");
        let words = imported.vocabulary.words.iter();
        let mut new = words.filter(|word| !vocabulary.words.contains(word));
        assert!(new.all(|word| word.name == "Unchanged"), "{seed}: new words");
    }
}

#[test]
fn a_name_that_hides_another_has_its_own_key() {
    let rust = "behavior_tree! {
        vocabulary Words(npc: &mut Npc) {
            type Pose;
            condition Seen(pose: Pose) => npc.seen(pose);
            action Look() -> Pose => npc.look();
            action Go(pose: Pose) => npc.go(pose);
            action Count(number: i32) => npc.count(number);
        }
    }";
    let vocabulary = Vocabulary::of_rust(rust).expect("words");
    let trees = "\
tree Walk(pose: Pose, number: i32) {
    sequence {
        let(pose: Pose) sequence {
            action Look -> pose;
            if Seen(pose = pose) {
                action Go(pose = pose);
            } else {
                fail;
            }
        }
        let(number: i32 = number + 1) repeat(number) action Count(number = number);
        for(number in 0..3) running;
        action Go(pose = pose);
        action Count(number = number);
    }
}
";
    let exported = behavior_tree_cpp::export(trees, &vocabulary).expect("trees");
    let ports = |port: &str| {
        let parts = exported.split(port).skip(1);
        parts.filter_map(|rest| rest.split('"').nth(1)).collect::<Vec<_>>()
    };
    assert_eq!(ports(" pose="), ["{pose_2}", "{pose_2}", "{pose}"], "{exported}");
    assert_eq!(ports(" Look="), ["{pose_2}"], "{exported}");
    assert_eq!(ports(" number="), ["{number_2}", "{number}"], "{exported}");
    assert_eq!(
        ports(" arguments="),
        ["number_2: i32 = number + 1", "number_3 in 0..3"],
        "{exported}"
    );
}

#[test]
fn a_let_with_a_value_is_the_place_of_its_key() {
    let rust = "behavior_tree! {
        vocabulary Words(npc: &mut Npc) {
            type Pose;
            value Home: Pose => npc.home;
            action Look() -> Pose => npc.look();
            action Go(pose: Pose) => npc.go(pose);
        }
    }";
    let vocabulary = Vocabulary::of_rust(rust).expect("words");
    let trees = "tree Walk {
        let(pose: Pose = Home) sequence {
            force_success action Look -> pose;
            action Go(pose = pose);
        }
    }";
    let exported = behavior_tree_cpp::export(trees, &vocabulary).expect("trees");
    let imported = behavior_tree_cpp::import(&exported, &vocabulary).expect("an export");
    assert_eq!(plain(&imported.text), plain(trees), "{exported}");
}

/// The main tree, and the nodes of all trees in their order, with the ports of leaves. A `let` is a place of a key there, not
/// a node that has to come back.
fn nodes_of_xml(text: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(text).expect("XML");
    let root = document.root_element();
    let trees = root.children().filter(|node| node.has_tag_name("BehaviorTree"));
    let nodes = trees.flat_map(|tree| tree.descendants()).filter(roxmltree::Node::is_element);
    let nodes = nodes.filter(|node| node.attribute("ID") != Some("let"));
    let nodes = nodes.map(|node| {
        let (tag, id) = (node.tag_name().name(), node.attribute("ID").unwrap_or_default());
        let mut ports: Vec<String> = Vec::new();
        // The results of `Both` are a key each.
        if ["Condition", "Action"].contains(&tag) && !id.starts_with("Both") {
            let named = node.attributes().filter(|attribute| attribute.name() != "arguments");
            let named = named.map(|port| format!("{}={}", port.name(), port.value()));
            ports.extend(named.map(|port| port.replace(' ', "")));
        }
        ports.sort();
        format!("{tag} {id} {:?} {}", node.attribute("name"), ports.join(" "))
    });
    let main = root.attribute("main_tree_to_execute").map(str::to_owned);
    main.into_iter().chain(nodes).collect()
}

/// What is given to each subtree. A port that was left out may come back with the key of its own name.
fn ports_of_subtrees(text: &str) -> Vec<BTreeSet<String>> {
    let document = roxmltree::Document::parse(text).expect("XML");
    let trees = document.root_element().children().filter(|node| node.has_tag_name("BehaviorTree"));
    let nodes = trees.flat_map(|tree| tree.descendants());
    let ports = nodes.filter(|node| node.has_tag_name("SubTree")).map(|node| {
        let ports = node.attributes();
        ports.map(|port| format!("{}={}", port.name(), port.value().replace(' ', ""))).collect()
    });
    ports.collect()
}

/// The trees without the note on the main tree, and with the letters of each node in one order: Behavior3 sorts arguments.
fn in_one_order(text: &str) -> Vec<String> {
    let text = text.replace("/// The main tree of the imported file.\n", "");
    let trees = plain(&text).into_iter().map(|tree| {
        let nodes = tree.split('{').map(|node| {
            let mut letters: Vec<char> = node.chars().filter(|letter| *letter != ' ').collect();
            letters.sort_unstable();
            letters.into_iter().collect::<String>()
        });
        nodes.collect::<Vec<_>>().join("{")
    });
    trees.collect()
}

/// The trees, sorted by name, without comments and with all thresholds as numbers.
fn plain(text: &str) -> Vec<String> {
    let trees = file::trees(text).expect("sound syntax");
    let mut trees: Vec<String> = trees
        .iter()
        .map(|tree| {
            format!("{} {:?} {}", tree.outline.name, tree.outline.description(), node(&tree.root))
        })
        .collect();
    file::forget();
    trees.sort();
    trees
}

fn node(of: &Node) -> String {
    if is_unchanged(of) {
        return node(&of.children[0]);
    }
    let source = of.source();
    let arguments = match of.word() {
        words::Word::Parallel | words::Word::Monitor => {
            let conditions = of.children.iter().take_while(|child| is_condition(child)).count();
            let asked = if of.word() == words::Word::Monitor { conditions } else { 0 };
            thresholds(&source, of.children.len() - asked)
        }
        // `1500ms` and `1.5s` are the same.
        _ => match of.expressions.of(ast::Purpose::Length).next().and_then(Expression::constant) {
            Some(Constant::Duration(length)) => format!("{length:?}"),
            _ => source,
        },
    };
    let keys: Vec<Option<String>> =
        of.key_texts().into_iter().map(|key| Some(key?.replace("1.5s", "1500ms"))).collect();
    let below: Vec<String> = of.children.iter().map(node).collect();
    let (label, description) = (of.label.as_ref().map(ToString::to_string), &of.description);
    format!(
        "{}({arguments}) {label:?} {description:?} {keys:?} {{{}}}",
        of.word().as_str(),
        below.join(" ")
    )
}

/// `success = one` → `1 1`, for any number of children.
fn thresholds(source: &str, children: usize) -> String {
    let written = |name: &str| source.split(", ").find_map(|part| part.strip_prefix(name));
    let count = |text: Option<&str>, default| match text {
        None => default,
        Some("all") => children,
        Some("one") => 1,
        Some(number) => number.parse().expect("a number"),
    };
    let (success, failure) = (written("success = "), written("failure = "));
    format!("{} {}", count(success, children), count(failure, 1))
}

fn is_condition(node: &Node) -> bool {
    match node.word() {
        words::Word::Not => is_condition(&node.children[0]),
        word => word == words::Word::Condition,
    }
}

/// Returns `true` for the decorator that an import puts before nodes that can never be ticked.
fn is_unchanged(node: &Node) -> bool {
    node.word() == words::Word::With && node.source() == "Unchanged"
}

/// The nodes of the Behavior3 editor.
const BUILT_IN: &[(&str, &str)] = &[
    ("Sequence", "composite"),
    ("Priority", "composite"),
    ("MemSequence", "composite"),
    ("MemPriority", "composite"),
    ("Inverter", "decorator"),
    ("Repeater", "decorator"),
    ("RepeatUntilFailure", "decorator"),
    ("RepeatUntilSuccess", "decorator"),
    ("Limiter", "decorator"),
    ("MaxTime", "decorator"),
    ("Failer", "action"),
    ("Succeeder", "action"),
    ("Runner", "action"),
    ("Error", "action"),
    ("Wait", "action"),
];

/// The rules of the loader of the Behavior3 editor.
fn opens_in_the_editor(text: &str) {
    let project: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(project["scope"], "project");
    // The nodes of the palette: those of the editor, the custom ones, and the trees that are already loaded.
    let built_in =
        BUILT_IN.iter().map(|(name, category)| ((*name).to_owned(), (*category).to_owned()));
    let mut categories: BTreeMap<String, String> = built_in.collect();
    for node in project["custom_nodes"].as_array().expect("custom nodes") {
        assert_eq!(node["scope"], "node");
        let category = node["category"].as_str().expect("a category");
        assert!(["composite", "decorator", "action", "condition"].contains(&category), "{node}");
        assert!(node["properties"].is_object() && node["title"].is_string(), "{node}");
        let name = node["name"].as_str().expect("a name").to_owned();
        assert!(categories.insert(name, category.to_owned()).is_none(), "twice: {node}");
    }
    let mut ids = BTreeSet::new();
    for tree in project["trees"].as_array().expect("trees") {
        assert_eq!(tree["scope"], "tree");
        let id = tree["id"].as_str().expect("an id");
        assert!(ids.insert(id.to_owned()), "two ids {id}");
        let nodes = tree["nodes"].as_object().expect("nodes");
        assert!(nodes.contains_key(tree["root"].as_str().expect("a root")));
        assert!(tree["display"]["x"].is_number() && tree["display"]["camera_z"].is_number());
        let mut children = BTreeSet::from([tree["root"].as_str().expect("a root").to_owned()]);
        for (id, node) in nodes {
            assert!(ids.insert(id.clone()), "two ids {id}");
            assert_eq!(node["id"], **id);
            for child in below(node, &categories) {
                assert!(nodes.contains_key(child), "no child {child}");
                assert!(children.insert(child.to_owned()), "two parents of {child}");
            }
        }
        assert_eq!(children.len(), nodes.len(), "all nodes are connected");
        categories.insert(id.to_owned(), "tree".to_owned());
    }
    let selected = project["selectedTree"].as_str().expect("a selected tree");
    assert!(categories.get(selected).is_some_and(|category| category == "tree"));
}

/// The children of a node, which has everything that the editor reads.
fn below<'a>(node: &'a Value, categories: &BTreeMap<String, String>) -> Vec<&'a str> {
    assert!(node["display"]["x"].is_number() && node["display"]["y"].is_number(), "{node}");
    assert!(node["title"].is_string() && node["description"].is_string(), "{node}");
    let mut properties = node["properties"].as_object().expect("properties").values();
    assert!(properties.all(|value| !value.is_object() && !value.is_array()), "{node}");
    let name = node["name"].as_str().expect("a name");
    let category = categories.get(name).unwrap_or_else(|| panic!("no node {name}"));
    let below: Vec<&Value> = match category.as_str() {
        "composite" => node["children"].as_array().expect("children").iter().collect(),
        "decorator" => vec![&node["child"]],
        _ => Vec::new(),
    };
    below.into_iter().map(|child| child.as_str().expect("an id")).collect()
}

/// The rules of Groot2: each node is known, and each tree has one root.
fn opens_in_groot(text: &str) {
    let document = roxmltree::Document::parse(text).expect("XML");
    let root = document.root_element();
    assert_eq!(root.attribute("BTCPP_format"), Some("4"));
    let model =
        root.children().find(|child| child.has_tag_name("TreeNodesModel")).expect("a model");
    let mut known = BTreeSet::new();
    for node in model.children().filter(roxmltree::Node::is_element) {
        assert!(
            known.insert((node.tag_name().name(), node.attribute("ID").expect("an ID"))),
            "twice: {node:?}"
        );
        let ports: Vec<_> = node.children().filter_map(|port| port.attribute("name")).collect();
        assert_eq!(ports.iter().collect::<BTreeSet<_>>().len(), ports.len());
    }
    let trees: Vec<_> =
        root.children().filter(|child| child.has_tag_name("BehaviorTree")).collect();
    let names: BTreeSet<_> = trees.iter().filter_map(|tree| tree.attribute("ID")).collect();
    assert!(names.contains(root.attribute("main_tree_to_execute").expect("a main tree")));
    for tree in trees {
        assert_eq!(tree.children().filter(roxmltree::Node::is_element).count(), 1);
        for node in tree.descendants().skip(1).filter(roxmltree::Node::is_element) {
            let (tag, id) = (node.tag_name().name(), node.attribute("ID"));
            match (tag, id) {
                ("SubTree", Some(id)) => {
                    assert!(names.contains(id) || known.contains(&(tag, id)), "no tree {id}");
                }
                (tag, Some(id)) => {
                    assert!(known.contains(&(tag, id)), "no {tag} {id}");
                    let count = node.children().filter(roxmltree::Node::is_element).count();
                    match tag {
                        "Decorator" => assert_eq!(count, 1),
                        "Control" => assert!(count > 0),
                        _ => assert_eq!(count, 0),
                    }
                }
                (_, None) => {}
            }
        }
    }
}

#[derive(Debug)]
struct Npc {
    health: i32,
}

behavior_tree! {
    tree Rest(npc: &mut Npc) {
        sequence { 'doze: action npc.health += 1; running; }
    }

    tree Guard(npc: &mut Npc) {
        selector {
            /// Hurt.
            condition npc.health < 20;
            not subtree Rest;
            repeat(3) action Status::Running;
        }
    }
}

#[test]
fn a_compiled_tree_is_exported_with_its_subtrees() {
    assert_eq!(Guard::new().tick(&mut Npc { health: 30 }), Status::Running);
    let exported = behavior3::export_nodes("Guard", Guard::NODES, &Vocabulary::default());
    opens_in_the_editor(&exported);
    for text in ["npc.health < 20", "\"doze\"", "Hurt.", "\"maxLoop\": 3"] {
        assert!(exported.contains(text), "{text}: {exported}");
    }
    let exported = behavior_tree_cpp::export_nodes("Guard", Guard::NODES, &Vocabulary::default());
    opens_in_groot(&exported);
    for text in ["arguments=\"npc.health &lt; 20\"", "name=\"doze\"", "num_cycles=\"3\""] {
        assert!(exported.contains(text), "{text}: {exported}");
    }
}
