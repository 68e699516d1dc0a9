//! Invisible characters are escaped in pictures, except where they are part of ordinary text.

use super::One;
use bt_watch::picture::Picture;

#[test]
fn control_characters_can_be_seen() {
    // The source contains `\u{1b}`, which is harmless; a text with the character itself is not.
    let mut nodes = [One::NODES[0]];
    nodes[0].source = "\u{1b}[2J \0 \u{7f} \u{9b} \u{ffff} \r\n x";
    let picture = Picture::new(&nodes);
    assert_eq!(picture.text().to_string(), "action ␛[2J ␀ ␡ \u{fffd} \u{fffd} x\n");
    assert!(roxmltree::Document::parse(&picture.svg().to_string()).is_ok());
}

#[test]
fn what_turns_or_parts_a_text_unseen_can_be_seen() {
    let mut nodes = [One::NODES[0]];
    nodes[0].source = "admin\u{202e} \u{200b}x\u{feff} a\u{200d}b";
    let text = r"action admin\u{202e} \u{200b}x\u{feff} a\u{200d}b";
    let picture = Picture::new(&nodes);
    assert_eq!(picture.text().to_string(), format!("{text}\n"));
    for drawn in
        [picture.svg().to_string(), picture.dot().to_string(), picture.mermaid().to_string()]
    {
        assert!(drawn.chars().all(|letter| letter.is_ascii() || letter == '…'), "{drawn}");
    }
    assert!(picture.svg().to_string().contains(text));
}

#[test]
fn scripts_and_pictograms_may_join() {
    let mut nodes = [One::NODES[0]];
    nodes[0].source = "👩\u{200d}🚀 ❤\u{fe0f} می\u{200c}خواهم שלום é 中 x\u{301}";
    let text = Picture::new(&nodes).text().to_string();
    assert_eq!(text, format!("action {}\n", nodes[0].source));
}
