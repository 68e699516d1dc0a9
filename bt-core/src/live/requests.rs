//! What is asked of the server, and what it answers.

use super::answer::Answer;
use super::audience::Visitor;
use super::head::Head;
use super::mirror::Known;
use super::shared::Shared;
use crate::replay;
use std::format;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;
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
            let (title, all) = shared.all();
            let page = replay::live_page(&title, &all.to_json(), shared.run());
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
fn number<T: FromStr>(query: &str, name: &str) -> Option<T> {
    let fields = query.split('&').filter_map(|field| field.split_once('='));
    fields.filter(|(field, _)| *field == name).find_map(|(_, value)| value.parse().ok())
}

/// The page that asks: `page=7&hidden=1`
fn visitor(query: &str) -> Option<Visitor> {
    let hidden = number(query, "hidden").is_some_and(|hidden: u8| hidden > 0);
    Some(Visitor { page: number(query, "page")?, hidden })
}

/// `{"live":{…},"run":"…","recording":{…}}`, or `null` for the recording if nothing is new.
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
    // Only a page looks on: who reads the recording for another purpose does not keep a program waiting.
    if let Some(visitor) = visitor(query) {
        shared.control().heard(Some(visitor));
    }
    let recording = shared.news(&known).map_or_else(|| "null".into(), |news| news.to_json());
    let (live, run) = (state(shared), shared.run());
    Answer::json(format!("{{\"live\":{live},\"run\":\"{run}\",\"recording\":{recording}}}"))
}

/// What was ordered.
fn state(shared: &Shared) -> String {
    let state = shared.control().to_json();
    state.to_string()
}

fn obey(order: &str, query: &str, shared: &Shared) -> Answer {
    if order == "/bye" {
        if let Some(page) = number(query, "page") {
            shared.control().left(page);
        }
        return Answer::json(state(shared));
    }
    if !shared.control().is_pausable() {
        return Answer::refusal(409, "this program does not let itself be paused");
    }
    shared.control().heard(visitor(query));
    match order {
        "/pause" => shared.control().pause(),
        "/continue" => shared.control().go_on(),
        "/step" => shared.control().step(),
        "/breakpoint" => {
            let (Some(agent), Some(node)) = (number(query, "agent"), number(query, "node")) else {
                return Answer::refusal(400, "at which node? breakpoint?agent=0&node=7");
            };
            if let Err(problem) = shared.toggle_breakpoint(agent, node) {
                return Answer::refusal(400, problem);
            }
        }
        _ => return Answer::refusal(404, "there is no such order"),
    }
    shared.control_changed();
    Answer::json(state(shared))
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
        assert_eq!(number::<u8>("node=x&nodes=3", "node"), None);
    }
}
