//! Files of other tools: bad ones are errors with a place, and none takes long or overflows the stack.

use super::corpus::{self, length};
use super::{Limits, measured};
use bt_cli::{ImportError, Imported, behavior_tree_cpp, behavior3};
use bt_language::vocabulary::Vocabulary;
use std::fmt::Write as _;

fn json(text: &str) -> Result<Imported, ImportError> {
    behavior3::import(text, &Vocabulary::default())
}

fn xml(text: &str) -> Result<Imported, ImportError> {
    behavior_tree_cpp::import(text, &Vocabulary::default())
}

#[track_caller]
fn refused(imported: Result<Imported, ImportError>, line: usize, text: &str) {
    match imported {
        Ok(imported) => panic!("it was read: {}", imported.text),
        Err(error) => {
            assert!(error.text.contains(text), "{error}");
            assert_eq!(error.line, line, "{error}");
        }
    }
}

fn tree(nodes: &str) -> String {
    format!(
        "{{\"scope\": \"tree\", \"id\": \"t\", \"title\": \"T\", \"root\": \"a\", \"nodes\": {{\n{nodes}\n}}}}"
    )
}

#[test]
fn foreign_json_is_refused() {
    refused(json(""), 1, "EOF");
    refused(json("{\n\"a\": 1,\n}"), 3, "trailing comma");
    refused(json("[1, 2]"), 1, "expected a tree or a project");
    refused(json("{\"name\": \"npm\", \"version\": \"1.0\"}"), 1, "expected a tree or a project");
    refused(
        json("{\"name\": \"x\",\n\"root\": {\"id\": 1, \"args\": {}, \"children\": []}}"),
        2,
        "`root` has no `name`",
    );
    refused(json("{\n\"scope\": \"node\", \"name\": \"x\"}"), 2, "one node");
    refused(json("{\"trees\": []}"), 1, "no tree");
    refused(json("{\"trees\": [1]}"), 1, "no `nodes`");
    refused(json("{\"nodes\": {},\n \"nodes\": {}}"), 2, "twice");
    refused(json(&tree("\"a\": 5")), 2, "no `name`");
    refused(json(&tree("\"b\": {\"name\": \"Wait\"}")), 1, "no node with the id `a`");
    refused(
        json(&tree("\"a\": {\"name\": \"Sequence\", \"children\": [\"b\"]}")),
        2,
        "no node with the id `b`",
    );
    refused(
        json(&format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000))),
        1,
        "recursion limit",
    );
}

#[test]
fn numbers_are_ids_too() {
    let nodes = "\"1\": {\"id\": 1, \"name\": \"Sequence\", \"children\": [2]}, \"2\": {\"id\": 2, \"name\": \"Attack\", \"properties\": {\"id\": 3}}";
    let text = format!("{{\"id\": 7, \"title\": \"T\", \"root\": 1, \"nodes\": {{{nodes}}}}}");
    for text in [format!("[{text}]"), format!("{{\"data\": {{\"trees\": [{text}]}}}}"), text] {
        let imported = json(&text).expect("a tree");
        assert!(imported.text.contains("action Attack(id = 3);"), "{}", imported.text);
    }
}

#[test]
fn cycles_and_shared_nodes_of_behavior3_are_refused() {
    refused(json(&tree("\"a\": {\"name\": \"Inverter\",\n \"child\": \"a\"}")), 2, "two parents");
    let nodes = "\"a\": {\"name\": \"Sequence\", \"children\": [\"b\", \"b\"]},\n\"b\": {\"name\": \"Wait\"}";
    refused(json(&tree(nodes)), 3, "two parents");
    refused(json(&tree("\"a\": {\"name\": \"t\"}")), 1, "contains itself");
    let twice = "{\"trees\": [{\"id\": \"t\", \"nodes\": {}},\n{\"id\": \"t\", \"nodes\": {}}]}";
    refused(json(twice), 1, "two trees have the id");
}

#[test]
fn deep_and_large_files_of_behavior3_are_refused() {
    let mut nodes = String::new();
    for number in 0..10_000 {
        let id = if number == 0 { "a".to_owned() } else { format!("n{number}") };
        let _ = writeln!(
            nodes,
            "\"{id}\": {{\"name\": \"Inverter\", \"child\": \"n{}\"}},",
            number + 1
        );
    }
    let _ = write!(nodes, "\"n10000\": {{\"name\": \"Wait\"}}");
    refused(json(&tree(&nodes)), 122, "are nested here");
    let large = tree(&format!("\"a\": {{\"name\": \"{}\"}}", "x".repeat(10 << 20)));
    refused(json(&large), 2, "bytes");
}

#[test]
fn foreign_xml_is_refused() {
    refused(xml(""), 1, "not XML");
    refused(xml("<html>\n<body>"), 1, "not XML");
    refused(xml("\n<html/>"), 2, "expected `<root>`");
    refused(xml("<root/>"), 1, "no `<BehaviorTree>`");
    refused(xml("<root>\n<BehaviorTree><A></B></BehaviorTree></root>"), 2, "not XML");
    refused(xml("<root>\n<BehaviorTree><A b='1' b='2'/></BehaviorTree></root>"), 2, "not XML");
    refused(xml("<root>\n<BehaviorTree><Action name='x'/></BehaviorTree></root>"), 2, "no `ID`");
    refused(
        xml("<root><BehaviorTree ID='A'/>\n<BehaviorTree ID='A'/></root>"),
        2,
        "two trees have the ID",
    );
    refused(xml("<root>\n<!-- "), 2, "no end");
    refused(xml("<root>\n\u{0}</root>"), 2, "not XML");
}

#[test]
fn entity_bombs_are_refused() {
    let mut bomb =
        String::from("<?xml version=\"1.0\"?>\n<!DOCTYPE lolz [\n<!ENTITY a0 \"lol\">\n");
    for number in 1..20 {
        let _ =
            writeln!(bomb, "<!ENTITY a{number} \"{}\">", format!("&a{};", number - 1).repeat(10));
    }
    bomb.push_str("]>\n<root><BehaviorTree><A b=\"&a19;\"/></BehaviorTree></root>");
    refused(xml(&bomb), 2, "document type");
}

#[test]
fn cycles_and_deep_and_large_files_of_behavior_tree_cpp_are_refused() {
    let cycle = "<root>\n<BehaviorTree ID='A'><SubTree ID='B'/></BehaviorTree>\n<BehaviorTree ID='B'><SubTree ID='A'/></BehaviorTree></root>";
    refused(xml(cycle), 2, "contains itself");
    let nested = |count: usize| {
        format!(
            "<root><BehaviorTree>\n{}<A/>{}</BehaviorTree></root>",
            "<Inverter>\n".repeat(count),
            "</Inverter>".repeat(count)
        )
    };
    refused(xml(&nested(10_000)), 1000, "are nested here");
    refused(xml(&nested(500)), 122, "are nested here");
    let large =
        format!("<root><BehaviorTree>\n<A b='{}'/></BehaviorTree></root>", "x".repeat(10 << 20));
    refused(xml(&large), 2, "bytes");
    let wide = format!(
        "<root><BehaviorTree><Sequence>{}</Sequence></BehaviorTree></root>",
        "<A b='1'/>".repeat(length(2_000))
    );
    assert!(xml(&wide).is_ok());
}

/// The number of parts in the first of all differences.
fn uses(imported: &Imported) -> usize {
    imported.differences.iter().map(|difference| difference.more + 1).max().unwrap_or_default()
}

#[test]
fn nodes_with_many_ports_and_files_with_many_words_are_imported() {
    let many = length(500);
    let ports = (0..many).fold(String::new(), |mut all, number| {
        let _ = write!(all, " p{number}='{number}'");
        all
    });
    let nodes = (0..many).fold(String::new(), |mut all, number| {
        let _ = write!(all, "<Act{number} name='step' key='{{k{number}}}'/>");
        all
    });
    let text = format!(
        "<root><BehaviorTree><Sequence><Act{ports}/>{nodes}</Sequence></BehaviorTree></root>"
    );
    let imported = xml(&text).expect("trees");
    assert!(
        imported.text.contains(&format!("p{0}={0}", many - 1)),
        "the last port is in `more_ports`"
    );
    assert!(imported.text.contains(&format!("'step{many}: action Act{0}(key = K{0});", many - 1)));
    let words = Vocabulary::of_rust(&imported.rust).expect("Rust");
    // With the type of the keys.
    assert_eq!(words.words.len(), 2 + 2 * many);
    let ports = " p='1'".repeat(16_385);
    refused(xml(&format!("<root>\n<A{ports}/></root>")), 2, "at most 16384 attributes");
}

#[test]
fn a_text_of_ampersands_is_imported() {
    let text = "&".repeat(length(1 << 15));
    let imported = xml(&format!("<root><BehaviorTree><A text='{text}'/></BehaviorTree></root>"));
    assert!(imported.expect("a tree").text.contains(&text));
}

#[test]
fn trees_with_too_many_nodes_are_differences() {
    let doubling = (0..40).fold(String::new(), |mut all, number| {
        let part = format!("<SubTree ID='T{}'/>", number + 1);
        let _ = write!(
            all,
            "<BehaviorTree ID='T{number}'><Sequence>{part}{part}</Sequence></BehaviorTree>"
        );
        all
    });
    let text = format!("<root>{doubling}<BehaviorTree ID='T40'><A/></BehaviorTree></root>");
    let differences = xml(&text).expect("trees").differences;
    assert!(differences.iter().any(|kind| kind.reason.contains("nodes")), "{differences:?}");
}

#[test]
fn overrides_of_behavior3_are_differences() {
    let part = "{\"id\": 2, \"name\": \"Part\", \"path\": \"part.json\", \"overrides\": {\"7\": {\"args\": {\"x\": 1}}}}";
    let root = format!("{{\"id\": 1, \"name\": \"Sequence\", \"children\": [\n{part}]}}");
    let imported = json(&format!("{{\"name\": \"T\", \"root\": {root}}}")).expect("a tree");
    let notes: Vec<String> = imported.differences.iter().map(ToString::to_string).collect();
    assert!(notes.iter().any(|note| note.contains("its `overrides`")), "{notes:#?}");
}

#[test]
fn files_with_many_differences_are_imported() {
    let many = length(1_000);
    let rounds = "<Repeat num_cycles='2'>\n<A/></Repeat>".repeat(many);
    let imported =
        xml(&format!("<root><BehaviorTree><Sequence>{rounds}</Sequence></BehaviorTree></root>"));
    assert_eq!(uses(&imported.expect("trees")), many);
    let (mut nodes, mut children) = (String::new(), Vec::new());
    for number in 0..many {
        let _ = writeln!(
            nodes,
            ",\"n{number}\": {{\"id\": \"n{number}\", \"name\": \"Limiter\", \"child\": \"c{number}\"}}"
        );
        let _ = writeln!(nodes, ",\"c{number}\": {{\"id\": \"c{number}\", \"name\": \"Act\"}}");
        children.push(format!("\"n{number}\""));
    }
    let root = format!(
        "\"a\": {{\"name\": \"MemSequence\", \"children\": [{}]}}\n{nodes}",
        children.join(", ")
    );
    assert_eq!(uses(&json(&tree(&root)).expect("trees")), many);
}

const IMPORTED: Limits = Limits { bytes: 1_000, allocations: 50 };

/// A file is imported as sound trees, or is an error with a place in it.
fn import(text: &str, read: fn(&str) -> Result<Imported, ImportError>) {
    match measured(text, IMPORTED, || read(text)) {
        Ok(imported) => assert!(bt_language::format::file(&imported.text).is_ok()),
        Err(error) => {
            let lines = text.split('\n').count();
            assert!((1..=lines).contains(&error.line) && !error.text.is_empty(), "{error}");
        }
    }
}

#[test]
fn damaged_files_are_errors_or_trees() {
    let pieces = corpus::strings("foreign pieces");
    for (name, read) in
        [("behavior3", json as fn(&str) -> _), ("behavior_tree_cpp", xml as fn(&str) -> _)]
    {
        corpus::each_damaged(200, 3, &files(name), &pieces, |text| import(text, read));
    }
}

/// The files of a folder, in order.
fn files(name: &str) -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|end| end == "json" || end == "b3" || end == "xml") {
            texts.push(std::fs::read_to_string(path).expect("a text"));
        }
    }
    texts.sort();
    texts
}

#[test]
fn trees_are_no_files_of_other_tools() {
    for (text, _) in corpus::extremes() {
        import(&text, json);
        import(&text, xml);
    }
}
