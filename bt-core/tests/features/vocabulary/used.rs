//! Files that bring others with `use`.

use bt_core::{Status, behavior_tree};
use std::path::{Path, PathBuf};

#[derive(Default)]
struct Person {
    did: Vec<&'static str>,
}

behavior_tree! {
    vocabulary Life(person: &mut Person) {
        action Do(what: &'static str) => person.did.push(what);
    }

    trees from "tests/trees/day.tree" with Life;
}

/// A folder that is removed at the end of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("bt-core-{name}-{}", std::process::id()));
        std::fs::create_dir_all(path.join("below")).expect("a folder");
        Self(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("a file");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The mistakes with the names of the files, without their folder.
fn mistakes(folder: &Folder, file: &str) -> String {
    let shown = Life::load(folder.0.join(file)).expect_err("a mistake").to_string();
    shown.replace(&format!("{}{}", folder.0.display(), std::path::MAIN_SEPARATOR), "")
}

#[test]
fn a_file_brings_others_loaded_and_compiled() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/trees/day.tree");
    let trees = Life::load(path).expect("sound files");
    assert_eq!(trees.names().collect::<Vec<_>>(), ["Day", "Evening", "Night"]);
    let folder = Path::new(path).parent().expect("a folder");
    let files = ["day.tree", "day/evening.tree", "day/night.tree"].map(|name| folder.join(name));
    assert!(trees.files().eq(&files), "{:?}", trees.files().collect::<Vec<_>>());
    let (mut loaded, mut compiled) = (Person::default(), Person::default());
    assert_eq!(trees.tree("Day").expect("a tree").tick(&mut loaded), Status::Success);
    assert_eq!(Day::new().tick(&mut compiled), Status::Success);
    assert_eq!(loaded.did, ["wake", "eat", "sleep"]);
    assert_eq!(loaded.did, compiled.did);
    assert_eq!(Evening::new().tick(&mut compiled), Status::Success);
    assert_eq!(Night::new().tick(&mut compiled), Status::Success);
}

#[test]
fn the_program_gives_the_texts() {
    let text = "use \"a.tree\"; use \"b.tree\"; tree Main { sequence { subtree A; subtree B; } }";
    let other = |name: &str| match name {
        "a.tree" => Some("use \"c.tree\"; tree A { subtree C; }"),
        "b.tree" => Some("use \"c.tree\"; tree B { subtree C; }"),
        "c.tree" => Some("tree C { action Do(what = \"c\"); }"),
        _ => None,
    };
    let trees = Life::parse_with(text, other).expect("sound texts");
    assert_eq!(trees.names().collect::<Vec<_>>(), ["Main", "A", "C", "B"]);
    let names: Vec<_> = trees.files().map(|file| file.display().to_string()).collect();
    assert_eq!(names, ["a.tree", "c.tree", "b.tree"]);
    let mut person = Person::default();
    trees.tree("Main").expect("a tree").tick(&mut person);
    assert_eq!(person.did, ["c", "c"]);
    let unread = Life::parse_with(text, |_| Err::<String, _>("no")).expect_err("two mistakes");
    assert_eq!(unread.iter().filter(|mistake| mistake.text.ends_with(": no")).count(), 2);
    let alone = Life::parse(text).expect_err("it is parsed alone");
    assert!(alone.to_string().contains("`parse_with`"), "{alone}");
}

#[test]
fn mistakes_are_told_in_their_files() {
    let folder = Folder::new("used");
    folder.write("main.tree", "use \"below/one.tree\";\ntree Main { subtree On; }\n");
    folder.write("below/one.tree", "use \"two.tree\";\ntree One { action Doo; }\n");
    folder.write(
        "below/two.tree",
        "use \"one.tree\";\ntree Two { running }\ntree Main { running; }\n",
    );
    assert_eq!(
        mistakes(&folder, "main.tree"),
        "\
error: there is no tree `On` in the file or in the vocabulary; did you mean `One`?
 --> main.tree:2:21
  |
2 | tree Main { subtree On; }
  |                     ^^

error: there is no action `Doo` in the vocabulary; it has `Do`
 --> below/one.tree:2:19
  |
2 | tree One { action Doo; }
  |                   ^^^

error: `one.tree` brings this file, so the two would bring each other; put what both need into a third file
 --> below/two.tree:1:5
  |
1 | use \"one.tree\";
  |     ^^^^^^^^^^

error: expected `;` after this `running`
 --> below/two.tree:2:12
  |
2 | tree Two { running }
  |            ^^^^^^^

error: the file that brings this one has a tree `Main`, too; give one of them another name
 --> below/two.tree:3:6
  |
3 | tree Main { running; }
  |      ^^^^"
    );
    for (path, problem) in [
        ("../other.tree", "is not a file in the folder of this one or below"),
        ("/etc/passwd", "is not a file in the folder of this one or below"),
        ("C:\\\\x.tree", "is not a file in the folder of this one or below"),
        ("below", "is no file"),
        ("none.tree", "there is no file"),
        ("self.tree", "would bring each other"),
    ] {
        folder.write("self.tree", &format!("use \"{path}\"; tree Main {{ running; }}"));
        let told = mistakes(&folder, "self.tree");
        assert!(told.contains(problem), "{path}: {told}");
        assert_eq!(told.matches("error: ").count(), 1, "{told}");
    }
}

/// Trees of a file that cannot be read are not reported one by one; all other mistakes are.
#[test]
fn a_missing_file_is_one_mistake() {
    let folder = Folder::new("missing");
    folder.write(
        "main.tree",
        "use \"none.tree\"; tree Main { sequence { subtree One; subtree Two(n = 1); action Fly; } }",
    );
    let told = mistakes(&folder, "main.tree");
    assert!(told.contains("there is no file"), "{told}");
    assert!(told.contains("`Fly`") && !told.contains("`One`"), "{told}");
    assert_eq!(told.matches("error: ").count(), 2, "{told}");
}

#[test]
fn a_change_of_any_file_is_loaded_again() {
    let folder = Folder::new("reload");
    let main = folder.write("main.tree", "use \"one.tree\"; tree Main { subtree One; }");
    folder.write("one.tree", "tree One { action Do(what = \"old\"); }");
    let mut trees = Life::load(&main).expect("sound files");
    let (mut person, mut tree) = (Person::default(), trees.tree("Main").expect("a tree"));
    tree.tick(&mut person);
    folder.write("one.tree", "tree One { action Do(what = \"new\"); }");
    trees
        .reload("use \"one.tree\"; tree Main { sequence { subtree One; subtree One; } }")
        .expect("sound");
    tree.renew(&trees, &mut person);
    tree.tick(&mut person);
    assert_eq!(person.did, ["old", "new", "new"]);
    folder.write("one.tree", "tree One { action Do(what = ); }");
    assert!(trees.reload_file(&main).is_err());
    assert!(trees.names().eq(["Main", "One"]), "the old trees remain");
}
