//! The listing of a rulebook and of the difference between two.

use crate::common;

use cardroom_rules::{differences, show, show_differences};
use common::library;

#[test]
fn a_rulebook_is_shown_line_by_line_with_its_rules() {
    let library = library();
    let tnpl = library.rulebook("tnpl").unwrap();
    let shown = show(tnpl, library.settings("tnpl").unwrap());
    let lines: Vec<_> = shown.lines().collect();
    assert_eq!(
        lines[..8],
        [
            "tnpl: The Nuts Poker League",
            "",
            "games                                   no_limit_holdem                     \
             TNPL A5; spec: the title says no-limit hold'em, H5-ii and E1 speak of limit and stud \
             in passing [told]",
            "min_open_preflop_bb                     1                                   \
             TDA 43-A, 51-B (book silent)",
            "min_open_postflop_bb                    1                                   \
             TDA 43-A, IA-47 (book silent)",
            "min_raise                               last_increment                      TNPL H5-i",
            "short_all_in_base                       on_top                              \
             TDA 43-A, IA-43, IA-47 (book silent)",
            "reopen                                  cumulative_full                     TNPL H5-ii",
        ]
    );
    assert_eq!(
        lines.last().copied(),
        Some(
            "hybrid.skipped_ms                       5000                                \
             TDA 53-B; GAPS G-62 (book silent)"
        )
    );
    assert_eq!(lines.len(), 2 + library.settings("tnpl").unwrap().len());
}

#[test]
fn two_rulebooks_are_compared_with_both_values_and_both_rules() {
    let library = library();
    let [tfpl, spotlight] = ["tfpl", "spotlight"].map(|id| library.rulebook(id).unwrap());
    let [left, right] = ["tfpl", "spotlight"].map(|id| library.settings(id).unwrap());
    let text = show_differences((tfpl, spotlight), &differences(left, right));
    assert_eq!(
        text,
        "\
fold_without_bet
    tfpl       dead_if_another_acts                       TFPL 3b-1, 3b-2
    spotlight  binding                                    TDA 58; GAPS G-18 (book silent)
antes
    tfpl       each, big_blind                            TFPL 5-P
    spotlight  none                                       SPOT 5-P
raise_motions
    tfpl       until_rest                                 TFPL 5c-3, 3d-11
    spotlight  single                                     SPOT 3d-10
rabbit
    tfpl       never                                      TFPL 2b-18
    spotlight  winner_with_consent                        SPOT 2b-17; GAPS G-65
exposed_hand
    tfpl       floor_may_kill                             TFPL 3b-5, 6-13
    spotlight  live                                       TDA 68 (book silent)
dealing.misdeal_exposed
    tfpl       first_two_or_any_two                       TFPL 3a-1, 5a-2
    spotlight  first_two_any_two_or_blinds                SPOT 3a-1, 5a-1
dealing.wrong_card_count
    tfpl       dead_extra_becomes_burn                    TFPL 3a-3, 3a-4, 3b-3, 3c-10, 5a-3
    spotlight  misdeal_extra_becomes_burn                 SPOT 3a-3, 3a-4, 3c-10, 5a-2
dealing.touched_hand
    tfpl       dead                                       TFPL 3b-7, 3c-2
    spotlight  dead_unless_identified                     SPOT 3b-4, 3c-2
dealing.shuffles_least
    tfpl       3                                          TFPL 6-21
    spotlight  5                                          SPOT 6-19
newcomer
    tfpl       big_blind_or_after_button                  TFPL 4a-6, 4a-8
    spotlight  not_small_blind_or_button                  SPOT 4a-7, 4a-9
absence.minutes
    tfpl       12                                         TFPL 2b-15; GAPS G-15
    spotlight  15                                         SPOT 2b-15; GAPS G-15
entry.late_until
    tfpl       end_of_first_break                         TFPL 6-4; GAPS G-37, G-68
    spotlight  house                                      SPOT 6-3; GAPS G-37
entry.late_levels_most
    tfpl       0                                          TDA 8-A (book silent)
    spotlight  1                                          SPOT 6-3
entry.late_levels_arranged
    tfpl       0                                          TDA 8-A (book silent)
    spotlight  2                                          SPOT 6-3
entry.late_not_in_points
    tfpl       true                                       TFPL 6-4; GAPS G-67
    spotlight  false                                      TDA 8-A (book silent)
entry.rebuy
    tfpl       no_hand_missed                             TFPL 6-27
    spotlight  never                                      SPOT 6-26
entry.bonus_chips
    tfpl       between_hands                              TFPL 6-27
    spotlight  never                                      SPOT 6-26
seating.notify_at_players
    tfpl       0                                          spec: the floor sees every table anyway (book silent)
    spotlight  5                                          SPOT 6-20
finish.same_hand
    tfpl       starting_chips, better_hand, bounty_chips  TFPL 6-16; GAPS G-43
    spotlight  starting_chips, better_hand                SPOT 6-14, 6-26; GAPS G-43
finish.tied_bounty
    tfpl       full_to_each                               TFPL 3f-9; GAPS G-43
    spotlight  split                                      GAPS G-43 (book silent)
deals.only_in_money
    tfpl       false                                      spec: a condition of single leagues (book silent)
    spotlight  true                                       SPOT 6-15

21 settings differ.
"
    );
    let same = differences(left, left);
    assert_eq!(show_differences((tfpl, tfpl), &same), "No setting differs.\n");
}
