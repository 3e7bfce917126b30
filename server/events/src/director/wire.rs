//! Conversion of a tournament into views and pages for clients. [`steps`] builds the
//! messages about each step.

mod real_cards;
mod refusals;
mod steps;
mod told;
mod wall;

pub(super) use real_cards::real_cards;
pub(super) use refusals::code;
pub(super) use steps::{pause_reason, rebuy_offered, say};
pub(super) use told::Told;
pub(super) use wall::wall;

use super::DirectorCore;
use super::commands::{self, command_out};
use super::deals::deal_out;
use super::names::Names;
use crate::announced::Announcement;
use cardroom_protocol::game as played;
use cardroom_protocol::limits::{
    MAX_PAYOUTS_PER_PAGE, MAX_PLAYERS_PER_PAGE, MAX_RULINGS_PER_PAGE, MAX_SERVER_FRAME_BYTES,
    MAX_STAGES, MAX_TABLES_PER_PAGE,
};
use cardroom_protocol::tournament as wire;
use cardroom_protocol::{
    Chips, EntryId, HandNo, Money, RequestId, Seq, TableId, TimeMs, TournamentId,
};
use cardroom_record::ids::{AccountId, TournamentId as Id};
use cardroom_rules as rules;
use cardroom_rules::{Cents, EntryNo, Millis, PlayerId, Shares, Stage, TableNo};
use cardroom_tournament::prizes::Prizes;
use cardroom_tournament::{
    Clock, Command, Director, Doing, Entry, ImpoundedPot, Phase, PotNo, Purchase, RulingState,
    Whereabouts,
};

pub(super) fn info(core: &DirectorCore) -> wire::TournamentInfo {
    let director = &core.director;
    let setup = director.setup();
    let structure = director.structure();
    let terms = &structure.entry;
    let first = director.terms().level_terms(0).map(|level| level.stakes);
    wire::TournamentInfo {
        tournament: TournamentId(core.id.0),
        name: core.name.clone(),
        structure: structure.id.clone(),
        game: structure.game.clone(),
        game_name: core.game_name.clone(),
        betting: first.map_or(played::Betting::NoLimit, |stakes| betting(stakes.betting)),
        rulebook: setup.rulebook.id.clone(),
        format: match structure.format {
            rules::Format::Open => wire::TournamentFormat::Open,
            rules::Format::SitAndGo => wire::TournamentFormat::SitAndGo,
            rules::Format::Shootout => wire::TournamentFormat::Shootout,
            rules::Format::HeadsUp => wire::TournamentFormat::HeadsUp,
            rules::Format::Flight { .. } => wire::TournamentFormat::Flight,
        },
        state: match (director.phase(), director.clock()) {
            (Phase::Registering, _) => wire::TournamentState::Registering,
            (Phase::Over, _) => wire::TournamentState::Finished,
            (Phase::Cancelled, _) => wire::TournamentState::Cancelled,
            (Phase::Running, _) if director.paused().is_some() => wire::TournamentState::Paused,
            (Phase::Running, Clock::Break { .. }) => wire::TournamentState::OnBreak,
            (Phase::Running, _) => wire::TournamentState::Running,
        },
        starts_at: director.starts_at().map(|at| TimeMs(at.0)),
        seats: structure.seats,
        buy_in: money(terms.buy_in),
        fee: money(terms.fee),
        bounty: structure.bounty.as_ref().map(bounty_terms),
        starting_stack: chips(terms.starting_stack),
        entries: director.entry_count(),
        max_entries: terms.max_entrants,
        players_left: director.players_left(),
        level: level_now(&core.director),
        late_level: structure.late_levels(&setup.rulebook),
        open: director.is_open(),
        re_entries: terms.re_entries,
        guarantee: money(structure.prizes.guarantee),
        prize_pool: money(director.prize_pool()),
        min_age: director.terms().min_age(),
        check_in: terms.check_in,
        bots_allowed: core.announcement.bots_allowed,
        self_run: setup.self_run,
        host: core.hosted_by().map(|by| by.name.to_string()),
        bot_at: core.bot_at.map(|at| TimeMs(at.0)),
        counts_for: counts_for(&core.announcement, &core.director),
    }
}

/// Returns the league that the tournament counts for, and the season of its start.
pub(super) fn counts_for(
    announcement: &Announcement,
    director: &Director,
) -> Option<wire::CountsFor> {
    let league = announcement.counting.as_ref()?.league.name.clone();
    let season = announcement.season(director).map(|(_, name)| name.to_owned());
    Some(wire::CountsFor { league, season })
}

fn bounty_terms(terms: &rules::BountyTerms) -> wire::BountyTerms {
    let kind = match terms.kind {
        rules::BountyKind::Fixed => wire::BountyKind::Fixed,
        rules::BountyKind::Progressive { cash_percent } => {
            wire::BountyKind::Progressive(u8::try_from(cash_percent).unwrap_or(100))
        }
        rules::BountyKind::Mystery { .. } => wire::BountyKind::Mystery,
    };
    wire::BountyTerms { amount: money(terms.amount), kind }
}

/// Returns the purchases that a player may make now.
fn may_buy(director: &Director, player: PlayerId) -> Vec<wire::Purchase> {
    let all = [(Purchase::Rebuy, wire::Purchase::Rebuy), (Purchase::AddOn, wire::Purchase::AddOn)];
    let now = all.into_iter().filter(|(what, _)| director.may_buy(player, *what));
    now.map(|(_, what)| what).collect()
}

/// Returns the level, from 1; 0 before the start.
fn level_now(director: &Director) -> u16 {
    match director.phase() {
        Phase::Registering | Phase::Cancelled => 0,
        Phase::Running | Phase::Over => director.level() + 1,
    }
}

pub(super) fn snapshot(
    core: &DirectorCore,
    now: Millis,
    account: Option<AccountId>,
) -> wire::TournamentSnapshot {
    let director = &core.director;
    let left = director.entries().filter(|(_, entry)| entry.whereabouts.is_in());
    let stacks: Vec<rules::Chips> = left.map(|(_, entry)| entry.stack).collect();
    let all = stacks.iter().copied().sum::<rules::Chips>() + director.escrow().total();
    let average = if stacks.is_empty() { 0 } else { all.0 / stacks.len() as u64 };
    // The only chips of a player may be impounded.
    let smallest = stacks.iter().copied().filter(|stack| !stack.is_zero()).min();
    let payouts = payout_rows(&core.director);
    let view = wire::TournamentView {
        info: info(core),
        seq: Seq(core.seq),
        clock: clock(&core.director, now),
        tables: count(director.tables().count()),
        average_stack: Chips(average),
        smallest_stack: chips(smallest.unwrap_or_default()),
        largest_stack: chips(stacks.iter().copied().max().unwrap_or_default()),
        places_paid: director.places_paid(),
        payouts: payouts.into_iter().take(MAX_PAYOUTS_PER_PAGE).collect(),
        hand_for_hand: director.hand_for_hand().is_some(),
        deals_allowed: director.takes_deals(),
        deal: director.deals().open().map(|deal| deal_out(deal.number)),
        announcement: last_announcement(director),
        you: account.and_then(|account| own_entry(core, account)),
    };
    wire::TournamentSnapshot { tournament: TournamentId(core.id.0), view: Box::new(view) }
}

/// Returns the last text that the floor sent to everyone.
fn last_announcement(director: &Director) -> Option<String> {
    director.rulings().iter().rev().find_map(|ruling| match (&ruling.command, ruling.state) {
        (Command::Announce(text) | Command::AnnounceFor(text, _), RulingState::Made) => {
            Some(text.clone())
        }
        _ => None,
    })
}

/// Returns why the tournament is paused, or `None` if it is not.
pub(super) fn paused(id: Id, director: &Director) -> Option<wire::TournamentPaused> {
    director.paused()?;
    let reason = steps::pause_reason(director).unwrap_or_default();
    Some(wire::TournamentPaused { tournament: TournamentId(id.0), reason })
}

/// Returns the message about the impounded pots, or `None` if there are none.
pub(super) fn pots(id: Id, director: &Director) -> Option<wire::TournamentPots> {
    let pots: Vec<wire::ImpoundedPot> =
        director.escrow().pots().map(|(number, pot)| pot_out(number, pot)).collect();
    let tournament = TournamentId(id.0);
    (!pots.is_empty()).then_some(wire::TournamentPots { tournament, pots })
}

/// Returns the impounded pots, for comparison with those of a later step.
pub(super) fn pots_now(director: &Director) -> Vec<(PotNo, ImpoundedPot)> {
    director.escrow().pots().map(|(number, pot)| (number, pot.clone())).collect()
}

fn pot_out(number: PotNo, pot: &ImpoundedPot) -> wire::ImpoundedPot {
    let from = pot.from.iter();
    wire::ImpoundedPot {
        pot: number.0,
        table: pot.table.0,
        chips: chips(pot.chips()),
        due: chips(pot.due.values().copied().sum()),
        from: from
            .map(|(entry, amount)| wire::ChipOrder { entry: id(*entry), chips: chips(*amount) })
            .collect(),
        reason: pot.reason.clone(),
    }
}

pub(super) fn clock(director: &Director, now: Millis) -> wire::ClockView {
    // While all clocks are stopped, no remaining time decreases.
    let now = director.paused().unwrap_or(now);
    let (phase, ends_at) = match (director.phase(), director.clock()) {
        (Phase::Registering, _) => (wire::ClockPhase::BeforeStart, director.starts_at()),
        (Phase::Over | Phase::Cancelled, _) | (_, Clock::Stopped) => (wire::ClockPhase::Over, None),
        (_, Clock::Level { ends_at }) => (wire::ClockPhase::Level, ends_at),
        (_, Clock::BreakDue { .. }) => (wire::ClockPhase::BreakDue, None),
        (_, Clock::Break { ends_at }) => (wire::ClockPhase::Break, Some(ends_at)),
        (_, Clock::ByHand { left }) => {
            (wire::ClockPhase::Level, left.map(|left| Millis(now.0 + left.0)))
        }
    };
    let phase = if director.paused().is_some() { wire::ClockPhase::Paused } else { phase };
    let level = director.level();
    let terms = director.terms().level_terms(level).map(|level| level.stakes);
    wire::ClockView {
        phase,
        level: level_now(director),
        stakes: stakes(&terms.unwrap_or_else(|| rules::Stakes::no_limit(1, 2))),
        remaining_ms: ends_at.map_or(0, |at| left(at, now)),
        next: level_sheet(director, level + 1),
        next_break_ms: next_break(director, now),
    }
}

/// Returns the time until the next break.
fn next_break(director: &Director, now: Millis) -> Option<u32> {
    let after = director.view(now).next_break?.after?;
    Some(u32::try_from(after.0).unwrap_or(u32::MAX))
}

fn level_sheet(director: &Director, level: u16) -> Option<wire::LevelSheet> {
    let terms = director.structure().levels().nth(usize::from(level))?;
    Some(wire::LevelSheet {
        level: level + 1,
        seconds: u32::try_from(terms.seconds).unwrap_or(u32::MAX),
        stakes: stakes(&terms.stakes),
    })
}

fn own_entry(core: &DirectorCore, account: AccountId) -> Option<wire::OwnEntry> {
    let number = core.director.entry_of(PlayerId(account.0))?;
    let row = player_row(core, number, core.director.entry(number)?);
    let may_re_enter = row.state == wire::EntryState::Out && may_re_enter(&core.director, account);
    Some(wire::OwnEntry {
        entry: row.entry,
        state: row.state,
        table: row.table,
        seat: row.seat,
        stack: row.stack,
        place: row.place,
        prize: row.prize,
        bounties: row.bounties,
        head: row.head,
        penalty_hands: core.director.discipline().penalties().hands(number),
        may_buy: may_buy(&core.director, PlayerId(account.0)),
        may_re_enter,
    })
}

fn may_re_enter(director: &Director, account: AccountId) -> bool {
    director.may_enter(PlayerId(account.0), true).is_ok()
}

pub(super) fn player_row(core: &DirectorCore, number: EntryNo, entry: &Entry) -> wire::PlayerRow {
    let player = core.names.player(entry.player);
    let bounties = core.director.bounties();
    let (state, table, seat) = match entry.whereabouts {
        // If the tournament was canceled, players who were in it have their entries refunded.
        whereabouts if whereabouts.is_in() && core.director.phase() == Phase::Cancelled => {
            (wire::EntryState::Withdrawn, None, None)
        }
        Whereabouts::Registered => (wire::EntryState::Registered, None, None),
        Whereabouts::Waiting => (wire::EntryState::Waiting, None, None),
        Whereabouts::Seated { table, seat } => {
            (wire::EntryState::Playing, table_id(&core.names, table), Some(seat.0))
        }
        Whereabouts::Moving { to } => (wire::EntryState::Moving, table_id(&core.names, to), None),
        Whereabouts::Finished { .. } => (wire::EntryState::Out, None, None),
        Whereabouts::Through => (wire::EntryState::Through, None, None),
        Whereabouts::Withdrawn => (wire::EntryState::Withdrawn, None, None),
    };
    wire::PlayerRow {
        entry: id(number),
        name: player.map_or_else(|| "somebody".to_owned(), |player| player.name.to_string()),
        bot: player.is_some_and(|player| player.bot),
        state,
        stack: chips(entry.stack),
        table,
        seat,
        place: core.director.place(number),
        prize: money(entry.prize),
        bounties: money(bounties.map_or(Cents::ZERO, |bounties| bounties.won(number))),
        head: money(bounties.map_or(Cents::ZERO, |bounties| bounties.price(number))),
        re_entries: entry.re_entries,
        avatar: player.map_or(0, |player| player.look.avatar()),
        color: player.map_or(0, |player| player.look.color()),
        staff: player.is_some_and(|player| player.staff),
    }
}

pub(super) fn players(core: &DirectorCore, request: RequestId, from: u32) -> wire::PlayerPage {
    let entries = core.director.entries();
    let mut order: Vec<(EntryNo, &Entry)> =
        entries.filter(|(_, entry)| entry.whereabouts != Whereabouts::Withdrawn).collect();
    order.sort_by_key(|(number, entry)| {
        let place = core.director.place(*number).unwrap_or(0);
        (place, std::cmp::Reverse(entry.stack), *number)
    });
    let total = count(order.len());
    let page = order.into_iter().skip(index(from)).take(MAX_PLAYERS_PER_PAGE);
    let players = page.map(|(number, entry)| player_row(core, number, entry)).collect();
    wire::PlayerPage { request, tournament: TournamentId(core.id.0), from, total, players }
}

pub(super) fn tables(core: &DirectorCore, request: RequestId, from: u32) -> wire::TablePage {
    let total = count(core.director.tables().count());
    let page = core.director.tables().skip(index(from)).take(MAX_TABLES_PER_PAGE);
    let rows = page.filter_map(|(number, table)| {
        let stacks = table.seated().map(|(_, entry)| {
            core.director.entry(entry).map_or(rules::Chips::ZERO, |entry| entry.stack)
        });
        let stacks: Vec<rules::Chips> = stacks.collect();
        let stopped = !matches!(core.director.clock(), Clock::Level { .. });
        Some(wire::TableRow {
            table: table_id(&core.names, number)?,
            number: number.0,
            players: u8::try_from(table.size()).unwrap_or(u8::MAX),
            state: match table.doing {
                Doing::Playing => wire::TableState::Playing,
                Doing::Waiting if table.halted.is_some() => wire::TableState::Halted,
                Doing::Waiting if stopped => wire::TableState::Stopped,
                Doing::Waiting => wire::TableState::Waiting,
            },
            hand: HandNo(table.hand.0),
            smallest_stack: chips(stacks.iter().copied().min().unwrap_or_default()),
            largest_stack: chips(stacks.iter().copied().max().unwrap_or_default()),
        })
    });
    let tables = rows.collect();
    wire::TablePage { request, tournament: TournamentId(core.id.0), from, total, tables }
}

pub(super) fn payouts(
    id: Id,
    director: &Director,
    (request, from): (RequestId, u32),
) -> wire::PayoutPage {
    let all = payout_rows(director);
    let total = count(all.len());
    let payouts = all.into_iter().skip(index(from)).take(MAX_PAYOUTS_PER_PAGE).collect();
    wire::PayoutPage { request, tournament: TournamentId(id.0), from, total, payouts }
}

pub(super) fn rulings(core: &DirectorCore, request: RequestId, from: u32) -> wire::RulingPage {
    let tournament = TournamentId(core.id.0);
    let all = core.director.rulings();
    let page = all.iter().rev().skip(index(from)).take(MAX_RULINGS_PER_PAGE);
    let rulings = page.map(|ruling| wire::Ruling {
        seq: Seq(ruling.seq.0),
        at: TimeMs(ruling.at.0),
        operator: core.names.operator(ruling),
        command: command_out(&core.names, &core.director, ruling),
        reason: ruling.reason.clone(),
        rule: ruling.rule.clone(),
        state: commands::state(ruling.state),
        can_undo: core.director.can_undo(ruling.seq),
    });
    let rulings = fitting(rulings);
    wire::RulingPage { request, tournament, from, total: count(all.len()), rulings }
}

/// Returns the first rulings, as many as fit in a frame. The next page begins after them.
fn fitting(rulings: impl Iterator<Item = wire::Ruling>) -> Vec<wire::Ruling> {
    let mut left = MAX_SERVER_FRAME_BYTES - 1_024;
    let fits = rulings.take_while(|ruling| {
        let length = serde_json::to_vec(ruling).map_or(usize::MAX, |json| json.len() + 1);
        let fits = length <= left;
        left = left.saturating_sub(length);
        fits
    });
    fits.collect()
}

/// Returns the rules of a tournament that people enforce.
#[must_use]
pub fn house_rules(
    tournament: Id,
    rulebook: &rules::Rulebook,
    request: RequestId,
) -> wire::HouseRules {
    let tournament = TournamentId(tournament.0);
    let rules = rulebook.house_rules.iter();
    let rules = rules
        .map(|rule| wire::HouseRule { rule: rule.rule.clone(), text: rule.text.clone() })
        .collect();
    wire::HouseRules { request, tournament, rules, last: true }
}

/// Returns levels, breaks and terms of a tournament.
#[must_use]
pub fn structure(
    tournament: Id,
    structure: &rules::Structure,
    request: RequestId,
) -> wire::StructureSheet {
    wire::StructureSheet {
        request,
        tournament: TournamentId(tournament.0),
        structure: structure.id.clone(),
        name: structure.name.clone(),
        stages: stages_out(&structure.stages, 0),
        rebuy: structure.entry.rebuy.as_ref().map(|terms| wire::RebuyTerms {
            cost: money(terms.cost),
            chips: chips(terms.chips),
            most: terms.most,
            until_level: terms.until_level,
            at_most: chips(terms.at_most),
        }),
        add_on: structure.entry.add_on.as_ref().map(|terms| wire::AddOnTerms {
            cost: money(terms.cost),
            chips: chips(terms.chips),
            after_level: terms.after_level,
        }),
        early_bonus: structure.entry.early_bonus.as_ref().map(|terms| wire::EarlyBonus {
            chips: chips(terms.chips),
            minutes_before: u32::try_from(terms.minutes_before).unwrap_or(u32::MAX),
        }),
        re_entries: structure.entry.re_entries,
        alternates: structure.entry.alternates,
    }
}

/// Converts levels and breaks that follow this number of levels.
#[must_use]
pub fn stages_out(stages: &[Stage], levels_before: u16) -> Vec<wire::Stage> {
    let mut level = levels_before;
    let stages = stages.iter().take(MAX_STAGES).map(|stage| match stage {
        Stage::Level(terms) => {
            level += 1;
            wire::Stage::Level(wire::LevelSheet {
                level,
                seconds: u32::try_from(terms.seconds).unwrap_or(u32::MAX),
                stakes: stakes(&terms.stakes),
            })
        }
        Stage::Break(pause) => wire::Stage::Break(wire::BreakSheet {
            seconds: u32::try_from(pause.seconds).unwrap_or(u32::MAX),
            new_unit: pause.new_unit.map(chips),
        }),
    });
    stages.collect()
}

/// Returns the seat of a player, sent again after a login.
pub(super) fn own_seat(core: &DirectorCore, account: AccountId) -> Option<wire::NewSeat> {
    let entry = core.director.entry_of(PlayerId(account.0))?;
    new_seat(core, entry, wire::SeatReason::Unchanged)
}

fn new_seat(
    core: &DirectorCore,
    number: EntryNo,
    reason: wire::SeatReason,
) -> Option<wire::NewSeat> {
    let entry = core.director.entry(number)?;
    let Whereabouts::Seated { table, seat } = entry.whereabouts else { return None };
    Some(wire::NewSeat {
        tournament: TournamentId(core.id.0),
        entry: id(number),
        table: table_id(&core.names, table)?,
        seat: seat.0,
        stack: chips(entry.stack),
        reason,
    })
}

/// Returns the payouts, with one row for places that win the same.
fn payout_rows(director: &Director) -> Vec<wire::Payout> {
    let Prizes { places, tickets } = director.payouts();
    let target = match &director.setup().structure.prizes.shares {
        Shares::Tickets { structure, .. } => Some(structure),
        _ => None,
    };
    let mut rows: Vec<wire::Payout> = Vec::new();
    for (place, prize) in (1..).zip(&places) {
        let ticket = target.filter(|_| place <= tickets);
        match rows.last_mut() {
            Some(row) if row.prize == money(*prize) && row.ticket.as_ref() == ticket => {
                row.last = place;
            }
            _ => rows.push(wire::Payout {
                first: place,
                last: place,
                prize: money(*prize),
                ticket: ticket.cloned(),
            }),
        }
    }
    rows
}

fn stakes(stakes: &rules::Stakes) -> wire::Stakes {
    wire::Stakes {
        betting: betting(stakes.betting),
        small_blind: chips(stakes.small_blind),
        big_blind: chips(stakes.big_blind),
        bring_in: chips(stakes.bring_in),
        ante: chips(stakes.ante),
        ante_kind: match stakes.ante_kind {
            rules::AnteKind::None => played::AnteKind::None,
            rules::AnteKind::Each => played::AnteKind::Each,
            rules::AnteKind::BigBlind => played::AnteKind::BigBlind,
            rules::AnteKind::Button => played::AnteKind::Button,
        },
        unit: chips(stakes.unit),
    }
}

fn betting(betting: rules::Betting) -> played::Betting {
    match betting {
        rules::Betting::NoLimit => played::Betting::NoLimit,
        rules::Betting::PotLimit => played::Betting::PotLimit,
        rules::Betting::FixedLimit => played::Betting::FixedLimit,
    }
}

fn id(entry: EntryNo) -> EntryId {
    EntryId(entry.0.into())
}

fn table_id(names: &Names, table: TableNo) -> Option<TableId> {
    names.table_id(table).map(|id| TableId(id.0))
}

fn chips(amount: rules::Chips) -> Chips {
    Chips(amount.0)
}

fn money(amount: Cents) -> Money {
    Money(amount.0)
}

fn left(until: Millis, now: Millis) -> u32 {
    u32::try_from(until.0.saturating_sub(now.0)).unwrap_or(u32::MAX)
}

fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}

fn index(from: u32) -> usize {
    usize::try_from(from).unwrap_or(usize::MAX)
}
