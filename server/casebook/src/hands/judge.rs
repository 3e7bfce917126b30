//! Plays a script and says whether it ends as its record does: by the room's rules, or else by a
//! named peculiarity of record or site.

use super::parting::{Parting, Stacks};
use super::peculiar::Peculiarity;
use super::replay::{House, Replay, Stopped, play};
use super::rig::rig;
use super::script::Script;
use cardroom_rules::{
    AnteKind, Deal, Game, Library, MAX_SEATS, Rulebook, ShortAllInBase, Straddle,
};
use std::iter;
use std::sync::Arc;

/// How often other cards are tried for players whose cards nobody knows and who did not fold.
const MOST_GUESSES: u64 = 200;

/// The rulebook by which hands are played.
const RULEBOOK: &str = "tda-2024";

/// How a hand went.
#[derive(Debug)]
pub(super) enum Verdict {
    /// As in the record; by these peculiarities, where there are some.
    Agrees(Box<Replay>, Vec<Peculiarity>),
    /// Otherwise.
    Parts(Box<Stopped>),
}

/// Plays a script, first by the room's own rules.
pub(super) fn judge(script: &Script, library: &Library) -> Verdict {
    let house = match house(script, library) {
        Ok(house) => house,
        Err(parting) => return Verdict::Parts(Box::new(parting.into())),
    };
    let mut first = None;
    for (by_rule, house) in iter::once((None, house.clone())).chain(other_rules(&house)) {
        // Without rake only what was won before it is compared.
        for rake in if script.rake > 0 { &[true, false][..] } else { &[true] } {
            let house = House { rake: *rake, ..house.clone() };
            match play_as_recorded(script, &house) {
                Ok(replay) => {
                    let by_rake = (!rake).then_some(Peculiarity::RakeByOwnKey);
                    let all = script.peculiar.iter().copied().chain(by_rule).chain(by_rake);
                    return Verdict::Agrees(Box::new(replay), all.collect());
                }
                Err(stopped) => first = first.or(Some(stopped)),
            }
        }
    }
    Verdict::Parts(Box::new(first.expect("the room's own rules come first")))
}

fn house(script: &Script, library: &Library) -> Result<House, Parting> {
    let missing = |what: &str| Parting::Table(format!("the room has no {what}"));
    let game = library.game(script.game).ok_or_else(|| missing(script.game))?;
    let rulebook = library.rulebook(RULEBOOK).ok_or_else(|| missing(RULEBOOK))?;
    Ok(House {
        game: Arc::new(with_all_seats(game)),
        rulebook: Arc::new(with_every_option(rulebook)),
        rake: true,
        effective_raises: false,
    })
}

/// The game at the largest table its deck allows: how many seats a room gives it does not matter
/// here, and empty ones stand for dead positions.
fn with_all_seats(game: &Game) -> Game {
    let mut largest = game.clone();
    for seats in (game.max_players..).take_while(|seats| usize::from(*seats) <= MAX_SEATS) {
        let larger = Game { max_players: seats, ..game.clone() };
        if larger.validate().is_ok() {
            largest = larger;
        }
    }
    largest
}

/// The rulebook with the options of a ring game that real tables have.
fn with_every_option(rulebook: &Rulebook) -> Rulebook {
    Rulebook {
        antes: vec![AnteKind::Each, AnteKind::BigBlind, AnteKind::Button],
        straddle: vec![Straddle::Utg, Straddle::Button, Straddle::Mississippi],
        bomb_pots: true,
        run_it: 3,
        ..rulebook.clone()
    }
}

/// Rules that sites have and this room's rulebooks have not.
fn other_rules(house: &House) -> impl Iterator<Item = (Option<Peculiarity>, House)> {
    let with = |change: fn(&mut Rulebook)| {
        let mut rulebook = (*house.rulebook).clone();
        change(&mut rulebook);
        House { rulebook: Arc::new(rulebook), ..house.clone() }
    };
    let mut unburned = (*house.game).clone();
    for street in &mut unburned.streets {
        street.deal.retain(|deal| *deal != Deal::Burn);
    }
    [
        (Peculiarity::EffectiveRaise, House { effective_raises: true, ..house.clone() }),
        (Peculiarity::CompletesShortAllIn, with(|rules| rules.reopen_limit_percent = 100)),
        (
            Peculiarity::CompletesShortRaise,
            with(|rules| rules.short_all_in_base = ShortAllInBase::Complete),
        ),
        (Peculiarity::OpenPairDoubleBet, with(|rules| rules.open_pair_double_bet = true)),
        (Peculiarity::NoRaiseCap, with(|rules| rules.limit_raise_cap = 0)),
        (Peculiarity::NoBurns, House { game: Arc::new(unburned), ..house.clone() }),
    ]
    .into_iter()
    .map(|(peculiarity, house)| (Some(peculiarity), house))
}

/// Plays a script. Where somebody did not fold whose cards nobody knows, it agrees when there are
/// cards with which it ends as recorded.
fn play_as_recorded(script: &Script, house: &House) -> Result<Replay, Stopped> {
    let first = match play_with(script, house, 0) {
        Err(stopped) if rig(script, &house.game, 0).is_ok_and(|decks| decks.guessed) => stopped,
        other => return other,
    };
    let others = (1..MOST_GUESSES).map(|attempt| play_with(script, house, attempt));
    others.flatten().next().ok_or(first)
}

fn play_with(script: &Script, house: &House, attempt: u64) -> Result<Replay, Stopped> {
    let replay = play(script, house, attempt)?;
    if agrees(script, house, &replay) {
        return Ok(replay);
    }
    let parting = Parting::Stacks(Stacks(replay.finals.clone()));
    Err(Stopped { parting, so_far: Some(Box::new(replay)) })
}

/// Whether the final stacks are those of the record. Without rake, each winner has what the record
/// says and a part of the rake.
fn agrees(script: &Script, house: &House, replay: &Replay) -> bool {
    let mut taken = 0;
    for (place, (player, now)) in script.players.iter().zip(&replay.finals).enumerate() {
        let (now, then) = (2 * now.0, player.final_halves);
        let halved = then % 2 == 1 && now.abs_diff(then) == 1;
        if house.rake {
            if now != then && !halved {
                return false;
            }
        } else {
            let Some(less) = now.checked_sub(then) else { return false };
            if less > 2 * replay.won(place).0 {
                return false;
            }
            taken += less;
        }
    }
    house.rake || taken == 2 * script.rake
}
