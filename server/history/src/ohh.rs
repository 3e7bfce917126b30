//! Open Hand History: JSON for trackers. As the format requires, amounts are chips and an action
//! gives the chips that it adds. Seats are counted from 1.

use crate::NotTold;
use crate::calendar::iso;
use crate::course::{Course, Moment};
use cardroom_cards::Card;
use cardroom_protocol::game::{Betting, Game, Ranking};
use cardroom_protocol::history::HandRecord;
use cardroom_protocol::hybrid::{FloorOrdered, PotReaward, TableCommand};
use cardroom_protocol::table::{Action, PostKind, TableEvent};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const SPEC: &str = "1.4.7";

/// Writes one hand as a line of JSON, including the line break.
///
/// # Errors
/// The hand was voided.
pub fn ohh(record: &HandRecord) -> Result<String, NotTold> {
    let course = Course::of(record)?;
    if course.void.is_some() {
        return Err(NotTold::Void);
    }
    let start = course.start;
    let players = record.seats.iter().map(|seat| {
        json!({
            "id": seat.seat,
            "seat": u16::from(seat.seat) + 1,
            "name": seat.name,
            "display": seat.name,
            "starting_stack": seat.began_with.0,
            "final_stack": seat.ended_with.0,
        })
    });
    let bet_type = match start.game.betting {
        Betting::NoLimit => "NL",
        Betting::PotLimit => "PL",
        Betting::FixedLimit => "FL",
    };
    let hero = match &record.cards[..] {
        [own] => Some(own.seat),
        _ => None,
    };
    let flags: &[&str] = if course.boards > 1 { &["Run_It_Twice"] } else { &[] };
    let mut hand = json!({
        "spec_version": SPEC,
        "internal_version": env!("CARGO_PKG_VERSION"),
        "network_name": "Cardroom",
        "site_name": "Cardroom",
        "game_type": game_type(&start.game),
        "game_number": format!("{}-{}", record.table, record.hand),
        "start_date_utc": iso(record.began_at),
        "table_name": record.table_name,
        "table_size": record.table_seats,
        "currency": "Chips",
        "tournament": record.tournament.is_some(),
        "dealer_seat": u16::from(start.button) + 1,
        "small_blind_amount": start.game.small_blind.0,
        "big_blind_amount": start.game.big_blind.0,
        "ante_amount": start.game.ante.0,
        "bet_limit": { "bet_type": bet_type, "bet_cap": 0 },
        "flags": flags,
        "players": players.collect::<Vec<_>>(),
        "rounds": Rounds::of(&course),
        "pots": pots(record),
    });
    if let Some(hero) = hero {
        hand["hero_player_id"] = json!(hero);
    }
    if !course.put_right.is_empty() {
        // Not in the standard: the hand shows the cards as they were after a correction of the
        // deal.
        hand["_put_right"] = json!(course.put_right);
    }
    let shown = course.shown_after().map(|(seat, cards)| {
        let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
        json!({ "player_id": seat, "cards": cards })
    });
    let shown: Vec<Value> = shown.collect();
    if !shown.is_empty() {
        // Not in the standard, whose showdown is part of the hand.
        hand["_shown_after"] = json!(shown);
    }
    if let Some(tournament) = record.tournament {
        hand["tournament_info"] = json!({ "tournament_number": tournament.0.to_string() });
    }
    Ok(json!({ "ohh": hand }).to_string() + "\n")
}

/// Returns the format's name of a game, or this server's if the format has none.
fn game_type(game: &Game) -> String {
    let splits = game.showdown.len() > 1;
    let low = game.showdown.iter().any(|half| half.ranking == Ranking::EightOrBetter);
    let name = match &*game.id {
        "holdem" => "Holdem",
        id if id.starts_with("omaha") && splits && low => "OmahaHiLo",
        id if id.starts_with("omaha") => "Omaha",
        "stud" => "Stud",
        "stud8" => "StudHiLo",
        "five-card-draw" => "Draw",
        id => id,
    };
    name.to_owned()
}

struct Rounds {
    done: Vec<Value>,
    street: &'static str,
    cards: Vec<String>,
    actions: Vec<Value>,
}

impl Rounds {
    fn of(course: &Course<'_>) -> Vec<Value> {
        let street = course.street(0);
        let (done, cards, actions) = (Vec::new(), Vec::new(), Vec::new());
        let mut rounds = Self { done, street, cards, actions };
        for moment in &course.moments {
            rounds.moment(moment, course);
        }
        rounds.close();
        rounds.done
    }

    fn close(&mut self) {
        let (cards, actions) = (std::mem::take(&mut self.cards), std::mem::take(&mut self.actions));
        if !(cards.is_empty() && actions.is_empty()) {
            let id = self.done.len();
            let street = self.street;
            self.done
                .push(json!({ "id": id, "street": street, "cards": cards, "actions": actions }));
        }
    }

    fn push(&mut self, seat: u8, action: &str, more: &Value) {
        let number = self.actions.len() + 1;
        let mut entry = json!({ "action_number": number, "player_id": seat, "action": action });
        for (key, value) in more.as_object().into_iter().flatten() {
            entry[key] = value.clone();
        }
        self.actions.push(entry);
    }

    fn moment(&mut self, moment: &Moment<'_>, course: &Course<'_>) {
        match moment {
            Moment::Street(street) => {
                self.close();
                self.street = course.street(*street);
            }
            Moment::Board { cards, .. } => self.cards.extend(cards.iter().map(Card::to_string)),
            Moment::Post { seat, post, amount, all_in } => {
                let action = match post {
                    PostKind::Ante => "Post Ante",
                    PostKind::SmallBlind => "Post SB",
                    PostKind::BigBlind => "Post BB",
                    PostKind::EntryBlind => "Post Extra Blind",
                    PostKind::DeadBlind => "Post Dead",
                    PostKind::Straddle => "Straddle",
                };
                self.push(*seat, action, &json!({ "amount": amount, "is_allin": all_in }));
            }
            Moment::Act { seat, action, added, all_in, .. } => {
                let action = match action {
                    Action::Fold => "Fold",
                    Action::Check => "Check",
                    Action::Call => "Call",
                    Action::Bet(_) => "Bet",
                    Action::RaiseTo(_) => "Raise",
                    Action::BringIn => "Bring In",
                };
                let more = match action {
                    "Fold" | "Check" => Value::Null,
                    _ => json!({ "amount": added, "is_allin": all_in }),
                };
                self.push(*seat, action, &more);
            }
            Moment::Dealt { seat, cards, .. } => self.cards_of(*seat, "Dealt Cards", cards),
            Moment::Gave { seat, cards } if cards.is_empty() => {
                self.push(*seat, "Stands Pat", &Value::Null);
            }
            Moment::Gave { seat, cards } => self.cards_of(*seat, "Discards Cards", cards),
            Moment::Got { seat, cards } => self.cards_of(*seat, "Draws Cards", cards),
            Moment::Shows { seat, cards } => {
                self.showdown();
                let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
                self.push(*seat, "Shows Cards", &json!({ "cards": cards }));
            }
            Moment::Mucks { seat } => {
                self.showdown();
                self.push(*seat, "Mucks Cards", &Value::Null);
            }
            Moment::Returned { .. }
            | Moment::ShowsAfter { .. }
            | Moment::Boards(_)
            | Moment::Rake { .. }
            | Moment::Reawarded { .. }
            | Moment::Wins { .. } => {}
        }
    }

    fn showdown(&mut self) {
        if self.street != "Showdown" {
            self.close();
            self.street = "Showdown";
        }
    }

    /// Adds a move with cards. Hidden cards are `??`.
    fn cards_of(&mut self, seat: u8, action: &str, cards: &[Option<Card>]) {
        let text =
            |card: &Option<Card>| card.map_or_else(|| "??".to_owned(), |card| card.to_string());
        let cards: Vec<String> = cards.iter().map(text).collect();
        self.push(seat, action, &json!({ "cards": cards }));
    }
}

/// Moves a part of a player's winnings to another player, the last pots first.
fn reaward(pots: &mut BTreeMap<u8, (u64, BTreeMap<u8, u64>)>, order: &PotReaward) {
    let mut left = order.amount.0;
    for (_, wins) in pots.values_mut().rev() {
        let Some(won) = wins.get_mut(&order.from) else { continue };
        let moved = left.min(*won);
        *won -= moved;
        left -= moved;
        *wins.entry(order.to).or_default() += moved;
        wins.retain(|_, won| *won > 0);
    }
}

/// Returns the pots with their rake and the winnings of each player.
fn pots(record: &HandRecord) -> Vec<Value> {
    let mut pots: BTreeMap<u8, (u64, BTreeMap<u8, u64>)> = BTreeMap::new();
    for event in record.events() {
        match event {
            TableEvent::RakeTaken(rake) => pots.entry(rake.pot).or_default().0 += rake.amount.0,
            TableEvent::PotAwarded(award) => {
                let (_, wins) = pots.entry(award.pot).or_default();
                for share in &award.shares {
                    *wins.entry(share.seat).or_default() += share.amount.0;
                }
            }
            TableEvent::FloorOrdered(FloorOrdered {
                command: TableCommand::ReawardPot(pot),
                ..
            }) => {
                reaward(&mut pots, pot);
            }
            _ => {}
        }
    }
    let pots = pots.into_iter().map(|(number, (rake, wins))| {
        let amount = rake + wins.values().sum::<u64>();
        let wins = wins.iter().map(|(seat, won)| json!({ "player_id": seat, "win_amount": won }));
        let wins: Vec<Value> = wins.collect();
        json!({ "number": number, "amount": amount, "rake": rake, "player_wins": wins })
    });
    pots.collect()
}
