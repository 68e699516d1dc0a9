//! Requests to the server, and their responses.

use super::answer::Answer;
use super::audience::Visitor;
use super::change::status_of;
use super::head::{Authority, Head};
use super::mirror::Known;
use super::shared::{Shared, locked};
use super::{ask, branch};
use crate::replay;
use serde_json::json;
use std::format;
use std::io::Read;
use std::str::FromStr;
use std::string::{String, ToString};

/// The paths of the server.
#[derive(Clone, Copy)]
enum Place {
    Page,
    Recording,
    Goodbye,
    Why,
    Order(Order),
    Change(Change),
    Branch,
}

#[derive(Clone, Copy)]
enum Order {
    Pause,
    Continue,
    Step,
    Breakpoint,
}

#[derive(Clone, Copy)]
enum Change {
    Force,
    Release,
    Set,
}

impl Place {
    fn at(path: &str) -> Option<Self> {
        Some(match path {
            "/" => Self::Page,
            "/recording" => Self::Recording,
            "/bye" => Self::Goodbye,
            "/why" => Self::Why,
            "/pause" => Self::Order(Order::Pause),
            "/continue" => Self::Order(Order::Continue),
            "/step" => Self::Order(Order::Step),
            "/breakpoint" => Self::Order(Order::Breakpoint),
            "/force" => Self::Change(Change::Force),
            "/release" => Self::Change(Change::Release),
            "/set" => Self::Change(Change::Set),
            "/branch" => Self::Branch,
            _ => return None,
        })
    }

    /// The methods that the path allows.
    const fn methods(self) -> &'static str {
        match self {
            Self::Page | Self::Recording => "GET, HEAD",
            Self::Goodbye | Self::Why | Self::Order(_) | Self::Change(_) | Self::Branch => "POST",
        }
    }
}

/// A server that is not open to other machines is addressed only by this machine's own addresses.
///
/// `client` sends the bodies of requests.
pub(super) fn answer(
    request: &Head,
    client: &mut impl Read,
    shared: &Shared,
    is_open: bool,
) -> Answer {
    let answer = match refusal(request, is_open) {
        Some(refusal) => refusal,
        None => answer_own(request, client, shared),
    };
    if request.method == "HEAD" { answer.without_body() } else { answer }
}

/// The response to a request of the program's own page.
pub(super) fn answer_own(request: &Head, client: &mut impl Read, shared: &Shared) -> Answer {
    if request.is_of_editor() {
        edited(request, client, shared)
    } else {
        answer_with_body(request, shared)
    }
}

/// The response to a request that names another server, or comes from another page.
fn refusal(request: &Head, is_open: bool) -> Option<Answer> {
    let Some(host) = host(request).filter(|host| is_open || host.is_loopback()) else {
        let reason = "this server is named by its address, or as localhost";
        return Some(Answer::refusal(403, reason));
    };
    let is_own = is_of_own_page(request, host);
    (!is_own).then(|| Answer::refusal(403, "this is given to the server's own page alone"))
}

#[cfg(feature = "edit")]
use super::edit::answer as edited;

#[cfg(not(feature = "edit"))]
fn edited(request: &Head, _: &mut impl Read, shared: &Shared) -> Answer {
    answer_with_body(request, shared)
}

fn answer_with_body(request: &Head, shared: &Shared) -> Answer {
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    let Some(place) = Place::at(path) else {
        return Answer::refusal(404, "there is no such page");
    };
    if !place.methods().split(", ").any(|method| method == request.method) {
        return Answer::not_allowed(place.methods());
    }
    match place {
        Place::Page => page(shared),
        Place::Recording => news(query, shared),
        Place::Goodbye => leave(query, shared),
        Place::Why => why(query, shared),
        Place::Order(order) => obey(order, query, shared),
        Place::Change(what) => change(what, query, shared),
        Place::Branch => branch(query, shared),
    }
}

/// The host of the request, which must be named exactly once.
fn host(request: &Head) -> Option<Authority> {
    let mut hosts = request.values("Host");
    let (host, None) = (hosts.next()?, hosts.next()) else { return None };
    Authority::parse(host)
}

/// Returns `true` if the request does not come from another page: browsers send the origin of a request.
fn is_of_own_page(request: &Head, host: Authority) -> bool {
    request.values("Origin").all(|origin| Authority::of_origin(origin) == Some(host))
        && request.values("Sec-Fetch-Site").all(|site| matches!(site, "same-origin" | "none"))
}

/// Returns `true` if the program lets pages edit its trees.
#[cfg(feature = "edit")]
fn allows_edits(shared: &Shared) -> bool {
    super::shared::locked(&shared.editor).is_some()
}

#[cfg(not(feature = "edit"))]
const fn allows_edits(_: &Shared) -> bool {
    false
}

fn page(shared: &Shared) -> Answer {
    let (title, all) = shared.all();
    let page = replay::live_page(&title, &all.to_json(), shared.run(), allows_edits(shared));
    Answer::new("text/html; charset=utf-8", page)
}

/// The value of a field as a number: `agent=1&node=7`, `node` → 7
fn number<T: FromStr>(query: &str, name: &str) -> Option<T> {
    text(query, name)?.parse().ok()
}

/// The value of a field as a text: `value=a%26b+c`, `value` → `a&b c`
fn text(query: &str, name: &str) -> Option<String> {
    let mut fields = form_urlencoded::parse(query.as_bytes());
    fields.find(|(field, _)| field == name).map(|(_, value)| value.into_owned())
}

/// The page that sends the request: `page=7&hidden=1`
fn visitor(query: &str) -> Option<Visitor> {
    let hidden = number(query, "hidden").is_some_and(|hidden: u8| hidden > 0);
    Some(Visitor { page: number(query, "page")?, hidden, shown: number(query, "shown") })
}

/// `{"live":{…},"run":"…","recording":{…}}`; the recording is `null` if nothing is new.
fn news(query: &str, shared: &Shared) -> Answer {
    let Some(after) = number::<i64>(query, "after") else {
        return Answer::refusal(400, "after which moment? recording?after=7");
    };
    let known = Known {
        from: u64::try_from(after.saturating_add(1)).unwrap_or(0),
        trees: number(query, "trees").unwrap_or(0),
        agents: number(query, "agents").unwrap_or(0),
        open: number(query, "open"),
    };
    // Only pages count as open: a client that reads the recording for another purpose does not keep the
    // program waiting.
    if let Some(visitor) = visitor(query) {
        shared.asked(visitor, &known);
    }
    let recording = shared.news(&known).map_or_else(|| "null".into(), |news| news.to_json());
    let (live, run) = (state(shared, number(query, "shown")), shared.run());
    Answer::json(format!("{{\"live\":{live},\"run\":\"{run}\",\"recording\":{recording}}}"))
}

/// The state of pauses, breakpoints and changes as JSON, and that of the editor. `shown` is the agent that the page shows.
fn state(shared: &Shared, shown: Option<usize>) -> String {
    let mut state = shared.control().to_json();
    state["answers"] = ask::has_answers(shared).into();
    state["changeable"] = shared.is_changeable().into();
    state["branch"] = branch::state(shared, shown);
    locked(&shared.changes).write_to(&mut state, shown);
    #[cfg(feature = "edit")]
    {
        state["edit"] = super::edit::state(shared);
    }
    state.to_string()
}

fn leave(query: &str, shared: &Shared) -> Answer {
    if let Some(page) = number(query, "page") {
        shared.left(page);
    }
    Answer::json(state(shared, None))
}

fn why(query: &str, shared: &Shared) -> Answer {
    let place = (number(query, "agent"), number(query, "moment"), number(query, "node"));
    let (Some(agent), Some(moment), Some(node)) = place else {
        return Answer::refusal(400, "about which node? why?agent=0&moment=7&node=3");
    };
    ask::answer(shared, agent, moment, node)
}

fn obey(order: Order, query: &str, shared: &Shared) -> Answer {
    if !shared.control().is_pausable() {
        return Answer::refusal(409, "this program does not let itself be paused");
    }
    shared.control().heard(visitor(query));
    match order {
        Order::Pause => shared.control().pause(),
        Order::Continue => shared.control().go_on(),
        Order::Step => shared.control().step(),
        Order::Breakpoint => {
            let (Some(agent), Some(node)) = (number(query, "agent"), number(query, "node")) else {
                return Answer::refusal(400, "at which node? breakpoint?agent=0&node=7");
            };
            let before = number(query, "before").is_some_and(|before: u8| before > 0);
            if let Err(problem) = shared.toggle_breakpoint((agent, node), before) {
                return Answer::refusal(400, problem);
            }
        }
    }
    shared.control_changed();
    Answer::json(state(shared, number(query, "shown")))
}

/// The response to a request that changes something and does not name the run of the program, which only its own page
/// knows: a page of an earlier run means other nodes. Without a server, a request that names no run is the program's.
pub(super) fn refusal_of_others(query: &str, shared: &Shared) -> Option<Answer> {
    let run = text(query, "run");
    let is_own = run.as_deref().map_or(!shared.is_served(), |run| run == shared.run());
    let reason = "this is not a page of this run of the program: load it again";
    (!is_own).then(|| Answer::refusal(403, reason))
}

/// Runs a copy of an agent without another text.
fn branch(query: &str, shared: &Shared) -> Answer {
    if let Some(refusal) = refusal_of_others(query, shared) {
        return refusal;
    }
    let wish = text(query, "wish").and_then(|wish| serde_json::from_str(&wish).ok());
    let told = branch::answer(shared, &wish.unwrap_or_default(), None);
    told.map_or_else(|refusal| refusal, |told| Answer::json(told.to_string()))
}

/// Changes what agents see.
fn change(change: Change, query: &str, shared: &Shared) -> Answer {
    if !shared.is_changeable() {
        return Answer::refusal(409, "this program does not let pages change what its agents see");
    }
    if let Some(refusal) = refusal_of_others(query, shared) {
        return refusal;
    }
    shared.control().heard(visitor(query));
    let spot = number(query, "agent").zip(number(query, "node"));
    let done = match change {
        Change::Force => {
            let status = text(query, "status").and_then(|status| status_of(&status));
            let (Some(spot), Some(status)) = (spot, status) else {
                let form = "which answer of which leaf? force?agent=0&node=7&status=failure";
                return Answer::refusal(400, form);
            };
            let once = text(query, "until").is_some_and(|until| until == "asked");
            let comparison = text(query, "while");
            shared.force(spot, status, (once, comparison.as_deref()))
        }
        Change::Release => {
            locked(&shared.changes).release(spot);
            Ok(())
        }
        Change::Set => {
            let wanted = text(query, "field").zip(text(query, "value"));
            let (Some(agent), Some((field, value))) = (number(query, "agent"), wanted) else {
                let form = "which field of which agent? set?agent=0&field=health&value=20";
                return Answer::refusal(400, form);
            };
            locked(&shared.changes).set(agent, &field, &value)
        }
    };
    // A browser would report a refusal as an error of the page, and this is an answer to a person.
    if let Err(problem) = done {
        return Answer::json(json!({ "refused": problem }).to_string());
    }
    shared.control_changed();
    Answer::json(state(shared, number(query, "shown")))
}

#[cfg(test)]
mod tests {
    use super::{number, text};

    #[test]
    fn fields_are_numbers() {
        assert_eq!(number("agent=1&node=7", "node"), Some(7));
        assert_eq!(number("after=-1", "after"), Some(-1));
        assert_eq!(number::<u8>("node=x&nodes=3", "node"), None);
    }

    #[test]
    fn texts_are_decoded() {
        let coded = "value=a%26b+%E2%9C%93&other=%41";
        assert_eq!(text(coded, "value").as_deref(), Some("a&b ✓"));
        assert_eq!(text(coded, "other").as_deref(), Some("A"));
        assert_eq!(text("value=", "value").as_deref(), Some(""));
        assert_eq!(text("values=1", "value"), None);
    }
}
