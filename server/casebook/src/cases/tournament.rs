//! Cases that need a tournament. Each input goes to the director, or to the part of it that answers
//! such questions, and the result is compared. This module computes nothing itself.

mod absent;
mod balance;
mod bounty;
mod colour_up;
mod deals;
mod dealt;
mod field;
mod final_table;
mod finish;
mod house;
mod late;
mod league;
mod level;
pub(super) mod moving;
mod penalty;
pub(super) mod places;
mod playing;
mod seating;
mod terms;
mod together;

use super::keys::Keys;
use super::{Case, Trouble, guarded};
use cardroom_rules::Library;
use toml::Value;

/// Returns `true` if a case is played here.
pub(super) fn plays(case: &Case) -> bool {
    // If the case deals a hand, one table is enough.
    let one_hand = ["absent", "penalty"].contains(&case.kind.as_str()) && !case.seats.is_empty();
    KINDS.contains(&case.kind.as_str()) && !one_hand
}

const KINDS: &[&str] = &[
    "seating",
    "balance",
    "finaltable",
    "late",
    "finish",
    "h4h",
    "colorup",
    "level",
    "deal",
    "absent",
    "penalty",
    "bounty",
    "league",
    "house",
];

/// One kind of case: it handles events and answers keys of expect.
trait Play {
    /// Handles an event, and takes its keys other than the name.
    fn event(&mut self, name: &str, keys: &mut Keys) -> Result<Answer, Trouble>;

    /// Returns the value of a key of expect. `None` if it has no value at this point.
    fn says(&mut self, key: &str) -> Result<Option<Value>, Trouble>;
}

type Answer = Result<(), Refused>;

/// A refusal. It changed nothing.
struct Refused {
    /// The reason as one word, as cases write it.
    code: &'static str,
    says: String,
}

/// Returns a refusal with the reason as cases write it.
fn refused(refusal: &cardroom_tournament::Refusal) -> Refused {
    use cardroom_tournament::Refusal;
    let code = match refusal {
        Refusal::EntryClosed => "late_registration_closed",
        Refusal::InThePoints => "already_in_the_points",
        Refusal::AlreadyEntered => "already_entered",
        Refusal::NoFurtherEntry => "no_further_entry",
        Refusal::Full => "full",
        Refusal::UnderAge(_) => "under_age",
        Refusal::HasBegun => "has_begun",
        Refusal::NotForSale(_) => "not_for_sale",
        Refusal::TooManyRounds(_) => "too_many_rounds",
        Refusal::NotNow(_) => "not_now",
        Refusal::Deal(refusal) => refused_deal(refusal),
        _ => "refused",
    };
    Refused { code, says: refusal.to_string() }
}

/// Returns in one word why a deal cannot be proposed.
fn refused_deal(refusal: &cardroom_tournament::prizes::DealRefusal) -> &'static str {
    use cardroom_tournament::prizes::DealRefusal;
    match refusal {
        DealRefusal::NotAllowed => "not_allowed",
        DealRefusal::FloorMissing => "floor_missing",
        DealRefusal::Absent(_) => "player_absent",
        DealRefusal::TooManyPlayersLeft { .. } => "too_many_players_left",
        DealRefusal::WrongParties => "wrong_parties",
        DealRefusal::DoesNotAddUp(..) => "does_not_add_up",
        DealRefusal::NotProposable(_) => "not_proposable",
        DealRefusal::WinnerReserveBelowMinimum(_) => "winner_reserve_below_minimum",
        DealRefusal::ShareExceedsWinner(_) => "share_exceeds_winner",
        DealRefusal::ReserveAboveFirstPrize(_) => "reserve_above_first_prize",
        DealRefusal::Icm(_) => "too_many_players",
    }
}

/// Plays a case to its end, or to the step that does not hold, counted from 1.
pub(super) fn play(case: &Case, library: &Library) -> Result<(), (Option<usize>, Trouble)> {
    let mut play = guarded(|| begin(case, library)).map_err(|trouble| (None, trouble))?;
    for (number, step) in (1..).zip(&case.steps) {
        let played = guarded(|| self::step(&mut *play, Keys::of(step)));
        played.map_err(|trouble| (Some(number), trouble))?;
    }
    Ok(())
}

fn begin<'a>(case: &'a Case, library: &'a Library) -> Result<Box<dyn Play + 'a>, Trouble> {
    Ok(match case.kind.as_str() {
        "seating" => seating::begin(case, library)?,
        "balance" => Box::new(balance::Balance::begin(case, library)?),
        "finaltable" => Box::new(final_table::FinalTable::begin(case, library)?),
        "late" => Box::new(late::Late::begin(case, library)?),
        "finish" => Box::new(finish::Finish::begin(case, library)?),
        "h4h" => Box::new(together::Together::begin(case, library)?),
        "colorup" => Box::new(colour_up::Exchange::begin(case, library)?),
        "deal" => Box::new(deals::Deals::begin(case, library)?),
        "absent" => Box::new(absent::Absent::begin(case, library)?),
        "penalty" => Box::new(penalty::Penalty::begin(case, library)?),
        "level" => Box::new(level::Levels::begin(case, library)?),
        "bounty" => Box::new(bounty::Payouts::begin(case, library)?),
        "league" => Box::new(league::Nights::begin(case, library)?),
        "house" => Box::new(house::House::begin(case, library)?),
        other => return Err(Trouble::unknown("kind", other)),
    })
}

fn step(play: &mut dyn Play, mut keys: Keys) -> Result<(), Trouble> {
    let op = Keys::require(keys.text("op")?, "op")?;
    match op.as_str() {
        "event" => event(play, keys),
        "expect" => expect(play, keys),
        other => Err(Trouble::unknown("op", other)),
    }
}

fn event(play: &mut dyn Play, mut keys: Keys) -> Result<(), Trouble> {
    let name = Keys::require(keys.text("name")?, "name")?;
    let reject = keys.text("reject")?;
    let answer = play.event(&name, &mut keys)?;
    keys.end(&name)?;
    match (reject, answer) {
        (None, Ok(())) => Ok(()),
        (Some(code), Err(refused)) if refused.code == code => Ok(()),
        (Some(code), Ok(())) => Err(Trouble::differs(format!("refused: {code}"), "accepted")),
        (reject, Err(refused)) => {
            let expected = reject.map_or("accepted".to_owned(), |code| format!("refused: {code}"));
            Err(Trouble::differs(expected, format!("refused: {} ({})", refused.code, refused.says)))
        }
    }
}

fn expect(play: &mut dyn Play, keys: Keys) -> Result<(), Trouble> {
    let mut said = false;
    for (key, expected) in keys.rest() {
        said = true;
        let actual = play.says(&key)?;
        if !actual.as_ref().is_some_and(|actual| agree(&key, &expected, actual)) {
            let actual = actual.map_or_else(|| "nothing".to_owned(), |actual| actual.to_string());
            let (expected, actual) = (format!("{key} = {expected}"), format!("{key} = {actual}"));
            return Err(Trouble::differs(expected, actual));
        }
    }
    if said { Ok(()) } else { Err(Trouble::NotUnderstood("nothing is expected".to_owned())) }
}

/// Keys whose lists are ordered.
const IN_ORDER: &[&str] = &["winners", "cards_by_seat", "prizes", "standings"];

/// Compares expected and actual values. A case lists only the tables it is about. Lists are sets
/// unless they are ordered.
fn agree(key: &str, expected: &Value, actual: &Value) -> bool {
    match (expected, actual) {
        (Value::Table(expected), Value::Table(actual)) => expected
            .iter()
            .all(|(name, value)| actual.get(name).is_some_and(|actual| agree(key, value, actual))),
        (Value::Array(expected), Value::Array(actual)) if !IN_ORDER.contains(&key) => {
            let all_in = |some: &[Value], all: &[Value]| some.iter().all(|one| all.contains(one));
            expected.len() == actual.len() && all_in(expected, actual) && all_in(actual, expected)
        }
        // "other" stands for any position without a blind or the button.
        (Value::String(expected), Value::String(actual)) if key == "target_position" => {
            expected == actual || (expected == "other" && moving::is_other(actual))
        }
        _ => expected == actual,
    }
}
