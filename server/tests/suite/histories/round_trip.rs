//! Exported hands are read back. The server's own check of real hands plays them on the engine and
//! compares the stacks. Another engine does the same if it is installed.

use super::dealt::{LIBRARY, called, hands, killed_and_restored, put_right, reawarded};
use cardroom::history::PlayedHand;
use cardroom_casebook::hands::{Source, check};
use cardroom_history::{Format, NotTold, phh, phhs};
use cardroom_protocol::game::{AnteKind, Betting};
use cardroom_protocol::history::HandRecord;
use cardroom_protocol::hybrid::{
    BoxedAt, BoxedCards, DealError, DealRemedy, HeldCard, TableCommand, WrongBurns,
};
use cardroom_protocol::table::{PostKind, TableEvent};
use cardroom_rules::Betting as RulesBetting;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::process::Command;

/// Tables of each game and betting structure.
const TABLES: u64 = 12;

/// Returns the record as an operator exports it, with everything visible.
fn whole(played: &PlayedHand) -> HandRecord {
    HandRecord { cards: played.cards.clone(), ..played.record.clone() }
}

/// Returns the record that one player may see.
fn own(played: &PlayedHand, seat: u8) -> HandRecord {
    let cards = played.cards.iter().filter(|cards| cards.seat == seat).cloned().collect();
    HandRecord { cards, viewer: Some(seat), ..played.record.clone() }
}

/// Returns every hand of every game, with its name.
fn every_hand() -> Vec<(String, PlayedHand)> {
    let mut all = Vec::new();
    for game in LIBRARY.games() {
        for betting in &game.betting {
            for seed in 0..TABLES {
                for (number, hand) in (1..).zip(hands(game, *betting, seed)) {
                    all.push((
                        format!("{} {betting:?}, seed {seed}, hand {number}", game.id),
                        hand,
                    ));
                }
            }
        }
    }
    all
}

fn agrees(name: &str, text: &str) -> Result<(), String> {
    let source = Source { path: "hand.phh", text, expected: None, most_boards: 0 };
    let mut told = String::new();
    let mut tell = |hand: &str| told.push_str(hand);
    let report = check(&LIBRARY, source, Some(&mut tell));
    match report.passed {
        1 => Ok(()),
        _ => Err(format!("{name}:\n{text}{told}{report}")),
    }
}

/// Returns the seats whose cards everyone saw.
fn shown(record: &HandRecord) -> BTreeSet<u8> {
    let shown = record.events().filter_map(|event| match event {
        TableEvent::HandTabled(tabled) => Some(tabled.seat),
        TableEvent::HandExposed(exposed) => Some(exposed.seat),
        _ => None,
    });
    shown.collect()
}

#[test]
fn a_hand_that_nobody_saw_is_named_nowhere() {
    let (mut named, mut unseen) = (0, 0);
    for (name, hand) in every_hand() {
        let shown = shown(&hand.record);
        let board: usize = hand
            .record
            .events()
            .map(|event| match event {
                TableEvent::BoardDealt(dealt) => dealt.cards.len(),
                _ => 0,
            })
            .sum();
        for event in hand.record.events() {
            let TableEvent::PotAwarded(award) = event else { continue };
            for share in &award.shares {
                let is_shown = shown.contains(&share.seat);
                assert_eq!(share.hand.is_some(), is_shown, "{name}: {share:?}");
                named += u32::from(is_shown);
                // Five cards on the board already make a hand.
                unseen += u32::from(!is_shown && board == 5);
            }
        }
        if !shown.is_empty() {
            continue;
        }
        for format in [Format::Phh, Format::Ohh, Format::PokerStars, Format::Text] {
            for record in [whole(&hand), hand.record.clone()] {
                let Ok(text) = format.write(&record) else { continue };
                for words in [" high", "Pair of", "Two pair", "Three of", "Straight", "Flush"] {
                    assert!(!text.contains(words), "{name}: {words} in\n{text}");
                }
            }
        }
    }
    assert!(named > 100 && unseen > 10, "{named} named, {unseen} unseen with a board");
}

#[test]
fn the_text_of_a_hand_names_streets_and_draws() {
    let texts: Vec<String> =
        every_hand().iter().filter_map(|(_, hand)| Format::Text.write(&whole(hand)).ok()).collect();
    let has = |words: &str| texts.iter().any(|text| text.contains(words));
    for words in
        ["  flop\n", "  river\n", "  fifth street\n", "  first draw\n", " discards ", " (Pair of "]
    {
        assert!(has(words), "{words:?} in no text");
    }
    for words in ["gives away", "to come in", "street 2", " with Pair of"] {
        assert!(!has(words), "{words:?}");
    }
}

#[test]
fn every_game_comes_back_to_the_same_stacks() {
    let (mut back, mut untold) = (0, 0);
    let mut wrong = Vec::new();
    for (name, hand) in every_hand() {
        match phh(&whole(&hand)) {
            Ok(text) => match agrees(&name, &text) {
                Ok(()) => back += 1,
                Err(report) => wrong.push(report),
            },
            // The format cannot express a reshuffle in the middle of a hand.
            Err(NotTold::NoWord(_)) => untold += 1,
            Err(error) => panic!("{name}: {error}"),
        }
    }
    let first = wrong.iter().take(3).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {} differ:\n{first}", wrong.len(), wrong.len() + back);
    assert!(back > 1_000 && untold < back / 10, "{back} back, {untold} untold");
}

#[test]
fn one_players_version_comes_back_too() {
    let holdem = LIBRARY.game("holdem").unwrap();
    let stud = LIBRARY.game("stud").unwrap();
    let mut back = 0;
    for (game, betting) in [(holdem, RulesBetting::NoLimit), (stud, RulesBetting::FixedLimit)] {
        for hand in (100..104).flat_map(|seed| hands(game, betting, seed)) {
            for (_, seat) in &hand.players {
                let text = phh(&own(&hand, *seat)).unwrap();
                agrees(&game.id, &text).unwrap();
                back += 1;
            }
        }
    }
    assert!(back > 40, "{back}");
}

#[test]
fn a_changed_chip_is_noticed() {
    let holdem = LIBRARY.game("holdem").unwrap();
    let hand = hands(holdem, RulesBetting::NoLimit, 4).remove(0);
    let mut record = whole(&hand);
    agrees("as it was", &phh(&record).unwrap()).unwrap();
    record.seats[0].ended_with.0 += 1;
    agrees("one chip more", &phh(&record).unwrap()).unwrap_err();
}

/// The shipped games that have a name in the format's standard.
const STANDARD: &[(&str, RulesBetting)] = &[
    ("holdem", RulesBetting::FixedLimit),
    ("holdem", RulesBetting::NoLimit),
    ("short-deck", RulesBetting::NoLimit),
    ("omaha", RulesBetting::PotLimit),
    ("omaha8", RulesBetting::FixedLimit),
    ("stud", RulesBetting::FixedLimit),
    ("stud8", RulesBetting::FixedLimit),
    ("razz", RulesBetting::FixedLimit),
    ("deuce-seven-single", RulesBetting::NoLimit),
    ("deuce-seven-triple", RulesBetting::FixedLimit),
    ("badugi", RulesBetting::FixedLimit),
];

/// Returns `true` if the other engine has the rules that a hand was played by. It counts no
/// dead small blind into a pot-limit bet (TDA 54-B), and takes a short big blind's ante before
/// the blind (TDA RP-11).
fn knows_its_rules(record: &HandRecord) -> bool {
    let start = record.events().find_map(|event| match event {
        TableEvent::HandStarted(start) => Some(start),
        _ => None,
    });
    let game = &start.unwrap().game;
    let posted = |kind: PostKind| {
        record.events().find_map(|event| match event {
            TableEvent::Posted(posted) if posted.post == kind => Some(posted.amount),
            _ => None,
        })
    };
    let dead_small = game.betting == Betting::PotLimit && posted(PostKind::SmallBlind).is_none();
    let short_ante = game.ante_kind == AnteKind::BigBlind
        && posted(PostKind::Ante).is_some_and(|ante| ante < game.ante);
    !dead_small && !short_ante
}

/// Replays every hand of a file, and prints one line for each whose stacks differ.
const PROGRAM: &str = r#"
import sys, warnings
from pokerkit import HandHistory
warnings.simplefilter("ignore")
with open(sys.argv[1], "rb") as file:
    hands = list(HandHistory.load_all(file))
agree = 0
for number, hand in enumerate(hands, 1):
    try:
        *_, state = hand
        stacks = list(state.stacks)
    except Exception as error:
        print(number, "is refused:", repr(error))
        continue
    if stacks == list(hand.finishing_stacks) and not state.status:
        agree += 1
    else:
        print(number, hand.variant, "ends with", stacks, "not", hand.finishing_stacks)
print(agree, "of", len(hands), "agree")
"#;

/// `CARDROOM_PYTHON` names a Python that has pokerkit. Without it, `python3` is tried.
#[test]
fn another_engine_accepts_what_is_exported() {
    let python = std::env::var("CARDROOM_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let found = Command::new(&python).args(["-c", "import pokerkit"]).output();
    if !found.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: {python} has no pokerkit (pip install pokerkit; CARDROOM_PYTHON)");
        return;
    }
    let mut records = Vec::new();
    for (id, betting) in STANDARD {
        let game = LIBRARY.game(id).unwrap();
        // It does not support rake, which every third seed takes.
        for seed in (0..TABLES).filter(|seed| !seed.is_multiple_of(3)) {
            records.extend(hands(game, *betting, seed).iter().map(whole));
        }
    }
    let all = records.len();
    records.retain(knows_its_rules);
    assert!(all - records.len() < all / 10, "{} of {all} are by other rules", all - records.len());
    let (text, _) = phhs(&records);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hands.phhs");
    std::fs::write(&file, &text).unwrap();
    if let Ok(path) = std::env::var("CARDROOM_KEEP_PHHS") {
        std::fs::write(path, &text).unwrap();
    }
    let output = Command::new(&python).args(["-c", PROGRAM]).arg(&file).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    eprintln!("{said}");
    let last = said.lines().last().unwrap_or_default();
    let numbers: Vec<usize> = last.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!(numbers.len() == 2 && numbers[0] == numbers[1], "{said}{complaints}");
    assert!(numbers[0] > 150, "{said}");
}

#[test]
fn every_format_tells_every_game_or_says_why_not() {
    let mut told = String::new();
    for (name, hand) in every_hand() {
        let record = own(&hand, hand.players[0].1);
        for format in [Format::Ohh, Format::Text] {
            let text = match format.write(&record) {
                Ok(text) => text,
                Err(NotTold::NoWord("the game")) if format == Format::Ohh => continue,
                Err(error) => panic!("{name}: {error}"),
            };
            assert!(text.contains("player 0") || hand.record.player(0).is_none(), "{name}: {text}");
            let _ = write!(told, "{text}");
        }
        match Format::PokerStars.write(&record) {
            Ok(text) => {
                assert!(text.starts_with("PokerStars Hand #"), "{text}");
                assert!(text.contains("*** SUMMARY ***"), "{text}");
            }
            Err(NotTold::NoWord(_)) => {}
            Err(error) => panic!("{name}: {error}"),
        }
    }
    assert!(told.contains("raises to") && told.contains("Shows Cards"), "it tells of play");
}

#[test]
fn open_hand_histories_add_up() {
    for (name, hand) in every_hand() {
        // The format has no name for some games.
        let Ok(text) = Format::Ohh.write(&whole(&hand)) else { continue };
        let hand: serde_json::Value = serde_json::from_str(&text).unwrap();
        let hand = &hand["ohh"];
        let list = |value: &serde_json::Value, key: &str| value[key].as_array().unwrap().clone();
        let sum = |values: &[serde_json::Value], key: &str| {
            values.iter().filter_map(|value| value[key].as_u64()).sum::<u64>()
        };
        let actions: Vec<_> =
            list(hand, "rounds").iter().flat_map(|round| list(round, "actions")).collect();
        let pots = list(hand, "pots");
        let wins: Vec<_> = pots.iter().flat_map(|pot| list(pot, "player_wins")).collect();
        let players = list(hand, "players");
        let (began, ended) = (sum(&players, "starting_stack"), sum(&players, "_final_stack"));
        assert_eq!(sum(&pots, "amount"), sum(&wins, "win_amount") + sum(&pots, "rake"), "{name}");
        assert_eq!(began, ended + sum(&pots, "rake"), "{name}");
        // Chips put in are won, raked, or returned uncalled.
        assert!(sum(&actions, "amount") >= sum(&pots, "amount"), "{name}");
    }
}

/// A corrected deal is exported in its state after the correction, and plays back to the same
/// stacks. The formats that have room for it name the rule.
#[test]
fn a_deal_that_was_put_right_comes_back_as_it_lay_then() {
    let holdem = LIBRARY.game("holdem").unwrap();
    let exposed = DealError::Exposed(HeldCard { seat: 0, place: 1 });
    let boxed = |at| DealError::Boxed(BoxedCards { cards: 1, at });
    let in_hand = boxed(BoxedAt::Hand(HeldCard { seat: 2, place: 0 }));
    let burns = DealError::Burns(WrongBurns { burned: 2, exposed: true });
    let cases: [(&str, &[Option<DealError>]); 6] = [
        ("tfpl", &[Some(exposed)]),
        ("tnpl", &[Some(in_hand)]),
        ("tda-2024", &[None, Some(DealError::FourCardFlop(false))]),
        ("tfpl", &[None, Some(DealError::FourCardFlop(false)), Some(burns)]),
        ("tnpl", &[None, Some(boxed(BoxedAt::Board(1)))]),
        ("tda-2024", &[None, Some(DealError::NoBurn(true)), Some(DealError::Premature(0))]),
    ];
    for (book, errors) in cases {
        for seed in 0..12 {
            let hand = put_right(holdem, book, errors, seed);
            let record = whole(&hand);
            let name = format!("{book} {errors:?}, seed {seed}");
            let ruled: Vec<&DealRemedy> = record
                .events()
                .filter_map(|event| match event {
                    TableEvent::DealRuled(ruled) => Some(&ruled.remedy),
                    _ => None,
                })
                .collect();
            assert_eq!(ruled.len(), errors.iter().flatten().count(), "{name}");
            let text = phh(&record).unwrap_or_else(|error| panic!("{name}: {error}"));
            agrees(&name, &text).unwrap_or_else(|report| panic!("{report}"));
            assert!(text.contains("_put_right = ["), "{name}: {text}");
            assert!(Format::Ohh.write(&record).unwrap().contains("_put_right"), "{name}");
            assert!(Format::Text.write(&record).unwrap().contains("was corrected"), "{name}");
            assert!(matches!(Format::PokerStars.write(&record), Err(NotTold::NoWord(_))));
            // Every card appears once.
            let cards = record.cards.iter().flat_map(|cards| &cards.dealt);
            let mut told: Vec<_> = cards.map(ToString::to_string).collect();
            let board = text.split("d db ").skip(1).filter_map(|rest| rest.split('"').next());
            for run in board {
                told.extend(
                    run.as_bytes().chunks(2).map(|card| String::from_utf8_lossy(card).into_owned()),
                );
            }
            let count = told.len();
            told.sort();
            told.dedup();
            assert_eq!((count, told.len()), (13, 13), "{name}: {text}");
        }
    }
}

/// Returns the chips that a hand brought each seat.
fn stacks(hand: &PlayedHand) -> Vec<(u8, u64)> {
    hand.record.seats.iter().map(|seat| (seat.seat, seat.ended_with.0)).collect()
}

/// A pot that the floor awarded anew is exported in its final state, even when the next
/// hand is under way.
#[test]
fn a_pot_that_was_awarded_anew_takes_the_place_of_what_was_told() {
    let holdem = LIBRARY.game("holdem").unwrap();
    for (seed, in_next_hand) in (0..12).flat_map(|seed| [(seed, false), (seed, true)]) {
        let [before, after] = reawarded(holdem, in_next_hand, seed);
        assert!(!before.retold && after.retold);
        assert_eq!(before.cards, after.cards);
        assert_eq!(before.record.ended_at, after.record.ended_at);
        let (first, second) = (stacks(&before), stacks(&after));
        let moved: Vec<i64> = std::iter::zip(&first, &second)
            .map(|((_, before), (_, after))| after.cast_signed() - before.cast_signed())
            .filter(|moved| *moved != 0)
            .collect();
        assert!(moved == [-30, 30] || moved == [30, -30], "{first:?} {second:?}");
        let text = Format::Text.write(&after.record).unwrap();
        assert!(text.contains("the floor gives 30 of what player"), "{text}");
        // The stacks match the winnings of every player in the pots.
        let ohh: serde_json::Value =
            serde_json::from_str(&Format::Ohh.write(&after.record).unwrap()).unwrap();
        let wins = |hand: &serde_json::Value, seat: u8| -> u64 {
            let pots = hand["ohh"]["pots"].as_array().unwrap();
            let wins = pots.iter().flat_map(|pot| pot["player_wins"].as_array().unwrap());
            let own = wins.filter(|win| win["player_id"] == seat);
            own.map(|win| win["win_amount"].as_u64().unwrap()).sum()
        };
        let told: serde_json::Value =
            serde_json::from_str(&Format::Ohh.write(&before.record).unwrap()).unwrap();
        for ((seat, before), (_, after)) in std::iter::zip(first, second) {
            assert_eq!(before + wins(&ohh, seat), after + wins(&told, seat), "seat {seat}: {ohh}");
        }
        // An engine that replays it would award the pot as it was at first.
        assert!(matches!(phh(&after.record), Err(NotTold::NoWord(_))));
    }
}

#[test]
fn a_hand_that_was_killed_by_mistake_is_told_with_what_was_ordered() {
    let holdem = LIBRARY.game("holdem").unwrap();
    for seed in 0..6 {
        let hand = killed_and_restored(holdem, seed);
        let ordered: Vec<&TableCommand> = hand
            .record
            .events()
            .filter_map(|event| match event {
                TableEvent::FloorOrdered(ordered) => Some(&ordered.command),
                _ => None,
            })
            .collect();
        assert_eq!(ordered, [&TableCommand::KillHand(2), &TableCommand::RestoreHand(2)]);
        // Everyone stays to the showdown, including the restored hand.
        let text = Format::Text.write(&whole(&hand)).unwrap();
        let shown = text.matches(" shows ").count() + text.matches(" mucks").count();
        assert_eq!(shown, 4, "{text}");
    }
}

/// GAPS G-48; TFPL and Spotlight 3e-5, WPTAPL 22.
#[test]
fn histories_reveal_called_hands_where_the_book_says_so() {
    let holdem = LIBRARY.game("holdem").unwrap();
    let revealed = |book: &str, killed: &[u8]| {
        let hand = called(holdem, book, killed, 5);
        assert_eq!(hand.cards.len(), 4, "{book}: everybody's cards are sealed");
        hand.record.cards.iter().map(|cards| cards.seat).collect::<Vec<_>>()
    };
    for book in ["tfpl", "spotlight", "wptapl", "online"] {
        let mut seats = revealed(book, &[2]);
        seats.sort_unstable();
        assert_eq!(seats, [0, 1, 3], "{book}: a dead hand stays hidden");
        assert_eq!(revealed(book, &[2, 1, 0]), [0; 0], "{book}: nobody called the winner");
    }
    for book in ["tda-2024", "tnpl"] {
        assert_eq!(revealed(book, &[2]), [0; 0], "{book}");
    }
}
