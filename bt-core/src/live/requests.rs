//! What is asked of the server, and what it answers.

use super::answer::Answer;
use super::head::Head;
use super::shared::Shared;
use std::format;
use std::net::{IpAddr, SocketAddr};
use std::string::{String, ToString};

pub(super) fn answer(request: &Head, shared: &Shared) -> Answer {
    let mut hosts = request.values("Host");
    let (Some(host), None) = (hosts.next().filter(|host| is_own(host)), hosts.next()) else {
        return Answer::refusal(403, "this server is named by its address, or as localhost");
    };
    if !is_of_own_page(request, host) {
        return Answer::refusal(403, "this is given to the server's own page alone");
    }
    let (path, query) = request.target.split_once('?').unwrap_or((&request.target, ""));
    match (&*request.method, path) {
        ("GET", "/") => {
            let page = shared.news(0).live_page(shared.run()).to_string();
            Answer::new("text/html; charset=utf-8", page)
        }
        ("GET", "/recording") => news(query, shared),
        ("POST", order) => obey(order, query, shared),
        _ => Answer::refusal(404, "there is no such page"),
    }
}

/// Whether no other page asks: a browser says from where it does.
fn is_of_own_page(request: &Head, host: &str) -> bool {
    let is_own_origin = |origin: &str| origin.strip_prefix("http://") == Some(host);
    request.values("Origin").all(is_own_origin)
        && request.values("Sec-Fetch-Site").all(|site| matches!(site, "same-origin" | "none"))
}

/// Whether a `Host` is an address or `localhost`: a page from elsewhere can have its own name lead to
/// this machine, but then it asks for that name.
fn is_own(host: &str) -> bool {
    let address = || host.parse::<SocketAddr>().is_ok() || host.parse::<IpAddr>().is_ok();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    name == "localhost" || address()
}

/// The value of a field: `agent=1&node=7`, `node` → 7
fn number(query: &str, name: &str) -> Option<i64> {
    let fields = query.split('&').filter_map(|field| field.split_once('='));
    fields.filter(|(field, _)| *field == name).find_map(|(_, value)| value.parse().ok())
}

fn news(query: &str, shared: &Shared) -> Answer {
    let Some(after) = number(query, "after") else {
        return Answer::refusal(400, "after which moment? recording?after=7");
    };
    let recording = shared.news(u64::try_from(after.saturating_add(1)).unwrap_or(0)).to_json();
    let (live, run) = (state(shared), shared.run());
    Answer::json(format!("{{\"live\":{live},\"run\":\"{run}\",\"recording\":{recording}}}"))
}

/// What pages have ordered; whoever asks for it is there.
fn state(shared: &Shared) -> String {
    let mut control = shared.control();
    control.heard();
    control.to_json().to_string()
}

fn obey(order: &str, query: &str, shared: &Shared) -> Answer {
    if !shared.control().is_pausable() {
        return Answer::refusal(409, "this program does not let itself be paused");
    }
    match order {
        "/pause" => shared.control().pause(),
        "/continue" => shared.control().go_on(),
        "/step" => shared.control().step(),
        "/breakpoint" => {
            let place = |name| number(query, name).and_then(|number| usize::try_from(number).ok());
            let (Some(agent), Some(node)) = (place("agent"), place("node")) else {
                return Answer::refusal(400, "at which node? breakpoint?agent=0&node=7");
            };
            if let Err(problem) = shared.toggle_breakpoint(agent, node) {
                return Answer::refusal(400, problem);
            }
        }
        _ => return Answer::refusal(404, "there is no such order"),
    }
    let state = state(shared);
    shared.control_changed();
    Answer::json(state)
}

#[cfg(test)]
mod tests {
    use super::{is_own, number};

    #[test]
    fn a_host_is_an_address_or_localhost() {
        for host in
            ["127.0.0.1:80", "127.0.0.1", "localhost", "localhost:4000", "[::1]:80", "10.0.0.7:1"]
        {
            assert!(is_own(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "evil.example:80",
            "localhost.evil.example",
            "127.0.0.1.evil.example:80",
        ] {
            assert!(!is_own(host), "{host}");
        }
    }

    #[test]
    fn fields_are_numbers() {
        assert_eq!(number("agent=1&node=7", "node"), Some(7));
        assert_eq!(number("after=-1", "after"), Some(-1));
        assert_eq!(number("node=x&nodes=3", "node"), None);
    }
}
