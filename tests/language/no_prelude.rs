//! A crate without a prelude: generated code names everything by its full path.
#![no_implicit_prelude]

struct World {
    time: ::core::time::Duration,
    draws: u32,
    walked: u32,
    done: bool,
}

impl World {
    fn yes(&self) -> bool {
        self.draws < 1_000
    }

    fn no(&self) -> bool {
        !self.yes()
    }

    fn score(&self) -> f32 {
        if self.yes() { 1.0 } else { 0.0 }
    }

    fn go(&mut self) -> bool {
        self.walked += 1;
        true
    }

    fn draw(&mut self) -> u32 {
        self.draws += 1;
        self.draws
    }

    fn done(&mut self) {
        self.done = true;
    }
}

impl ::bt_core::Clock for World {
    fn now(&self) -> ::core::time::Duration {
        self.time
    }
}

struct Walk {
    steps: u32,
}

impl ::bt_core::Action<World> for Walk {
    fn tick(&mut self, world: &mut World) -> ::bt_core::Status {
        world.walked += 1;
        self.steps -= 1;
        if self.steps == 0 { ::bt_core::Status::Success } else { ::bt_core::Status::Running }
    }
}

impl ::bt_core::Output<u32> for Walk {
    fn output(&mut self) -> u32 {
        self.steps
    }
}

struct Calm {
    ticks: u32,
}

impl ::bt_core::Decorator<World> for Calm {
    fn tick(
        &mut self,
        world: &mut World,
        child: impl ::core::ops::FnOnce(&mut World) -> ::bt_core::Status,
    ) -> ::bt_core::Status {
        self.ticks -= 1;
        if self.ticks == 0 { ::bt_core::Status::Success } else { child(world) }
    }
}

::core::include!("hygiene/every_node.rs");
::core::include!("hygiene/every_word.rs");

#[::core::prelude::v1::test]
fn runs_to_the_last_node() {
    let time = ::core::time::Duration::ZERO;
    let mut world = World { time, draws: 0, walked: 0, done: false };
    let mut tree = Everything::new();
    let mut ticks = 0;
    while tree.tick(&mut world).is_running() {
        world.time += ::core::time::Duration::from_millis(10);
        ticks += 1;
        ::core::assert!(ticks < 100, "the tree does not end");
    }
    ::core::assert!(world.done);
}
