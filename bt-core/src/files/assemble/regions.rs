//! Regions and their positions: the addresses of their words in the state of an agent.

use super::{Area, Assembled, Assembler, Instance};
use crate::files::code::{Instruction, Keeps, Position, Region, Rest, TIME, Term};
use crate::vocabulary::WordKind;
use bt_language::ast::Kind;
use bt_language::machine::{self, Exit, PositionId, RegionId};
use core::num::NonZeroU32;
use std::collections::BTreeSet;
use std::format;
use std::vec::Vec;

impl<'m> Assembler<'m> {
    /// Allocates a region and everything below it; returns its index, and the end of its words.
    pub(super) fn region(
        &mut self,
        instance: &Instance<'m>,
        id: RegionId,
        from: Area,
    ) -> Assembled<(usize, Area)> {
        let region: &'m machine::Region = &instance.machine[id];
        let (number, first) = (self.code.regions.len(), self.code.positions.len());
        self.code.regions.push(Region {
            state: from.word,
            entries: [super::NOWHERE; 2],
            rows: [None; 2],
            first,
            positions: region.positions.len(),
            can_run: region.can_run(),
            rests: Self::rests(instance, region, first)?,
        });
        self.code.positions.extend(region.positions.iter().map(|_| Position::empty()));
        let behind = Area { word: from.word + 1, ..from };
        let end = self.positions(instance, region, first, behind)?;
        let entries = self.blocks_of_region(instance, region, number)?;
        let rows = entries.map(|entry| match self.code.instructions.get(entry as usize) {
            // A `Resume` of another region's word does not select a position of this region.
            Some(Instruction::Resume { row, state }) if *state as usize == from.word => {
                NonZeroU32::new(*row)
            }
            _ => None,
        });
        let of = &mut self.code.regions[number];
        (of.entries, of.rows) = (entries, rows);
        Ok((number, end))
    }

    /// Allocates the data of positions. A position that may begin while another one is still recorded has its own
    /// words; all other positions share the same words.
    fn positions(
        &mut self,
        instance: &Instance<'m>,
        region: &'m machine::Region,
        first: usize,
        from: Area,
    ) -> Assembled<Area> {
        let besides: BTreeSet<usize> = begun_beside(region).map(PositionId::place).collect();
        let mut end = from;
        for (place, position) in region.positions.iter().enumerate() {
            if !besides.contains(&place) {
                end = end.max(self.position(instance, position, first + place, from)?);
            }
        }
        for place in besides {
            end = self.position(instance, &region.positions[place], first + place, end)?;
        }
        Ok(end)
    }

    fn position(
        &mut self,
        instance: &Instance<'m>,
        position: &machine::Position,
        number: usize,
        from: Area,
    ) -> Assembled<Area> {
        let machine = instance.machine;
        let node = machine.node_of(position);
        let (keeps, end) = self.keeps(instance, position, from)?;
        let cooldowns = position.cooldowns.iter().filter_map(|node| instance.kept.get(node));
        let below = &machine.nodes[node.range()];
        self.code.positions[number] = Position {
            node: instance.id(node.id),
            keeps,
            from: from.word,
            to: end.word,
            cooldowns: cooldowns.copied().collect(),
            must_end: below.iter().any(machine::Node::has_end),
        };
        Ok(end)
    }

    fn keeps(
        &mut self,
        instance: &Instance<'m>,
        position: &machine::Position,
        from: Area,
    ) -> Assembled<(Keeps, Area)> {
        let node = instance.machine.node_of(position);
        self.depth += 1;
        if self.depth > super::DEEPEST {
            return Err(format!("more than {} nodes that keep data are nested", super::DEEPEST));
        }
        let kept = match (position.keeps, &node.kind) {
            (machine::Keeps::Nothing, _) => (Keeps::Nothing, from),
            (machine::Keeps::Deadline, _) => {
                (Keeps::Deadline, Area { word: from.word + TIME, ..from })
            }
            (machine::Keeps::Action, Kind::Stateful(made)) => {
                let call = self.call(&made.value)?;
                let end = Area { held: from.held + 1, ..from };
                (Keeps::Action { held: from.held, call }, end)
            }
            (machine::Keeps::Subtree, _) => self.subtree(instance, node, from)?,
            (machine::Keeps::Frame(frame), _) => {
                let (frame, end) = self.frame(instance, frame, from)?;
                (Keeps::Frame(frame), end)
            }
            (machine::Keeps::Region(region), _) => {
                let (region, end) = self.region(instance, region, from)?;
                (Keeps::Region(region), end)
            }
            (machine::Keeps::Action, _) => {
                return Err(format!("node {} is no stateful action", node.id));
            }
        };
        self.depth -= 1;
        Ok(kept)
    }

    fn subtree(
        &mut self,
        instance: &Instance<'m>,
        node: &machine::Node,
        from: Area,
    ) -> Assembled<(Keeps, Area)> {
        if let Some(tree) = self.tree_of(node) {
            let first = instance.id(node.id) + 1;
            let machines = self.machines;
            let (region, end) = self.instance(&machines[tree], first, from)?;
            return Ok((Keeps::Subtree { region }, end));
        }
        let (Some(held), Some(word)) = (instance.kept.get(&node.id), self.word_of(node)) else {
            return Err(format!("node {} is a subtree that nobody knows", node.id));
        };
        let goes_by_other_clock = self
            .words
            .get(word)
            .is_some_and(|word| matches!(word.kind, WordKind::Subtree { part: Some(_) }));
        Ok((Keeps::Tree { held: *held, goes_by_other_clock }, from))
    }

    fn rests(
        instance: &Instance<'m>,
        region: &machine::Region,
        first: usize,
    ) -> Assembled<Vec<Rest>> {
        let kept = |node: &machine::NodeId| {
            let kept = instance.kept.get(node).copied();
            kept.ok_or_else(|| format!("node {node} keeps nothing"))
        };
        let rest = |rest: &machine::Rest| {
            let terms = rest.terms.iter().map(|term| {
                Ok(match term {
                    machine::Term::Cools(node) => Term::Cools(kept(node)?),
                    machine::Term::Keeps(node, result) => Term::Keeps(kept(node)?, *result),
                })
            });
            let terms = terms.collect::<Assembled<Vec<Term>>>()?;
            Ok(Rest { position: first + rest.position.place(), terms })
        };
        region.rests.iter().map(rest).collect()
    }
}

/// The positions that begin while another one may be recorded.
fn begun_beside(region: &machine::Region) -> impl Iterator<Item = PositionId> {
    region.blocks.iter().filter_map(|block| match block.exit {
        Exit::BeginBeside { position, .. } => Some(position),
        _ => None,
    })
}
