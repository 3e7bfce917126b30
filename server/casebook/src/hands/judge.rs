//! Plays a script and decides whether it ends as in its record, either by this server's rules or by
//! a named peculiarity of the record or the site.

use super::away;
use super::parting::{Parting, Stacks};
use super::peculiar::Peculiarity;
use super::replay::{House, Replay, Stopped, play};
use super::rig::rig;
use super::script::{Blinds, Script};
use cardroom_rules::rulebook::BettingRule;
use cardroom_rules::{
    AnteKind, Betting, Deal, Game, Library, MAX_SEATS, Rulebook, ShortAllInBase, Straddle,
};
use std::borrow::Cow;
use std::iter;
use std::sync::Arc;

/// How many guesses are tried at unknown cards of players who did not fold.
const MOST_GUESSES: u64 = 200;

/// The same if two other rules are tried at once.
const FEWER_GUESSES: u64 = 20;

const RULEBOOK: &str = "tda-2024";

/// The result of playing a hand.
#[derive(Debug)]
pub(super) enum Verdict {
    /// The hand ends as in the record, by these peculiarities if there are any.
    Agrees(Box<Replay>, Vec<Peculiarity>),
    Parts(Box<Stopped>),
}

/// Plays a script, first by this server's rules, then by one other rule, then by two.
pub(super) fn judge(script: &Script, library: &Library) -> Verdict {
    let house = match house(script, library) {
        Ok(house) => house,
        Err(parting) => return Verdict::Parts(Box::new(parting.into())),
    };
    let mut first = None;
    for by_rules in choices(script) {
        let mut house = house.clone();
        by_rules.iter().for_each(|rule| house.play_by(*rule));
        let guesses = if by_rules.len() > 1 { FEWER_GUESSES } else { MOST_GUESSES };
        for script in readings(script, &house) {
            // Without rake, only the winnings before the rake are compared.
            for rake in if script.rake > 0 { &[true, false][..] } else { &[true] } {
                let house = House { rake: *rake, ..house.clone() };
                match play_as_recorded(&script, &house, guesses) {
                    Ok(replay) => {
                        let by_rake = (!rake).then_some(Peculiarity::RakeByOwnKey);
                        let all = script.peculiar.iter().copied().chain(by_rake);
                        let all = all.chain(by_rules.iter().copied());
                        return Verdict::Agrees(Box::new(replay), all.collect());
                    }
                    Err(stopped) => first = first.or(Some(stopped)),
                }
            }
        }
    }
    let room = || Parting::Table("the room's rules do not read it".to_owned()).into();
    Verdict::Parts(Box::new(first.unwrap_or_else(room)))
}

/// Rules that sites have and this server's rulebooks do not.
const OTHER_RULES: &[Peculiarity] = &[
    Peculiarity::CompletesShortAllIn,
    Peculiarity::ReopensShortAllIn,
    Peculiarity::EffectiveRaise,
    Peculiarity::CompletesShortRaise,
    Peculiarity::OpenPairDoubleBet,
    Peculiarity::NoRaiseCap,
    Peculiarity::AwayFolds,
    Peculiarity::RaisesAllIns,
    Peculiarity::NoBurns,
];

/// Returns the sets of other rules to try, in order: none, one that concerns the game, two of them.
fn choices(script: &Script) -> Vec<Vec<Peculiarity>> {
    let limit = script.stakes.betting == Betting::FixedLimit;
    let stud = script.blinds == Blinds::None;
    let ones: Vec<Peculiarity> = OTHER_RULES
        .iter()
        .copied()
        .filter(|rule| match rule {
            Peculiarity::EffectiveRaise
            | Peculiarity::CompletesShortAllIn
            | Peculiarity::ReopensShortAllIn
            | Peculiarity::NoRaiseCap => limit,
            Peculiarity::CompletesShortRaise => !limit,
            Peculiarity::OpenPairDoubleBet => stud,
            _ => true,
        })
        .collect();
    let twos = ones.iter().enumerate().flat_map(|(place, one)| {
        let others = ones[place + 1..].iter();
        others.map(|other| vec![*one, *other])
    });
    iter::once(Vec::new()).chain(ones.iter().map(|one| vec![*one])).chain(twos).collect()
}

/// Returns the readings of a record under the rules of a house: the record as it stands, or several
/// if it leaves open what happened.
fn readings<'a>(script: &'a Script, house: &House) -> Vec<Cow<'a, Script>> {
    let mut all = vec![Cow::Borrowed(script)];
    if script.blinds == Blinds::SmallFirst {
        // Some sites show the button there and play as if the small blind had it.
        all.insert(0, Cow::Owned(away::with_button_on_small_blind(script)));
    }
    if house.away_folds {
        all = all.iter().flat_map(|script| away::readings(script, house)).map(Cow::Owned).collect();
    }
    all
}

impl House {
    /// Changes the rules of the house to those of a site.
    fn play_by(&mut self, rule: Peculiarity) {
        let rules = Arc::make_mut(&mut self.rulebook);
        match rule {
            Peculiarity::EffectiveRaise => self.effective_raises = true,
            Peculiarity::CompletesShortAllIn => rules.betting.reopen_limit_percent = 100,
            Peculiarity::ReopensShortAllIn => {
                rules.betting.reopen_limit_percent = 100;
                self.reopens = true;
            }
            Peculiarity::CompletesShortRaise => {
                rules.betting.short_all_in_base = ShortAllInBase::Complete;
            }
            Peculiarity::OpenPairDoubleBet => rules.betting.open_pair_double_bet = true,
            Peculiarity::NoRaiseCap => rules.betting.limit_raise_cap = 0,
            Peculiarity::NoBurns => {
                for street in &mut Arc::make_mut(&mut self.game).streets {
                    street.deal.retain(|deal| *deal != Deal::Burn);
                }
            }
            Peculiarity::AwayFolds => self.away_folds = true,
            Peculiarity::RaisesAllIns => self.raises_all_ins = true,
            // The others change how a record is read, not how the hand is played.
            _ => {}
        }
    }
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
        reopens: false,
        away_folds: false,
        raises_all_ins: false,
    })
}

/// Returns the game at the largest table that its deck allows. The server's own seat limit does not
/// matter here, and empty seats stand for dead positions.
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

/// Returns the rulebook with the ring game options that real tables have.
fn with_every_option(rulebook: &Rulebook) -> Rulebook {
    let mut rulebook = rulebook.clone();
    rulebook.betting = BettingRule {
        antes: vec![AnteKind::Each, AnteKind::BigBlind, AnteKind::Button],
        straddle: vec![Straddle::Utg, Straddle::Button, Straddle::Mississippi],
        bomb_pots: true,
        run_it: 3,
        ..rulebook.betting
    };
    rulebook
}

/// Plays a script. If a player with unknown cards did not fold, it agrees if some cards lead
/// to the recorded end.
fn play_as_recorded(script: &Script, house: &House, guesses: u64) -> Result<Replay, Stopped> {
    let first = match play_with(script, house, 0) {
        Err(stopped) if rig(script, &house.game, 0).is_ok_and(|decks| decks.guessed) => stopped,
        other => return other,
    };
    let others = (1..guesses).map(|attempt| play_with(script, house, attempt));
    others.flatten().next().ok_or(first)
}

fn play_with(script: &Script, house: &House, attempt: u64) -> Result<Replay, Stopped> {
    let mut replays = Vec::with_capacity(1);
    if script.together {
        // Each board alone wins all that it can. Its share is that result, divided by the boards.
        for board in &script.boards {
            let alone = Script { boards: vec![board.clone()], together: false, ..script.clone() };
            replays.push(play(&alone, house, attempt)?);
        }
    } else {
        replays.push(play(script, house, attempt)?);
    }
    let agree = agrees(script, house, &replays);
    let replay = replays.swap_remove(0);
    if agree {
        return Ok(replay);
    }
    let parting = Parting::Stacks(Stacks(replay.finals.clone()));
    Err(Stopped { parting, so_far: Some(Box::new(replay)) })
}

/// Returns `true` if the final stacks are those of the record. With several boards there is a
/// replay for each, and each has an equal part in every pot. Without rake, each winner has the
/// recorded stack and a part of the rake.
fn agrees(script: &Script, house: &House, replays: &[Replay]) -> bool {
    let boards = replays.len() as u64;
    // In each pot, chips that cannot be divided among the boards go to one of them.
    let odd = 2 * (boards - 1) * replays.iter().map(Replay::pots).max().unwrap_or(0);
    let (mut all_now, mut all_then) = (0, 0);
    for (place, player) in script.players.iter().enumerate() {
        let (now, then) = (
            replays.iter().map(|replay| 2 * replay.finals[place].0).sum::<u64>(),
            boards * player.final_halves,
        );
        (all_now, all_then) = (all_now + now, all_then + then);
        let halved = boards == 1 && then % 2 == 1 && now.abs_diff(then) == 1;
        if house.rake {
            if now.abs_diff(then) > odd && !halved {
                return false;
            }
        } else {
            let won = replays.iter().map(|replay| 2 * replay.won(place).0).sum::<u64>();
            if now + odd < then || now > then + won + odd {
                return false;
            }
        }
    }
    if house.rake {
        boards == 1 || all_now == all_then
    } else {
        all_now == all_then + 2 * boards * script.rake
    }
}
