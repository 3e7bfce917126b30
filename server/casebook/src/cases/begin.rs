//! The table of a case: rulebook, game, stakes, players, and the hand as it stands.

use super::case_table::CaseTable;
use super::deck::{Wanted, any_order, reshuffles};
use super::keys::{Keys, each_once};
use super::{Case, Trouble, gestures};
use cardroom_cards::DeckOrder;
use cardroom_engine::{Entering, FrontChips, Input, Occupancy, Scene, SmallBlind, TableSetup};
use cardroom_hybrid::HybridTable;
use cardroom_rules::{
    AnteKind, Betting, ButtonRule, Chips, Forced, Library, MAX_SEATS, Millis, Play, PlayerId,
    RingTerms, Rulebook, SeatNo, Stakes, Switch,
};
use std::sync::Arc;

/// The state that a case sets up before its script begins.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    pub(super) setup: TableSetup,
    pub(super) seats: Vec<Player>,
    /// The hand to enter. `None` if the case has no hand.
    pub(super) scene: Option<Scene>,
    pub(super) wanted: Wanted,
    pub(super) pot: Chips,
    pub(super) button: SeatNo,
    /// The keys of `table` that only some kinds of cases read.
    pub(super) rest: Keys,
}

#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) seat: SeatNo,
    pub(super) stack: Chips,
    pub(super) away: bool,
}

/// The stack of a player for whom the case gives none.
pub(super) const SOME_CHIPS: Chips = Chips(10_000);

impl Opening {
    pub(super) fn of(case: &Case, library: &Library) -> Result<Self, Trouble> {
        let mut table = Keys::of(&case.table);
        let mut game = Keys::of(&case.game);
        let rulebook = rulebook(case, &mut table, library)?;
        let (plays, switch) = plays(&mut game, &mut table, library)?;
        let street = game.text("street")?;
        let pot = game.chips("pot")?.unwrap_or_default();
        game.end("game")?;

        let mut wanted = Wanted::default();
        let mut front = Vec::new();
        let mut seats = Vec::new();
        for seat in &case.seats {
            seats.push(player(&mut Keys::of(seat), &mut wanted, &mut front)?);
        }
        seats.extend(gestures::players(case));
        wanted.board = table.cards("board")?.unwrap_or_default();
        each_once(wanted.cards())?;
        let most = plays.iter().map(|play| play.game.max_players).min().unwrap_or(2);
        let seats_max = table.seats_max()?.unwrap_or(most);
        let plain = table.flag("plain")?.unwrap_or(false);
        let setup = TableSetup {
            plays,
            switch,
            rulebook: Arc::new(rulebook),
            ring: Arc::new(house_terms()),
            seats: seats_max,
            hybrid: !plain,
            auto_show: table.flag("auto_show")?.unwrap_or(true),
            players_left: table.within("players_left_in_event", 1..=1_000_000)?,
            // At an ordered table, absent players are dealt in.
            occupancy: seats.iter().any(|player| player.away).into(),
        };
        let mut opening =
            Self { setup, seats, scene: None, wanted, pot, button: SeatNo(0), rest: table };
        let last = opening.seats.iter().map(|player| player.seat).max().unwrap_or_default();
        opening.button = opening.rest.seat("button")?.unwrap_or(last);
        if !opening.seats.is_empty() && !plain {
            opening.scene = Some(opening.scene(street.as_deref(), front)?);
        }
        Ok(opening)
    }

    fn scene(&mut self, street: Option<&str>, front: Vec<FrontChips>) -> Result<Scene, Trouble> {
        let game = &self.setup.plays[0].game;
        let street = match street {
            None => 0,
            Some(name) => {
                let street = game.streets.iter().position(|street| street.name == name);
                street.ok_or_else(|| Trouble::unknown(&format!("street of {}", game.name), name))?
            }
        };
        let small_blind = match self.rest.number("sb_seat")? {
            None => SmallBlind::LeftOfButton,
            Some(0) => SmallBlind::Dead,
            Some(seat) => SmallBlind::At(super::keys::seat_named(&seat.to_string())?),
        };
        let deck = any_order(game);
        Ok(Scene {
            deck: DeckOrder::new(deck).expect("the cards of a game are each there once"),
            reshuffles: reshuffles(game),
            dealt: self.seats.iter().map(|player| player.seat).collect(),
            button: self.button,
            small_blind,
            big_blind: self.rest.seat("bb_seat")?,
            street: u8::try_from(street).unwrap_or(u8::MAX),
            pot: self.pot,
            front,
        })
    }

    /// Checks that settings which a case repeats for the reader match the table's settings.
    pub(super) fn check_settings(&mut self, table: &HybridTable) -> Result<(), Trouble> {
        if let Some(size) = self.rest.chips("bet_size")? {
            let plays = table.in_play().map(|hand| hand.street_bet());
            if plays != Some(size) {
                return Err(Trouble::differs(format!("bet_size = {size}"), format!("{plays:?}")));
            }
        }
        self.rest.clone().end("table")
    }

    /// Returns the table with its players, before any hand.
    pub(super) fn seated(&self) -> Result<HybridTable, Trouble> {
        let mut table = HybridTable::new(self.setup.clone()).map_err(Trouble::NotUnderstood)?;
        let refused =
            |refusal| Trouble::NotUnderstood(format!("nobody can sit like this: {refusal}"));
        for player in &self.seats {
            let Player { seat, stack, away } = *player;
            let player = PlayerId(u64::from(seat.0) + 1);
            let (buy_in, owed, entering) = (stack, Chips::ZERO, Entering::Newcomer);
            let sit = if self.setup.occupancy == Occupancy::ByOrder {
                Input::Place { seat, player, chips: stack, entering }
            } else {
                Input::Sit { seat, player, buy_in, owed, wait_for_big_blind: false }
            };
            // Long before the hand, so that the table already knows who is away.
            let before = Millis(0);
            table.step(before, sit).map_err(refused)?;
            if away {
                let gone = Input::Presence { seat, connected: false };
                table.step(before, gone).map_err(refused)?;
            }
        }
        Ok(table)
    }

    /// Returns the scene, with the cards of the case at the places it asks for.
    pub(super) fn rigged_scene(&self, seated: &HybridTable) -> Result<Option<Scene>, Trouble> {
        let Some(scene) = self.scene.clone() else { return Ok(None) };
        if self.wanted.is_nothing() {
            return Ok(Some(scene));
        }
        let mut rehearsal = seated.clone();
        let entered = rehearsal.step(CaseTable::START, Input::EnterHand(Box::new(scene.clone())));
        entered.map_err(|refusal| {
            Trouble::NotUnderstood(format!("the hand cannot be entered: {refusal}"))
        })?;
        let deck = self.wanted.rig(scene.deck.cards(), &rehearsal)?;
        let deck =
            DeckOrder::new(deck).map_err(|error| Trouble::NotUnderstood(error.to_string()))?;
        Ok(Some(Scene { deck, ..scene }))
    }
}

/// Returns the rulebook of a case, with the changes that its table makes.
pub(super) fn rulebook(
    case: &Case,
    table: &mut Keys,
    library: &Library,
) -> Result<Rulebook, Trouble> {
    let preset = if case.book == "tda" { "tda-2024" } else { &case.book };
    let rulebook = case.rulebook.as_ref().or_else(|| library.rulebook(preset));
    let rulebook = rulebook.ok_or_else(|| Trouble::unknown("rulebook", preset))?;
    let mut rulebook = (**rulebook).clone();
    if let Some(cap) = table.within("raise_cap", 0..=100)? {
        rulebook.betting.limit_raise_cap = cap;
    }
    match table.text("button_rule")?.as_deref() {
        None => {}
        Some("dead") => rulebook.blinds.button = ButtonRule::Dead,
        Some("moving") => rulebook.blinds.button = ButtonRule::Moving,
        Some(other) => return Err(Trouble::unknown("button_rule", other)),
    }
    Ok(rulebook)
}

fn plays(
    game: &mut Keys,
    table: &mut Keys,
    library: &Library,
) -> Result<(Arc<[Play]>, Switch), Trouble> {
    let variant = game.text("variant")?.unwrap_or_else(|| "holdem".to_owned());
    let id = if variant == "draw" { "five-card-draw" } else { &variant };
    let structures = library.game(id).map_or(&[Betting::FixedLimit][..], |game| &game.betting);
    let betting = match game.text("limit")?.as_deref() {
        None if !structures.contains(&Betting::NoLimit) => structures[0],
        None | Some("no_limit") => Betting::NoLimit,
        Some("pot_limit") => Betting::PotLimit,
        Some("limit") => Betting::FixedLimit,
        Some(other) => return Err(Trouble::unknown("limit", other)),
    };
    let forced = library.game(id).map(|game| game.forced);
    let small_bet = table.chips("small_bet")?;
    let bb = game.chips("bb")?;
    let (sb, bring_in) = (game.chips("sb")?, table.chips("bring_in")?);
    let big_blind = small_bet.or(bb).unwrap_or(Chips(100));
    let half = big_blind.divide(2).0;
    let (small_blind, bring_in) = match forced {
        Some(Forced::BringIn) => (Chips::ZERO, bring_in.unwrap_or(half)),
        _ => (sb.unwrap_or(half), Chips::ZERO),
    };
    let ante = game.chips("ante")?.unwrap_or_default();
    let ante_kind = match game.text("ante_mode")?.as_deref() {
        None | Some("none") => AnteKind::None,
        Some("each") => AnteKind::Each,
        Some("bb") => AnteKind::BigBlind,
        Some("button") => AnteKind::Button,
        Some(other) => return Err(Trouble::unknown("ante_mode", other)),
    };
    let unit = Chips(game.within("unit", 1..=1_000_000)?.unwrap_or(1));
    let stakes = Stakes { betting, small_blind, big_blind, bring_in, ante, ante_kind, unit };
    let (plays, switch) =
        library.plays(id, &stakes).ok_or_else(|| Trouble::unknown("variant", &variant))?;
    // The script decides when the next game of a rotation comes.
    Ok((plays, if switch == Switch::Never { switch } else { Switch::Level }))
}

fn player(
    keys: &mut Keys,
    wanted: &mut Wanted,
    front: &mut Vec<FrontChips>,
) -> Result<Player, Trouble> {
    let seat = Keys::require(keys.seat("seat")?, "seat")?;
    keys.text("name")?;
    let stack = keys.chips("stack")?.unwrap_or(SOME_CHIPS);
    if let Some(cards) = keys.cards("hole")? {
        wanted.hole.push((seat, cards));
    }
    if let Some(cards) = keys.cards("up")? {
        wanted.up.push((seat, cards));
    }
    if let Some(chips) = keys.amounts("front")? {
        front.push(FrontChips { seat, chips });
    }
    let away = keys.flag("away")?.unwrap_or(false);
    keys.clone().end("seats")?;
    Ok(Player { seat, stack, away })
}

/// Returns terms under which anyone may sit with any stack, and no pot is raked.
pub(super) fn house_terms() -> RingTerms {
    RingTerms {
        sit_out_ms: Millis::seconds(24 * 60 * 60),
        run_out_ms: Millis::seconds(24 * 60 * 60),
        ..RingTerms::bare(Chips(1), Chips(1 << 45))
    }
}

/// Fills seats for which the case names no player, so that a hand can be dealt.
pub(super) fn somebody_in_each(seats: impl IntoIterator<Item = SeatNo>) -> Vec<Player> {
    let seats = seats.into_iter().filter(|seat| seat.index() < MAX_SEATS);
    seats.map(|seat| Player { seat, stack: SOME_CHIPS, away: false }).collect()
}
