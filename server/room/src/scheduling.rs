//! The floor's orders about schedules, and the list of them. An order is stored before the office
//! hears of it.

use crate::calendar::Calendar;
use crate::config::ScheduledTournament;
use crate::denied::Denied;
use crate::director::TournamentOffice;
use crate::noted::Noted;
use crate::schedules::Schedule;
use crate::store::{StoreError, StoredTerms, TermsKind};
use cardroom_protocol::limits::{MAX_SCHEDULE_DATES, MAX_SCHEDULES_PER_PAGE};
use cardroom_protocol::schedule::{
    DirectSchedule, ScheduleMade, ScheduleOrder, SchedulePage, ScheduleShown, ScheduleTerms,
};
use cardroom_protocol::server::Done;
use cardroom_protocol::{ErrorCode, RequestId, ServerMessage, TimeMs};

/// The most schedules beside those of the configuration.
const MOST: usize = 100;

/// Carries out an order of an operator who may give it.
///
/// # Errors
/// The order is impossible or cannot be stored. Nothing has changed in that case.
pub async fn direct(
    office: &TournamentOffice,
    order: Noted<DirectSchedule>,
) -> Result<ServerMessage, Denied> {
    let DirectSchedule { request, order, .. } = order.take();
    let _turn = office.schedules.turn().await;
    match order {
        ScheduleOrder::Make(terms) => make(office, request, *terms).await,
        ScheduleOrder::Change(change) => {
            let before = stored(office, change.schedule)?;
            if before.terms.name != change.terms.name {
                let text = "A schedule keeps its name. End it, then make another one.";
                return Err(denied(ErrorCode::BadText, text));
            }
            let terms = checked(office, change.terms)?;
            let kept = kept(office, u64::from(change.schedule), &terms);
            if !office
                .services
                .tables
                .store
                .change_terms(&kept)
                .await
                .map_err(|error| failed(&error))?
            {
                return Err(no_such(change.schedule));
            }
            office.schedules.keep(kept.id, terms);
            Ok(Done { request }.into())
        }
        ScheduleOrder::End(schedule) => {
            stored(office, schedule)?;
            let id = u64::from(schedule);
            if !office.services.tables.store.end_terms(id).await.map_err(|error| failed(&error))? {
                return Err(no_such(schedule));
            }
            office.schedules.forget(id);
            Ok(Done { request }.into())
        }
    }
}

async fn make(
    office: &TournamentOffice,
    request: RequestId,
    terms: ScheduleTerms,
) -> Result<ServerMessage, Denied> {
    let terms = checked(office, terms)?;
    if office.schedules.named(&terms.name).is_some() {
        let text = "Another schedule has this name. Choose another one.";
        return Err(denied(ErrorCode::Conflict, text));
    }
    if office.schedules.all().iter().filter(|known| known.id.is_some()).count() >= MOST {
        let text = format!("The room has {MOST} schedules already. End one first.");
        return Err(denied(ErrorCode::NotAllowedNow, text));
    }
    let kept = kept(office, 0, &terms);
    let id = office.services.tables.store.add_terms(&kept).await.map_err(|error| failed(&error))?;
    office.schedules.keep(id, terms);
    Ok(ScheduleMade { request, schedule: number(id) }.into())
}

/// Returns a page of the schedules, those of the configuration first.
#[must_use]
pub fn page(office: &TournamentOffice, request: RequestId, from: u32) -> SchedulePage {
    let all = office.schedules.all();
    let skip = usize::try_from(from).unwrap_or(usize::MAX);
    let total = u32::try_from(all.len()).unwrap_or(u32::MAX);
    let rows = all.iter().skip(skip).take(MAX_SCHEDULES_PER_PAGE);
    SchedulePage {
        request,
        from,
        total,
        schedules: rows.map(|known| shown(office, known)).collect(),
    }
}

fn shown(office: &TournamentOffice, schedule: &Schedule) -> ScheduleShown {
    let terms = &*schedule.terms;
    let calendar = Calendar::read(&terms.every, &terms.time_zone).ok();
    let now = office.services.tables.clock.now();
    let next = calendar.and_then(|calendar| calendar.next_after(now));
    let minutes = |minutes: u64| u32::try_from(minutes).unwrap_or(u32::MAX);
    ScheduleShown {
        schedule: schedule.id.map(number),
        terms: ScheduleTerms {
            name: terms.name.clone(),
            structure: terms.structure.clone(),
            every: terms.every.iter().take(MAX_SCHEDULE_DATES).cloned().collect(),
            time_zone: terms.time_zone.clone(),
            opens_minutes_before: minutes(terms.opens_minutes_before),
            starts_in_minutes: terms.starts_in_minutes.map(minutes),
            league: terms.league.clone(),
            bots_allowed: terms.bots_allowed,
            verifiable: terms.verifiable,
        },
        next: next.map(|at| TimeMs(at.0)),
    }
}

/// Checks terms as those of the configuration are checked.
fn checked(office: &TournamentOffice, terms: ScheduleTerms) -> Result<ScheduledTournament, Denied> {
    if !office.structures.contains_key(&terms.structure) {
        let text = "This room does not have that structure. Choose one of its own.";
        return Err(denied(ErrorCode::UnknownStructure, text));
    }
    if terms.league.as_deref().is_some_and(|league| !office.services.leagues.contains(league)) {
        let text = "This room does not have that league. Choose one of its own.";
        return Err(denied(ErrorCode::BadText, text));
    }
    let scheduled = ScheduledTournament {
        name: terms.name,
        structure: terms.structure,
        starts_in_minutes: terms.starts_in_minutes.map(u64::from),
        every: terms.every.into_iter().collect(),
        time_zone: terms.time_zone,
        opens_minutes_before: terms.opens_minutes_before.into(),
        league: terms.league,
        bots_allowed: terms.bots_allowed,
        verifiable: terms.verifiable,
        // The room's own bots play where its configuration says so.
        house_bots: 0,
        house_bots_after_seconds: 0,
    };
    let Some(mistake) = scheduled.mistake(&office.structures) else { return Ok(scheduled) };
    Err(denied(ErrorCode::BadText, format!("This schedule cannot be used: {mistake}.")))
}

fn kept(office: &TournamentOffice, id: u64, terms: &ScheduledTournament) -> StoredTerms {
    StoredTerms {
        id,
        kind: TermsKind::Schedule,
        name: terms.name.clone(),
        terms: serde_json::to_string(terms).expect("terms are nothing but data"),
        changed_ms: office.services.tables.clock.now().0,
    }
}

/// Returns a schedule that was made while the room was open.
fn stored(office: &TournamentOffice, schedule: u32) -> Result<Schedule, Denied> {
    office.schedules.stored(schedule.into()).ok_or_else(|| no_such(schedule))
}

fn no_such(schedule: u32) -> Denied {
    denied(ErrorCode::NothingToDo, format!("There is no schedule {schedule}."))
}

fn denied(code: ErrorCode, message: impl Into<String>) -> Denied {
    Denied { code, message: message.into() }
}

fn failed(error: &StoreError) -> Denied {
    tracing::error!(%error, "the store failed an order about a schedule");
    let text = "The room could not store this, and nothing changed. Try again in a moment.";
    denied(ErrorCode::Internal, text)
}

fn number(id: u64) -> u32 {
    u32::try_from(id).unwrap_or(u32::MAX)
}
