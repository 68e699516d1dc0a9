//! The table of the words.

use super::Arguments as A;
use super::Children as C;
use super::Family::{Composite, Decorator, Leaf};
use super::Row;

macro_rules! words {
    ($(
        $name:ident $word:literal $family:ident, $arguments:expr, $children:expr,
        $description:literal, $example:literal;
    )*) => {
        /// A word that begins a node, which determines the kind of node.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Word {
            $(#[doc = concat!("`", $word, "`: ", $description, ".")] $name,)*
        }

        impl Word {
            /// All words; the words of a family are consecutive.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            pub(super) const fn row(self) -> &'static Row {
                match self {
                    $(Self::$name => &Row {
                        name: stringify!($name),
                        word: $word,
                        family: $family,
                        arguments: $arguments,
                        children: $children,
                        description: $description,
                        example: $example,
                    },)*
                }
            }
        }
    };
}

// Each row: the name of the kind, its word and family, its arguments and children, its description,
// an example.
words! {
    Condition "condition" Leaf, A::Expression, C::None,
        "succeeds if the expression is true, and fails otherwise", "condition npc.health < 20;";
    Action "action" Leaf, A::Action, C::None,
        "does something", "action npc.run_away();";
    Wait "wait" Leaf, A::Duration, C::None,
        "running until `D` has passed since its activation, then success", "wait(1.5s);";
    Succeed "succeed" Leaf, A::None, C::None,
        "always succeeds", "succeed;";
    Fail "fail" Leaf, A::None, C::None,
        "always fails", "fail;";
    Running "running" Leaf, A::None, C::None,
        "runs until it is aborted", "running;";
    Subtree "subtree" Leaf, A::Tree, C::None,
        "another tree as a node", "subtree Shoot(&mut npc.weapon);";

    Sequence "sequence" Composite, A::None, C::Block,
        "ticks its children in order until one fails",
        "sequence { condition npc.is_hurt(); action npc.run_away(); }";
    Selector "selector" Composite, A::None, C::Block,
        "ticks its children in order until one succeeds",
        "selector { action npc.hide(); action npc.run_away(); }";
    ActiveSequence "active_sequence" Composite, A::None, C::Block,
        "a `sequence` that starts again at its first child in every tick",
        "active_sequence { condition npc.sees_enemy(); action npc.attack(); }";
    ActiveSelector "active_selector" Composite, A::None, C::Block,
        "a `selector` that starts again at its first child in every tick",
        "active_selector { action npc.attack(); action npc.patrol(); }";
    Parallel "parallel" Composite, A::Policies, C::Block,
        "ticks all unfinished children in every tick, in order",
        "parallel(success = one) { action npc.walk(); wait(10s); }";
    Monitor "monitor" Composite, A::Policies, C::Watched,
        "runs its nodes while its conditions hold",
        "monitor { condition npc.sees_enemy(); action npc.attack(); }";
    RandomSelector "random_selector" Composite, A::Value, C::Weighted,
        "a `selector` in random order",
        "random_selector(npc.dice()) { 3 => action npc.sing(); action npc.dance(); }";
    RandomSequence "random_sequence" Composite, A::Value, C::Weighted,
        "a `sequence` in random order",
        "random_sequence(npc.dice()) { action npc.sing(); action npc.dance(); }";
    UtilitySelector "utility_selector" Composite, A::None, C::Scored,
        "a `selector` that tries its children from the highest score down",
        "utility_selector { npc.hunger => action npc.eat(); 0.5 => action npc.sleep(); }";
    PrioritySelector "priority_selector" Composite, A::None, C::Conditional,
        "ticks the first child whose condition is true; an earlier child can take over",
        "priority_selector { npc.is_hurt() => action npc.run_away(); true => action npc.patrol(); }";
    ActiveUtilitySelector "active_utility_selector" Composite, A::Margin, C::Scored,
        "a `utility_selector` that evaluates its scores in every tick",
        "active_utility_selector(margin = 0.1) { npc.hunger => action npc.eat(); 0.5 => action npc.sleep(); }";
    If "if" Composite, A::Expression, C::Branches,
        "chooses a branch at activation",
        "if npc.is_hurt() { action npc.run_away(); } else { action npc.attack(); }";
    Match "match" Composite, A::Expression, C::Arms,
        "chooses a branch at activation",
        "match npc.mode { Mode::Calm => action npc.patrol(), _ => action npc.attack() }";
    ActiveIf "active_if" Composite, A::Expression, C::Branches,
        "an `if` that chooses again in every tick",
        "active_if npc.sees_enemy() { action npc.attack(); }";
    ActiveMatch "active_match" Composite, A::Expression, C::Arms,
        "a `match` that chooses again in every tick",
        "active_match npc.mode { Mode::Calm => action npc.patrol(), _ => action npc.attack() }";

    Not "not" Decorator, A::None, C::One,
        "success becomes failure, and failure success", "not condition npc.is_hurt();";
    ForceSuccess "force_success" Decorator, A::None, C::One,
        "a finished child counts as success", "force_success action npc.reload();";
    ForceFailure "force_failure" Decorator, A::None, C::One,
        "a finished child counts as failure", "force_failure action npc.shout();";
    Repeat "repeat" Decorator, A::Count, C::One,
        "ticks the node again after each success, N times or for ever", "repeat(3) action npc.knock();";
    Retry "retry" Decorator, A::Count, C::One,
        "ticks the node again after each failure, N attempts or for ever", "retry(3) action npc.open_door();";
    Guard "guard" Decorator, A::Value, C::One,
        "evaluates the expression before every tick of the child", "guard(npc.ammo > 0) action npc.attack();";
    Timeout "timeout" Decorator, A::Duration, C::One,
        "aborts a child that still runs when D has passed, and fails",
        "timeout(10s) action npc.walk();";
    Delay "delay" Decorator, A::Duration, C::One,
        "is running for D, then ticks the child", "delay(250ms) action npc.shout();";
    Cooldown "cooldown" Decorator, A::Duration, C::One,
        "after the child has ended in any way, fails for D without ticking it",
        "cooldown(5s) action npc.shout();";
    Every "every" Decorator, A::Duration, C::One,
        "ticks the child at most once per D, the first time at once",
        "every(200ms) action npc.look_around();";
    Once "once" Decorator, A::None, C::One,
        "keeps the first result of the child for ever", "once action npc.wake_up();";
    Service "service" Decorator, A::Service, C::One,
        "runs `EXPR` while the child is active, at activation and then once per D",
        "service(1s, npc.look_around()) action npc.walk();";
    Let "let" Decorator, A::Binding, C::One,
        "keeps a value while the node is active",
        "let(prey: u32 = npc.nearest()) action npc.hunt(*prey);";
    For "for" Decorator, A::Range, C::One,
        "ticks the node once for each number of a range, one round per tick",
        "for(room in 0..npc.rooms()) action npc.clean(room);";
    Finally "finally" Decorator, A::Statement, C::One,
        "runs `EXPR` once when the node ends in any way",
        "finally(npc.brush_off()) action npc.clean();";
    With "with" Decorator, A::Literal, C::One,
        "a decorator of your own; the type implements `Decorator`",
        "with Brave { up_to: 3 } action npc.attack();";
}
