//! Every rulebook, played to a winner by bots that come late, re-enter if the book allows it, and
//! lose their connections. Meanwhile a witness counts the chips and compares the tables.

use crate::support::starting::{LATER, start_when_entered};
use crate::tournaments::winners::{announced, open_room, standings};
use cardroom::store::MemoryStore;
use cardroom::store::prelude::*;
use cardroom_bot::brains::TightAggressive;
use cardroom_bot::connection::Endpoint;
use cardroom_bot::terms::{Balance, Terms};
use cardroom_bot::witness::Witness;
use cardroom_bot::{Encoding, Swarm, TournamentId, TournamentPlan, verdict};
use cardroom_rules::rulebook::{ColourUp, HeadsUp, Newcomer, ReEntry};
use cardroom_rules::{Break, Chips, Rulebook, Shares, Stage, Structure};
use std::sync::Arc;
use std::time::Duration;

const BOTS: usize = 60;
/// Those of them who enter before the start.
const EARLY: u32 = 48;
/// The timeout, longer than all of it takes.
const LONG: Duration = Duration::from_secs(240);

async fn play(book: &str) {
    let store = Arc::new(MemoryStore::new());
    let room = open_room(Arc::clone(&store) as Arc<dyn Store>).await;
    let office = room.room.tournaments().unwrap();
    let rulebook = Arc::clone(office.services.library.rulebook(book).unwrap());
    let may_re_enter = rulebook.entry.re_entry != ReEntry::Never;
    let handle = announced(&room, LATER, |structure| {
        structure.rulebook = book.to_owned();
        structure.entry.re_entries = u32::from(may_re_enter);
        structure.entry.late_levels = (book == "online" || book == "tda-2024").then_some(2);
        structure.prizes.shares = Shares::Curve { paid_basis_points: 1_500, least_percent: 120 };
        for stage in &mut structure.stages {
            if let Stage::Level(level) = stage {
                level.seconds = 3;
            }
        }
        take_a_break(structure, rulebook.colour_up.method != ColourUp::Never);
    })
    .await;
    let tournament = TournamentId(handle.id.0);
    let url = format!("ws://{}/ws", room.address);
    let endpoint = Endpoint::resolve(&url).await.unwrap();
    let witness = Witness::open(&endpoint, Encoding::Binary, tournament, None).await.unwrap();
    let terms = witness.terms();
    agree(&terms, &rulebook);
    let witness = tokio::spawn(witness.watch());
    let plan = TournamentPlan::id(tournament).late_from(EARLY as usize).re_entries(1);
    let swarm = Swarm::builder(&url)
        .bots(BOTS)
        .seed(17)
        .brain(|bot| TightAggressive::new(bot.seed))
        .drop_every(Duration::from_secs(6))
        .connect_attempts(100)
        .tournament(plan.by(&terms))
        .run();
    let swarm = async { tokio::join!(swarm, start_when_entered(&room, tournament, EARLY)).0 };
    let summary = tokio::time::timeout(LONG, swarm).await.expect("it ends in time").unwrap();
    let totals = summary.totals;
    assert!(summary.is_success(), "{book}: {totals} {:?}", summary.refusals);
    assert_eq!((totals.protocol_errors, totals.illegal_choices), (0, 0), "{book}: {totals}");
    assert!(totals.drops > 5 && totals.reconnects >= totals.drops, "{book}: {totals}");
    assert!(totals.late_entries > 0, "{book}: {} late of {}", totals.late_entries, totals.entries);

    let seen =
        tokio::time::timeout(LONG, witness).await.expect("it sees the end").unwrap().unwrap();
    assert!(seen.counts > 10 && seen.comparisons > 10 && seen.levels.len() > 2, "{book}: {seen:?}");
    assert_eq!(seen.exact_counts, 1, "{book}: there is one break: {seen:?}");
    let end = standings(&room, tournament).await;
    assert_eq!(verdict::problems(&summary, &end, Some(&seen)), Vec::<String>::new(), "{book}");
    let again = end.players.iter().filter(|row| row.re_entries > 0).count();
    assert!(again <= if may_re_enter { BOTS } else { 0 }, "{book}: {again}");
    drop(handle);
    room.close(Duration::from_secs(20)).await;
    assert!(store.ledger_audit().await.unwrap().is_empty());
}

/// Adds a break after the third level, which removes the smallest chips if the book has that.
fn take_a_break(structure: &mut Structure, chips_go: bool) {
    let new_unit = chips_go.then_some(Chips(50));
    structure.stages.insert(3, Stage::Break(Break { seconds: 3, new_unit }));
    for stage in structure.stages.iter_mut().skip(4) {
        if let (Stage::Level(level), Some(unit)) = (stage, new_unit) {
            level.stakes.unit = unit;
        }
    }
}

/// Checks that the witness assumes the rules that the room plays by.
fn agree(terms: &Terms, rulebook: &Rulebook) {
    let seating = &rulebook.seating;
    let balance = Balance {
        few_tables: seating.difference_few_tables,
        many_tables: seating.difference_many_tables,
    };
    assert_eq!(terms.balance, balance, "{}", rulebook.id);
    // In some books, newcomers wait for the big blind unless they come behind the button.
    let waits = match rulebook.blinds.newcomer {
        Newcomer::BigBlindOrAfterButton => 9,
        _ => 2,
    };
    assert_eq!(terms.newcomers_wait, waits, "{}", rulebook.id);
    let twice = rulebook.blinds.heads_up != HeadsUp::AdjustNoDoubleBigBlind;
    assert_eq!(terms.heads_up_big_blind_twice, twice, "{}", rulebook.id);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn online() {
    play("online").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tda() {
    play("tda-2024").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spotlight() {
    play("spotlight").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tnpl() {
    play("tnpl").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tfpl() {
    play("tfpl").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wptapl() {
    play("wptapl").await;
}
