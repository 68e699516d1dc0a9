//! What would have to be different for a node to run.

use super::random::Generator;
use bt_core::files::Loaded;
use bt_core::observe::Answers;
use bt_core::{
    Action, Agent, Can, Clock, Decorator, Machine, Node, NodeId, NodeKind, Observer, Status,
    behavior_tree,
};
use bt_verify::{
    Answer, Limits, NoAnswer, Proof, WhyNot, explore, explore_loaded_with, explore_with,
};
use bt_watch::record::{AgentId, Recorder, Recording};
use std::collections::BTreeSet;
use std::fmt::Arguments;
use std::time::Duration;

#[derive(Clone, Default)]
struct World {
    a: bool,
    b: bool,
    c: bool,
    number: u32,
    time: u64,
    /// The status of actions, if it is not running.
    act: Option<Status>,
}

impl World {
    fn act(&mut self) -> Status {
        self.act.unwrap_or(Status::Running)
    }

    fn work(&mut self) {
        self.number += 1;
    }
}

impl Clock for World {
    fn now(&self) -> Duration {
        Duration::from_secs(self.time)
    }
}

#[derive(Clone)]
struct Aim {}

impl Action<World> for Aim {
    const CAN: Can = Can::ANYTHING.never_fails().never_refuses();

    fn tick(&mut self, _: &mut World) -> Status {
        Status::Running
    }
}

#[derive(Clone)]
struct Gate {}

impl Decorator<World> for Gate {
    const CAN: Can = Can::ANYTHING.never_refuses();

    fn tick(&mut self, world: &mut World, child: impl FnOnce(&mut World) -> Status) -> Status {
        if world.a { child(world) } else { Status::Failure }
    }
}

/// Records a tick in each of the worlds.
fn recorded<T: Machine + Agent<World>>(
    mut tree: T,
    worlds: impl IntoIterator<Item = World>,
) -> (Recording, AgentId) {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<T>("agent");
    for mut world in worlds {
        recorder.tick(agent, &mut tree, &mut world);
    }
    (recorder.into_recording(), agent)
}

/// The answers about nodes after the last tick.
fn told<T: Machine + Agent<World>, const N: usize>(
    tree: T,
    worlds: impl IntoIterator<Item = World>,
    nodes: [NodeId; N],
) -> [String; N] {
    let (recording, agent) = recorded(tree, worlds);
    let proof = explore::<T>();
    nodes.map(|node| answer(&proof, &recording, agent, node))
}

fn answer(proof: &Proof, recording: &Recording, agent: AgentId, node: NodeId) -> String {
    let last = recording.moments().end - 1;
    proof
        .why_not(recording, agent, last, node)
        .map_or_else(|no| format!("{no:?}"), |of| of.to_string())
}

fn world(change: impl FnOnce(&mut World)) -> World {
    let mut world = World::default();
    change(&mut world);
    world
}

behavior_tree! {
    tree Chosen(w: &mut World) {
        active_selector {
            sequence {
                'a: condition w.a;
                'act: action w.act();
                'b: condition !w.b;
                'first: action w.work();
            }
            sequence { not condition w.c; 'second: action w.act(); }
            'last: selector { action Aim {}; 'never: succeed; }
        }
    }
}

#[test]
fn the_fewest_answers_of_leaves_are_named() {
    let nodes = [Chosen::FIRST, Chosen::SECOND, Chosen::LAST, Chosen::NEVER];
    assert_eq!(
        told(Chosen::new(), [World { c: true, ..World::default() }], nodes),
        [
            "`first` runs if the condition `a` holds, `act` succeeds and the condition `b` holds",
            "`second` runs if the condition `w.c` does not hold",
            "`last` runs in this tick",
            "`never` never runs from here, whatever is answered: `last` is the last node above it that runs",
        ]
    );
    // The answer of `b` stays.
    let worlds = [World { a: true, act: Some(Status::Success), b: true, ..World::default() }];
    assert_eq!(
        told(Chosen::new(), worlds, nodes)[..2],
        ["`first` runs if the condition `b` holds", "`second` runs in this tick",]
    );
    let worlds = [World { a: true, ..World::default() }];
    assert_eq!(
        told(Chosen::new(), worlds, nodes)[..3],
        [
            "`first` runs if `act` succeeds and the condition `b` holds",
            // What is asked later does not matter if the first condition fails.
            "`second` runs if the condition `a` does not hold and the condition `w.c` does not hold",
            "`last` runs if the condition `a` does not hold and the condition `w.c` holds",
        ]
    );
}

behavior_tree! {
    tree Decided(w: &mut World) {
        active_selector {
            'guard: guard(w.a) 'guarded: running;
            'priority: priority_selector {
                w.b => 'one: running;
                w.c => 'two: running;
            }
            'if: if w.number > 3 { 'yes: succeed; } else { 'no: fail; }
            'match: match w.number { 0 => 'zero: fail; 1 => 'one_more: fail; _ => 'many: fail; }
            'gate: with Gate {} 'through: running;
            'aim: action Aim {};
            'unaimed: running;
        }
    }
}

#[test]
fn decisions_are_named() {
    let nodes = [
        Decided::GUARDED,
        Decided::ONE,
        Decided::TWO,
        Decided::YES,
        Decided::ONE_MORE,
        Decided::THROUGH,
        Decided::UNAIMED,
    ];
    assert_eq!(
        told(Decided::new(), [World::default()], nodes),
        [
            "`guarded` runs if the condition of `guard` holds",
            "`one` runs if `w.b` holds",
            "`two` runs if `w.c` holds",
            "`yes` runs if the condition of `if` holds",
            "`one_more` runs if `match` chooses `one_more`",
            "`through` runs if `gate` ticks its child",
            // `Aim` cannot fail.
            "`unaimed` never runs from here, whatever is answered: `active_selector` is the last node above it that runs",
        ]
    );
}

behavior_tree! {
    tree Timed(w: &mut World) {
        selector {
            cooldown(5s) 'shoot: sequence { 'loaded: condition w.a; 'fire: fail; }
            timeout(2s) 'wait: sequence { 'pause: wait(9s); 'after: running; }
            'late: delay(1s) 'slow: running;
        }
    }
}

#[test]
fn times_are_named() {
    let shot = World { a: true, ..World::default() };
    let at = |time| World { time, ..shot.clone() };
    let nodes = [Timed::FIRE, Timed::AFTER, Timed::SLOW];
    assert_eq!(
        told(Timed::new(), [at(0)], nodes),
        [
            "`fire` runs in this tick",
            "`after` runs in the next tick if in the next tick `pause` is over",
            "`slow` runs 2 ticks later if in the next tick `timeout(2s)` is over, and 2 ticks later `late` is over",
        ]
    );
    assert_eq!(
        told(Timed::new(), [at(0), at(1)], nodes)[1..],
        [
            "`after` runs if `pause` is over",
            "`slow` runs in the next tick if `timeout(2s)` is over, and in the next tick `late` is over",
        ]
    );
    // The tree has failed, and the cooldown of its first child has begun.
    let ended = [at(0), at(3), at(5)];
    assert_eq!(told(Timed::new(), ended, [Timed::SLOW]), ["`slow` runs in this tick"]);
}

behavior_tree! {
    tree Counted(w: &mut World) {
        sequence {
            'retry: retry(3) 'act: action w.act();
            'then: action w.work();
            repeat(2) 'again: sequence { 'b: condition w.b; force_success 'try: action w.act(); }
            'end: running;
        }
    }

    tree Once(w: &mut World) {
        sequence { once 'first: condition w.a; 'second: running; }
    }
}

#[test]
fn later_ticks_are_named() {
    let nodes = [Counted::THEN, Counted::END];
    assert_eq!(
        told(Counted::new(), [world(|w| w.act = Some(Status::Failure))], nodes),
        [
            "`then` runs if `act` succeeds",
            "`end` runs in the next tick if `act` succeeds, the condition `b` holds and `try` succeeds, and in the next tick the condition `b` holds and `try` succeeds",
        ]
    );
    assert_eq!(
        told(Once::new(), [World::default()], [Once::SECOND]),
        ["`second` runs if the condition `first` holds"]
    );
    // The first answer is kept.
    let never = "`second` never runs from here, whatever is answered: `sequence` is the last node above it that runs";
    assert_eq!(told(Once::new(), [World::default(), World::default()], [Once::SECOND]), [never]);
}

behavior_tree! {
    tree Many(w: &mut World) {
        parallel(success = 1, failure = all) {
            'left: sequence { 'a: condition w.a; 'right: running; }
            'random: random_selector(w.number) { 'one: action w.act(); 'two: action w.act(); }
            'each: sequence { 'b: condition w.b; 'c: condition w.c; 'd: condition w.b; 'deep: running; }
        }
    }
}

#[test]
fn children_that_run_beside_each_other_do_not_matter() {
    let nodes = [Many::RIGHT, Many::ONE, Many::DEEP];
    assert_eq!(
        told(Many::new(), [World::default()], nodes),
        [
            "`right` runs if the condition `a` holds",
            "`one` runs in this tick",
            // `d` asks the same as `b`.
            "`deep` runs if the condition `b` holds and the condition `c` holds",
        ]
    );
}

behavior_tree! {
    tree Turned(w: &mut World) {
        sequence {
            'hungry: condition w.a;
            'eat: action w.act();
            active_if w.a { 'more: running; } else { 'full: running; }
        }
    }
}

#[test]
fn an_answer_is_not_the_same_after_an_action() {
    let worlds = [World { act: Some(Status::Success), ..World::default() }];
    assert_eq!(
        told(Turned::new(), worlds, [Turned::FULL]),
        [
            "`full` runs if the condition `hungry` holds, `eat` succeeds and the condition of `active_if w.a` does not hold"
        ]
    );
}

#[test]
fn changes_are_values() {
    let (recording, agent) = recorded(Chosen::new(), [World { a: true, ..World::default() }]);
    let answer = explore::<Chosen>().why_not(&recording, agent, 0, Chosen::FIRST).unwrap();
    assert_eq!((answer.node(), answer.ticks(), answer.is_never()), (Chosen::FIRST, Some(1), false));
    let returns = Answer::Returns;
    let changes: Vec<_> =
        answer.changes().iter().map(|of| (of.node, of.tick, of.was, of.needs)).collect();
    assert_eq!(
        changes,
        [
            (Chosen::ACT, 0, Some(returns(Status::Running)), returns(Status::Success)),
            (Chosen::B, 0, None, returns(Status::Success)),
        ]
    );
}

#[test]
fn a_limit_ends_the_search() {
    let limits = Limits { transitions: 12, ..Limits::default() };
    let (recording, agent) = recorded(Chosen::new(), [World::default()]);
    let answer =
        explore_with::<Chosen>(limits).why_not(&recording, agent, 0, Chosen::NEVER).unwrap();
    assert_eq!(
        answer.to_string(),
        "no answers that let `never` run were found within 12 transitions"
    );
    assert_eq!((answer.ticks(), answer.is_never()), (None, false));
}

#[test]
fn what_cannot_be_asked_is_an_error() {
    let (recording, agent) = recorded(Chosen::new(), [World::default(), World::default()]);
    let proof = explore::<Chosen>();
    let ask = |agent, moment, node| proof.why_not(&recording, agent, moment, node).unwrap_err();
    assert_eq!(ask(agent, 0, NodeId::new(99)), NoAnswer::UnknownNode(NodeId::new(99)));
    assert_eq!(ask(AgentId::new(7), 0, Chosen::A), NoAnswer::NotRecorded);
    let other = explore::<Decided>().why_not(&recording, agent, 0, Decided::AIM).unwrap_err();
    assert_eq!(other, NoAnswer::OtherTree("Chosen".into()));
    // After the last moment it rests.
    assert!(proof.why_not(&recording, agent, 99, Chosen::A).is_ok());
}

#[test]
fn the_state_is_found_without_the_beginning() {
    let worlds = || (0..5).map(|time| World { a: true, time: time / 4, ..World::default() });
    let (mut recording, agent) = recorded(Timed::new(), worlds());
    let proof = explore::<Timed>();
    let all = answer(&proof, &recording, agent, Timed::SLOW);
    recording.forget_before(3);
    assert_eq!(answer(&proof, &recording, agent, Timed::SLOW), all);
    assert!(all.starts_with("`slow` runs in the next tick if `timeout(2s)` is over"), "{all}");
}

#[test]
fn an_abort_is_followed() {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<Once>("agent");
    let (mut once, mut world) = (Once::new(), world(|w| w.a = true));
    recorder.tick(agent, &mut once, &mut world);
    recorder.next_moment();
    recorder.abort(agent, &mut once, &mut world);
    recorder.next_moment();
    world.a = false;
    recorder.tick(agent, &mut once, &mut world);
    let proof = explore::<Once>();
    let ask = |moment, node| proof.why_not(recorder.recording(), agent, moment, node);
    assert_eq!(ask(1, Once::FIRST).unwrap_err(), NoAnswer::NoTick);
    // `once` remembers its result.
    assert!(ask(2, Once::FIRST).unwrap().is_never());
    assert_eq!(ask(2, Once::SECOND).unwrap().to_string(), "`second` runs in this tick");
}

/// A world in which the same question has the same answer for as long as it is the same moment.
#[derive(Clone)]
struct Still {
    moment: u64,
    time: Duration,
}

impl Still {
    fn chance(&self, question: u64) -> fastrand::Rng {
        fastrand::Rng::with_seed(self.moment * 41 + question)
    }

    fn ask(&self, question: u32) -> bool {
        self.chance(question.into()).bool()
    }

    fn act(&mut self, question: u64) -> Status {
        [Status::Success, Status::Failure, Status::Running][self.chance(question).usize(..3)]
    }
}

impl Clock for Still {
    fn now(&self) -> Duration {
        self.time
    }
}

#[derive(Clone, Debug)]
struct Held;

impl Action<Still> for Held {
    fn check(&self, world: &Still) -> bool {
        world.ask(10)
    }

    fn tick(&mut self, world: &mut Still) -> Status {
        world.act(11)
    }
}

#[derive(Clone, Debug)]
struct Odd;

impl Decorator<Still> for Odd {
    fn tick(&mut self, world: &mut Still, child: impl FnOnce(&mut Still) -> Status) -> Status {
        if world.ask(12) { child(world) } else { world.act(13) }
    }
}

behavior_tree! {
    #[derive(Clone)]
    vocabulary StillWords(w: &mut Still) {
        condition C(n: u32 = 0) => w.ask(n);
        action A => w.act(20);
        action H => Held {};
        decorator D => Odd {};
        value P: Duration => Duration::from_secs(w.chance(21).u64(..3));
        value S: f32 => w.chance(22).f32();
        value T: f32 => w.chance(23).f32();
        value N: u32 => w.ask(24).into();
        random => w.chance(25).u32(..);
    }
}

/// Notes which nodes are ticked.
#[derive(Default)]
struct Ticked(BTreeSet<NodeId>);

impl Observer for Ticked {
    fn leaf(&mut self, node: NodeId, _: Status, _: Option<Arguments<'_>>) {
        self.0.insert(node);
    }

    fn finished(&mut self, node: NodeId, _: Status) {
        self.0.insert(node);
    }

    fn ticked(&mut self, node: NodeId) {
        self.0.insert(node);
    }
}

/// The leaves that ask the same; `None` if it is no leaf, or if another node asks the same.
fn same_question(nodes: &[Node], of: NodeId) -> Option<Vec<NodeId>> {
    let is_leaf = |node: &Node| node.end.index() == node.id.index() + 1;
    let is_in_same_tree = |node: &Node| {
        let inner = nodes.iter().find(|node| node.kind == NodeKind::Subtree);
        inner.is_none_or(|inner| {
            let is_inside = |id: NodeId| id > inner.id && id < inner.end;
            is_inside(node.id) == is_inside(of)
        })
    };
    let asked = &nodes[of.index()];
    if asked.kind != NodeKind::Condition {
        return is_leaf(asked).then(|| [of].into());
    }
    let asks = |node: &Node| {
        let key = node.key.unwrap_or_default();
        node.source.contains(asked.source) || key.contains(asked.source)
    };
    let same: Vec<&Node> =
        nodes.iter().filter(|node| asks(node) && is_in_same_tree(node)).collect();
    let are_conditions =
        same.iter().all(|node| node.kind == NodeKind::Condition && node.key.is_none());
    are_conditions.then(|| same.iter().map(|node| node.id).collect())
}

/// Ticks a tree with the changes, and returns whether the node is ticked; `None` if an observer cannot answer in this way.
fn is_ticked(tree: &Loaded<StillWords>, world: &Still, answer: &WhyNot) -> Option<bool> {
    let (mut tree, mut ticked) = (tree.clone(), Ticked::default());
    for tick in 0..answer.ticks()? {
        let mut answers = Answers::new();
        for change in answer.changes().iter().filter(|change| change.tick == tick) {
            let Answer::Returns(status) = change.needs else { return None };
            for node in same_question(tree.nodes(), change.node)? {
                answers = answers.leaf(node, status);
            }
        }
        tree.tick_with(&mut world.clone(), &mut (&mut answers, &mut ticked));
    }
    let node = &tree.nodes()[answer.node().index()];
    Some(ticked.0.range(node.id..node.end).next().is_some())
}

#[test]
fn a_tree_that_gets_the_answers_ticks_the_node() {
    let (mut replayed, mut later, mut never, mut unknown) = (0, 0, 0, 0);
    for seed in 0..30 {
        let mut tree = Generator::new(seed).tree::<StillWords>(12);
        let limits = Limits { states: 1, transitions: 100_000, ..Limits::default() };
        let proof = explore_loaded_with(&tree, limits);
        let mut recorder = Recorder::with_capacity(1 << 20);
        let agent = recorder.agent_of("agent", &tree);
        for moment in 0..6 {
            let mut world =
                Still { moment: seed * 100 + moment, time: Duration::from_millis(moment * 700) };
            let (before, still, mut ticked) = (tree.clone(), world.clone(), Ticked::default());
            recorder.tick_with(agent, &mut tree, &mut world, &mut ticked);
            for node in tree.nodes() {
                if ticked.0.range(node.id..node.end).next().is_some() {
                    continue;
                }
                let answer = proof.why_not(recorder.recording(), agent, moment, node.id);
                let answer = answer.unwrap_or_else(|error| panic!("{seed}: {error}"));
                never += usize::from(answer.is_never());
                unknown += usize::from(answer.ticks().is_none() && !answer.is_never());
                let Some(is_ticked) = is_ticked(&before, &still, &answer) else { continue };
                assert!(is_ticked, "{seed}, {moment}: {answer} of {proof}");
                replayed += 1;
                later += usize::from(answer.ticks() > Some(1));
            }
        }
    }
    println!("{replayed} replayed, {later} of them later, {never} never, {unknown} unknown");
    assert!(replayed > 300 && later > 30 && never > 30, "the trees are too tame");
    assert!(unknown * 20 < replayed, "{unknown} have no answer");
}
