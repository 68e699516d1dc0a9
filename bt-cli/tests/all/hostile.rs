//! Bad files are errors with a place, and no file takes long or overflows the stack.

use crate::imports::{cases, inputs};
use bt_cli::{ImportError, Imported, behavior_tree_cpp, behavior3};
use bt_language::vocabulary::Vocabulary;
use fastrand::Rng;
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
        "<A b='1'/>".repeat(20_000)
    );
    assert!(xml(&wide).is_ok());
}

/// The number of parts in the first of all differences.
fn uses(imported: &Imported) -> usize {
    imported.differences.iter().map(|difference| difference.more + 1).max().unwrap_or_default()
}

#[test]
fn nodes_with_many_ports_and_files_with_many_words_are_imported() {
    let ports = (0..2_000).fold(String::new(), |mut all, number| {
        let _ = write!(all, " p{number}='{number}'");
        all
    });
    let nodes = (0..2_000).fold(String::new(), |mut all, number| {
        let _ = write!(all, "<Act{number} name='step' key='{{k{number}}}'/>");
        all
    });
    let text = format!(
        "<root><BehaviorTree><Sequence><Act{ports}/>{nodes}</Sequence></BehaviorTree></root>"
    );
    let imported = xml(&text).expect("trees");
    assert!(imported.text.contains("p1999=1999"), "the last port is in `more_ports`");
    assert!(imported.text.contains("'step2000: action Act1999(key = K1999);"));
    let words = Vocabulary::of_rust(&imported.rust).expect("Rust");
    // With the type of the keys.
    assert_eq!(words.words.len(), 2 + 2 * 2_000);
    let ports = " p='1'".repeat(16_385);
    refused(xml(&format!("<root>\n<A{ports}/></root>")), 2, "at most 16384 attributes");
}

#[test]
fn a_text_of_ampersands_is_imported() {
    let text = "&".repeat(1 << 20);
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
    let rounds = "<Repeat num_cycles='2'>\n<A/></Repeat>".repeat(5_000);
    let imported =
        xml(&format!("<root><BehaviorTree><Sequence>{rounds}</Sequence></BehaviorTree></root>"));
    assert_eq!(uses(&imported.expect("trees")), 5_000);
    let (mut nodes, mut children) = (String::new(), Vec::new());
    for number in 0..5_000 {
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
    assert_eq!(uses(&json(&tree(&root)).expect("trees")), 5_000);
}

/// Pieces that are put into files.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "\"",
    ":",
    ",",
    "null",
    "1e999",
    "-1",
    "\\u0000",
    "<",
    ">",
    "/>",
    "</",
    "<!--",
    "-->",
    "&",
    "&amp;",
    "&#0;",
    "'",
    "=",
    "<![CDATA[",
    "]]>",
    "<?xml ?>",
    "\u{feff}",
    "\u{202e}",
    "é",
    "\0",
    "\r\n",
    "{=}",
    "{a b}",
    "{",
    "ID=\"x\"",
    "_skipIf=\"1\"",
    "_onSuccess=\"a := b\"",
    "<Sequence>",
    "</Sequence>",
    "<Parallel success_count=\"{x}\">",
    "name=\"'\"",
    "\"maxLoop\": -1e30",
    "\"maxLoop\": \"x\"",
    "\"child\": \"n1\"",
    "\"children\": [\"n3\"]",
    "code=\"a ? b : (\"",
    "99999999999999999999999999999999999999999",
];

#[test]
fn damaged_files_are_errors_or_trees() {
    let mut random = Rng::with_seed(7);
    for (name, import) in
        [("behavior3", json as fn(&str) -> _), ("behavior_tree_cpp", xml as fn(&str) -> _)]
    {
        let mut texts: Vec<String> = Vec::new();
        for (_, case) in cases(name) {
            texts.extend(inputs(&case).map(|(_, text)| text.to_owned()));
        }
        texts.sort();
        for _ in 0..200 {
            let mut text = texts[random.usize(..texts.len())].clone();
            for _ in 0..random.usize(1..4) {
                let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
                let from = places[random.usize(..places.len())];
                let length = [0, 0, 1, 5, 40][random.usize(..5)];
                let to =
                    places.iter().copied().find(|at| *at >= from + length).unwrap_or(text.len());
                text.replace_range(from..to, PIECES[random.usize(..PIECES.len())]);
            }
            let result: Result<Imported, ImportError> = import(&text);
            match result {
                Ok(Imported { text, .. }) => {
                    assert!(text.is_empty() || bt_language::format::file(&text).is_ok());
                }
                Err(error) => {
                    let lines = text.split('\n').count();
                    assert!(
                        error.line >= 1 && error.line <= lines && !error.text.is_empty(),
                        "{error}\n{text}"
                    );
                }
            }
        }
    }
}
