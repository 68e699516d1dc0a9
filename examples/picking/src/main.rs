//! A village seen through a camera, drawn with letters. A touch on a person selects the person. A touch
//! on the ground sends the selected person there, and a tree makes the person walk. For each touch the
//! program prints the thing that was hit, and compares it with the result of a search through all people
//! and all of the ground.
//!
//! ```sh
//! cargo run -p examples --bin picking
//! cargo run -p examples --bin picking -- 355,155 200,330     # touches of your own, in pixels of 720 x 400
//! ```

use bt_core::picking::glam::Vec2;
use std::env;
use terminal::{Tone, Trace, paint};
use view::{HEIGHT, Search, Thing, View, WIDTH};
use village::{Errand, Village};

#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "../../terminal/mod.rs"]
mod terminal;
mod view;
pub(crate) mod village;

/// Bea is touched and sent to the right. Then the house, the sky and the land behind the village are
/// touched, to which no person can be sent. Sam, who is beside the house, is sent to the left, and Tom
/// to the front.
const RECORDED: [[f32; 2]; 9] = [
    [235.0, 270.0],
    [600.5, 330.0],
    [350.0, 150.0],
    [300.0, 20.0],
    [60.0, 95.0],
    [465.0, 190.0],
    [135.0, 230.5],
    [425.0, 290.0],
    [200.0, 351.25],
];

fn main() {
    let given: Vec<[f32; 2]> = env::args().skip(1).map(|touch| parse(&touch)).collect();
    let touches = if given.is_empty() { RECORDED.to_vec() } else { given };
    let view = View::new();
    let mut village = Village::new();
    println!("{}", view.picture(&village));
    let mut selected = None;
    for touch in touches {
        let thing = view.touch(&village, touch);
        println!("{}", told(&view, &village, touch, &thing));
        match thing {
            Thing::Person { number, .. } => selected = Some(number),
            Thing::Ground { place } if Village::contains(place) => {
                if let Some(number) = selected {
                    walk(&mut village, number, place);
                }
            }
            Thing::Ground { .. } | Thing::House { .. } | Thing::Sky => {}
        }
    }
    println!("\n{}", view.picture(&village));
}

fn parse(touch: &str) -> [f32; 2] {
    let numbers = touch.split_once(',').map(|(x, y)| (x.parse(), y.parse()));
    let Some((Ok(x), Ok(y))) = numbers else {
        panic!("{touch:?} is no touch: write x,y, of {WIDTH} x {HEIGHT} pixels")
    };
    [x, y]
}

/// Describes the touched thing, and its distance from the result of a search.
fn told(view: &View, village: &Village, touch: [f32; 2], thing: &Thing) -> String {
    let [x, y] = touch;
    let touch_text = paint(Tone::Strong, format_args!("({x:5.1}, {y:5.1})"));
    let search = Search { view, village };
    match thing {
        Thing::Person { number, distance } => {
            let (expected, expected_distance) = search.person(touch);
            assert_eq!(*number, expected, "the search finds somebody else");
            let name = village.people[*number].name;
            let wrong = millimeters(f64::from(*distance) - expected_distance);
            format!("{touch_text} {name}, {distance:.2} m away; asking everybody: {wrong}")
        }
        Thing::Ground { place } => {
            let wrong = millimeters(f64::from(place.distance(search.ground(touch))));
            let Vec2 { x, y } = *place;
            format!("{touch_text} ground at ({x:.2}, {y:.2}); looking everywhere: {wrong}")
        }
        Thing::House { distance } => format!("{touch_text} the house, {distance:.2} m away"),
        Thing::Sky => format!("{touch_text} nothing but sky"),
    }
}

fn millimeters(distance: f64) -> String {
    format!("{:.2} mm off", distance.abs() * 1000.0)
}

/// Lets a person walk to a place, and prints the events of the tree.
fn walk(village: &mut Village, number: usize, place: Vec2) {
    village.people[number].errand = Some(place);
    let mut tree = Errand::new();
    let mut trace = Trace::new(Errand::NODES);
    let mut steps = 0;
    loop {
        let status = trace.tick(&mut tree, &mut village.person(number));
        village.update(number);
        let person = &village.people[number];
        if trace.changed() {
            let Vec2 { x, y } = person.place;
            let name = person.name;
            let when = format!("{name:>5} step {steps:>3} at ({x:.2}, {y:.2})");
            println!("    {}", trace.summary(when));
        }
        if status != bt_core::Status::Running {
            break;
        }
        steps += 1;
    }
    let left = village.people[number].place.distance(place);
    assert!(left < 0.01, "{left} m from where it was sent");
}
