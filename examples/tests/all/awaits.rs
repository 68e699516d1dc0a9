//! Futures of two executors and of threads, cancelled at random moments: none is left over, and none is forgotten.

use bt_core::crowd::Crowd;
use bt_core::{Status, Waking, behavior_tree, task};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Poll, Waker};
use std::time::Duration;

const AGENTS: usize = 10_000;

/// Counts what exists.
struct Alive(Arc<AtomicUsize>);

impl Alive {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(count))
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

struct Robot {
    runtime: tokio::runtime::Handle,
    executor: Arc<async_executor::Executor<'static>>,
    alive: Arc<AtomicUsize>,
    number: usize,
    rounds: u64,
    waker: Waker,
}

impl Waking for Robot {
    fn waker(&self) -> &Waker {
        &self.waker
    }
}

/// Is pending so many times.
async fn pending(rounds: u64, alive: Alive) -> bool {
    for _ in 0..rounds {
        let mut was_pending = false;
        std::future::poll_fn(|context| {
            if std::mem::replace(&mut was_pending, true) {
                return Poll::Ready(());
            }
            context.waker().wake_by_ref();
            Poll::Pending
        })
        .await;
    }
    drop(alive);
    true
}

impl Robot {
    fn work(&self) -> Pin<Box<dyn Future<Output = Result<bool, String>> + Send>> {
        let (own, inner) = (Alive::new(&self.alive), Alive::new(&self.alive));
        let work = pending(self.rounds, inner);
        // Most threads would wait for a processor.
        match (self.number % 3, self.number % 100) {
            (0, _) => {
                let work = self.runtime.spawn(work);
                Box::pin(async move {
                    let _own = own;
                    work.await.map_err(|error| error.to_string())
                })
            }
            (_, 1) => {
                let work = task::spawn(move || drop(work));
                Box::pin(async move {
                    let _own = own;
                    work.await.map(|()| true).map_err(|error| error.to_string())
                })
            }
            _ => {
                let work = self.executor.spawn(work);
                Box::pin(async move {
                    let _own = own;
                    Ok(work.await)
                })
            }
        }
    }
}

behavior_tree! {
    tree Work(robot: &mut Robot) {
        await robot.work();
    }
}

#[test]
fn futures_that_are_cancelled_leave_nothing_behind() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let executor = Arc::new(async_executor::Executor::new());
    let alive = Arc::new(AtomicUsize::new(0));
    let mut random = fastrand::Rng::with_seed(1);
    let mut crowd = Crowd::new();
    crowd.resize(AGENTS);
    let robot = |number| Robot {
        runtime: runtime.handle().clone(),
        executor: Arc::clone(&executor),
        alive: Arc::clone(&alive),
        number,
        rounds: random.u64(..20),
        waker: crowd.waker(number),
    };
    let mut robots: Vec<Robot> = (0..AGENTS).map(robot).collect();
    let mut trees: Vec<Work> = robots.iter().map(|_| Work::new()).collect();
    // `None` is running; an agent that was aborted does not begin again.
    let mut ends: Vec<Option<Status>> = vec![None; AGENTS];
    let (mut aborted, mut idle) = (0, 0);
    while ends.contains(&None) {
        crowd.begin(Duration::ZERO);
        let mut ticks = 0;
        while let Some(agent) = crowd.next_due() {
            if ends[agent].is_none() {
                ticks += 1;
                let status = trees[agent].tick(&mut robots[agent]);
                ends[agent] = Some(status).filter(|status| status.is_finished());
            }
            crowd.rest(agent, bt_core::Wake::OnEvent);
        }
        idle = if ticks == 0 { idle + 1 } else { 0 };
        for _ in 0..20 {
            let agent = random.usize(..AGENTS);
            if ends[agent].is_none() {
                trees[agent].abort(&mut robots[agent]);
                ends[agent] = Some(Status::Failure);
                aborted += 1;
            }
        }
        runtime.block_on(async { tokio::task::yield_now().await });
        for _ in 0..1000 {
            executor.try_tick();
        }
        if idle > 0 {
            std::thread::yield_now();
        }
    }
    assert!(aborted > 200, "{aborted}");
    assert!(ends.iter().filter(|end| **end == Some(Status::Success)).count() > AGENTS / 2);
    // Tokio and the threads finish what was begun.
    while alive.load(Ordering::Relaxed) > 0 {
        runtime.block_on(async { tokio::task::yield_now().await });
        executor.try_tick();
        std::thread::yield_now();
    }
}
