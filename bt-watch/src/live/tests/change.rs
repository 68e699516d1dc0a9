//! Forced answers, fields that are set, and breakpoints before leaves.

use super::{ask, start as fuse};
use crate::live::Live;
use crate::live::audience::Visitor;
use crate::live::mirror::Known;
use crate::live::shared::locked;
use crate::record::{AgentId, Recording};
#[cfg(feature = "edit")]
use bt_core::NodeKind;
use bt_core::observe::Mark;
use bt_core::{Agent, Clock, NodeId, Observer, Status, behavior_tree};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::borrow::ToOwned;
use std::format;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::string::{String, ToString};
use std::thread;
use std::time::{Duration, Instant};
use std::vec::Vec;

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Place {
    Bed,
    Wood,
}

#[derive(Debug, Serialize)]
struct Npc {
    health: u32,
    speed: f32,
    place: Place,
    said: String,
    goal: Option<String>,
    at: [i8; 2],
    secret: u32,
}

impl Npc {
    fn new() -> Self {
        let (said, goal) = (String::new(), None);
        Self { health: 100, speed: 1.5, place: Place::Bed, said, goal, at: [0, 0], secret: 7 }
    }
}

behavior_tree! {
    tree Guard(npc: &mut Npc) {
        active_selector {
            'flee: sequence {
                'weak: condition npc.health < 20;
                'run: action { npc.secret += 1; Status::Running };
            }
            'stand: sequence {
                'look: action npc.said.push('.');
                'stay: running;
            }
        }
    }
}

type Last = (Vec<(NodeId, Mark)>, Vec<NodeId>, Vec<(String, String)>);

/// A program with one guard, whose pages may change what it sees.
struct Program {
    live: Live,
    agent: AgentId,
    guard: Guard,
    npc: Npc,
}

impl Program {
    fn start() -> Self {
        Self::with_patience(Duration::from_secs(600))
    }

    fn with_patience(patience: Duration) -> Self {
        let mut live = Live::with_patience("127.0.0.1:0", patience).expect("it may listen");
        live.let_pause(true);
        live.let_change(true).expect("the server is reached by this machine alone");
        let agent = live.agent::<Guard>("guard");
        let mut program = Self { live, agent, guard: Guard::new(), npc: Npc::new() };
        program.tick();
        program
    }

    fn tick(&mut self) -> Status {
        let Self { live, agent, guard, npc } = self;
        live.set_fields(*agent, |fields| {
            fields.field("health", &mut npc.health).field("speed", &mut npc.speed);
            fields.field("place", &mut npc.place).field("said", &mut npc.said);
            fields.field("goal", &mut npc.goal).field("at", &mut npc.at);
        });
        live.tick_with_snapshot(*agent, guard, npc)
    }

    /// The answer to a request of a page of this run.
    fn told(&self, request: &str) -> Result<Value, String> {
        told(self.live.address(), self.live.shared.run(), request)
    }

    fn set(&self, field: &str, value: &str) -> Result<Value, String> {
        self.told(&format!("set?agent=0&field={field}&value={value}"))
    }

    /// The last frame: its events, the leaves that were forced, and the fields that were set.
    fn last(&self) -> Last {
        let recording = self.live.recording();
        let agent = recording.agent(self.agent).expect("it was added");
        let frame = agent.frames().last().expect("it was ticked");
        let set = frame.set().map(|(field, value)| (field.to_owned(), value.to_owned())).collect();
        (frame.events().collect(), frame.forced().collect(), set)
    }
}

/// Sends a request of a page of a run: `force?agent=0&node=1`
fn told(address: SocketAddr, run: &str, request: &str) -> Result<Value, String> {
    let sign = if request.contains('?') { '&' } else { '?' };
    let line = format!("POST /{request}{sign}page=7&shown=0&run={run}");
    let body = ask(address, &line).expect("it answers");
    let answer: Value = serde_json::from_str(&body).map_err(|_| body)?;
    answer["refused"].as_str().map_or(Ok(answer.clone()), |problem| Err(problem.into()))
}

fn force(node: NodeId, more: &str) -> String {
    format!("force?agent=0&node={}&{more}", node.index())
}

#[test]
fn an_answer_is_forced_until_it_is_released() {
    let mut program = Program::start();
    let state = program.told(&force(Guard::WEAK, "status=success")).expect("it may be forced");
    assert_eq!(state["forced"], json!([[0, Guard::WEAK.index(), "success", "released"]]));
    for _ in 0..3 {
        program.tick();
        let (events, forced, _) = program.last();
        assert_eq!(events[0], (Guard::WEAK, Mark::Ticked(Status::Success)));
        assert_eq!(forced, [Guard::WEAK]);
        assert!(program.guard.is_active(Guard::RUN));
        program.guard = Guard::new();
    }
    let release = format!("release?agent=0&node={}", Guard::WEAK.index());
    assert_eq!(program.told(&release).expect("it may be released")["forced"], json!([]));
    program.tick();
    assert_eq!(program.last().1, []);
    assert!(program.guard.is_active(Guard::STAY));
    assert_eq!(program.npc.secret, 10);

    // The recording of the ticks is that of a loaded file.
    let recording = program.live.recording();
    let loaded = Recording::from_json(&recording.to_json()).expect("it is a recording");
    assert_eq!(loaded, recording);
    let reason = r#""The answer of ",{"node":2}," was forced.""#;
    assert!(recording.page().to_string().contains(reason));
}

#[test]
fn an_answer_is_forced_once() {
    let mut program = Program::start();
    program.told(&force(Guard::RUN, "status=failure&until=asked")).expect("it may be forced");
    program.tick();
    assert_eq!(program.last().1, [], "the tree does not come to the leaf");
    program.npc.health = 10;
    program.tick();
    assert_eq!(program.last().1, [Guard::RUN]);
    assert!(program.guard.is_active(Guard::STAY));
    assert_eq!(program.npc.secret, 7, "the action was not evaluated");
    program.tick();
    assert_eq!(program.last().1, []);
    assert_eq!(program.npc.secret, 8);
}

#[test]
fn an_answer_is_forced_while_a_recorded_value_fulfils_a_comparison() {
    let mut program = Program::start();
    let refused = program.told(&force(Guard::WEAK, "status=success&while=mana+%3C+3"));
    assert_eq!(
        refused.expect_err("there is no such field"),
        "there is no recorded field `mana`: compare one, as in `health < 20`"
    );
    let wanted = force(Guard::WEAK, "status=success&while=health+%3C%3D+60");
    let state = program.told(&wanted).expect("it may be forced");
    assert_eq!(state["forced"][0][3], json!({ "while": "health <= 60" }));
    let mut forced = Vec::new();
    for health in [61, 60, 59, 61, 61] {
        program.npc.health = health;
        program.guard = Guard::new();
        program.tick();
        forced.push(!program.last().1.is_empty());
    }
    // The values are those after the tick before.
    assert_eq!(forced, [false, false, true, true, false]);
}

impl Clock for Npc {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

behavior_tree! {
    tree Errand(npc: &mut Npc) {
        'all: sequence {
            let(goal: u32) sequence {
                'plan: action Some(npc.secret) -> goal;
                'keep: action npc.secret = *goal;
            }
            'map: action { let _ = |number: u32| -> u32 { number }; };
            'rest: wait(3s);
            'stay: running;
        }
    }
}

#[test]
fn answers_that_a_leaf_never_gives_are_refused() {
    let mut program = Program::start();
    let errand = program.live.agent::<Errand>("errand");
    let run = program.live.shared.run();
    for (node, status, problem) in [
        (Errand::ALL, "failure", "`all` is never asked: choose a condition, an action or a wait"),
        (Errand::STAY, "failure", "`stay` is never asked: choose a condition, an action or a wait"),
        (Errand::REST, "failure", "a wait runs or succeeds, and never fails"),
        (
            Errand::PLAN,
            "success",
            "this action succeeds with a result, which no answer has: it can only run or fail",
        ),
        (NodeId::new(99), "success", "there is no such agent or no such node"),
    ] {
        let request = format!("force?agent=1&node={}&status={status}", node.index());
        let refused = told(program.live.address(), run, &request);
        assert_eq!(refused.expect_err("it is refused"), problem);
    }
    let refused = program.told(&force(Guard::WEAK, "status=running"));
    assert_eq!(
        refused.expect_err("it is refused"),
        "a condition succeeds or fails, and never runs"
    );
    for (node, status) in
        [(Errand::PLAN, "failure"), (Errand::MAP, "success"), (Errand::REST, "success")]
    {
        let request = format!("force?agent=1&node={}&status={status}", node.index());
        told(program.live.address(), run, &request).expect("it may be forced");
    }
    // Only what the tree takes is noted: `plan` fails, and nothing behind it is asked.
    program.live.tick(errand, &mut Errand::new(), &mut program.npc);
    let recording = program.live.recording();
    let frame = recording.agent(errand).and_then(|agent| agent.frames().last());
    assert!(frame.expect("it was ticked").forced().eq([Errand::PLAN]));
}

#[test]
fn fields_are_set_before_the_next_tick() {
    let mut program = Program::start();
    let state = program.set("health", "12").expect("it fits");
    assert_eq!(state["fields"], json!(["health", "speed", "place", "said", "goal", "at"]));
    assert_eq!(state["pending"], json!([["health", "12"]]));
    assert_eq!(program.npc.health, 100, "the program takes it itself");
    program.tick();
    assert!(program.guard.is_active(Guard::RUN));
    assert_eq!(program.last().2, [("health".into(), "12".into())]);
    program.tick();
    assert_eq!(program.last().2, []);
    let recording = program.live.recording();
    assert!(recording.page().to_string().contains("health was set to 12."));

    // JSON, or a text without quotation marks.
    for (field, value) in [
        ("speed", "2"),
        ("place", "Wood"),
        ("said", "5+%22%E2%9C%93"),
        ("goal", "%22home%22"),
        ("at", "[1,-2]"),
    ] {
        program.set(field, value).expect("it fits");
    }
    // The last one counts.
    program.set("speed", "2.5").expect("it fits");
    program.tick();
    let Npc { speed, place, said, goal, at, .. } = &program.npc;
    assert_eq!((*speed, *place, at), (2.5, Place::Wood, &[1, -2]));
    assert_eq!((&**said, goal.as_deref()), ("5 \"✓", Some("home")));
    program.set("goal", "null").expect("it fits");
    program.tick();
    assert_eq!(program.npc.goal, None);
}

/// The values that were set in a moment; `None` if the page does not know the moment yet.
fn set_in(address: SocketAddr, moment: u64) -> Option<Vec<String>> {
    let news = ask(address, "GET /recording?after=-1&page=7").expect("it answers");
    let news: Value = serde_json::from_str(&news).expect("it is JSON");
    let recording = Recording::from_json(&news["recording"].to_string()).ok()?;
    let frame = recording.agents().next()?.frame_at(moment)?;
    Some(frame.set().map(|(_, value)| value.to_owned()).collect())
}

#[test]
fn what_is_set_during_a_pause_is_there_in_the_next_tick() {
    let mut program = Program::start();
    let (address, run) = (program.live.address(), program.live.shared.run().to_owned());
    let told = |request: &str| told(address, &run, request).expect("it is allowed");
    told("pause");
    thread::scope(|scope| {
        let thread = scope.spawn(|| (program.tick(), program.tick()));
        let _page = Open(address);
        for moment in 1..3 {
            told(&format!("set?agent=0&field=health&value={moment}"));
            told("step");
            let set = loop {
                assert!(moment == 2 || !thread.is_finished(), "a step is one moment");
                match set_in(address, moment) {
                    Some(set) => break set,
                    None => thread::sleep(Duration::from_millis(1)),
                }
            };
            assert_eq!(set, [moment.to_string()]);
        }
        thread.join().expect("it goes on");
    });
    assert_eq!(program.npc.health, 2);
}

#[test]
fn values_that_do_not_fit_are_refused_at_once() {
    let program = Program::start();
    for (field, value, problem) in [
        ("health", "-1", "health: invalid value: integer `-1`, expected u32"),
        ("health", "many", "health: invalid type: string \"many\", expected u32"),
        ("health", "1.5", "health: invalid type: floating point `1.5`, expected u32"),
        ("health", "", "health: invalid type: string \"\", expected u32"),
        ("place", "Sea", "place: unknown variant `Sea`, expected `Bed` or `Wood`"),
        ("at", "[1]", "at: invalid length 1, expected an array of length 2"),
        ("at", "[300,0]", "at: invalid value: integer `300`, expected i8"),
        ("secret", "1", "the program does not let the field `secret` of this agent be set"),
    ] {
        assert_eq!(program.set(field, value).expect_err("it is refused"), problem);
    }
    assert!(program.set("at", &"[".repeat(5_000)).is_err());
    let state = program.told("release").expect("nothing is forced");
    assert_eq!(state["pending"], json!([]));
}

/// The status of the response.
fn status(address: SocketAddr, line: &str, fields: &str) -> String {
    let request = format!("{line} HTTP/1.1\r\n{fields}\r\n");
    loop {
        let mut stream = TcpStream::connect(address).expect("it listens");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        let is_read = stream.read_to_string(&mut answer).is_ok();
        // If the server is too slow on a busy machine, it says so.
        if let Some(status) = answer.split(' ').nth(1).filter(|status| is_read && *status != "408")
        {
            return status.to_owned();
        }
    }
}

#[test]
fn only_pages_of_this_run_change_anything() {
    let mut program = Program::start();
    let address = program.live.address();
    let own = format!("Host: {address}\r\n");
    let run = program.live.shared.run().to_owned();
    let requests = [
        force(Guard::WEAK, "status=success"),
        "release".into(),
        "set?agent=0&field=health&value=1".into(),
    ];
    for request in &requests {
        let sign = if request.contains('?') { '&' } else { '?' };
        let line = format!("POST /{request}{sign}run={run}");
        for fields in [
            "Host: evil.example\r\n".to_owned(),
            format!("{own}Origin: http://evil.example\r\n"),
            format!("{own}Origin: null\r\n"),
            format!("{own}Sec-Fetch-Site: cross-site\r\n"),
            format!("{own}Sec-Fetch-Site: same-site\r\n"),
            String::new(),
        ] {
            assert_eq!(status(address, &line, &fields), "403", "{line} {fields}");
        }
        for run in
            ["", "run=", "run=0000000000000000", &format!("run={run}0"), &format!("Run={run}")]
        {
            let line = format!("POST /{request}{sign}{run}");
            assert_eq!(status(address, &line, &own), "403", "{line}");
        }
        let get = line.replace("POST", "GET");
        assert_eq!(status(address, &get, &own), "405", "{get}");
        let with_body = format!("{own}Content-Length: 2\r\n");
        assert_eq!(status(address, &line, &with_body), "413", "{line}");
    }
    for request in [
        "force?agent=0&node=2",
        "force?agent=0&status=success",
        "force?agent=0&node=2&status=Success",
        "force?agent=0&node=-2&status=success",
        "force?agent=18446744073709551616&node=2&status=success",
        "set?agent=0&field=health",
        "set?field=health&value=1",
        "breakpoint?agent=0&node=0&before=1",
        "breakpoint?agent=9&node=2&before=1",
    ] {
        let line = format!("POST /{request}&run={run}");
        assert_eq!(status(address, &line, &own), "400", "{line}");
    }
    for request in [
        "force?agent=18446744073709551615&node=2&status=success",
        "force?agent=0&node=18446744073709551615&status=success",
        "force?agent=0&node=2&status=success&while=%ff",
        "set?agent=0&field=health&value=%zz",
        "set?agent=9&field=health&value=1",
        "set?agent=0&field=&value=1",
    ] {
        program.told(request).expect_err("it is refused");
    }
    program.tick();
    let (_, forced, set) = program.last();
    assert!(forced.is_empty() && set.is_empty());
    assert_eq!(program.npc.health, 100);

    program.live.let_change(false).expect("it is forbidden");
    for request in &requests {
        let refused = program.told(request).expect_err("it is refused");
        assert_eq!(refused, "this program does not let pages change what its agents see");
    }
    let (live, _) = fuse();
    assert!(told(live.address(), live.shared.run(), "release").is_err(), "it has not allowed it");
}

#[test]
fn a_server_that_others_can_reach_allows_no_changes() {
    let mut live = Live::open_to("0.0.0.0:0").expect("the system lets it listen");
    let error = live.let_change(true).expect_err("others can reach it");
    assert!(error.to_string().contains("can be reached from outside"), "{error}");
    live.let_change(false).expect("it forbids them anyway");
}

#[test]
fn nobody_forces_an_answer_after_all_pages_were_closed() {
    let mut program = Program::with_patience(Duration::ZERO);
    program.told(&force(Guard::WEAK, "status=success")).expect("it may be forced");
    // With a patience of zero, any passed time is longer.
    let begin = Instant::now();
    while Instant::now() == begin {}
    program.tick();
    assert_eq!(program.last().1, []);
    assert_eq!(program.told("release?agent=9").expect("nothing is released")["forced"], json!([]));
}

/// Closes the page at its end, so that a test that fails does not leave a program that waits.
struct Open(SocketAddr);

impl Drop for Open {
    fn drop(&mut self) {
        ask(self.0, "POST /bye?page=7");
    }
}

/// Waits until a program is paused in such a state; `is_over` says that it has ended.
fn paused(address: SocketAddr, is_over: impl Fn() -> bool, is: impl Fn(&Value) -> bool) -> Value {
    loop {
        assert!(!is_over(), "it has not stopped");
        let news = ask(address, "GET /recording?after=-1&page=7").expect("it answers");
        let news: Value = serde_json::from_str(&news).expect("it is JSON");
        if news["live"]["paused"] == true && is(&news["live"]) {
            return news["live"].clone();
        }
        thread::sleep(Duration::from_millis(1));
    }
}

fn waits(state: &Value) -> bool {
    !state["waits"].is_null()
}

#[test]
fn a_program_stops_before_a_leaf_in_the_middle_of_a_tick() {
    let mut program = Program::start();
    program.npc.health = 10;
    program.guard = Guard::new();
    let (address, run) = (program.live.address(), program.live.shared.run().to_owned());
    let told = |request: &str| told(address, &run, request).expect("it is allowed");
    let state = told(&format!("breakpoint?agent=0&node={}&before=1", Guard::RUN.index()));
    assert_eq!(state["before"], json!([[0, Guard::RUN.index()]]));
    thread::scope(|scope| {
        let thread = scope.spawn(|| {
            for _ in 0..3 {
                program.tick();
            }
        });
        let _page = Open(address);
        let over = || thread.is_finished();
        let state = paused(address, over, waits);
        assert_eq!(state["stopped"], json!([0, Guard::RUN.index()]));
        let weak = json!([[Guard::WEAK.index(), "success"]]);
        assert_eq!(state["waits"], json!({ "moment": 1, "events": weak }));
        // What is forced while it waits is the answer of this leaf.
        told(&force(Guard::RUN, "status=failure&until=asked"));
        told("step");
        // The step ends with the tick.
        let state = paused(address, over, |state| !waits(state));
        assert_eq!(state["stopped"], Value::Null);
        // Then it has ended, and the next one has not begun.
        while set_in(address, 1).is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        told("continue");
        let state = paused(address, over, waits);
        assert_eq!(state["waits"]["moment"], 2);
        told(&format!("breakpoint?agent=0&node={}&before=1", Guard::RUN.index()));
        told("continue");
        thread.join().expect("it goes on");
    });
    assert_eq!(program.npc.secret, 9, "the first of three ticks has not evaluated it");
    let recording = program.live.recording();
    let agent = recording.agent(program.agent).expect("it was added");
    let frame = agent.frame_at(1).expect("it was ticked");
    assert!(frame.forced().eq([Guard::RUN]) && !frame.is_unfinished());
    assert!(agent.active_at(1).contains(&Guard::STAY));
    assert!(agent.active_at(2).contains(&Guard::RUN));
}

/// A program without pages does not wait: they are closed while it has stopped before a leaf.
#[test]
fn a_tick_that_has_stopped_before_a_leaf_goes_on_when_the_page_is_closed() {
    let mut program = Program::start();
    let (address, run) = (program.live.address(), program.live.shared.run().to_owned());
    told(address, &run, &format!("breakpoint?agent=0&node={}&before=1", Guard::WEAK.index()))
        .expect("it is a leaf");
    program.guard = Guard::new();
    thread::scope(|scope| {
        let thread = scope.spawn(|| program.tick());
        let page = Open(address);
        paused(address, || thread.is_finished(), waits);
        drop(page);
        thread.join().expect("it goes on");
    });
}

#[test]
fn a_panic_in_a_tick_with_forced_answers_is_recorded() {
    behavior_tree! {
        tree Trap(npc: &mut Npc) {
            sequence {
                'near: condition npc.health < 20;
                'fall: action assert!(npc.secret != 7, "the trap");
            }
        }
    }
    let mut program = Program::start();
    let trap = program.live.agent::<Trap>("trap");
    let run = program.live.shared.run();
    let request = format!("force?agent=1&node={}&status=success", Trap::NEAR.index());
    told(program.live.address(), run, &request).expect("it may be forced");
    let (live, npc) = (&mut program.live, &mut program.npc);
    let mut tree = Trap::new();
    let tick = AssertUnwindSafe(|| live.tick(trap, &mut tree, npc));
    assert!(catch_unwind(tick).is_err());
    npc.secret = 8;
    assert_eq!(live.tick(trap, &mut Trap::new(), npc), Status::Success);
    let recording = live.recording();
    let frames: Vec<_> = recording.agent(trap).expect("it was added").frames().collect();
    assert!(frames[0].is_unfinished() && !frames[1].is_unfinished());
    assert!(frames.iter().all(|frame| frame.forced().eq([Trap::NEAR])));
}

/// What the leaves of a random tree give.
#[derive(Clone)]
struct Dice {
    statuses: [Status; 8],
}

impl Dice {
    fn throw(random: &mut fastrand::Rng) -> Self {
        let faces = [Status::Success, Status::Failure, Status::Running];
        Self { statuses: std::array::from_fn(|_| faces[random.usize(..3)]) }
    }

    const fn act(&self, leaf: usize) -> Status {
        self.statuses[leaf]
    }

    fn ask(&self, leaf: usize) -> bool {
        self.statuses[leaf] == Status::Success
    }
}

behavior_tree! {
    tree Dance(dice: &mut Dice) {
        active_selector {
            sequence {
                'l0: condition dice.ask(0);
                'l1: action dice.act(1);
                retry(2) 'l2: action dice.act(2);
            }
            parallel {
                not 'l3: condition dice.ask(3);
                repeat(2) sequence { 'l4: action dice.act(4); 'l5: condition dice.ask(5); }
            }
            active_sequence {
                force_success 'l6: condition dice.ask(6);
                subtree Step;
            }
        }
    }

    tree Step(dice: &mut Dice) {
        selector { 'l7: action dice.act(7); running; }
    }

    #[derive(Clone)]
    vocabulary Moves(dice: &mut Dice) {
        action Act(leaf: usize) => dice.act(leaf);
        condition Ask(leaf: usize) => dice.ask(leaf);
    }
}

/// The observer of a world in which leaves give other answers.
#[derive(Default, PartialEq, Debug)]
struct Trace(Vec<String>);

impl Observer for Trace {
    fn leaf(&mut self, node: NodeId, status: Status, _: Option<std::fmt::Arguments<'_>>) {
        self.0.push(format!("{node} {status}"));
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.0.push(format!("{node} finished {status}"));
    }

    fn aborted(&mut self, node: NodeId) {
        self.0.push(format!("{node} aborted"));
    }
}

/// Ticks a tree in a world in which all leaves fail and a page forces other answers, and in a world in which the leaves
/// give them; the traces are the same. `leaf` is the node of each leaf.
fn same_as_if_the_leaves_gave_them<T: Agent<Dice>>(
    new: impl Fn() -> T,
    leaves: [(usize, bool); 8],
    seed: u64,
) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut live =
        Live::with_patience("127.0.0.1:0", Duration::from_secs(600)).expect("it may listen");
    live.let_change(true).expect("the server is reached by this machine alone");
    let (mut forced, mut real) = (new(), new());
    let agent = live.agent_of("it", &forced);
    let (mut was_forced, mut was_free) = (0, 0);
    for _ in 0..60 {
        let world = Dice::throw(&mut random);
        let mut bent = world.clone();
        for (leaf, (node, is_condition)) in leaves.into_iter().enumerate() {
            // A stateful action and a world that changes would differ; these leaves only give their answers.
            let status = world.statuses[leaf];
            let status =
                if is_condition && status == Status::Running { Status::Failure } else { status };
            if random.bool() {
                bent.statuses[leaf] = Status::Failure;
                live.shared.force((0, node), status, (false, None)).expect("it may be forced");
            } else {
                locked(&live.shared.changes).release(Some((0, node)));
            }
        }
        live.shared.asked(Visitor { page: 7, hidden: false, shown: None }, &Known::default());
        live.shared.control_changed();
        let (mut one, mut other) = <(Trace, Trace)>::default();
        let status = live.tick_with(agent, &mut forced, &mut bent, &mut one);
        assert_eq!(status, real.tick_with(&mut world.clone(), &mut other), "seed {seed}");
        assert_eq!(one, other, "seed {seed}");
        assert!(forced.active().eq(real.active()), "seed {seed}");
        let recording = live.recording();
        let frame = recording.agent(agent).and_then(|agent| agent.frames().last());
        match frame.expect("it was ticked").forced().count() {
            0 => was_free += 1,
            _ => was_forced += 1,
        }
    }
    assert!(was_forced > 20 && was_free > 0, "{was_forced} {was_free}");
}

#[test]
fn a_forced_answer_is_that_of_a_leaf_which_gives_it() {
    let leaves = [
        (Dance::L0, true),
        (Dance::L1, false),
        (Dance::L2, false),
        (Dance::L3, true),
        (Dance::L4, false),
        (Dance::L5, true),
        (Dance::L6, true),
        (NodeId::new(0), false),
    ];
    let steps = Dance::NODES.iter().find(|node| node.label == Some("l7")).expect("it is there");
    let mut leaves = leaves.map(|(node, is_condition)| (node.index(), is_condition));
    leaves[7].0 = steps.id.index();
    for seed in 0..40 {
        same_as_if_the_leaves_gave_them(Dance::new, leaves, seed);
    }
}

#[cfg(feature = "edit")]
#[test]
fn a_forced_answer_of_a_loaded_tree_is_that_of_a_leaf_which_gives_it() {
    let text = "tree Dance {
        active_selector {
            sequence {
                'l0: condition Ask(leaf = 0);
                'l1: action Act(leaf = 1);
                retry(2) 'l2: action Act(leaf = 2);
            }
            parallel {
                not 'l3: condition Ask(leaf = 3);
                repeat(2) sequence { 'l4: action Act(leaf = 4); 'l5: condition Ask(leaf = 5); }
            }
            active_sequence {
                force_success 'l6: condition Ask(leaf = 6);
                subtree Step;
            }
        }
    }
    tree Step { selector { 'l7: action Act(leaf = 7); running; } }";
    let trees = Moves::parse(text).expect("no mistakes");
    let tree = trees.tree("Dance").expect("it is there");
    let leaves = ["l0", "l1", "l2", "l3", "l4", "l5", "l6", "l7"].map(|label| {
        let node = tree.nodes().iter().find(|node| node.label == Some(label)).expect(label);
        (node.id.index(), node.kind == NodeKind::Condition)
    });
    for seed in 0..40 {
        same_as_if_the_leaves_gave_them(|| tree.clone(), leaves, seed);
    }
}

#[cfg(feature = "edit")]
#[test]
fn the_leaves_of_an_earlier_version_of_a_tree_are_released() {
    let mut trees = Moves::parse("tree Dance { action Act(leaf = 0); }").expect("no mistakes");
    let mut tree = trees.tree("Dance").expect("it is there");
    let mut dice = Dice { statuses: [Status::Running; 8] };
    let patience = Duration::from_secs(600);
    let mut live = Live::with_patience("127.0.0.1:0", patience).expect("it may listen");
    live.let_change(true).expect("the server is reached by this machine alone");
    let agent = live.agent_of("it", &tree);
    live.tick(agent, &mut tree, &mut dice);
    let (address, run) = (live.address(), live.shared.run().to_owned());
    let ask = |request: &str| told(address, &run, request).expect("it is allowed");
    ask("force?agent=0&node=0&status=failure");
    trees.reload("tree Dance { sequence { action Act(leaf = 0); } }").expect("no mistakes");
    assert!(tree.renew(&trees, &mut dice));
    assert_eq!(live.tick(agent, &mut tree, &mut dice), Status::Running);
    let state = ask("release?agent=9&node=0");
    assert_eq!(state["forced"], json!([]));
    // The new version has a number of its own.
    ask("force?agent=1&node=1&status=failure");
    assert_eq!(live.tick(agent, &mut tree, &mut dice), Status::Failure);
    live.retire(agent);
    assert_eq!(ask("release?agent=9&node=0")["forced"], json!([]));
}
