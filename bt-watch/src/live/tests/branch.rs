//! Copies of agents that go on from a recorded tick.

use super::ask;
use crate::live::{Branches, Live, Turn};
use crate::record::{Agent, AgentId, Recording};
use bt_core::observe::Mark;
use bt_core::{NodeId, Status, behavior_tree};
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::format;
use std::string::{String, ToString};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::vec::Vec;

/// A hunter in a world that is a part of its blackboard.
#[derive(Clone, Debug, Serialize)]
struct Hunter {
    hunger: u32,
    at: i32,
    #[serde(skip)]
    chance: fastrand::Rng,
}

behavior_tree! {
    #[derive(Clone, Debug)]
    tree Hunt(it: &mut Hunter) {
        active_selector {
            'eat: sequence {
                'hungry: condition it.hunger > 6;
                'walk: action { it.at += 1; if it.at % 3 == 0 { Status::Success } else { Status::Running } };
                'bite: action it.hunger = 0;
            }
            'roam: sequence {
                let(steps: i32) sequence {
                    'plan: action Some(it.chance.i32(1..4)) -> steps;
                    'go: action it.at -= *steps;
                }
                repeat(3) 'look: action it.chance.bool();
                'rest: running;
            }
        }
    }
}

impl Hunter {
    /// What the world does in one step.
    fn advance(&mut self) {
        self.hunger += self.chance.u32(0..3);
    }
}

type State = (Hunt, Hunter);

struct Program {
    live: Live,
    branches: Branches<State>,
    agent: AgentId,
    state: State,
}

impl Program {
    fn start(most: usize) -> Self {
        Self::with(most, |(hunt, hunter), turn| {
            hunter.advance();
            turn.tick_with_snapshot(hunt, hunter);
        })
    }

    fn with(most: usize, advance: impl Fn(&mut State, &mut Turn<'_>) + Send + 'static) -> Self {
        let mut live =
            Live::with_patience("127.0.0.1:0", Duration::from_secs(600)).expect("it may listen");
        let branches = live.let_branch(most, advance).expect("only this machine reaches it");
        let agent = live.agent::<Hunt>("hunter");
        let chance = fastrand::Rng::with_seed(7);
        let state = (Hunt::new(), Hunter { hunger: 0, at: 0, chance });
        Self { live, branches, agent, state }
    }

    fn tick(&mut self) {
        let Self { live, branches, agent, state } = self;
        live.next_moment_at(Duration::from_secs(u64::from(state.1.hunger)));
        branches.keep(*agent, state);
        let (hunt, hunter) = state;
        hunter.advance();
        live.tick_with_snapshot(*agent, hunt, hunter);
    }

    /// A page shows the agent with this number.
    fn show(&self, agent: usize) -> Value {
        let line = format!("GET /recording?after=-1&page=7&shown={agent}");
        let told = ask(self.live.address(), &line).expect("it answers");
        serde_json::from_str(&told).expect("it is JSON")
    }

    fn ask(&self, wish: &Value) -> Result<Value, String> {
        told(&self.live, &format!("run={}", self.live.shared.run()), wish)
    }

    /// The recording of the copy.
    fn branch(&self, moment: u64, ticks: u64, forced: &Value) -> (Value, Recording) {
        let wish = json!({ "agent": 0, "moment": moment, "ticks": ticks, "forced": forced });
        let told = self.ask(&wish).expect("the program runs a copy");
        let recording = Recording::from_json(&told["recording"].to_string());
        (told, recording.expect("it is a recording"))
    }
}

fn told(live: &Live, query: &str, wish: &Value) -> Result<Value, String> {
    let mut coded = String::new();
    for byte in wish.to_string().bytes() {
        write!(coded, "%{byte:02x}").expect("a text takes it");
    }
    let request = format!("POST /branch?{query}&page=7&wish={coded}");
    let body = ask(live.address(), &request).expect("it answers");
    let told: Value = serde_json::from_str(&body).map_err(|_| body)?;
    told["refused"].as_str().map_or(Ok(told.clone()), |problem| Err(problem.into()))
}

/// All that is recorded of an agent in a moment.
fn moment_of(agent: Agent<'_>, moment: u64) -> impl PartialEq + std::fmt::Debug {
    let frame = agent.frame_at(moment).expect("it was ticked");
    (
        frame.events().collect::<Vec<_>>(),
        frame.active(),
        agent.blackboard_at(moment).expect("there is a snapshot"),
        agent.values_at(moment),
    )
}

#[test]
fn a_copy_without_a_change_does_what_the_agent_did() {
    let mut program = Program::start(100);
    program.show(0);
    for _ in 0..80 {
        program.tick();
    }
    let state = format!("{:?}", program.state);
    let original = program.live.recording();
    for from in [0, 1, 17, 40] {
        let (told, copied) = program.branch(from, 40, &json!([]));
        assert_eq!((&told["from"], &told["problem"]), (&json!(from), &Value::Null));
        assert_eq!(copied.moments(), from..from + 40);
        let [one, other] = [&original, &copied].map(|of| of.agents().next().expect("one agent"));
        assert_eq!((one.name(), one.tree()), (other.name(), other.tree()));
        for moment in copied.moments() {
            assert_eq!(moment_of(one, moment), moment_of(other, moment), "{moment}");
            assert_eq!(original.time(moment), copied.time(moment));
        }
    }
    // It goes on where the agent has not come yet.
    let (_, copied) = program.branch(70, 40, &json!([]));
    for _ in 80..110 {
        program.tick();
    }
    let original = program.live.recording();
    let [one, other] = [&original, &copied].map(|of| of.agents().next().expect("one agent"));
    for moment in 70..110 {
        assert_eq!(moment_of(one, moment), moment_of(other, moment), "{moment}");
    }
    assert_ne!(state, format!("{:?}", program.state));
}

#[test]
fn an_answer_is_forced_in_the_copy_alone() {
    let mut program = Program::start(100);
    program.show(0);
    for _ in 0..20 {
        program.tick();
    }
    let state = format!("{:?}", program.state);
    let hungry = Hunt::HUNGRY.index();
    let mark = |copied: &Recording, moment: u64, node: NodeId| {
        let agent = copied.agents().next().expect("one agent");
        let frame = agent.frame_at(moment).expect("it was ticked");
        let mark = frame.events().find(|(of, _)| *of == node).map(|(_, mark)| mark);
        (mark, frame.forced().collect::<Vec<_>>())
    };
    let (_, copied) = program.branch(2, 10, &json!([[hungry, "failure", "released"]]));
    for moment in 2..12 {
        let expected = (Some(Mark::Ticked(Status::Failure)), [Hunt::HUNGRY].into());
        assert_eq!(mark(&copied, moment, Hunt::HUNGRY), expected);
    }
    let (_, copied) = program.branch(2, 10, &json!([[hungry, "success", "asked"]]));
    assert_eq!(mark(&copied, 2, Hunt::HUNGRY).1, [Hunt::HUNGRY]);
    assert_eq!(mark(&copied, 3, Hunt::HUNGRY).1, []);
    let wish = json!([[hungry, "failure", { "while": "hunger > 8" }]]);
    let (_, copied) = program.branch(2, 10, &wish);
    let agent = copied.agents().next().expect("one agent");
    for moment in 3..12 {
        let before = agent.blackboard_at(moment - 1).expect("there is a snapshot");
        let is_forced = before["hunger"].as_u64() > Some(8);
        assert_eq!(mark(&copied, moment, Hunt::HUNGRY).1.len(), usize::from(is_forced), "{moment}");
    }
    assert_eq!(format!("{:?}", program.state), state, "the agent is another one");
    assert!(
        program
            .live
            .recording()
            .agents()
            .all(|agent| { agent.frames().all(|frame| frame.forced().next().is_none()) })
    );
}

#[test]
fn as_many_states_are_kept_as_the_program_says_and_only_of_what_a_page_shows() {
    let mut program = Program::start(5);
    program.tick();
    assert_eq!(program.branches.copies_of(program.agent), 0, "no page is open");
    assert_eq!(program.show(3)["live"]["branch"], json!({ "moments": null, "text": false }));
    program.tick();
    assert_eq!(program.branches.copies_of(program.agent), 0, "a page shows another agent");
    program.show(0);
    for _ in 2..9 {
        program.tick();
    }
    assert_eq!(program.branches.copies_of(program.agent), 5);
    assert_eq!(program.show(0)["live"]["branch"]["moments"], json!([4, 8]));
    let wish = |moment: u64| json!({ "agent": 0, "moment": moment, "ticks": 3 });
    assert!(program.ask(&wish(4)).is_ok());
    for (moment, problem) in [
        (3, "the program keeps no copy of tick 4: the first one is of tick 5"),
        (9, "the program keeps no copy of tick 10: the first one is of tick 5"),
    ] {
        assert_eq!(program.ask(&wish(moment)).expect_err("it is not kept"), problem);
    }
    let unknown = json!({ "agent": 1, "moment": 4, "ticks": 3 });
    let problem = program.ask(&unknown).expect_err("there is no such agent");
    assert_eq!(problem, "the program keeps no copy of tick 5");
    ask(program.live.address(), "POST /bye?page=7").expect("it answers");
    program.tick();
    assert_eq!(program.branches.copies_of(program.agent), 0, "the page is closed");
    program.show(0);
    program.tick();
    program.live.retire(program.agent);
    assert_eq!(program.branches.copies_of(program.agent), 0, "the agent has ended");
}

#[test]
fn only_a_page_of_this_run_has_copies() {
    let mut program = Program::start(5);
    program.show(0);
    program.tick();
    let wish = json!({ "agent": 0, "moment": 0, "ticks": 1 });
    let problem = "this is not a page of this run of the program: load it again";
    for query in ["", "run=", "run=0123456789abcdef"] {
        assert_eq!(told(&program.live, query, &wish).expect_err("it is refused"), problem);
    }
    let form = program.ask(&json!({ "agent": 0 })).expect_err("it is refused");
    assert!(form.starts_with("from where?"), "{form}");
    let answer = [Hunt::HUNGRY.index().into(), json!("running"), json!("released")];
    let wish = json!({ "agent": 0, "moment": 0, "ticks": 1, "forced": [answer] });
    let problem = program.ask(&wish).expect_err("it is refused");
    assert_eq!(problem, "a condition succeeds or fails, and never runs");
    let Program { live, branches, .. } = program;
    drop(branches);
    let query = format!("run={}", live.shared.run());
    let problem = told(&live, &query, &wish).expect_err("it is refused");
    assert_eq!(problem, "this program does not run copies of its agents");

    let mut open = Live::open_to("0.0.0.0:0").expect("the system lets it listen");
    let error = open.let_branch(9, |(): &mut (), _| ()).expect_err("it is refused").to_string();
    assert!(
        error.ends_with("can be reached from outside, so its pages may not run copies"),
        "{error}"
    );
}

#[test]
fn a_copy_that_panics_is_shown_up_to_the_panic() {
    let panics = Arc::new(AtomicBool::new(false));
    let of_copies = Arc::clone(&panics);
    let mut program = Program::with(9, move |(hunt, hunter), turn| {
        hunter.advance();
        let is_late = hunter.hunger > 4;
        assert!(!is_late || !of_copies.load(Ordering::Relaxed), "it is too hungry");
        if !is_late {
            turn.tick(hunt, hunter);
        }
    });
    program.show(0);
    program.tick();
    panics.store(true, Ordering::Relaxed);
    let (told, copied) = program.branch(0, 1_000_000, &json!([]));
    let problem = told["problem"].as_str().expect("it panicked");
    let tick = copied.moments().end;
    assert_eq!(problem, format!("the copy panicked in tick {tick}: it is too hungry"));
    assert!((2..50).contains(&tick), "{tick}");
    panics.store(false, Ordering::Relaxed);
    let (told, copied) = program.branch(0, 1_000_000, &json!([]));
    assert_eq!((&told["problem"], copied.moments()), (&Value::Null, 0..1000));
}
