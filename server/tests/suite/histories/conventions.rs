//! Exports keep the conventions of their formats, line by line, for hands of every game, of an
//! evening with comings and goings, and of a tournament.

use super::dealt::{LIBRARY, hands};
use super::evenings::{ring, tournament};
use cardroom::history::PlayedHand;
use cardroom_history::{Format, NotTold};
use cardroom_protocol::history::HandRecord;
use cardroom_protocol::table::TableEvent;
use cardroom_rules::Betting;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the record that one player may see.
pub(crate) fn own(played: &PlayedHand, seat: u8) -> HandRecord {
    let record = played.record.clone();
    let known = record.cards_of(seat).is_some();
    let cards = played.cards.iter().filter(|cards| cards.seat == seat && !known).cloned();
    let cards = record.cards.iter().cloned().chain(cards).collect();
    HandRecord { cards, viewer: Some(seat), ..record }
}

/// Returns hands of every game in every betting structure, of evenings, and of tournaments.
pub(crate) fn a_thousand(tables: u64) -> Vec<PlayedHand> {
    let mut all = Vec::new();
    for game in LIBRARY.games() {
        for betting in &game.betting {
            all.extend((0..tables).flat_map(|seed| hands(game, *betting, seed)));
        }
    }
    for (id, betting, evenings) in [
        ("holdem", Betting::NoLimit, 10 * tables),
        ("omaha", Betting::PotLimit, 2 * tables),
        ("omaha8", Betting::PotLimit, tables),
        ("courchevel", Betting::PotLimit, tables),
    ] {
        let game = LIBRARY.game(id).unwrap();
        all.extend((100..100 + evenings).flat_map(|seed| ring(game, betting, seed)));
    }
    all.extend((0..2 * tables).flat_map(tournament));
    all
}

/// Returns the hands of their first players, who did not see the others' cards.
fn files() -> Vec<HandRecord> {
    let hands = a_thousand(4);
    hands.iter().flat_map(|hand| hand.players.iter().map(|(_, seat)| own(hand, *seat))).collect()
}

fn texts() -> Vec<(HandRecord, String)> {
    let told = files().into_iter().filter_map(|record| {
        let text = Format::PokerStars.write(&record);
        match text {
            Ok(text) => Some((record, text)),
            Err(NotTold::NoWord(_)) => None,
            Err(error) => panic!("{error}: {record:?}"),
        }
    });
    told.collect()
}

fn name(record: &HandRecord, seat: u8) -> &str {
    &record.player(seat).unwrap().name
}

/// The chips of a PokerStars text.
#[derive(Default)]
struct Money<'t> {
    bets: BTreeMap<&'t str, u64>,
    put_in: BTreeMap<&'t str, u64>,
    won: BTreeMap<&'t str, u64>,
    total: u64,
    rake: u64,
    pots: u64,
}

fn number(text: &str) -> u64 {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("no number in {text}"))
}

impl<'t> Money<'t> {
    fn of(text: &'t str, small_blind: u64) -> Self {
        let mut money = Self::default();
        for line in text.lines().take_while(|line| *line != "*** SUMMARY ***") {
            let is_first = ["HOLE CARDS", "3rd STREET", "DEALING HANDS", "PRE-FLOP"];
            if line.starts_with("*** ") && !is_first.iter().any(|first| line.contains(first)) {
                money.bets.clear();
            } else if let Some((name, what)) = line.split_once(": ") {
                money.action(name, what, small_blind);
            } else if let Some(rest) = line.strip_prefix("Uncalled bet (") {
                let name = rest.split_once("returned to ").unwrap().1;
                *money.put_in.get_mut(name).unwrap() -= number(rest);
            } else if let Some((name, rest)) = line.split_once(" collected ") {
                *money.won.entry(name).or_default() += number(rest);
            }
        }
        let total = text.lines().find_map(|line| line.strip_prefix("Total pot ")).unwrap();
        money.total = number(total);
        money.rake = number(total.split_once("Rake ").unwrap().1);
        let parts = total.split_once(" |").unwrap().0.split(". ");
        money.pots = parts
            .filter(|part| part.contains("pot"))
            .map(|part| number(part.trim_end_matches('.').rsplit(' ').next().unwrap()))
            .sum();
        money
    }

    fn action(&mut self, name: &'t str, what: &str, small_blind: u64) {
        let amount = |words: &str| what.strip_prefix(words).map(number);
        let bet = self.bets.entry(name).or_default();
        let (live, dead) = if let Some(ante) = amount("posts the ante ") {
            (0, ante)
        } else if let Some(both) = amount("posts small & big blinds ") {
            (both - small_blind, small_blind)
        } else if what.starts_with("raises ") {
            (number(what.split_once(" to ").unwrap().1) - *bet, 0)
        } else {
            let words = [
                "posts big blind ",
                "posts small blind ",
                "posts straddle ",
                "calls ",
                "bets ",
                "brings in for ",
            ];
            (words.iter().find_map(|words| amount(words)).unwrap_or(0), 0)
        };
        *bet += live;
        *self.put_in.entry(name).or_default() += live + dead;
    }
}

#[test]
fn the_money_of_a_pokerstars_text_adds_up_to_its_pot_and_to_the_stacks() {
    let (mut both, mut sides, mut hands) = (0, 0, 0);
    for (record, text) in texts() {
        let start = record.events().find_map(|event| match event {
            TableEvent::HandStarted(start) => Some(start.clone()),
            _ => None,
        });
        let money = Money::of(&text, start.unwrap().game.small_blind.0);
        assert_eq!(money.put_in.values().sum::<u64>(), money.total, "{text}");
        assert_eq!(money.won.values().sum::<u64>() + money.rake, money.total, "{text}");
        if money.pots > 0 {
            assert_eq!(money.pots + money.rake, money.total, "{text}");
            sides += 1;
        }
        for seat in &record.seats {
            let of = |amounts: &BTreeMap<&str, u64>| amounts.get(&*seat.name).copied().unwrap_or(0);
            let ended = seat.began_with.0 - of(&money.put_in) + of(&money.won);
            assert_eq!(ended, seat.ended_with.0, "{}: {text}", seat.name);
        }
        both += text.matches(": posts small & big blinds ").count();
        hands += 1;
    }
    assert!(hands > 1_000 && both > 10 && sides > 50, "{hands} hands, {both} both, {sides} sides");
}

#[test]
fn only_the_viewer_is_dealt_cards_in_a_pokerstars_text() {
    let mut stud = 0;
    for (record, text) in texts() {
        let hero = name(&record, record.viewer.unwrap());
        let play = text.split("*** SHOW DOWN ***").next().unwrap();
        let is_stud = text.contains("*** 3rd STREET ***");
        let mut dealt = BTreeSet::new();
        for line in text.lines().filter_map(|line| line.strip_prefix("Dealt to ")) {
            let (name, cards) = line.split_once(" [").unwrap();
            if name == hero {
                dealt.insert(name);
                continue;
            }
            assert!(is_stud, "{text}");
            stud += 1;
            // One card of a street, behind those that lie face up.
            let new = cards.rsplit('[').next().unwrap();
            assert_eq!(new.trim_end_matches(']').split(' ').count(), 1, "{text}");
        }
        assert!(dealt.len() == 1, "{hero} in {text}");
        assert!(
            !play.contains("discards 1 card [")
                || play.contains(&format!("{hero}: discards 1 card [")),
            "{text}"
        );
        if is_stud {
            let first = format!("Dealt to {hero} [");
            let line = text.lines().find(|line| line.starts_with(&first)).unwrap();
            assert_eq!(line.len(), first.len() + 9, "three cards in one line: {text}");
            assert!(!text.contains("is the button"), "{text}");
        }
    }
    assert!(stud > 100, "{stud}");
}

#[test]
fn a_pokerstars_text_has_the_board_before_one_showdown_and_a_name_for_each_hand() {
    let (mut shown, mut before_the_river, mut twice) = (0, 0, 0);
    for (record, text) in texts() {
        let lines: Vec<&str> = text.lines().collect();
        let at = |words: &str| lines.iter().position(|line| line.starts_with(words));
        let showdown = at("*** SHOW DOWN").or(at("*** FIRST SHOW DOWN"));
        for words in ["*** FLOP", "*** TURN", "*** RIVER", "*** SECOND RIVER"] {
            assert!(at(words).is_none_or(|at| showdown.is_none_or(|end| at < end)), "{text}");
        }
        twice += usize::from(at("*** SECOND SHOW DOWN ***").is_some());
        let tabled = record.events().position(|event| matches!(event, TableEvent::HandTabled(_)));
        let board = record.events().collect::<Vec<_>>();
        let last = board.iter().rposition(|event| matches!(event, TableEvent::BoardDealt(_)));
        before_the_river += usize::from(tabled.is_some() && tabled < last);
        for line in lines.iter().filter(|line| line.contains(": shows [")) {
            assert!(line.ends_with(')'), "{line} in {text}");
            shown += 1;
        }
        for line in lines.iter().filter(|line| line.contains(" showed [")) {
            assert!(line.contains(" with "), "{line} in {text}");
        }
        assert!(!text.contains("*** BOARD ***"), "{text}");
        let date = lines[0].rsplit_once(" - ").unwrap().1;
        assert!(date.contains(" UTC [2026/11/21 ") && date.ends_with(" ET]"), "{text}");
    }
    assert!(shown > 500 && before_the_river > 50, "{shown} {before_the_river}");
    assert!(twice > 10, "{twice}");
}

#[test]
fn hands_that_are_run_once_where_two_boards_are_offered_are_ordinary_hands() {
    let agreed = |hand: &HandRecord| {
        hand.events().find_map(|event| match event {
            TableEvent::RunItAgreed(agreed) => Some(agreed.boards),
            _ => None,
        })
    };
    let holdem = LIBRARY.game("holdem").unwrap();
    let (mut once, mut twice) = (0, 0);
    for hand in (100..130).flat_map(|seed| ring(holdem, Betting::NoLimit, seed)) {
        let record = own(&hand, hand.players[0].1);
        let Some(boards) = agreed(&record) else { continue };
        let text = Format::PokerStars.write(&record).unwrap();
        assert_eq!(text.contains("Hand was run twice"), boards == 2, "{text}");
        assert_eq!(Format::Phh.write(&record).is_ok(), boards == 1, "{text}");
        let (_, left_out) = Format::Phh.write_all(std::slice::from_ref(&record));
        assert_eq!(left_out.total() == 0, boards == 1);
        assert_eq!(left_out.to_string().contains("several boards"), boards == 2);
        *if boards == 1 { &mut once } else { &mut twice } += 1;
    }
    assert!(once > 10 && twice > 10, "{once} once, {twice} twice");
}

#[test]
fn hands_of_a_tournament_have_their_level_and_its_price() {
    let mut levels = BTreeSet::new();
    for hand in (0..4).flat_map(tournament) {
        let record = own(&hand, hand.players[0].1);
        let text = Format::PokerStars.write(&record).unwrap();
        let first = text.lines().next().unwrap();
        assert!(first.contains(": Tournament #7, 10+0.5 Hold'em No Limit - Level I"), "{first}");
        assert!(text.contains("Table '7 2' 6-max"), "{text}");
        levels.insert(first.split(" - ").nth(1).unwrap().to_owned());
        let ohh: Value = serde_json::from_str(&Format::Ohh.write(&record).unwrap()).unwrap();
        let info = &ohh["ohh"]["tournament_info"];
        assert_eq!((&info["buyin_amount"], &info["fee_amount"]), (&10.0.into(), &0.5.into()));
        assert_eq!(info["name"], "Sunday");
    }
    let started = |level: &str| levels.iter().any(|text| text.starts_with(level));
    assert!(started("Level I (") && started("Level II (") && started("Level III ("), "{levels:?}");
}

/// The actions of the specification.
const ACTIONS: [&str; 14] = [
    "Dealt Cards",
    "Mucks Cards",
    "Shows Cards",
    "Post Ante",
    "Post SB",
    "Post BB",
    "Straddle",
    "Post Dead",
    "Post Extra Blind",
    "Fold",
    "Check",
    "Bet",
    "Raise",
    "Call",
];
const GAMES: [&str; 6] = ["Holdem", "Omaha", "OmahaHiLo", "Stud", "StudHiLo", "Draw"];

#[test]
fn open_hand_histories_have_only_what_the_specification_has() {
    let (mut told, mut twice, mut games) = (0, 0, BTreeSet::new());
    for record in files() {
        let text = match Format::Ohh.write(&record) {
            Ok(text) => text,
            Err(NotTold::NoWord("the game")) => continue,
            Err(error) => panic!("{error}: {record:?}"),
        };
        told += 1;
        assert!(!text.contains("??"), "{text}");
        let hand: Value = serde_json::from_str(&text).unwrap();
        let hand = &hand["ohh"];
        assert_eq!(hand["hero_player_id"], record.viewer.unwrap(), "{text}");
        assert!(GAMES.contains(&hand["game_type"].as_str().unwrap()), "{text}");
        games.insert(hand["game_type"].to_string());
        let rounds = hand["rounds"].as_array().unwrap();
        let mut dealt = BTreeSet::new();
        for (id, round) in rounds.iter().enumerate() {
            assert_eq!(round["id"], id, "{text}");
            for action in round["actions"].as_array().unwrap() {
                assert!(ACTIONS.contains(&action["action"].as_str().unwrap()), "{text}");
                assert!(action["amount"].is_u64() && action["is_allin"].is_boolean(), "{text}");
                if action["action"] == "Dealt Cards" {
                    dealt.insert(action["player_id"].as_u64().unwrap());
                }
            }
        }
        if hand["game_type"] != "Stud" && hand["game_type"] != "StudHiLo" {
            assert_eq!(dealt, BTreeSet::from([record.viewer.unwrap().into()]), "{text}");
            // One round for each street of each board.
            let cards = |street: &str| {
                let of = rounds.iter().filter(|round| round["street"] == street);
                of.map(|round| round["cards"].as_array().unwrap().len()).collect::<Vec<_>>()
            };
            assert!(cards("Turn").iter().all(|count| *count == 1), "{text}");
            assert!(cards("River").iter().all(|count| *count == 1), "{text}");
            let is_twice = cards("River").len() == 2;
            assert_eq!(is_twice, text.contains("Run_It_Twice"), "{text}");
            twice += usize::from(is_twice);
        }
    }
    assert!(told > 1_000 && twice > 10 && games.len() == 6, "{told}, {twice}, {games:?}");
}
