//! Reads a recording and checks everything.

use super::frame::{Packed, Touched, check};
use super::place::Place;
use super::recording::{Recording, Run, Track};
use super::save::{FORMAT, VERSION};
use super::snapshot::{Change, Snapshots, Values};
use super::value::exact_values;
use super::{RecordingError, Tree, TreeNode, values};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bt_core::{NodeId, NodeKind};
use serde_json::Value;
use std::borrow::{Cow, ToOwned};
use std::boxed::Box;
use std::collections::VecDeque;
use std::format;
use std::ops::Range;
use std::time::Duration;
use std::vec::Vec;

type Result<T> = std::result::Result<T, RecordingError>;

/// The largest number of a moment: the replay page uses floating-point numbers, also for fractions of a
/// moment.
const LATEST: u64 = 1 << 48;

pub(super) fn recording(text: &str) -> Result<Recording> {
    let value: Value = serde_json::from_str(text).map_err(RecordingError::Syntax)?;
    let file = Place::whole(&value);
    let format = file.field("format")?;
    format.expected("\"behavior-tree recording\"", (format.text()? == FORMAT).then_some(()))?;
    let version = file.field("version")?;
    match version.number()? {
        VERSION => {}
        number => {
            let known =
                format!("version {number} is unknown; this release reads version {VERSION}");
            return Err(version.error(known));
        }
    }
    let trees = file.field("trees")?;
    let trees = trees.items()?.map(|place| tree(&place)).collect::<Result<Vec<_>>>()?;
    let moments = moments(&file)?;
    let mut recording = Recording {
        agents: agents(&file, &trees)?,
        trees,
        first: moments.start,
        count: moments.end - moments.start,
        times: times(&file, &moments)?,
    };
    frames(&file, &mut recording)?;
    changes(&file, &mut recording)?;
    node_values(&file, &mut recording)?;
    Ok(recording)
}

fn moments(file: &Place<'_>) -> Result<Range<u64>> {
    let first: u64 = file.field("first")?.number()?;
    let count = file.field("moments")?;
    let end = first.checked_add(count.number()?).filter(|end| *end <= LATEST);
    Ok(first..end.ok_or_else(|| count.error("these are too many moments"))?)
}

fn times(file: &Place<'_>, moments: &Range<u64>) -> Result<VecDeque<Option<Duration>>> {
    let Some(times) = file.optional("times")? else { return Ok(VecDeque::new()) };
    let count = moments.end - moments.start;
    let items = times.items()?;
    if items.len() as u64 != count {
        let found = items.len();
        return Err(times.error(format!("{count} times are expected, and there are {found}")));
    }
    items.map(|place| time(&place)).collect()
}

fn time(place: &Place<'_>) -> Result<Option<Duration>> {
    if place.is_null() {
        return Ok(None);
    }
    let [Some(seconds), Some(nanoseconds)] = place.tuple(2)? else { return Ok(None) };
    let (whole, part) = (seconds.number()?, nanoseconds.number()?);
    if part < 1_000_000_000 {
        Ok(Some(Duration::new(whole, part)))
    } else {
        Err(nanoseconds.error("these are a second or more"))
    }
}

fn tree(place: &Place<'_>) -> Result<Tree> {
    let nodes = place.field("nodes")?;
    let count = u32::try_from(nodes.items()?.len()).unwrap_or(u32::MAX);
    if count == 0 || count > u32::MAX >> 2 {
        return Err(nodes.error(format!("a tree cannot have {count} nodes")));
    }
    let text = |name| match place.optional(name)? {
        Some(text) => Ok(Some(text.text()?.to_owned())),
        None => Ok(None),
    };
    let name = place.field("name")?.text()?.to_owned();
    let (file, text_mark) = (text("file")?, text("text_mark")?);
    let mut tree = Tree { name, file, text_mark, nodes: Vec::new() };
    // The nodes whose subtrees may contain the next node.
    let mut open: Vec<(NodeId, NodeId)> = Vec::new();
    for (id, place) in (0..).map(NodeId::new).zip(nodes.items()?) {
        let node = node(&place)?;
        while open.last().is_some_and(|(_, end)| *end <= id) {
            open.pop();
        }
        let (parent, last) = match open.last() {
            Some((parent, end)) => (Some(*parent), *end),
            None => (None, NodeId::new(count)),
        };
        if node.parent != parent || node.parent.is_none() && id != NodeId::new(0) {
            let parent = parent.map_or("no node".into(), |parent| format!("node {parent}"));
            return Err(place.field("parent")?.error(format!("it stands below {parent}")));
        }
        if node.end <= id || node.end > last || parent.is_none() && node.end != last {
            return Err(place.field("end")?.error(format!("it cannot end at {}", node.end)));
        }
        open.push((id, node.end));
        tree.nodes.push(node);
    }
    Ok(tree)
}

fn node(place: &Place<'_>) -> Result<TreeNode> {
    let kind = place.field("kind")?;
    let parent = place.field("parent")?;
    let text = |name| match place.optional(name)? {
        Some(text) => Ok(Some(Cow::Owned(text.text()?.to_owned()))),
        None => Ok(None),
    };
    Ok(TreeNode {
        kind: kind.expected("the word of a node", NodeKind::from_word(kind.text()?))?,
        parent: if parent.is_null() { None } else { Some(NodeId::new(parent.number()?)) },
        end: NodeId::new(place.field("end")?.number()?),
        label: text("label")?,
        key: text("key")?,
        source: text("source")?.unwrap_or_default(),
        description: text("description")?,
        header: text("header")?,
        file: text("file")?,
        line: place.optional("line")?.map_or(Ok(0), |line| line.number())?,
    })
}

fn agents(file: &Place<'_>, trees: &[Tree]) -> Result<Vec<Track>> {
    let mut next = 0;
    let agent = |place: Place<'_>| {
        let track = agent(&place, trees, next)?;
        next = track.id + 1;
        Ok(track)
    };
    file.field("agents")?.items()?.map(agent).collect()
}

/// Reads an agent. Its number is the next one, or a later one that the agent states.
fn agent(place: &Place<'_>, trees: &[Tree], next: usize) -> Result<Track> {
    let id = match place.optional("id")? {
        Some(number) => {
            let id = Some(number.number()?).filter(|id| next <= *id && *id < usize::MAX);
            id.ok_or_else(|| number.error("it comes after a later one"))?
        }
        None => next,
    };
    let number = place.field("tree")?;
    let index: usize = number.number()?;
    let tree = trees.get(index);
    let tree = tree.ok_or_else(|| number.error(format!("there is no tree {index}")))?;
    let values = |name| match place.optional(name)?.filter(|values| !values.is_null()) {
        Some(values) => Ok(Some(exact_values(values.object()?))),
        None => Ok(None),
    };
    let begins = |before| Snapshots { before, changes: VecDeque::new() };
    Ok(Track {
        id,
        retired: match place.optional("retired")? {
            Some(moment) => Some(moment.number()?),
            None => None,
        },
        renews: match place.optional("renews")? {
            Some(renews) => renewed(&renews, id)?,
            None => None,
        },
        name: place.field("name")?.text()?.to_owned(),
        tree: index,
        before: match place.optional("active")? {
            Some(tips) => active(&tips, tree)?,
            None => Vec::new(),
        },
        runs: VecDeque::new(),
        snapshots: begins(values("blackboard")?),
        values: begins(match place.optional("values")? {
            Some(values) => Some(texts(&values, tree)?),
            None => None,
        }),
    })
}

/// Reads in whose place an agent goes on, and its first moment.
fn renewed(place: &Place<'_>, id: usize) -> Result<Option<(usize, u64)>> {
    let [Some(agent), Some(moment)] = place.tuple(2)? else { return Ok(None) };
    let earlier = Some(agent.number()?).filter(|earlier| *earlier < id);
    let earlier = earlier.ok_or_else(|| agent.error("it comes after this agent"))?;
    Ok(Some((earlier, moment.number()?)))
}

/// Reads tips, nodes without an active node below them, in pre-order.
fn active(list: &Place<'_>, tree: &Tree) -> Result<Vec<NodeId>> {
    let mut tips = Vec::new();
    let mut behind = NodeId::new(0);
    for place in list.items()? {
        let tip = node_of(&place, tree)?;
        if tip < behind {
            return Err(place.error("it lies before or in the one before"));
        }
        behind = tree.nodes[tip.index()].end;
        tips.push(tip);
    }
    Ok(tips)
}

fn node_of(place: &Place<'_>, tree: &Tree) -> Result<NodeId> {
    let node = NodeId::new(place.number()?);
    let known = node.index() < tree.nodes.len();
    known.then_some(node).ok_or_else(|| place.error(format!("there is no node {node}")))
}

/// Reads the agent and the moment at the start of a frame or a change. They are sorted by moment and then by
/// agent, without duplicates.
fn whose(
    agent: &Place<'_>,
    moment: &Place<'_>,
    recording: &Recording,
    before: &mut Option<(u64, usize)>,
) -> Result<(u64, usize)> {
    let (number, id) = (moment.number()?, agent.number()?);
    let index = recording.place(id);
    let index = index.ok_or_else(|| agent.error(format!("there is no agent {id}")))?;
    let moments = recording.moments();
    if !moments.contains(&number) {
        return Err(moment.error(format!("{number} is none of the moments {moments:?}")));
    }
    if *before >= Some((number, index)) {
        return Err(moment.error("it comes after a later one"));
    }
    *before = Some((number, index));
    Ok((number, index))
}

fn frames(file: &Place<'_>, recording: &mut Recording) -> Result<()> {
    let list = file.field("frames")?;
    let mut before = None;
    for place in list.items()? {
        let [Some(agent), Some(moment), Some(count), Some(bytes), errors, unfinished, forced, set] =
            place.tuple(4)?
        else {
            continue;
        };
        let (number, index) = whose(&agent, &moment, recording, &mut before)?;
        let end = number.checked_add(count.number()?);
        let end = end.filter(|end| number < *end && *end <= recording.moments().end);
        let end = end.ok_or_else(|| count.error("it has to end within the moments"))?;
        let track = &recording.agents[index];
        if track.runs.back().is_some_and(|run| number < run.end()) {
            return Err(moment.error("the agent's frame before it has not ended yet"));
        }
        let tree = &recording.trees[track.tree];
        let mut frame = packed(&bytes, errors, tree)?;
        frame.unfinished = unfinished.map_or(Ok(false), |place| place.truth())?;
        frame.touched = touched(forced, set, tree)?;
        let run = Run { moment: number, count: end - number, frame };
        recording.agents[index].runs.push_back(run);
    }
    Ok(())
}

fn packed(place: &Place<'_>, errors: Option<Place<'_>>, tree: &Tree) -> Result<Packed> {
    let bytes = STANDARD.decode(place.text()?).map_err(|error| place.error(error))?;
    check(&bytes, tree).map_err(|problem| place.error(problem))?;
    let mut texts = Vec::new();
    if let Some(errors) = errors {
        for error in errors.items()? {
            let [Some(node), Some(text)] = error.tuple(2)? else { continue };
            texts.push((node_of(&node, tree)?, text.text()?.into()));
        }
    }
    Ok(Packed { bytes: bytes.into(), errors: texts.into(), unfinished: false, touched: None })
}

/// Reads what a page has changed in a tick: `[7]`, `[["hunger","100"]]`
fn touched(
    forced: Option<Place<'_>>,
    set: Option<Place<'_>>,
    tree: &Tree,
) -> Result<Option<Box<Touched>>> {
    let mut touched = Touched::default();
    if let Some(forced) = forced {
        for node in forced.items()? {
            touched.forced.push(node_of(&node, tree)?);
        }
    }
    if let Some(set) = set {
        for field in set.items()? {
            let [Some(field), Some(value)] = field.tuple(2)? else { continue };
            touched.set.push((field.text()?.into(), value.text()?.into()));
        }
    }
    Ok((touched != Touched::default()).then(|| Box::new(touched)))
}

fn changes(file: &Place<'_>, recording: &mut Recording) -> Result<()> {
    let list = file.field("changes")?;
    let values = |set: &Place<'_>, _: &Tree| Ok(exact_values(set.object()?));
    changes_in(&list, recording, values, |track| &mut track.snapshots)
}

/// The values that nodes keep; files of trees without them, and older ones, have none.
fn node_values(file: &Place<'_>, recording: &mut Recording) -> Result<()> {
    match file.optional("values")? {
        Some(list) => changes_in(&list, recording, texts, |track| &mut track.values),
        None => Ok(()),
    }
}

/// Texts by the numbers of nodes.
fn texts(place: &Place<'_>, tree: &Tree) -> Result<Values> {
    let texts = place.object()?;
    for (name, text) in texts {
        let node = values::node_of(name).filter(|node| node.index() < tree.nodes.len());
        if node.is_none() {
            return Err(place.error(format!("there is no node {name}")));
        }
        if !text.is_string() {
            return Err(place.error(format!("the value of node {name} is no text")));
        }
    }
    Ok(texts.clone())
}

fn changes_in(
    list: &Place<'_>,
    recording: &mut Recording,
    values: impl Fn(&Place<'_>, &Tree) -> Result<Values>,
    of: impl Fn(&mut Track) -> &mut Snapshots,
) -> Result<()> {
    let mut before = None;
    for place in list.items()? {
        let [Some(agent), Some(moment), Some(set), gone] = place.tuple(3)? else { continue };
        let (moment, index) = whose(&agent, &moment, recording, &mut before)?;
        let set = values(&set, &recording.trees[recording.agents[index].tree])?;
        let gone: Result<Vec<_>> = match gone {
            Some(keys) => keys.items()?.map(|key| Ok(key.text()?.to_owned().into())).collect(),
            None => Ok(Vec::new()),
        };
        let mut set = set.into_iter().map(|(name, value)| (name.into(), value)).collect();
        let change = Change::new(moment, &mut set, gone?);
        of(&mut recording.agents[index]).changes.push_back(change);
    }
    Ok(())
}
