//! The words that begin a node.
//!
//! `BLESS=1 cargo test -p bt-language tables` writes them from the rows of the words.

/// `condition EXPR;`: succeeds if the expression is true, and fails otherwise.
///
/// `EXPR: bool` sees the blackboard through a shared borrow, so a condition cannot change it. A condition is
/// never running.
pub struct condition;

/// `action EXPR;` or `action Type { field: value };` or `action Type = EXPR;` or `action EXPR -> NAME;`: does something.
///
/// The expression may change the blackboard. `action EXPR` takes a type that implements
/// [`IntoStatus`](crate::IntoStatus): `Status`, `bool`, `()` (success), or a `Result` of one of these (`Err`
/// is failure). A struct literal whose type implements [`Action`](crate::Action), or a value of such a type
/// after `Type =`, is a stateful action: the value is made at each activation and kept while the action
/// runs. `action EXPR -> NAME` keeps the result in the [`let`](crate::NodeKind::Let) of that name when it
/// succeeds; `EXPR` then gives an `Option` or a `Result` of the value (`None` and `Err` are failure), or a
/// [`Poll`](core::task::Poll) of the value or of one of these (`Pending` is running). A stateful action
/// implements [`Output`](crate::Output) too. `-> (a, b)` takes a tuple apart.
pub struct action;

/// `await EXPR;` or `await EXPR -> NAME;`: waits for a future.
///
/// The expression is evaluated when the node begins, and may change the blackboard. It gives a future, which
/// is polled in each tick, and dropped when the node ends. The output of the future counts as the result of
/// an [`action`](crate::NodeKind::Action) does, also with `-> NAME`. The future is polled with the waker
/// that [`Waking`](crate::Waking) gives, if the blackboard implements it. It has to be `Send`, except after
/// `?Send`. The feature `alloc` is needed. See [the
/// guide](crate::guide::stateful_actions#waiting-for-a-future).
pub struct r#await;

/// `wait(D);`: running until `D` has passed since its activation, then success.
pub struct wait;

/// `succeed;`: always succeeds.
pub struct succeed;

/// `fail;`: always fails.
pub struct fail;

/// `running;`: runs until it is aborted.
pub struct running;

/// `set NAME = EXPR;`: gives a name a new value, and succeeds.
///
/// The name is that of a [`let`](crate::NodeKind::Let) around the node, of a parameter of the tree or of one
/// of its results.
pub struct set;

/// `subtree Name;` or `subtree Name(EXPR);` or `subtree Name(NAME = EXPR);` or `subtree Name -> NAME;`: another tree as a node.
///
/// The subtree works on the same blackboard, or on the one that `EXPR` (`&mut npc.weapon`) borrows from it.
/// `NAME = EXPR` gives a parameter of the tree its value, at each activation. `subtree Name -> NAME` keeps
/// the result of a tree with one, `tree Name(…) -> (NAME: TYPE)`, when it succeeds.
pub struct subtree;

/// `sequence { … }`: ticks its children in order until one fails.
///
/// The node succeeds when all children have succeeded. A running child is resumed in the next tick; earlier
/// children are not ticked again.
pub struct sequence;

/// `selector { … }`: ticks its children in order until one succeeds.
///
/// The node fails when all children have failed. A running child is resumed in the next tick; earlier
/// children are not ticked again.
pub struct selector;

/// `active_sequence { … }`: a `sequence` that starts again at its first child in every tick.
///
/// When an earlier child fails or runs, the later one that was active is aborted.
pub struct active_sequence;

/// `active_selector { … }`: a `selector` that starts again at its first child in every tick.
///
/// When an earlier child succeeds or runs, the later one that was active is aborted.
pub struct active_selector;

/// `parallel(success = P, failure = P) { … }`: ticks all unfinished children in every tick, in order.
///
/// `P` is `all`, `one` or a number; the default is `success = all, failure = one`. The thresholds are tested
/// after each child that finishes. When one is reached, the tick ends at once and the running children are
/// aborted; the node fails as soon as success can no longer be reached.
pub struct parallel;

/// `monitor(success = P, failure = P) { condition …; … node … }`: runs its nodes while its conditions hold.
///
/// Every tick evaluates all conditions (`condition` or `not condition`) in order before anything else; the
/// first that fails aborts the nodes, and the monitor fails. The nodes after the conditions run as a
/// `parallel`.
pub struct monitor;

/// `pipeline { D => node … }`: ticks its children in order like a `sequence`, and those before the running one too.
///
/// A child is reached when the one before has succeeded for the first time. Every tick ticks all reached
/// children again, in order, each in a new activation if it had ended; an earlier child that runs again does
/// not stop the later ones. `D => node` gives a child a duration: after it has succeeded, it counts as
/// succeeded, without a tick, until D after it began. D is evaluated when the child begins. Any failure is
/// failure, success of the last child is success; the children that still run are then aborted.
pub struct pipeline;

/// `recover(N) { node node }`: ticks the second node, the repair, when the first one, the work, fails; after the repair has succeeded, the work begins again in the next tick, at most N times.
///
/// Success of the work is success. The node fails when the repair fails, or when the work fails after N
/// repairs. With `N = 0` there is no repair.
pub struct recover;

/// `round_robin { … }`: a `selector` that begins behind the child that succeeded last, and goes round.
///
/// It fails when all children have failed. The place is kept as long as the tree exists; an abort does not
/// change it.
pub struct round_robin;

/// `random_selector(EXPR) { … }`: a `selector` in random order.
///
/// `EXPR: u32` is the random number; it is evaluated for each choice among two or more children. `3 => node`
/// gives a child a weight. The probability of a child is proportional to its weight, which is 1 if none is
/// written. Weights are `u32` expressions; if all are zero, the first child is taken.
pub struct random_selector;

/// `random_sequence(EXPR) { … }`: a `sequence` in random order.
///
/// `EXPR: u32` is the random number; it is evaluated for each choice among two or more children. `3 => node`
/// gives a child a weight. The probability of a child is proportional to its weight, which is 1 if none is
/// written. Weights are `u32` expressions; if all are zero, the first child is taken.
pub struct random_sequence;

/// `utility_selector { SCORE => node … }`: a `selector` that tries its children from the highest score down.
///
/// The scores (`f32`) are evaluated at activation. Equal scores keep the written order; a child whose score
/// is NaN is not tried.
pub struct utility_selector;

/// `priority_selector { COND => node … }`: ticks the first child whose condition is true; an earlier child can take over.
///
/// Every tick evaluates the conditions before the running child, in order; if one is true, the running child
/// is aborted and then the child of that condition is ticked. The running child's own condition is not
/// evaluated again. When a child fails, the conditions after it are evaluated in the same tick; if none is
/// true, the node fails. The node succeeds when a child succeeds. The last child may have `else` as its
/// condition. A `cooldown` or a `guard` directly in front of a child belongs to its condition: while it
/// would refuse, the child is not chosen and interrupts nothing.
pub struct priority_selector;

/// `active_utility_selector { SCORE => node … }` or `active_utility_selector(margin = EXPR) { SCORE => node … }`: a `utility_selector` that evaluates its scores in every tick.
///
/// `margin` (`f32`, default 0) is added to the score of the running child. If another score is higher, the
/// running child is aborted before the other one is ticked; equal scores change nothing. After a failure the
/// next best is tried in the same tick; a child whose score is NaN is not tried; if none is left, the node
/// fails. The node succeeds when a child succeeds. A `cooldown` or a `guard` directly in front of a child
/// belongs to its score: it is asked in every tick, unless the child runs, and if it would refuse, the child
/// is not tried.
pub struct active_utility_selector;

/// `if EXPR { node } else { node }`: chooses a branch at activation.
///
/// The choice is kept until the node ends. Without `else`, the node fails if the expression is false; `if
/// let` and `else if` work as in Rust.
pub struct r#if;

/// `match EXPR { PATTERN => node, … }`: chooses a branch at activation.
///
/// The choice is kept until the node ends. The patterns are exhaustive as in Rust; the names of a pattern
/// cannot be used in its node.
pub struct r#match;

/// `active_if EXPR { node } else { node }`: an `if` that chooses again in every tick.
///
/// When the choice changes, the old branch is aborted before the new one is ticked.
pub struct active_if;

/// `active_match EXPR { PATTERN => node, … }`: a `match` that chooses again in every tick.
///
/// When the choice changes, the old branch is aborted before the new one is ticked.
pub struct active_match;

/// `not node`: success becomes failure, and failure success.
pub struct not;

/// `force_success node`: a finished child counts as success.
pub struct force_success;

/// `force_failure node`: a finished child counts as failure.
pub struct force_failure;

/// `repeat(N) node` or `repeat node`: ticks the node again after each success, N times or for ever.
///
/// A failure ends the loop. Between two rounds the node is running. `N = 0` succeeds at once. With `every =
/// D` (`repeat(every = 1s)`, `repeat(3, every = 1s)`) a round begins at least D after the one before began.
pub struct repeat;

/// `retry(N) node` or `retry node`: ticks the node again after each failure, N attempts or for ever.
///
/// A success ends the loop. Between two attempts the node is running. `N = 0` fails at once. With `every =
/// D` an attempt begins at least D after the one before began.
pub struct retry;

/// `guard(EXPR) node`: evaluates the expression before every tick of the child.
///
/// If it is false, the child is aborted and the guard fails.
pub struct guard;

/// `timeout(D) node`: aborts a child that still runs when D has passed, and fails.
///
/// The time starts at activation. The child is ticked before the deadline is tested.
pub struct timeout;

/// `delay(D) node`: is running for D, then ticks the child.
pub struct delay;

/// `cooldown(D) node`: after the child has worked, fails for D without ticking it.
///
/// It has worked if it succeeded, or if it ended or was aborted after a tick in which it ran: a child that
/// fails in the tick in which it began has done nothing. `after = end` counts that failure too; `after =
/// success` counts nothing but success.
pub struct cooldown;

/// `every(D) node`: ticks the child at most once per D, the first time at once.
///
/// Between these ticks the node is running. It limits how often its child is ticked, so an asynchronous
/// child is polled only once per period; write `repeat(every = D)` to begin again once per period.
pub struct every;

/// `once node`: keeps the first result of the child for ever.
///
/// For ever means as long as the tree exists.
pub struct once;

/// `service(D, EXPR) node`: runs `EXPR` while the child is active, at activation and then once per D.
///
/// `EXPR` runs before the tick of the child.
pub struct service;

/// `let(NAME: TYPE = EXPR) node` or `let(NAME: TYPE) node`: keeps a value while the node is active.
///
/// `EXPR` is evaluated at activation, may change the blackboard, and gives `TYPE`, `Option<TYPE>` or
/// `Result<TYPE, E>`; `None` and `Err` are failure. The value is dropped when the node ends. Inside, `NAME`
/// is a `&mut TYPE` in expressions that may change the blackboard, and a `&TYPE` in expressions that only
/// read it. Without `= EXPR` there is no value until an action below gives it: `action EXPR -> NAME`; a node
/// that may be ticked before that cannot use `NAME`.
pub struct r#let;

/// `for(NAME in RANGE) node`: ticks the node once for each number of a range, one round per tick.
///
/// `NAME` is the `usize` of the round; the `Range<usize>` is evaluated at activation. The next round follows
/// a success; a failure ends the loop. Between two rounds the node is running. An empty range succeeds at
/// once.
pub struct r#for;

/// `finally(EXPR) node` or `finally { CLEANUP } node`: cleans up once when the node ends in any way: runs `EXPR`, or ticks the node `CLEANUP` to its end.
///
/// The node ends by success, failure or abort; `EXPR` runs after the cleanups inside the node. If the node
/// never started, `EXPR` does not run. `CLEANUP` is for a cleanup that takes time: it begins in the tick in
/// which the node ends, and has ended before the result of the node counts, or before what has interrupted
/// the node goes on. Its own result changes nothing. An abort of the whole tree does not start it, and
/// `stop` does.
pub struct finally;

/// `with Type { … } node`: a decorator of your own; the type implements `Decorator`.
///
/// See [`Decorator`](crate::Decorator).
pub struct with;
