//! The shipped rulebooks, setting by setting. The tables of `RULEBOOKS.md` are repeated here by
//! hand to catch slips in a file. A rulebook may differ from TDA 2024 only where it is listed here.

use crate::common;
mod tournament;

use common::library;
use std::collections::BTreeSet;

/// The settings of TDA 2024.
const TDA: &[(&str, &str)] = &[
    ("games", "every"),
    ("min_open_preflop_bb", "1"),
    ("min_open_postflop_bb", "1"),
    ("min_raise", "last_increment"),
    ("short_all_in_base", "on_top"),
    ("reopen", "cumulative_full"),
    ("reopen_limit_percent", "50"),
    ("limit_raise_cap", "3"),
    ("check_raise", "true"),
    ("smallest_wager_unit", "unit_in_play"),
    ("fold_without_bet", "binding"),
    ("pot_limit_preflop_pot", "full_blinds"),
    ("pot_count", "pot_limit_only"),
    ("strict_pot_display", "false"),
    ("nuts_check", "flag"),
    ("antes", "each, big_blind"),
    ("straddle", "none"),
    ("bomb_pots", "false"),
    ("run_it", "1"),
    ("open_pair_double_bet", "false"),
    ("commit_moment", "pushed_out"),
    ("word_vs_chips", "first"),
    ("amount_only", "as_chips"),
    ("raise_motions", "single"),
    ("raise_word_then_chip", "maximum_of_chip"),
    ("overchip_facing", "call"),
    ("overchip_not_facing", "bet"),
    ("silent_multi_chip", "every_chip_needed"),
    ("half_threshold", "true"),
    ("last_chips_all_in", "true"),
    ("prior_chips", "combined_when_partly_back"),
    ("tiny_chip", "floor"),
    ("bare_figure", "highest_up_to_pot"),
    ("pot_word_in_no_limit", "minimum"),
    ("undercall", "opener_or_heads_up_full"),
    ("underbet_correction", "whole_street"),
    ("pot_limit_miscount.too_high", "whole_street"),
    ("pot_limit_miscount.too_low", "substantial_action"),
    ("misunderstanding_percent", "0"),
    ("oot_changed", "released"),
    ("oot_call_changes_action", "false"),
    ("oot_may_raise", "true"),
    ("oot_check_bars_raise", "false"),
    ("oot_fold", "binding"),
    ("skipped_threshold", "substantial_action"),
    ("face_up_all_in", "true"),
    ("show_order", "last_aggressor"),
    ("show_to_win_contested", "true"),
    ("showdown_discard", "retractable"),
    ("ask_to_see", "river_callers"),
    ("reveal_called_hands", "false"),
    ("show_one_show_all", "true"),
    ("show_after_hand", "held_hands"),
    ("miscall_sanction", "penalty"),
    ("slow_roll", "no_rule"),
    ("showdown.show_ms", "5000"),
    ("showdown.uncontested_show_ms", "3000"),
    ("showdown.see_hand_ms", "4000"),
    ("showdown.rabbit_ms", "5000"),
    ("odd_chip", "left_of_button"),
    ("odd_chips_more_than_one", "one_each"),
    ("side_pots", "split_separately"),
    ("rabbit", "never"),
    ("dispute_reading", "next_hand"),
    ("dispute_accounting", "substantial_action_next_hand"),
    ("dispute_break_seconds", "60"),
    ("dead_hand", "floor_may_restore"),
    ("impound_pot", "false"),
    ("exposed_hand", "live"),
    ("dealing.misdeal_deadline", "substantial_action"),
    ("dealing.misdeal_exposed", "first_two_or_any_two"),
    ("dealing.one_exposed_card", "plays_on"),
    ("dealing.card_off_table", "floor"),
    ("dealing.boxed_cards", "2"),
    ("dealing.one_boxed_card", "floor"),
    ("dealing.redeal_absent", "may_play"),
    ("dealing.fouled_deck", "void"),
    ("dealing.four_card_flop", "scramble_one_is_next_burn"),
    ("dealing.no_burn_flop", "scramble_and_add_next"),
    ("dealing.premature_card", "burn_stays"),
    ("dealing.extra_burns", "one_per_street"),
    ("dealing.wrong_card_count", "dead_after_substantial_action"),
    ("dealing.wrong_sequence", "misdeal"),
    ("dealing.non_standard_card", "misdeal_then_scrap"),
    ("dealing.touched_hand", "dead_unless_identified"),
    ("dealing.misplaced_button", "stands"),
    ("dealing.shuffles_least", "0"),
    ("dealing.shuffles_most", "0"),
    ("dealing.reshuffle_on_request", "false"),
    ("dealing.exposed_burn", "floor"),
    ("button", "dead"),
    ("heads_up", "adjust_no_double_big_blind"),
    ("short_blind", "full_blind"),
    ("newcomer", "not_between_button_and_small_blind"),
    ("from_broken_table", "as_newcomer"),
    ("first_button", "random"),
    ("redraw_button", "none"),
    ("clock.base_ms", "30000"),
    ("clock.bank_ms", "0"),
    ("clock.bank_cap_ms", "0"),
    ("clock.bank_per_hand_ms", "0"),
    ("clock.bank_per_level_ms", "0"),
    ("clock.reconnect_ms", "0"),
    ("clock.grace_ms", "300"),
    ("clock.expiry_facing_bet", "dead"),
    ("clock.expiry_no_bet", "check"),
    ("called_clock.base_seconds", "25"),
    ("called_clock.count_seconds", "5"),
    ("called_clock.not_before_seconds", "0"),
    ("called_clock.facing_bet_only", "false"),
    ("called_clock.scale_below_level_minutes", "0"),
    ("called_clock.called_by", "any_player_with_floor"),
    ("stalling", "not_flagged"),
    ("language", "none"),
    ("present_at", "last_card"),
    ("absent_hand", "killed_at_deal"),
    ("absence.grace_ms", "10000"),
    ("absence.minutes", "0"),
    ("absence.effect", "blind_out"),
    ("absence.notice_extends", "false"),
    ("absence.warning_minutes", "0"),
    ("absence.all_away_hand_ms", "3000"),
    ("absence.all_in", "as_any_hand"),
    ("leaving_table_in_hand", "barred_to_showdown"),
    ("player_quits", "blinded_out"),
];

/// The last settings, which follow those of tournaments.
const TDA_WAITING: &[(&str, &str)] =
    &[("hybrid.ticket_wait_ms", "120000"), ("hybrid.skipped_ms", "5000")];

/// The differences of The Nuts Poker League.
const TNPL: &[(&str, &str)] = &[
    ("games", "no_limit_holdem"),
    ("limit_raise_cap", "0"),
    ("nuts_check", "mandatory_penalty"),
    ("commit_moment", "release"),
    ("raise_motions", "exact_call_plus_one"),
    ("bare_figure", "lowest"),
    ("oot_changed", "committed_call_or_fold"),
    ("ask_to_see", "floor"),
    ("slow_roll", "discouraged"),
    ("odd_chip", "high_hand_then_left_of_button"),
    ("dispute_accounting", "next_hand"),
    ("dispute_break_seconds", "0"),
    ("dealing.card_off_table", "exposed"),
    ("dealing.one_boxed_card", "scrap"),
    ("dealing.redeal_absent", "killed"),
    ("dealing.fouled_deck", "floor"),
    ("dealing.premature_card", "keep_board"),
    ("dealing.wrong_card_count", "dead_unless_announced"),
    ("dealing.non_standard_card", "dead_unless_announced"),
    ("clock.base_ms", "60000"),
    ("clock.expiry_no_bet", "dead"),
    ("called_clock.base_seconds", "50"),
    ("called_clock.count_seconds", "10"),
    ("called_clock.scale_below_level_minutes", "30"),
    ("called_clock.called_by", "player_at_seat"),
    ("language", "English"),
    ("present_at", "first_card"),
    ("absence.all_in", "dead_hand"),
    ("leaving_table_in_hand", "barred_while_betting"),
    ("player_quits", "removed_if_certain"),
];

/// The differences that The Fantasy Poker League and Spotlight share.
const TFPL_AND_SPOTLIGHT: &[(&str, &str)] = &[
    ("games", "no_limit_holdem"),
    ("min_raise", "double_bet"),
    ("commit_moment", "release"),
    ("word_vs_chips", "word"),
    ("raise_word_then_chip", "by_chips"),
    ("silent_multi_chip", "half_only"),
    ("undercall", "make_good_or_withdraw"),
    ("underbet_correction", "round_complete"),
    ("misunderstanding_percent", "80"),
    ("oot_changed", "call_or_fold"),
    ("oot_call_changes_action", "true"),
    ("oot_may_raise", "false"),
    ("oot_check_bars_raise", "true"),
    ("skipped_threshold", "three_players"),
    ("show_order", "last_aggressor_side_pots_first"),
    ("showdown_discard", "final"),
    ("ask_to_see", "any_dealt_in"),
    ("reveal_called_hands", "true"),
    ("miscall_sanction", "pot_may_be_lost"),
    ("slow_roll", "barred"),
    ("dispute_reading", "next_hand_or_table_breaks"),
    ("dispute_accounting", "next_hand"),
    ("dispute_break_seconds", "0"),
    ("impound_pot", "true"),
    ("dealing.misdeal_deadline", "two_after_blinds"),
    ("dealing.one_exposed_card", "replaced_becomes_burn"),
    ("dealing.card_off_table", "not_exposed"),
    ("dealing.one_boxed_card", "scrap_off_the_board"),
    ("dealing.fouled_deck", "void_also_other_back"),
    ("dealing.four_card_flop", "redeal_unless_burn_known"),
    ("dealing.no_burn_flop", "rectify_or_reshuffle"),
    ("dealing.premature_card", "fifth_for_fourth"),
    ("dealing.extra_burns", "restore_order"),
    ("dealing.non_standard_card", "dead_once_acted"),
    ("dealing.misplaced_button", "corrected_next_hand"),
    ("first_button", "high_card"),
    ("redraw_button", "half_new, final_table"),
    ("clock.base_ms", "60000"),
    ("called_clock.base_seconds", "50"),
    ("called_clock.count_seconds", "10"),
    ("called_clock.facing_bet_only", "true"),
    ("called_clock.called_by", "floor"),
    ("stalling", "flagged"),
    ("present_at", "own_turn"),
    ("absent_hand", "folded_at_turn"),
    ("absence.effect", "floor_may_pick_up"),
];

/// The differences of The Fantasy Poker League alone.
const TFPL: &[(&str, &str)] = &[
    ("exposed_hand", "floor_may_kill"),
    ("fold_without_bet", "dead_if_another_acts"),
    ("raise_motions", "until_rest"),
    ("dealing.wrong_card_count", "dead_extra_becomes_burn"),
    ("dealing.touched_hand", "dead"),
    ("dealing.shuffles_least", "3"),
    ("newcomer", "big_blind_or_after_button"),
    ("from_broken_table", "dealt_in"),
    ("absence.minutes", "12"),
];

/// The differences of Spotlight alone.
const SPOTLIGHT: &[(&str, &str)] = &[
    ("antes", "none"),
    ("rabbit", "winner_with_consent"),
    ("dealing.misdeal_exposed", "first_two_any_two_or_blinds"),
    ("dealing.wrong_card_count", "misdeal_extra_becomes_burn"),
    ("dealing.shuffles_least", "5"),
    ("newcomer", "not_small_blind_or_button"),
    ("from_broken_table", "dealt_in"),
    ("absence.minutes", "15"),
];

/// The differences of WPTAPL.
const WPTAPL: &[(&str, &str)] = &[
    ("games", "no_limit_holdem"),
    ("min_open_postflop_bb", "2"),
    ("short_all_in_base", "complete"),
    ("fold_without_bet", "dead_if_another_acts"),
    ("antes", "none"),
    ("commit_moment", "in_front"),
    ("silent_multi_chip", "raise_total"),
    ("half_threshold", "false"),
    ("tiny_chip", "call"),
    ("oot_fold", "dead_if_another_acts"),
    ("showdown_discard", "final"),
    ("ask_to_see", "any_in_hand"),
    ("dead_hand", "final"),
    ("reveal_called_hands", "true"),
    ("miscall_sanction", "pot_may_be_lost"),
    ("dealing.misdeal_exposed", "any_two"),
    ("dealing.one_exposed_card", "replaced_becomes_burn"),
    ("dealing.premature_card", "burn_goes_back"),
    ("dealing.touched_hand", "both_dead"),
    ("dealing.exposed_burn", "shown"),
    ("colour_up.race_most", "0"),
    ("dealing.shuffles_least", "3"),
    ("dealing.shuffles_most", "5"),
    ("dealing.reshuffle_on_request", "true"),
    ("heads_up", "big_blind_to_whoever_is_due"),
    ("newcomer", "not_small_blind_or_button"),
    ("first_button", "high_card"),
    ("redraw_button", "half_new, two_tables, final_table"),
    ("clock.base_ms", "60000"),
    ("clock.expiry_no_bet", "dead"),
    ("called_clock.base_seconds", "30"),
    ("called_clock.count_seconds", "0"),
    ("called_clock.not_before_seconds", "30"),
    ("called_clock.called_by", "dealer_or_floor"),
    ("present_at", "first_card"),
    ("absence.minutes", "30"),
    ("absence.effect", "eliminate"),
    ("player_quits", "removed"),
];

/// The differences of `online`.
const ONLINE: &[(&str, &str)] = &[
    ("antes", "each, big_blind, button"),
    ("straddle", "utg, button, mississippi"),
    ("bomb_pots", "true"),
    ("run_it", "3"),
    ("reveal_called_hands", "true"),
    ("show_after_hand", "any_hand"),
    ("clock.base_ms", "15000"),
    ("clock.bank_ms", "30000"),
    ("clock.bank_cap_ms", "60000"),
    ("clock.bank_per_hand_ms", "500"),
    ("clock.bank_per_level_ms", "10000"),
    ("clock.reconnect_ms", "20000"),
    ("present_at", "own_turn"),
    ("absent_hand", "checked_or_folded_at_turn"),
];

#[test]
fn tda_2024_is_as_written_down() {
    let library = library();
    let settings = library.settings("tda-2024").unwrap();
    let said: Vec<_> =
        settings.iter().map(|setting| (setting.path.as_str(), setting.value.as_str())).collect();
    assert_eq!(said, [TDA, tournament::TDA, TDA_WAITING].concat());
}

/// Checks that the rulebook has the listed values, and otherwise those of TDA 2024.
fn parts_only_at(id: &str, expected: &[&[(&str, &str)]]) {
    let library = library();
    let [tda, book] = ["tda-2024", id].map(|id| library.settings(id).expect("a rulebook"));
    let parted = cardroom_rules::differences(tda, book);
    let said: BTreeSet<_> = parted
        .iter()
        .map(|parted| (parted.right.path.as_str(), parted.right.value.as_str()))
        .collect();
    let expected: BTreeSet<_> = expected.iter().copied().flatten().copied().collect();
    let missing: Vec<_> = expected.difference(&said).collect();
    let unexpected: Vec<_> = said.difference(&expected).collect();
    assert!(missing.is_empty() && unexpected.is_empty(), "{id}: {missing:?} but {unexpected:?}");
}

#[test]
fn the_nuts_poker_league_parts_where_its_book_does() {
    parts_only_at("tnpl", &[TNPL, tournament::TNPL]);
}

#[test]
fn the_fantasy_poker_league_parts_where_its_book_does() {
    parts_only_at(
        "tfpl",
        &[TFPL_AND_SPOTLIGHT, TFPL, tournament::TFPL_AND_SPOTLIGHT, tournament::TFPL],
    );
}

#[test]
fn spotlight_parts_where_its_book_does() {
    parts_only_at(
        "spotlight",
        &[TFPL_AND_SPOTLIGHT, SPOTLIGHT, tournament::TFPL_AND_SPOTLIGHT, tournament::SPOTLIGHT],
    );
}

#[test]
fn wptapl_parts_where_its_book_does() {
    parts_only_at("wptapl", &[WPTAPL, tournament::WPTAPL]);
}

#[test]
fn online_parts_where_the_room_decided_so() {
    parts_only_at("online", &[ONLINE, tournament::ONLINE]);
}

#[test]
fn two_minutes_parts_from_online_in_its_clock_alone() {
    let library = library();
    let [online, book] = ["online", "two-minutes"].map(|id| library.settings(id).unwrap());
    let parted = cardroom_rules::differences(online, book);
    let said: Vec<_> = parted
        .iter()
        .map(|parted| (parted.right.path.as_str(), parted.right.value.as_str()))
        .collect();
    assert_eq!(
        said,
        [
            ("clock.base_ms", "120000"),
            ("clock.bank_ms", "0"),
            ("clock.bank_cap_ms", "0"),
            ("clock.bank_per_hand_ms", "0"),
            ("clock.bank_per_level_ms", "0"),
            ("clock.reconnect_ms", "0"),
        ]
    );
}

#[test]
fn a_rulebook_sets_only_what_differs() {
    let library = library();
    for (id, text) in common::BOOKS.iter().filter(|(id, _)| *id != "tda-2024") {
        let extended = text.split_once("extends = \"").unwrap().1.split_once('"').unwrap().0;
        let extended = library.settings(extended).unwrap();
        let pairs = extended.iter().zip(library.settings(id).unwrap());
        for same in pairs.filter(|(a, b)| a.value == b.value) {
            let assignment = format!("\n{} = ", same.0.path);
            assert!(!text.contains(&assignment), "{id} sets {} to what it is", same.0.path);
        }
    }
}

/// The number of shuffles concerns people who deal by hand. A server cannot see it.
#[test]
fn whoever_deals_by_hand_is_told_how_often_to_shuffle() {
    for (id, expected) in [
        ("tda-2024", None),
        ("tnpl", None),
        ("tfpl", Some(("6-21", "at least 3 times"))),
        ("spotlight", Some(("6-19", "at least 5 times"))),
        ("wptapl", Some(("5", "3 to 5 times"))),
    ] {
        let rules = library().rulebook(id).unwrap().house_rules.clone();
        let shuffles = rules.iter().find(|rule| rule.text.contains("deal by hand shuffle"));
        match (shuffles, expected) {
            (None, None) => {}
            (Some(told), Some((rule, times))) => {
                assert!(told.text.contains(times), "{id}: {}", told.text);
                assert!(told.rule.contains(rule), "{id}: {}", told.rule);
            }
            (told, _) => panic!("{id}: {told:?}"),
        }
    }
}
