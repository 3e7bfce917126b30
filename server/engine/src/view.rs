//! The table as one viewer sees it. Cards leave the engine only through views and through the
//! events that make them public.

use crate::action::TurnNo;
use crate::bounds::{MAX_BOARD, MAX_BOARDS, MAX_HOLE};
use crate::event::Event;
use crate::faults::{Fault, is_planted};
use crate::hand::{Hand, Phase};
use crate::limits::Legal;
use crate::pot::{Pot, Pots};
use crate::seat::Seat;
use crate::table::Table;
use arrayvec::ArrayVec;
use cardroom_cards::Card;
use cardroom_rules::{Chips, HandNo, Millis, PlayerId, SeatNo};

/// The person a view is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    Public,
    /// The player in a seat.
    Seat(SeatNo),
}

/// The table as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableView {
    pub paused: bool,
    /// Only the occupied seats.
    pub seats: Vec<SeatView>,
    pub hand: Option<HandView>,
    /// The viewer's own cards.
    pub hole: ArrayVec<Card, MAX_HOLE>,
    /// The viewer's cards of the last hand that the viewer may still show.
    pub to_show: ArrayVec<Card, MAX_HOLE>,
    /// The decision that waits for the viewer.
    pub decision: Option<(TurnNo, Legal)>,
    /// Other questions for the viewer: the events that asked them, with the current deadlines. At a
    /// paused table there are none.
    pub offers: Vec<Event>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatView {
    pub seat: SeatNo,
    pub player: PlayerId,
    pub stack: Chips,
    pub connected: bool,
    pub sitting_out: bool,
    pub in_hand: Option<SeatInHand>,
    /// The cards shown since the last hand ended; empty during a hand.
    pub shown: ArrayVec<Card, MAX_HOLE>,
}

/// A seat's part in the hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatInHand {
    /// The hand was folded or mucked.
    pub folded: bool,
    pub all_in: bool,
    pub bet: Chips,
    /// The number of cards held; 0 after a fold or muck.
    pub card_count: u8,
    /// The face-up cards in the order of the deal, as in stud.
    pub up: ArrayVec<Card, MAX_HOLE>,
    /// All cards of a tabled hand.
    pub tabled: Option<ArrayVec<Card, MAX_HOLE>>,
}

/// The hand in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandView {
    pub number: HandNo,
    pub button: SeatNo,
    /// The seat that owed the small blind.
    pub small_blind: Option<SeatNo>,
    /// The seat that owed the big blind; `None` if there are no blinds.
    pub big_blind: Option<SeatNo>,
    /// Index into the table's games.
    pub play: u8,
    /// The street's index, from 0.
    pub street: u8,
    /// One board, unless the hand is run out on more.
    pub boards: ArrayVec<ArrayVec<Card, MAX_BOARD>, MAX_BOARDS>,
    /// The pots of closed streets. Antes on an open first street form one pot for all players.
    pub pots: Pots,
    /// The largest bet of the street.
    pub current_bet: Chips,
    pub turn: Option<TurnView>,
}

/// The seat on turn and its deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnView {
    pub seat: SeatNo,
    /// The end of the running time.
    pub deadline: Millis,
    /// The time bank that follows; zero if it is already running.
    pub bank: Millis,
}

impl Table {
    /// Returns the table as a viewer sees it.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> TableView {
        TableView {
            paused: self.is_paused(),
            seats: self.state.seats.occupied().map(|(number, _)| view_seat(self, number)).collect(),
            hand: self.hand.as_ref().map(|hand| view_hand(self, hand)),
            hole: self.hole_cards(viewer),
            to_show: match viewer {
                Viewer::Seat(seat) => self.cards_to_show(seat),
                Viewer::Public => ArrayVec::new(),
            },
            decision: self.decision(viewer),
            offers: offers(self, viewer),
        }
    }

    /// Returns the viewer's own hole cards until the hand is over, even after a fold or muck.
    #[must_use]
    pub fn hole_cards(&self, viewer: Viewer) -> ArrayVec<Card, MAX_HOLE> {
        let Viewer::Seat(seat) = viewer else { return ArrayVec::new() };
        let Some(hand) = &self.hand else { return ArrayVec::new() };
        let hole = hand.players.get(seat).map_or(&[][..], |player| &player.hole);
        hole.iter().map(|card| *card.open()).collect()
    }

    /// Returns the decision that waits for the viewer. At a paused table there is none.
    #[must_use]
    pub fn decision(&self, viewer: Viewer) -> Option<(TurnNo, Legal)> {
        let Viewer::Seat(seat) = viewer else { return None };
        let (turn_seat, turn, legal) = self.turn().filter(|_| !self.is_paused())?;
        (turn_seat == seat).then_some((turn, legal))
    }

    /// Returns the seat on turn and its deadline.
    #[must_use]
    pub fn turn_view(&self) -> Option<TurnView> {
        let Phase::Turn(turn) = self.hand.as_ref()?.phase else { return None };
        let bank = self
            .state
            .seats
            .get(turn.seat)
            .filter(|_| !turn.in_bank)
            .map_or(Millis(0), |seat| seat.bank);
        Some(TurnView { seat: turn.seat, deadline: turn.deadline, bank })
    }

    /// Returns the chips of each player before the hand in progress, pending chips included.
    /// Between hands, returns their current chips.
    pub fn chips_before_hand(&self) -> impl Iterator<Item = (PlayerId, Chips)> {
        self.state.seats.occupied().map(|(number, seat)| {
            let dealt = self.hand.as_ref().filter(|_| self.is_dealt_in(number));
            let stack = dealt.map_or(seat.stack, |hand| hand.players[number].started_with);
            (seat.player, stack + seat.pending)
        })
    }

    pub fn players(&self) -> impl Iterator<Item = (SeatNo, PlayerId)> {
        self.state.seats.occupied().map(|(number, seat)| (number, seat.player))
    }

    /// Returns each player's chips outside the hand.
    pub fn chips_by_player(&self) -> impl Iterator<Item = (PlayerId, Chips)> {
        self.state.seats.occupied().map(|(_, seat)| (seat.player, seat.chips()))
    }

    /// Returns the player in a seat; `None` if the seat is empty.
    #[must_use]
    pub fn seat(&self, seat: SeatNo) -> Option<&Seat> {
        self.state.seats.get(seat)
    }

    /// Returns the chips behind at a seat.
    #[must_use]
    pub fn stack(&self, seat: SeatNo) -> Option<Chips> {
        self.state.seats.get(seat).map(|seat| seat.stack)
    }
}

/// Returns the viewer's open questions except the turn, for a player who reconnects, or after a
/// pause of the table.
fn offers(table: &Table, viewer: Viewer) -> Vec<Event> {
    let Viewer::Seat(seat) = viewer else { return Vec::new() };
    if table.is_paused() {
        return Vec::new();
    }
    // Cards wait while the floor rules on a question.
    let hand = table.hand.as_ref().filter(|_| table.ticket().is_none());
    let in_hand = hand.and_then(|hand| hand.offer_to(seat));
    let choice =
        table.state.rotation.choice().filter(|chooser| table.hand.is_none() && *chooser == seat);
    let choice =
        choice.map(|seat| Event::ChoiceOffered { seat, until: table.state.schedule.not_before() });
    let rabbit = table.hunt.as_ref().and_then(|hunt| hunt.asked_of(seat));
    in_hand.into_iter().chain(choice).chain(rabbit).collect()
}

fn view_seat(table: &Table, number: SeatNo) -> SeatView {
    let seat = table.state.seats.get(number).expect("only asked for taken seats");
    let in_hand =
        table.hand.as_ref().filter(|hand| hand.players.dealt().contains(number)).map(|hand| {
            let player = &hand.players[number];
            let cards = player.hole.iter().map(|card| *card.open());
            let folded = hand.players.folded().contains(number) || player.mucked;
            let held = if folded { 0 } else { player.hole.len() };
            SeatInHand {
                folded,
                all_in: seat.stack.is_zero(),
                bet: player.bet,
                card_count: u8::try_from(held).unwrap_or(u8::MAX),
                up: if folded { ArrayVec::new() } else { hand.up_cards(number) },
                tabled: (player.tabled || player.exposed || is_planted(Fault::ViewLeaks))
                    .then(|| cards.collect()),
            }
        });
    SeatView {
        seat: number,
        player: seat.player,
        stack: seat.stack,
        connected: seat.is_connected(),
        sitting_out: seat.sits_out(),
        in_hand,
        shown: table.shown_cards(number).iter().copied().collect(),
    }
}

fn view_hand(table: &Table, hand: &Hand) -> HandView {
    let mut pots = hand.middle.pots().clone();
    if pots.is_empty() && !hand.middle.chips().is_zero() {
        pots.push(Pot { amount: hand.middle.chips(), eligible: hand.players.live() });
    }
    HandView {
        number: hand.number,
        button: hand.positions.button(),
        small_blind: hand.positions.small_blind(),
        big_blind: hand.positions.big_blind(),
        play: hand.play,
        street: hand.street.number(),
        boards: hand.boards.all().clone(),
        pots,
        current_bet: hand.betting.current_bet(),
        turn: table.turn_view(),
    }
}

impl Hand {
    /// Returns a question of the hand that the seat may answer, other than a turn.
    fn offer_to(&self, seat: SeatNo) -> Option<Event> {
        let player = self.players.get(seat)?;
        let holds = self.players.live().contains(seat) && !player.tabled && !player.mucked;
        match self.phase {
            Phase::RunItVote { most, until } if self.players.awaits_run_it(seat) => {
                Some(Event::RunItOffered { most, until })
            }
            Phase::Offer { seat: asked, until } if asked == seat => {
                Some(Event::ShowOffered { seat, until })
            }
            Phase::Showdown { until } if holds => Some(Event::ShowdownOpened { until }),
            Phase::AwardHeld { until } if self.players.dealt().contains(seat) => {
                Some(Event::AwardHeld { until })
            }
            _ => None,
        }
    }
}
