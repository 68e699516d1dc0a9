//! The layout of texts whose line ends matter, and the places of mistakes; `cases/layouts.txt` has all others.

use bt_language::format;

/// Checks the layout of a text, and that the layout stays when it is formatted again.
#[track_caller]
fn file_is(text: &str, expected: &str) {
    let formatted = format::file(text).expect("sound syntax");
    assert_eq!(formatted, expected);
    assert_eq!(format::file(&formatted).expect("sound syntax"), expected, "formatted again");
}

#[test]
fn line_ends_and_the_mark_stay() {
    file_is(
        "\u{feff}tree A {\r\n\taction B; // c\r\n\r\n\t/* d\r\n e */\r\n}\r\n",
        "\u{feff}tree A {\r\n    action B; // c\r\n\r\n    /* d\r\n e */\r\n}\r\n",
    );
    file_is("tree A {\n\taction B;\r\n}", "tree A {\n    action B;\n}\n");
}

#[test]
fn a_mistake_has_a_place() {
    for (text, line, column) in [
        ("tree A {\n    squence { fail; }\n}", 2, 5),
        ("tree A {\n  fail;\n", 1, 8),
        ("", 1, 1),
        ("\u{feff}tree A { wait(2parsecs); }", 1, 15),
    ] {
        let mistakes = format::file(text).expect_err("a mistake");
        let place = mistakes[0].start;
        assert_eq!((place.line, place.column), (line, column), "{text}: {mistakes:?}");
    }
    let text = "fn a() {}\nbehavior_tree! {\n    tree A(b: &mut B) { actoin c(); }\n}";
    let mistakes = format::rust(text).expect_err("a mistake");
    assert_eq!((mistakes[0].start.line, mistakes[0].start.column), (3, 25));
}
