//! Real hands in one form, and the engine playing them. It holds no poker arithmetic: amounts,
//! cards and results come from the hand, and the order of the turns from the engine, which must
//! be the one of the hand.

pub(crate) mod acpc;
pub(crate) mod phh;
pub(crate) mod site;

use crate::common::{Play, dealt_cards, ring_terms, setup};
use cardroom_cards::{Card, CardSet, DeckOrder, evaluate_high_slice};
use cardroom_engine::{Action, Event, Input, Table};
use cardroom_rules::{AnteKind, Betting, Chips, Rake, SeatNo, Stakes};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A hand as it was played. Players are places: 0 is the first left of the button, and the last
/// one has the button; heads-up place 0 is the big blind.
#[derive(Debug)]
pub(crate) struct RealHand {
    pub(crate) name: String,
    pub(crate) stakes: Stakes,
    pub(crate) stacks: Vec<u64>,
    /// Place 0 has the big blind and nobody the small one.
    pub(crate) dead_small_blind: bool,
    /// Places that come in with what they owe.
    pub(crate) owing: BTreeMap<usize, Owing>,
    pub(crate) hole: Vec<Option<[Card; 2]>>,
    pub(crate) board: Vec<Card>,
    pub(crate) moves: Vec<(Who, Move)>,
    pub(crate) rake: u64,
    pub(crate) final_stacks: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Owing {
    pub(crate) small: bool,
    pub(crate) big: bool,
}

/// Whose move it was, where the hand says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    Place(usize),
    Whoever,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Move {
    Fold,
    CheckOrCall,
    /// A bet or raise to this total of the street.
    To(u64),
    /// A bet or raise to this total of the hand.
    HandTotal(u64),
    /// A bet or raise of the only size there is.
    Limit,
}

/// Stakes of a hand; without an ante until one is set.
pub(crate) fn stakes(betting: Betting, small: u64, big: u64) -> Stakes {
    Stakes { betting, ..Stakes::no_limit(small, big) }
}

/// An ante, where there is one.
pub(crate) fn with_ante(stakes: Stakes, kind: AnteKind, ante: u64) -> Stakes {
    if ante == 0 { stakes } else { Stakes { ante: Chips(ante), ante_kind: kind, ..stakes } }
}

impl RealHand {
    /// Plays the hand, and says where the engine and the hand part.
    pub(crate) fn replay(&self) -> Result<(), String> {
        let first_seat = usize::from(self.dead_small_blind);
        let seat_of = |place: usize| u8::try_from(place + first_seat).unwrap();
        let mut play = self.open_table(seat_of)?;
        let start = Input::StartHand { deck: self.deck(), reshuffles: Vec::new(), draw: u32::MAX };
        play.now = play.now.max(play.table.deadline().ok_or("no hand can start")?);
        play.input(start).map_err(|refusal| format!("no start: {refusal}"))?;
        if play.button() != seat_of(self.stacks.len() - 1) {
            return Err(format!("button in seat {}", play.button()));
        }
        for (index, (who, made)) in self.moves.iter().enumerate() {
            let (seat, _, legal) = wait_for_turn(&mut play)
                .ok_or_else(|| format!("move {index}, {made:?}: nobody has the turn"))?;
            if let Who::Place(place) = who
                && seat.0 != seat_of(*place)
            {
                return Err(format!("move {index}: place {place} moved, seat {seat} has the turn"));
            }
            let to = match *made {
                Move::To(to) => Some(Chips(to)),
                Move::HandTotal(total) => {
                    let place = usize::from(seat.0) - first_seat;
                    let behind = play.table.stack(seat).unwrap_or_default().0;
                    let before = self.stacks[place] - behind - bet_of(&play, seat);
                    Some(Chips(total - before))
                }
                Move::Limit => Some(legal.wager.ok_or("no raise is possible")?.min_to),
                Move::Fold | Move::CheckOrCall => None,
            };
            let action = match (made, to, legal.wager) {
                (Move::Fold, ..) => Action::Fold,
                (_, None, _) if legal.check => Action::Check,
                (_, None, _) => Action::Call,
                (_, Some(to), Some(wager)) if !wager.raise => Action::Bet(to),
                (_, Some(to), _) => Action::RaiseTo(to),
            };
            play.try_act(seat.0, action)
                .map_err(|refusal| format!("move {index}, {action:?}: {refusal} {legal:?}"))?;
        }
        if let Some((seat, ..)) = wait_for_turn(&mut play) {
            return Err(format!("seat {seat} still has a turn after the last move"));
        }
        self.check_cards(&play, seat_of)?;
        let last = (0..self.stacks.len()).map(|place| {
            let stack = play.log.iter().rev().find_map(|event| match event {
                // A player without chips who left is not there any more.
                Event::SeatLeft { seat, cashed_out, .. } if seat.0 == seat_of(place) => {
                    Some(cashed_out.0)
                }
                _ => None,
            });
            stack.or(play.table.stack(SeatNo(seat_of(place))).map(|stack| stack.0)).unwrap()
        });
        let last: Vec<u64> = last.collect();
        if last == self.final_stacks {
            Ok(())
        } else {
            Err(format!("stacks {last:?}, expected {:?}", self.final_stacks))
        }
    }

    fn open_table(&self, seat_of: impl Fn(usize) -> u8) -> Result<Play, String> {
        let mut setup = setup(self.stakes);
        let mut terms = ring_terms();
        if self.rake > 0 {
            // The amount is what the hand says; which pot it comes from is the engine's rule.
            terms.rake = Some(Rake {
                basis_points: 10_000,
                cap: Chips(self.rake),
                no_flop_no_drop: false,
                account: "house:rake".to_owned(),
            });
        }
        setup.ring = Arc::new(terms);
        setup.validate()?;
        let mut play = Play::new(setup.clone(), &[]);
        for (place, stack) in self.stacks.iter().enumerate() {
            play.sit(seat_of(place), *stack, false);
        }
        if self.dead_small_blind || !self.owing.is_empty() {
            // The table as it is after the hand before: who owes what, and where the blinds were.
            let mut state = serde_json::to_value(play.table.snapshot().unwrap()).unwrap();
            for place in 0..self.stacks.len() {
                let owing = self.owing.get(&place).copied();
                let owing = owing.unwrap_or(Owing { small: false, big: false });
                let owes = &mut state["seats"][usize::from(seat_of(place))]["owes"];
                *owes = serde_json::json!({ "small": owing.small, "big": owing.big });
            }
            let button = seat_of(self.stacks.len() - 1);
            state["positions"] = serde_json::json!({ "button": 9, "small": button, "big": 0 });
            play.table = Table::restore(setup, state).unwrap();
        }
        Ok(play)
    }

    /// The deck of the hand. Whoever's cards are not known and who did not fold did not win and
    /// mucked: those get the weakest cards that are left.
    fn deck(&self) -> DeckOrder {
        let known = self.hole.iter().flatten().flatten().chain(&self.board);
        let mut used: CardSet = known.copied().collect();
        let folded = |place| self.moves.contains(&(Who::Place(place), Move::Fold));
        let mut hole = self.hole.clone();
        for (place, cards) in hole.iter_mut().enumerate().filter(|(_, cards)| cards.is_none()) {
            let free: Vec<Card> =
                CardSet::full52().iter().filter(|card| !used.contains(*card)).collect();
            let pairs = free
                .iter()
                .enumerate()
                .flat_map(|(index, one)| free[index + 1..].iter().map(move |other| [*one, *other]));
            let pair = if self.board.len() == 5 && !folded(place) {
                let value = |pair: &[Card; 2]| {
                    let all: Vec<Card> = self.board.iter().chain(pair).copied().collect();
                    evaluate_high_slice(&all)
                };
                pairs.min_by_key(value).unwrap()
            } else {
                [free[0], free[1]]
            };
            used.extend(pair);
            *cards = Some(pair);
        }
        let hole: Vec<[Card; 2]> = hole.into_iter().flatten().collect();
        dealt_cards(&hole, &self.board)
    }

    /// The board came as it was, and whoever was tabled held what is known.
    fn check_cards(&self, play: &Play, seat_of: impl Fn(usize) -> u8) -> Result<(), String> {
        let mut board = Vec::new();
        for event in &play.log {
            match event {
                Event::BoardDealt { cards, .. } => board.extend(cards.iter().copied()),
                Event::Tabled { seat, cards } => {
                    let place = (0..self.hole.len()).find(|place| seat_of(*place) == seat.0);
                    if let Some(known) = self.hole[place.unwrap()]
                        && known[..] != cards[..]
                    {
                        return Err(format!("seat {seat} tabled {cards:?}, held {known:?}"));
                    }
                }
                _ => {}
            }
        }
        if board == self.board {
            Ok(())
        } else {
            Err(format!("board {board:?}, expected {:?}", self.board))
        }
    }
}

/// Lets time pass until somebody has the turn or the hand is over.
fn wait_for_turn(
    play: &mut Play,
) -> Option<(SeatNo, cardroom_engine::TurnNo, cardroom_engine::Legal)> {
    while play.table.turn().is_none() && play.table.hand_in_progress().is_some() {
        play.tick();
    }
    play.table.turn()
}

fn bet_of(play: &Play, seat: SeatNo) -> u64 {
    let view = play.table.view(cardroom_engine::Viewer::Public);
    let seat = view.seats.iter().find(|view| view.seat == seat).unwrap();
    seat.in_hand.as_ref().map_or(0, |in_hand| in_hand.bet.0)
}
