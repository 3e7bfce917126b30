//! Messages about each step: public ones for all watchers, and personal ones.

use super::{
    chips, clock, count, counts_for, id, left, level_sheet, may_re_enter, money, new_seat,
    next_break, payout_rows, table_id,
};
use crate::director::commands::{self, command_out};
use crate::director::deals::deal_out;
use crate::director::money::ticket_back;
use crate::director::{DirectorCore, Said};
use cardroom_protocol::items::Items;
use cardroom_protocol::limits::{MAX_ITEMS_PER_FRAME, MAX_PAYOUTS_PER_PAGE};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::tournament as wire;
use cardroom_protocol::{Money, Seq, TimeMs, TournamentId};
use cardroom_record::ids::{AccountId, TournamentId as Id};
use cardroom_rules::{Cents, EntryNo, Millis};
use cardroom_tournament::{
    Bust, Command, Director, DueColorUp, Event, Purchase, Refund, RulingState,
};
use std::collections::BTreeMap;

/// Builds the messages about a step.
pub(in crate::director) fn say(core: &mut DirectorCore, now: Millis, events: &[Event]) -> Said {
    let mut said = Said::default();
    let starts = events.iter().any(|event| matches!(event, Event::Began { .. }));
    let prizes: BTreeMap<EntryNo, Cents> = events
        .iter()
        .filter_map(|event| match event {
            Event::PrizeWon { entry, prize } => Some((*entry, *prize)),
            _ => None,
        })
        .collect();
    let mut public = Vec::new();
    for event in events {
        if let Event::Moved { entry, from, .. } = event {
            core.told.moves(&core.director, *entry, *from);
        }
        tell_personally(core, now, event, starts, &prizes, &mut said);
        public.extend(publicly(core, now, event, starts, &prizes));
        bounties_won(&core.director, event, &mut public);
        if let Event::Seated { entry, .. } = event {
            core.told.sits(*entry);
        }
    }
    let (told, director) = (&mut core.told, &core.director);
    public.extend(told.exchanged(director, events).map(wire::TournamentEvent::from));
    public.extend(told.pots_changed(director).map(wire::TournamentEvent::from));
    public.extend(told.open_moves_changed(director).map(wire::TournamentEvent::from));
    // Players who were out are back, which no event says.
    said.whole = events.iter().any(|event| matches!(event, Event::HandTakenBack { .. }));
    if said.whole || public.len() > MAX_ITEMS_PER_FRAME {
        said.whole = true;
    } else {
        let (tournament, seq) = (TournamentId(core.id.0), Seq(core.seq));
        said.step = Some(wire::TournamentStep { tournament, seq, events: Items(public) });
    }
    said
}

fn tell_personally(
    core: &DirectorCore,
    now: Millis,
    event: &Event,
    starts: bool,
    prizes: &BTreeMap<EntryNo, Cents>,
    said: &mut Said,
) {
    let account = |entry: &EntryNo| {
        let entry = core.director.entry(*entry);
        entry.map(|entry| AccountId(entry.player.0))
    };
    let told: Option<(AccountId, ServerMessage)> = match event {
        Event::Seated { entry, .. } => {
            let reason = core.told.reason(&core.director, *entry, starts);
            account(entry).zip(new_seat(core, *entry, reason).map(Into::into))
        }
        Event::Out { entry, sharing, .. } => {
            let finished = finished(core, *entry, *sharing, prizes);
            account(entry).zip(finished.map(Into::into))
        }
        Event::Over { winner, sharing, .. } => {
            let finished = finished(core, *winner, *sharing, prizes);
            account(winner).zip(finished.map(Into::into))
        }
        Event::Refunded { entry, amount } => account(entry).map(|account| {
            let returned = wire::EntryReturned {
                tournament: TournamentId(core.id.0),
                entry: id(*entry),
                refund: money(*amount),
                ticket: ticket_back(&core.director, *entry, *amount).is_some(),
                reason: "Your entry no longer counts.".to_owned(),
            };
            (account, returned.into())
        }),
        Event::Busted(bust) => account(&bust.entry)
            .zip(rebuy_offered(core.id, &core.director, bust, now).map(Into::into)),
        _ => None,
    };
    said.personal.extend(told);
    if let Event::DealProposed(deal) = event {
        said.personal.extend(core.offers(deal, now));
    }
}

/// Returns the offer of a rebuy to a player without chips, if there is one.
pub(in crate::director) fn rebuy_offered(
    tournament: Id,
    director: &Director,
    bust: &Bust,
    now: Millis,
) -> Option<wire::RebuyOffered> {
    let until = bust.rebuy_until?;
    let (cost, stack) = director.terms().price_of(Purchase::Rebuy)?;
    Some(wire::RebuyOffered {
        tournament: TournamentId(tournament.0),
        entry: id(bust.entry),
        what: wire::Purchase::Rebuy,
        cost: money(cost),
        chips: chips(stack),
        time_ms: left(until, now),
    })
}

/// Adds the bounties won for eliminating a player; nothing if no player did.
fn bounties_won(director: &Director, event: &Event, public: &mut Vec<wire::TournamentEvent>) {
    let head = |entry: EntryNo| {
        let bounties = director.bounties();
        money(bounties.map_or(Cents::ZERO, |bounties| bounties.price(entry)))
    };
    let won = |entry: EntryNo, from: EntryNo, amount: Cents| wire::BountyWon {
        entry: id(entry),
        from: id(from),
        amount: money(amount),
        head: head(entry),
    };
    match event {
        Event::BountyAwarded(award) => {
            public.extend(award.won.iter().map(|part| won(part.by, award.out, part.cash).into()));
        }
        // The last remaining players keep the bounties on their own heads.
        Event::BountiesShared { shares } => {
            public.extend(shares.iter().map(|(entry, part)| won(*entry, *entry, *part).into()));
        }
        _ => {}
    }
}

/// Returns why the clocks are stopped, or `None` if they run or no reason was given.
pub(in crate::director) fn pause_reason(director: &Director) -> Option<String> {
    let since = director.paused()?;
    if director.outage().is_some() {
        return Some("Many players have lost their connections.".to_owned());
    }
    if director.deals().open().is_some_and(|deal| deal.pauses) {
        return Some("The players are voting on a deal.".to_owned());
    }
    let at_the_time = director.rulings().iter().rev().find(|ruling| ruling.at == since);
    at_the_time.map(|ruling| ruling.reason.clone())
}

/// Returns the refund of a canceled tournament: the one that the floor ordered, or the one for too
/// few players.
fn refund_of(director: &Director) -> Refund {
    let ordered = director.rulings().iter().rev().find_map(|ruling| match ruling.command {
        Command::Cancel(refund) if ruling.state == RulingState::Made => Some(refund),
        _ => None,
    });
    let carried = director.setup().carried.is_some();
    ordered.unwrap_or(if carried { Refund::ByStacks } else { Refund::Everything })
}

/// Returns the structure of the ticket that a place wins, if its prize is a ticket.
fn ticket_of(director: &Director, place: u32, prize: Cents) -> Option<String> {
    director.ticket_in(place, prize).map(|(structure, _)| structure.to_owned())
}

fn finished(
    core: &DirectorCore,
    entry: EntryNo,
    tied: u32,
    prizes: &BTreeMap<EntryNo, Cents>,
) -> Option<wire::Finished> {
    let place = core.director.place(entry)?;
    let account = AccountId(core.director.entry(entry)?.player.0);
    let prize = prizes.get(&entry).copied().unwrap_or_default();
    Some(wire::Finished {
        tournament: TournamentId(core.id.0),
        entry: id(entry),
        place,
        tied,
        prize: money(prize),
        ticket: ticket_of(&core.director, place, prize),
        bounties: money(core.director.bounties().map_or(Cents::ZERO, |all| all.won(entry))),
        may_re_enter: may_re_enter(&core.director, account),
    })
}

fn publicly(
    core: &DirectorCore,
    now: Millis,
    event: &Event,
    starts: bool,
    prizes: &BTreeMap<EntryNo, Cents>,
) -> Option<wire::TournamentEvent> {
    let director = &core.director;
    let name = |entry: EntryNo| core.names.of_entry(director, entry);
    Some(match event {
        Event::Entered { entry, player, stack, .. } => wire::EntryMade {
            entry: id(*entry),
            name: name(*entry),
            bot: core.names.player(*player).is_some_and(|player| player.bot),
            re_entries: director.entry(*entry).map_or(0, |entry| entry.re_entries),
            stack: chips(*stack),
            entries: director.entry_count(),
            prize_pool: money(director.prize_pool()),
        }
        .into(),
        Event::Withdrawn { entry } => wire::EntryWithdrawn {
            entry: id(*entry),
            entries: director.entry_count(),
            prize_pool: money(director.prize_pool()),
        }
        .into(),
        Event::Began { .. } => {
            let tables = count(director.tables().count());
            wire::TournamentBegan { players: director.players_left(), tables }.into()
        }
        Event::Cancelled { reason } => {
            let refund = commands::refund_out(&core.names, refund_of(director));
            wire::TournamentCancelled { refund, reason: reason.clone() }.into()
        }
        Event::LevelBegan { stage, ends_at } => {
            let level = director.terms().level_of(*stage);
            wire::LevelBegan {
                level: level_sheet(director, level)?,
                remaining_ms: ends_at.map_or(0, |at| left(at, now)),
                next: level_sheet(director, level + 1),
                next_break_ms: None,
            }
            .into()
        }
        Event::LevelsChanged { .. } | Event::ColorUpDue(DueColorUp { table: None, .. }) => {
            let shown = clock(director, now);
            wire::LevelsChanged {
                stakes: shown.stakes,
                next: shown.next,
                remaining_ms: shown.remaining_ms,
                next_break_ms: shown.next_break_ms,
            }
            .into()
        }
        Event::BreakDue { .. } => wire::BreakDue {}.into(),
        Event::BreakBegan { ends_at } => wire::BreakBegan {
            remaining_ms: left(*ends_at, now),
            next: level_sheet(director, director.level() + 1),
        }
        .into(),
        Event::PrizesFixed { .. } => wire::EntryClosed {
            entries: director.entry_count(),
            prize_pool: money(director.prize_pool()),
            places_paid: director.places_paid(),
            payouts: payout_rows(director).into_iter().take(MAX_PAYOUTS_PER_PAGE).collect(),
        }
        .into(),
        Event::TableOpened { table, .. } if !starts => {
            wire::TableOpened { table: table_id(&core.names, *table)?, number: table.0 }.into()
        }
        Event::TableClosed { table } => {
            wire::TableBroken { table: table_id(&core.names, *table)? }.into()
        }
        Event::Seated { entry, table, seat } if !starts => wire::PlayerSeated {
            entry: id(*entry),
            table: table_id(&core.names, *table)?,
            seat: seat.0,
            reason: core.told.reason(&core.director, *entry, starts),
        }
        .into(),
        Event::Out { entry, sharing, by, .. } => wire::PlayerOut {
            entry: id(*entry),
            name: name(*entry),
            place: director.place(*entry)?,
            tied: *sharing,
            prize: money(prizes.get(entry).copied().unwrap_or_default()),
            ticket: ticket_of(
                director,
                director.place(*entry)?,
                prizes.get(entry).copied().unwrap_or_default(),
            ),
            eliminated_by: by.iter().copied().map(id).collect(),
            players_left: director.players_left(),
        }
        .into(),
        Event::CheckedIn { entry } => wire::CheckedIn { entry: id(*entry) }.into(),
        Event::StartChanged { at: Some(at) } => wire::StartChanged {
            starts_at: TimeMs(at.0),
            counts_for: counts_for(&core.announcement, director),
        }
        .into(),
        Event::Paused { .. } => {
            let remaining_ms = clock(director, now).remaining_ms;
            let reason = pause_reason(director).unwrap_or_default();
            wire::ClockPaused { remaining_ms, reason }.into()
        }
        Event::Resumed { .. } => {
            wire::ClockResumed { remaining_ms: clock(director, now).remaining_ms }.into()
        }
        Event::ClockSet { .. } => wire::ClockSet {
            remaining_ms: clock(director, now).remaining_ms,
            next_break_ms: next_break(director, now),
        }
        .into(),
        Event::Halted { table, .. } => {
            wire::TableHalted { table: table_id(&core.names, *table)? }.into()
        }
        Event::PlaysOn { table, .. } => {
            wire::TableUnhalted { table: table_id(&core.names, *table)? }.into()
        }
        Event::HandForHandBegan { .. } => wire::HandForHandBegan {}.into(),
        Event::HandForHandEnded { .. } => wire::HandForHandEnded {}.into(),
        Event::Bought { entry, what, chips: bought, .. } => wire::ChipsBought {
            entry: id(*entry),
            what: match what {
                Purchase::Rebuy => wire::Purchase::Rebuy,
                Purchase::AddOn => wire::Purchase::AddOn,
            },
            chips: chips(*bought),
            prize_pool: money(director.prize_pool()),
        }
        .into(),
        Event::Through { entry } => {
            let known = director.entry(*entry)?;
            wire::PlayerThrough { entry: id(*entry), chips: chips(known.stack) }.into()
        }
        Event::Warned { entry } => {
            wire::PenaltyGiven { entry: id(*entry), penalty: wire::Penalty::Warning }.into()
        }
        Event::PenaltySet { entry, hands: 0 } => wire::PenaltyOver { entry: id(*entry) }.into(),
        Event::PenaltySet { entry, hands } => {
            let penalty = wire::Penalty::MissHands(*hands);
            wire::PenaltyGiven { entry: id(*entry), penalty }.into()
        }
        Event::LongAbsence { entry, since } => {
            wire::LongAbsence { entry: id(*entry), minutes: left(now, *since) / 60_000 }.into()
        }
        Event::HandTogether => {
            let hands = director.hand_for_hand().map_or(0, |together| together.hands);
            wire::HandForHandOver { hands }.into()
        }
        Event::DealAsked(wish) => {
            let proposer = wish.player.and_then(|player| director.entry_of(player)).map(id);
            wire::DealAsked { proposer }.into()
        }
        Event::DealDropped => wire::DealDropped {}.into(),
        Event::DealProposed(deal) => wire::DealProposed { deal: deal_out(deal.number) }.into(),
        Event::DealMade { number, shares, for_winner } => wire::DealAgreed {
            deal: deal_out(*number),
            shares: core.names.deal_parts(director, shares),
            for_winner: money(*for_winner),
        }
        .into(),
        Event::DealRejected { number } => wire::DealRejected { deal: deal_out(*number) }.into(),
        Event::PlayNears { at } => {
            let seconds = at.since(now).0.div_ceil(1_000);
            let text = format!("Play begins in {seconds} seconds. Dealers, prepare your decks.");
            wire::Announcement { text }.into()
        }
        Event::Suspended(bust) => {
            let text = format!(
                "{} has no chips but impounded ones, and is not out before the floor has decided about them.",
                name(bust.entry)
            );
            wire::Announcement { text }.into()
        }
        Event::BonusAdded { entry, chips } => {
            let text = format!("{} has a bonus of {chips} chips.", name(*entry));
            wire::Announcement { text }.into()
        }
        Event::BonusKept { entry, chips } => {
            let text = format!(
                "{} was out before a bonus of {chips} chips came into play. It is added to a stack that is bought.",
                name(*entry)
            );
            wire::Announcement { text }.into()
        }
        Event::BonusLeft { entry, chips } => {
            let text = format!(
                "{} still has a bonus of {chips} chips. After a first session it is for the next one: the floor notes it.",
                name(*entry)
            );
            wire::Announcement { text }.into()
        }
        Event::DecisionAwaited => {
            let text = "Play waits for the floor to decide about an impounded pot.".to_owned();
            wire::Announcement { text }.into()
        }
        Event::Announced { text } => wire::Announcement { text: text.clone() }.into(),
        Event::Ruled(ruling) => wire::FloorRuled {
            operator: core.names.operator(ruling),
            command: command_out(&core.names, director, ruling),
            reason: ruling.reason.clone(),
            rule: ruling.rule.clone(),
            state: commands::state(ruling.state),
        }
        .into(),
        Event::RulingChanged { ruling, state } => {
            let (ruling, state) = (Seq(ruling.0), commands::state(*state));
            wire::RulingChanged { ruling, state }.into()
        }
        Event::DayOver { .. } => {
            wire::TournamentEnded { winner: None, name: None, prize: Money(0) }.into()
        }
        Event::Over { winner, .. } => wire::TournamentEnded {
            winner: Some(id(*winner)),
            name: Some(name(*winner)),
            prize: money(prizes.get(winner).copied().unwrap_or_default()),
        }
        .into(),
        _ => return None,
    })
}
