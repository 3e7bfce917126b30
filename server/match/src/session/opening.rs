//! The beginning of a session: the table, its players, and a seat for each.

use super::tournament::shown_names;
use super::{Conduct, NotedFault, Place, Session, Stopped, TABLE, connection};
use crate::carry::{StackRule, Stacks};
use crate::decks::{Stream, generator};
use crate::keep::Largest;
use crate::reduce::Story;
use crate::schedule;
use crate::seat::{Entrant, Opening};
use cardroom_bot::Table;
use cardroom_protocol::RequestId;
use cardroom_protocol::client::Sit;
use cardroom_protocol::requests::TableRequest;
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_record::ids::{AccountId, TableId};
use cardroom_record::look::Look;
use cardroom_record::tenure::Tenure;
use cardroom_record::{Held, Player, StoredStream};
use cardroom_rules::Millis;
use cardroom_tables::{CoreInput, TableCore, TableDescription};
use hdrhistogram::Histogram;
use rand::Rng as _;
use std::collections::VecDeque;

impl<'a> Session<'a> {
    /// Opens the table, and a seat for each player. `entrant_of` returns a bot of the match, and
    /// `names` are the names of all.
    ///
    /// # Errors
    /// A seat is not ready.
    pub fn open<'e>(
        conduct: &'a Conduct,
        plan: &'a schedule::Session,
        entrant_of: &dyn Fn(usize) -> &'e dyn Entrant,
        names: &[String],
    ) -> Result<Self, Stopped> {
        let broken = |reason: String| Stopped::Broken { session: plan.number, deal: 0, reason };
        let setup = conduct.terms.setup(plan.seats.len()).map_err(broken)?;
        let core = TableCore::open(TABLE, description(), Some(&setup), &StoredStream::default());
        let mut core = core.map_err(|error| broken(error.to_string()))?.unstored();
        let shown = shown_names(conduct, plan, names);
        let players: Vec<Player> = (1..).zip(&shown).map(|(id, name)| player(id, name)).collect();
        let now = Millis(1);
        let views = sit_down(&mut core, now, conduct, &players).map_err(broken)?;
        let mut places = Vec::new();
        for ((number, entrant), (player, (view, snapshot))) in
            plan.seats.iter().enumerate().zip(players.into_iter().zip(views))
        {
            let entrant = (*entrant, entrant_of(*entrant));
            let mut place = seat_for((conduct, plan), entrant, (number, player), view, &shown, 0)?;
            place.seat.take_message(&snapshot);
            places.push(place);
        }
        let stacks = Stacks::new(conduct.stacks, conduct.terms.stack, places.len());
        Ok(Self { stacks, ..Self::at((conduct, plan), TABLE, core, now, places) })
    }

    /// Returns a session at a table with its players and full stacks.
    pub(super) fn at(
        (conduct, plan): (&'a Conduct, &'a schedule::Session),
        table: TableId,
        core: TableCore,
        now: Millis,
        places: Vec<Place>,
    ) -> Self {
        Self {
            conduct,
            plan,
            table,
            core,
            now,
            thinks: Millis(0),
            tournament: None,
            stacks: Stacks::new(StackRule::Reset, conduct.terms.stack, places.len()),
            places,
            offers: VecDeque::new(),
            shown: Vec::new(),
            story: Story::default(),
            played: None,
            reports: VecDeque::new(),
            largest: Largest::default(),
            hands: 0,
            deal: 0,
            decisions: 0,
            faults: Vec::new(),
            requests: 0,
        }
    }
}

/// How many numbers for streams each table of a tournament has.
const STREAMS: u8 = 16;

/// Opens the seat of a bot at a table. `table` counts the tables of a tournament from 0, so that no
/// two players draw the same numbers.
pub(super) fn seat_for(
    (conduct, plan): (&Conduct, &schedule::Session),
    (entrant, bot): (usize, &dyn Entrant),
    (number, player): (usize, Player),
    view: Table,
    names: &[String],
    table: u8,
) -> Result<Place, Stopped> {
    let (session, limits) = (plan.number, conduct.limits);
    let broken = |reason: String| Stopped::Broken { session, deal: 0, reason };
    let seat = view.hero_seat.ok_or_else(|| broken("a player got no seat".to_owned()))?;
    let own = table.saturating_mul(STREAMS).saturating_add(seat);
    let brain_seed = brain_seed(conduct, session, own);
    let opening = Opening { session, seat, brain_seed, names, limits, view: &view };
    let opened = bot.open(&opening).map_err(|fault| {
        let noted = NotedFault { entrant, session, hand: 0, deal: 0, fault };
        Stopped::NotReady(Box::new(noted))
    })?;
    let times = Histogram::new(3).map_err(|error| broken(error.to_string()))?;
    Ok(Place {
        entrant,
        number,
        connection: connection(number),
        player,
        seat: opened,
        view,
        watches: true,
        policy: generator(conduct.seed, Stream::Policy { session, seat: own }),
        actions: 0,
        bank: limits.bank,
        faults: 0,
        is_out: false,
        times,
    })
}

/// Seats the players, and returns the first view of each, also as the wire has it.
fn sit_down(
    core: &mut TableCore,
    now: Millis,
    conduct: &Conduct,
    players: &[Player],
) -> Result<Vec<(Table, ServerMessage)>, String> {
    let stack = conduct.terms.stack;
    for (at, player) in players.iter().enumerate() {
        let sit = Sit {
            request: RequestId(0),
            table: TABLE.0.into(),
            seat: u8::try_from(at).ok(),
            buy_in: stack.0.into(),
            wait_for_big_blind: false,
        };
        let hold = Some(Held { account: player.account, amount: stack });
        let (connection, drawn) = (connection(at), Vec::new());
        let (player, request) = (Some(player.clone()), Box::new(TableRequest::Sit(sit)));
        core.on(now, CoreInput::Request { connection, player, request, hold, drawn });
    }
    let mut views = Vec::new();
    for (at, player) in players.iter().enumerate() {
        let (connection, player) = (connection(at), Some(player.clone()));
        let attach = CoreInput::Attach { connection, player, request: None, observing: true };
        let shown = core.on(now, attach).private.into_iter().find_map(|(_, message)| {
            let ServerMessage::TableSnapshot(snapshot) = &message else { return None };
            Some((Table::from_snapshot(snapshot.clone()), message))
        });
        let is_own = |view: &Table| usize::from(view.hero_seat.unwrap_or(u8::MAX)) == at;
        let view = shown.filter(|(view, _)| is_own(view));
        views.push(view.ok_or("a player got no seat")?);
    }
    Ok(views)
}

fn brain_seed(conduct: &Conduct, session: u32, seat: u8) -> u64 {
    let stream = Stream::Brain { session, seat };
    conduct.brain_seed.unwrap_or_else(|| generator(conduct.seed, stream).next_u64())
}

pub(super) fn player(account: u64, name: &str) -> Player {
    let account = AccountId(account);
    let (role, look, tenure) = (Role::Player, Look::of(account), Tenure::ALWAYS);
    Player { account, name: name.into(), bot: true, role, staff: false, look, tenure }
}

pub(super) fn description() -> TableDescription {
    TableDescription {
        name: "match".to_owned(),
        bots_allowed: true,
        rotation: None,
        event: None,
        hosted_by: None,
        free_chat: false,
    }
}
