//! The hand in progress: its data, and what can be read off it. What changes it is
//! [`Table::apply`](crate::Table::apply); what comes next is decided in `table::flow`.

use crate::button::Positions;
use crate::event::Decks;
use crate::input::{Picks, TurnNo};
use crate::limits::Round;
use crate::pot::{Pot, Pots, build_pots, uncalled};
use crate::seat::Owes;
use crate::substantial::Tally;
use crate::table::{CardMoves, LastWager};
use arrayvec::ArrayVec;
use cardroom_cards::{Card, CardSet, Concealed, HandValue};
use cardroom_rules::{Chips, Half, HandNo, MAX_SEATS, Millis, SeatNo, SeatSet};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The most hole cards of any game.
pub const MAX_HOLE: usize = 7;
/// The most cards of a board.
pub const MAX_BOARD: usize = 5;
/// The most boards of a hand.
pub const MAX_BOARDS: usize = 3;

/// The cards of one board.
pub(crate) type Board = ArrayVec<Card, MAX_BOARD>;

/// The hand in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hand {
    pub(crate) number: HandNo,
    /// Which of the table's games it is.
    pub(crate) play: u8,
    pub(crate) button: SeatNo,
    pub(crate) small_blind: Option<SeatNo>,
    pub(crate) big_blind: Option<SeatNo>,
    pub(crate) straddle: Option<SeatNo>,
    pub(crate) bomb_pot: bool,
    pub(crate) dealt: SeatSet,
    pub(crate) folded: SeatSet,
    /// Who has nothing behind.
    pub(crate) all_in: SeatSet,
    pub(crate) players: [HandPlayer; MAX_SEATS],
    /// Every card of a player as it came and went.
    pub(crate) cards: CardMoves,
    /// Absent only while a log without its deck is folded; such a hand can only be voided.
    pub(crate) deck: Option<Concealed<Arc<Decks>>>,
    /// How many cards are off the deck as it lies now.
    pub(crate) drawn: usize,
    /// The cards that were burned and are not in the deck again.
    pub(crate) burned: Concealed<CardSet>,
    /// How often cards were shuffled again.
    pub(crate) reshuffled: u8,
    /// How many cards the dealer exposed.
    pub(crate) flashed: u8,
    /// How often an error of the deal was put right with an order that was drawn for it.
    pub(crate) remedied: u8,
    pub(crate) street: u8,
    /// Which of the street's deals is next.
    pub(crate) dealing: u8,
    /// Players give cards away.
    pub(crate) drawing: Option<Drawing>,
    /// One, unless all-in players agreed to run the hand out on more.
    pub(crate) boards: ArrayVec<Board, MAX_BOARDS>,
    /// All-in players were asked on how many boards to run the hand out.
    pub(crate) run_it_asked: bool,
    /// The chips in the pots, antes and dead blinds included.
    pub(crate) in_middle: Chips,
    /// The part of them that nobody had to match.
    pub(crate) dead: Chips,
    /// The pots as of the last closed street.
    pub(crate) pots: Pots,
    pub(crate) small_posted: Chips,
    pub(crate) big_posted: Chips,
    /// The chips that came to the table with a hand that was entered.
    pub(crate) entered: Chips,
    /// What the house took from this hand.
    pub(crate) rake: Chips,
    /// What a void brings back besides the chips.
    pub(crate) before: Before,
    pub(crate) round: Round,
    /// What was done in turn in this hand.
    pub(crate) tally: Tally,
    /// The last bet or raise of this street, on hybrid tables.
    pub(crate) wager: Option<LastWager>,
    /// Who put chips in of their own will on the first street.
    pub(crate) volunteers: SeatSet,
    /// When the count of a called clock begins and ends.
    pub(crate) called_clock: Option<(Millis, Millis)>,
    /// The players' time to table their own hands is over.
    pub(crate) showdown_closed: bool,
    /// Who acted last on this street.
    pub(crate) pointer: Option<SeatNo>,
    /// Whose hands are killed as soon as everybody has cards.
    pub(crate) to_kill: SeatSet,
    /// All-in it waits, cards down, until it is released.
    pub(crate) is_held: bool,
    /// Nobody is there: the next hand does not begin before.
    pub(crate) all_away_until: Option<Millis>,
    pub(crate) phase: Phase,
}

/// What a void brings back besides the chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Before {
    pub(crate) positions: Option<Positions>,
    pub(crate) frozen_button: Option<SeatNo>,
    pub(crate) hands_of_play: u32,
}

/// A player's part in the hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HandPlayer {
    /// What was in the stack before blinds and antes.
    pub(crate) started_with: Chips,
    pub(crate) bet: Chips,
    /// What others had to match on the streets before, antes of each included.
    pub(crate) put_in: Chips,
    /// What was owed before this hand, for a void.
    pub(crate) owed_before: Owes,
    /// Has acted on this street.
    pub(crate) acted: bool,
    pub(crate) hole: ArrayVec<Concealed<Card>, MAX_HOLE>,
    /// Which of them lie open.
    pub(crate) up: Picks,
    /// Which of them the dealer exposed, replaced or not.
    pub(crate) flashed: Picks,
    /// What the player gave away in this draw.
    pub(crate) tossed: Concealed<CardSet>,
    /// How many cards are to come for what was given away.
    pub(crate) to_draw: u8,
    /// How many boards the player would run the hand out on, where asked and answered.
    pub(crate) run_it: Option<u8>,
    pub(crate) tabled: bool,
    pub(crate) mucked: bool,
    /// Turned over because somebody asked to see it.
    pub(crate) exposed: bool,
    /// The room acted for the player in this hand.
    pub(crate) timed_out: bool,
    /// The floor killed the hand on this street, with so many cards off the deck.
    pub(crate) killed_at: Option<(u8, usize)>,
    /// What the pots have brought.
    pub(crate) won: Chips,
}

impl HandPlayer {
    /// A player before the first card and the first chip.
    pub(crate) const FRESH: Self = Self {
        started_with: Chips::ZERO,
        bet: Chips::ZERO,
        put_in: Chips::ZERO,
        owed_before: Owes { small: false, big: false },
        acted: false,
        hole: ArrayVec::new_const(),
        up: Picks::NONE,
        flashed: Picks::NONE,
        tossed: Concealed::new(CardSet::new()),
        to_draw: 0,
        run_it: None,
        tabled: false,
        mucked: false,
        exposed: false,
        timed_out: false,
        killed_at: None,
        won: Chips::ZERO,
    };

    /// How many cards the player holds.
    pub(crate) fn held(&self) -> u8 {
        u8::try_from(self.hole.len()).unwrap_or(u8::MAX)
    }
}

/// Where a hand stands. A hand at rest is in one of those that wait; the others are passed
/// through inside a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// The cards of a street go out.
    Dealing,
    /// The cards are out, or somebody has acted: who is next is not decided yet.
    Open,
    /// Waits for a player's action.
    Turn(Turn),
    /// The street's betting is over: the next street, the showdown or the awards are next.
    Closed,
    /// No more betting is possible; waits before the next street.
    RunOut { until: Millis },
    /// Everybody left is all-in; waits to be released.
    Waiting,
    /// The betting is over and its bets still stand; waits for the dealer.
    Held { until: Millis },
    /// Players table or discard their own hands.
    Showdown { until: Millis },
    /// Everybody has shown or discarded; the pots wait for requests to see a hand.
    AwardHeld { until: Millis },
    /// Waits for all-in players to say on how many boards to run the hand out.
    RunItVote {
        /// At most so many.
        most: u8,
        until: Millis,
    },
    /// Waits for a player who may show or muck.
    Offer { seat: SeatNo, until: Millis },
}

/// A draw, or a discard of so many cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Drawing {
    pub(crate) least: u8,
    pub(crate) most: u8,
    pub(crate) replaced: bool,
    /// Who has not drawn yet.
    pub(crate) pending: SeatSet,
}

/// A player has the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    pub(crate) seat: SeatNo,
    pub(crate) turn: TurnNo,
    /// When the time that runs now ends: the base time, or with `in_bank` the bank.
    pub(crate) deadline: Millis,
    pub(crate) in_bank: bool,
}

impl Hand {
    /// Who has not folded.
    pub(crate) fn live(&self) -> SeatSet {
        self.dealt.difference(self.folded)
    }

    /// Whether a seat may say on how many boards to run the hand out, and has not, while that is
    /// asked.
    pub(crate) fn awaits_run_it(&self, seat: SeatNo) -> bool {
        self.live().contains(seat) && self.players[seat.index()].run_it.is_none()
    }

    /// Who is in the hand and has chips behind.
    pub(crate) fn behind(&self) -> SeatSet {
        self.live().difference(self.all_in)
    }

    /// Keeps that somebody acted in turn.
    pub(crate) fn note_in_turn(&mut self, seat: SeatNo, puts_in_chips: bool) {
        self.tally.note(seat, puts_in_chips);
        if let Some(wager) = &mut self.wager {
            wager.note_action(seat, puts_in_chips);
        }
        if self.street == 0 && puts_in_chips {
            self.volunteers.insert(seat);
        }
    }

    /// Whether chips are what the next decision is about.
    pub(crate) fn phase_of_betting(&self) -> bool {
        self.drawing.is_none() && self.phase != Phase::Dealing
    }

    pub(crate) fn bets(&self) -> [Chips; MAX_SEATS] {
        std::array::from_fn(|index| self.players[index].bet)
    }

    /// The part of the street's largest bet that nobody matched, and whose it is. What a dead hand
    /// has put in stays in (TDA 30, 71-C).
    pub(crate) fn uncalled(&self) -> Option<(SeatNo, Chips)> {
        let bets = self.dealt.iter().map(|seat| (seat, self.players[seat.index()].bet));
        uncalled(bets).filter(|(seat, _)| self.live().contains(*seat))
    }

    /// The part of this player's last bet or raise that nobody has called. A blind is neither.
    pub(crate) fn uncalled_wager_of(&self, seat: SeatNo) -> Chips {
        let wagered = self.wager.is_some_and(|wager| wager.seat() == seat);
        let uncalled = self.uncalled().filter(|(whose, _)| wagered && *whose == seat);
        uncalled.map_or(Chips::ZERO, |(_, amount)| amount)
    }

    /// The pots as they are once this street's bets are in them.
    pub(crate) fn pots_with_bets(&self) -> Pots {
        let (live, all_put_in) = (self.live(), |player: &HandPlayer| player.put_in + player.bet);
        let mut of_live = live.iter().map(|seat| all_put_in(&self.players[seat.index()]));
        let first = of_live.next();
        if of_live.all(|put_in| Some(put_in) == first) {
            return Pots::one(Pot { amount: self.chips(), eligible: live });
        }
        let put_in = std::array::from_fn(|index| all_put_in(&self.players[index]));
        build_pots(&put_in, self.dead, live)
    }

    /// All chips of the hand that are not in a stack.
    pub(crate) fn chips(&self) -> Chips {
        // A plain sum: no place holds more than the whole table may, so it cannot overflow.
        let bets: u64 = self.players.iter().map(|player| player.bet.0).sum();
        self.in_middle + Chips(bets)
    }

    /// The cards that are left of the deck, where the deck is known.
    pub(crate) fn stub(&self) -> Option<&[Card]> {
        self.deck.as_ref()?.open().deck.cards().get(self.drawn..)
    }

    /// Takes the next card off the deck.
    pub(crate) fn draw(&mut self) -> Option<Card> {
        let deck = self.deck.as_ref().map(|decks| &decks.open().deck);
        let card = deck.and_then(|deck| deck.cards().get(self.drawn).copied());
        self.drawn += 1;
        card
    }

    pub(crate) fn board(&self) -> &[Card] {
        &self.boards[0]
    }

    /// A player's cards that lie open, in the order in which they came.
    pub(crate) fn up_cards(&self, seat: SeatNo) -> Hole {
        let player = &self.players[seat.index()];
        let cards = player.hole.iter().enumerate();
        cards
            .filter(|(place, _)| player.up.contains(*place))
            .map(|(_, card)| *card.open())
            .collect()
    }

    /// What a player's hand is worth in one half of the showdown, on one board.
    pub(crate) fn value(&self, seat: SeatNo, half: &Half, board: usize) -> Option<HandValue> {
        let hole = self.open_hole(seat);
        half.ranking.value(&hole, &self.boards[board], half.hole)
    }

    /// A player's cards, for the showdown.
    pub(crate) fn open_hole(&self, seat: SeatNo) -> Hole {
        self.players[seat.index()].hole.iter().map(|card| *card.open()).collect()
    }
}

/// The cards of one player.
pub(crate) type Hole = ArrayVec<Card, MAX_HOLE>;
