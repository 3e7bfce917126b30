//! The tournaments in `config/tournaments` can be played, and errors in such files name the key.

use crate::common;

use cardroom_rules::{
    AnteKind, Betting, BountyKind, Cents, Chips, Format, Library, Play, Shares, Stage, Structure,
    Switch,
};
use std::collections::BTreeMap;
use std::path::Path;

/// Returns every file of a folder of `config`, by name.
fn folder(name: &str) -> BTreeMap<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config").join(name);
    let files = std::fs::read_dir(path).expect("a folder of config");
    let files = files.map(|file| file.expect("a file of it").path());
    let text = |path: std::path::PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).expect("a text"))
    };
    files.map(text).collect()
}

fn texts(files: &BTreeMap<String, String>) -> impl Iterator<Item = (&str, &str)> {
    files.iter().map(|(name, text)| (name.as_str(), text.as_str()))
}

fn room(structures: &BTreeMap<String, String>) -> Result<Library, String> {
    let games = folder("games");
    let library = Library::parse(texts(&games), common::BOOKS).expect("games and rulebooks");
    library.parse_structures(texts(structures)).map_err(|error| error.to_string())
}

fn shipped() -> Library {
    room(&folder("tournaments")).unwrap_or_else(|error| panic!("{error}"))
}

fn structure<'a>(library: &'a Library, id: &str) -> &'a Structure {
    library.structure(id).unwrap_or_else(|| panic!("there is no {id}"))
}

#[test]
fn every_shipped_tournament_can_be_played() {
    let library = shipped();
    let ids: Vec<_> = library.structures().map(|structure| structure.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "bounty",
            "heads-up-bracket",
            "heads-up-sit-and-go",
            "horse-championship",
            "main-event-1a",
            "main-event-1b",
            "main-event-2",
            "million",
            "mystery-bounty",
            "nightly-freezeout",
            "progressive-knockout",
            "satellite",
            "saturday-rebuy",
            "shootout",
            "sit-and-go",
            "sit-and-go-hyper",
            "spotlight-league-night",
            "sunday-re-entry",
            "test-turbo",
            "tfpl-league-night",
            "tnpl-league-night",
            "tnpl-pub-night",
            "weekly-table",
            "wptapl-league-night",
        ]
    );
    for structure in library.structures() {
        let plays = library.level_plays(structure).unwrap();
        assert_eq!(plays.len(), structure.levels().count(), "{}", structure.id);
        let valid = |play: &Play| play.validate().is_ok();
        assert!(plays.iter().all(|(plays, _)| plays.iter().all(valid)), "{}", structure.id);
    }
}

/// By the last level, all chips of a large field together are few enough big blinds for the
/// tournament to end. For the largest field ever, they are fewer than ten.
#[test]
fn every_shipped_tournament_comes_to_its_end() {
    let library = shipped();
    for structure in library.structures().filter(|structure| structure.next_day.is_none()) {
        let last = structure.levels().last().unwrap().stakes.big_blind;
        let entry = &structure.entry;
        let entrants = u64::from(entry.max_entrants.min(3_000));
        let all = entry.starting_stack.times(entrants);
        let big_blinds = all.divide(last.0).0.0;
        assert!(big_blinds < 60, "{}: {big_blinds} big blinds at the end", structure.id);
    }
    let million = structure(&library, "million");
    let all = million.entry.starting_stack.times(253_698);
    assert!(all.divide(million.levels().last().unwrap().stakes.big_blind.0).0 < Chips(10));
}

#[test]
fn each_kind_of_tournament_is_there() {
    let library = shipped();
    let of = |id: &str| library.structure(id).unwrap();
    assert!(of("saturday-rebuy").entry.rebuy.is_some());
    assert_eq!(of("saturday-rebuy").entry.add_on.as_ref().unwrap().chips, Chips(6_000));
    assert_eq!(of("sunday-re-entry").entry.re_entries, 2);
    assert_eq!(of("sunday-re-entry").price(), Cents(5_500));
    assert_eq!(of("bounty").bounty.as_ref().unwrap().kind, BountyKind::Fixed);
    assert_eq!(of("bounty").price(), Cents(2_200));
    let progressive = &of("progressive-knockout").bounty.as_ref().unwrap().kind;
    assert_eq!(*progressive, BountyKind::Progressive { cash_percent: 50 });
    let mystery = &of("mystery-bounty").bounty.as_ref().unwrap().kind;
    assert!(matches!(mystery, BountyKind::Mystery { prizes } if prizes.len() == 5));
    let seats = &of("satellite").prizes.shares;
    assert!(matches!(seats, Shares::Tickets { structure, .. } if structure == "sunday-re-entry"));
    assert_eq!(of("shootout").format, Format::Shootout);
    assert_eq!(
        (of("sit-and-go-hyper").format, of("sit-and-go-hyper").seats),
        (Format::SitAndGo, 6)
    );
    assert_eq!((of("heads-up-bracket").format, of("heads-up-bracket").seats), (Format::HeadsUp, 2));
    let real = library.structures().filter(|structure| structure.has_real_cards());
    assert_eq!(real.map(|structure| &*structure.id).collect::<Vec<_>>(), ["tnpl-pub-night"]);
    for book in ["tnpl", "tfpl", "spotlight", "wptapl"] {
        let id = format!("{book}-league-night");
        assert_eq!(of(&id).rulebook, book);
    }
}

#[test]
fn rows_share_what_the_levels_have_in_common() {
    let library = shipped();
    let weekly = structure(&library, "weekly-table");
    let Stage::Level(first) = &weekly.stages[0] else { panic!("a level") };
    assert_eq!((first.seconds, first.stakes.betting), (900, Betting::NoLimit));
    assert_eq!((first.stakes.small_blind, first.stakes.big_blind), (Chips(25), Chips(50)));
    assert_eq!((first.stakes.ante_kind, first.stakes.unit), (AnteKind::None, Chips(25)));
    let Stage::Break(pause) = &weekly.stages[4] else { panic!("a break") };
    assert_eq!((pause.seconds, pause.new_unit), (600, Some(Chips(100))));
    let Stage::Level(fifth) = &weekly.stages[5] else { panic!("a level") };
    assert_eq!((fifth.stakes.ante_kind, fifth.stakes.ante), (AnteKind::BigBlind, Chips(200)));
    assert_eq!(fifth.stakes.unit, Chips(100), "of the break before it");
}

#[test]
fn the_rulebook_says_how_long_one_may_enter_where_the_event_does_not() {
    let library = shipped();
    let late = |id: &str| {
        let structure = structure(&library, id);
        let rulebook = library.rulebook(&structure.rulebook).unwrap();
        (structure.late_levels(rulebook), structure.late_levels_arranged(rulebook))
    };
    assert_eq!(late("nightly-freezeout"), (6, 6));
    assert_eq!(late("tnpl-league-night"), (3, 3));
    assert_eq!(late("tfpl-league-night"), (4, 4), "to the end of the first break");
    assert_eq!(late("wptapl-league-night"), (3, 3));
    assert_eq!(late("spotlight-league-night"), (1, 2), "the second by arrangement");
    assert_eq!(late("sit-and-go-hyper"), (0, 0));
    assert_eq!(late("main-event-2"), (0, 0));

    let open = |book: &str, late_levels| {
        let mut structure = structure(&library, "wptapl-league-night").clone();
        structure.entry.late_levels = late_levels;
        structure.late_levels(library.rulebook(book).unwrap())
    };
    assert_eq!((open("tnpl", None), open("spotlight", None), open("online", None)), (3, 1, 0));
    assert_eq!(open("tnpl", Some(5)), 5);
}

#[test]
fn flights_play_for_the_prizes_of_their_last_day() {
    let library = shipped();
    let [first, other] = ["main-event-1a", "main-event-1b"].map(|id| structure(&library, id));
    let last = structure(&library, "main-event-2");
    assert_eq!((&first.prizes, &other.prizes), (&last.prizes, &last.prizes));
    assert_eq!(first.prizes.guarantee, Cents(5_000_000));
    assert_eq!(first.next_day.as_deref(), Some("main-event-2"));
    assert_eq!(first.format, Format::Flight { survivors_basis_points: 1_500 });
}

#[test]
fn the_final_table_is_the_rulebooks_or_the_events_own() {
    let library = shipped();
    let players = |id: &str| {
        let structure = structure(&library, id);
        structure.final_table_players(library.rulebook(&structure.rulebook).unwrap())
    };
    assert_eq!(players("nightly-freezeout"), 9, "of nine, TDA RP-9");
    assert_eq!(players("sunday-re-entry"), 9, "of eight, TDA RP-9");
    assert_eq!(players("horse-championship"), 8, "stud deals to no more");
    assert_eq!(players("tnpl-league-night"), 10, "TNPL B4");
    assert_eq!(players("sit-and-go-hyper"), 6);
    assert_eq!(players("heads-up-bracket"), 2);
    let tda = &library.rulebook("tda-2024").unwrap().seating.final_table;
    let sizes = [9, 8, 7, 6, 5, 10].map(|seats| tda.players(seats));
    assert_eq!(sizes, [9, 9, 7, 7, 5, 10]);
}

#[test]
fn a_rotation_by_level_has_one_game_at_each_level() {
    let mut games = folder("games");
    let horse = games["horse"].replace("switch = \"orbit\"", "switch = \"level\"");
    games.insert("horse".to_owned(), horse);
    let library = Library::parse(texts(&games), common::BOOKS).unwrap();
    let by_level = library.parse_structures(texts(&folder("tournaments"))).unwrap();
    let plays = by_level.level_plays(structure(&by_level, "horse-championship")).unwrap();
    let game = |level: usize| {
        let (plays, switch) = &plays[level];
        assert_eq!((plays.len(), *switch), (1, Switch::Never));
        plays[0].game.id.as_str()
    };
    let first: Vec<_> = (0..6).map(game).collect();
    assert_eq!(first, ["holdem", "omaha8", "razz", "stud", "stud8", "holdem"]);

    let library = shipped();
    let by_orbit = library.level_plays(structure(&library, "horse-championship")).unwrap();
    assert!(by_orbit.iter().all(|(plays, switch)| plays.len() == 5 && *switch == Switch::Orbit));
    let razz = &by_orbit[1].0[2].stakes;
    assert_eq!((razz.big_blind, razz.ante, razz.bring_in), (Chips(150), Chips(25), Chips(25)));
}

/// Returns the error for a shipped file in which one text is replaced.
fn complaint(id: &str, good: &str, bad: &str) -> String {
    let mut files = folder("tournaments");
    let text = files.get_mut(id).expect("a shipped tournament");
    assert!(text.contains(good), "{id} has no {good}");
    *text = text.replacen(good, bad, 1);
    match room(&files) {
        Ok(_) => panic!("{id} is taken with {bad}"),
        Err(error) => error,
    }
}

/// Returns a shipped file with another id, and with one text replaced.
fn of_its_own(id: &str, good: &str, bad: &str) -> String {
    let text = &folder("tournaments")[id];
    assert!(text.contains(good), "{id} has no {good}");
    let named = format!("id = \"{id}\"");
    text.replacen(&named, "id = \"club-night\"", 1).replacen(good, bad, 1)
}

#[test]
fn a_structure_that_is_no_file_of_the_room_is_the_one_that_the_file_would_be() {
    let library = shipped();
    for shipped in library.structures() {
        if shipped.next_day.is_some() || shipped.entry.qualified_only {
            continue;
        }
        let parsed = library.parse_structure(&of_its_own(&shipped.id, "", "")).unwrap();
        let expected = Structure { id: "club-night".to_owned(), ..(**shipped).clone() };
        assert_eq!(parsed, expected, "{}", shipped.id);
    }
}

#[test]
fn a_structure_that_is_no_file_of_the_room_is_refused_like_one_and_if_it_stands_for_others() {
    let library = shipped();
    let refused = |text: &str| library.parse_structure(text).unwrap_err();
    let nightly = "nightly-freezeout";
    for (id, good, bad, said) in [
        (nightly, "seats = 9", "seats = 11", "seats is 2 to 10"),
        (nightly, "seats = 9", "seats = ", "line "),
        (nightly, "seats = 9", "seats = \"9\"", "in `seats`"),
        (nightly, "seats = 9", "saets = 9", "saets"),
        (nightly, "game = \"holdem\"", "game = \"snap\"", "game = \"snap\""),
        (nightly, "rulebook = \"online\"", "rulebook = \"none\"", "rulebook = \"none\""),
        (nightly, "club-night", "sit-and-go", "is a structure of this room"),
        (nightly, "club-night", "", "id: 1 to 60"),
        (nightly, "club-night", "club night", "id: 1 to 60"),
        ("satellite", "worth = 5500", "worth = 5000", "costs 5500 cents"),
        ("main-event-1a", "", "", "next_day: "),
        ("main-event-2", "", "", "entry.qualified_only: "),
    ] {
        let text = match good {
            "club-night" => of_its_own(id, "", "").replacen(good, bad, 1),
            _ => of_its_own(id, good, bad),
        };
        let error = refused(&text);
        assert!(error.contains(said), "{id} with {bad}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
    assert_eq!(refused(""), "missing field `id`");
}

#[test]
fn a_mistake_is_told_with_its_key() {
    let nightly = "nightly-freezeout";
    for (id, good, bad, said) in [
        (nightly, "seats = 9", "seats = 11", "seats is 2 to 10"),
        (nightly, "seats = 9", "saets = 9", "saets"),
        (nightly, "seats = 9", "seats = 9\nfinal_table = 11", "final_table is 2 to 10"),
        (nightly, "game = \"holdem\"", "game = \"snap\"", "game = \"snap\""),
        (nightly, "rulebook = \"online\"", "rulebook = \"none\"", "rulebook = \"none\""),
        (nightly, "id = \"nightly-freezeout\"", "id = \"x\"", "must be the name of the file"),
        (nightly, "betting = \"no_limit\"", "", "levels.betting"),
        (nightly, "ante_kind = \"big_blind\"", "", "level 4: levels.ante_kind"),
        (nightly, "minutes = 10", "", "level 1: say how long it lasts"),
        (nightly, "minutes = 10", "minutes = 10\nseconds = 600", "not both"),
        (nightly, "minutes = 10", "seconds = 0", "row 1: a level or break lasts 1 second to 1 day"),
        (nightly, "[75, 150]", "[75, 99]", "level 3: the big blind falls"),
        (nightly, "ante = 600 }", "ante = 300 }", "level 8: the ante falls"),
        (nightly, "blinds = [50, 100]", "blinds = [100, 50]", "level 2: the big blind is at least"),
        (nightly, "{ blinds = [50, 100] }", "{ ante = 5 }", "level 2: a level has blinds"),
        (nightly, "{ break = 5 }", "{ break = 5 }, { break = 5 }", "two breaks in a row"),
        (nightly, "{ break = 5 }", "{ break = 5, ante = 1 }", "a break has nothing of a level"),
        (nightly, "{ break = 5 }", "{ break = 5, new_unit = 50 }", "by Online"),
        (nightly, "{ blinds = [25, 50] },", "{ break = 5 },", "the first and the last is a level"),
        (nightly, "starting_stack = 10000", "starting_stack = 0", "entry.starting_stack"),
        (nightly, "min_entrants = 10", "min_entrants = 1", "min_entrants is at least 2"),
        (nightly, "late_levels = 6", "late_levels = 99", "entry.late_levels"),
        (nightly, "basis_points = 1500,", "basis_points = 0,", "paid_basis_points is 1 to 10000"),
        (nightly, "least_percent = 200", "least_percent = 700", "more than the buy-ins"),
        (nightly, "[pace]", "[pace]\nhurry = true", "hurry"),
        (nightly, "seats = 9", "seats = 9\ncards = \"paper\"", "paper"),
        ("sit-and-go-hyper", "seats = 6", "seats = 6\ncards = \"real\"", "pace is the pace"),
        ("heads-up-bracket", "seats = 2", "seats = 2\ncards = \"real\"", "is played with format"),
        ("weekly-table", "unit = 25", "unit = 10", "multiples of the unit"),
        ("weekly-table", "starting_stack = 5000", "starting_stack = 5010", "multiple of the unit"),
        ("weekly-table", "new_unit = 500", "new_unit = 250", "level 9: new_unit is a multiple"),
        ("weekly-table", "[6500, 3500]", "[6500, 3000]", "from 5: basis_points sum up to 10000"),
        ("weekly-table", "[6500, 3500]", "[3500, 6500]", "from 5: no place has more"),
        ("weekly-table", "from = 2,", "from = 5,", "the first table is for min_entrants"),
        ("weekly-table", "from = 8,", "from = 4,", "tables are in the order of from"),
        ("saturday-rebuy", "after_level = 6", "after_level = 5", "entry.add_on.after_level"),
        ("saturday-rebuy", "until_level = 6", "until_level = 0", "entry.rebuy.until_level"),
        ("bounty", "amount = 1000", "amount = 0", "bounty.amount"),
        ("progressive-knockout", "cash_percent = 50", "cash_percent = 101", "cash_percent is 1"),
        ("mystery-bounty", "per_ten_thousand = 7500", "per_ten_thousand = 7501", "at most 10000"),
        ("satellite", "worth = 5500", "worth = 5000", "costs 5500 cents with everything, not 5000"),
        (
            "satellite",
            "structure = \"sunday-re-entry\"",
            "structure = \"x\"",
            "no tournament \"x\"",
        ),
        ("sit-and-go-hyper", "min_entrants = 6", "min_entrants = 5", "starts when it is full"),
        (
            "sit-and-go-hyper",
            "max_entrants = 6",
            "max_entrants = 6\nre_entries = 1",
            "after the start",
        ),
        ("heads-up-bracket", "seats = 2", "seats = 3", "format = \"heads_up\" has seats = 2"),
        ("main-event-1a", "next_day = \"main-event-2\"", "", "prizes: say what is won"),
        ("main-event-1a", "\"main-event-2\"", "\"weekly-table\"", "qualified_only"),
        ("main-event-1a", "basis_points = 1500", "basis_points = 0", "survivors_basis_points is 1"),
        (
            "main-event-1a",
            "[entry]",
            "[prizes]\nshares = \"winner_takes_all\"\n[entry]",
            "leave them out",
        ),
        ("main-event-2", "unit = 500", "unit = 1000", "chips that nobody has yet"),
        ("main-event-2", "qualified_only = true", "", "qualified_only"),
        ("weekly-table", "[entry]", "[entry]\ncarried = \"sum\"", "belongs to qualified_only"),
        ("horse-championship", "final_table = 8", "", "say final_table = 8"),
        ("horse-championship", "seats = 8", "seats = 9", "seats is at most 8"),
        ("tnpl-league-night", "late_levels = 3", "late_levels = 2", "at least 3"),
        ("spotlight-league-night", "late_levels = 1", "late_levels = 2", "at most 1"),
        ("spotlight-league-night", "late_levels = 1", "re_entries = 1", "nobody enters again"),
        (
            "wptapl-league-night",
            "max_entrants = 81",
            "max_entrants = 81\nlate_levels = 2",
            "after level 3",
        ),
        (
            "wptapl-league-night",
            "{ blinds = [25, 50] }",
            "{ blinds = [25, 50], ante = 50 }",
            "ante_kind",
        ),
        ("tfpl-league-night", "buy_in = 0", "buy_in = 0\nlate_deduction = true", "late_deduction"),
        (
            "tfpl-league-night",
            "buy_in = 0",
            "buy_in = 0\nearly_bonus = { chips = 25, minutes_before = 5 }",
            "entry.early_bonus: by The Fantasy Poker League",
        ),
        (
            "spotlight-league-night",
            "buy_in = 0",
            "buy_in = 0\nadd_on = { cost = 100, chips = 500, after_level = 4 }",
            "does not allow rebuys or add-ons",
        ),
        (
            "spotlight-league-night",
            "unit = 25\nrows = [\n    { blinds = [25, 50] }",
            "unit = 25\nante_kind = \"each\"\nrows = [\n    { blinds = [25, 50], ante = 25 }",
            "row 1: Spotlight Karaoke does not know this ante",
        ),
    ] {
        let complaint = complaint(id, good, bad);
        // An error between two days is reported in the file that names the other.
        let file = if id == "main-event-2" { "main-event-1a" } else { id };
        assert!(complaint.starts_with(file), "{complaint}");
        assert!(complaint.contains(said), "{bad}: {complaint}");
    }
}

#[test]
fn a_structure_can_be_kept_and_read_again() {
    for structure in shipped().structures() {
        let kept = toml::to_string(&**structure).unwrap();
        let again: Structure = toml::from_str(&kept).unwrap();
        assert_eq!(again, **structure);
    }
}
