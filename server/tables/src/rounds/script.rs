//! A game as openings describe it, and the decks of a bound round as the engine takes them.

use super::Round;
use crate::faults::{Fault, is_planted};
use cardroom_cards::{Card, DeckOrder};
use cardroom_deal::{Contributor, DRAWN, Faces, LAST_WITNESS, NULL, Op, Opening};
use cardroom_engine::Decks;
use cardroom_rules::{Deal, DeckKind, Forced, Game, MAX_SEATS};

/// A game in the words of an opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Script {
    pub(crate) faces: Faces,
    pub(crate) is_stud: bool,
    /// Number of decks for further shuffles.
    pub(crate) shuffles: u8,
    pub(crate) ops: Vec<Op>,
}

impl Script {
    pub(crate) fn of(game: &Game) -> Self {
        let is_stud = game.forced == Forced::BringIn;
        // A stud hand scrambles the cards that are left of its one deck.
        let shuffles = if is_stud { 0 } else { game.most_reshuffles() };
        let streets = game.streets.iter().enumerate().flat_map(|(number, street)| {
            let mark = (number > 0).then_some(Op::Street);
            mark.into_iter().chain(street.deal.iter().map(|deal| op(*deal)))
        });
        Self {
            faces: match game.deck {
                DeckKind::Standard52 => Faces::Full,
                DeckKind::Short36 => Faces::Short,
            },
            is_stud,
            shuffles: u8::try_from(shuffles).unwrap_or(u8::MAX),
            ops: streets.collect(),
        }
    }
}

fn op(deal: Deal) -> Op {
    match deal {
        Deal::Burn => Op::Burn,
        Deal::Down(cards) => Op::Down(cards),
        Deal::Up => Op::Up,
        Deal::Board(cards) => Op::Board(cards),
        Deal::Discard(cards) => Op::Discard(cards),
        Deal::Draw(cards) => Op::Draw(cards),
    }
}

/// Returns the most bytes that an opening of a game can have.
#[must_use]
pub fn longest_opening(game: &Game, packs: u8) -> usize {
    let Script { faces, is_stud, shuffles, ops } = Script::of(game);
    let seats = u8::try_from(MAX_SEATS).unwrap_or(u8::MAX);
    let witnesses = 0x80..=LAST_WITNESS;
    let entry = |seat| Contributor { seat, index: 1, below: NULL };
    let opening = Opening {
        key: NULL,
        table: 0,
        hand: 0,
        round: 0,
        time_ms: 0,
        prev: NULL,
        shuffles_again: shuffles > 0,
        is_stud,
        faces,
        shuffles,
        roots: vec![vec![NULL; 1 + usize::from(shuffles)]; usize::from(packs)],
        script: ops,
        button: DRAWN,
        dealt: (0..seats).collect(),
        roster: (0..seats).chain(witnesses).map(entry).collect(),
    };
    opening.encode().len()
}

/// Returns the decks of a bound round, and the draw for its button.
pub(crate) fn decks(round: &Round) -> Option<(Decks, u32)> {
    let deck = DeckOrder::new(first_deck(round)).ok()?;
    let reshuffles = round.dealing.reshuffles().into_iter().map(DeckOrder::new);
    let reshuffles = reshuffles.collect::<Result<_, _>>().ok()?;
    let is_drawn = round.opening.button == DRAWN;
    let draw = if is_drawn { round.dealing.joint().button_draw() } else { 0 };
    Some((Decks { deck, reshuffles }, draw))
}

/// Returns the first deck in dealing order.
fn first_deck(round: &Round) -> Vec<Card> {
    let mut deck = round.dealing.deck();
    if is_planted(Fault::OtherLabel) {
        let leaves = round.dealing.joint().permutation(1, round.opening.faces.count());
        let pack = &round.dealing.pack().decks()[0];
        deck = leaves.into_iter().filter_map(|leaf| pack.card(leaf)).collect();
    }
    if is_planted(Fault::BurnSkipped) {
        let is_burn = |op: &Op| *op == Op::Burn;
        let before = round.opening.script.iter().take_while(|op| !is_burn(op));
        let each: usize = before.map(|op| cards_of(*op)).sum();
        let place = each * round.opening.dealt.len();
        // The burned card comes at the end, and each later one a place earlier.
        if let Some(rest @ [_, ..]) = deck.get_mut(place..) {
            rest.rotate_left(1);
        }
    }
    deck
}

/// Returns how many cards a step deals to each player.
fn cards_of(op: Op) -> usize {
    match op {
        Op::Down(cards) => cards.into(),
        Op::Up => 1,
        _ => 0,
    }
}
