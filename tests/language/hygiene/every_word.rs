// Every word of a vocabulary, for a place with the trees of `every_node.rs`.
::bt_core::behavior_tree! {
    pub(crate) vocabulary Words(world: &mut World) {
        condition Yes => world.yes();
        condition Below(limit: u32 = 3) => world.draws < limit;
        action Go => world.go();
        action Walk(steps: u32 = 2) => Walk { steps };
        action Stride(steps: u32) => Walk = Walk { steps };
        action Drawn(times: u32, far: bool, text: &'static str, pause: Duration = 1s, speed: f32 = -1.5) => {
            if far && text.is_empty() && pause.is_zero() && speed < 0.0 { world.draws += times; }
            world.go()
        };
        type Span = ::core::time::Duration;
        action Plan(far: bool, least: Span) -> Span => if far { ::core::option::Option::Some(least) } else { ::core::option::Option::None };
        action Follow(span: &Span, steps: u32) => { if span.is_zero() { world.draws += steps; } world.go() };
        action Both -> (many: u32, span: Span) => ::core::option::Option::Some((world.draws, ::core::time::Duration::ZERO));
        action Later(far: bool, least: Span) -> Span => await ::core::future::ready(if far { ::core::option::Option::Some(least) } else { ::core::option::Option::None });
        action Soon => await ?Send ::core::future::ready(());
        value Times(of: u32, span: Span): u32 => if span.is_zero() { of } else { world.draws };
        value Long(of: u32): Span => ::core::time::Duration::new(::core::convert::From::from(of), 0);
        decorator Calm(ticks: u32) => Calm { ticks };
        value Draws: u32 => world.draws;
        value Score: f32 => world.score();
        value No: bool => world.no();
        random => world.draw();
        subtree Part;
        subtree Waits(&mut *world);
    }
}
