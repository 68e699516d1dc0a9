//! The names of another tool survive an import and an export: IDs of trees and nodes, ports, keys, scripts and the main tree.

use bt_cli::{behavior_tree_cpp, words_json};
use bt_language::vocabulary::Vocabulary;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Imports a text, sends its words through JSON, and exports it.
fn come_back(text: &str) -> String {
    let imported = behavior_tree_cpp::import(text, &Vocabulary::default()).expect("trees");
    let words = words_json::read(&words_json::write(&imported.vocabulary)).expect("words");
    behavior_tree_cpp::export(&imported.text, &words).expect("trees")
}

/// The IDs and the ports of all nodes with their values, and the directions of the ports of the model.
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
                facts.insert(format!("{tag} {name} of {of}"));
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

#[test]
fn ids_ports_keys_scripts_and_the_main_tree_come_back() {
    let text = r#"<root BTCPP_format="4" main_tree_to_execute="Fetch it!">
  <BehaviorTree ID="Patrol Area">
    <SubTree ID="Fetch it!" _autoremap="true"/>
  </BehaviorTree>
  <BehaviorTree ID="Fetch it!">
    <Sequence>
      <ScriptCondition code="battery &gt; 20 &amp;&amp; !docked"/>
      <Action ID="Move to Waypoint" goalPose="{target_pose}" maxSpeed="1.5" server="{@server}"/>
      <Condition ID="dock_is_free"/>
      <Action ID="find-path" from="{start pose}" result="{found_path}" wait="250"/>
      <Script code="count := count + 1"/>
      <UnsetBlackboard key="target_pose"/>
      <SubTree ID="Look at Table" _autoremap="true"/>
      <Repeat num_cycles="{rounds}"><Timeout msec="{limit}"><Wink/></Timeout></Repeat>
    </Sequence>
  </BehaviorTree>
  <TreeNodesModel>
    <Action ID="find-path">
      <input_port name="from"/>
      <output_port name="result">the way</output_port>
      <input_port name="wait" type="std::chrono::milliseconds"/>
    </Action>
  </TreeNodesModel>
</root>"#;
    let exported = come_back(text);
    let (expected, found) = (facts(text), facts(&exported));
    let missing: Vec<_> = expected.difference(&found).collect();
    assert!(missing.is_empty(), "{missing:#?}\n{exported}");
    let port = "<output_port name=\"result\" type=\"Result_\">the way</output_port>";
    assert!(exported.contains(port), "{exported}");
    assert!(!exported.contains("Imported name"), "{exported}");
}

#[test]
fn trees_that_no_file_has_are_actions_with_their_ports() {
    let text = r#"<root BTCPP_format="4" main_tree_to_execute="Main">
  <BehaviorTree ID="Main">
    <Sequence>
      <SubTree ID="Look at Table" camera="left" found="{cup}"/>
      <SubTree ID="Grasp" what="{cup}" _autoremap="true"/>
      <SubTree ID="Look at Table" camera="right" found="{plate}"/>
      <Show what="{plate}"/>
    </Sequence>
  </BehaviorTree>
</root>"#;
    let imported = behavior_tree_cpp::import(text, &Vocabulary::default()).expect("trees");
    for call in [
        "let(cup: Found) let(plate: Found) sequence {\n        action LookAtTable(camera = \"left\") -> cup;",
        "action Grasp(what = cup);",
        "action LookAtTable(camera = \"right\") -> plate;",
    ] {
        assert!(imported.text.contains(call), "{call}\n{}", imported.text);
    }
    let notes: Vec<String> = imported.differences.iter().map(ToString::to_string).collect();
    let missing: Vec<&String> =
        notes.iter().filter(|note| note.contains("no file has these trees")).collect();
    assert_eq!(missing.len(), 1, "{notes:#?}");
    assert!(missing[0].starts_with("`Grasp`, `Look at Table`: "), "{notes:#?}");
    let exported = come_back(text);
    let missing: Vec<_> = facts(text).difference(&facts(&exported)).cloned().collect();
    assert!(missing.is_empty(), "{missing:#?}\n{exported}");
    for part in ["<SubTree ID=\"Grasp\" what=\"{cup}\"", "<output_port name=\"found\""] {
        assert!(exported.contains(part), "{part}\n{exported}");
    }
    assert_eq!(exported.matches("_autoremap").count(), 1, "{exported}");
    // With the words of the import they are the same actions.
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
fn the_ids_of_trees_come_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/behavior_tree_cpp");
    for name in ["rates.xml", "many_ports.xml", "built_in.xml"] {
        let text = fs::read_to_string(folder.join(name)).expect("a text");
        let trees = |text: &str| -> BTreeSet<String> {
            let document = roxmltree::Document::parse(text).expect("XML");
            let trees = document.descendants().filter(|node| node.has_tag_name("BehaviorTree"));
            trees.filter_map(|tree| tree.attribute("ID").map(str::to_owned)).collect()
        };
        let exported = come_back(&text);
        assert_eq!(trees(&exported), trees(&text), "{name}");
    }
    let text = fs::read_to_string(folder.join("many_ports.xml")).expect("a text");
    let (expected, found) = (facts(&text), facts(&come_back(&text)));
    assert!(expected.is_subset(&found), "{:#?}", expected.difference(&found));
}

#[test]
fn nodes_of_nav2_come_back() {
    let text = r#"<root BTCPP_format="4"><BehaviorTree ID="Go">
  <RecoveryNode number_of_retries="6">
    <PipelineSequence>
      <RateController hz="1.0"><Plan/></RateController>
      <RateController hz="0.333"><Look/></RateController>
      <Follow/>
    </PipelineSequence>
    <RoundRobin><Back/><Turn/></RoundRobin>
  </RecoveryNode>
</BehaviorTree></root>"#;
    let exported = come_back(text);
    let (expected, found) = (facts(text), facts(&exported));
    let missing: Vec<_> = expected.difference(&found).collect();
    assert!(missing.is_empty(), "{missing:#?}\n{exported}");
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
fn ports_of_trees_keys_and_defaults_come_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/behavior_tree_cpp");
    let text = fs::read_to_string(folder.join("navigate.xml")).expect("a text");
    let exported = come_back(&text);
    let (expected, found) = (facts(&text), facts(&exported));
    let missing: Vec<_> = expected.difference(&found).collect();
    assert!(missing.is_empty(), "{missing:#?}\n{exported}");
    for port in
        ["<inout_port name=\"found\"/>", "<output_port name=\"place\" type=\"PoseStamped\">"]
    {
        assert!(exported.contains(port), "{port}\n{exported}");
    }
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
fn nodes_with_the_meaning_of_others_come_back() {
    let text = r#"<root BTCPP_format="4"><BehaviorTree ID="Go">
  <SequenceWithMemory _description="Once more.">
    <SetBlackboard output_key="x" value="north"/>
    <SetBlackboard output_key="y" value="{x}"/>
    <Script code="z := 'south'"/>
    <KeepRunningUntilFailure><AsyncFallback><See at="{y}"/><See at="{z}"/></AsyncFallback></KeepRunningUntilFailure>
  </SequenceWithMemory>
</BehaviorTree></root>"#;
    let exported = come_back(text);
    let (expected, found) = (facts(text), facts(&exported));
    let missing: Vec<_> = expected.difference(&found).collect();
    assert!(missing.is_empty(), "{missing:#?}\n{exported}");
    assert!(exported.contains("<SequenceWithMemory _description=\"Once more.\">"), "{exported}");
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

#[track_caller]
fn every_element_comes_back(text: &str) {
    let exported = come_back(text);
    let (expected, found) = (elements(text), elements(&exported));
    let first = expected.iter().zip(&found).find(|(one, other)| one != other);
    assert_eq!(expected.len(), found.len(), "{exported}");
    assert_eq!(first, None, "{exported}");
}

#[test]
fn attributes_without_a_meaning_here_come_back() {
    every_element_comes_back(
        r#"<root BTCPP_format="4"><BehaviorTree ID="Fill Shelf" _favorite="true" box="{box}" color="255;0;0">
  <Sequence name="nested_shelf" _color_tag="a `b`&#10;c">
    <Action ID="Find" name="Go to: the shelf (again)" in="{box}" tint="{color}" _priority="3"/>
    <Action ID="Find" name="find" in="{box}" tint="{color}"/>
    <Action ID="Find" name="find" in="{box}" tint="{color}" _description="Twice."/>
    <SubTree ID="Move Arm" pose="{pose}" speed="1.000000" frame="base link"/>
    <SubTree ID="Move Arm" _autoremap="true"/>
    <SubTree ID="Open" _autoremap="true" width="0.30"/>
    <SubTree ID="Open" width="{width}"/>
  </Sequence>
</BehaviorTree><BehaviorTree ID="Open"><Action ID="Spread" width="{width}" force="{force}"/></BehaviorTree></root>"#,
    );
}

#[test]
fn calls_of_trees_with_values_of_their_own_come_back() {
    every_element_comes_back(
        r#"<root BTCPP_format="4" main_tree_to_execute="Main"><BehaviorTree ID="Main"><Sequence>
  <Script code="rounds := rounds + 1"/>
  <SubTree ID="Count" name="count" limit="{limit}"/>
  <SubTree ID="Elsewhere" limit="{limit}" rounds="{rounds}" _autoremap="true" _skipIf="done"/>
  <SubTree ID="Elsewhere" limit="{limit}" rounds="7"/>
</Sequence></BehaviorTree>
<BehaviorTree ID="Count"><ReactiveSequence _while="rounds &lt; 9" _color_tag="red">
  <Script code="rounds := rounds + 2"/>
  <Action ID="Turn" limit="{limit}" name="turn around" speed="0.50"/>
</ReactiveSequence></BehaviorTree></root>"#,
    );
}

#[test]
fn keys_of_ports_without_parameters_come_back() {
    let ports = |key: &str| -> String {
        let all = (0..34).map(|number| format!(" p{number:02}=\"{{{key}{number}}}\""));
        all.collect::<Vec<_>>().concat()
    };
    let text = format!(
        "<root BTCPP_format=\"4\"><BehaviorTree ID=\"Main\"><Sequence>\
         <SubTree ID=\"Part\" at33=\"{{place}}\"/><Action ID=\"Measure\"{}/></Sequence></BehaviorTree>\
         <BehaviorTree ID=\"Part\"><Action ID=\"Set\"{}/></BehaviorTree></root>",
        ports("to"),
        ports("at"),
    );
    every_element_comes_back(&text);
}

#[test]
fn numbers_keep_their_digits() {
    every_element_comes_back(
        r#"<root BTCPP_format="4"><BehaviorTree ID="Tune"><Sequence>
  <Action ID="Set" gain="0.500000" rate="5.0" id="00.50" wait="500" limit="1"/>
  <Action ID="Set" gain="-1.0" rate="5" id="7" wait="2.5" limit="2"/>
  <SetBlackboard output_key="gain" value="-1.0"/>
  <Parallel success_count="2" failure_count="1"><Wink/><Wink/></Parallel>
  <Parallel success_count="-1" failure_count="2"><Wink/><Wink/></Parallel>
</Sequence></BehaviorTree>
<TreeNodesModel><Action ID="Set"><input_port name="wait" type="std::chrono::milliseconds"/></Action></TreeNodesModel>
</root>"#
            .replace("<Wink/>", r#"<Action ID="Wink"/>"#)
            .as_str(),
    );
}

#[test]
fn scripts_of_nodes_come_back() {
    every_element_comes_back(
        r#"<root BTCPP_format="4"><BehaviorTree ID="Guarded"><ReactiveSequence>
  <Action ID="Go" name="way home" _skipIf="done" _while="battery &gt; 3 &amp;&amp; mode == 'a'" _onSuccess="trips := trips + 1" _onFailure="mood := 'low'"/>
  <Sequence _failureIf="x &lt; 1" _successIf="y == 2" _post="spin := false" _onHalted="n := n + 1"><Action ID="Go"/></Sequence>
  <SequenceWithMemory _skipIf="done"><Action ID="Go"/><Fallback _while="run"><Action ID="Go" _skipIf="done"/></Fallback></SequenceWithMemory>
</ReactiveSequence></BehaviorTree></root>"#,
    );
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

#[test]
fn branches_and_other_nodes_come_back() {
    every_element_comes_back(
        r#"<root BTCPP_format="4"><BehaviorTree ID="Choose"><Fallback>
  <IfThenElse><Sequence><Condition ID="IsUp"/><Condition ID="IsOn"/></Sequence><Action ID="A"/><Action ID="B"/></IfThenElse>
  <WhileDoElse><Fallback><Condition ID="IsUp"/><Condition ID="IsOn"/></Fallback><Sequence><Action ID="A"/><Action ID="B"/></Sequence></WhileDoElse>
  <IfThenElse><Inverter><Condition ID="IsUp"/></Inverter><Action ID="A"/><Action ID="B"/></IfThenElse>
  <WhileDoElse><Inverter><Condition ID="IsUp"/></Inverter><Action ID="A"/></WhileDoElse>
  <TryCatch><Action ID="A"/><Sequence><Action ID="A"/><Action ID="B"/></Sequence><Action ID="B"/></TryCatch>
  <TryCatch catch_on_halt="true"><Sequence><Action ID="A"/><Action ID="B"/></Sequence><Action ID="B"/></TryCatch>
  <Precondition if="mode == &quot;calm&quot;" else="RUNNING"><Action ID="A"/></Precondition>
  <Switch2 variable="{mode}" case_1="calm" case_2="lost"><Action ID="A"/><Action ID="B"/><Action ID="A"/></Switch2>
  <ParallelAll max_failures="1"><Action ID="A"/><Action ID="B"/></ParallelAll>
  <Repeat num_cycles="-1"><Action ID="A"/></Repeat>
  <KeepRunningUntilFailure><Action ID="A"/></KeepRunningUntilFailure>
  <RunOnce then_skip="true"><Action ID="A"/></RunOnce>
  <Control ID="PickOne" seed="4"><Action ID="A"/><Action ID="B"/></Control>
  <Sequence><AlwaysFailure/><Action ID="A"/></Sequence>
</Fallback></BehaviorTree></root>"#,
    );
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
    let text = r#"<root BTCPP_format="4"><BehaviorTree ID="Fetch"><Sequence>
  <Action ID="ReadConfig" address="{config.broker.address}"/>
  <Action ID="Connect" to="{config.broker.address}"/>
  <Condition ID="IsNear" to="{dock}"/>
  <Action ID="DetectBox" camera="front" box_pose="{box_pose}" box_size="{box_size}"/>
  <Action ID="ComputePath" goal="{box_pose}" path="{path}" pathCostOut="{cost}"/>
  <Action ID="FollowPath" path="{path}" speed="{speed}" timeout="{limit}"/>
  <Action ID="Grip" width="{box_size}" force="3" grip_ok="{grip_ok}" input_force="{force}" output_force="{used_force}"/>
  <Action ID="Say" message="{greeting}"/>
  <Fallback><Action ID="Lift" at="{box_pose}"/><Action ID="Report" text="{greeting}"/></Fallback>
  <Action ID="GetBattery" level="{level}"/>
</Sequence></BehaviorTree>
<TreeNodesModel>
  <Action ID="ReadConfig"><input_port name="address"/></Action>
  <Action ID="Connect"><input_port name="to"/></Action>
  <Condition ID="IsNear"><input_port name="to"/></Condition>
  <Action ID="DetectBox"><input_port name="camera"/><output_port name="box_pose"/><output_port name="box_size"/></Action>
  <Action ID="ComputePath"><input_port name="goal"/><output_port name="path"/><output_port name="pathCostOut"/></Action>
  <Action ID="FollowPath"><input_port name="path"/><input_port name="speed"/><input_port name="timeout"/></Action>
  <Action ID="Grip"><input_port name="width"/><input_port name="force"/><output_port name="grip_ok"/><input_port name="input_force"/><output_port name="output_force"/></Action>
  <Action ID="Say"><input_port name="message"/></Action>
  <Action ID="Lift"><input_port name="at"/></Action>
  <Action ID="Report"><input_port name="text"/></Action>
  <Action ID="GetBattery"><output_port name="level"/></Action>
</TreeNodesModel></root>"#;
    let (start, end) = (text.find("<TreeNodesModel>"), text.find("</root>"));
    let (start, end) = start.zip(end).expect("a model");
    let hidden = format!("{}{}", &text[..start], &text[end..]);
    assert_eq!(directions(&come_back(&hidden)), directions(text));
}
