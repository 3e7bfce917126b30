//! The floor's commands about leagues and results: corrections, the season a tournament counts for,
//! recomputed points, bans. Each is stored before it is announced.

use crate::announced::Counting;
use crate::config::LeagueTerms;
use crate::director::TournamentOffice;
use crate::ids::{AccountId, TournamentId};
use crate::inbox::Player;
use crate::journal::CommitError;
use crate::noted::Noted;
use crate::results::{
    Change, CorrectionError, KeptCorrection, KeptResults, Reader, ShelfError, Uncorrectable,
};
use crate::store::{
    HookEvent, LedgerAccount, SeasonId, StoreError, StoredBan, StoredResults, Transfer, Unit,
};
use crate::told_standings;
use cardroom_events::WITHHELD;
use cardroom_hooks::EventKind;
use cardroom_protocol::ErrorCode;
use cardroom_protocol::league::{
    AccountBan, BannedAccount, Correction, CountFor, DirectLeague, LeagueCommand, ResultChange,
    SeasonName,
};
use cardroom_rules::{Cents, Chips, PlayerId};
use cardroom_tournament::prizes::Points;
use std::sync::Arc;

const DAY_MS: u64 = 86_400_000;

/// The reason why a command is not carried out.
#[derive(Debug, thiserror::Error)]
pub enum DirectError {
    /// The results are not available.
    #[error(transparent)]
    Shelf(#[from] ShelfError),
    #[error("{1}")]
    Refused(ErrorCode, String),
}

impl From<StoreError> for DirectError {
    fn from(error: StoreError) -> Self {
        Self::Shelf(error.into())
    }
}

impl From<CommitError> for DirectError {
    fn from(error: CommitError) -> Self {
        tracing::error!(%error, "could not store a command about leagues");
        let text =
            "The room could not store this, and nothing changed. Try again in a moment.".to_owned();
        Self::Refused(ErrorCode::Internal, text)
    }
}

impl From<CorrectionError> for DirectError {
    fn from(error: CorrectionError) -> Self {
        Self::Refused(ErrorCode::NotAllowedNow, error.to_string())
    }
}

/// Carries out a command of an operator who may give it.
///
/// # Errors
/// The command is impossible or cannot be stored. Nothing has changed in that case.
pub async fn direct(
    office: &TournamentOffice,
    operator: &Player,
    order: Noted<DirectLeague>,
) -> Result<(), DirectError> {
    let DirectLeague { reason, rule, command, .. } = order.take();
    // One command at a time, because each reads what the previous one stored.
    let _turn = office.shelf.turn().await;
    match command {
        LeagueCommand::Correct(Correction { tournament, name, change }) => {
            let tournament = TournamentId(tournament.0);
            let kept = office.shelf.results(tournament, Reader::Anybody).await?;
            let player = kept
                .player_named(&name)
                .ok_or(Uncorrectable::NoResult)
                .map_err(CorrectionError::from)?;
            if player.0 == operator.account.0 {
                let text = "You cannot rule on your own result. Ask another operator.".to_owned();
                return Err(DirectError::Refused(ErrorCode::Forbidden, text));
            }
            let correction = KeptCorrection {
                at: office.services.tables.clock.now(),
                operator: operator.account.0,
                operator_name: operator.name.to_string(),
                player,
                change: change_of(change),
                reason: reason.clone(),
                rule,
            };
            let corrected = kept.correct(correction)?;
            keep_and_pay(office, tournament, player, (&kept, &corrected), reason).await
        }
        LeagueCommand::CountFor(CountFor { tournament, league }) => {
            let tournament = TournamentId(tournament.0);
            let kept = office.shelf.results(tournament, Reader::Anybody).await?;
            let counting = match league {
                None => None,
                Some(league) => Some(counting(office, &league, &kept)?),
            };
            keep(office, &[(tournament, kept.count_for(counting)?)], reason).await
        }
        LeagueCommand::Recount(SeasonName { league, season }) => {
            let terms = terms(office, &league)?;
            let counting = Counting { league: terms.league.clone(), season: season.clone() };
            let season = SeasonId { league, season };
            let stored = office.services.tables.store.season_results(&season);
            let mut recounted = Vec::new();
            for night in stored.await? {
                let kept = KeptResults::read(night.tournament, &night.results);
                let kept = kept.map_err(ShelfError::from)?;
                recounted.push((night.tournament, kept.count_for(Some(counting.clone()))?));
            }
            keep(office, &recounted, reason).await
        }
        LeagueCommand::Ban(AccountBan { name, league, days }) => {
            if days == 0 {
                let text = "A ban needs at least one day.".to_owned();
                return Err(DirectError::Refused(ErrorCode::BadText, text));
            }
            let ms = u64::from(days) * DAY_MS;
            ban(office, operator, (name, league), ms, reason).await
        }
        LeagueCommand::LiftBan(BannedAccount { name, league }) => {
            ban(office, operator, (name, league), 0, reason).await
        }
    }
}

fn terms(office: &TournamentOffice, league: &str) -> Result<Arc<LeagueTerms>, DirectError> {
    let unknown = || {
        DirectError::Refused(
            ErrorCode::BadText,
            "This room does not have that league. Check its id.".to_owned(),
        )
    };
    office.services.leagues.get(league).ok_or_else(unknown)
}

fn counting(
    office: &TournamentOffice,
    league: &str,
    kept: &KeptResults,
) -> Result<Counting, DirectError> {
    let began_at = kept.summary.began_at.unwrap_or(kept.summary.ended_at);
    let terms = terms(office, league)?;
    Counting::of(&terms.league, &terms.seasons, began_at).ok_or_else(|| {
        let text =
            "The league had no season when the tournament began. Choose another league.".to_owned();
        DirectError::Refused(ErrorCode::NotAllowedNow, text)
    })
}

/// Replaces stored results, all of them or none.
async fn keep(
    office: &TournamentOffice,
    changed: &[(TournamentId, KeptResults)],
    reason: String,
) -> Result<(), DirectError> {
    let stored = changed.iter().map(|(tournament, kept)| kept.stored(*tournament));
    let results: Vec<StoredResults> = stored.collect();
    let hooked = for_hooks(office, changed, &reason);
    let unit = Unit { results, hooked, ..Unit::default() };
    commit(office, unit).await?;
    for (tournament, _) in changed {
        office.shelf.forget(*tournament);
    }
    Ok(())
}

/// Returns what hooks ask for of these corrections.
fn for_hooks(
    office: &TournamentOffice,
    changed: &[(TournamentId, KeptResults)],
    reason: &str,
) -> Vec<HookEvent> {
    let services = &office.services.tables;
    if !services.hooks.asks(EventKind::ResultsCorrected) {
        return Vec::new();
    }
    let corrected =
        changed.iter().map(|(tournament, kept)| kept.corrected(tournament.0, reason.to_owned()));
    services.hooks.of_step(services.clock.now().0, false, corrected.collect())
}

/// Stores corrections, and lets hooks hear of them.
async fn commit(office: &TournamentOffice, mut unit: Unit) -> Result<(), CommitError> {
    let (services, leagues) = (&office.services.tables, &office.services.leagues);
    let now = services.clock.now();
    let told = told_standings::of_results(leagues, services, now, &unit.results).await;
    // The turn lasts until everything is stored.
    let (events, _turn) = told.unzip();
    unit.hooked.extend(events.into_iter().flatten());
    let is_hooked = !unit.hooked.is_empty();
    services.journal.commit(unit).await?;
    if is_hooked {
        services.hooks.look();
    }
    Ok(())
}

/// Replaces stored results and moves what a player forfeits to the house, or back, in one commit.
async fn keep_and_pay(
    office: &TournamentOffice,
    tournament: TournamentId,
    player: PlayerId,
    (before, after): (&KeptResults, &KeptResults),
    reason: String,
) -> Result<(), DirectError> {
    let (was, is) = (before.forfeited(player), after.forfeited(player));
    if was == is {
        return keep(office, &[(tournament, after.clone())], reason).await;
    }
    let services = &office.services.tables;
    let account = AccountId(player.0);
    let (wallet, house) =
        (LedgerAccount::Wallet(account), LedgerAccount::House(WITHHELD.to_owned()));
    let purse = services.journal.purse(account).await?;
    let (from, to, amount) =
        if is > was { (wallet, house, is - was) } else { (house, wallet, was - is) };
    let amount = Chips(amount.0);
    let hold = match is > was {
        true => Some(purse.hold(amount).map_err(|short| too_poor(short.available))?),
        false => None,
    };
    let transfer = Transfer {
        id: format!("correction:{}:{}", tournament.0, after.corrections.len()),
        from,
        to,
        amount,
        at_ms: services.clock.now().0,
    };
    let results = vec![after.stored(tournament)];
    let hooked = for_hooks(office, &[(tournament, after.clone())], &reason);
    let unit = Unit { results, hooked, transfers: vec![transfer], ..Unit::default() };
    commit(office, unit).await?;
    if let Some(hold) = hold {
        hold.settle();
    }
    office.shelf.forget(tournament);
    services.registry.tell_balance(account, &services.cashier);
    Ok(())
}

fn too_poor(available: Chips) -> DirectError {
    let text = format!(
        "The player has only {} chips outside of tables. Forfeit at most that, or wait until the \
         player has left the table.",
        available.0
    );
    DirectError::Refused(ErrorCode::InsufficientFunds, text)
}

/// Bans an account for this long from now on; 0 lifts a ban.
async fn ban(
    office: &TournamentOffice,
    operator: &Player,
    (name, league): (String, Option<String>),
    lasts_ms: u64,
    reason: String,
) -> Result<(), DirectError> {
    if let Some(league) = &league {
        terms(office, league)?;
    }
    let tables = &office.services.tables;
    let Some(account) = tables.store.account_by_name(&name).await? else {
        let text = "No account has this name. Check the spelling.".to_owned();
        return Err(DirectError::Refused(ErrorCode::NotAllowedNow, text));
    };
    let now = tables.clock.now().0;
    let ban = StoredBan {
        account: AccountId(account.id.0),
        league,
        until_ms: if lasts_ms == 0 { 0 } else { now + lasts_ms },
        at_ms: now,
        operator: operator.account,
        reason,
    };
    tables.journal.commit(Unit { bans: vec![ban.clone()], ..Unit::default() }).await?;
    office.services.bans.said(&ban);
    Ok(())
}

fn change_of(change: ResultChange) -> Change {
    match change {
        ResultChange::Disqualify => Change::Disqualify,
        ResultChange::MoveTo(place) => Change::MoveTo(place),
        ResultChange::Deduct(points) => Change::Deduct(Points(points.0)),
        ResultChange::Restore => Change::Restore,
        ResultChange::Forfeit(amount) => Change::Forfeit(Cents(amount.0)),
    }
}
