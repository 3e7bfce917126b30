//! Joining the deals, the opening of a round, and its links.

use super::end::give_up;
use super::{Outputs, State, TableCore, say};
use crate::faults::{Fault, is_planted};
use crate::rounds::{
    DealRecord, Laid, Opened, PacksWanted, Round, Rounds, Script, Waiting, messages,
};
use crate::table::audience::Audience;
use crate::table::refusals::{Refused, refused};
use crate::table::seats::seat_of;
use cardroom_deal::{Contributor, DRAWN, NULL, Opening, Pack, Secret};
use cardroom_engine::Table;
use cardroom_protocol::ErrorCode;
use cardroom_protocol::deal::{DealJoined, DealLevel, Hash32, JoinDeal, LendLink};
use cardroom_protocol::server::ServerMessage;
use cardroom_record::ids::{AccountId, ConnectionId, TableId};
use cardroom_rules::{HandNo, Millis, SeatNo, SeatSet};
use cardroom_tournament::{Order, Ordered};

/// After this many rounds of one hand the next one asks for no links.
const MOST_ROUNDS: u8 = 64;

/// The seats of a hand, and the links that its round asks for.
struct Lineup {
    button: Option<SeatNo>,
    dealt: SeatSet,
    roster: Vec<Contributor>,
}

/// A connection that asks to take part, with its account.
pub(in crate::table) struct Asking {
    pub(in crate::table) connection: ConnectionId,
    pub(in crate::table) account: Option<AccountId>,
    pub(in crate::table) ask: JoinDeal,
}

/// Lets a connection take part, and answers it.
pub(in crate::table) fn join(
    rounds: Option<&mut Rounds>,
    (table, audience): (&Table, &Audience),
    (now, seq): (Millis, u64),
    Asking { connection, account, ask }: Asking,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    let JoinDeal { request, table: id, level, anchor } = ask;
    if account.is_none() && anchor.is_some() {
        return Err(refused(ErrorCode::NotLoggedIn, "Sign in before you contribute to a deal."));
    }
    let Some(rounds) = rounds else {
        let text = "Deals of this table cannot be verified.";
        return Err(refused(ErrorCode::NotVerifiable, text));
    };
    if !audience.is_attached(connection) {
        return Err(refused(ErrorCode::NothingToDo, "Watch this table before you join its deals."));
    }
    if !rounds.joined.join(connection, account, level, anchor.map(|anchor| anchor.0)) {
        let text = "This anchor cannot be used. Send the anchor of a new chain.";
        return Err(refused(ErrorCode::BadAnchor, text));
    }
    let joined = DealJoined {
        request,
        table: id,
        key: Hash32(rounds.terms.key.public()),
        origin: rounds.terms.origin.to_string(),
        prev: Hash32(rounds.prev()),
        index: u32::from(anchor.is_some() && level != DealLevel::Off),
        window_ms: u32::try_from(rounds.terms.window.0).unwrap_or(u32::MAX),
    };
    outputs.private.push((connection, joined.into()));
    if level != DealLevel::Off {
        let seat = audience.seat_at(connection, table).map(|seat| seat.0);
        let missed = so_far(rounds, now, seq, seat, level);
        outputs.private.extend(missed.into_iter().map(|message| (connection, message)));
    }
    Ok(())
}

/// Returns what the level would have got of the round in progress.
fn so_far(
    rounds: &Rounds,
    now: Millis,
    seq: u64,
    seat: Option<u8>,
    level: DealLevel,
) -> Vec<ServerMessage> {
    let round: &Round = match &rounds.state {
        State::Open(waiting) => {
            let left = u32::try_from(waiting.until.since(now).0).unwrap_or(u32::MAX);
            return vec![messages::of_laid(&waiting.laid, left).into()];
        }
        State::Bound(round) | State::Dealing(round) => round,
        State::Idle | State::Stale(..) => return Vec::new(),
    };
    let table = round.opening.table;
    let mut said = vec![messages::opened(table, &round.bytes, &round.signature, 0).into()];
    if level != DealLevel::Full {
        return said;
    }
    said.push(messages::bound(round).into());
    let opens = round.dealing.so_far(seat);
    if opens.is_public() {
        said.push(messages::cards(round, seq, &opens).into());
    }
    let own = seat.and_then(|seat| messages::own_cards(round, seq, &opens, seat));
    said.extend(own.map(ServerMessage::from));
    said
}

impl TableCore {
    /// Lays the packs of the next round, if they are still wanted, and signs its opening. Adds the
    /// results to these outputs. Without contributors the round is bound at once.
    pub fn lay_packs(
        &mut self,
        now: Millis,
        seeds: Vec<Secret>,
        sealed: Vec<u8>,
        outputs: &mut Outputs,
    ) {
        let Some(wanted) = self.wants_packs(now) else { return };
        let Some(next) = self.table.next_deal() else { return };
        let Some(rounds) = &mut self.rounds else { return };
        let is_asked = wanted.round < MOST_ROUNDS;
        let roster = if is_asked { roster(rounds, &self.table, next.hand) } else { Vec::new() };
        let lineup = Lineup { button: next.button, dealt: next.dealt, roster };
        let at = (self.id, &*self.table);
        open_round(rounds, at, now, wanted, lineup, (seeds, sealed), outputs);
        bind_if_whole(rounds, outputs);
    }

    /// Returns the packs that the table needs before it carries out an instruction that withdraws
    /// its next hand: the hand uses its number up, so it needs a round.
    #[must_use]
    pub fn wants_packs_to_withdraw(&self, ordered: &Ordered) -> Option<PacksWanted> {
        let rounds = self.rounds().filter(|rounds| matches!(rounds.state, State::Idle))?;
        let is_new = self.orders_done().is_some_and(|done| ordered.number > done);
        let withdraws = is_new && matches!(ordered.order, Order::Void { .. });
        (withdraws && self.table.awaits_ordered_hand()).then(|| {
            let hand = HandNo(self.table.last_hand().0 + 1);
            let round = rounds.told.next_round(hand.0);
            PacksWanted { hand, round, packs: rounds.terms.packs }
        })
    }

    /// Begins the window of a round whose opening was just sent. However long it took to store, the
    /// contributors have the whole window.
    pub fn note_told(&mut self, now: Millis) {
        let Some(rounds) = &mut self.rounds else { return };
        let State::Open(waiting) = &mut rounds.state else { return };
        if !std::mem::replace(&mut waiting.is_told, true) {
            waiting.until = now + rounds.terms.window;
        }
    }
}

/// Opens a round of the next hand, which asks for no links, and gives it up.
pub(in crate::table) fn open_withdrawn(
    rounds: &mut Rounds,
    (id, table): (TableId, &Table),
    now: Millis,
    secrets: (Vec<Secret>, Vec<u8>),
    outputs: &mut Outputs,
) {
    let hand = HandNo(table.last_hand().0 + 1);
    let round = rounds.told.next_round(hand.0);
    let wanted = PacksWanted { hand, round, packs: rounds.terms.packs };
    // No seat is dealt in, so no client that takes part misses itself among the contributors.
    let lineup = Lineup { button: None, dealt: SeatSet::EMPTY, roster: Vec::new() };
    open_round(rounds, (id, table), now, wanted, lineup, secrets, outputs);
    give_up(rounds, now, None, outputs);
}

/// Lays the packs of a round, and signs its opening.
fn open_round(
    rounds: &mut Rounds,
    (id, table): (TableId, &Table),
    now: Millis,
    wanted: PacksWanted,
    Lineup { button, dealt, roster }: Lineup,
    (seeds, sealed): (Vec<Secret>, Vec<u8>),
    outputs: &mut Outputs,
) {
    let Script { faces, is_stud, shuffles, ops } = Script::of(&table.play().game);
    let is_twice = is_planted(Fault::SeedTwice);
    let seeds = (0..).zip(seeds);
    let packs: Vec<Pack> = seeds
        .map(|(pack, seed)| if is_twice { Secret::new([pack; 32]) } else { seed })
        .map(|seed| Pack::new(&faces, shuffles, seed))
        .collect();
    let roots = packs.iter().map(|pack| pack.decks().iter().map(|deck| *deck.root()).collect());
    let opening = Opening {
        key: rounds.terms.key.public(),
        table: id.0,
        hand: wanted.hand.0,
        round: wanted.round,
        time_ms: now.0,
        prev: rounds.told.prev.unwrap_or(NULL),
        shuffles_again: shuffles > 0,
        is_stud,
        faces,
        shuffles,
        roots: roots.collect(),
        script: ops,
        button: button.map_or(DRAWN, |seat| seat.0),
        dealt: dealt.iter().map(|seat| seat.0).collect(),
        roster,
    };
    let laid = Laid::new(opening, packs, &rounds.terms.key);
    let (opening, signature) = (laid.bytes.clone(), laid.signature.to_vec());
    let record = DealRecord::Opened(Opened { opening, signature, sealed });
    rounds.record(record, &mut outputs.unit);
    let window = rounds.terms.window;
    let answer_ms = u32::try_from(window.0).unwrap_or(u32::MAX);
    let opened = messages::of_laid(&laid, answer_ms);
    let links = vec![None; laid.opening.roster.len()];
    let waiting = Waiting { laid, until: now + window, is_told: false, links };
    rounds.state = State::Open(Box::new(waiting));
    say(rounds, DealLevel::Lend, opened, outputs);
}

/// Returns every connected seat whose client lends links, in the order of the seats.
fn roster(rounds: &Rounds, table: &Table, hand: HandNo) -> Vec<Contributor> {
    let lapses = rounds.joined.lapses();
    let players = table.players().map(|(seat, player)| (seat, AccountId(player.0)));
    let asked = players.filter(|(_, account)| !lapses.leaves_out(*account, hand.0));
    let entries = asked.filter_map(|(seat, account)| {
        let (index, below) = rounds.joined.next_of(account)?;
        Some(Contributor { seat: seat.0, index, below })
    });
    let mut roster: Vec<Contributor> = entries.collect();
    roster.sort_unstable_by_key(|entry| entry.seat);
    roster
}

/// Takes a link of a player. One that is wrong, late, of another opening or comes twice is dropped.
pub(in crate::table) fn lend(
    rounds: &mut Rounds,
    table: &Table,
    (connection, account): (ConnectionId, AccountId),
    lent: &LendLink,
    outputs: &mut Outputs,
) {
    let Some(seat) = seat_of(table, account) else { return };
    let State::Open(waiting) = &mut rounds.state else { return };
    if waiting.laid.digest != lent.opening.0 {
        return;
    }
    let mut roster = waiting.laid.opening.roster.iter();
    let Some(at) = roster.position(|entry| entry.seat == seat.0) else { return };
    let index = waiting.laid.opening.roster[at].index;
    if waiting.links[at].is_none() && rounds.joined.take(connection, account, index, lent.link.0) {
        waiting.links[at] = Some((lent.link.0, lent.ack.0));
        bind_if_whole(rounds, outputs);
    }
}

/// Binds the round once all links are there.
fn bind_if_whole(rounds: &mut Rounds, outputs: &mut Outputs) {
    let waiting = match std::mem::replace(&mut rounds.state, State::Idle) {
        State::Open(waiting) if waiting.missing().is_none() => *waiting,
        other => {
            rounds.state = other;
            return;
        }
    };
    let links: Vec<_> = waiting.links.into_iter().flatten().collect();
    rounds.record(DealRecord::Bound(links.clone()), &mut outputs.unit);
    let round = waiting.laid.bind(&links);
    let bound = messages::bound(&round);
    rounds.state = State::Bound(Box::new(round));
    say(rounds, DealLevel::Full, bound, outputs);
}
