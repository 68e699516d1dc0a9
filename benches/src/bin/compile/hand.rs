//! The minimum of compile time: a hand-written state machine, compared with the tree that does the same.

use std::fmt::Write as _;

/// The leaves of each group of four nodes: a sequence of two conditions and an action.
fn leaves(group: usize) -> [usize; 3] {
    [3 * group, 3 * group + 1, 3 * group + 2].map(|leaf| leaf % 64)
}

/// A selector of such sequences.
pub(crate) fn tree(nodes: usize) -> String {
    let mut text = String::from("pub tree Tree(world: &mut World) {\nselector {\n");
    for group in 0..nodes / 4 {
        let [first, second, action] = leaves(group);
        let _ = writeln!(
            text,
            "sequence {{\ncondition world.is_{first}();\ncondition world.is_{second}();\n\
             action world.do_{action}();\n}}"
        );
    }
    text + "}\n}\n"
}

/// The same as a `match` in a loop, with a tick and no other functions of a tree.
pub(crate) fn machine(nodes: usize) -> String {
    let groups = nodes / 4;
    let (mut states, mut arms) = (String::new(), String::new());
    for group in 0..groups {
        let [first, second, action] = leaves(group);
        let _ = writeln!(states, "Try{group}, Run{group},");
        let failed = format!("{{ *state = State::Try{}; }}", group + 1);
        let _ = writeln!(
            arms,
            "State::Try{group} => if world.is_{first}() && world.is_{second}() {{
                *state = State::Run{group};
            }} else {failed},
            State::Run{group} => match world.do_{action}() {{
                Running => return Running,
                Success => {{ *state = State::Try0; return Success; }}
                Failure => {failed}
            }},"
        );
    }
    format!(
        "use benches::random::World;
use bt_core::Status::{{self, Failure, Running, Success}};
pub enum State {{ {states} Try{groups} }}
pub fn tick(state: &mut State, world: &mut World) -> Status {{
    loop {{
        match state {{
            {arms}
            State::Try{groups} => {{ *state = State::Try0; return Failure; }}
        }}
    }}
}}\n"
    )
}
