//! The commands, with few decks.

use super::*;

fn audit(decks: u64, controls: bool, json: bool) -> (ExitCode, String) {
    let mut out = Vec::new();
    let code = RngAudit { decks, controls, json }.run(&mut out).unwrap();
    (code, String::from_utf8(out).unwrap())
}

#[test]
fn each_shuffle_of_the_room_is_tested_and_passes() {
    let (code, said) = audit(LEAST_DECKS, false, false);
    assert_eq!(code, ExitCode::SUCCESS, "{said}");
    for source in Source::ALL {
        assert!(said.contains(&format!("{}: 10000 decks", source.name())), "{said}");
    }
    assert_eq!(said.lines().count(), 3 * (2 + 15), "{said}");
}

#[test]
fn json_has_a_line_for_each_shuffle_with_all_its_tests() {
    let (code, said) = audit(LEAST_DECKS, false, true);
    assert_eq!(code, ExitCode::SUCCESS, "{said}");
    let lines: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    for line in lines {
        assert_eq!((&line["ok"], &line["decks"]), (&json!(true), &json!(10_000)));
        assert_eq!(line["tests"].as_array().unwrap().len(), 15);
        assert!(line["tests"][0]["p"].is_number());
    }
}

#[test]
fn a_shuffle_that_fails_and_a_control_that_passes_are_named() {
    let finding = |p| Finding { test: "parity", statistic: 30.0, freedom: Some(1), p: Some(p) };
    let mut out = Vec::new();
    write_text(&mut out, "a shuffle", 10_000, &[finding(4e-8)]).unwrap();
    write_control(&mut out, "a mistake", 10_000, &[finding(4e-8)]).unwrap();
    write_control(&mut out, "another", 10_000, &[finding(0.4)]).unwrap();
    let said = String::from_utf8(out).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[2].ends_with("30.00       1  4.0e-8  FAILED"), "{said}");
    assert_eq!(lines[3], "control: a mistake; 10000 decks; fails: parity");
    assert_eq!(lines[4], "control: another; 10000 decks; PASSED, and must not");
}

#[test]
fn the_orders_of_a_deal_are_those_that_its_pack_and_its_joint_seed_have() {
    let seed = Secret::new([5; 32]);
    let mut deck = unshuffled();
    lay(&seed, 0, &mut deck);
    let pack = cardroom_deal::Pack::new(&cardroom_deal::Faces::Full, 0, seed);
    let laid = (0..52).filter_map(|leaf| pack.decks()[0].card(leaf));
    assert!(laid.map(|card| card.index()).eq(deck));
    let (joint, mut places) = (JointSeed([6; 32]), unshuffled());
    joint.permute(0, &mut places);
    assert!(joint.permutation(0, 52).into_iter().eq(places.map(u16::from)));
}

#[test]
fn raw_numbers_end_where_they_shall_and_differ() {
    let mut out = Vec::new();
    RngRaw { bytes: Some(5_000) }.run(&mut out).unwrap();
    assert_eq!(out.len(), 5_000);
    let ones: u32 = out.iter().map(|byte| byte.count_ones()).sum();
    // 20,000 expected, standard deviation 100: six of them either way.
    assert!((19_400..20_600).contains(&ones), "{ones}");
}
