//! The tables of a tournament: how they open, and how players come, move and leave.

use super::super::opening::{description, seat_for};
use super::super::{Place, Session, Stopped};
use super::{Course, TOURNAMENT};
use crate::tournament::DECISION;
use cardroom_bot::Table;
use cardroom_engine::TableSetup;
use cardroom_protocol::server::ServerMessage;
use cardroom_record::ids::{ConnectionId, TableId};
use cardroom_record::{Player, StoredStream};
use cardroom_rules::{PlayerId, TableNo};
use cardroom_tables::{CoreInput, EventTable, EventTerms, Outputs, TableCore, TableDescription};
use cardroom_tournament::{Order, Ordered};

/// A player without a seat: on the way to another table, or out of the tournament.
pub(super) struct Away {
    pub(super) place: Place,
    /// The place of the table among all that will seat the player, once that is known.
    to: Option<usize>,
}

impl<'a> Course<'a, '_> {
    /// Carries out an instruction of the director.
    pub(super) fn order(&mut self, ordered: Ordered) -> Result<(), Stopped> {
        if let Order::Open { seats, .. } = ordered.order {
            return self.open_table(seats, ordered);
        }
        let at = self.table_at(ordered.table)?;
        let mut people = Vec::new();
        if let Order::Seat { player, .. } = &ordered.order {
            people.push(self.expect(*player, at)?);
        }
        let now = self.now;
        self.tables[at].carry_out(now, ordered, people)?;
        self.follow(at)
    }

    fn table_at(&self, number: TableNo) -> Result<usize, Stopped> {
        let at = self.tables.iter().position(|table| table.table == id_of(number));
        at.ok_or_else(|| self.broken("there is no such table"))
    }

    /// Lets a player watch the table that will seat them, so that they are there for their first
    /// hand. The table may play on before.
    fn expect(&mut self, player: PlayerId, at: usize) -> Result<Player, Stopped> {
        let away = self.away.iter_mut().find(|away| away.place.player.account.0 == player.0);
        let Some(away) = away else { return Err(self.broken("it seats a player who has a seat")) };
        away.to = Some(at);
        let (connection, player) = (away.place.connection, away.place.player.clone());
        let table = &mut self.tables[at];
        let outputs = table.core.on(table.now, attach(connection, &player));
        table.deliver(outputs)?;
        Ok(player)
    }

    /// Takes the players who left a table with its last step, and seats those who came.
    pub(super) fn follow(&mut self, at: usize) -> Result<(), Stopped> {
        let Self { tables, away, .. } = self;
        let table = &mut tables[at];
        let left = table.places.extract_if(.., |place| !place.watches);
        away.extend(left.map(|place| Away { place, to: None }));
        let has_come = |away: &mut Away| {
            away.to == Some(at) && table.core.seat_at(away.place.connection).is_some()
        };
        let come: Vec<Away> = away.extract_if(.., has_come).collect();
        come.into_iter().try_for_each(|away| table.welcome(away.place))
    }

    /// Opens a table with its players. Those who have not played yet get their seats.
    fn open_table(&mut self, seats: u8, ordered: Ordered) -> Result<(), Stopped> {
        let Order::Open { players: chairs, .. } = &ordered.order else { return Ok(()) };
        let numbers: Option<Vec<usize>> = chairs
            .iter()
            .map(|chair| {
                let is_own = |player: &Player| player.account.0 == chair.player.0;
                self.players.iter().position(is_own)
            })
            .collect();
        let mut numbers = numbers.ok_or_else(|| self.broken("it seats a stranger"))?;
        // Programs start in the order of the entrants.
        numbers.sort_unstable();
        let mut names = vec![String::new(); usize::from(seats)];
        let people: Vec<Player> = numbers.iter().map(|at| self.players[*at].clone()).collect();
        for chair in chairs {
            let own = people.iter().find(|player| player.account.0 == chair.player.0);
            if let (Some(player), Some(name)) = (own, names.get_mut(usize::from(chair.seat.0))) {
                *name = player.name.to_string();
            }
        }
        let table = id_of(ordered.table);
        let mut core = self.core(seats, ordered.table)?;
        for (number, player) in numbers.iter().zip(&people) {
            core.on(self.now, attach(super::connection(*number), player));
        }
        let opened = core.on(self.now, CoreInput::Order { ordered, people, seen: Vec::new() });
        let of_match = (self.conduct, self.plan);
        let mut opened_table = Session::at(of_match, table, core, self.now, Vec::new());
        opened_table.thinks = DECISION;
        opened_table.tournament = Some(self.deal);
        // Its players see it as a whole.
        opened_table.deliver(Outputs { after: opened.after, ..Outputs::default() })?;
        self.tables.push(opened_table);
        numbers.into_iter().try_for_each(|number| self.seat(number, &names))
    }

    /// Gives a player a seat at the table that was opened last.
    fn seat(&mut self, number: usize, names: &[String]) -> Result<(), Stopped> {
        let broken = self.broken("it opens no table");
        let before = u8::try_from(self.tables.len().saturating_sub(1)).unwrap_or(u8::MAX);
        let Some(table) = self.tables.last_mut() else { return Err(broken) };
        let is_own = |away: &mut Away| away.place.number == number;
        if let Some(away) = self.away.extract_if(.., is_own).next() {
            return table.welcome(away.place);
        }
        let (player, entrant) = (self.players[number].clone(), self.plan.seats[number]);
        let (view, message) = table.shown(super::connection(number), &player)?;
        let bot = (entrant, (self.bots.entrant_of)(entrant));
        let of_match = (self.conduct, self.plan);
        let mut place = seat_for(of_match, bot, (number, player), view, names, before)?;
        place.seat.take_message(&message);
        table.places.push(place);
        Ok(())
    }

    fn core(&self, seats: u8, number: TableNo) -> Result<TableCore, Stopped> {
        let (plays, switch) =
            self.terms.levels.first().cloned().ok_or_else(|| self.broken("it has no level"))?;
        let structure = &self.terms.structure;
        let rulebook = self.terms.rulebook.clone();
        let setup = TableSetup::of_event(plays, switch, rulebook, structure.pace, seats);
        let event = EventTable {
            tournament: TOURNAMENT,
            number,
            levels: self.terms.levels.clone(),
            terms: EventTerms::new(self.terms.name(), structure.clone()),
        };
        let description = TableDescription { event: Some(event), ..description() };
        let stream = StoredStream::default();
        let core = TableCore::open(id_of(number), description, Some(&setup), &stream);
        let mut core = core.map_err(|error| self.broken(&error.to_string()))?.unstored();
        core.on(self.now, CoreInput::Recover { setup: Some(setup) });
        Ok(core)
    }
}

impl Session<'_> {
    /// Carries out an instruction of the director. `people` are the players that it seats.
    fn carry_out(
        &mut self,
        now: cardroom_rules::Millis,
        ordered: Ordered,
        people: Vec<Player>,
    ) -> Result<(), Stopped> {
        // The player on turn goes on thinking.
        if self.on_turn().is_none() {
            self.now = self.now.max(now);
        }
        let input = CoreInput::Order { ordered, people, seen: Vec::new() };
        let outputs = self.core.on(now.max(self.now), input);
        self.deliver(outputs)
    }

    /// Seats a player who comes from another table.
    fn welcome(&mut self, mut place: Place) -> Result<(), Stopped> {
        let (view, message) = self.shown(place.connection, &place.player)?;
        place.view = view;
        place.watches = true;
        place.seat.take_message(&message);
        self.places.push(place);
        self.places.sort_by_key(|place| place.number);
        Ok(())
    }

    /// Shows the table to a player who has a seat here.
    fn shown(
        &mut self,
        connection: ConnectionId,
        player: &Player,
    ) -> Result<(Table, ServerMessage), Stopped> {
        let mut outputs = self.core.on(self.now, attach(connection, player));
        let own = outputs.private.iter().position(|(to, message)| {
            *to == connection && matches!(message, ServerMessage::TableSnapshot(_))
        });
        let message = own.map(|at| outputs.private.swap_remove(at).1);
        self.deliver(outputs)?;
        match message {
            Some(ServerMessage::TableSnapshot(snapshot)) => {
                Ok((Table::from_snapshot(snapshot.clone()), snapshot.into()))
            }
            _ => Err(self.broken("a player sees no table")),
        }
    }

    /// Returns the seat of each of the tournament's players at this table.
    pub(super) fn seats(&self, players: usize) -> Box<[Option<u8>]> {
        let seat = |number| {
            let own = self.places.iter().find(|place| place.number == number)?;
            own.view.hero_seat
        };
        (0..players).map(seat).collect()
    }
}

/// Players who are out see no more of the table.
fn attach(connection: ConnectionId, player: &Player) -> CoreInput {
    let player = Some(player.clone());
    CoreInput::Attach { connection, player, request: None, observing: false }
}

pub(super) fn id_of(number: TableNo) -> TableId {
    TableId(number.0.into())
}
