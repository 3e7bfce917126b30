//! Declarations and chip gestures: their ops, their events, and the table's rulings on them.
//!
//! The floor of a case is staffed. If the script goes on without a ruling, the ticket times out and
//! its default stands.

use super::begin::{Player, somebody_in_each};
use super::expect::{chips, list};
use super::keys::{Keys, number_of, seat_named};
use super::misdealt;
use super::script::Script;
use super::{Case, Trouble};
use cardroom_engine::{
    Action, Adjudicated, Event, First, Gesture, Input, Matter, Ruling, RulingKind, RulingOption,
    Said, Ticket, TicketNo, Token, TurnNo, Words,
};
use cardroom_hybrid::Declarations;
use cardroom_rules::{Chips, SeatNo};
use toml::{Table, Value};

/// The ops of gestures and declarations.
pub(super) const OPS: &[&str] = &["say", "chips", "gather", "both", "motion"];

/// The events about them.
pub(super) const EVENTS: &[&str] = &[
    "forward_motion",
    "hands_at_rest",
    "token_pushed",
    "misquoted_count",
    "hand_shown",
    "claim_misunderstanding",
    "time_called",
    "opening_bet",
    "undercall",
    "undercall_accepted_by_table",
];

/// The floor commands that rule on a ticket.
pub(super) const COMMANDS: &[&str] = &["rule", "undercall_forfeit"];

/// The keys of expect that rulings answer. They have no value before the first ruling.
pub(super) const ANSWERS: &[&str] = &[
    "ruling",
    "wager_to",
    "returned",
    "adds",
    "default",
    "unattended",
    "forfeit",
    "forfeited",
    "forfeit_if_fold",
    "paid_percent",
    "protected_below_percent",
    "bound",
    "limited",
    "oot_substantial",
    "floor_for",
    "floor_on",
    "floor_options",
    "ruling_floor",
    "back_to",
    "first_ruling",
    "first_wager_to",
    "etiquette_flag",
];

/// Ops that let an open ticket time out.
const GO_ON: &[&str] =
    &["act", "say", "chips", "gather", "both", "motion", "street", "show", "discard", "ask_to_see"];

/// Marks the floor as staffed.
pub(super) fn staff_the_floor(script: &mut Script<'_>) -> Result<(), Trouble> {
    script.play.must(Input::AttendFloor { attended: true }, "the floor is staffed").map(drop)
}

/// Returns players for a gesture case that seats none: those its steps name, plus enough others
/// that the hand is not heads-up.
pub(super) fn players(case: &Case) -> Vec<Player> {
    if !case.seats.is_empty() || !matches!(case.kind.as_str(), "gesture" | "oot" | "undercall") {
        return Vec::new();
    }
    let named = case.steps.iter().filter_map(|step| step.get("seat")?.as_integer());
    let most = named.max().unwrap_or(0).clamp(3, 10);
    somebody_in_each((1..=most).filter_map(|number| seat_named(&number.to_string()).ok()))
}

/// Lets an open ticket time out when the script goes on.
pub(super) fn go_on(script: &mut Script<'_>, op: &str) -> Result<(), Trouble> {
    let waiting = |script: &Script<'_>| script.play.table().declarations()?.waiting_until;
    while let Some(until) = waiting(script).filter(|_| GO_ON.contains(&op)) {
        script.play.pass(until.since(script.play.now()))?;
        if waiting(script) == Some(until) {
            break;
        }
    }
    Ok(())
}

/// Plays an op from [`OPS`].
pub(super) fn gesture(script: &mut Script<'_>, op: &str, mut keys: Keys) -> Result<(), Trouble> {
    let seat = Keys::require(keys.seat("seat")?, "seat")?;
    let reject = keys.text("reject")?;
    let pushed = |keys: &mut Keys| Ok(keys.amounts("push")?.unwrap_or_default());
    let gesture = match op {
        "say" => Gesture::Say(said(&mut keys)?),
        "chips" => {
            let pulled = keys.amounts("pull")?.unwrap_or_default();
            Gesture::Push { chips: pushed(&mut keys)?, pulled }
        }
        "gather" => Gesture::Gather { chips: pushed(&mut keys)? },
        "motion" => Gesture::Motion { chips: pushed(&mut keys)? },
        "both" => Gesture::Both {
            first: first(&Keys::require(keys.text("first")?, "first")?)?,
            said: said(&mut keys)?,
            chips: pushed(&mut keys)?,
            heard_by_all: keys.flag("heard_by_all")?.unwrap_or(true),
        },
        other => return Err(Trouble::unknown("op", other)),
    };
    keys.end(op)?;
    script.play.send_or_reject(Input::Gesture { seat, gesture }, reject.as_deref()).map(drop)
}

/// Plays an event from [`EVENTS`].
pub(super) fn event(script: &mut Script<'_>, name: &str, mut keys: Keys) -> Result<(), Trouble> {
    let reject = keys.text("reject")?;
    let by = keys.seat("seat")?;
    let seat = || Keys::require(by, "seat");
    let gesture = |gesture: Gesture| Ok(Input::Gesture { seat: seat()?, gesture });
    let amount = |keys: &mut Keys, key: &str| Keys::require(keys.chips(key)?, key);
    let input = match name {
        "forward_motion" => {
            let count: usize = Keys::require(keys.within("chips", 1..=1_000)?, "chips")?;
            let denomination = amount(&mut keys, "denomination")?;
            gesture(Gesture::ForwardMotion { chips: vec![denomination; count] })?
        }
        "hands_at_rest" => gesture(Gesture::HandsAtRest)?,
        "hand_shown" => gesture(Gesture::ShowHand)?,
        "claim_misunderstanding" => gesture(Gesture::ClaimMisunderstanding)?,
        "time_called" => gesture(Gesture::SpeakUp)?,
        "token_pushed" => {
            let token = keys.text("token")?;
            gesture(Gesture::PushToken { token: token_named(token.as_deref()) })?
        }
        "misquoted_count" => Input::Misquote { amount: amount(&mut keys, "amount")? },
        "opening_bet" => {
            let turn = script.play.table().turn().map_or(TurnNo(0), |(_, turn, _)| turn);
            Input::Act { seat: seat()?, turn, action: Action::Bet(amount(&mut keys, "to")?) }
        }
        "undercall" | "undercall_accepted_by_table" => {
            let chips = vec![amount(&mut keys, "chips")?];
            gesture(Gesture::Push { chips, pulled: Vec::new() })?
        }
        other => return Err(Trouble::unknown("event", other)),
    };
    keys.end(name)?;
    script.play.send_or_reject(input, reject.as_deref()).map(drop)
}

/// Plays a command from [`COMMANDS`].
pub(super) fn command(script: &mut Script<'_>, cmd: &str, mut keys: Keys) -> Result<(), Trouble> {
    let reject = keys.text("reject")?;
    keys.seat("seat")?;
    let ticket = script.play.table().ticket();
    let named = match cmd {
        "undercall_forfeit" => RulingOption::ForfeitAndFold.to_string(),
        _ => Keys::require(keys.text("option")?, "option")?,
    };
    keys.end(cmd)?;
    let choices = ticket.map_or(&[][..], |ticket| &ticket.options);
    let option = choices.iter().copied().find(|option| option.to_string() == named);
    let option = match (option, ticket) {
        (Some(option), _) => option,
        // Without a ticket the engine rejects any option.
        (None, None) => RulingOption::FullCall,
        (None, Some(ticket)) => {
            let choices: Vec<String> = ticket.options.iter().map(ToString::to_string).collect();
            return Err(Trouble::differs(named, format!("choices {}", choices.join(", "))));
        }
    };
    let number = ticket.map_or(TicketNo(0), |ticket| ticket.ticket);
    let input = Input::RuleTicket { ticket: number, option };
    let events = script.play.send_or_reject(input, reject.as_deref())?;
    misdealt::note(script, &events);
    Ok(())
}

/// Returns the rulings' value for a key. `None` if another part of the table answers the key.
pub(super) fn says(script: &Script<'_>, key: &str, seat: Option<SeatNo>) -> Option<Value> {
    if key == "etiquette_flag" {
        // Plain tables flag players, too.
        return Some(flag(script, seat).unwrap_or_else(|| Value::from("none")));
    }
    let declared = script.play.table().declarations()?;
    let ticket = declared.ticket.as_ref();
    if let Some(found) = of_ticket(script, key, ticket) {
        return Some(found);
    }
    if let Some(found) = of_pending(key, &declared) {
        return Some(found);
    }
    let (ruling, acted_since) = last_ruling(script, seat)?;
    let options = || ruling.options.iter().copied();
    Some(match key {
        "ruling" => Value::from(ruling.kind.code()),
        "wager_to" => chips(ruling.wager_to?),
        "returned" => chips(ruling.returned),
        "adds" => chips(ruling.adds),
        "forfeit" | "forfeited" | "forfeit_if_fold" => chips(ruling.forfeit?),
        "paid_percent" => Value::Integer(i64::from(ruling.paid_percent?)),
        "default" | "unattended" => Value::from(ruling.default?.to_string()),
        "options" if !acted_since && !ruling.options.is_empty() => choices(options()),
        _ => return None,
    })
}

/// Returns a value from the open ticket.
fn of_ticket(script: &Script<'_>, key: &str, ticket: Option<&Ticket>) -> Option<Value> {
    if key == "ruling_floor" {
        return Some(Value::Boolean(ticket.is_some()));
    }
    let ticket = ticket?;
    Some(match (key, &ticket.matter) {
        ("options" | "floor_options", _) => choices(ticket.options.iter().copied()),
        ("default" | "unattended", _) => Value::from(ticket.default.to_string()),
        ("floor_for" | "floor_on", _) => number_of(ticket.seat),
        ("protected_below_percent", Matter::Misunderstanding { protected_below_percent }) => {
            chips(Chips(*protected_below_percent))
        }
        ("back_to", Matter::UndercallBehindUndercall { first }) => number_of(*first),
        ("first_ruling", Matter::UndercallBehindUndercall { first }) => {
            Value::from(last_ruling(script, Some(*first))?.0.kind.code())
        }
        ("first_wager_to", Matter::UndercallBehindUndercall { first }) => {
            chips(last_ruling(script, Some(*first))?.0.wager_to?)
        }
        _ => return None,
    })
}

/// Returns a value about declarations that are pending, binding or limited.
fn of_pending(key: &str, declared: &Declarations) -> Option<Value> {
    Some(match key {
        "bound" => list(declared.bound.iter().copied().map(number_of)),
        "held" => list(declared.held.iter().copied().map(number_of)),
        "oot_substantial" => Value::Boolean(declared.out_of_turn_is_substantial),
        "limited" => {
            let limited = declared.limited.iter().map(|(seat, _, options)| {
                (number_of(*seat).to_string(), choices(options.iter().copied()))
            });
            Value::Table(limited.collect::<Table>())
        }
        _ => return None,
    })
}

/// Returns the last ruling on `seat`, or on any seat if `None`, and whether a
/// player has acted since.
fn last_ruling<'a>(script: &'a Script<'_>, seat: Option<SeatNo>) -> Option<(&'a Ruling, bool)> {
    let mut acted_since = false;
    for event in script.play.this_hand().iter().rev() {
        match event {
            Event::Ruled(ruling) if seat.is_none_or(|seat| seat == ruling.seat) => {
                return Some((ruling, acted_since && ruling.kind != RulingKind::Floor));
            }
            Event::Acted { .. } => acted_since = true,
            _ => {}
        }
    }
    None
}

fn flag(script: &Script<'_>, seat: Option<SeatNo>) -> Option<Value> {
    script.play.this_hand().iter().rev().find_map(|event| match event {
        Event::Adjudicated(adjudicated) => match **adjudicated {
            Adjudicated::Flagged { seat: whose, flag } if seat.is_none_or(|seat| seat == whose) => {
                Some(Value::from(flag.code()))
            }
            _ => None,
        },
        _ => None,
    })
}

fn choices(options: impl Iterator<Item = RulingOption>) -> Value {
    list(options.map(|option| Value::from(option.to_string())))
}

fn said(keys: &mut Keys) -> Result<Said, Trouble> {
    let words = match Keys::require(keys.text("words")?, "words")?.as_str() {
        "fold" => Words::Fold,
        "check" => Words::Check,
        "call" => Words::Call,
        "bet" => Words::Bet,
        "raise" => Words::Raise,
        "all_in" => Words::AllIn,
        "complete" => Words::Complete,
        "pot" => Words::Pot,
        "amount" => Words::Amount,
        "conditional" => Words::Conditional,
        "unclear" => Words::Unclear,
        other => return Err(Trouble::unknown("words", other)),
    };
    let amount: Option<Chips> = keys.chips("amount")?;
    Ok(Said { words, amount, figure: keys.number("figure")? })
}

fn first(word: &str) -> Result<First, Trouble> {
    match word {
        "say" => Ok(First::Word),
        "chips" => Ok(First::Chips),
        "together" => Ok(First::Together),
        other => Err(Trouble::unknown("first", other)),
    }
}

fn token_named(token: Option<&str>) -> Token {
    match token {
        Some("bounty") => Token::Bounty,
        Some("clock" | "time") => Token::Clock,
        _ => Token::Other,
    }
}
