//! Real tournaments and published values from outside this project: payouts and stack values agree
//! with them to the cent.
//!
//! The data is next to the repository, in `../shared/hands/tournament`. Without it each test prints
//! that it was skipped.
use cardroom_rules::rulebook::FinishBy;
use cardroom_rules::{Cents, Chips, EntryNo, ShareTable, Shares, TableNo};
use cardroom_tournament::prizes::{Busted, icm, on_one_hand, prizes};
use serde_json::Value;
use std::fs;
use std::io::{Write, stderr};

/// Returns the parsed data file, or prints a notice and returns `None` if it is missing.
fn read(name: &str) -> Option<Value> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/hands/tournament");
    let path = format!("{folder}/{name}");
    match fs::read_to_string(&path) {
        Ok(text) => Some(serde_json::from_str(&text).unwrap()),
        Err(error) => {
            // Bypasses the test harness, which hides the output of passing tests.
            writeln!(stderr(), "SKIPPED: {path}: {error}").expect("standard error is open");
            None
        }
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// Parses a decimal number in units of 1 / 10^digits, rounded down.
fn decimal(text: &str, digits: usize) -> u64 {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let fraction: String =
        fraction.chars().chain("0".repeat(digits).chars()).take(digits).collect();
    format!("{whole}{fraction}").parse().unwrap()
}

fn number(value: &Value, digits: usize) -> u64 {
    decimal(&value.to_string(), digits)
}

#[test]
fn stacks_are_valued_as_published() {
    let Some(data) = read("icm.json") else { return };
    // Prizes are in hundred-millionths, so that errors far below a cent show too.
    const DIGITS: usize = 8;
    for case in list(&data) {
        let stacks: Vec<Chips> =
            list(&case["stacks"]).iter().map(|stack| Chips(stack.as_u64().unwrap())).collect();
        let places: Vec<Cents> =
            list(&case["payouts"]).iter().map(|prize| Cents(number(prize, DIGITS))).collect();
        let values = icm(&stacks, &places).unwrap();
        assert_eq!(values.iter().copied().sum::<Cents>(), places.iter().copied().sum(), "{case}");
        let exact =
            list(&case["exact"]).iter().map(|exact| decimal(exact.as_str().unwrap(), DIGITS));
        for (value, exact) in values.iter().zip(exact) {
            assert!(value.0.abs_diff(exact) <= 1, "{value:?} is not {exact}: {case}");
        }
    }
    assert!(list(&data).len() >= 12);
}

/// In cents the sum is exact, so a value may differ from the truncated exact one by one cent.
#[test]
fn stacks_are_valued_in_whole_cents() {
    let Some(data) = read("icm.json") else { return };
    for case in list(&data) {
        let stacks: Vec<Chips> =
            list(&case["stacks"]).iter().map(|stack| Chips(stack.as_u64().unwrap())).collect();
        let places: Vec<Cents> =
            list(&case["payouts"]).iter().map(|prize| Cents(number(prize, 2))).collect();
        let values = icm(&stacks, &places).unwrap();
        assert_eq!(values.iter().copied().sum::<Cents>(), places.iter().copied().sum(), "{case}");
        if list(&case["payouts"]).iter().any(|prize| !number(prize, 4).is_multiple_of(100)) {
            continue;
        }
        let exact = list(&case["exact"]).iter().map(|exact| decimal(exact.as_str().unwrap(), 2));
        for (value, exact) in values.iter().zip(exact) {
            assert!((exact..=exact + 1).contains(&value.0), "{value:?} is not {exact}: {case}");
        }
    }
}

/// Returns the pool, the entries, and the prizes by place of a tournament.
fn paid(tournament: &Value) -> (Cents, u32, Vec<Cents>) {
    let pool = Cents(number(&tournament["prize_pool"], 2));
    let entries = u32::try_from(tournament["players"].as_u64().unwrap()).unwrap();
    let mut places: Vec<(u64, Cents)> = Vec::new();
    for place in list(&tournament["places"]) {
        places.push((place["place"].as_u64().unwrap(), Cents(number(&place["prize"], 2))));
    }
    places.sort_by_key(|(place, _)| *place);
    (pool, entries, places.into_iter().map(|(_, prize)| prize).collect())
}

#[test]
fn a_pool_divided_as_the_site_divided_it_pays_what_the_site_paid() {
    let Some(data) = read("payouts.json") else { return };
    for tournament in list(&data["tournaments"]) {
        let (pool, entries, places) = paid(tournament);
        // The prizes are used as the shares of their own sum.
        let parts = places.iter().map(|prize| u32::try_from(prize.0).unwrap()).collect();
        let shares = Shares::Table(vec![ShareTable { from: 2, basis_points: parts }]);
        let won = prizes(pool, entries, Cents::ZERO, &shares);
        assert_eq!(won.places, places, "{}", tournament["file"]);
    }
    assert!(list(&data["tournaments"]).len() >= 15);
}

/// Sites publish shares in ten-thousandths, or a tenth of that. They truncate each prize to the
/// cent and give the remainder to the winner. The test derives the shares of all places but the
/// first from the prizes; the first share and the remainder follow.
#[test]
fn published_shares_pay_what_the_site_paid_and_the_winner_what_was_left_over() {
    let Some(data) = read("payouts.json") else { return };
    let mut with_round_shares = 0;
    for tournament in list(&data["tournaments"]) {
        let (pool, entries, places) = paid(tournament);
        const WHOLE: u64 = 100_000;
        let share = |prize: &Cents| (prize.0 * WHOLE).div_ceil(pool.0);
        let mut parts: Vec<u64> = places.iter().map(share).collect();
        let others: u64 = parts.iter().skip(1).sum();
        parts[0] = WHOLE - others;
        let is_round = |(part, prize): (&u64, &Cents)| pool.0 * part / WHOLE == prize.0;
        let tail = parts.iter().zip(&places).skip(1).all(is_round);
        // The first share is round only if all derived shares match the site's.
        if !tail || !parts[0].is_multiple_of(10) {
            continue;
        }
        with_round_shares += 1;
        let parts = parts.into_iter().map(|part| u32::try_from(part).unwrap()).collect();
        let shares = Shares::Table(vec![ShareTable { from: 2, basis_points: parts }]);
        let won = prizes(pool, entries, Cents::ZERO, &shares);
        assert_eq!(won.places, places, "{}", tournament["file"]);
    }
    assert!(with_round_shares >= 9, "only {with_round_shares} tournaments had round shares");
}

#[test]
fn players_out_on_one_hand_take_the_places_the_site_gave_them() {
    let Some(data) = read("simultaneous-eliminations.json") else { return };
    for hand in list(&data["hands"]) {
        let mut places = Vec::new();
        let mut out = Vec::new();
        for (entry, player) in (1..).map(EntryNo).zip(list(&hand["busted"])) {
            places.push((u32::try_from(player["place"].as_u64().unwrap()).unwrap(), entry));
            out.push(Busted {
                entry,
                table: TableNo(1),
                started_with: Chips(player["start_stack"].as_u64().unwrap()),
                hand_rank: None,
                bounty_chips: 0,
            });
        }
        places.sort_unstable();
        let left = places[0].0 - 1;
        let ranked = on_one_hand(&out, left, &[FinishBy::StartingChips]);
        let ranked: Vec<(u32, EntryNo)> = ranked
            .iter()
            .rev()
            .flat_map(|place| place.entries.iter().map(|e| (place.place, *e)))
            .collect();
        assert_eq!(ranked, places, "{}", hand["hand_id"]);
    }
    assert!(list(&data["hands"]).len() >= 8);
}
