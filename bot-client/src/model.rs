//! The table as one seat sees it: what brains read.
//!
//! A [`Table`] starts from a [`TableSnapshot`] and is kept up to date by the steps that follow it
//! (`apply`). It decides nothing and knows no rules: which actions are legal, who wins a pot and
//! what a bet may be, it is told.

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
    /// What the lobby says of it: stakes, betting structure, buy-in limits.
    pub info: TableInfo,
    /// The last step this view contains.
    pub seq: Seq,
    /// True while no hand is started by order of the room.
    pub paused: bool,
    /// The taken seats, in the order of their numbers.
    pub seats: Vec<Seat>,
    /// The hand in progress.
    pub hand: Option<Hand>,
    /// The own seat's number; `None` while only watching.
    pub hero_seat: Option<u8>,
    /// The own cards; empty between hands and when not dealt in.
    pub cards: Vec<Card>,
    /// The decision that waits for this seat.
    pub decision: Option<Decision>,
    /// What is declared and pending; `None` at plain tables.
    pub hybrid: Option<Box<Hybrid>>,
    /// How the last hand ended; `None` until one has ended in this bot's sight.
    pub last_result: Option<HandResult>,
    /// What this player may bring when taking a seat, as of when the view was made.
    pub buy_in: BuyInRange,
    /// The largest action id the room had seen from this player when the view was made.
    pub last_action_id: ActionId,
}

/// A taken seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Its number, from 0, clockwise.
    pub seat: u8,
    /// Who sits there.
    pub name: String,
    /// Whether the account plays by program.
    pub bot: bool,
    /// Whether it is connected.
    pub connected: bool,
    /// Whether it sits out.
    pub sitting_out: bool,
    /// The chips behind: bets and pots not included.
    pub stack: Chips,
    /// The chips in front: this street's bet.
    pub bet: Chips,
    /// Its part in the hand in progress; `None` when it was not dealt in.
    pub in_hand: Option<InHand>,
    /// The stack when the hand began, as changed since by top-ups and charges; `None` between
    /// hands and for a hand this bot saw only a part of.
    pub stack_at_start: Option<Chips>,
}

/// A seat's part in the hand in progress.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InHand {
    /// True once it has folded or mucked.
    pub folded: bool,
    /// True when nothing is left behind.
    pub all_in: bool,
    /// How many cards it holds.
    pub card_count: u8,
    /// Those of them that lie open before the showdown, in the order in which they came.
    pub up: Vec<Card>,
    /// All of them, where the hand is face up.
    pub tabled: Option<Vec<Card>>,
    /// How many cards it gave away in the last draw; `None` before one, or where it was not seen.
    pub gave_away: Option<u8>,
}

/// The hand in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hand {
    /// Its number at this table.
    pub number: HandNo,
    /// The game and its stakes.
    pub game: Game,
    /// Everybody posted an ante, and the betting begins with the board.
    pub bomb_pot: bool,
    /// Where the button is; the seat may be empty (a dead button).
    pub button: u8,
    /// Who owed the small blind.
    pub small_blind: Option<u8>,
    /// Who owed the big blind.
    pub big_blind: Option<u8>,
    /// Who was dealt in, clockwise from the button's left.
    pub dealt: Vec<u8>,
    /// The street, from 0 (before the flop).
    pub street: u8,
    /// The boards so far: one, or as many as the hand is run out on.
    pub boards: Vec<Vec<Card>>,
    /// How many draws for new cards have begun.
    pub draws: u8,
    /// The pots of the streets before this one; the main pot first.
    pub pots: Vec<Pot>,
    /// Antes and dead blinds that are in no pot yet.
    pub dead: Chips,
    /// The bet to match on this street: the largest one, before the flop at least the big blind,
    /// and after a bring-in at least that.
    pub current_bet: Chips,
    /// Bets and raises on this street; blinds and bring-ins are none. After a reconnect in the
    /// middle of a street it starts again from what the bets show: none, or one.
    pub raises: u8,
    /// Who bet or raised last in this hand.
    pub aggressor: Option<u8>,
    /// Whose turn it is, and for how long.
    pub turn: Option<Turn>,
    /// How many actions the hand has seen; `None` when its beginning was not seen.
    pub actions: Option<u32>,
}

/// How a hand ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandResult {
    /// Its number at this table.
    pub hand: HandNo,
    /// Whether this seat was dealt in.
    pub dealt_in: bool,
    /// How many players were dealt in.
    pub players: u8,
    /// Whether this seat was the first to be dealt in, clockwise from the button's left. Among the
    /// bots of one table exactly one says so: it can count the hand for all.
    pub dealt_first: bool,
    /// What this seat won or lost; 0 when the beginning of the hand was not seen.
    pub net: i64,
    /// True when the hand was taken back.
    pub voided: bool,
}

impl Table {
    /// The table of a snapshot.
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
        let (hero_seat, cards, decision, last_action_id) = match view.you {
            Some(you) => (Some(you.seat), you.cards, you.decision, you.last_action_id),
            None => (None, Vec::new(), None, ActionId(0)),
        };
        Self {
            info: view.info,
            seq: view.seq,
            paused: view.paused,
            seats,
            hand,
            hero_seat,
            cards,
            decision,
            hybrid: view.hybrid.map(|hybrid| Box::new(Hybrid::from_view(*hybrid))),
            last_result: None,
            buy_in: view.buy_in,
            last_action_id,
        }
    }

    /// A seat, where it is taken.
    #[must_use]
    pub fn seat(&self, number: u8) -> Option<&Seat> {
        self.seats.iter().find(|seat| seat.seat == number)
    }

    /// The own seat.
    #[must_use]
    pub fn hero(&self) -> Option<&Seat> {
        self.seat(self.hero_seat?)
    }

    /// Everything in the middle and in front of the players.
    #[must_use]
    pub fn pot_total(&self) -> Chips {
        let Some(hand) = &self.hand else { return Chips(0) };
        let pots: u64 = hand.pots.iter().map(|pot| pot.amount.0).sum();
        let bets: u64 = self.seats.iter().map(|seat| seat.bet.0).sum();
        Chips(pots + hand.dead.0 + bets)
    }

    /// Every chip on the table: stacks and [`pot_total`](Self::pot_total).
    #[must_use]
    pub fn chips(&self) -> Chips {
        Chips(self.seats.iter().map(|seat| seat.stack.0).sum::<u64>() + self.pot_total().0)
    }

    /// What a call adds to this seat's bet: 0 when there is nothing to call.
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

    /// The part of the final pot that a call has to pay, from 0 to 1: with a better chance to win
    /// than this, calling pays.
    #[must_use]
    pub fn pot_odds(&self) -> f64 {
        let call = self.to_call().0;
        if call == 0 {
            return 0.0;
        }
        call as f64 / (self.pot_total().0 + call) as f64
    }

    /// The seats that can still win the hand, in the order of their numbers.
    pub fn players_in_hand(&self) -> impl Iterator<Item = &Seat> {
        self.seats.iter().filter(|seat| seat.is_live())
    }

    /// The seats that can still win the hand, without the own one.
    pub fn opponents(&self) -> impl Iterator<Item = &Seat> {
        self.players_in_hand().filter(|seat| Some(seat.seat) != self.hero_seat)
    }

    /// How many players can still win the hand, without the own seat.
    #[must_use]
    pub fn opponent_count(&self) -> usize {
        self.opponents().count()
    }

    /// The most this seat can still win or lose to one opponent: the smaller of its own stack and
    /// the largest of the others', behind.
    #[must_use]
    pub fn effective_stack(&self) -> Chips {
        let others = self.opponents().map(|seat| seat.stack).max().unwrap_or_default();
        self.hero().map_or(Chips(0), |hero| hero.stack.min(others))
    }

    /// The big blind of the hand in progress, or of the table between hands. In fixed limit, and
    /// with a bring-in, it is the small bet.
    #[must_use]
    pub fn big_blind(&self) -> Chips {
        self.hand.as_ref().map_or(self.info.big_blind, |hand| hand.game.big_blind)
    }

    /// An amount in big blinds.
    #[must_use]
    pub fn big_blinds(&self, amount: Chips) -> f64 {
        amount.0 as f64 / self.big_blind().0.max(1) as f64
    }
}

impl Hand {
    /// The board so far; the first one where the hand is run out on several.
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
            stack_at_start: None,
        }
    }

    /// Whether it can still win the hand.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.in_hand.as_ref().is_some_and(|part| !part.folded)
    }

    /// Whether it can still act in the hand.
    #[must_use]
    pub fn can_act(&self) -> bool {
        self.in_hand.as_ref().is_some_and(|part| !part.folded && !part.all_in)
    }
}

/// What has to be matched on the first street before anybody has bet.
fn forced_bet(game: &Game) -> Chips {
    if game.bring_in > Chips(0) { game.bring_in } else { game.big_blind }
}

/// Who is in the hand, clockwise from the button's left.
fn dealt_clockwise(seats: &[Seat], button: u8) -> Vec<u8> {
    let mut dealt: Vec<u8> =
        seats.iter().filter(|seat| seat.in_hand.is_some()).map(|seat| seat.seat).collect();
    dealt.sort_by_key(|&seat| (seat <= button, seat));
    dealt
}
