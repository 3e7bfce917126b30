//! An independent referee. It checks whose turn it is, which raises are allowed, how much each
//! player can win, which hand is best, and where blinds and odd chips go. It knows only what
//! spectators see and shares no code with the engine.

mod blinds;
mod views;

use crate::Verdict;
use blinds::Blinds;
use cardroom_bot::model::{ModelError, Seat, Table};
use cardroom_cards::Card;
use cardroom_protocol::game::{AnteKind, Betting};
use cardroom_protocol::hybrid::TableCommand;
use cardroom_protocol::server::Step;
use cardroom_protocol::table::{
    Acted, Action, HandStarted, PostKind, Posted, PotAwarded, TableEvent,
};
use std::collections::{BTreeMap, BTreeSet};
use views::goes_with;

/// The referee of one table.
#[derive(Default)]
pub(crate) struct Referee {
    /// The table as spectators see it, since the first full view.
    table: Option<Table>,
    hand: Option<Hand>,
    last: Option<Blinds>,
}

/// The hand in progress, if its beginning was seen.
#[derive(Default)]
struct Hand {
    blinds: Blinds,
    limit: bool,
    raises: Raises,
    /// The smallest bet after the first street.
    opens_at: u64,
    antes_match: bool,
    /// Each player's chips that others have to match.
    put_in: BTreeMap<u8, u64>,
    /// The part of `put_in` that was bet, blinds included. Antes are never returned.
    bets_in: BTreeMap<u8, u64>,
    /// Chips that no player has to match.
    dead: u64,
    /// True if the floor has killed a hand.
    is_killed: bool,
    won: BTreeMap<u8, u64>,
    /// Chips taken by the house.
    raked: u64,
    street: Street,
}

/// How the smallest raise is calculated.
#[derive(Clone, Copy, Default)]
enum Raises {
    /// The current bet plus the last full raise.
    #[default]
    OnTop,
    /// The last full bet plus the last full raise, if a short all-in has raised since (WPTAPL
    /// RX-4). A bet after the flop is at least two big blinds (WPTAPL 19).
    Completed,
    /// Twice the current bet (TFPL and Spotlight 3d-3).
    Doubled,
}

/// The betting of one street.
#[derive(Default)]
struct Street {
    /// The seat whose turn it is.
    turn: Option<u8>,
    actor: Option<u8>,
    /// The bet of each player on this street.
    bets: BTreeMap<u8, u64>,
    current: u64,
    /// The size of the last full raise.
    full: u64,
    /// The total of the bet after the last full raise.
    full_to: u64,
    /// The bet when each player last called or raised.
    stood_at: BTreeMap<u8, u64>,
    acted: BTreeSet<u8>,
    /// The betting before the last bet or raise.
    before: Option<Before>,
    /// The seat that has just received its uncalled bet back.
    refunded: Option<u8>,
    /// True while players discard before the betting. Players who are all-in discard too.
    draws: bool,
}

/// The betting before a bet or raise, and the smallest legal total for it.
#[derive(Clone, Copy)]
struct Before {
    seat: u8,
    current: u64,
    full: u64,
    full_to: u64,
    least: u64,
}

impl Referee {
    /// Starts from a full view, or compares it with the table if it stands at the same step.
    pub(crate) fn view(&mut self, shown: &Table) -> Verdict {
        match &self.table {
            Some(table) if table.seq == shown.seq => return goes_with(table, shown),
            Some(_) => {}
            None => {
                let (hero_seat, cards) = (None, Vec::new());
                self.table = Some(Table { hero_seat, cards, decision: None, ..shown.clone() });
            }
        }
        Ok(())
    }

    /// Follows a step that no client has received before. Loses track of the table if steps are
    /// missing, and starts again from the next full view.
    pub(crate) fn step(&mut self, step: &Step) -> Verdict {
        let Some(table) = &mut self.table else { return Ok(()) };
        match table.admit(step.seq) {
            Ok(true) => return step.events.0.iter().try_for_each(|event| self.event(event)),
            Ok(false) => {}
            Err(_) => *self = Self::default(),
        }
        Ok(())
    }

    /// Checks an event and applies it to the table. Ignores what follows in a step after the
    /// referee has lost track.
    fn event(&mut self, event: &TableEvent) -> Verdict {
        if self.table.is_none() {
            return Ok(());
        }
        self.judge(event).map_err(|why| format!("{why} ({event:?})"))?;
        match self.table.as_mut().map_or(Ok(()), |table| table.apply_event(event)) {
            Err(ModelError::BeginningUnknown { .. }) => *self = Self::default(),
            applied => applied.map_err(|error| error.to_string())?,
        }
        Ok(())
    }

    /// Checks an event before it is applied to the table.
    fn judge(&mut self, event: &TableEvent) -> Verdict {
        match event {
            TableEvent::HandStarted(start) => return self.hand_started(start),
            TableEvent::HandEnded(_) => return self.hand_ended(),
            // The next hand starts from the same position.
            TableEvent::HandVoided(_) => (self.hand, self.last) = (None, None),
            TableEvent::ButtonSet(_) => self.last = None,
            // The state before the hand must come from a full view.
            TableEvent::FloorOrdered(order)
                if matches!(order.command, TableCommand::RestoreHand(_)) =>
            {
                *self = Self::default();
            }
            _ => {}
        }
        let (Some(hand), Some(table)) = (&mut self.hand, &self.table) else { return Ok(()) };
        match event {
            TableEvent::Posted(posted) => hand.posted(posted),
            TableEvent::Turn(turn) => return hand.turn(turn.seat, table),
            TableEvent::Acted(acted) => return hand.acted(acted, table),
            TableEvent::Discarded(_) => hand.street.turn = None,
            TableEvent::UncalledReturned(returned) => {
                let put = hand.put_in.entry(returned.seat).or_default();
                let (left, amount) = (*put, returned.amount.0);
                *put = left.checked_sub(amount).ok_or("more comes back than was put in")?;
                let bets = hand.bets_in.entry(returned.seat).or_default();
                *bets = bets.checked_sub(amount).ok_or("more comes back than was bet")?;
                let front = hand.street.bets.entry(returned.seat).or_default();
                *front = front.saturating_sub(amount);
                hand.street.refunded = Some(returned.seat);
                return Ok(());
            }
            TableEvent::StreetBegan(_) => hand.new_street(false),
            TableEvent::DrawBegan(_) => hand.new_street(true),
            TableEvent::BetsCollected(_) => {
                let verdict = hand.street_over(table);
                hand.new_street(false);
                return verdict;
            }
            // The chips of a hand that the floor killed stay in the pot, except for an uncalled
            // bet, which was returned just before.
            TableEvent::HandKilled(killed) => {
                if hand.street.refunded == Some(killed.seat) {
                    hand.street.take_back_wager(killed.seat);
                }
                hand.dead += hand.put_in.remove(&killed.seat).unwrap_or_default();
                hand.is_killed = true;
            }
            TableEvent::RakeTaken(rake) => hand.raked += rake.amount.0,
            TableEvent::PotAwarded(awarded) => return hand.awarded(awarded, table),
            _ => {}
        }
        Ok(())
    }

    fn hand_started(&mut self, start: &HandStarted) -> Verdict {
        let big_blind = start.game.big_blind.0;
        let blinds = Blinds {
            hand: start.hand,
            small: start.small_blind,
            big: start.big_blind,
            dealt: start.dealt.clone(),
        };
        let verdict = self.last.as_ref().map_or(Ok(()), |last| blinds.follow(last, start.button));
        self.last = Some(blinds.clone());
        let current = start.big_blind.map_or(0, |_| big_blind);
        let raises = match self.table.as_ref().map_or("", |table| &*table.info.rulebook) {
            "wptapl" => Raises::Completed,
            "tfpl" | "spotlight" => Raises::Doubled,
            _ => Raises::OnTop,
        };
        self.hand = Some(Hand {
            blinds,
            limit: start.game.betting == Betting::FixedLimit,
            raises,
            opens_at: if matches!(raises, Raises::Completed) { 2 * big_blind } else { big_blind },
            antes_match: start.bomb_pot || start.game.ante_kind == AnteKind::Each,
            street: Street { current, full: big_blind, full_to: current, ..Street::default() },
            ..Hand::default()
        });
        verdict
    }

    fn hand_ended(&mut self) -> Verdict {
        let Some(mut hand) = self.hand.take() else { return Ok(()) };
        // All chips that went in must come out, odd chips included.
        let paid_in = hand.put_in.values().sum::<u64>() + hand.dead;
        let paid_out = hand.won.values().sum::<u64>() + hand.raked;
        if paid_in != paid_out {
            return Err(format!("{paid_in} were put in, and {paid_out} come out"));
        }
        if hand.is_killed {
            // The last player left wins the pot, even if the killed hand bet more
            // than others could win.
            return Ok(());
        }
        hand.give_up(&self.table.iter().flat_map(Table::players_in_hand).collect::<Vec<_>>());
        // Uncalled chips must not be in the pot.
        let mut bets_in: Vec<u64> = hand.bets_in.values().copied().collect();
        bets_in.sort_unstable_by(|one, other| other.cmp(one));
        if let [most, next, ..] = bets_in[..]
            && most > next
        {
            return Err(format!("{most} were bet by somebody, and {next} by the next"));
        }
        for (seat, won) in &hand.won {
            let own = hand.put_in.get(seat).copied().unwrap_or(0);
            let most: u64 =
                hand.put_in.values().map(|put| (*put).min(own)).sum::<u64>() + hand.dead;
            if *won > most {
                return Err(format!("seat {seat} put in {own} and wins {won}, at most {most}"));
            }
        }
        Ok(())
    }
}

impl Hand {
    fn posted(&mut self, posted: &Posted) {
        let amount = posted.amount.0;
        let live = !matches!(posted.post, PostKind::Ante | PostKind::DeadBlind);
        if live {
            let bet = self.street.bets.entry(posted.seat).or_default();
            *bet += amount;
            self.street.current = self.street.current.max(*bet);
            *self.bets_in.entry(posted.seat).or_default() += amount;
        }
        if posted.post == PostKind::Straddle {
            (self.street.full, self.street.full_to) = (amount, amount);
        }
        if live || (posted.post == PostKind::Ante && self.antes_match) {
            *self.put_in.entry(posted.seat).or_default() += amount;
        } else {
            self.dead += amount;
        }
    }

    /// Turns the excess of folded players into dead chips. A player who folds without facing a bet
    /// may have put in more than any player left. That excess is not returned or matched.
    fn give_up(&mut self, live: &[&Seat]) {
        let stayed =
            |seat: u8| live.iter().any(|live| live.seat == seat) || self.won.contains_key(&seat);
        for (chips, counts) in [(&mut self.put_in, true), (&mut self.bets_in, false)] {
            let most = chips.iter().filter(|(seat, _)| stayed(**seat)).map(|(_, put)| *put).max();
            let Some(most) = most else { continue };
            for put in chips.iter_mut().filter(|(seat, _)| !stayed(**seat)).map(|(_, put)| put) {
                let over = put.saturating_sub(most);
                *put -= over;
                self.dead += if counts { over } else { 0 };
            }
        }
    }

    fn new_street(&mut self, draws: bool) {
        self.street = Street { full: self.opens_at, draws, ..Street::default() };
    }

    /// Checks that all players who could act have acted, including a big blind
    /// whom all others called.
    fn street_over(&self, table: &Table) -> Verdict {
        let can_act: Vec<u8> =
            table.seats.iter().filter(|seat| seat.can_act()).map(|seat| seat.seat).collect();
        let alone = table.players_in_hand().count() < 2 || can_act.len() < 2;
        let waiting = can_act.iter().find(|seat| !self.street.acted.contains(seat));
        match waiting {
            Some(seat) if !alone && !self.street.acted.is_empty() => {
                Err(format!("the street is over before seat {seat} has acted"))
            }
            _ => Ok(()),
        }
    }

    /// Checks that the player can act, and that no player who can still act is passed over.
    fn turn(&mut self, seat: u8, table: &Table) -> Verdict {
        self.street.turn = Some(seat);
        if self.street.draws {
            return Ok(());
        }
        let can_act = |seat: u8| table.seat(seat).is_some_and(Seat::can_act);
        if !can_act(seat) {
            return Err("it is the turn of who cannot act".to_owned());
        }
        let Some(actor) = self.street.actor else { return Ok(()) };
        let street = &self.street;
        let owes = |seat: u8| {
            let bet = street.bets.get(&seat).copied().unwrap_or(0);
            can_act(seat) && (bet < street.current || !street.acted.contains(&seat))
        };
        let passed = self.blinds.between(actor, seat).find(|seat| owes(*seat));
        match passed {
            Some(passed) => Err(format!("seat {passed} is passed over")),
            None => Ok(()),
        }
    }

    fn acted(&mut self, acted: &Acted, table: &Table) -> Verdict {
        let street = &mut self.street;
        let seat = acted.seat;
        street.draws = false;
        // The room acts immediately for a player who is leaving or away.
        if street.turn.take() != Some(seat) && !acted.timed_out {
            return Err("somebody acts who is not on turn".to_owned());
        }
        let added = acted.added.0;
        *self.put_in.entry(seat).or_default() += added;
        *self.bets_in.entry(seat).or_default() += added;
        let bet = street.bets.entry(seat).or_default();
        *bet += added;
        let bet = *bet;
        let mut verdict = Ok(());
        match acted.action {
            Action::Check if added > 0 || bet < street.current => {
                verdict = Err(format!("a check with {bet} in front of {}", street.current));
            }
            Action::Call if bet > street.current => {
                verdict = Err(format!("a call of {} with {bet}", street.current));
            }
            Action::Bet(to) | Action::RaiseTo(to) => {
                if to.0 != bet || bet <= street.current {
                    verdict = Err(format!("a raise over {} that leaves {bet}", street.current));
                }
                let stood_at = street.stood_at.get(&seat);
                if let Some(stood_at) = stood_at.filter(|_| !self.limit)
                    && street.current.saturating_sub(*stood_at) < street.full
                {
                    verdict = Err(format!(
                        "a raise again after {stood_at} came to {} only",
                        street.current
                    ));
                }
                let raise = bet.saturating_sub(street.current);
                let left = table.seat(seat).map_or(0, |seat| seat.stack.0.saturating_sub(added));
                let least = street.least_raise_to(self.raises);
                street.before = Some(Before {
                    seat,
                    current: street.current,
                    full: street.full,
                    full_to: street.full_to,
                    least,
                });
                if bet < least && left > 0 && !self.limit {
                    verdict = Err(format!("a raise to {bet}, and the least is to {least}"));
                }
                if bet >= least {
                    (street.full, street.full_to) = (street.full.max(raise), bet);
                }
                street.current = street.current.max(bet);
            }
            // A player who calls a short bring-in calls the full amount.
            Action::BringIn => {
                let whole = table.hand.as_ref().map_or(0, |hand| hand.game.bring_in.0);
                street.current = street.current.max(bet).max(whole);
            }
            _ => {}
        }
        if matches!(acted.action, Action::Call | Action::Bet(_) | Action::RaiseTo(_)) {
            street.stood_at.insert(seat, street.current);
        }
        street.acted.insert(seat);
        street.actor = Some(seat);
        verdict
    }

    /// Checks that the best hands win, and that odd chips go to the right seats.
    fn awarded(&mut self, awarded: &PotAwarded, table: &Table) -> Verdict {
        for share in &awarded.shares {
            *self.won.entry(share.seat).or_default() += share.amount.0;
        }
        let Some(hand) = &table.hand else { return Ok(()) };
        let order = |seat: u8| self.blinds.dealt.iter().position(|dealt| *dealt == seat);
        let mut shares: Vec<_> =
            awarded.shares.iter().map(|share| (order(share.seat), share.amount.0)).collect();
        shares.sort_unstable();
        let amounts = || shares.iter().map(|(_, amount)| *amount);
        let (least, most) = (amounts().min().unwrap_or(0), amounts().max().unwrap_or(0));
        if most > least + table.info.unit.0 {
            return Err("a pot is not divided evenly".to_owned());
        }
        if self.blinds.big.is_some() && !amounts().is_sorted_by(|one, next| one >= next) {
            return Err("an odd chip does not go to the first seat from the button".to_owned());
        }
        let Some(pot) = hand.pots.get(usize::from(awarded.pot)) else { return Ok(()) };
        let half = hand.game.showdown.get(usize::from(awarded.half));
        let (Some(half), Some(board)) = (half, hand.boards.get(usize::from(awarded.board))) else {
            return Err("there is no such board or half".to_owned());
        };
        let live = table.players_in_hand().filter(|seat| pot.seats.contains(&seat.seat));
        let live: Vec<_> = live.collect();
        let hands: Option<Vec<(u8, Vec<Card>)>> = live
            .iter()
            .map(|seat| Some((seat.seat, seat.in_hand.as_ref()?.tabled.clone()?)))
            .collect();
        let Some(hands) = hands.filter(|hands| hands.len() > 1) else { return Ok(()) };
        let ranking = cardroom_cards::Ranking::from(half.ranking);
        let value = |cards: &[Card]| ranking.value(cards, board, half.hole.into());
        let best = hands.iter().filter_map(|(_, cards)| value(cards)).max();
        let best: BTreeSet<u8> = hands
            .iter()
            .filter(|(_, cards)| best.is_some() && value(cards) == best)
            .map(|(seat, _)| *seat)
            .collect();
        let winners: BTreeSet<u8> = awarded.shares.iter().map(|share| share.seat).collect();
        let all = winners.len() == best.len() || least <= table.info.unit.0;
        if !winners.is_subset(&best) || !all {
            return Err(format!("the best hands are those of {best:?}"));
        }
        Ok(())
    }
}

impl Street {
    /// Reduces the last bet or raise to what is left of it.
    fn take_back_wager(&mut self, seat: u8) {
        let Some(before) = self.before.filter(|before| before.seat == seat) else { return };
        let left = self.bets.get(&seat).copied().unwrap_or_default();
        self.current = before.current.max(left);
        (self.full, self.full_to) = (before.full, before.full_to);
        if left >= before.least {
            let raise = left.saturating_sub(before.current);
            (self.full, self.full_to) = (before.full.max(raise), left);
        }
        self.before = None;
    }

    /// Returns the smallest total of a bet or raise by a player who has enough chips.
    fn least_raise_to(&self, raises: Raises) -> u64 {
        match raises {
            _ if self.current == 0 => self.full,
            Raises::Doubled => 2 * self.current,
            Raises::Completed if self.full_to + self.full > self.current => {
                self.full_to + self.full
            }
            Raises::Completed | Raises::OnTop => self.current + self.full,
        }
    }
}
