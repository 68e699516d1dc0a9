//! `<include>` of BehaviorTree.CPP: files are relative to the file that includes them, and each is read once.

use bt_cli::{Imported, behavior_tree_cpp};
use bt_language::vocabulary::Vocabulary;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of its own for a test.
struct Folder(PathBuf);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("includes-{}-{number}", std::process::id()));
        for (name, text) in files {
            let path = path.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("can write");
        }
        Self(path)
    }

    fn import(&self, name: &str) -> Imported {
        let path = self.0.join(name);
        let text = fs::read_to_string(&path).expect("a text");
        behavior_tree_cpp::import_at(&path, &text, &Vocabulary::default()).expect("trees")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn tree(include: &str, name: &str, node: &str) -> String {
    format!("<root>{include}<BehaviorTree ID=\"{name}\">{node}</BehaviorTree></root>")
}

fn differences(imported: &Imported) -> Vec<String> {
    imported.differences.iter().map(ToString::to_string).collect()
}

#[test]
fn files_are_relative_to_the_file_that_includes_them() {
    let main = tree("<include path=\"parts/one.xml\"/>", "Main", "<SubTree ID=\"One\"/>");
    let one = tree("<include path=\"two.xml\"/>", "One", "<SubTree ID=\"Two\"/>");
    let two =
        tree("<include path=\"./../main.xml\"/><include path=\"one.xml\"/>", "Two", "<Work/>");
    let folder =
        Folder::new(&[("main.xml", &main), ("parts/one.xml", &one), ("parts/two.xml", &two)]);
    let imported = folder.import("main.xml");
    assert_eq!(
        imported.text,
        "tree Main {\n    subtree One;\n}\n\ntree One {\n    subtree Two;\n}\n\ntree Two {\n    action Work;\n}\n"
    );
    assert_eq!(differences(&imported), [""; 0]);
}

#[test]
fn the_models_of_included_files_count() {
    let model = "<root><TreeNodesModel><Condition ID=\"Work\"><input_port name=\"x\" type=\"double\"/></Condition></TreeNodesModel></root>";
    let main = tree("<include path=\"model.xml\"/>", "Main", "<Work x=\"1\"/>");
    let folder = Folder::new(&[("main.xml", &main), ("model.xml", model)]);
    let imported = folder.import("main.xml");
    assert!(imported.text.contains("condition Work(x = 1);"), "{}", imported.text);
    assert!(imported.rust.contains("condition Work(x: f64)"), "{}", imported.rust);
}

#[test]
fn files_that_cannot_be_included_are_differences_with_their_line() {
    let main = tree(
        "\n<include path=\"none.xml\"/>\n<include path=\"broken.xml\"/>\n<include path=\"other.xml\"/>\n<include path=\".\"/>\n<include ros_pkg=\"arm\" path=\"a.xml\"/>\n<include/>\n<include path=\"twice.xml\"/>",
        "Main",
        "<SubTree ID=\"Lost\"/>",
    );
    let folder = Folder::new(&[
        ("main.xml", &main),
        ("broken.xml", "<root>\n<BehaviorTree></root>"),
        ("other.xml", "<html/>"),
        ("twice.xml", &tree("", "Main", "<Work/>")),
    ]);
    let imported = folder.import("main.xml");
    let differences = differences(&imported);
    for expected in [
        "line 2: `<include path=\"none.xml\"/>`: the file `none.xml` cannot be read",
        "line 3: `<include path=\"broken.xml\"/>`: the file `broken.xml` cannot be read: 2:",
        "line 4: `<include path=\"other.xml\"/>`: the file `other.xml` cannot be read: its root is not `<root>`",
        "line 5: `<include path=\".\"/>`: the file `.` cannot be read: it is no file",
        "line 6: `<include ros_pkg=\"arm\" path=\"a.xml\"/>`: the path is relative to the ROS package `arm`",
        "line 7: `<include/>`: it has no `path`",
        "twice.xml: line 1: `Main`: another tree of these files has this ID",
        "`Lost`: no file has these trees, so they are actions",
    ] {
        assert!(
            differences.iter().any(|difference| difference.starts_with(expected)),
            "{expected}\n{differences:#?}"
        );
    }
    assert_eq!(differences.len(), 8, "{differences:#?}");
    assert!(imported.rust.contains("action Lost => lost(blackboard);"), "{}", imported.rust);
}

#[test]
fn a_text_without_a_path_includes_nothing() {
    let text = tree("<include path=\"parts/one.xml\"/>", "Main", "<Work/>");
    let imported = behavior_tree_cpp::import(&text, &Vocabulary::default()).expect("trees");
    let differences = differences(&imported);
    assert!(differences[0].contains("the trees of `parts/one.xml` are in another file"));
}
