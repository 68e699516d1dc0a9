//! Each format shows any text correctly: SVG is well-formed XML whose nodes do not overlap, DOT and Mermaid escape the characters that
//! have a meaning there, and invisible characters are escaped, except where they are part of ordinary text.

use super::{Guard, One, Stroll, Zoo, written};
use bt_watch::picture::{Direction, Picture};

const SVG: &str = "http://www.w3.org/2000/svg";

/// The text of an element, with the text of the elements in it.
fn text_of(element: roxmltree::Node<'_, '_>) -> String {
    let inside = element.descendants().filter(roxmltree::Node::is_text);
    inside.filter_map(|inner| inner.text()).collect()
}

/// The texts of all elements of a kind.
fn texts(svg: &roxmltree::Document<'_>, tag: &str) -> Vec<String> {
    let of_kind = svg.descendants().filter(|element| element.has_tag_name((SVG, tag)));
    of_kind.map(text_of).collect()
}

#[test]
fn svg_is_well_formed_and_says_what_is_written() {
    for nodes in [Guard::NODES, Stroll::NODES, Zoo::NODES] {
        for direction in [Direction::Down, Direction::Right] {
            let svg = Picture::new(nodes).direction(direction).svg().to_string();
            let document =
                roxmltree::Document::parse(&svg).unwrap_or_else(|e| panic!("{e}\n{svg}"));
            let titles = texts(&document, "title");
            assert_eq!(titles.len(), nodes.len());
            for (title, node) in titles.iter().zip(nodes) {
                assert!(title.starts_with(&written(node)), "{title}: {node}");
            }
            let text = texts(&document, "text").join("\n");
            assert!(nodes.iter().all(|node| text.contains(node.label.unwrap_or_default())));
            assert!(!document.descendants().any(|node| node.has_tag_name("script")));
        }
    }
}

#[test]
fn nodes_of_an_svg_do_not_overlap() {
    let number = |node: roxmltree::Node<'_, '_>, name| node.attribute(name)?.parse::<f64>().ok();
    for direction in [Direction::Down, Direction::Right] {
        let svg = Picture::new(Zoo::NODES).direction(direction).svg().to_string();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let page = (
            number(document.root_element(), "width").unwrap(),
            number(document.root_element(), "height").unwrap(),
        );
        let mut boxes = Vec::new();
        for group in document.descendants().filter(|node| node.has_tag_name((SVG, "g"))) {
            let place = group.attribute("transform").unwrap().trim_start_matches("translate(");
            let (x, y) = place.trim_end_matches(')').split_once(' ').unwrap();
            let (x, y) = (x.parse::<f64>().unwrap(), y.parse::<f64>().unwrap());
            // Decorators are drawn as paths of at least this size.
            let rect =
                group.children().find(|child| child.attribute("class") == Some("box")).unwrap();
            let (width, height) =
                (number(rect, "width").unwrap_or(30.0), number(rect, "height").unwrap_or(27.0));
            assert!(x >= 0.0 && y >= 0.0 && x + width <= page.0 && y + height <= page.1);
            boxes.push((x, y, x + width, y + height));
        }
        assert_eq!(boxes.len(), Zoo::NODES.len());
        for (index, one) in boxes.iter().enumerate() {
            let overlaps = |other: &&(f64, f64, f64, f64)| {
                one.0 < other.2 && other.0 < one.2 && one.1 < other.3 && other.1 < one.3
            };
            assert_eq!(boxes[index + 1..].iter().find(overlaps), None, "{one:?}");
        }
    }
}

/// The strings of a DOT file, as Graphviz reads them.
fn strings(dot: &str, attribute: &str) -> Vec<String> {
    let mut strings = Vec::new();
    for part in dot.split(&format!("{attribute}=\"")).skip(1) {
        let mut characters = part.chars();
        let mut string = String::new();
        while let Some(character) = characters.next() {
            match character {
                '"' => break,
                '\\' => string.extend(characters.next()),
                '\n' => panic!("{part}"),
                character => string.push(character),
            }
        }
        strings.push(string.replace("&amp;", "&"));
    }
    strings
}

#[test]
fn dot_says_what_is_written() {
    let tooltips = strings(&Picture::new(Zoo::NODES).dot().to_string(), "tooltip");
    assert!(tooltips.into_iter().eq(Zoo::NODES.iter().map(written)));
}

#[test]
fn mermaid_has_no_letter_that_means_something() {
    let mermaid = Picture::new(Zoo::NODES).mermaid().to_string();
    for line in mermaid.lines().filter(|line| line.contains('"')) {
        let (_, label) = line.split_once('"').unwrap();
        let (label, _) = label.rsplit_once('"').unwrap();
        // Behind what stands in front of a node.
        let rest = label
            .replacen("=#gt;<br>", "", 1)
            .replace("#quot;", "")
            .replace("#amp;", "")
            .replace("#lt;", "");
        let rest = rest
            .replace("#gt;", "")
            .replace("#96;", "")
            .replace("#92;#8203;", "")
            .replace("#35;", "");
        assert!(!rest.contains(['"', '#', '&', '<', '>', '`', '\\']), "{line}");
    }
    assert!(mermaid.contains("#lt;/title#gt;"));
}

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
