//! The table of a case and what has happened on it: inputs, their events, and time.

use super::Trouble;
use super::deck::{any_order, reshuffles};
use cardroom_cards::DeckOrder;
use cardroom_engine::{Action, Event, Input, Refusal};
use cardroom_hybrid::HybridTable;
use cardroom_rules::{Millis, SeatNo};

/// A table that a case plays on, with its events.
pub(super) struct CaseTable {
    table: HybridTable,
    now: Millis,
    log: Vec<Event>,
    /// The table just before the pots of the last hand were awarded.
    before_awards: Option<HybridTable>,
    /// The next hand as it will begin, if the case changed the game and asks before the deal.
    upcoming: Option<HybridTable>,
}

impl CaseTable {
    pub(super) const START: Millis = Millis(1_000_000);

    /// Begins at a table.
    pub(super) fn at(table: HybridTable) -> Self {
        Self { table, now: Self::START, log: Vec::new(), before_awards: None, upcoming: None }
    }

    pub(super) fn table(&self) -> &HybridTable {
        &self.table
    }

    pub(super) fn now(&self) -> Millis {
        self.now
    }

    /// Returns all events so far.
    pub(super) fn log(&self) -> &[Event] {
        &self.log
    }

    /// Continues at a table with other players.
    pub(super) fn reseat(&mut self, table: HybridTable) {
        self.table = table;
    }

    /// Sends an input and records the events.
    pub(super) fn send(&mut self, input: Input) -> Result<Vec<Event>, Refusal> {
        let mut folded = self.table.clone();
        let events = self.table.step(self.now, input)?;
        for event in &events {
            let is_end = matches!(
                event,
                Event::RakeTaken { .. } | Event::PotAwarded { .. } | Event::HandEnded { .. }
            );
            let awarded = self.before_awards.as_ref().and_then(|table| table.hand_in_progress());
            if is_end && awarded != folded.hand_in_progress() {
                self.before_awards = Some(folded.clone());
            }
            folded.apply(event);
        }
        assert_eq!(folded, self.table, "applying the events of a step gives the same table");
        self.log.extend(events.iter().cloned());
        Ok(events)
    }

    /// Sends an input that the table must accept.
    pub(super) fn must(&mut self, input: Input, expected: &str) -> Result<Vec<Event>, Trouble> {
        self.send(input).map_err(|refusal| Trouble::differs(expected, refused(&refusal)))
    }

    /// Sends an input. Without a code the table must accept it. With a code the table must refuse
    /// it for that reason and change nothing.
    pub(super) fn send_or_reject(
        &mut self,
        input: Input,
        reject: Option<&str>,
    ) -> Result<Vec<Event>, Trouble> {
        let Some(code) = reject else { return self.must(input, "it is accepted") };
        let before = self.table.clone();
        match self.send(input) {
            Ok(_) => Err(Trouble::differs(format!("refused: {code}"), "accepted")),
            Err(refusal) if refusal.kind.code() == code => {
                let same = before == self.table;
                let changed =
                    || Trouble::differs("a refusal changes nothing", "the table has changed");
                if same { Ok(Vec::new()) } else { Err(changed()) }
            }
            Err(refusal) => Err(Trouble::differs(format!("refused: {code}"), refused(&refusal))),
        }
    }

    /// Returns the action that puts all of the player's chips in: a bet or raise if
    /// possible, otherwise a call.
    pub(super) fn all_in(&self, seat: SeatNo) -> Action {
        let prospect = self.table.in_play().and_then(|hand| hand.prospect(seat));
        let wager = prospect.and_then(|prospect| prospect.legal.wager);
        match wager {
            Some(wager) if wager.raise => Action::RaiseTo(wager.all_in_to),
            Some(wager) => Action::Bet(wager.all_in_to),
            None => Action::Call,
        }
    }

    /// Returns the name of the hand's current street.
    pub(super) fn street_name(&self) -> Option<String> {
        let street = self.table.view(cardroom_engine::Viewer::Public).hand?.street;
        Some(self.table.play().game.streets[usize::from(street)].name.clone())
    }

    /// Lets time pass, with everything that falls due on the way.
    pub(super) fn pass(&mut self, span: Millis) -> Result<(), Trouble> {
        const MANY: usize = 1_000;
        let until = self.now + span;
        for _ in 0..MANY {
            let due = self.table.deadline().filter(|due| *due <= until);
            let Some(due) = due else {
                self.now = until;
                return Ok(());
            };
            self.now = self.now.max(due);
            let before = self.table.clone();
            self.must(Input::Tick, "time passes")?;
            if before == self.table {
                self.now = until;
                return self.must(Input::Tick, "time passes").map(drop);
            }
        }
        Err(Trouble::differs("time passes", "the table is never at rest"))
    }

    /// Returns the table of the hand in progress. Without one, returns the hand that a case asks
    /// about before the deal, or the last hand just before its pots were awarded.
    pub(super) fn hand_table(&self) -> &HybridTable {
        let over = self.table.hand_in_progress().is_none();
        let other = self.upcoming.as_ref().or(self.before_awards.as_ref());
        other.filter(|_| over).unwrap_or(&self.table)
    }

    /// Returns the events since the last hand began.
    pub(super) fn this_hand(&self) -> &[Event] {
        let begins = |event: &Event| matches!(event, Event::HandStarted(_));
        &self.log[self.log.iter().rposition(begins).unwrap_or(0)..]
    }

    /// Lets the time come at which the next hand may begin.
    pub(super) fn wait_for_deal(&mut self) {
        self.upcoming = None;
        self.now = self.due();
    }

    /// Looks at the next hand before it is dealt.
    pub(super) fn look_ahead(&mut self) -> Result<(), Trouble> {
        let (mut upcoming, now) = (self.table.clone(), self.due());
        let start = self.start_of_next_hand();
        upcoming
            .step(now, start)
            .map_err(|refusal| Trouble::differs("the next hand can be dealt", refused(&refusal)))?;
        self.upcoming = Some(upcoming);
        Ok(())
    }

    /// Returns the table's deadline if it is still ahead, otherwise the current time.
    fn due(&self) -> Millis {
        self.table.deadline().map_or(self.now, |due| self.now.max(due))
    }

    pub(super) fn start_of_next_hand(&self) -> Input {
        let game = self.table.play().game.clone();
        let deck =
            DeckOrder::new(any_order(&game)).expect("the cards of a game are each there once");
        Input::StartHand { deck, reshuffles: reshuffles(&game), draw: 0 }
    }

    /// Ends the hand. Everyone folds, or brings in or stands pat if folding is not possible.
    pub(super) fn finish_hand(&mut self) -> Result<(), Trouble> {
        while self.table.hand_in_progress().is_some() {
            let Some((seat, turn, legal)) = self.table.turn() else {
                let due = self.table.deadline().unwrap_or(self.now);
                self.pass(Millis(due.0.saturating_sub(self.now.0)))?;
                continue;
            };
            let action = match legal {
                _ if legal.discard.is_some() => Action::Discard(cardroom_engine::Picks::NONE),
                _ if legal.fold => Action::Fold,
                _ => Action::BringIn,
            };
            self.must(Input::Act { seat, turn, action }, "the hand is played to its end")?;
        }
        Ok(())
    }
}

pub(super) fn refused(refusal: &Refusal) -> String {
    format!("refused: {} ({refusal})", refusal.kind.code())
}
