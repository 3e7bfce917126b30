//! Reads the bytes of an opening, and names the part that cannot be one.

use super::{Contributor, LAST_WITNESS, MOST_BYTES, Opening};
use crate::chain::MOST_LINKS;
use crate::deck::Faces;
use crate::hash::{Hash, Tag};
use crate::script::Op;
use cardroom_cards::Card;
use std::collections::BTreeSet;

/// A reason why bytes are no opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadOpening {
    #[error("The opening is longer than 16,384 bytes.")]
    TooLong,
    #[error("The opening ends too early.")]
    TooShort,
    #[error("The opening begins with other bytes.")]
    Prefix,
    #[error("The opening has an unknown flag.")]
    Flags,
    #[error("The opening has an unknown kind of deck, or lists faces of no deck.")]
    Faces,
    #[error("The opening has no possible number of packs or decks.")]
    Packs,
    #[error("The opening names a root twice.")]
    RootTwice,
    #[error("The script of the opening has an unknown deal.")]
    Script,
    #[error("The seats of the opening are not in ascending order.")]
    Seats,
    #[error("The opening asks for a link that no chain has.")]
    Link,
    #[error("Bytes follow the opening.")]
    Trailing,
}

/// The bytes that were not read yet.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], BadOpening> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(BadOpening::TooShort)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], BadOpening> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(BadOpening::TooShort)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn byte(&mut self) -> Result<u8, BadOpening> {
        let [byte] = self.array()?;
        Ok(byte)
    }

    fn u64(&mut self) -> Result<u64, BadOpening> {
        self.array().map(u64::from_be_bytes)
    }

    /// Reads a list behind its length in one byte.
    fn short_list(&mut self) -> Result<&'a [u8], BadOpening> {
        let count = self.byte()?;
        self.take(usize::from(count))
    }
}

pub(super) fn parse(bytes: &[u8]) -> Result<Opening, BadOpening> {
    if bytes.len() > MOST_BYTES {
        return Err(BadOpening::TooLong);
    }
    let mut rest = Rest(bytes);
    if rest.array()? != Tag::Opening.prefix() {
        return Err(BadOpening::Prefix);
    }
    let (key, table, hand) = (rest.array()?, rest.u64()?, rest.u64()?);
    let (round, time_ms, prev) = (rest.byte()?, rest.u64()?, rest.array()?);
    let [flags, kind, shuffles, packs] = rest.array()?;
    if flags > 3 {
        return Err(BadOpening::Flags);
    }
    if shuffles > 127 || packs == 0 || packs > 8 {
        return Err(BadOpening::Packs);
    }
    let faces = faces(&mut rest, kind)?;
    let roots = roots(&mut rest, packs, shuffles)?;
    let script = rest.short_list()?.iter().map(|byte| Op::of(*byte).ok_or(BadOpening::Script));
    let script = script.collect::<Result<_, _>>()?;
    let button = rest.byte()?;
    let dealt = rest.short_list()?.to_vec();
    if !dealt.is_sorted_by(|one, next| one < next) {
        return Err(BadOpening::Seats);
    }
    let roster = roster(&mut rest)?;
    if !rest.0.is_empty() {
        return Err(BadOpening::Trailing);
    }
    Ok(Opening {
        key,
        table,
        hand,
        round,
        time_ms,
        prev,
        shuffles_again: flags & 1 != 0,
        is_stud: flags & 2 != 0,
        faces,
        shuffles,
        roots,
        script,
        button,
        dealt,
        roster,
    })
}

fn faces(rest: &mut Rest<'_>, kind: u8) -> Result<Faces, BadOpening> {
    match kind {
        0 => listed(rest),
        1 => Ok(Faces::Full),
        2 => Ok(Faces::Short),
        3 => Ok(Faces::Double),
        _ => Err(BadOpening::Faces),
    }
}

fn listed(rest: &mut Rest<'_>) -> Result<Faces, BadOpening> {
    let count = usize::from(u16::from_be_bytes(rest.array()?));
    if !(2..=Faces::MOST).contains(&count) {
        return Err(BadOpening::Faces);
    }
    let cards = rest.take(count)?.iter();
    let cards: Option<Vec<Card>> = cards.map(|card| Card::from_index(*card)).collect();
    cards.map(Faces::Listed).ok_or(BadOpening::Faces)
}

fn roots(rest: &mut Rest<'_>, packs: u8, shuffles: u8) -> Result<Vec<Vec<Hash>>, BadOpening> {
    let mut seen = BTreeSet::new();
    let mut roots = Vec::new();
    for _ in 0..packs {
        let mut pack = Vec::new();
        for _ in 0..=shuffles {
            let root: Hash = rest.array()?;
            if !seen.insert(root) {
                return Err(BadOpening::RootTwice);
            }
            pack.push(root);
        }
        roots.push(pack);
    }
    Ok(roots)
}

fn roster(rest: &mut Rest<'_>) -> Result<Vec<Contributor>, BadOpening> {
    let count = rest.byte()?;
    let mut roster: Vec<Contributor> = Vec::new();
    for _ in 0..count {
        let (seat, index, below) = (rest.byte()?, u32::from_be_bytes(rest.array()?), rest.array()?);
        if roster.last().is_some_and(|last| last.seat >= seat) {
            return Err(BadOpening::Seats);
        }
        if seat > LAST_WITNESS || index == 0 || index > MOST_LINKS {
            return Err(BadOpening::Link);
        }
        roster.push(Contributor { seat, index, below });
    }
    Ok(roster)
}

#[cfg(test)]
mod tests {
    use super::{BadOpening, Contributor};
    use crate::deck::Faces;
    use crate::opening::{DRAWN, Opening};
    use crate::script::Op;
    use cardroom_cards::parse_cards;

    fn opening() -> Opening {
        Opening {
            key: [9; 32],
            table: 7,
            hand: u64::MAX,
            round: 2,
            time_ms: 1_800_000_000_000,
            prev: [3; 32],
            shuffles_again: true,
            is_stud: false,
            faces: Faces::Listed(parse_cards("2c2cAs").unwrap()),
            shuffles: 1,
            roots: vec![vec![[1; 32], [2; 32]], vec![[3; 32], [4; 32]]],
            script: vec![Op::Down(5), Op::Street, Op::Burn, Op::Draw(5)],
            button: DRAWN,
            dealt: vec![0, 3, 9],
            roster: vec![
                Contributor { seat: 3, index: 1, below: [5; 32] },
                Contributor { seat: 0x80, index: 65_536, below: [6; 32] },
            ],
        }
    }

    #[test]
    fn an_opening_is_read_as_it_was_written() {
        let opening = opening();
        assert_eq!(Opening::parse(&opening.encode()), Ok(opening));
    }

    #[test]
    fn every_shorter_or_longer_opening_is_refused() {
        let mut bytes = opening().encode();
        for end in 0..bytes.len() {
            assert!(Opening::parse(&bytes[..end]).is_err(), "{end} bytes");
        }
        bytes.push(0);
        assert_eq!(Opening::parse(&bytes), Err(BadOpening::Trailing));
        bytes.resize(16_385, 0);
        assert_eq!(Opening::parse(&bytes), Err(BadOpening::TooLong));
    }

    #[test]
    fn an_opening_with_a_part_that_cannot_be_is_refused() {
        let refused = |change: &dyn Fn(&mut Opening)| {
            let mut opening = opening();
            change(&mut opening);
            Opening::parse(&opening.encode()).unwrap_err()
        };
        assert_eq!(refused(&|it| it.roots[1][0] = [1; 32]), BadOpening::RootTwice);
        assert_eq!(refused(&|it| it.dealt = vec![0, 0]), BadOpening::Seats);
        assert_eq!(refused(&|it| it.roster.swap(0, 1)), BadOpening::Seats);
        assert_eq!(refused(&|it| it.roster[0].index = 0), BadOpening::Link);
        assert_eq!(refused(&|it| it.roster[1].seat = 0x84), BadOpening::Link);
        assert_eq!(refused(&|it| it.shuffles = 128), BadOpening::Packs);
        assert_eq!(refused(&|it| it.roots.clear()), BadOpening::Packs);
        let one = parse_cards("2c").unwrap();
        assert_eq!(refused(&|it| it.faces = Faces::Listed(one.clone())), BadOpening::Faces);
    }
}
