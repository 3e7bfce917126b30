//! Pages of whole matches, and what must never be in them.

use super::*;
use crate::brains::BrainKind;
use crate::report::report;
use crate::run::Settings;
use crate::samples;

/// A name that would run as a script, close the page's data, or break out of an attribute.
const HOSTILE: &str = "</script><img src=x onerror=alert(1)>\"'&";

fn settings(game: &str, deals: u32) -> Settings {
    let mut settings = samples::settings(game, deals);
    settings.conduct.keeps_largest = LARGEST;
    settings
}

fn page_of(settings: &Settings, names: &[&str]) -> (String, Outcome) {
    let kinds = [BrainKind::TightAggressive, BrainKind::Random, BrainKind::Caller];
    let bot = |(name, kind): (&&str, BrainKind)| samples::bot(name, Box::new(kind));
    let bots: Vec<Bot> = names.iter().zip(kinds).map(bot).collect();
    let outcome = samples::play(settings, &bots);
    let report = report(settings, &bots, &outcome, vec!["--a".to_owned()], false, 1);
    (page(&report, &outcome, &bots), outcome)
}

/// Returns the hands that the page's script steps through.
fn shown(page: &str) -> Vec<serde_json::Value> {
    let from = page.split("id=\"hands-data\">").nth(1).unwrap();
    let data = from.split("</script>").next().unwrap();
    serde_json::from_str(data).unwrap()
}

#[test]
fn a_page_needs_nothing_from_elsewhere_and_names_do_nothing_in_it() {
    let (page, _) = page_of(&settings("holdem", 40), &[HOSTILE, "other"]);
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(page.contains("default-src 'none'"));
    for outside in ["http:", "https:", "//cdn", "@import", "url(", " src=\"", "<link", "<img"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;"));
    assert_eq!(page.matches("<script").count(), page.matches("</script>").count());
    assert_eq!(page.matches("<script").count(), 2);
    let hands = shown(&page);
    let seats = hands[0]["seats"].as_array().unwrap();
    assert!(seats.iter().any(|seat| seat["name"] == HOSTILE), "{seats:?}");
    for part in ["prefers-color-scheme: dark", "width=device-width", "class=\"curve\""] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!SCRIPT.contains("innerHTML") && !SCRIPT.contains("eval("));
}

#[test]
fn the_largest_pots_are_told_step_by_step_until_the_chips_are_back_in_the_stacks() {
    let (page, outcome) = page_of(&settings("holdem", 60), &["one", "two"]);
    let notes = outcome.sessions.iter().flat_map(|session| &session.hands);
    let mut pots: Vec<u64> = notes.map(|hand| hand.note.unwrap().pot).collect();
    pots.sort_unstable_by(|one, other| other.cmp(one));
    let hands = shown(&page);
    assert_eq!(hands.len(), LARGEST);
    for (hand, pot) in hands.iter().zip(&pots) {
        let title = hand["title"].as_str().unwrap();
        assert!(title.starts_with(&format!("{} chips, deal ", grouped(*pot))), "{title}");
        let steps = hand["steps"].as_array().unwrap();
        let sum = |step: &serde_json::Value| {
            let stacks = step["stacks"].as_array().unwrap().iter();
            stacks.map(|stack| stack.as_u64().unwrap()).sum::<u64>() + step["pot"].as_u64().unwrap()
        };
        assert!(steps.iter().all(|step| sum(step) == 40_000), "no chip is lost on the way");
        assert_eq!(steps.last().unwrap()["pot"], 0);
        assert!(steps[0]["text"].as_str().unwrap().contains(" posts the small blind of 50"));
    }
    let kept = outcome
        .sessions
        .iter()
        .map(|session| session.hands.iter().filter(|hand| hand.played.is_some()).count());
    assert_eq!(kept.collect::<Vec<_>>(), [LARGEST, LARGEST], "the others are let go of");
}

#[test]
fn results_by_position_and_by_street_are_those_of_all_hands() {
    let (page, outcome) = page_of(&settings("holdem", 50), &["one", "two", "three"]);
    for row in ["button", "small blind", "big blind", "before the flop", "showdown"] {
        assert!(page.contains(&format!(">{row}</th>")), "{row}");
    }
    let hands: usize = outcome.sessions.iter().map(|session| session.hands.len()).sum();
    assert_eq!(hands, 150);
    // Each player is on the button in a third of them.
    let button = page.split(">button</th>").nth(1).unwrap();
    let cells: Vec<&str> = button.split("<td>").take(5).collect();
    assert!(cells[1].starts_with("one") && cells[2].starts_with("50"), "{cells:?}");
    let (stud, _) = page_of(&settings("stud", 8), &["one", "two"]);
    assert!(stud.contains("betting round 1") && !stud.contains("By position"));
    let (horse, _) = page_of(&settings("horse", 10), &["one", "two"]);
    assert!(horse.contains("The games of a rotation have positions and streets of their own"));
}

#[test]
fn a_page_of_tournaments_has_their_places() {
    let mut settings = samples::tournaments("test-turbo", 2, 3);
    settings.conduct.keeps_largest = LARGEST;
    let (page, _) = page_of(&settings, &["one", "two", "three"]);
    assert!(page.contains("<h2>Places</h2>") && page.contains("<th>3.</th>"));
    assert!(page.contains("buy-ins won by the number of tournaments"));
    let hands = shown(&page);
    assert!(hands[0]["title"].as_str().unwrap().contains(", tournament "), "{}", hands[0]["title"]);
}
