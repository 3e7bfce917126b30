//! Plays a script on a table of the engine. Does no poker arithmetic: cards, amounts and turns come
//! from the record, and their results from the engine. Reports where the two diverge.

use super::parting::{Cards, Parting};
use super::rig::{Decks, rig};
use super::script::{Blinds, Made, Move, Script};
use super::seating::Seating;
use cardroom_cards::Card;
use cardroom_engine::{
    Action, Event, FloorCommand, Input, Legal, Picks, Refusal, RefusalKind, Scene, SmallBlind,
    TurnNo, Viewer,
};
use cardroom_hybrid::HybridTable;
use cardroom_rules::{BetTier, Chips, Game, Millis, Rulebook, SeatNo};
use std::sync::Arc;

/// The rules that a script is played by.
#[derive(Clone, Debug)]
pub(super) struct House {
    pub(super) game: Arc<Game>,
    pub(super) rulebook: Arc<Rulebook>,
    /// The house takes the recorded rake.
    pub(super) rake: bool,
    /// A fixed-limit raise that is too small means a whole one. The record gives only the part that
    /// the others can call.
    pub(super) effective_raises: bool,
    /// A fixed-limit short all-in lets players who have acted complete it.
    pub(super) reopens: bool,
    /// A player who is all-in on forced bets may fold.
    pub(super) away_folds: bool,
    /// A player may raise although no opponent can call more.
    pub(super) raises_all_ins: bool,
}

impl House {
    /// Returns `true` if the hand needs something that only the floor of a hybrid table can do.
    pub(super) fn is_hybrid(&self, script: &Script) -> bool {
        self.reopens || script.blinds == Blinds::SmallFirst
    }
}

/// A script that was played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    pub events: Vec<Event>,
    pub seats: Vec<SeatNo>,
    /// The chips of each player after the hand.
    pub finals: Vec<Chips>,
}

impl Replay {
    /// Returns what a player won from all pots.
    #[must_use]
    pub fn won(&self, player: usize) -> Chips {
        let awards = self.events.iter().filter_map(|event| match event {
            Event::PotAwarded { shares, .. } => Some(shares),
            _ => None,
        });
        let own = awards.flatten().filter(|share| share.seat == self.seats[player]);
        own.map(|share| share.amount).sum()
    }

    /// Returns the number of pots awarded.
    pub(super) fn pots(&self) -> u64 {
        let pots = self.events.iter().filter_map(|event| match event {
            Event::PotAwarded { pot, .. } => Some(u64::from(*pot) + 1),
            _ => None,
        });
        pots.max().unwrap_or(0)
    }
}

/// A script that could not be played to its end, or ended differently.
#[derive(Debug)]
pub(super) struct Stopped {
    pub(super) parting: Parting,
    /// The hand up to that point, if there was a table.
    pub(super) so_far: Option<Box<Replay>>,
}

impl<P: Into<Parting>> From<P> for Stopped {
    fn from(parting: P) -> Self {
        Self { parting: parting.into(), so_far: None }
    }
}

/// Plays a script to its end.
pub(super) fn play(script: &Script, house: &House, attempt: u64) -> Result<Replay, Stopped> {
    let decks = rig(script, &house.game, attempt)?;
    let mut run = Run::open(script, house)?;
    match run.play(&decks) {
        Ok(()) => Ok(run.end()),
        Err(parting) => Err(Stopped { parting, so_far: Some(Box::new(run.end())) }),
    }
}

/// Returns the players whom the forced bets put all-in before any action.
pub(super) fn all_in_on_forced_bets(script: &Script, house: &House) -> Vec<usize> {
    let Ok(decks) = rig(script, &house.game, 0) else { return Vec::new() };
    let Ok(mut run) = Run::open(script, house) else { return Vec::new() };
    if run.start(&decks).is_err() {
        return Vec::new();
    }
    (0..script.players.len()).filter(|player| run.is_all_in(*player)).collect()
}

/// A script being played.
struct Run<'a> {
    script: &'a Script,
    table: HybridTable,
    now: Millis,
    events: Vec<Event>,
    seats: Vec<SeatNo>,
    /// The seat of the button, which may be empty.
    button: SeatNo,
    house: &'a House,
}

impl<'a> Run<'a> {
    fn open(script: &'a Script, house: &'a House) -> Result<Self, Parting> {
        let Seating { table, seats, button } = Seating::of(script, house)?;
        let now = table.deadline().unwrap_or_default();
        Ok(Self { script, table, now, events: Vec::new(), seats, button, house })
    }

    /// Plays all moves in order.
    fn play(&mut self, decks: &Decks) -> Result<(), Parting> {
        self.start(decks)?;
        let script = self.script;
        let label = |player: usize| script.players[player].label.clone();
        let mut draws = vec![0; script.players.len()];
        for (index, made) in (1..).zip(&script.moves) {
            if self.folds_away(index, made)? {
                continue;
            }
            let nobody = Parting::NoTurn { index, made: made.made };
            let next = self.next_turn();
            if next.is_none() && self.is_won_from_players_away() {
                break;
            }
            let (seat, turn, legal) = next.ok_or(nobody)?;
            let player = self.player_of(seat);
            if let Some(had) = made.player.filter(|recorded| *recorded != player) {
                return Err(Parting::OtherTurn { index, has: label(player), had: label(had) });
            }
            let action = self.action(player, made.made, &legal, decks, &mut draws);
            let acted = match self.step(Input::Act { seat, turn, action }) {
                Err(refusal) => match self.reopened(player, action, &refusal) {
                    Some(to) => self.step(Input::Floor(FloorCommand::ForceWager { seat, to })),
                    None => Err(refusal),
                },
                acted => acted,
            };
            acted.map_err(|refusal| {
                let player = label(player);
                Parting::Refused { index, player, action, refusal: Box::new(refusal) }
            })?;
        }
        if let Some((seat, ..)) = self.next_turn() {
            return Err(Parting::TurnLeft(label(self.player_of(seat))));
        }
        self.check_cards(decks)
    }

    fn start(&mut self, decks: &Decks) -> Result<(), Parting> {
        let Decks { deck, reshuffles, .. } = decks;
        let (deck, reshuffles) = (deck.clone(), reshuffles.clone());
        let start = match self.script.blinds {
            Blinds::SmallFirst => Input::EnterHand(Box::new(Scene {
                deck,
                reshuffles,
                dealt: self.seats.iter().copied().collect(),
                button: self.button,
                small_blind: SmallBlind::At(self.seats[0]),
                big_blind: Some(self.seats[1]),
                street: 0,
                pot: Chips::ZERO,
                front: Vec::new(),
            })),
            _ => Input::StartHand { deck, reshuffles, draw: 0 },
        };
        self.step(start).map_err(|refusal| Parting::Start(Box::new(refusal)))?;
        let mut starts = self.events.iter().filter_map(|event| match event {
            Event::HandStarted(start) => Some(start.button),
            _ => None,
        });
        match starts.next_back() {
            Some(button) if button != self.button => Err(Parting::Button(button)),
            _ => Ok(()),
        }
    }

    fn step(&mut self, input: Input) -> Result<(), Refusal> {
        self.table.step_into(self.now, input, &mut self.events)
    }

    /// Folds for a player whom the forced bets put all-in and who has no turn, if the site does so.
    fn folds_away(&mut self, index: usize, made: &Move) -> Result<bool, Parting> {
        let folds = self.house.away_folds && made.made == Made::Fold;
        let Some(player) = made.player.filter(|player| folds && self.is_all_in(*player)) else {
            return Ok(false);
        };
        let before = self.script.moves.iter().take(index - 1);
        let mut own = before.filter(|earlier| earlier.player == Some(player));
        if !own.all(|earlier| earlier.made == Made::BringIn) {
            return Ok(false);
        }
        let seat = self.seats[player];
        let reason = "the site folds for a player who is away".to_owned();
        self.step(Input::Floor(FloorCommand::KillHand { seat, reason })).map_err(|refusal| {
            let player = self.script.players[player].label.clone();
            Parting::Refused { index, player, action: Action::Fold, refusal: Box::new(refusal) }
        })?;
        Ok(true)
    }

    /// Returns `true` if the hand is over because all other players were away. Bets that the site
    /// then still allowed the winner could not be called.
    fn is_won_from_players_away(&self) -> bool {
        let players = 0..self.script.players.len();
        self.house.away_folds
            && self.table.hand_in_progress().is_none()
            && players.filter(|player| !self.script.folded(*player)).count() == 1
    }

    fn is_all_in(&self, player: usize) -> bool {
        self.table.hand_in_progress().is_some()
            && self.table.stack(self.seats[player]) == Some(Chips::ZERO)
    }

    /// Returns the total of a refused raise, if the house lets a player who has acted make it after
    /// a short all-in. The total is the next whole bet, or all of the player's chips.
    fn reopened(&self, player: usize, action: Action, refusal: &Refusal) -> Option<Chips> {
        let Action::RaiseTo(to) = action else { return None };
        if !self.house.reopens || refusal.kind != RefusalKind::NotReopened {
            return None;
        }
        let bets = (0..self.seats.len()).filter_map(|player| self.bet_of(player));
        let current = bets.map(|(_, bet)| bet.0).max()?;
        let mut latest = self.events.iter().rev();
        let street = latest.find_map(|event| match event {
            Event::StreetBegan { street } => Some(usize::from(*street)),
            _ => None,
        });
        let bet = match self.house.game.streets.get(street.unwrap_or(0))?.tier {
            BetTier::Small => self.script.stakes.big_blind.0,
            BetTier::Big => 2 * self.script.stakes.big_blind.0,
        };
        let whole = current.checked_div(bet)?.checked_add(1)?.checked_mul(bet)?;
        let (stack, own) = self.bet_of(player)?;
        let fits = to.0 == whole || to.0 < whole && to == own + stack;
        (fits && to.0 > current).then_some(to)
    }

    /// Lets time pass until a player has the turn or the hand is over.
    fn next_turn(&mut self) -> Option<(SeatNo, TurnNo, Legal)> {
        while self.table.turn().is_none() && self.table.hand_in_progress().is_some() {
            if matches!(self.events.last(), Some(Event::RunItOffered { .. })) {
                self.agree_on_boards().ok()?;
            } else {
                self.now = self.now.max(self.table.deadline()?);
                self.step(Input::Tick).ok()?;
            }
        }
        self.table.turn()
    }

    /// Makes every player who did not fold agree to the recorded number of boards.
    fn agree_on_boards(&mut self) -> Result<(), Refusal> {
        let boards = u8::try_from(self.script.boards.len()).unwrap_or(u8::MAX);
        let count = self.script.players.len();
        for player in (0..count).filter(|player| !self.script.folded(*player)) {
            self.step(Input::RunIt { seat: self.seats[player], boards })?;
        }
        Ok(())
    }

    fn player_of(&self, seat: SeatNo) -> usize {
        let place = self.seats.iter().position(|other| *other == seat);
        place.expect("only players of the script are at the table")
    }

    fn action(
        &self,
        player: usize,
        made: Made,
        legal: &Legal,
        decks: &Decks,
        draws: &mut [usize],
    ) -> Action {
        let to = match made {
            Made::Fold => return Action::Fold,
            Made::CheckOrCall if legal.check => return Action::Check,
            Made::CheckOrCall => return Action::Call,
            Made::BringIn => return Action::BringIn,
            Made::Draw(_) => {
                let drawn = decks.picks[player].get(draws[player]);
                draws[player] += 1;
                let places = drawn.into_iter().flatten();
                return Action::Discard(
                    places.fold(Picks::NONE, |picks, place| picks.with(*place)),
                );
            }
            // The part that no opponent can call is returned.
            Made::To(to)
                if self.house.raises_all_ins && legal.wager.is_none() && legal.call.is_some() =>
            {
                let bet = self.bet_of(player).map_or(Chips::ZERO, |(_, bet)| bet);
                let call = bet + legal.call.unwrap_or_default();
                return if Chips(to) >= call { Action::Call } else { Action::RaiseTo(Chips(to)) };
            }
            Made::To(to) if self.house.effective_raises => {
                let fixed = legal.wager.filter(|wager| wager.min_to == wager.max_to);
                fixed.map_or(Chips(to), |wager| wager.min_to.max(Chips(to)))
            }
            Made::To(to) => Chips(to),
            Made::HandTotal(total) => Chips(total.saturating_sub(self.put_in_before(player))),
            Made::Limit => legal.wager.map(|wager| wager.min_to).unwrap_or_default(),
        };
        match legal.wager {
            Some(wager) if !wager.raise => Action::Bet(to),
            _ => Action::RaiseTo(to),
        }
    }

    /// Returns a player's stack and their bet on this street.
    fn bet_of(&self, player: usize) -> Option<(Chips, Chips)> {
        let view = self.table.view(Viewer::Public);
        let seat = view.seats.iter().find(|view| view.seat == self.seats[player])?;
        let bet = seat.in_hand.as_ref().map_or(Chips::ZERO, |in_hand| in_hand.bet);
        Some((seat.stack, bet))
    }

    /// Returns what a player put in on earlier streets.
    fn put_in_before(&self, player: usize) -> u64 {
        let (stack, bet) = self.bet_of(player).unwrap_or_default();
        self.script.players[player].stack.saturating_sub(stack.0 + bet.0)
    }

    /// Checks the board against the record, and tabled hands against the known cards.
    fn check_cards(&self, decks: &Decks) -> Result<(), Parting> {
        let mut boards: Vec<Vec<Card>> = vec![Vec::new(); self.script.boards.len()];
        // A hand tabled before the last card is tabled again with it, and the last one counts.
        let mut tabled: Vec<Option<Vec<Card>>> = vec![None; self.seats.len()];
        for event in &self.events {
            match event {
                Event::BoardDealt { board, cards } => {
                    if let Some(board) = boards.get_mut(usize::from(*board)) {
                        board.extend(cards.iter().copied());
                    }
                }
                Event::RunItAgreed { .. } => {
                    // The cards already on the table are part of every board.
                    let first = boards[0].clone();
                    boards.fill(first);
                }
                Event::Tabled { seat, cards } => {
                    tabled[self.player_of(*seat)] = Some(cards.to_vec());
                }
                _ => {}
            }
        }
        for (player, tabled) in tabled.into_iter().enumerate() {
            let known = &decks.known[player];
            let Some(tabled) =
                tabled.filter(|cards| known.iter().any(|card| !cards.contains(card)))
            else {
                continue;
            };
            let player = self.script.players[player].label.clone();
            let (tabled, recorded) = (Cards(tabled), Cards(known.clone()));
            return Err(Parting::Tabled { player, tabled, recorded });
        }
        for (came, recorded) in boards.iter().zip(&self.script.boards) {
            // A record may end before a board does, once nothing on it was left to decide.
            if !came.starts_with(recorded) {
                let (came, recorded) = (Cards(came.clone()), Cards(recorded.clone()));
                return Err(Parting::Board { came, recorded });
            }
        }
        Ok(())
    }

    fn end(self) -> Replay {
        let left = |seat: SeatNo| {
            let mut events = self.events.iter().rev();
            events.find_map(|event| match event {
                Event::SeatLeft { seat: who, cashed_out, .. } if *who == seat => Some(*cashed_out),
                _ => None,
            })
        };
        let finals = self.seats.iter().map(|seat| {
            // A player without chips may have left the table.
            self.table.stack(*seat).or_else(|| left(*seat)).unwrap_or_default()
        });
        let finals = finals.collect();
        Replay { events: self.events, seats: self.seats, finals }
    }
}
