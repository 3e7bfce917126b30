//! The end of a round: given up before its hand, or sealed with it.

use super::{Outputs, State, is_as_opened, say};
use crate::history::PlayedHand;
use crate::rounds::{
    DealRecord, Ended, Laid, Lapse, Patience, PlayedDeal, Round, Rounds, logged, messages,
};
use crate::table::audience::Audience;
use crate::table::closing::Ending;
use crate::table::house::House;
use crate::table::seats::{account_at, seat_of};
use crate::table::{After, floor};
use cardroom_deal::Hash;
use cardroom_engine::{Input, Table};
use cardroom_hybrid::HybridTable;
use cardroom_protocol::RequestId;
use cardroom_protocol::deal::DealLevel;
use cardroom_protocol::history::HandShown;
use cardroom_protocol::server::ServerMessage;
use cardroom_record::ids::{AccountId, TableId};
use cardroom_rules::{HandNo, Millis, SeatNo};

/// Gives the round up whose links did not come in time. Returns the inputs that follow for the
/// player who let it down; `None` if no links are late.
pub(in crate::table) fn expire(
    rounds: &mut Rounds,
    house: &House,
    (id, table): (TableId, &HybridTable),
    audience: &Audience,
    now: Millis,
    outputs: &mut Outputs,
) -> Option<Vec<Input>> {
    let State::Open(waiting) = &rounds.state else { return None };
    if now < waiting.until {
        return None;
    }
    let (blame, hand) = (waiting.missing(), waiting.laid.opening.hand);
    give_up(rounds, now, blame, outputs);
    let seat = blame.map(SeatNo);
    let Some((seat, account)) = seat.and_then(|seat| Some((seat, account_at(table, seat)?))) else {
        return Some(Vec::new());
    };
    let (lapses, until) = (rounds.terms.lapses, now + rounds.terms.window);
    let patience = Patience { lapses, hands: rounds.terms.lapse_hands };
    let of_players = rounds.joined.lapse(account);
    if house.description().event.is_some() {
        // A tournament deals the player in.
        if of_players.in_tournament(account, hand, patience, until) {
            outputs.after.push(After::Withholds(account));
            let told = (account, lapses);
            floor::tell_of_withheld_links(house, (id, table), audience, told, outputs);
        }
        return Some(Vec::new());
    }
    // Refused for a player who sits out or leaves already.
    Some(vec![match of_players.in_ring(account, hand, patience) {
        Lapse::SitsOut => Input::SitOut { seat },
        Lapse::StoodUp => Input::Leave { seat },
    }])
}

/// Ends what the last input left behind: an interrupted round, one whose hand cannot be dealt as it
/// was opened, and the absence of players whose clients have joined anew. Returns the inputs that
/// let these players sit in.
pub(in crate::table) fn tend(
    rounds: &mut Rounds,
    house: &House,
    (table, audience, ending): (&Table, &Audience, &Ending),
    now: Millis,
    outputs: &mut Outputs,
) -> Vec<Input> {
    gather(rounds, now, table, audience, house.description().event.is_some());
    // A client that does not watch any more would miss openings and seals.
    rounds.joined.retain(|connection| audience.is_attached(connection));
    let holds = match &rounds.state {
        State::Idle | State::Dealing(_) => true,
        State::Stale(..) => false,
        State::Open(waiting) => is_as_opened(&waiting.laid.opening, table),
        State::Bound(round) => is_as_opened(&round.opening, table),
    };
    if !holds || (rounds.is_frozen() && ending.has_begun()) {
        give_up(rounds, now, None, outputs);
    }
    if rounds.is_frozen() {
        return Vec::new();
    }
    let back = rounds.joined.take_back().into_iter();
    let seats = back.filter_map(|account| seat_of(table, account));
    seats.map(|seat| Input::SitIn { seat }).collect()
}

/// Lets the first hand of a tournament's table wait a moment for the clients of players who were
/// just seated there. Otherwise none of them could contribute.
fn gather(
    rounds: &mut Rounds,
    now: Millis,
    table: &Table,
    audience: &Audience,
    is_in_tournament: bool,
) {
    let is_first = is_in_tournament && table.last_hand() == HandNo(0);
    let waits = is_first && table.awaits_ordered_hand();
    let mut players = table.players().map(|(_, player)| AccountId(player.0));
    let lacks = |account| audience.is_watching(account) && rounds.joined.next_of(account).is_none();
    if waits && players.any(lacks) {
        let until = now + rounds.terms.lead;
        rounds.gathers_until.get_or_insert(until);
    } else {
        rounds.gathers_until = None;
    }
}

/// Gives the round up: publishes its links and the seeds of all packs.
pub(super) fn give_up(rounds: &mut Rounds, now: Millis, blame: Option<u8>, outputs: &mut Outputs) {
    let (laid, links): (Laid, Vec<Option<(Hash, Hash)>>) =
        match std::mem::replace(&mut rounds.state, State::Idle) {
            State::Open(waiting) => (waiting.laid, waiting.links),
            State::Stale(laid, links) => {
                let mut links: Vec<_> = links.into_iter().map(Some).collect();
                links.resize(laid.opening.roster.len(), None);
                (*laid, links)
            }
            State::Bound(round) => {
                let (laid, links) = round.unbind();
                (laid, links.into_iter().map(Some).collect())
            }
            other => {
                rounds.state = other;
                return;
            }
        };
    let seal = laid.given_up(&links, blame, now);
    outputs.unit.sealed.push(logged(&laid.opening, &seal));
    let seal = seal.encode().to_vec();
    let seeds = laid.seeds();
    let message = messages::given_up(laid.opening.table, &seal, &links, &seeds);
    rounds.record(DealRecord::GivenUp(Ended { seal, links, seeds }), &mut outputs.unit);
    say(rounds, DealLevel::Lend, message, outputs);
}

/// Seals the hand that is over. Keeps its deal for the record, and the round for cards that are
/// shown after it.
pub(in crate::table) fn seal(rounds: &mut Rounds, now: Millis, outputs: &mut Outputs) {
    let round = match std::mem::replace(&mut rounds.state, State::Idle) {
        State::Dealing(round) => round,
        other => {
            rounds.state = other;
            return;
        }
    };
    let Some(seal) = round.seal(now) else {
        rounds.state = State::Dealing(round);
        return;
    };
    outputs.unit.sealed.push(logged(&round.opening, &seal));
    let seal = seal.encode().to_vec();
    let before =
        rounds.told.given_up.iter().filter_map(|it| messages::of_given_up(round.opening.table, it));
    let mut told: Vec<ServerMessage> =
        before.flat_map(|(opened, ended)| [opened.into(), ended.into()]).collect();
    told.extend(of_hand(&round, &seal));
    let seed = round.dealing.pack().seed().clone();
    let played = PlayedDeal { messages: told, seed };
    rounds.kept = Some((HandNo(round.opening.hand), played));
    rounds.record(DealRecord::Sealed(seal.clone()), &mut outputs.unit);
    let sealed = messages::sealed(round.opening.table, &seal);
    rounds.last = Some(round);
    say(rounds, DealLevel::Lend, sealed, outputs);
}

/// Returns the deal of a completed hand for its record. A corrected record keeps the one that was
/// told first, because the seal is about that.
pub(in crate::table) fn of_played(rounds: &mut Rounds, played: &PlayedHand) -> Option<PlayedDeal> {
    let (hand, deal) = rounds.kept.as_mut()?;
    if hand.0 != played.record.hand.0 {
        return None;
    }
    let told = deal.clone();
    if !played.retold {
        let record = Box::new(played.record.clone());
        deal.messages.push(HandShown { request: RequestId(0), record }.into());
    }
    Some(told)
}

/// Returns the public messages of a hand's round, without cards.
fn of_hand(round: &Round, seal: &[u8]) -> [ServerMessage; 4] {
    let table = round.opening.table;
    [
        messages::opened(table, &round.bytes, &round.signature, 0).into(),
        messages::bound(round).into(),
        messages::course(round).into(),
        messages::sealed(table, seal).into(),
    ]
}
