//! Open Hand History: JSON for trackers. As the format requires, amounts are chips and an action
//! gives the chips that it adds. Seats are counted from 1.
//!
//! Fields that begin with an underscore hold everything that the format has no word for. The
//! strictest known reader reads every hand written here.

use crate::NotTold;
use crate::calendar::iso;
use crate::course::{Course, Moment};
use crate::order::Ordered;
use cardroom_cards::Card;
use cardroom_protocol::Money;
use cardroom_protocol::game::{Betting, Game};
use cardroom_protocol::history::{HandRecord, RecordedCards};
use cardroom_protocol::hybrid::{FloorOrdered, PotReaward, TableCommand};
use cardroom_protocol::table::{Action, PostKind, TableEvent};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const SPEC: &str = "1.4.7";

/// Writes one hand as a line of JSON, including the line break.
///
/// # Errors
/// The hand was voided, or the format does not know the game.
pub fn ohh(record: &HandRecord) -> Result<String, NotTold> {
    let course = Course::of(record)?;
    if course.void.is_some() {
        return Err(NotTold::Void);
    }
    let start = course.start;
    let game_type = game_type(&start.game)?;
    let players = record.seats.iter().map(|seat| {
        json!({
            "id": seat.seat,
            "seat": u16::from(seat.seat) + 1,
            "name": seat.name,
            "display": seat.name,
            "starting_stack": seat.began_with.0,
            "is_sitting_out": false,
            "_final_stack": seat.ended_with.0,
        })
    });
    let bet_type = match start.game.betting {
        Betting::NoLimit => "NL",
        Betting::PotLimit => "PL",
        Betting::FixedLimit => "FL",
    };
    let mut hand = json!({
        "spec_version": SPEC,
        "internal_version": env!("CARGO_PKG_VERSION"),
        "network_name": "Cardroom",
        "site_name": "Cardroom",
        "game_type": game_type,
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
        "flags": flags(&course),
        "players": players.collect::<Vec<_>>(),
        "rounds": Rounds::of(&course),
        "pots": pots(record),
    });
    if let Some(hero) = record.viewer {
        hand["hero_player_id"] = json!(hero);
    }
    tournament(record, &mut hand);
    beside(&course, &mut hand);
    Ok(json!({ "ohh": hand }).to_string() + "\n")
}

/// Returns the format's name of a game.
fn game_type(game: &Game) -> Result<&'static str, NotTold> {
    Ok(match &*game.id {
        "holdem" => "Holdem",
        "omaha" | "omaha5" | "omaha6" => "Omaha",
        "omaha8" | "omaha8-5" => "OmahaHiLo",
        "stud" => "Stud",
        "stud8" => "StudHiLo",
        "five-card-draw" => "Draw",
        _ => return Err(NotTold::NoWord("the game")),
    })
}

fn flags(course: &Course<'_>) -> Vec<&'static str> {
    let flags = [(course.boards > 1, "Run_It_Twice"), (course.record.viewer.is_none(), "Observed")];
    flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| *flag).collect()
}

/// Adds the tournament with all the fields of the format, or only its number if no more is known.
fn tournament(record: &HandRecord, hand: &mut Value) {
    let Some(number) = record.tournament else { return };
    let Some(event) = &record.event else {
        hand["_tournament_number"] = json!(number.0.to_string());
        return;
    };
    #[expect(clippy::cast_precision_loss, reason = "the format has amounts with decimals")]
    let units = |money: Money| money.0 as f64 / 100.0;
    let flags: &[&str] = if event.bounty.0 > 0 { &["Bounty"] } else { &[] };
    hand["tournament_info"] = json!({
        "tournament_number": number.0.to_string(),
        "name": event.name,
        "start_date_utc": null,
        "currency": "Chips",
        "buyin_amount": units(event.buy_in),
        "fee_amount": units(event.fee),
        "bounty_fee_amount": units(event.bounty),
        "initial_stack": event.starting_stack.0,
        "type": if event.single_table { "STT" } else { "MTT" },
        "flags": flags,
        "speed": { "type": "Normal", "round_time": event.level_seconds },
        "_level": event.level,
    });
}

/// Adds what the format has no field for.
fn beside(course: &Course<'_>, hand: &mut Value) {
    if !course.put_right.is_empty() {
        // The hand shows the cards as they were after a correction of the deal.
        hand["_put_right"] = json!(course.put_right);
    }
    let shown = course.shown_after().map(|(seat, cards)| {
        let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
        json!({ "player_id": seat, "cards": cards })
    });
    let shown: Vec<Value> = shown.collect();
    if !shown.is_empty() {
        // The format's showdown is part of the hand.
        hand["_shown_after"] = json!(shown);
    }
}

struct Rounds<'c, 'a> {
    course: &'c Course<'a>,
    done: Vec<Value>,
    street: &'static str,
    cards: Vec<String>,
    actions: Vec<Value>,
    /// The discards of this round, for which the format has no action.
    draws: Vec<Value>,
    /// How many cards lie on each board.
    boards: BTreeMap<u8, usize>,
}

impl<'c, 'a> Rounds<'c, 'a> {
    fn of(course: &'c Course<'a>) -> Vec<Value> {
        let mut rounds = Self {
            course,
            done: Vec::new(),
            street: course.street(0),
            cards: Vec::new(),
            actions: Vec::new(),
            draws: Vec::new(),
            boards: BTreeMap::new(),
        };
        let ordered = Ordered::of(course);
        for moment in &ordered.play {
            rounds.play(moment);
        }
        if !ordered.showdown.is_empty() {
            rounds.begin("Showdown");
        }
        for moment in &ordered.showdown {
            rounds.show_or_muck(moment);
        }
        rounds.close();
        rounds.done
    }

    fn begin(&mut self, street: &'static str) {
        self.close();
        self.street = street;
    }

    fn close(&mut self) {
        let (cards, actions) = (std::mem::take(&mut self.cards), std::mem::take(&mut self.actions));
        let draws = std::mem::take(&mut self.draws);
        if cards.is_empty() && actions.is_empty() && draws.is_empty() {
            return;
        }
        let (id, street) = (self.done.len(), self.street);
        let mut round = json!({ "id": id, "street": street, "cards": cards, "actions": actions });
        if !draws.is_empty() {
            round["_draws"] = json!(draws);
        }
        self.done.push(round);
    }

    /// Adds an action with every field that a reader may insist on.
    fn push(&mut self, seat: u8, action: &str, amount: u64, all_in: bool) -> &mut Value {
        let number = self.actions.len() + 1;
        self.actions.push(json!({
            "action_number": number,
            "player_id": seat,
            "action": action,
            "amount": amount,
            "is_allin": all_in,
        }));
        let last = self.actions.len() - 1;
        &mut self.actions[last]
    }

    fn play(&mut self, moment: &Moment<'a>) {
        match moment {
            Moment::Street(street) => self.begin(self.course.street(*street)),
            Moment::Board { board, cards } => self.board(*board, cards),
            Moment::Post { seat, post, amount, all_in } => {
                let action = match post {
                    PostKind::Ante => "Post Ante",
                    PostKind::SmallBlind => "Post SB",
                    PostKind::BigBlind => "Post BB",
                    PostKind::EntryBlind => "Post Extra Blind",
                    PostKind::DeadBlind => "Post Dead",
                    PostKind::Straddle => "Straddle",
                };
                self.push(*seat, action, *amount, *all_in);
            }
            Moment::Act { seat, action, added, to, raised_by, all_in } => {
                let name = match action {
                    Action::Fold => "Fold",
                    Action::Check => "Check",
                    Action::Call => "Call",
                    // A completion of the bring-in raises it.
                    Action::Bet(_) | Action::RaiseTo(_) if raised_by < to => "Raise",
                    Action::Bet(_) | Action::RaiseTo(_) | Action::BringIn => "Bet",
                };
                let entry = self.push(*seat, name, *added, *all_in);
                if *action == Action::BringIn {
                    entry["_bring_in"] = json!(true);
                }
            }
            Moment::Dealt { seat, cards, up } => {
                let known = self.course.dealt_to_viewer(*seat, cards, *up);
                self.dealt(*seat, &known);
            }
            Moment::Gave { seat, cards } => {
                let gave: Vec<String> =
                    self.visible(*seat, cards).iter().map(Card::to_string).collect();
                let (seat, discarded) = (*seat, cards.len());
                self.draws.push(json!({ "player_id": seat, "discarded": discarded, "gave": gave }));
            }
            Moment::Got { seat, cards } => {
                let got = self.visible(*seat, cards);
                self.dealt(*seat, &got);
            }
            Moment::Returned { .. }
            | Moment::Shows { .. }
            | Moment::ShowsAfter { .. }
            | Moment::Mucks { .. }
            | Moment::Boards(_)
            | Moment::Rake { .. }
            | Moment::Reawarded { .. }
            | Moment::Wins { .. } => {}
        }
    }

    /// Returns the cards that the viewer may see where they were dealt.
    fn visible(&self, seat: u8, cards: &[Option<Card>]) -> Vec<Card> {
        self.course.dealt_to_viewer(seat, cards, 0)
    }

    /// Adds cards of a board. Each board has rounds of its own.
    fn board(&mut self, board: u8, cards: &[Card]) {
        let common = self.boards.get(&0).copied().unwrap_or(0);
        let before = match self.boards.get(&board) {
            Some(before) => *before,
            // The cards that lay there when the players agreed on several boards.
            None => common.min(self.course.common_cards()),
        };
        let lie = before + cards.len();
        self.boards.insert(board, lie);
        let street = match lie {
            _ if self.course.start.game.bring_in.0 > 0 => self.street,
            0..3 => "Preflop",
            3 => "Flop",
            4 => "Turn",
            _ => "River",
        };
        if board > 0 || street != self.street {
            self.begin(street);
        }
        self.cards.extend(cards.iter().map(Card::to_string));
    }

    /// Adds the cards of a deal, together with those of the same player in this round.
    fn dealt(&mut self, seat: u8, cards: &[Card]) {
        if cards.is_empty() {
            return;
        }
        let cards = cards.iter().map(|card| json!(card.to_string()));
        let of_seat =
            |entry: &&mut Value| entry["player_id"] == seat && entry["action"] == "Dealt Cards";
        let entry = self.actions.iter_mut().find(of_seat);
        match entry.and_then(|entry| entry["cards"].as_array_mut()) {
            Some(there) => there.extend(cards),
            None => {
                let cards: Vec<Value> = cards.collect();
                self.push(seat, "Dealt Cards", 0, false)["cards"] = json!(cards);
            }
        }
    }

    fn show_or_muck(&mut self, moment: &Moment<'a>) {
        match moment {
            Moment::Shows { seat, cards } => {
                let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
                self.push(*seat, "Shows Cards", 0, false)["cards"] = json!(cards);
            }
            Moment::Mucks { seat } => {
                let held = self.course.record.cards_of(*seat).map(RecordedCards::held);
                let entry = self.push(*seat, "Mucks Cards", 0, false);
                if let Some(held) = held {
                    let cards: Vec<String> = held.iter().map(Card::to_string).collect();
                    entry["cards"] = json!(cards);
                }
            }
            _ => {}
        }
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
