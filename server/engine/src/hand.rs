//! The hand in progress: its data and the queries on it. [`Table::apply`](crate::Table::apply)
//! changes it, and `table::flow` decides what comes next.

mod card_moves;
mod last_wager;
mod round;

pub use card_moves::CardMove;
pub(crate) use card_moves::CardMoves;
pub(crate) use last_wager::LastWager;
pub(crate) use round::Round;

use crate::action::{Picks, TurnNo};
use crate::button::Positions;
use crate::pot::{Pot, Pots, build_pots, uncalled};
use crate::seat::Owes;
use crate::substantial::Tally;
use arrayvec::ArrayVec;
use cardroom_cards::{Card, CardSet, Concealed, DeckOrder, HandValue};
use cardroom_rules::{Chips, Half, HandNo, MAX_SEATS, Millis, SeatNo, SeatSet};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The most hole cards in any game.
pub const MAX_HOLE: usize = 7;
/// The most cards on a board.
pub const MAX_BOARD: usize = 5;
/// The most boards in a hand.
pub const MAX_BOARDS: usize = 3;

pub(crate) type Board = ArrayVec<Card, MAX_BOARD>;

/// The state of the hand in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hand {
    pub(crate) number: HandNo,
    /// Index into the table's games.
    pub(crate) play: u8,
    pub(crate) button: SeatNo,
    pub(crate) small_blind: Option<SeatNo>,
    pub(crate) big_blind: Option<SeatNo>,
    pub(crate) straddle: Option<SeatNo>,
    pub(crate) bomb_pot: bool,
    pub(crate) dealt: SeatSet,
    pub(crate) folded: SeatSet,
    /// Players with no chips behind.
    pub(crate) all_in: SeatSet,
    pub(crate) players: [HandPlayer; MAX_SEATS],
    /// The moves of every card that a player received or gave up.
    pub(crate) cards: CardMoves,
    /// `None` only while a log without its deck is folded. Such a hand can only be voided.
    pub(crate) deck: Option<Concealed<Arc<Decks>>>,
    /// The number of cards taken off the current deck.
    pub(crate) drawn: usize,
    /// Burned cards that were not shuffled back into the deck.
    pub(crate) burned: Concealed<CardSet>,
    /// The number of reshuffles.
    pub(crate) reshuffled: u8,
    /// The number of cards exposed by the dealer.
    pub(crate) flashed: u8,
    /// The number of dealing errors corrected with an order drawn for that purpose.
    pub(crate) remedied: u8,
    pub(crate) street: u8,
    /// Index of the street's next deal.
    pub(crate) dealing: u8,
    /// The draw or discard in progress.
    pub(crate) drawing: Option<Drawing>,
    /// One board, unless all-in players agreed to run the hand out on more.
    pub(crate) boards: ArrayVec<Board, MAX_BOARDS>,
    /// Whether the all-in players were asked how many boards to run.
    pub(crate) run_it_asked: bool,
    /// The chips in the pots, including antes and dead blinds.
    pub(crate) in_middle: Chips,
    /// The part of `in_middle` that no player had to match.
    pub(crate) dead: Chips,
    /// The pots as of the last closed street.
    pub(crate) pots: Pots,
    pub(crate) small_posted: Chips,
    pub(crate) big_posted: Chips,
    /// The chips that came to the table with an entered hand.
    pub(crate) entered: Chips,
    /// The rake taken from this hand.
    pub(crate) rake: Chips,
    /// State that a void restores along with the chips.
    pub(crate) before: Before,
    pub(crate) round: Round,
    /// The actions in turn during this hand.
    pub(crate) tally: Tally,
    /// The last bet or raise of this street, on hybrid tables.
    pub(crate) wager: Option<LastWager>,
    /// Players who voluntarily put in chips on the first street.
    pub(crate) volunteers: SeatSet,
    /// The start and the end of a called clock's count.
    pub(crate) called_clock: Option<(Millis, Millis)>,
    /// The players' time to table their own hands is over.
    pub(crate) showdown_closed: bool,
    /// The last player to act on this street.
    pub(crate) pointer: Option<SeatNo>,
    /// Hands to kill once every player has cards.
    pub(crate) to_kill: SeatSet,
    /// An all-in hand whose cards stay down until it is released.
    pub(crate) is_held: bool,
    /// All players are away. The next hand does not begin before this time.
    pub(crate) all_away_until: Option<Millis>,
    pub(crate) phase: Phase,
}

/// State that a void restores along with the chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Before {
    pub(crate) positions: Option<Positions>,
    pub(crate) frozen_button: Option<SeatNo>,
    pub(crate) hands_of_play: u32,
}

/// A player's part in the hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HandPlayer {
    /// The stack before blinds and antes.
    pub(crate) started_with: Chips,
    pub(crate) bet: Chips,
    /// The chips from earlier streets that others had to match, including each player's ante.
    pub(crate) put_in: Chips,
    /// The blinds owed before this hand, restored by a void.
    pub(crate) owed_before: Owes,
    /// Whether the player has acted on this street.
    pub(crate) acted: bool,
    pub(crate) hole: ArrayVec<Concealed<Card>, MAX_HOLE>,
    /// The cards that lie face up.
    pub(crate) up: Picks,
    /// The cards that the dealer exposed, replaced or not.
    pub(crate) flashed: Picks,
    /// The cards discarded in this draw.
    pub(crate) tossed: Concealed<CardSet>,
    /// The number of replacement cards still to come.
    pub(crate) to_draw: u8,
    /// The player's answer to the question on how many boards to run.
    pub(crate) run_it: Option<u8>,
    pub(crate) tabled: bool,
    pub(crate) mucked: bool,
    /// Turned over on a request to see the hand.
    pub(crate) exposed: bool,
    /// The room acted for the player in this hand.
    pub(crate) timed_out: bool,
    /// The street, and the number of cards drawn, at which the floor killed the hand.
    pub(crate) killed_at: Option<(u8, usize)>,
    /// The chips won from the pots.
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

    /// Returns the number of cards held.
    pub(crate) fn held(&self) -> u8 {
        u8::try_from(self.hole.len()).unwrap_or(u8::MAX)
    }
}

/// The phase of a hand. Between steps, a hand is in one of the waiting phases. The others occur
/// only within a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// The cards of a street are dealt.
    Dealing,
    /// The cards are out, or a player has acted. The next to act is not decided yet.
    Open,
    /// Waits for a player's action.
    Turn(Turn),
    /// The street's betting is over. The next street, the showdown or the awards follow.
    Closed,
    /// No further betting is possible; waits before the next street.
    RunOut { until: Millis },
    /// All remaining players are all-in; waits to be released.
    Waiting,
    /// The betting is over, but the bets are not gathered; waits for the dealer.
    Held { until: Millis },
    /// Players may table or discard their own hands.
    Showdown { until: Millis },
    /// All players have tabled or discarded; the award waits for requests to see a hand.
    AwardHeld { until: Millis },
    /// Waits for the all-in players to choose how many boards to run.
    RunItVote {
        /// The most boards that may be chosen.
        most: u8,
        until: Millis,
    },
    /// Waits for a player who may show or muck.
    Offer { seat: SeatNo, until: Millis },
}

/// A draw, or a discard without replacement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Drawing {
    pub(crate) least: u8,
    pub(crate) most: u8,
    pub(crate) replaced: bool,
    /// Players who have not drawn yet.
    pub(crate) pending: SeatSet,
}

/// The turn of a player and its deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    pub(crate) seat: SeatNo,
    pub(crate) turn: TurnNo,
    /// The end of the running time: the time bank if `in_bank`, else the base time.
    pub(crate) deadline: Millis,
    pub(crate) in_bank: bool,
    /// When the turn began, later by the time that the floor took.
    pub(crate) since: Millis,
    /// The connection was lost at some time in the turn.
    pub(crate) was_away: bool,
}

impl Turn {
    /// Returns the end of the base time, for a player with this time bank.
    pub(crate) fn base_end(&self, bank: Millis) -> Millis {
        if self.in_bank { Millis(self.deadline.0.saturating_sub(bank.0)) } else { self.deadline }
    }
}

impl Hand {
    /// Returns the players who have not folded.
    pub(crate) fn live(&self) -> SeatSet {
        self.dealt.difference(self.folded)
    }

    /// Returns `true` if the seat has not yet answered how many boards to run. Valid while
    /// that question is open.
    pub(crate) fn awaits_run_it(&self, seat: SeatNo) -> bool {
        self.live().contains(seat) && self.players[seat.index()].run_it.is_none()
    }

    /// Returns the live players with chips behind.
    pub(crate) fn behind(&self) -> SeatSet {
        self.live().difference(self.all_in)
    }

    /// Records an action in turn.
    pub(crate) fn note_in_turn(&mut self, seat: SeatNo, puts_in_chips: bool) {
        self.tally.note(seat, puts_in_chips);
        if let Some(wager) = &mut self.wager {
            wager.note_action(seat, puts_in_chips);
        }
        if self.street == 0 && puts_in_chips {
            self.volunteers.insert(seat);
        }
    }

    /// Returns `true` if the next decision is about chips rather than cards.
    pub(crate) fn phase_of_betting(&self) -> bool {
        self.drawing.is_none() && self.phase != Phase::Dealing
    }

    pub(crate) fn bets(&self) -> [Chips; MAX_SEATS] {
        std::array::from_fn(|index| self.players[index].bet)
    }

    /// Returns the unmatched part of the street's largest bet, and its seat. The chips of a dead
    /// hand stay in (TDA 30, 71-C).
    pub(crate) fn uncalled(&self) -> Option<(SeatNo, Chips)> {
        let bets = self.dealt.iter().map(|seat| (seat, self.players[seat.index()].bet));
        uncalled(bets).filter(|(seat, _)| self.live().contains(*seat))
    }

    /// Returns the uncalled part of this player's last bet or raise. A blind is neither.
    pub(crate) fn uncalled_wager_of(&self, seat: SeatNo) -> Chips {
        let wagered = self.wager.is_some_and(|wager| wager.seat() == seat);
        let uncalled = self.uncalled().filter(|(whose, _)| wagered && *whose == seat);
        uncalled.map_or(Chips::ZERO, |(_, amount)| amount)
    }

    /// Returns the pots as they will be once this street's bets are gathered.
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

    /// Returns all chips of the hand that are not in a stack.
    pub(crate) fn chips(&self) -> Chips {
        // A plain sum cannot overflow, because no place holds more than the whole table may.
        let bets: u64 = self.players.iter().map(|player| player.bet.0).sum();
        self.in_middle + Chips(bets)
    }

    /// Returns the cards left in the deck, if the deck is known.
    pub(crate) fn stub(&self) -> Option<&[Card]> {
        self.deck.as_ref()?.peek().deck.cards().get(self.drawn..)
    }

    /// Takes the next card off the deck.
    pub(crate) fn draw(&mut self) -> Option<Card> {
        let deck = self.deck.as_ref().map(|decks| &decks.peek().deck);
        let card = deck.and_then(|deck| deck.cards().get(self.drawn).copied());
        self.drawn += 1;
        card
    }

    pub(crate) fn board(&self) -> &[Card] {
        &self.boards[0]
    }

    /// Returns a player's face-up cards in the order of the deal.
    pub(crate) fn up_cards(&self, seat: SeatNo) -> Hole {
        let player = &self.players[seat.index()];
        let cards = player.hole.iter().enumerate();
        cards
            .filter(|(place, _)| player.up.contains(*place))
            .map(|(_, card)| *card.open())
            .collect()
    }

    /// Returns the value of a player's hand in one half of the showdown, on one board.
    pub(crate) fn value(&self, seat: SeatNo, half: &Half, board: usize) -> Option<HandValue> {
        let hole = self.open_hole(seat);
        half.ranking.value(&hole, &self.boards[board], half.hole)
    }

    /// Returns a player's hole cards, for the showdown.
    pub(crate) fn open_hole(&self, seat: SeatNo) -> Hole {
        self.players[seat.index()].hole.iter().map(|card| *card.open()).collect()
    }
}

pub(crate) type Hole = ArrayVec<Card, MAX_HOLE>;

/// The order of a hand's deck, and the orders for its reshuffles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decks {
    pub deck: DeckOrder,
    /// Entry n is the order of the cards after the n-th reshuffle.
    pub reshuffles: Vec<DeckOrder>,
}
