//! Several files of BehaviorTree.CPP become several files of trees.

use bt_cli::behavior_tree_cpp::{self, File, Project};
use bt_language::file;
use bt_language::vocabulary::{Role, Vocabulary};
use std::path::Path;

fn import(files: &[(&str, &str)], models: &[(&str, &str)]) -> Project {
    let files: Vec<File> =
        files.iter().map(|(path, text)| File { path: Path::new(path), text }).collect();
    let models: Vec<File> =
        models.iter().map(|(path, text)| File { path: Path::new(path), text }).collect();
    behavior_tree_cpp::import_files(&files, &models, &Vocabulary::default()).expect("trees")
}

fn tree(id: &str, nodes: &str) -> String {
    format!("<BehaviorTree ID=\"{id}\"><Sequence>{nodes}</Sequence></BehaviorTree>")
}

fn root(trees: &[String]) -> String {
    format!("<root BTCPP_format=\"4\">{}</root>", trees.concat())
}

/// All files are sound, each with those that it uses.
#[track_caller]
pub(super) fn check(project: &Project) {
    for (name, text) in &project.files {
        let mut other =
            |name: &str| project.files.get(name).cloned().ok_or_else(|| "none".to_owned());
        let reading = file::read_with(text, &project.vocabulary, &|_| 0, &mut other);
        assert_eq!(reading.mistakes, [], "{name}:\n{text}");
        file::forget();
    }
}

#[test]
fn a_file_uses_the_files_whose_trees_it_needs() {
    let main =
        root(&[tree("Main", "<SubTree ID=\"Dock\"/><SubTree ID=\"Own\"/>"), tree("Own", "<A/>")]);
    let dock = root(&[tree("Dock", "<SubTree ID=\"Turn\"/>")]);
    let turn = root(&[tree("Turn", "<Spin/>"), tree("Unused", "<A/>")]);
    let project =
        import(&[("b/main file.xml", &main), ("dock.xml", &dock), ("a/turn.xml", &turn)], &[]);
    check(&project);
    let names: Vec<&str> = project.files.keys().map(String::as_str).collect();
    assert_eq!(names, ["dock.tree", "main_file.tree", "turn.tree"]);
    let text = &project.files["main_file.tree"];
    assert!(text.starts_with("use \"dock.tree\";\n"), "{text}");
    assert!(!text.contains("turn.tree") && text.contains("subtree Dock;"), "{text}");
    assert!(!project.rust.contains("pub tree Dock"), "{}", project.rust);
    assert_eq!(project.differences, []);
}

#[test]
fn files_that_need_each_other_become_one() {
    let one = root(&[tree("One", "<SubTree ID=\"Two\"/>"), tree("Three", "<A/>")]);
    let two = root(&[tree("Two", "<SubTree ID=\"Three\"/>")]);
    let other = root(&[tree("Other", "<SubTree ID=\"Two\"/>")]);
    let project = import(&[("one.xml", &one), ("two.xml", &two), ("other.xml", &other)], &[]);
    check(&project);
    let names: Vec<&str> = project.files.keys().map(String::as_str).collect();
    assert_eq!(names, ["one.tree", "other.tree"]);
    assert!(project.files["other.tree"].starts_with("use \"one.tree\";"));
    assert_eq!(project.differences.len(), 1, "{:?}", project.differences);
    assert!(project.differences[0].reason.contains("need trees of this file"));
}

#[test]
fn trees_that_never_meet_may_have_one_id() {
    let one = root(&[tree("MainTree", "<SubTree ID=\"Part\"/>"), tree("Part", "<A/>")]);
    let two = root(&[tree("MainTree", "<SubTree ID=\"Part\"/>"), tree("Part", "<B/>")]);
    let project = import(&[("one.xml", &one), ("two.xml", &two)], &[]);
    check(&project);
    for (name, action) in [("one.tree", "action A;"), ("two.tree", "action B;")] {
        let text = &project.files[name];
        assert!(text.contains("tree MainTree {") && text.contains(action), "{text}");
    }
    // Both parts are below the third file.
    let three = root(&[tree("Third", "<SubTree ID=\"Part\"/><SubTree ID=\"Other\"/>")]);
    let four = root(&[tree("Other", "<SubTree ID=\"Part\"/>"), tree("Part", "<C/>")]);
    let project = import(&[("one.xml", &one), ("three.xml", &three), ("four.xml", &four)], &[]);
    check(&project);
    assert!(project.files["four.tree"].contains("/// Imported name: `Part`\ntree Part2 {"));
    let ambiguous = project.differences.iter().find(|kind| kind.what == "`Part`").expect("a note");
    assert!(ambiguous.reason.contains("have a tree with this ID"));
}

#[test]
fn the_nearest_tree_with_an_id_counts() {
    let of = |action: &str| root(&[tree("Part", &format!("<{action}/>"))]);
    let (one, two) = (of("A"), of("B"));
    let main = |id: &str| root(&[tree(id, "<SubTree ID=\"Part\"/>")]);
    let (first, second) = (main("First"), main("Second"));
    let project = import(
        &[
            ("a/part.xml", &one),
            ("b/part.xml", &two),
            ("a/one.xml", &first),
            ("b/two.xml", &second),
        ],
        &[],
    );
    check(&project);
    assert!(project.files["one.tree"].starts_with("use \"part.tree\";"));
    assert!(project.files["two.tree"].starts_with("use \"part2.tree\";"));
    assert!(project.files["part2.tree"].contains("action B;"));
    assert_eq!(project.differences, []);
}

#[test]
fn copies_of_a_tree_are_not_ambiguous() {
    let main = root(&[tree("Main", "<SubTree ID=\"Part\"/>")]);
    let one = root(&[tree("Part", "<A to=\"1\" at=\"2\" _skipIf=\"far\"/>")]);
    let part = |skip: &str| {
        format!(
            "<!-- Goes. --><A  at=\"2\" name=\"go\" to=\"1\" _skipIf=\"{skip}\" _collapsed=\"1\" />"
        )
    };
    for (skip, is_ambiguous) in [("far", false), ("near", true)] {
        let two = root(&[tree("Part", &part(skip))]);
        let files = [("main.xml", &*main), ("a/part.xml", &*one), ("b/part.xml", &*two)];
        let notes = import(&files, &[]).differences;
        let is_noted = notes.iter().any(|note| note.reason.contains("have a tree with this ID"));
        assert_eq!(is_noted, is_ambiguous, "{notes:#?}");
    }
}

#[test]
fn a_subtree_that_does_not_see_a_later_value_is_noted() {
    let model = "<TreeNodesModel><Action ID=\"Look\"><output_port name=\"pose\"/></Action>\
        <Action ID=\"Go\"><input_port name=\"to\"/></Action></TreeNodesModel>";
    for (composite, is_noted) in [("ReactiveSequence", true), ("Sequence", false)] {
        let text = format!(
            "<root><BehaviorTree ID=\"Main\"><{composite}><Look pose=\"{{cup}}\"/>\
             <SubTree ID=\"Part\" place=\"{{cup}}\"/></{composite}></BehaviorTree>\
             <BehaviorTree ID=\"Part\"><Go to=\"{{place}}\"/></BehaviorTree>{model}</root>"
        );
        let notes = behavior_tree_cpp::import(&text, &Vocabulary::default()).expect("trees");
        let notes: Vec<String> = notes.differences.iter().map(ToString::to_string).collect();
        let expected =
            "line 1: `place` of `Part`: a tree gets this value when it begins; while it runs";
        assert_eq!(notes.iter().any(|note| note.starts_with(expected)), is_noted, "{notes:#?}");
    }
}

#[test]
fn a_number_in_a_script_becomes_the_text_that_its_key_has() {
    let text = "<root BTCPP_format=\"4\"><BehaviorTree ID=\"Main\"><Sequence>\
        <Script code=\"team := 'red'\"/><SetBlackboard output_key=\"team\" value=\"7\"/>\
        <Script code=\"team := true\"/>\
        <Say text=\"{team}\"/><Say text=\"blue\"/></Sequence></BehaviorTree></root>";
    let imported = behavior_tree_cpp::import(text, &Vocabulary::default()).expect("trees");
    for set in ["set team = \"7\";", "set team = \"true\";"] {
        assert!(imported.text.contains(set), "{set}\n{}", imported.text);
    }
    assert!(!imported.rust.contains("todo!(\"team"), "{}", imported.rust);
}

#[test]
fn models_give_kinds_directions_and_types() {
    let main = root(&[tree("Main", "<Near place=\"7\"/><Plan path=\"{path}\" times=\"2\"/>")]);
    let model = "<root><TreeNodesModel>\
        <Condition ID=\"Near\"><input_port name=\"place\" type=\"std::string\"/></Condition>\
        <Action ID=\"Plan\"><output_port name=\"path\"/><input_port name=\"times\" type=\"uint16_t\"/></Action>\
        <Action ID=\"Unused\"/></TreeNodesModel></root>";
    let project = import(&[("main.xml", &main)], &[("models.xml", model)]);
    check(&project);
    let text = &project.files["main.tree"];
    assert!(text.contains("condition Near(place = \"7\");"), "{text}");
    assert!(text.contains("let(path: Path) action Plan(times = 2) -> path;"), "{text}");
    assert!(project.rust.contains("times: u16") && !project.rust.contains("Unused"));
    let file = File { path: Path::new("main.xml"), text: &main };
    let models = [File { path: Path::new("models.xml"), text: model }];
    let alone = behavior_tree_cpp::import_with(file, &models, &Vocabulary::default());
    assert_eq!(alone.expect("trees").text, *text);
}

#[test]
fn a_file_with_only_a_model_gives_words() {
    let model = "Nodes of the robot.\n<root><TreeNodesModel><Condition ID=\"Near\"/>\
        <Action ID=\"Plan\"><input_port name=\"times\" type=\"int\" default=\"3\"/></Action>\
        <SubTree ID=\"Part\"/></TreeNodesModel></root>";
    let imported = behavior_tree_cpp::import(model, &Vocabulary::default()).expect("words");
    assert_eq!(imported.text, "");
    let words: Vec<_> =
        imported.vocabulary.words.iter().map(|word| (word.name.as_str(), &word.role)).collect();
    assert_eq!(words, [("Near", &Role::Condition), ("Plan", &Role::Action { is_stateful: false })]);
    assert!(imported.rust.contains("action Plan(times: i32 = 3)"), "{}", imported.rust);
    let reasons: Vec<&str> = imported.differences.iter().map(|kind| kind.reason.as_str()).collect();
    assert_eq!(
        reasons,
        [
            "text before the first element is left out",
            "there is no tree in this file, so only its words are imported"
        ]
    );
}

#[test]
fn one_bad_file_does_not_spoil_the_others() {
    let good = root(&[tree("Good", "<A/>")]);
    let bad = root(&[tree("Bad", "<Action name=\"x\"/>")]);
    let circle = root(&[tree("Circle", "<SubTree ID=\"Arc\"/>")]);
    let arc = root(&[tree("Arc", "<SubTree ID=\"Circle\"/>")]);
    let files = [
        ("broken.xml", "<root>\n<BehaviorTree></root>"),
        ("good.xml", &good),
        ("bad.xml", &bad),
        ("circle.xml", &circle),
        ("arc.xml", &arc),
    ];
    let project = import(&files, &[]);
    assert!(project.files["circle.tree"].contains("tree Circle {\n    fail;"));
    assert!(project.files["arc.tree"].contains("subtree Circle;"));
    check(&project);
    assert!(project.files["good.tree"].contains("action A;"));
    assert!(project.files["bad.tree"].contains("fail;"));
    let notes: Vec<String> = project.differences.iter().map(ToString::to_string).collect();
    assert!(
        notes
            .iter()
            .any(|note| note.starts_with("broken.xml: line 2: this file: it cannot be read"))
    );
    assert!(notes.iter().any(|note| note.starts_with("bad.xml: line 1: `Bad`")), "{notes:#?}");
    assert!(!notes.iter().any(|note| note.contains("it has no node")), "{notes:#?}");
}

#[test]
fn trees_with_one_name_are_not_compiled_together() {
    let plain = root(&[tree("Part", "<A/>")]);
    let other = root(&[
        tree("Part", "<B to=\"{goal}\"/>"),
        tree("Go", "<SubTree ID=\"Part\" goal=\"x\"/>"),
    ]);
    let project = import(&[("one/plain.xml", &plain), ("two/other.xml", &other)], &[]);
    let heads: Vec<&str> = project
        .files
        .values()
        .flat_map(|text| text.lines())
        .filter(|line| line.starts_with("tree Part"))
        .collect();
    assert_eq!(heads, ["tree Part(goal: &'static str) {", "tree Part {"]);
    assert_eq!(project.rust_with_trees("trees"), project.rust);
    let one = import(&[("two/other.xml", &other)], &[]);
    assert!(
        one.rust_with_trees("trees").contains("pub trees from \"trees/other.tree\" with Words;")
    );
}

#[test]
fn an_action_has_no_more_results_than_the_language_allows() {
    let ports: Vec<String> =
        (0..30).map(|number| format!(" out_{number}='{{k{number}}}'")).collect();
    let ports = ports.concat();
    let project = import(&[("many.xml", &root(&[tree("Main", &format!("<Split{ports}/>"))]))], &[]);
    check(&project);
    assert!(project.files["many.tree"].contains("k11"), "{}", project.files["many.tree"]);
}

#[test]
fn nothing_is_left_out_silently() {
    let text = "<root BTCPP_format=\"4\">
  <BehaviorTree ID=\"Main\" speed=\"3\">
    <Sequence>
      words
      <Go to=\"{place}\" at=\"{speed}\"><Metadata a=\"b\"/></Go>
      <SubTree ID=\"Part\" speed=\"{speed}\" height=\"2\" other=\"{place}\"/>
      <SubTree ID=\"Part\" _autoremap=\"true\"/>
      <Brave _magic=\"1\"><Go to=\"x\"/></Brave>
    </Sequence>
  </BehaviorTree>
  <BehaviorTree ID=\"Part\"><Go to=\"{place}\" at=\"{speed}\"/></BehaviorTree>
  <TreeNodesModel><SubTree ID=\"Part\"><input_port name=\"speed\" default=\"1\"/></SubTree></TreeNodesModel>
</root>";
    let imported = behavior_tree_cpp::import(text, &Vocabulary::default()).expect("trees");
    let notes: Vec<String> = imported.differences.iter().map(ToString::to_string).collect();
    for expected in [
        "line 3: text in `<Sequence>`: a node has no text",
        "`at` of `Go`: no model says whether this port is an input or an output; that follows",
        "line 5: `<Metadata>`: a file of trees has no metadata",
        "line 6 and 1 more: `height=\"2\"` of `Part`, `other=\"{place}\"` of `Part`: the tree does not use this port",
        "line 6: `place` in `Part`: a tree has a blackboard of its own",
        "line 8: `Brave`: a decorator of a program is a skeleton",
        "line 8: `_magic=\"1\"`: this attribute is unknown",
    ] {
        assert!(notes.iter().any(|note| note.starts_with(expected)), "{expected}\n{notes:#?}");
    }
    assert_eq!(notes.len(), 7, "{notes:#?}");
}

#[test]
fn keys_say_which_ports_are_outputs() {
    let text = "<root BTCPP_format=\"4\">
  <BehaviorTree ID=\"Main\">
    <Sequence>
      <Look camera=\"left\" image=\"{image}\" size=\"{size}\"/>
      <Fallback>
        <Find image=\"{image}\" pose=\"{pose}\"/>
        <Guess place=\"{pose}\"/>
      </Fallback>
      <SubTree ID=\"Grasp\" at=\"{pose}\" held=\"{thing}\"/>
      <Paint what=\"{thing}\" color=\"{color}\"/>
    </Sequence>
  </BehaviorTree>
  <BehaviorTree ID=\"Grasp\">
    <Sequence><Move to=\"{at}\"/><Close until=\"{held}\"/></Sequence>
  </BehaviorTree>
</root>";
    let imported = behavior_tree_cpp::import(text, &Vocabulary::default()).expect("trees");
    for part in [
        "action Look(camera = \"left\") -> (image, size);",
        "action Find(image = image) -> pose;",
        "action Guess -> pose;",
        "subtree Grasp(at = pose) -> thing;",
        "action Paint(what = thing, color = Color);",
        "action Move(to = at);",
        "action Close -> held;",
    ] {
        assert!(imported.text.contains(part), "{part}\n{}", imported.text);
    }
    let notes: Vec<String> = imported.differences.iter().map(ToString::to_string).collect();
    assert!(
        notes.iter().any(|note| note.starts_with("line 10: `color` of `Paint`: no model says"))
    );
}
