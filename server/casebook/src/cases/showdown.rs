//! Hands that are tabled, mucked, killed, or that another player asks to see.

use super::Trouble;
use super::begin::somebody_in_each;
use super::case_table::refused;
use super::deck::{any_order, reshuffles};
use super::keys::Keys;
use super::script::Script;
use cardroom_cards::{Card, DeckOrder, parse_cards};
use cardroom_engine::{Action, FloorCommand, Input, Picks, Scene, SeeRight, SmallBlind};
use cardroom_rules::{Chips, SeatNo};
use toml::Value;

/// The keys of expect that requests at the showdown answer.
pub(super) const ANSWERS: &[&str] = &["right", "default", "shown", "pot_to"];

/// Plays a player's op at the showdown.
pub(super) fn op(script: &mut Script<'_>, op: &str, mut keys: Keys) -> Result<(), Trouble> {
    let seat = Keys::require(keys.seat("seat")?, "seat")?;
    let target = keys.seat("target")?;
    let card: Option<usize> = keys.within("card", 1..=7)?;
    let reject = keys.text("reject")?;
    keys.end(op)?;
    if op == "show" && script.play.table().hand_in_progress().is_none() {
        let held = u8::try_from(script.play.table().last_cards(seat).len()).unwrap_or(u8::MAX);
        let picks = card.map_or(Picks::first(held), |card| Picks::NONE.with(card - 1));
        let input = Input::ShowCards { seat, picks };
        return script.play.send_or_reject(input, reject.as_deref()).map(drop);
    }
    if op != "ask_to_see" {
        let input = Input::ShowOrMuck { seat, show: op == "show" };
        return script.play.send_or_reject(input, reject.as_deref()).map(drop);
    }
    ask(script, seat, Keys::require(target, "target")?, reject.as_deref())
}

/// Records the player's right to see the hand, and sends the request.
fn ask(
    script: &mut Script<'_>,
    by: SeatNo,
    target: SeatNo,
    reject: Option<&str>,
) -> Result<(), Trouble> {
    let hand = script.play.table().in_play();
    let right = hand.map_or(SeeRight::None, |hand| hand.right_to_see(by, target));
    let input = Input::AskToSee { by, target };
    if reject.is_some() {
        return script.play.send_or_reject(input, reject).map(drop);
    }
    script.answers.insert("right".to_owned(), Value::from(right.code()));
    script.answers.insert("default".to_owned(), Value::from(right.unattended()));
    match (script.play.send(input), right) {
        (Ok(_), SeeRight::None) => {
            Err(Trouble::differs("no right to see the hand", "it was granted"))
        }
        (Err(refusal), SeeRight::Inalienable | SeeRight::Discretion) => {
            Err(Trouble::differs("a right to ask", refused(&refusal)))
        }
        _ => Ok(()),
    }
}

pub(super) fn event(script: &mut Script<'_>, name: &str, mut keys: Keys) -> Result<(), Trouble> {
    match name {
        "killed" => {
            let seat = Keys::require(keys.seat("seat")?, "seat")?;
            keys.end(name)?;
            let reason = "given away at the showdown".to_owned();
            let kill = Input::Floor(FloorCommand::KillHand { seat, reason });
            script.play.must(kill, "the dealer kills the hand").map(drop)
        }
        "ask" => {
            let by = Keys::require(keys.seat("by")?, "by")?;
            let target = Keys::require(keys.seat("target")?, "target")?;
            let reject = keys.text("reject")?;
            // The deal has already taken these keys into account.
            let (_, _) = (keys.flag("better")?, keys.flag("dealt_in")?);
            keys.end(name)?;
            ask(script, by, target, reject.as_deref())
        }
        "called_river" => {
            let river = River {
                winner: Keys::require(keys.seat("winner_tabled")?, "winner_tabled")?,
                mucked: Keys::require(keys.seat("mucked")?, "mucked")?,
                folded: keys.seats("folded_earlier")?.unwrap_or_default(),
                out: keys.seats("dealt_out")?.unwrap_or_default(),
            };
            keys.end(name)?;
            river.play(script)?;
            let show = Input::ShowOrMuck { seat: river.winner, show: true };
            script.play.must(show, "the winner tables the hand")?;
            let muck = Input::ShowOrMuck { seat: river.mucked, show: false };
            script.play.must(muck, "the other hand is given away").map(drop)
        }
        _ => {
            let reject = keys.text("reject")?;
            keys.end(name)?;
            let seats = [SeatNo(0), SeatNo(1)];
            let river = River { winner: seats[0], mucked: seats[1], folded: vec![], out: vec![] };
            river.play(script)?;
            let one_card = Input::ShowCards { seat: seats[0], picks: Picks::first(1) };
            script.play.send_or_reject(one_card, reject.as_deref()).map(drop)
        }
    }
}

/// A bet on the river that was called.
struct River {
    winner: SeatNo,
    mucked: SeatNo,
    folded: Vec<SeatNo>,
    out: Vec<SeatNo>,
}

impl River {
    /// Enters the hand on the river and plays it to the showdown. Other players whom the case names
    /// are dealt in and fold to the bet.
    fn play(&self, script: &mut Script<'_>) -> Result<(), Trouble> {
        let asks = script.case.steps.iter().filter(|step| step.get("name") == Some(&"ask".into()));
        let (mut better, mut others) = (false, self.folded.clone());
        for step in asks {
            let mut keys = Keys::of(step);
            better |= keys.flag("better")?.unwrap_or(false);
            others.extend(keys.seat("by")?);
        }
        others
            .retain(|seat| ![self.winner, self.mucked].contains(seat) && !self.out.contains(seat));
        others.sort_unstable();
        others.dedup();
        let dealt = [self.winner, self.mucked].into_iter().chain(others.iter().copied());
        let dealt: Vec<SeatNo> = dealt.collect();

        script.opening.setup.auto_show = false;
        script.opening.seats = somebody_in_each(dealt.iter().chain(&self.out).copied());
        let strong = (self.cards("As Ah")?, self.cards("7c 2d")?);
        let (winners, others_cards) = if better { (strong.1, strong.0) } else { strong };
        script.opening.wanted.hole = vec![(self.winner, winners), (self.mucked, others_cards)];
        script.opening.wanted.board = self.cards("Kd Jh 9s 5c 3h")?;
        let game = script.opening.setup.plays[0].game.clone();
        script.opening.scene = Some(Scene {
            deck: DeckOrder::new(any_order(&game))
                .expect("the cards of a game are each there once"),
            reshuffles: reshuffles(&game),
            dealt: dealt.iter().copied().collect(),
            button: self.winner,
            small_blind: SmallBlind::LeftOfButton,
            big_blind: None,
            street: u8::try_from(game.streets.len() - 1).unwrap_or(u8::MAX),
            pot: script.opening.pot.max(Chips(1)),
            front: Vec::new(),
        });
        script.play.reseat(script.opening.seated()?);
        let scene = script.opening.rigged_scene(script.play.table())?;
        if let Some(scene) = scene {
            script.play.must(Input::EnterHand(Box::new(scene)), "the hand can be entered")?;
        }
        self.bet_and_call(script)
    }

    fn cards(&self, text: &str) -> Result<Vec<Card>, Trouble> {
        parse_cards(text).map_err(|error| Trouble::NotUnderstood(error.to_string()))
    }

    /// Plays the river: the player whose hand is mucked bets, the winner calls, the others fold.
    fn bet_and_call(&self, script: &mut Script<'_>) -> Result<(), Trouble> {
        while let Some((seat, turn, legal)) = script.play.table().turn() {
            let action = match legal.wager {
                _ if seat == self.winner && legal.call.is_some() => Action::Call,
                _ if seat == self.winner => Action::Check,
                Some(wager) if seat == self.mucked => Action::Bet(wager.min_to),
                _ => Action::Fold,
            };
            script.play.must(Input::Act { seat, turn, action }, "the river is bet and called")?;
        }
        Ok(())
    }
}
