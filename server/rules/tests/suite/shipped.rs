//! The games and rulebooks in `config/` are complete, and errors in such files name their location.

use cardroom_rules::{Library, LibraryError, Millis, show};

const HOLDEM: &str = include_str!("../../../../config/games/holdem.toml");
const TDA: &str = include_str!("../../../../config/rulebooks/tda-2024.toml");
const ONLINE: &str = include_str!("../../../../config/rulebooks/online.toml");

#[test]
fn the_shipped_files_parse_and_online_extends_tda() {
    let library =
        Library::parse([("holdem", HOLDEM)], [("tda-2024", TDA), ("online", ONLINE)]).unwrap();
    let holdem = library.game("holdem").unwrap();
    assert_eq!(holdem.hole_cards(), 2);
    assert_eq!(holdem.cards_needed(10), 28);
    let tda = library.rulebook("tda-2024").unwrap();
    let online = library.rulebook("online").unwrap();
    assert_eq!(online.betting.min_raise, tda.betting.min_raise);
    assert_eq!(online.clock.grace_ms, tda.clock.grace_ms, "deep settings fall through too");
    assert_eq!(tda.clock.bank_ms, Millis(0));
    assert_eq!(online.clock.bank_ms, Millis(30_000));
}

#[test]
fn an_unknown_key_is_refused_with_its_path() {
    let text = format!("{ONLINE}\nclock.banck_ms = 3\n");
    let error = Library::parse([], [("tda-2024", TDA), ("online", &text)]).unwrap_err().to_string();
    assert!(
        error.contains("online") && error.contains("clock") && error.contains("banck_ms"),
        "{error}"
    );
}

#[test]
fn a_rulebook_cannot_extend_itself_or_nothing() {
    let circle = Library::parse([], [("a", "extends = \"b\""), ("b", "extends = \"a\"")]);
    assert!(matches!(circle, Err(LibraryError::Circle { .. })));
    let lost = Library::parse([], [("a", "extends = \"nowhere\"")]);
    assert!(matches!(lost, Err(LibraryError::UnknownParent { .. })));
    let number = Library::parse([], [("a", "extends = 3")]).unwrap_err();
    assert_eq!(number.to_string(), "a: extends is a text");
}

#[test]
fn a_rulebook_has_a_name_of_its_own() {
    let text = "extends = \"tda-2024\"\nid = \"house\"";
    let error = Library::parse([], [("tda-2024", TDA), ("house", text)]).unwrap_err();
    assert!(error.to_string().starts_with("house:") && error.to_string().contains("name"));
}

#[test]
fn a_mistake_is_told_in_the_file_where_it_is() {
    let text = TDA.replace("button = \"dead\"", "button = \"dropped\"");
    let error = Library::parse([], [("online", ONLINE), ("tda-2024", &text)]).unwrap_err();
    let line = 1 + text.lines().position(|line| line.starts_with("button = ")).unwrap();
    assert!(error.to_string().starts_with(&format!("tda-2024: line {line}: ")), "{error}");
}

#[test]
fn a_setting_with_one_value_has_no_other_and_keeps_its_rule() {
    let refused = |value: &str| {
        let text = TDA.replace("pot_count = \"pot_limit_only\"", &format!("pot_count = {value}"));
        assert_ne!(text, TDA);
        Library::parse([], [("tda-2024", &*text)]).unwrap_err().to_string()
    };
    // A word that no such setting has, and one that another setting has.
    let unknown = refused("\"always\"");
    assert!(unknown.contains("does not know the value `always`"), "{unknown}");
    assert!(unknown.starts_with("tda-2024: line ") && unknown.contains("pot_count"), "{unknown}");
    let other = refused("\"random\"");
    let says = "pot_count: the room only knows \"pot_limit_only\", not \"random\"";
    assert!(other.starts_with("tda-2024: line ") && other.ends_with(says), "{other}");
    let library = Library::parse([], [("tda-2024", TDA)]).unwrap();
    let settings = library.settings("tda-2024").unwrap();
    let pot_count = settings.iter().find(|setting| setting.path == "pot_count").unwrap();
    assert_eq!(pot_count.citation.rules(), ["54-A", "RP-21"]);
    assert_eq!(pot_count.used.word(), Some("fixed"));
}

#[test]
fn a_sentence_says_what_the_room_does() {
    let told = |settings: &str| -> Vec<String> {
        let text = format!("extends = \"tda-2024\"\nid = \"house\"\nname = \"House\"\n{settings}");
        let library = Library::parse([], [("tda-2024", TDA), ("house", &text)]).unwrap();
        let rules = &library.rulebook("house").unwrap().house_rules;
        rules.iter().map(|rule| rule.text.clone()).collect()
    };
    // The hand of an absent player is killed at the deal, whatever else the book says.
    let own_turn = told("present_at = \"own_turn\"\ncite.present_at = \"3\"");
    assert!(own_turn.iter().any(|text| text.contains("last card is dealt, or your hand is dead")));
    // Tables still halt: their threshold is what stops them.
    let breaks = told("levels.play_stops = \"breaks\"\ncite.levels.play_stops = \"4\"");
    assert!(breaks.iter().any(|text| text.contains("and at a table that is short of players")));
    let never = told("seating.halt_threshold = 0\ncite.seating.halt_threshold = \"4\"");
    assert!(never.iter().any(|text| text.contains("never for a table that is short")));
}

#[test]
fn a_house_says_its_language() {
    let of = |language: &str| {
        let text = format!(
            "extends = \"tda-2024\"\nid = \"house\"\nname = \"House\"\nshort = \"HPC\"\n\
             language = \"{language}\"\ncite.language = \"9\"\n"
        );
        Library::parse([], [("tda-2024", TDA), ("house", &text)])
    };
    let library = of("German").unwrap();
    let book = library.rulebook("house").unwrap();
    let told = book.house_rules.iter().find(|rule| rule.text.contains("German")).unwrap();
    assert_eq!(told.text, "Players speak German at the table.");
    assert_eq!(told.rule, "HPC 9");
    let shown = show(book, library.settings("house").unwrap());
    let line = shown.lines().find(|line| line.starts_with("language ")).unwrap();
    let words: Vec<_> = line.split_whitespace().collect();
    assert_eq!(words, ["language", "German", "HPC", "9", "[told]"]);
    let silent = of("").unwrap();
    let rules = &silent.rulebook("house").unwrap().house_rules;
    assert!(rules.iter().all(|rule| !rule.text.contains("Players speak")), "{rules:?}");
    let error = of(" German").unwrap_err().to_string();
    assert!(error.starts_with("house: line 5: language: a name of at most 40"), "{error}");
}

#[test]
fn a_mistake_names_its_key_in_every_section() {
    for (good, bad, key) in [
        ("min_raise = \"last_increment\"", "min_raise = \"double\"", "min_raise"),
        ("half_threshold = true", "half_threshold = 1", "half_threshold"),
        ("oot_may_raise = true", "oot_may_raise = \"yes\"", "oot_may_raise"),
        ("showdown.rabbit_ms = 5", "showdown.rabbit_ms = -5", "showdown.rabbit_ms"),
        ("newcomer = \"", "newcomer = \"x", "newcomer"),
        ("absence.minutes = 0", "absence.minutes = \"0\"", "absence.minutes"),
    ] {
        assert!(TDA.contains(good), "{good}");
        let text = TDA.replace(good, bad);
        let error = Library::parse([], [("tda-2024", text.as_str())]).unwrap_err().to_string();
        assert!(error.ends_with(&format!("in `{key}`")), "{bad}: {error}");
    }
    let text = format!("{ONLINE}\nbetting.min_raise = \"double_bet\"\n");
    let error = Library::parse([], [("tda-2024", TDA), ("online", &text)]).unwrap_err().to_string();
    assert_eq!(error, "online: unknown field `betting`");
}

#[test]
fn a_game_that_needs_more_cards_than_its_deck_is_refused() {
    let text = HOLDEM.replace("{ down = 2 }", "{ down = 5 }");
    let error = Library::parse([("holdem", text.as_str())], []).unwrap_err();
    assert!(matches!(error, LibraryError::Invalid { .. }), "{error}");
}

#[test]
fn numbers_that_would_break_a_table_are_refused_when_the_file_is_read() {
    for (good, bad) in [
        ("min_open_preflop_bb = 1", "min_open_preflop_bb = 9223372036854775807"),
        ("min_open_postflop_bb = 1", "min_open_postflop_bb = 0"),
        ("reopen_limit_percent = 50", "reopen_limit_percent = 101"),
        ("base_ms = 30000", "base_ms = 99"),
        ("bank_ms = 0", "bank_ms = 9223372036854775807"),
        ("grace_ms = 300", "grace_ms = 86400001"),
        ("called_clock.base_seconds = 25", "called_clock.base_seconds = 0"),
        ("called_clock.count_seconds = 5", "called_clock.count_seconds = 9223372036854775807"),
        ("absence.minutes = 0", "absence.minutes = 9223372036854775807"),
        ("hybrid.skipped_ms = 5000", "hybrid.skipped_ms = 86400001"),
        ("misunderstanding_percent = 0", "misunderstanding_percent = 101"),
        ("run_it = 1", "run_it = 4"),
        ("antes = [\"each\", \"big_blind\"]", "antes = [\"each\", \"none\"]"),
        ("redraw_button = []", "redraw_button = [\"half_new\", \"half_new\"]"),
        ("dealing.boxed_cards = 2", "dealing.boxed_cards = 0"),
        ("entry.late_stack = \"full\"", "entry.late_stack = \"full_or_less_per_level\""),
        ("entry.late_stack = \"full\"", "entry.late_stack = \"less_big_blinds\""),
        ("entry.late_percent_most = 0", "entry.late_percent_most = 101"),
        ("entry.late_levels_arranged = 0", "entry.late_levels_arranged = 2"),
        ("entry.re_entry = \"full_stack\"", "entry.re_entry = \"never\""),
        ("entry.new_table_least = 3", "entry.new_table_least = 11"),
        ("seating.difference_many_tables = 1", "seating.difference_many_tables = 0"),
        ("seating.halt_threshold = 3", "seating.halt_threshold = 11"),
        ("seating.halt_minutes_most = 5", "seating.halt_minutes_most = 0"),
        ("seating.final_table.of_six = 7", "seating.final_table.of_six = 1"),
        ("hand_for_hand.deduct_seconds = 120", "hand_for_hand.deduct_seconds = 181"),
        (
            "finish.same_hand = [\"starting_chips\"]",
            "finish.same_hand = [\"better_hand\", \"better_hand\"]",
        ),
        ("deals.winner_least_percent = 0", "deals.winner_least_percent = 101"),
        ("levels.break_least_percent = 50", "levels.break_least_percent = 101"),
        ("absence.warning_minutes = 0", "absence.warning_minutes = 1"),
        ("floor.claim_seconds = 60", "floor.claim_seconds = 86401"),
        ("strict_pot_display = false", "strict_pot_display = true"),
        ("show_to_win_contested = true", "show_to_win_contested = false"),
        ("show_one_show_all = true", "show_one_show_all = false"),
    ] {
        assert!(TDA.contains(good));
        let text = TDA.replace(good, bad);
        let error = Library::parse([], [("tda-2024", text.as_str())]).unwrap_err();
        assert!(matches!(error, LibraryError::Invalid { .. }), "{bad}: {error}");
    }
    let street = "\n[[streets]]\nname = \"more\"\ndeal = []\nopener = \"left_of_button\"\n\
                  tier = \"big\"\n";
    let text = HOLDEM.replace("\n[[showdown]]", &format!("{}\n[[showdown]]", street.repeat(300)));
    let error = Library::parse([("holdem", text.as_str())], []).unwrap_err();
    assert!(matches!(error, LibraryError::Invalid { .. }), "{error}");
}
