//! `await`: futures begin with their node, are polled when it is ticked, and are dropped when it ends.

use bt_core::crowd::Crowd;
use bt_core::observe::Log;
use bt_core::{Status, Wake, Waking, behavior_tree, task};
use std::cell::RefCell;
use std::future::{Ready, poll_fn, ready};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Duration;

/// A value that arrives from outside, and the waker of who waits for it.
#[derive(Default)]
struct Mail(Mutex<(Option<Answer>, Option<Waker>)>);

type Answer = Result<u32, String>;

impl Mail {
    fn send(&self, value: Answer) {
        let mut inside = self.0.lock().unwrap();
        inside.0 = Some(value);
        if let Some(waker) = inside.1.take() {
            waker.wake();
        }
    }
}

/// Counts the futures that are there.
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

#[derive(Default)]
struct Robot {
    mail: Arc<Mail>,
    begun: u32,
    alive: Arc<AtomicUsize>,
    path: u32,
    is_hurt: bool,
    waker: Option<Waker>,
}

impl Robot {
    /// Waits for mail.
    fn read(&mut self) -> impl Future<Output = Result<u32, String>> + Send + use<> {
        self.begun += 1;
        let (mail, alive) = (Arc::clone(&self.mail), Alive::new(&self.alive));
        poll_fn(move |context| {
            let _alive = &alive;
            let mut inside = mail.0.lock().unwrap();
            inside.1 = Some(context.waker().clone());
            inside.0.take().map_or(Poll::Pending, Poll::Ready)
        })
    }

    /// The same without the number.
    fn hear(&mut self) -> impl Future<Output = Result<(), String>> + Send + use<> {
        let mail = self.read();
        async { mail.await.map(|_| ()) }
    }

    fn alive(&self) -> usize {
        self.alive.load(Ordering::Relaxed)
    }
}

/// Counts the wakes.
struct Bell(AtomicUsize);

impl std::task::Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Release);
    }
}

/// A robot of whom somebody says when he has to be ticked.
struct Woken(Robot);

impl Waking for Woken {
    fn waker(&self) -> &Waker {
        self.0.waker.as_ref().unwrap()
    }
}

behavior_tree! {
    #[derive(Debug, Clone)]
    tree Hear(robot: &mut Robot) {
        'hear: await robot.hear();
    }

    #[derive(Debug)]
    tree Read(robot: &mut Robot) {
        let(path: u32) sequence {
            await robot.read() -> path;
            action robot.path = *path;
        }
    }

    tree Interrupted(robot: &mut Robot) {
        active_selector {
            sequence { condition robot.is_hurt; await robot.hear(); }
            await robot.hear();
        }
    }

    tree Awoken(robot: &mut Woken) {
        sequence { await robot.0.hear(); }
    }

    tree Outputs(number: &mut u32) {
        sequence {
            await ready(());
            await ready(*number > 0);
            await ready(Status::Success);
            await async { Ok::<_, String>(true) };
            await Box::pin(ready(()));
            let(next: (u32, bool)) let(a: u32) let(b: bool) sequence {
                await ready(Some((*number, true))) -> next;
                await ready(Ok::<_, String>(*next)) -> (a, b);
                await ready(Poll::Ready(Some(3))) -> a;
                condition *b;
                action *number += *a;
            }
            await ready(*number < 100);
        }
    }

    tree Again(count: &mut u32) {
        await ready({ *count += 1; if *count < 3 { Status::Running } else { Status::Success } });
    }

    tree Here(log: &mut Rc<RefCell<u32>>) {
        await ?Send count(Rc::clone(log));
    }

    tree Generic<T: Clone + Send + 'static>(value: &mut (T, Option<T>)) {
        let(next: T) sequence {
            await later(value.0.clone()) -> next;
            action value.1 = Some(next.clone());
        }
    }
}

async fn count(count: Rc<RefCell<u32>>) {
    *count.borrow_mut() += 1;
    let mut is_again = false;
    poll_fn(
        |_| if std::mem::replace(&mut is_again, true) { Poll::Ready(()) } else { Poll::Pending },
    )
    .await;
    *count.borrow_mut() += 1;
}

fn later<T>(value: T) -> Ready<Option<T>> {
    ready(Some(value))
}

const fn is_send_and_sync<T: Send + Sync>() {}
const _: () = is_send_and_sync::<Read>();

behavior_tree! {
    tree Spawned(answer: &mut (Option<mpsc::Receiver<u32>>, u32)) {
        let(number: u32) sequence {
            await {
                let receiver = answer.0.take();
                task::spawn(move || receiver.expect("no question").recv().expect("no answer"))
            } -> number;
            action answer.1 = *number;
        }
    }
}

/// Ticks a tree until it has finished.
fn finish(tree: &mut Spawned, answer: &mut (Option<mpsc::Receiver<u32>>, u32)) -> Status {
    loop {
        match tree.tick(answer) {
            Status::Running => thread::yield_now(),
            status => return status,
        }
    }
}

#[test]
fn a_task_gives_the_result_of_a_thread() {
    let (sender, receiver) = mpsc::channel();
    let (mut tree, mut answer) = (Spawned::new(), (Some(receiver), 0));
    assert_eq!(tree.tick(&mut answer), Status::Running);
    sender.send(7).unwrap();
    assert_eq!(finish(&mut tree, &mut answer), Status::Success);
    assert_eq!(answer.1, 7);
}

#[test]
fn a_task_is_dropped_without_waiting_for_its_thread() {
    let (sender, receiver) = mpsc::channel();
    let (mut tree, mut answer) = (Spawned::new(), (Some(receiver), 0));
    assert_eq!(tree.tick(&mut answer), Status::Running);
    tree.abort(&mut answer);
    // The thread has waited for this all the time.
    sender.send(7).unwrap();
    assert!(!tree.is_running());
}

#[test]
fn a_panic_of_a_task_is_an_error_with_its_text() {
    let (mut tree, mut answer) = (Spawned::new(), (None, 0));
    assert_eq!(finish(&mut tree, &mut answer), Status::Failure);
    let mut failed = Box::pin(task::spawn(|| panic!("number {}", 3)));
    let error = loop {
        let mut context = Context::from_waker(Waker::noop());
        if let Poll::Ready(result) = failed.as_mut().poll(&mut context) {
            let result: Result<(), _> = result;
            break result.unwrap_err();
        }
        thread::yield_now();
    };
    assert_eq!(error.to_string(), "number 3");
}

#[test]
fn a_task_wakes_the_last_waker() {
    let (sender, receiver) = mpsc::channel();
    let bells = [(); 2].map(|()| Arc::new(Bell(AtomicUsize::new(0))));
    let mut task = Box::pin(task::spawn(move || receiver.recv()));
    for bell in &bells {
        let waker = Arc::clone(bell).into();
        assert!(task.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
    }
    sender.send(()).unwrap();
    while bells[1].0.load(Ordering::Acquire) == 0 {
        thread::yield_now();
    }
    assert_eq!(bells[0].0.load(Ordering::Relaxed), 0);
    assert!(task.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready());
}

#[test]
fn an_await_runs_until_its_future_is_ready() {
    let (mut robot, mut tree) = (Robot::default(), Hear::new());
    assert_eq!(tree.tick(&mut robot), Status::Running);
    assert_eq!(tree.tick(&mut robot), Status::Running);
    assert_eq!((robot.begun, robot.alive()), (1, 1));
    robot.mail.send(Ok(1));
    assert_eq!(tree.tick(&mut robot), Status::Success);
    assert_eq!(robot.alive(), 0);
}

#[test]
fn the_text_of_an_error_goes_to_observers() {
    let (mut robot, mut tree) = (Robot::default(), Hear::new());
    let mut log = Log::new(Hear::NODES, String::new());
    log.tick(&mut tree, &mut robot);
    robot.mail.send(Err("no signal".into()));
    assert_eq!(log.tick(&mut tree, &mut robot), Status::Failure);
    let log = log.into_writer();
    assert!(log.contains("failure  hear: await robot.hear()  no signal\n"), "{log}");
}

#[test]
fn a_result_is_kept() {
    let (mut robot, mut tree) = (Robot::default(), Read::new());
    assert_eq!(tree.tick(&mut robot), Status::Running);
    robot.mail.send(Ok(7));
    assert_eq!(tree.tick(&mut robot), Status::Success);
    assert_eq!((robot.path, robot.alive()), (7, 0));
    tree.tick(&mut robot);
    robot.mail.send(Err("lost".into()));
    assert_eq!(tree.tick(&mut robot), Status::Failure);
}

#[test]
fn an_abort_drops_the_future() {
    let (mut robot, mut tree) = (Robot::default(), Interrupted::new());
    tree.tick(&mut robot);
    robot.is_hurt = true;
    tree.tick(&mut robot);
    assert_eq!((robot.begun, robot.alive()), (2, 1));
    tree.abort(&mut robot);
    assert_eq!(robot.alive(), 0);
}

#[test]
fn all_results_of_actions_are_outputs() {
    let mut number = 1;
    assert_eq!(Outputs::new().tick(&mut number), Status::Success);
    assert_eq!(number, 4);
    assert_eq!(Outputs::new().tick(&mut 0), Status::Failure);
}

#[test]
fn an_output_that_runs_begins_again() {
    let (mut count, mut tree) = (0, Again::new());
    assert_eq!(tree.tick(&mut count), Status::Running);
    assert_eq!(tree.next_wake(), Wake::NextTick);
    assert_eq!(tree.tick(&mut count), Status::Running);
    assert_eq!(tree.tick(&mut count), Status::Success);
}

#[test]
fn a_future_need_not_be_send() {
    let mut count = Rc::default();
    let mut tree = Here::new();
    assert_eq!(tree.tick(&mut count), Status::Running);
    assert_eq!(tree.tick(&mut count), Status::Success);
    assert_eq!(*count.borrow(), 2);
}

#[test]
fn a_value_of_a_generic_type_is_kept() {
    let mut value = ("a".to_owned(), None);
    assert_eq!(Generic::<String>::new().tick(&mut value), Status::Success);
    assert_eq!(value.1.as_deref(), Some("a"));
}

#[test]
fn a_future_that_panics_is_dropped_and_begins_again() {
    behavior_tree! {
        tree Panics(robot: &mut Robot) {
            await { robot.begun += 1; let alive = Alive::new(&robot.alive); let panics = robot.begun == 1;
                async move { let _alive = alive; assert!(!panics, "the future panics"); } };
        }
    }
    let (mut robot, mut tree) = (Robot::default(), Panics::new());
    let ticked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| tree.tick(&mut robot)));
    ticked.unwrap_err();
    assert_eq!(robot.alive(), 0);
    assert_eq!(tree.tick(&mut robot), Status::Success);
    assert_eq!(robot.begun, 2);
}

#[test]
fn a_copy_begins_with_a_future_of_its_own() {
    let (mut robot, mut tree) = (Robot::default(), Hear::new());
    tree.tick(&mut robot);
    let mut copy = tree.clone();
    assert_eq!(copy.next_wake(), Wake::NextTick);
    assert_eq!(copy.tick(&mut robot), Status::Running);
    assert_eq!((robot.begun, robot.alive()), (2, 2));
    drop(copy);
    assert_eq!(robot.alive(), 1);
}

#[test]
fn a_tree_with_a_waker_rests_until_it_is_woken() {
    let bell = Arc::new(Bell(AtomicUsize::new(0)));
    let mut robot = Woken(Robot { waker: Some(Arc::clone(&bell).into()), ..Robot::default() });
    let mut tree = Awoken::new();
    tree.tick(&mut robot);
    assert_eq!(tree.next_wake(), Wake::OnEvent);
    robot.0.mail.send(Ok(1));
    assert_eq!(bell.0.load(Ordering::Relaxed), 1);
    assert_eq!(tree.tick(&mut robot), Status::Success);

    let (mut robot, mut tree) = (Robot::default(), Hear::new());
    tree.tick(&mut robot);
    assert_eq!(tree.next_wake(), Wake::NextTick);
}

#[test]
fn of_many_agents_only_those_are_ticked_that_were_woken() {
    const AGENTS: usize = 100_000;
    let mut crowd = Crowd::new();
    crowd.resize(AGENTS);
    let robot = |agent| Woken(Robot { waker: Some(crowd.waker(agent)), ..Robot::default() });
    let mut robots: Vec<_> = (0..AGENTS).map(robot).collect();
    let mut trees: Vec<_> = robots.iter().map(|_| Awoken::new()).collect();
    let mut round = || {
        let mut ticked = Vec::new();
        let tick = |_: &mut Crowd, agent, status| ticked.push((agent, status));
        crowd.tick(Duration::ZERO, &mut trees, &mut robots, tick).unwrap();
        let mail: Vec<_> = robots.iter().map(|robot| Arc::clone(&robot.0.mail)).collect();
        (ticked, mail)
    };
    let (ticked, mail) = round();
    assert_eq!(ticked.len(), AGENTS);
    let woken: Vec<usize> = (0..10).map(|number| 777 + 9_000 * number).collect();
    for agent in &woken {
        mail[*agent].send(Ok(1));
    }
    assert!(round().0.into_iter().eq(woken.into_iter().map(|agent| (agent, Status::Success))));
}

#[test]
fn a_running_await_is_one_pointer() {
    assert_eq!(size_of::<Hear>(), size_of::<usize>());
    assert_eq!(size_of::<Interrupted>(), 2 * size_of::<usize>());
}
