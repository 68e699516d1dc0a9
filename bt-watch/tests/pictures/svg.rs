//! SVG is well-formed XML that contains all texts, and its nodes do not overlap.

use super::{Guard, Stroll, Zoo, written};
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
