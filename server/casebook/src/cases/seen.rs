//! The facts that a case can see on its table, as values to compare.

use super::case_table::CaseTable;
use super::expect::{chips, list, seat_table, whole};
use super::keys::number_of;
use super::tournament::moving;
use cardroom_engine::{
    Action, Adjudicated, EtiquetteFlag, Event, FloorEvent, Input, PostKind, SeatInHand, Viewer,
};
use cardroom_rules::{Forced, SeatNo};
use toml::Value;

impl CaseTable {
    /// Returns values about the turn, the bets in front of players and the pots.
    pub(super) fn of_hand(&self, key: &str) -> Option<Option<Value>> {
        let table = self.hand_table();
        let hand = table.view(Viewer::Public).hand;
        let (play, play_now) = (table.in_play(), self.table().in_play());
        Some(match key {
            "to_act" => self.table().turn().map(|(seat, ..)| number_of(seat)),
            "street_closed" => {
                Some(Value::Boolean(play_now.is_none_or(|hand| hand.betting_is_closed())))
            }
            "substantial_action" => {
                Some(Value::Boolean(play_now.is_some_and(|hand| hand.substantial_action())))
            }
            "pots" => play.map(|hand| list(hand.pots().iter().map(|pot| chips(pot.amount)))),
            "award_order" => {
                let number = |pot: u8| Value::from(i64::from(pot));
                play.map(|hand| list(hand.award_order().map(number)))
            }
            "board_left" => play.map(|hand| whole(hand.board_left())),
            "tabled" => Some(Value::Boolean(self.everybody_is_tabled())),
            "contributed" => play.map(|hand| seat_table(hand.bets_of_street().into_iter())),
            "all_in" => Some(self.seats(|part| part.all_in)),
            "folded" => Some(self.seats(|part| part.folded)),
            "dead" => Some(self.killed()),
            "button" => hand.map(|hand| number_of(hand.button)),
            "sb" => hand.map(|hand| hand.small_blind.map_or(Value::Integer(0), number_of)),
            "bb" => hand.map(|hand| hand.big_blind.map_or(Value::Integer(0), number_of)),
            "blinds" => hand.map(|hand| Value::Boolean(hand.big_blind.is_some())),
            "posted" => Some(self.posts(|post| post != PostKind::Ante)),
            "ante_posted" => Some(self.posts(|post| post == PostKind::Ante)),
            "uncalled_returned" => Some(self.returned()),
            _ => return None,
        })
    }

    pub(super) fn of_positions(&self, key: &str) -> Option<Option<Value>> {
        let play = self.hand_table().in_play();
        Some(match key {
            "deals" => play.and_then(|hand| hand.dealer()).map(number_of),
            "first_preflop" => play.and_then(|hand| hand.first_to_act(0)).map(number_of),
            "first_postflop" => play.and_then(|hand| hand.first_to_act(1)).map(number_of),
            "mover_if_balancing" => self.next_mover().map(number_of),
            _ => return None,
        })
    }

    /// Returns the player who moves if this table gives up a player now. Assumes that the other
    /// table has lost no player.
    fn next_mover(&self) -> Option<SeatNo> {
        let plays = &self.table().setup().plays;
        let only_stud = plays.iter().all(|play| play.game.forced == Forced::BringIn);
        moving::mover(self.table(), None, only_stud)
    }

    /// Returns how the table acted for a player whose time ran out, or who got no turn
    /// because they were away.
    pub(super) fn clock_ruled(&self, seat: SeatNo) -> Option<Value> {
        let hand = self.this_hand();
        let acted = hand.iter().rposition(|event| {
            matches!(event, Event::Acted { seat: acted, timed_out: true, .. } if *acted == seat)
        })?;
        let Event::Acted { action, .. } = hand[acted] else { return None };
        let since = hand[..acted].iter().rev();
        let had_turn = since
            .take_while(|event| !matches!(event, Event::Acted { .. }))
            .any(|event| matches!(event, Event::TurnBegan { seat: began, .. } if *began == seat));
        Some(Value::from(match (action, had_turn) {
            (Action::Fold, true) => "dead",
            (Action::Fold, false) => "fold",
            _ => "check",
        }))
    }

    fn parts(&self) -> impl Iterator<Item = (SeatNo, SeatInHand)> {
        let seats = self.hand_table().view(Viewer::Public).seats;
        seats.into_iter().filter_map(|seat| Some((seat.seat, seat.in_hand?)))
    }

    fn seats(&self, wanted: impl Fn(&SeatInHand) -> bool) -> Value {
        list(self.parts().filter(|(_, part)| wanted(part)).map(|(seat, _)| number_of(seat)))
    }

    /// Lists the seats whose hands are dead by an event or a ruling of the floor.
    fn killed(&self) -> Value {
        list(self.this_hand().iter().filter_map(|event| match event {
            Event::DeadHand { seat, .. } => Some(number_of(*seat)),
            Event::Floor(ruled) => match &ruled.what {
                FloorEvent::HandKilled { seat, .. } => Some(number_of(*seat)),
                _ => None,
            },
            _ => None,
        }))
    }

    /// Iterates over the players who passed with the exclusive nuts.
    pub(super) fn passed_nuts(&self) -> impl Iterator<Item = (SeatNo, EtiquetteFlag)> {
        self.this_hand().iter().filter_map(|event| match event {
            Event::Adjudicated(noted) => match **noted {
                Adjudicated::Flagged {
                    seat,
                    flag: flag @ (EtiquetteFlag::ExclusiveNuts | EtiquetteFlag::NutsPenalty),
                } => Some((seat, flag)),
                _ => None,
            },
            _ => None,
        })
    }

    fn everybody_is_tabled(&self) -> bool {
        self.parts().filter(|(_, part)| !part.folded).all(|(_, part)| part.tabled.is_some())
    }

    /// Lists the seats that tabled their hands, the first to show first.
    pub(super) fn tabled_in_order(&self) -> Value {
        list(self.this_hand().iter().filter_map(|event| match event {
            Event::Tabled { seat, .. } => Some(number_of(*seat)),
            _ => None,
        }))
    }

    fn posts(&self, wanted: impl Fn(PostKind) -> bool) -> Value {
        seat_table(self.this_hand().iter().filter_map(|event| match event {
            Event::Posted { seat, post, amount } if wanted(*post) => Some((*seat, *amount)),
            _ => None,
        }))
    }

    fn returned(&self) -> Value {
        seat_table(self.this_hand().iter().filter_map(|event| match event {
            Event::UncalledReturned { seat, amount } => Some((*seat, *amount)),
            _ => None,
        }))
    }

    /// Returns the number of cards shown that were never dealt.
    pub(super) fn revealed(&self) -> Value {
        let shown = self.this_hand().iter().filter_map(|event| match event {
            Event::RabbitShown { cards } => Some(cards.len()),
            _ => None,
        });
        whole(shown.sum())
    }

    /// Returns how many cards of each seat were shown after the hand.
    pub(super) fn shown_after(&self) -> Value {
        let mut seats = toml::Table::new();
        for (seat, _) in self.table().players() {
            let shown = self.table().shown_cards(seat).len();
            if shown > 0 {
                let count = i64::try_from(shown).unwrap_or(i64::MAX);
                seats.insert(number_of(seat).to_string(), Value::Integer(count));
            }
        }
        Value::Table(seats)
    }

    /// Lists the seats whose hands were exposed on request.
    pub(super) fn shown(&self) -> Value {
        list(self.this_hand().iter().filter_map(|event| match event {
            Event::HandExposed { seat, .. } => Some(number_of(*seat)),
            _ => None,
        }))
    }

    /// Returns the winner of the pot if no one acts any further, or a list if there are several.
    pub(super) fn pot_to(&self) -> Option<Value> {
        let mut table = self.table().clone();
        let mut now = self.now();
        let mut winners = Vec::new();
        while table.hand_in_progress().is_some() {
            now = now.max(table.deadline()?);
            for event in table.step(now, Input::Tick).ok()? {
                if let Event::PotAwarded { shares, .. } = event {
                    winners.extend(shares.iter().map(|share| number_of(share.seat)));
                }
            }
        }
        if winners.len() > 1 { Some(Value::Array(winners)) } else { winners.pop() }
    }
}
