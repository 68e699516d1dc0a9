//! The player gets up, does not tunnel, does not bounce, and falls where it has to.

use bt_core::Status;
use examples::stairs::course::Plan;
use examples::stairs::tour::{TREES, Tour, mistakes, parse};
use examples::stairs::tuning::{TEXT, Tuning};
use examples::stairs::walker::Wish;

fn highest(tour: &Tour) -> f32 {
    tour.samples.iter().map(|sample| sample.height).fold(f32::MIN, f32::max)
}

fn with_tuning(from: &str, to: &str) -> Tour {
    assert!(TEXT.contains(from));
    let tuning = Tuning::parse(&TEXT.replacen(from, to, 1)).unwrap();
    Tour::new(Plan::default(), tuning, &parse(TREES, "course.tree").unwrap()).unwrap()
}

#[test]
fn the_player_gets_up_and_comes_back() {
    let mut tour = Tour::of_package(Plan::default());
    assert_eq!(tour.run(), Status::Success);
    assert_eq!(mistakes(&tour), [""; 0]);
    assert_eq!((tour.game.falls, tour.game.restarts), (0, 0));
    assert!((highest(&tour) - tour.game.course.plan.upper_floor()).abs() < 0.03);
    let end = tour.samples.last().unwrap();
    assert!(end.place[0].hypot(end.place[1]) < 0.3 && end.height.abs() < 0.01, "{end:?}");
    let mut parts: Vec<_> = tour.samples.iter().map(|sample| sample.part).collect();
    parts.dedup();
    assert_eq!(parts[..5], ["approach", "climb", "jump", "lift", "return"]);
    let flies =
        |part: &str| tour.samples.iter().any(|sample| sample.part == part && !sample.stands);
    assert!(flies("jump") && !flies("approach") && !flies("climb") && !flies("return"));
    let heads = tour.samples.iter().map(|sample| sample.head);
    assert!(heads.clone().any(|angle| angle > 45.0) && heads.clone().any(|angle| angle < -45.0));
}

#[test]
fn two_tours_are_equal() {
    let [mut one, mut other] = [(); 2].map(|()| Tour::of_package(Plan::default()));
    one.run();
    other.run();
    assert!(one.samples == other.samples);
}

#[test]
fn the_player_climbs_steps_up_to_the_height_in_the_file() {
    for step in [0.1, 0.2, 0.3, 0.34] {
        let mut tour = Tour::of_package(Plan { step, ..Plan::default() });
        assert_eq!(tour.run(), Status::Success, "{step}");
        assert_eq!(mistakes(&tour), [""; 0], "{step}");
        let mut top = 0.0_f32;
        for sample in tour.samples.iter().filter(|sample| sample.part == "climb") {
            top = top.max(sample.height);
            assert!(sample.height > top - 0.02, "{step}: the player sinks at {sample:?}");
        }
    }
}

#[test]
fn a_step_that_is_too_high_stops_the_player() {
    for step in [0.36, 0.5] {
        let mut tour = Tour::of_package(Plan { step, ..Plan::default() });
        assert_eq!(tour.run(), Status::Failure, "{step}");
        assert_eq!((tour.game.falls, tour.game.restarts), (0, 3), "{step}");
        assert!(highest(&tour) < 0.05, "{step}: {}", highest(&tour));
        assert_eq!(mistakes(&tour), [""; 0], "{step}");
    }
}

#[test]
fn down_a_step_that_is_too_high_the_player_falls() {
    let falls = |tour: &mut Tour| {
        assert_eq!(tour.run(), Status::Success);
        assert_eq!(mistakes(tour), [""; 0]);
        tour.samples.iter().any(|sample| sample.part == "return" && !sample.stands)
    };
    assert!(!falls(&mut with_tuning("snap = 0.4", "snap = 0.3")), "the steps have 0.25 m");
    assert!(falls(&mut with_tuning("snap = 0.4", "snap = 0.1")));
}

#[test]
fn the_player_starts_over_after_a_fall() {
    let mut tour = Tour::of_package(Plan { gap: 4.0, ..Plan::default() });
    assert_eq!(tour.run(), Status::Failure);
    assert_eq!((tour.game.falls, tour.game.restarts), (3, 3));
    assert_eq!(tour.game.wish, Wish::default(), "`finally` has stopped the player");
    assert!(tour.game.head.abs() < f32::EPSILON, "the parallel look-around has ended");
    assert_eq!(mistakes(&tour), [""; 0]);
}

#[test]
fn the_player_stays_on_the_lift() {
    let mut tour = Tour::of_package(Plan::default());
    let mut rides = 0;
    while tour.tick() == Status::Running {
        let lift = tour.game.course.lift_top();
        let on_lift = tour.game.walker.position.x > tour.game.course.plan.lift_begins() + 0.4;
        if tour.part() == "lift" && on_lift {
            let above = tour.game.feet() - lift;
            assert!(above.abs() < 0.06, "{above} m above the lift at {lift}");
            rides += u32::from(lift > 3.0);
        }
    }
    assert!(rides > 60);
}

#[test]
fn constants_change_while_the_player_walks() {
    let mut tour = Tour::of_package(Plan::default());
    while tour.game.feet() < 0.8 {
        assert_eq!(tour.tick(), Status::Running);
    }
    let lower = Tuning::parse(&TEXT.replacen("step = 0.35", "step = 0.15", 1)).unwrap();
    tour.game.tune(lower);
    for _ in 0..120 {
        tour.tick();
    }
    let stuck = tour.game.feet();
    assert!(stuck < 1.3 && tour.part() == "climb", "the next step is too high: {stuck}");
    tour.game.tune(Tuning::default());
    assert_eq!(tour.run(), Status::Success);
    assert_eq!(tour.game.restarts, 0);
}

#[test]
fn trees_change_while_the_player_walks() {
    let mut tour = Tour::of_package(Plan::default());
    while tour.part() != "climb" {
        tour.tick();
    }
    let slower = TREES.replacen("speed = 2.5", "speed = 1.5", 1);
    assert_ne!(slower, TREES);
    tour.renew(&parse(&slower, "course.tree").unwrap());
    assert_eq!(tour.part(), "climb", "another parameter interrupts nothing");
    assert_eq!(tour.run(), Status::Success);
    let mut before = Tour::of_package(Plan::default());
    before.run();
    assert!(tour.samples.len() > before.samples.len() + 120, "the way back is slower");
}

#[test]
fn the_checks_find_mistakes() {
    let mut bouncing = Tour::of_package(Plan::default());
    (bouncing.game.tuning.rise.derivative, bouncing.game.tuning.sink.derivative) = (0.0, 0.0);
    bouncing.run();
    assert!(mistakes(&bouncing).iter().any(|mistake| mistake.contains("bounces")));

    let mut tour = Tour::of_package(Plan::default());
    tour.run();
    let middle = tour.samples.len() / 2;
    tour.samples[10].height = -0.2;
    tour.samples[middle].place[0] += 1.0;
    let found = mistakes(&tour);
    assert!(found.iter().any(|mistake| mistake.contains("is in the ground")), "{found:?}");
    assert!(found.iter().any(|mistake| mistake.contains("leaps")), "{found:?}");
}
