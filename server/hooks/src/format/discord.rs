//! Messages for a webhook of Discord: one embed for each event. It shows names as written and pings
//! no one.

use super::Look;
use super::notice::{Style, more, notice};
use super::text::{contained, cut, join, length};
use crate::Event;
use jiff::Timestamp;
use serde_json::{Value, json};

/// The limits of an embed.
const MAX_TITLE: usize = 256;
const MAX_DESCRIPTION: usize = 4_096;
const MAX_IN_ALL: usize = 6_000;

/// The characters of Markdown, mentions, emoji names and links.
const SPECIAL: &str = "\\*_~`|>#[]():<@-+/&!.";

struct Discord;

impl Style for Discord {
    fn foreign(&self, text: &str) -> String {
        let mut escaped = String::new();
        for c in contained(text).chars() {
            if SPECIAL.contains(c) {
                escaped.push('\\');
            }
            escaped.push(c);
        }
        escaped
    }

    /// Returns a mark that each reader sees in their own time.
    fn time(&self, at_ms: u64) -> String {
        format!("<t:{}:F>", at_ms / 1_000)
    }
}

/// Writes an event as the body of a request to a webhook of Discord.
#[must_use]
pub fn discord(event: &Event, look: &Look) -> Value {
    let notice = notice(&event.subject, look.language, &Discord);
    let title = cut(&notice.title, MAX_TITLE);
    let most = MAX_DESCRIPTION.min(MAX_IN_ALL - length(&title));
    let description = join(&notice.lines, most, |left| more(look.language, left));
    let mut embed = json!({ "title": title, "color": look.color & 0x00ff_ffff });
    if !description.is_empty() {
        embed["description"] = json!(description);
    }
    if let Some(page) = event.subject.page() {
        embed["url"] = json!(format!("{}{page}", look.address));
    }
    let at_ms = i64::try_from(event.at_ms).ok();
    if let Some(at) = at_ms.and_then(|at_ms| Timestamp::from_millisecond(at_ms).ok()) {
        embed["timestamp"] = json!(at.to_string());
    }
    json!({ "embeds": [embed], "allowed_mentions": { "parse": [] } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::{each, event, friday, place};
    use crate::format::Language;
    use crate::{Place, Player, Subject};
    use proptest::prelude::*;

    fn look(language: Language) -> Look {
        Look { language, color: 0x00c0_ffee, address: "https://poker.example".to_owned() }
    }

    fn embed(subject: Subject) -> Value {
        let body = discord(&event(subject), &look(Language::En));
        assert_eq!(body["allowed_mentions"], json!({ "parse": [] }));
        assert_eq!(body["embeds"].as_array().unwrap().len(), 1);
        body["embeds"][0].clone()
    }

    /// Returns the text as Discord shows it, if nothing in it is more than text.
    fn shown(text: &str) -> String {
        let (mut shown, mut chars) = (String::new(), text.chars());
        while let Some(c) = chars.next() {
            match c {
                '\\' => shown.extend(chars.next()),
                c => {
                    assert!(!SPECIAL.contains(c), "{c} has a meaning in {text}");
                    shown.push(c);
                }
            }
        }
        shown
    }

    /// Fails unless an embed keeps Discord's published limits.
    fn check(embed: &Value) {
        let text = |key: &str| embed[key].as_str().unwrap_or_default();
        assert!(!text("title").is_empty());
        assert!(length(text("title")) <= 256, "{embed}");
        assert!(length(text("description")) <= 4_096, "{embed}");
        assert!(length(text("title")) + length(text("description")) <= 6_000, "{embed}");
    }

    #[test]
    fn results_are_a_podium_with_points() {
        let places =
            vec![place(1, "Ada"), Place { prize: 0, points: None, ..place(2, "*Bo* @everyone") }];
        let embed = embed(Subject::TournamentEnded { tournament: friday(), places });
        let expected = json!({
            "title": "Results: Friday",
            "description": "1\u{a0}· Ada · 1000 · 100\\.5 points\n2\u{a0}· \\*Bo\\* \\@everyone",
            "color": 0x00c0_ffee,
            "url": "https://poker.example/#/results/7",
            "timestamp": "2026-12-31T18:30:00Z",
        });
        assert_eq!(embed, expected);
    }

    #[test]
    fn a_start_is_shown_in_the_time_of_each_reader() {
        let starts_ms = Some(1_798_745_400_000);
        let embed = embed(Subject::TournamentAnnounced { tournament: friday(), starts_ms });
        assert_eq!(embed["description"], "Starts <t:1798745400:F>");
    }

    #[test]
    fn hostile_names_are_shown_as_written() {
        for name in [
            "@everyone",
            "<@123456789012345678>",
            "<@&123>",
            "<#123>",
            "<:card:123>",
            ":smile:",
            "**bold** __under__ ~~gone~~ ||spoiler||",
            "`code` ```block```",
            "[click](https://evil.example)",
            "https://evil.example/x",
            "# title",
            "> quote",
            "- item",
            "1. item",
            "a\\*b\\\\",
            "🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏🃏",
        ] {
            let mut tournament = friday();
            tournament.name = name.to_owned();
            let players = vec![Player { name: name.to_owned(), chips: 5 }];
            let embed = embed(Subject::FinalTable { tournament, players });
            let title = embed["title"].as_str().unwrap().strip_prefix("Final table: ").unwrap();
            assert_eq!(shown(title), name);
            let row = embed["description"].as_str().unwrap().strip_suffix(" · 5").unwrap();
            assert_eq!(shown(row), name);
        }
        let turned = embed(Subject::Announcement { tournament: None, text: "a\u{202e}b".into() });
        assert_eq!(turned["description"], "\u{2068}a\u{202e}b\u{2069}");
    }

    #[test]
    fn every_event_is_written_in_both_languages() {
        for subject in each() {
            let kind = subject.kind().name();
            let both = [Language::En, Language::De].map(|language| {
                let body = discord(&event(subject.clone()), &look(language));
                check(&body["embeds"][0]);
                body["embeds"][0].clone()
            });
            // "Hand" is the same word.
            assert!(both[0] != both[1] || kind == "hand.ended", "{kind}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn no_embed_is_too_long(name in "\\PC{0,400}", rows in 0_usize..200) {
            let mut tournament = friday();
            tournament.name = name.repeat(3);
            let places = vec![place(1, &name); rows];
            check(&embed(Subject::TournamentEnded { tournament: tournament.clone(), places }));
            let text = name.repeat(30);
            check(&embed(Subject::Announcement { tournament: Some(tournament), text }));
        }
    }
}
