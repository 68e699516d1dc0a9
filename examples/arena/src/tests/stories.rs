//! The texts of labels.

use super::{add, empty_game, steps_until};
use crate::game::Game;
use crate::world::body::Kind;
use bt_core::grid::Handle;

/// Does steps until the first selected body does something else.
fn next(game: &mut Game) -> (String, String) {
    let said = |game: &Game| {
        let story = &game.selection.stories()[0].1;
        (story.doing().to_owned(), story.why().to_owned())
    };
    let before = said(game);
    for _ in 0..60 * 30 {
        game.step();
        if said(game) != before {
            break;
        }
    }
    said(game)
}

fn selected(game: &mut Game, kind: Kind) -> Handle {
    let handle = add(&mut game.world, kind, [0.0, 0.0]);
    game.select(vec![handle]);
    handle
}

#[test]
fn a_label_says_who_took_over_and_why() {
    let mut game = empty_game();
    selected(&mut game, Kind::Sheep);
    for offset in [[2.0, 2.0], [2.0, 0.0], [0.0, 2.0]] {
        add(&mut game.world, Kind::Sheep, offset);
    }
    let (doing, _) = next(&mut game);
    assert!(doing.starts_with("graze > "), "{doing}");
    let hunter = add(&mut game.world, Kind::Hunter, [-6.0, 0.0]);
    game.world.bodies[hunter.index()].hunger = 0.0;
    let (doing, why) = next(&mut game);
    assert_eq!(doing, "flee");
    let expected = "HunterNear(within = 9) turned true, so flee took over from graze, and ";
    assert!(why.starts_with(expected), "{why}");
    let (doing, why) = next(&mut game);
    assert!(doing.starts_with("rejoin") || doing.starts_with("graze"), "{doing}");
    assert!(why.starts_with("flee succeeded"), "{why}");
}

#[test]
fn a_label_names_the_labels_of_rust_trees_and_not_their_code() {
    let mut game = empty_game();
    let sheep = selected(&mut game, Kind::Sheep);
    next(&mut game);
    let goal = game.world.meadow.fold() + 5.0;
    game.world.send(sheep, goal);
    let (doing, why) = next(&mut game);
    assert_eq!(doing, "errand > walk");
    assert!(why.starts_with("IsSent turned true, so errand took over from "), "{why}");
    let (doing, why) = next(&mut game);
    assert_eq!(doing, "errand > stay");
    assert_eq!(why, "walk succeeded, arrive succeeded, so stay runs now.");
}

#[test]
fn who_is_selected_in_the_middle_of_something_has_a_whole_story() {
    let mut game = empty_game();
    let sheep = add(&mut game.world, Kind::Sheep, [0.0, 0.0]);
    game.step();
    game.select(vec![sheep]);
    let story = &game.selection.stories()[0].1;
    assert!(story.doing().starts_with("graze > "), "{}", story.doing());
    game.world.send(sheep, game.world.meadow.fold());
    let (_, why) = next(&mut game);
    assert!(why.starts_with("IsSent turned true, so errand took over from graze"), "{why}");
}

#[test]
fn a_label_names_the_error_of_an_action() {
    let mut game = empty_game();
    selected(&mut game, Kind::Hunter);
    game.world.bodies[0].hunger = 100.0;
    let sheep = add(&mut game.world, Kind::Sheep, [20.0, 0.0]);
    let (doing, _) = next(&mut game);
    assert_eq!(doing, "hunger > hunt > stalk");
    game.world.replace(sheep);
    let (_, why) = next(&mut game);
    assert_eq!(why, "stalk failed (it is gone), so rest runs now.");
}

#[test]
fn a_label_says_that_a_timeout_ended_something() {
    let mut game = empty_game();
    selected(&mut game, Kind::Hunter);
    game.world.bodies[0].hunger = 0.0;
    let (doing, _) = next(&mut game);
    assert_eq!(doing, "prowl > Prowl");
    let (_, why) = next(&mut game);
    assert_eq!(why, "prowl: timeout(Patience) failed, so the tree failed. The tree started again.");
}

#[test]
fn a_new_version_of_the_tree_begins_the_story_anew() {
    let mut game = empty_game();
    selected(&mut game, Kind::Sheep);
    assert!(steps_until(&mut game.world, 1, |_| true));
    game.selection.renew(&game.world);
    assert_eq!(game.selection.stories()[0].1.why(), "The tree has a new version.");
}
