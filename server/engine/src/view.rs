//! A table as one viewer sees it: the only way cards leave the engine, besides the events that
//! make them public.

use crate::event::Event;
use crate::hand::{Hand, MAX_BOARD, MAX_BOARDS, MAX_HOLE, Phase};
use crate::input::TurnNo;
use crate::limits::Legal;
use crate::pot::{Pot, Pots};
use crate::table::Table;
use arrayvec::ArrayVec;
use cardroom_cards::Card;
use cardroom_planted::{Fault, is_planted};
use cardroom_rules::{Chips, HandNo, Millis, PlayerId, SeatNo};

/// Who looks at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    Public,
    /// The player in a seat.
    Seat(SeatNo),
}

/// A table as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableView {
    /// No hands until resumed.
    pub paused: bool,
    /// The seats that are taken.
    pub seats: Vec<SeatView>,
    /// The hand in progress.
    pub hand: Option<HandView>,
    /// The viewer's own cards.
    pub hole: ArrayVec<Card, MAX_HOLE>,
    /// The decision that waits for the viewer.
    pub decision: Option<(TurnNo, Legal)>,
    /// What else waits for the viewer's answer: the events that asked, with the time there is now.
    pub offers: Vec<Event>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatView {
    pub seat: SeatNo,
    pub player: PlayerId,
    pub stack: Chips,
    /// Whether the player's connection is there.
    pub connected: bool,
    pub sitting_out: bool,
    /// Its part in the hand.
    pub in_hand: Option<SeatInHand>,
}

/// A seat's part in the hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatInHand {
    /// Has folded or mucked.
    pub folded: bool,
    pub all_in: bool,
    pub bet: Chips,
    /// How many cards it holds; none once it has folded or mucked.
    pub card_count: u8,
    /// Those of them that lie open, in the order in which they came: stud's up-cards.
    pub up: ArrayVec<Card, MAX_HOLE>,
    /// All of them, where the hand is tabled.
    pub tabled: Option<ArrayVec<Card, MAX_HOLE>>,
}

/// The hand in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandView {
    pub number: HandNo,
    /// Where the button is.
    pub button: SeatNo,
    /// Who owed the small blind.
    pub small_blind: Option<SeatNo>,
    /// Who owed the big blind; `None` where there are no blinds.
    pub big_blind: Option<SeatNo>,
    /// Which of the table's games is played.
    pub play: u8,
    /// Which street, from 0.
    pub street: u8,
    /// The boards: one, unless the hand is run out on more.
    pub boards: ArrayVec<ArrayVec<Card, MAX_BOARD>, MAX_BOARDS>,
    /// The pots of closed streets. Antes of a first street that is not closed are one pot
    /// everybody plays for.
    pub pots: Pots,
    /// The largest bet of the street.
    pub current_bet: Chips,
    /// Who has the turn.
    pub turn: Option<TurnView>,
}

/// How a seat wants to be handled.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Preferences {
    /// Waits for the big blind rather than post one.
    pub wait_for_big_blind: bool,
    /// Mucks without being asked.
    pub auto_muck: bool,
    /// Straddles where it can.
    pub straddle: bool,
}

/// Who has the turn, and until when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnView {
    pub seat: SeatNo,
    /// When the time that runs now ends.
    pub deadline: Millis,
    /// The bank that follows: none when it runs already.
    pub bank: Millis,
}

impl Table {
    /// The table as a viewer sees it.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> TableView {
        TableView {
            paused: self.state.paused,
            seats: self.occupied().map(|(number, _)| self.view_seat(number)).collect(),
            hand: self.hand.as_ref().map(|hand| self.view_hand(hand)),
            hole: self.hole_cards(viewer),
            decision: self.decision(viewer),
            offers: self.offers(viewer),
        }
    }

    /// What a viewer may answer besides its turn, for whoever comes back while it waits.
    fn offers(&self, viewer: Viewer) -> Vec<Event> {
        let Viewer::Seat(seat) = viewer else { return Vec::new() };
        let in_hand = self.hand.as_ref().and_then(|hand| hand.offer_to(seat));
        let choice = self.state.choice.filter(|chooser| self.hand.is_none() && *chooser == seat);
        let choice = choice.map(|seat| Event::ChoiceOffered { seat, until: self.state.not_before });
        in_hand.into_iter().chain(choice).chain(self.hunt_asked_of(seat)).collect()
    }

    /// The viewer's own hole cards, after a fold or a muck too, until the hand is over.
    #[must_use]
    pub fn hole_cards(&self, viewer: Viewer) -> ArrayVec<Card, MAX_HOLE> {
        let Viewer::Seat(seat) = viewer else { return ArrayVec::new() };
        let Some(hand) = &self.hand else { return ArrayVec::new() };
        let hole = hand.players.get(seat.index()).map_or(&[][..], |player| &player.hole);
        hole.iter().map(|card| *card.open()).collect()
    }

    /// The decision that waits for the viewer.
    #[must_use]
    pub fn decision(&self, viewer: Viewer) -> Option<(TurnNo, Legal)> {
        let Viewer::Seat(seat) = viewer else { return None };
        let (turn_seat, turn, legal) = self.turn()?;
        (turn_seat == seat).then_some((turn, legal))
    }

    /// Who has the turn, and until when.
    #[must_use]
    pub fn turn_view(&self) -> Option<TurnView> {
        let Phase::Turn(turn) = self.hand.as_ref()?.phase else { return None };
        let bank =
            self.seat(turn.seat).filter(|_| !turn.in_bank).map_or(Millis(0), |seat| seat.bank);
        Some(TurnView { seat: turn.seat, deadline: turn.deadline, bank })
    }

    /// How a seat wants to be handled.
    #[must_use]
    pub fn preferences(&self, seat: SeatNo) -> Option<Preferences> {
        self.seat(seat).map(|seat| Preferences {
            wait_for_big_blind: seat.wait_for_big_blind,
            auto_muck: seat.auto_muck,
            straddle: seat.straddle,
        })
    }

    /// What everybody had before the hand in progress, as far as it is still here: stacks, what
    /// joins them, and what was put into the hand. Between hands, what everybody has.
    pub fn chips_before_hand(&self) -> impl Iterator<Item = (PlayerId, Chips)> {
        self.occupied().map(|(number, seat)| {
            let dealt = self.hand.as_ref().filter(|_| self.is_dealt_in(number));
            let stack = dealt.map_or(seat.stack, |hand| hand.players[number.index()].started_with);
            (seat.player, stack + seat.pending)
        })
    }

    /// What is to be taken off a stack when the hand is over.
    #[must_use]
    pub fn to_take_back(&self, seat: SeatNo) -> Chips {
        self.seat(seat).map_or(Chips::ZERO, |seat| seat.to_take_back)
    }

    pub fn players(&self) -> impl Iterator<Item = (SeatNo, PlayerId)> {
        self.occupied().map(|(number, seat)| (number, seat.player))
    }

    /// What each player has at the table besides what is in the hand.
    pub fn chips_by_player(&self) -> impl Iterator<Item = (PlayerId, Chips)> {
        self.occupied().map(|(_, seat)| (seat.player, seat.chips()))
    }

    /// Whether the player of a seat is connected.
    #[must_use]
    pub fn is_connected(&self, seat: SeatNo) -> bool {
        self.seat(seat).is_some_and(|seat| seat.is_connected())
    }

    /// The chips behind of a seat.
    #[must_use]
    pub fn stack(&self, seat: SeatNo) -> Option<Chips> {
        self.seat(seat).map(|seat| seat.stack)
    }

    /// The chips in the pots and in front of the players.
    #[must_use]
    pub fn pot_total(&self) -> Chips {
        self.hand.as_ref().map_or(Chips::ZERO, Hand::chips)
    }

    fn view_seat(&self, number: SeatNo) -> SeatView {
        let seat = self.seat(number).expect("only asked for taken seats");
        let in_hand = self.hand.as_ref().filter(|hand| hand.dealt.contains(number)).map(|hand| {
            let player = &hand.players[number.index()];
            let cards = player.hole.iter().map(|card| *card.open());
            let folded = hand.folded.contains(number) || player.mucked;
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
            sitting_out: seat.sat_out_at.is_some(),
            in_hand,
        }
    }

    fn view_hand(&self, hand: &Hand) -> HandView {
        let mut pots = hand.pots.clone();
        if pots.is_empty() && !hand.in_middle.is_zero() {
            pots.push(Pot { amount: hand.in_middle, eligible: hand.live() });
        }
        HandView {
            number: hand.number,
            button: hand.button,
            small_blind: hand.small_blind,
            big_blind: hand.big_blind,
            play: hand.play,
            street: hand.street,
            boards: hand.boards.clone(),
            pots,
            current_bet: hand.round.current_bet,
            turn: self.turn_view(),
        }
    }
}

impl Hand {
    /// What the hand waits for that a seat may answer, besides a turn.
    fn offer_to(&self, seat: SeatNo) -> Option<Event> {
        let player = self.players.get(seat.index())?;
        let holds = self.live().contains(seat) && !player.tabled && !player.mucked;
        match self.phase {
            Phase::RunItVote { most, until } if self.awaits_run_it(seat) => {
                Some(Event::RunItOffered { most, until })
            }
            Phase::Offer { seat: asked, until } if asked == seat => {
                Some(Event::ShowOffered { seat, until })
            }
            Phase::Showdown { until } if holds => Some(Event::ShowdownOpened { until }),
            Phase::AwardHeld { until } if self.dealt.contains(seat) => {
                Some(Event::AwardHeld { until })
            }
            _ => None,
        }
    }
}
