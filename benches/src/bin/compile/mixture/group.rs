//! The states of one group, with their actions and transitions.

use super::GROUP_NODES;

pub(crate) struct Group {
    pub(crate) number: usize,
    pub(crate) observed: bool,
}

/// The conditions and actions of a group, of the 64 conditions and 64 actions.
pub(crate) fn leaves(group: usize) -> [usize; 5] {
    [0, 1, 2, 3, 4].map(|leaf| (7 * group + leaf) % 64)
}

impl Group {
    /// The number of a node, counted from the sequence of the group.
    fn node(&self, node: usize) -> usize {
        GROUP_NODES * self.number + 1 + node
    }

    fn call(&self, method: &str, node: usize, status: &str) -> String {
        let node = self.node(node);
        if self.observed { format!("observer.{method}({node}, {status});") } else { String::new() }
    }

    fn leaf(&self, node: usize) -> String {
        self.call("leaf", node, "status")
    }

    /// The sequence fails, and the next group starts.
    fn failed(&self) -> String {
        let finished = self.call("finished", 0, "Failure");
        format!("{{ {finished} *state = State::Try{}; }}", self.number + 1)
    }

    pub(crate) fn states(&self) -> String {
        let group = self.number;
        format!(
            "Try{group}, Timeout{group} {{ until: Duration }}, Retry{group} {{ left: u32 }},
            Wait{group} {{ until: Duration }}, Walk{group}(Walk),
            Both{group} {{ first: Option<bool>, second: Option<bool> }},\n"
        )
    }

    pub(crate) fn condition(&self) -> String {
        let (group, leaf, failed) = (self.number, self.leaf(1), self.failed());
        let [condition, ..] = leaves(group);
        format!(
            "State::Try{group} => {{
                let status = Status::from(world.is_{condition}()); {leaf}
                if status == Success {{
                    let until = world.now().saturating_add(Duration::from_secs(1));
                    *state = State::Timeout{group} {{ until }};
                }} else {failed}
            }}\n"
        )
    }

    pub(crate) fn timeout(&self) -> String {
        let (group, leaf, failed) = (self.number, self.leaf(3), self.failed());
        let [_, action, ..] = leaves(group);
        let [success, failure] =
            ["Success", "Failure"].map(|status| self.call("finished", 2, status));
        let aborted = if self.observed {
            format!("observer.aborted({});", self.node(3))
        } else {
            String::new()
        };
        format!(
            "State::Timeout{group} {{ until }} => {{
                let status = world.do_{action}(); {leaf}
                match status {{
                    Running => if *until <= world.now() {{ {aborted} {failure} {failed} }}
                        else {{ return Running; }},
                    Success => {{ {success} *state = State::Retry{group} {{ left: 3 }}; }}
                    Failure => {{ {failure} {failed} }}
                }}
            }}\n"
        )
    }

    pub(crate) fn retry(&self) -> String {
        let (group, leaf, failed) = (self.number, self.leaf(5), self.failed());
        let [_, _, action, ..] = leaves(group);
        let [success, failure] =
            ["Success", "Failure"].map(|status| self.call("finished", 4, status));
        format!(
            "State::Retry{group} {{ left }} => {{
                let status = world.do_{action}(); {leaf}
                match status {{
                    Running => return Running,
                    Success => {{
                        {success}
                        let until = world.now().saturating_add(Duration::from_millis(100));
                        *state = State::Wait{group} {{ until }};
                    }}
                    Failure => if *left > 1 {{ *left -= 1; return Running; }}
                        else {{ {failure} {failed} }}
                }}
            }}\n"
        )
    }

    pub(crate) fn wait(&self) -> String {
        let (group, leaf, failed) = (self.number, self.leaf(6), self.failed());
        let walk_failed = self.call("leaf", 7, "Failure");
        format!(
            "State::Wait{group} {{ until }} => {{
                let status = if world.now() < *until {{ Running }} else {{ Success }}; {leaf}
                if status == Running {{ return Running; }}
                let mut walk = Walk {{ steps: 3 }};
                if Action::check(&walk, &*world) {{
                    Action::start(&mut walk, world);
                    *state = State::Walk{group}(walk);
                }} else {{ {walk_failed} {failed} }}
            }}\n"
        )
    }

    pub(crate) fn walk(&self) -> String {
        let (group, leaf, failed) = (self.number, self.leaf(7), self.failed());
        format!(
            "State::Walk{group}(walk) => {{
                let status = Action::tick(walk, world); {leaf}
                match status {{
                    Running => return Running,
                    Success => {{
                        Action::end(walk, world, End::Success);
                        *state = State::Both{group} {{ first: None, second: None }};
                    }}
                    Failure => {{ Action::end(walk, world, End::Failure); {failed} }}
                }}
            }}\n"
        )
    }

    pub(crate) fn parallel(&self) -> String {
        let (group, failed) = (self.number, self.failed());
        let [_, _, _, first, second] = leaves(group);
        let [first_leaf, second_leaf] = [9, 10].map(|node| self.leaf(node));
        let [success, failure] =
            ["Success", "Failure"].map(|status| self.call("finished", 8, status));
        let all = self.call("finished", 0, "Success");
        let root = if self.observed { "observer.finished(0, Success);" } else { "" };
        format!(
            "State::Both{group} {{ first, second }} => {{
                if first.is_none() {{
                    let status = world.do_{first}(); {first_leaf}
                    if status != Running {{ *first = Some(status == Success); }}
                }}
                if *first != Some(false) && second.is_none() {{
                    let status = world.do_{second}(); {second_leaf}
                    if status != Running {{ *second = Some(status == Success); }}
                }}
                match (*first, *second) {{
                    (Some(true), Some(true)) => {{
                        {success} {all} {root} *state = State::Try0; return Success;
                    }}
                    (Some(false), _) | (_, Some(false)) => {{ {failure} {failed} }}
                    _ => return Running,
                }}
            }}\n"
        )
    }

    /// The arms that abort the running node and return its number.
    pub(crate) fn abort(&self) -> String {
        let group = self.number;
        let [timeout, retry, wait, walk, both] = [3, 5, 6, 7, 8].map(|node| self.node(node));
        format!(
            "State::Walk{group}(walk) => {{ Action::end(walk, world, End::Aborted); {walk} }}
            State::Timeout{group} {{ .. }} => {timeout}, State::Retry{group} {{ .. }} => {retry},
            State::Wait{group} {{ .. }} => {wait}, State::Both{group} {{ .. }} => {both},\n"
        )
    }
}
