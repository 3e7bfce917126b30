//! The table as one seat sees it. Brains read it.
//!
//! A [`Table`] starts from a [`TableSnapshot`], and the steps that follow keep it up to date
//! (`apply`). It knows no rules. The server says which actions are legal, how large a bet may be
//! and who wins a pot.

mod apply;
mod hybrid;
mod position;
#[cfg(test)]
mod tests;

pub use apply::ModelError;
pub use hybrid::Hybrid;
pub use position::Position;

use cardroom_cards::Card;
use cardroom_protocol::game::Game;
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::server::TableSnapshot;
use cardroom_protocol::table::{BuyInRange, Decision, Pot, SeatView, Turn};
use cardroom_protocol::{ActionId, Chips, HandNo, Seq};

/// A table as one seat sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The table's entry in the lobby: stakes, betting structure, buy-in limits.
    pub info: TableInfo,
    /// The last step this view contains.
    pub seq: Seq,
    /// True while the floor has paused the table. No player acts, and no clock runs. A full view
    /// follows the end of the pause.
    pub paused: bool,
    /// The taken seats, by number.
    pub seats: Vec<Seat>,
    /// The hand in progress.
    pub hand: Option<Hand>,
    /// The number of this bot's seat; `None` while only watching.
    pub hero_seat: Option<u8>,
    /// This bot's cards; empty between hands and if it was not dealt in.
    pub cards: Vec<Card>,
    /// The cards of the last hand that this bot may still show; empty during a hand.
    pub to_show: Vec<Card>,
    /// The decision that this seat must make now.
    pub decision: Option<Decision>,
    /// Declared and pending actions of a hybrid table; `None` at plain tables.
    pub hybrid: Option<Box<Hybrid>>,
    /// How the last hand ended; `None` until this bot has seen one end.
    pub last_result: Option<HandResult>,
    /// The buy-in allowed to this player, as of the snapshot.
    pub buy_in: BuyInRange,
    /// The largest action id that the room had received from this player, as of the snapshot.
    pub last_action_id: ActionId,
}

/// A seat that is taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// The seat's number, from 0, clockwise.
    pub seat: u8,
    /// The name of the player.
    pub name: String,
    /// True if a program plays for the account.
    pub bot: bool,
    /// True while the player is connected.
    pub connected: bool,
    /// True while the player sits out.
    pub sitting_out: bool,
    /// The chips behind, without bets and pots.
    pub stack: Chips,
    /// The bet on this street.
    pub bet: Chips,
    /// The seat's part in the hand in progress; `None` if it was not dealt in.
    pub in_hand: Option<InHand>,
    /// The cards shown since the last hand ended; empty during a hand.
    pub shown: Vec<Card>,
    /// The stack when the hand began, adjusted for top-ups and charges since then. `None` between
    /// hands and for a hand of which this bot saw only a part.
    pub stack_at_start: Option<Chips>,
}

/// A seat's part in the hand in progress.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InHand {
    /// True once the player has folded or mucked.
    pub folded: bool,
    /// True if the player has no chips behind.
    pub all_in: bool,
    /// The number of cards the player holds.
    pub card_count: u8,
    /// The cards that lie open before the showdown, in the order in which they were dealt.
    pub up: Vec<Card>,
    /// All cards of a hand that is face up.
    pub tabled: Option<Vec<Card>>,
    /// The number of cards discarded in the last draw; `None` before a draw, or if this bot
    /// did not see it.
    pub gave_away: Option<u8>,
}

/// The hand in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hand {
    /// The hand's number at this table.
    pub number: HandNo,
    /// The game and its stakes.
    pub game: Game,
    /// True if every player posted an ante and the betting begins with the board.
    pub bomb_pot: bool,
    /// The button's seat, which may be empty (a dead button).
    pub button: u8,
    /// The seat that owed the small blind.
    pub small_blind: Option<u8>,
    /// The seat that owed the big blind.
    pub big_blind: Option<u8>,
    /// The seats that were dealt in, clockwise from the button's left.
    pub dealt: Vec<u8>,
    /// The street, from 0 (before the flop).
    pub street: u8,
    /// The boards so far: one, or several if the hand is run out more than once.
    pub boards: Vec<Vec<Card>>,
    /// The number of draws that have begun.
    pub draws: u8,
    /// The pots of the earlier streets; the main pot first.
    pub pots: Vec<Pot>,
    /// Antes and dead blinds that are not in a pot yet.
    pub dead: Chips,
    /// The bet to match on this street. It is the largest bet, before the flop at least the big
    /// blind, and after a bring-in at least the bring-in.
    pub current_bet: Chips,
    /// The number of bets and raises on this street, without blinds and bring-ins. After a
    /// reconnect in the middle of a street it restarts from the visible bets, at 0 or 1.
    pub raises: u8,
    /// The seat that bet or raised last in this hand.
    pub aggressor: Option<u8>,
    /// The seat whose turn it is, and its time limit.
    pub turn: Option<Turn>,
    /// The number of actions in the hand; `None` if this bot did not see the beginning.
    pub actions: Option<u32>,
}

/// How a hand ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandResult {
    /// The hand's number at this table.
    pub hand: HandNo,
    /// True if this seat was dealt in.
    pub dealt_in: bool,
    /// The number of players dealt in.
    pub players: u8,
    /// True if this seat was the first dealt in, clockwise from the button's left. This holds for
    /// exactly one bot of a table, which can count the hand for all.
    pub dealt_first: bool,
    /// This seat's net result; `None` if it was not dealt in, or if this bot did not see the
    /// beginning of the hand.
    pub net: Option<i64>,
    /// True if the hand was voided.
    pub voided: bool,
}

impl Table {
    /// Builds the table from a snapshot.
    #[must_use]
    pub fn from_snapshot(snapshot: TableSnapshot) -> Self {
        let view = *snapshot.view;
        let mut seats: Vec<Seat> = view.seats.into_iter().map(Seat::from_view).collect();
        seats.sort_by_key(|seat| seat.seat);
        let hand = view.hand.map(|hand| Hand {
            number: hand.hand,
            bomb_pot: hand.bomb_pot,
            draws: hand.street.min(hand.game.draws),
            button: hand.button,
            small_blind: hand.small_blind,
            big_blind: hand.big_blind,
            dealt: dealt_clockwise(&seats, hand.button),
            street: hand.street,
            boards: hand.boards,
            pots: hand.pots,
            dead: Chips(0),
            current_bet: hand.current_bet,
            raises: u8::from(if hand.street == 0 {
                hand.current_bet > forced_bet(&hand.game)
            } else {
                hand.current_bet > Chips(0)
            }),
            game: hand.game,
            aggressor: None,
            turn: hand.turn,
            actions: None,
        });
        let (hero_seat, cards, to_show, decision, last_action_id) = match view.you {
            Some(you) => (Some(you.seat), you.cards, you.to_show, you.decision, you.last_action_id),
            None => (None, Vec::new(), Vec::new(), None, ActionId(0)),
        };
        Self {
            info: view.info,
            seq: view.seq,
            paused: view.paused,
            seats,
            hand,
            hero_seat,
            cards,
            to_show,
            decision,
            hybrid: view.hybrid.map(|hybrid| Box::new(Hybrid::from_view(*hybrid))),
            last_result: None,
            buy_in: view.buy_in,
            last_action_id,
        }
    }

    /// Returns a seat if it is taken.
    #[must_use]
    pub fn seat(&self, number: u8) -> Option<&Seat> {
        self.seats.iter().find(|seat| seat.seat == number)
    }

    /// Returns this bot's seat.
    #[must_use]
    pub fn hero(&self) -> Option<&Seat> {
        self.seat(self.hero_seat?)
    }

    /// Returns the chips in all pots and bets.
    #[must_use]
    pub fn pot_total(&self) -> Chips {
        let Some(hand) = &self.hand else { return Chips(0) };
        let pots: u64 = hand.pots.iter().map(|pot| pot.amount.0).sum();
        let bets: u64 = self.seats.iter().map(|seat| seat.bet.0).sum();
        Chips(pots + hand.dead.0 + bets)
    }

    /// Returns the total of all chips on the table: stacks and [`pot_total`](Self::pot_total).
    #[must_use]
    pub fn chips(&self) -> Chips {
        Chips(self.seats.iter().map(|seat| seat.stack.0).sum::<u64>() + self.pot_total().0)
    }

    /// Returns the chips that a call adds to this seat's bet; 0 if there is nothing to call.
    #[must_use]
    pub fn to_call(&self) -> Chips {
        if let Some(decision) = &self.decision {
            return decision.legal.call.unwrap_or_default();
        }
        match (&self.hand, self.hero()) {
            (Some(hand), Some(hero)) if hero.is_live() => {
                Chips(hand.current_bet.0.saturating_sub(hero.bet.0).min(hero.stack.0))
            }
            _ => Chips(0),
        }
    }

    /// Returns the share of the final pot that a call has to pay, from 0 to 1. A call is profitable
    /// if the chance to win is greater.
    #[must_use]
    pub fn pot_odds(&self) -> f64 {
        let call = self.to_call().0;
        if call == 0 {
            return 0.0;
        }
        call as f64 / (self.pot_total().0 + call) as f64
    }

    /// Returns the seats that can still win the hand, by number.
    pub fn players_in_hand(&self) -> impl Iterator<Item = &Seat> {
        self.seats.iter().filter(|seat| seat.is_live())
    }

    /// Returns the other seats that can still win the hand.
    pub fn opponents(&self) -> impl Iterator<Item = &Seat> {
        self.players_in_hand().filter(|seat| Some(seat.seat) != self.hero_seat)
    }

    /// Returns the number of other players who can still win the hand.
    #[must_use]
    pub fn opponent_count(&self) -> usize {
        self.opponents().count()
    }

    /// Returns the most this seat can still win from or lose to one opponent: the smaller of its
    /// own stack and the largest opposing stack.
    #[must_use]
    pub fn effective_stack(&self) -> Chips {
        let others = self.opponents().map(|seat| seat.stack).max().unwrap_or_default();
        self.hero().map_or(Chips(0), |hero| hero.stack.min(others))
    }

    /// Returns the big blind of the hand in progress, or of the table between hands. In fixed
    /// limit, and with a bring-in, it is the small bet.
    #[must_use]
    pub fn big_blind(&self) -> Chips {
        self.hand.as_ref().map_or(self.info.big_blind, |hand| hand.game.big_blind)
    }

    /// Converts an amount to big blinds.
    #[must_use]
    pub fn big_blinds(&self, amount: Chips) -> f64 {
        amount.0 as f64 / self.big_blind().0.max(1) as f64
    }
}

impl Hand {
    /// Returns the board so far, or the first one if the hand is run out on several.
    #[must_use]
    pub fn board(&self) -> &[Card] {
        self.boards.first().map_or(&[], Vec::as_slice)
    }
}

impl Seat {
    fn from_view(view: SeatView) -> Self {
        let (bet, in_hand) = match view.in_hand {
            Some(part) => (
                part.bet,
                Some(InHand {
                    folded: part.folded,
                    all_in: part.all_in,
                    card_count: part.card_count,
                    up: part.up,
                    tabled: part.tabled,
                    gave_away: None,
                }),
            ),
            None => (Chips(0), None),
        };
        Self {
            seat: view.seat,
            name: view.name,
            bot: view.bot,
            connected: view.connected,
            sitting_out: view.sitting_out,
            stack: view.stack,
            bet,
            in_hand,
            shown: view.shown,
            stack_at_start: None,
        }
    }

    /// Returns `true` if the seat can still win the hand.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.in_hand.as_ref().is_some_and(|part| !part.folded)
    }

    /// Returns `true` if the seat can still act in the hand.
    #[must_use]
    pub fn can_act(&self) -> bool {
        self.in_hand.as_ref().is_some_and(|part| !part.folded && !part.all_in)
    }
}

/// Returns the bet to match on the first street before any player has bet.
fn forced_bet(game: &Game) -> Chips {
    if game.bring_in > Chips(0) { game.bring_in } else { game.big_blind }
}

/// Returns the seats in the hand, clockwise from the button's left.
fn dealt_clockwise(seats: &[Seat], button: u8) -> Vec<u8> {
    let mut dealt: Vec<u8> =
        seats.iter().filter(|seat| seat.in_hand.is_some()).map(|seat| seat.seat).collect();
    dealt.sort_by_key(|&seat| (seat <= button, seat));
    dealt
}
