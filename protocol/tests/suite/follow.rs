//! A client that follows the table in "Following a hand" of `PROTOCOL.md`, row by row. It asserts
//! that no chip is made or lost.

use cardroom_protocol::table::{Acted, Action, PostKind, Pot, TableEvent, TableView};
use cardroom_protocol::{Seq, ServerMessage};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Default, Debug)]
struct Seat {
    stack: u64,
    bet: u64,
    at_start: Option<u64>,
}

/// A table as a client knows it.
#[derive(Default, Debug)]
pub(crate) struct Follower {
    seq: Seq,
    bring_in: u64,
    seats: BTreeMap<u8, Seat>,
    dead: u64,
    pots: Vec<u64>,
    current_bet: u64,
    street: u8,
    turn: Option<u8>,
    me: Option<u8>,
}

fn amounts(pots: &[Pot]) -> Vec<u64> {
    pots.iter().map(|pot| pot.amount.0).collect()
}

impl Follower {
    /// Returns a table between hands, after this step.
    pub(crate) fn between_hands(seq: u64, me: u8, stacks: &[(u8, u64)]) -> Self {
        let seats = stacks.iter().map(|(seat, stack)| {
            let stack = *stack;
            (*seat, Seat { stack, ..Seat::default() })
        });
        Self { seq: Seq(seq), me: Some(me), seats: seats.collect(), ..Self::default() }
    }

    pub(crate) fn stack(&self, seat: u8) -> Option<u64> {
        self.seats.get(&seat).map(|seat| seat.stack)
    }

    pub(crate) fn pot(&self) -> u64 {
        self.dead
            + self.pots.iter().sum::<u64>()
            + self.seats.values().map(|seat| seat.bet).sum::<u64>()
    }

    fn chips(&self) -> u64 {
        self.pot() + self.seats.values().map(|seat| seat.stack).sum::<u64>()
    }

    pub(crate) fn take(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::TableSnapshot(snapshot) => self.start(&snapshot.view),
            ServerMessage::Step(step) => {
                assert_eq!(step.seq.0, self.seq.0 + 1, "a gap");
                self.seq = step.seq;
                for event in &step.events.0 {
                    self.apply(event);
                }
            }
            ServerMessage::YourTurn(yours) => {
                assert_eq!((yours.seq, self.turn), (self.seq, self.me));
                let me = self.seats[&self.turn.unwrap()];
                let to_call = (self.current_bet - me.bet).min(me.stack);
                assert_eq!(yours.legal.call.map_or(0, |chips| chips.0), to_call);
                assert_eq!(yours.legal.check, to_call == 0);
            }
            _ => {}
        }
    }

    fn start(&mut self, view: &TableView) {
        let seats = view.seats.iter().map(|seat| {
            let bet = seat.in_hand.as_ref().map_or(0, |part| part.bet.0);
            (seat.seat, Seat { stack: seat.stack.0, bet, at_start: None })
        });
        *self = Self {
            seq: view.seq,
            bring_in: view.hand.as_ref().map_or(0, |hand| hand.game.bring_in.0),
            seats: seats.collect(),
            pots: view.hand.as_ref().map(|hand| amounts(&hand.pots)).unwrap_or_default(),
            current_bet: view.hand.as_ref().map_or(0, |hand| hand.current_bet.0),
            street: view.hand.as_ref().map_or(0, |hand| hand.street),
            turn: view.hand.as_ref().and_then(|hand| hand.turn.as_ref()).map(|turn| turn.seat),
            me: view.you.as_ref().map(|you| you.seat),
            dead: 0,
        };
    }

    fn seat(&mut self, seat: u8) -> &mut Seat {
        self.seats.get_mut(&seat).expect("a taken seat")
    }

    /// Applies one row of the table. Wrong arithmetic overflows, which panics in tests.
    pub(crate) fn apply(&mut self, event: &TableEvent) {
        let before = self.chips();
        let mut came = 0;
        let mut went = 0;
        match event {
            TableEvent::HandStarted(started) => {
                assert_eq!(self.pot(), 0, "chips left from the hand before");
                (self.dead, self.street) = (0, 0);
                self.current_bet = started.big_blind.map_or(0, |_| started.game.big_blind.0);
                self.bring_in = started.game.bring_in.0;
                self.pots.clear();
                for (number, seat) in &mut self.seats {
                    seat.at_start = started.dealt.contains(number).then_some(seat.stack);
                }
            }
            TableEvent::Posted(posted) => {
                let amount = posted.amount.0;
                self.seat(posted.seat).stack -= amount;
                match posted.post {
                    PostKind::Ante | PostKind::DeadBlind => self.dead += amount,
                    PostKind::SmallBlind
                    | PostKind::BigBlind
                    | PostKind::EntryBlind
                    | PostKind::Straddle => {
                        self.seat(posted.seat).bet += amount;
                    }
                }
                if posted.post == PostKind::Straddle {
                    self.current_bet = amount;
                }
            }
            TableEvent::Turn(turn) => self.turn = Some(turn.seat),
            TableEvent::TimeBank(bank) => assert_eq!(self.turn, Some(bank.seat)),
            TableEvent::Acted(acted) => self.acted(acted),
            TableEvent::UncalledReturned(returned) => {
                let seat = self.seat(returned.seat);
                seat.bet -= returned.amount.0;
                seat.stack += returned.amount.0;
            }
            TableEvent::BetsCollected(collected) => {
                self.pots = amounts(&collected.pots);
                self.seats.values_mut().for_each(|seat| seat.bet = 0);
                (self.dead, self.current_bet) = (0, 0);
            }
            TableEvent::StreetBegan(began) => self.street = began.street,
            TableEvent::RakeTaken(rake) => {
                self.pots[usize::from(rake.pot)] -= rake.amount.0;
                went = rake.amount.0;
            }
            TableEvent::PotAwarded(awarded) => {
                for share in &awarded.shares {
                    self.pots[usize::from(awarded.pot)] -= share.amount.0;
                    self.seat(share.seat).stack += share.amount.0;
                }
            }
            TableEvent::HandEnded(_) => assert_eq!(self.pot(), 0, "everything was awarded"),
            TableEvent::HandVoided(_) => {
                for seat in self.seats.values_mut() {
                    seat.stack = seat.at_start.unwrap_or(seat.stack);
                    seat.bet = 0;
                }
                self.dead = 0;
                self.pots.clear();
            }
            TableEvent::SeatTaken(taken) => {
                came = taken.stack.0;
                let seat = Seat { stack: came, ..Seat::default() };
                assert!(self.seats.insert(taken.seat, seat).is_none());
            }
            TableEvent::SeatLeft(left) => {
                let seat = self.seats.remove(&left.seat).expect("a taken seat");
                assert_eq!(seat.bet, 0);
                went = seat.stack;
            }
            TableEvent::ToppedUp(more) => {
                came = more.amount.0;
                self.seat(more.seat).stack += came;
            }
            TableEvent::TimeCharged(charged) => {
                went = charged.amount.0;
                self.seat(charged.seat).stack -= went;
            }
            TableEvent::StackChanged(changed) => {
                let seat = self.seat(changed.seat);
                (came, went) = (changed.stack.0, seat.stack);
                seat.stack = changed.stack.0;
            }
            TableEvent::Discarded(_) => self.turn = None,
            TableEvent::Limited(limited) => self.put_in(limited.seat, limited.added.0),
            TableEvent::Forfeited(lost) => self.put_in(lost.seat, lost.amount.0),
            TableEvent::CallRetracted(call) => {
                let seat = self.seat(call.seat);
                seat.bet -= call.amount.0;
                seat.stack += call.amount.0;
            }
            TableEvent::WagerForced(wager) => {
                self.turn = None;
                self.put_in(wager.seat, wager.added.0);
                self.current_bet = wager.to.0;
            }
            TableEvent::WagerCorrected(wager) => {
                for moved in &wager.moved {
                    let seat = self.seat(moved.seat);
                    (seat.stack, seat.bet) =
                        (seat.stack + moved.returned.0, seat.bet + moved.added.0);
                    (seat.stack, seat.bet) =
                        (seat.stack - moved.added.0, seat.bet - moved.returned.0);
                }
                (self.turn, self.current_bet) = (None, wager.to.0);
            }
            TableEvent::ActionsRescinded(undone) => {
                for back in &undone.returned {
                    let seat = self.seat(back.seat);
                    seat.bet -= back.amount.0;
                    seat.stack += back.amount.0;
                }
                (self.turn, self.current_bet) = (None, undone.current_bet.0);
            }
            TableEvent::HandKilled(killed) => {
                self.turn = self.turn.filter(|seat| *seat != killed.seat);
            }
            TableEvent::CardsDealt(_)
            | TableEvent::BoardDealt(_)
            | TableEvent::UpCardsDealt(_)
            | TableEvent::DrawBegan(_)
            | TableEvent::Drawn(_)
            | TableEvent::Reshuffled(_)
            | TableEvent::RunItOffered(_)
            | TableEvent::RunItAnswered(_)
            | TableEvent::RunItAgreed(_)
            | TableEvent::ChoiceOffered(_)
            | TableEvent::GameChanged(_)
            | TableEvent::HandTabled(_)
            | TableEvent::HandMucked(_)
            | TableEvent::CardsShown(_)
            | TableEvent::ShowOffered(_)
            | TableEvent::SatOut(_)
            | TableEvent::SatIn(_)
            | TableEvent::Presence(_)
            | TableEvent::RunOutHeld(_)
            | TableEvent::Ruled(_)
            | TableEvent::TicketOpened(_)
            | TableEvent::TicketClosed(_)
            | TableEvent::ActionHeld(_)
            | TableEvent::HeldBinds(_)
            | TableEvent::HeldSettled(_)
            | TableEvent::FoldedOutOfTurn(_)
            | TableEvent::ChipsMoved(_)
            | TableEvent::FrontSeen(_)
            | TableEvent::PulledBack(_)
            | TableEvent::MovedForward(_)
            | TableEvent::SpokeUp(_)
            | TableEvent::Misquoted(_)
            | TableEvent::CalledShort(_)
            | TableEvent::CallAccepted(_)
            | TableEvent::FloorAttended(_)
            | TableEvent::Flagged(_)
            | TableEvent::FloorOrdered(_)
            | TableEvent::PotQuoted(_)
            | TableEvent::ButtonSet(_)
            | TableEvent::ClockCalled(_)
            | TableEvent::SeeHandAsked(_)
            | TableEvent::HandExposed(_)
            | TableEvent::ShowdownOpened(_)
            | TableEvent::AwardHeld(_)
            | TableEvent::ShowdownClosed(_)
            | TableEvent::StreetHeld(_)
            | TableEvent::RabbitAsked(_)
            | TableEvent::RabbitAnswered(_)
            | TableEvent::RabbitShown(_)
            | TableEvent::DealRuled(_)
            | TableEvent::Paused(_)
            | TableEvent::Resumed(_) => {}
        }
        assert_eq!(self.chips() + went, before + came, "{event:?} makes or loses chips");
    }

    /// Moves chips from a player's stack to the front.
    fn put_in(&mut self, seat: u8, amount: u64) {
        let seat = self.seat(seat);
        seat.stack -= amount;
        seat.bet += amount;
    }

    fn acted(&mut self, acted: &Acted) {
        assert_eq!(self.turn.take(), Some(acted.seat), "out of turn");
        let seat = self.seat(acted.seat);
        seat.stack -= acted.added.0;
        seat.bet += acted.added.0;
        if let Action::Bet(to) | Action::RaiseTo(to) = acted.action {
            assert_eq!(seat.bet, to.0, "the amount is the total for the street");
            self.current_bet = to.0;
        }
        if acted.action == Action::BringIn {
            self.current_bet = self.bring_in;
        }
    }
}

const GAME: &str = r#"{"id":"holdem","name":"Texas hold'em","betting":"NoLimit","small_blind":5,
    "big_blind":10,"bring_in":0,"ante":1,"ante_kind":"Each","deck":"Standard52","hole_cards":2,
    "board_cards":5,"draws":0,"showdown":[{"ranking":"High","hole":"Any"}]}"#;

/// A hand with antes, a short blind, a dead blind, a side pot, rake and a split, then a void,
/// by the page's table.
#[test]
fn a_hand_with_everything_adds_up() {
    let mut follower = Follower {
        seats: [(0, 500), (1, 6), (2, 300), (4, 300)]
            .map(|(seat, stack)| (seat, Seat { stack, ..Seat::default() }))
            .into(),
        ..Follower::default()
    };
    let mut play = |json: &str| {
        let events = cardroom_protocol::Encoding::Json.decode(json.as_bytes(), 65_536).unwrap();
        assert_eq!(events.unknown, 0);
        events.messages.iter().for_each(|event| follower.apply(event));
        follower.seats.values().map(|seat| seat.stack).collect::<Vec<_>>()
    };
    let start = r#"{"HandStarted":{"hand":1,"game":GAME,"bomb_pot":false,"button":4,"small_blind":0,"big_blind":1,"dealt":[0,1,2,4]}},
        {"Posted":{"seat":0,"post":"Ante","amount":1}},{"Posted":{"seat":1,"post":"Ante","amount":1}},
        {"Posted":{"seat":2,"post":"Ante","amount":1}},{"Posted":{"seat":4,"post":"Ante","amount":1}},
        {"Posted":{"seat":0,"post":"SmallBlind","amount":5}},{"Posted":{"seat":1,"post":"BigBlind","amount":5}},
        {"Posted":{"seat":4,"post":"EntryBlind","amount":10}},{"Posted":{"seat":4,"post":"DeadBlind","amount":5}},
        {"CardsDealt":{"each":2}},{"Turn":{"seat":2,"time_ms":1,"bank_ms":0}}"#;
    let start = start.replace("GAME", GAME);
    let voided = r#"{"HandVoided":{"hand":1,"reason":"the power failed"}}"#;
    assert_eq!(play(&format!("[{start},{voided}]")), [500, 6, 300, 300]);

    let rest = r#"{"Acted":{"seat":2,"action":{"RaiseTo":40},"added":40,"timed_out":false}},
        {"Turn":{"seat":4,"time_ms":1,"bank_ms":0}},
        {"Acted":{"seat":4,"action":"Call","added":30,"timed_out":false}},
        {"Turn":{"seat":0,"time_ms":1,"bank_ms":0}},
        {"Acted":{"seat":0,"action":"Fold","added":0,"timed_out":true}},{"SatOut":{"seat":0}},
        {"BetsCollected":{"pots":[{"amount":29,"seats":[1,2,4]},{"amount":70,"seats":[2,4]}]}},
        {"BoardDealt":{"board":0,"cards":["2c","7d","Ts"]}},{"Turn":{"seat":2,"time_ms":1,"bank_ms":0}},
        {"Acted":{"seat":2,"action":{"Bet":100},"added":100,"timed_out":false}},
        {"Turn":{"seat":4,"time_ms":1,"bank_ms":0}},
        {"Acted":{"seat":4,"action":"Fold","added":0,"timed_out":false}},
        {"UncalledReturned":{"seat":2,"amount":100}},
        {"BetsCollected":{"pots":[{"amount":29,"seats":[1,2]},{"amount":70,"seats":[2]}]}},
        {"HandTabled":{"seat":2,"cards":["Ah","Kh"]}},{"HandTabled":{"seat":1,"cards":["As","Ks"]}},
        {"BoardDealt":{"board":0,"cards":["3c"]}},{"BoardDealt":{"board":0,"cards":["4c"]}},
        {"RakeTaken":{"pot":0,"amount":1}},{"RakeTaken":{"pot":1,"amount":3}},
        {"PotAwarded":{"pot":1,"board":0,"half":0,"shares":[{"seat":2,"amount":67,"hand":null}]}},
        {"PotAwarded":{"pot":0,"board":0,"half":0,"shares":[{"seat":1,"amount":14,"hand":"Ace high"},{"seat":2,"amount":14,"hand":"Ace high"}]}},
        {"HandEnded":{"hand":1}},{"ToppedUp":{"seat":1,"amount":200}},
        {"TimeCharged":{"seat":4,"amount":5}},{"StackChanged":{"seat":4,"stack":250}},{"SeatLeft":{"seat":0}},
        {"SeatTaken":{"seat":3,"name":"Cid","stack":50,"bot":false,"avatar":1,"color":2}}"#;
    assert_eq!(play(&format!("[{start},{rest}]")), [214, 340, 50, 250]);
}
