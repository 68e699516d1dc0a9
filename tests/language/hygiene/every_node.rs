// Every node of the language, for any place that has a `World` with a clock, a `Walk` action and a
// `Calm` decorator in scope. The leaves themselves need no name from a prelude.
::bt_core::behavior_tree! {
    pub(crate) tree Everything(world: &mut World) {
        sequence {
            'leaves: sequence {
                condition world.yes();
                action world.go();
                action Walk { steps: 2 };
                await ::core::future::ready(world.yes());
                await ?Send ::core::future::ready(());
                wait(20ms);
                force_success fail;
                succeed;
                subtree Part;
                subtree Part(&mut *world);
            }
            'composites: sequence {
                selector { condition world.no(); action world.go(); }
                active_sequence { condition world.yes(); action Walk { steps: 2 }; }
                active_selector { condition world.no(); action Walk { steps: 2 }; }
                parallel(success = 1, failure = all) { running; action Walk { steps: 3 }; }
                monitor(success = one) {
                    condition world.yes();
                    not condition world.no();
                    action Walk { steps: 2 };
                    wait(1s);
                }
                recover(world.draws % 2 + 1) { action Walk { steps: 1 }; action world.go(); }
                pipeline { 20ms => action world.go(); action Walk { steps: 2 }; wait(10ms); }
                pipeline { ::core::time::Duration::from_millis(20) => action world.go(); action Walk { steps: 2 }; }
                pipeline { action world.go(); action Walk { steps: 2 }; }
                round_robin { fail; action Walk { steps: 1 }; }
                random_selector(world.draw()) { 2 => action Walk { steps: 1 }; fail; }
                random_sequence(world.draw()) { action world.go(); action Walk { steps: 1 }; wait(10ms); }
                priority_selector { world.no() => fail; world.yes() => action Walk { steps: 2 }; }
                active_utility_selector(margin = world.score()) { world.score() => action Walk { steps: 2 }; 0.5 => fail; }
                utility_selector { world.score() => action Walk { steps: 2 }; 0.5 => fail; }
            }
            'choices: sequence {
                if world.yes() { action Walk { steps: 2 }; } else { fail; }
                if world.no() { fail; } else if world.yes() { succeed; }
                match world.draws % 2 { 0 => action Walk { steps: 2 }, _ => wait(10ms) }
                active_if world.yes() { action Walk { steps: 2 }; }
                active_match world.draws { 0..1000 => action Walk { steps: 2 }, _ => fail }
            }
            'decorators: sequence {
                not fail;
                not force_failure succeed;
            }
            'counted: sequence {
                repeat(2) action Walk { steps: 1 };
                force_success retry(2) fail;
                once action world.go();
                with Calm { ticks: 2 } running;
                let(steps: ::core::primitive::u32 = world.draw()) sequence {
                    set steps = *steps + 1;
                    condition *steps < 1_000_000;
                    action { *steps = 2; world.go() };
                    action Walk { steps: *steps };
                    action Walk = Walk { steps: *steps };
                }
                let(steps: ::core::primitive::u32) let(more: ::core::primitive::u32) sequence {
                    action ::core::option::Option::Some((1, 2)) -> (steps, more);
                    condition *steps < *more;
                    action ::core::task::Poll::Ready(*more) -> steps;
                    action Walk { steps: *steps } -> more;
                    active_sequence { action Walk = Walk { steps: *more + 1 } -> more; }
                    subtree Count -> steps;
                    subtree CountTwo(steps = *steps) -> (steps, more);
                }
                for(round in 0..2) action Walk { steps: if round > 0 { 1 } else { 2 } };
                finally(world.go()) action Walk { steps: 2 };
                'endless: force_success timeout(60ms) repeat succeed;
                force_success guard(world.yes()) timeout(40ms) retry fail;
            }
            'timed: sequence {
                delay(20ms) action world.go();
                cooldown(1ms) action world.go();
                every(20ms) action Walk { steps: 2 };
                service(20ms, world.go()) wait(50ms);
            }
            'computed: sequence {
                wait(::core::time::Duration::from_millis(20));
                force_success timeout(::core::time::Duration::from_millis(20)) running;
                delay(::core::time::Duration::from_millis(20)) action world.go();
                cooldown(::core::time::Duration::from_millis(1)) action world.go();
                every(::core::time::Duration::from_millis(20)) action Walk { steps: 2 };
                service(::core::time::Duration::from_millis(20), world.go()) wait(50ms);
                repeat(world.draws % 2 + 1) action Walk { steps: 1 };
                parallel(success = 2) { action Walk { steps: 2 }; wait(10ms); running; }
            }
            'lasting: sequence {
                finally { action Walk { steps: 2 }; } action world.go();
                force_success timeout(0s) finally { action world.go(); } running;
                guard(world.yes()) finally { action Walk { steps: 1 }; } action world.go();
                monitor { condition world.yes(); finally { action world.go(); } action world.go(); }
                active_if world.yes() { finally { action world.go(); } action Walk { steps: 2 }; } else { fail; }
                active_match world.draws { 0..1000 => finally { action world.go(); } action Walk { steps: 2 }, _ => fail }
                priority_selector { world.no() => fail; world.yes() => finally { action world.go(); } action Walk { steps: 2 }; }
                active_utility_selector { world.score() => finally { action world.go(); } action Walk { steps: 2 }; }
                random_selector(world.draw()) { finally { action world.go(); } action Walk { steps: 1 }; }
                let(steps: ::core::primitive::u32 = world.draw()) finally { action Walk { steps: *steps % 2 + 1 }; } action world.go();
                guard(world.yes()) subtree Cleans;
            }
            action world.done();
        }
    }

    tree Waits(world: &mut World) {
        sequence { wait(10ms); action world.go(); }
    }

    tree Cleans(world: &mut World) {
        sequence { finally { action Walk { steps: 1 }; } action world.go(); }
    }

    tree Count(world: &mut World) -> (steps: ::core::primitive::u32) {
        action ::core::result::Result::<_, ()>::Ok(1) -> steps;
    }

    tree CountTwo(world: &mut World, steps: ::core::primitive::u32) -> (state: ::core::primitive::u32, results: ::core::primitive::u32) {
        action ::core::option::Option::Some((*steps, 2)) -> (state, results);
    }

    tree Part(world: &mut World) {
        'walk: action Walk { steps: 1 };
    }
}
