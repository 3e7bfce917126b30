//! Conversion of stored results into messages for clients.

use super::{Change, KeptDeal, KeptPlayer, KeptResults, Summary};
use crate::ids::TournamentId;
use cardroom_protocol::league::ResultChange;
use cardroom_protocol::limits::{MAX_PAST_CORRECTIONS, MAX_RESULTS_PER_PAGE};
use cardroom_protocol::past::{PastCorrection, PastDeal, PastEvent, ResultPage, ResultRow};
use cardroom_protocol::tournament::DealPart;
use cardroom_protocol::{EntryId, Money, Points, RequestId, TimeMs};
use cardroom_rules::Cents;

/// Builds a past tournament's entry in a list.
#[must_use]
pub fn past_event(tournament: TournamentId, summary: &Summary) -> PastEvent {
    let season = summary.season.as_ref();
    PastEvent {
        tournament: cardroom_protocol::TournamentId(tournament.0),
        name: summary.name.clone(),
        structure: summary.structure.clone(),
        rulebook: summary.rulebook.clone(),
        game_name: summary.game_name.clone(),
        began_at: summary.began_at.map(|at| TimeMs(at.0)),
        ended_at: TimeMs(summary.ended_at.0),
        cancelled: summary.cancelled,
        entries: summary.entries,
        players: summary.players,
        buy_in: money(summary.buy_in),
        fee: money(summary.fee),
        prize_pool: money(summary.prize_pool),
        winners: summary.winners.clone(),
        league: season.map(|season| season.league.clone()),
        season: season.map(|season| season.season.clone()),
    }
}

/// Builds a page of results.
#[must_use]
pub fn result_page(
    request: RequestId,
    tournament: TournamentId,
    results: &KeptResults,
    from: u32,
) -> ResultPage {
    let skip = usize::try_from(from).unwrap_or(usize::MAX);
    let rows = results.players.iter().skip(skip).take(MAX_RESULTS_PER_PAGE).map(row);
    ResultPage {
        request,
        from,
        total: u32::try_from(results.players.len()).unwrap_or(u32::MAX),
        event: Box::new(past_event(tournament, &results.summary)),
        deals: results.deals.iter().map(deal).collect(),
        corrections: corrections(results),
        rows: rows.collect(),
    }
}

fn row(player: &KeptPlayer) -> ResultRow {
    ResultRow {
        place: player.place,
        name: player.name.clone(),
        entries: player.entries,
        rebuys: player.rebuys,
        add_ons: player.add_ons,
        prize: money(player.prize),
        tickets: money(player.tickets),
        bounties: money(player.bounties),
        knocked_out: player.knocked_out,
        points: player.points.map(|points| Points(points.0)),
        disqualified: player.disqualified,
    }
}

/// Lists the corrections, the latest first.
fn corrections(results: &KeptResults) -> Vec<PastCorrection> {
    let latest = results.corrections.iter().rev().take(MAX_PAST_CORRECTIONS);
    let told = latest.map(|correction| {
        let mut players = results.players.iter();
        let player = players.find(|player| player.account == correction.player);
        PastCorrection {
            at: TimeMs(correction.at.0),
            operator: correction.operator_name.clone(),
            name: player.map(|player| player.name.clone()).unwrap_or_default(),
            change: match correction.change {
                Change::Disqualify => ResultChange::Disqualify,
                Change::MoveTo(place) => ResultChange::MoveTo(place),
                Change::Deduct(points) => ResultChange::Deduct(Points(points.0)),
                Change::Restore => ResultChange::Restore,
                Change::Forfeit(amount) => ResultChange::Forfeit(money(amount)),
            },
            reason: correction.reason.clone(),
            rule: correction.rule.clone(),
        }
    });
    told.collect()
}

fn deal(deal: &KeptDeal) -> PastDeal {
    let share = |(entry, name, amount): &(cardroom_rules::EntryNo, String, Cents)| DealPart {
        entry: EntryId(entry.0.into()),
        name: name.clone(),
        amount: money(*amount),
    };
    PastDeal { shares: deal.shares.iter().map(share).collect(), for_winner: money(deal.for_winner) }
}

fn money(amount: Cents) -> Money {
    Money(amount.0)
}
