//! Messages for an incoming webhook of Slack. Texts are plain, so that nothing in a name has a
//! meaning.

use super::notice::{Style, more, notice};
use super::text::{contained, cut, join};
use super::{Language, Look};
use crate::Event;
use jiff::Timestamp;
use serde_json::{Value, json};

/// The limits of a header and of a section.
const MAX_HEADER: usize = 150;
const MAX_SECTION: usize = 3_000;

struct Slack;

impl Style for Slack {
    /// Escapes the three characters with which Slack's marks begin and end.
    fn foreign(&self, text: &str) -> String {
        contained(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
    }

    fn time(&self, at_ms: u64) -> String {
        let at_ms = i64::try_from(at_ms).unwrap_or(i64::MAX);
        let at = Timestamp::from_millisecond(at_ms).unwrap_or(Timestamp::MAX);
        at.strftime("%Y-%m-%d %H:%M UTC").to_string()
    }
}

/// Writes an event as the body of a request to an incoming webhook of Slack.
#[must_use]
pub fn slack(event: &Event, look: &Look) -> Value {
    let notice = notice(&event.subject, look.language, &Slack);
    let plain = |text: String| json!({ "type": "plain_text", "text": text, "emoji": false });
    let title = without_half_mark(cut(&notice.title, MAX_HEADER));
    let mut blocks = vec![json!({ "type": "header", "text": plain(title.clone()) })];
    let text = join(&notice.lines, MAX_SECTION, |left| more(look.language, left));
    if !text.is_empty() {
        let section = plain(without_half_mark(text));
        blocks.push(json!({ "type": "section", "text": section }));
    }
    if let Some(page) = event.subject.page() {
        let open = match look.language {
            Language::En => "Open",
            Language::De => "Öffnen",
        };
        let link = format!("<{}{page}|{open}>", look.address);
        let element = json!({ "type": "mrkdwn", "text": link, "verbatim": true });
        blocks.push(json!({ "type": "context", "elements": [element] }));
    }
    json!({ "text": title, "blocks": blocks, "unfurl_links": false, "unfurl_media": false })
}

/// Removes an escape that was cut, such as `&am…`.
fn without_half_mark(text: String) -> String {
    let Some(cut) = text.strip_suffix('…') else { return text };
    match cut.rfind('&') {
        Some(at) if !cut[at..].contains(';') => format!("{}…", &cut[..at]),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::{each, event, friday, place};
    use crate::format::text::length;
    use crate::{Player, Subject};
    use proptest::prelude::*;

    fn look(language: Language) -> Look {
        Look { language, color: 0, address: "https://poker.example".to_owned() }
    }

    fn message(subject: Subject) -> Value {
        slack(&event(subject), &look(Language::En))
    }

    /// Fails unless a message keeps Slack's published limits.
    fn check(message: &Value) {
        for block in message["blocks"].as_array().unwrap() {
            let most = if block["type"] == "header" { 150 } else { 3_000 };
            let text = block["text"]["text"].as_str().unwrap_or("link");
            assert!((1..=most).contains(&length(text)), "{block}");
        }
    }

    #[test]
    fn standings_are_a_header_rows_and_a_link() {
        let places = vec![place(1, "Ada"), place(4, "<!channel> & co")];
        let message = message(Subject::TournamentEnded { tournament: friday(), places });
        let blocks = json!([
            {
                "type": "header",
                "text": { "type": "plain_text", "text": "Results: Friday", "emoji": false },
            },
            {
                "type": "section",
                "text": {
                    "type": "plain_text",
                    "text": "1\u{a0}· Ada · 1000 · 100.5 points\n4\u{a0}· &lt;!channel&gt; &amp; co \
                             · 250 · 25.5 points",
                    "emoji": false,
                },
            },
            {
                "type": "context",
                "elements": [{
                    "type": "mrkdwn",
                    "text": "<https://poker.example/#/results/7|Open>",
                    "verbatim": true,
                }],
            },
        ]);
        assert_eq!(message["blocks"], blocks);
        assert_eq!(message["text"], "Results: Friday");
    }

    #[test]
    fn no_name_is_a_mark_of_slack() {
        for name in ["<!everyone>", "<@U123>", "<https://evil.example|click>", "&lt;!here&gt;"] {
            let mut tournament = friday();
            tournament.name = name.to_owned();
            let players = vec![Player { name: name.to_owned(), chips: 5 }];
            let message = message(Subject::FinalTable { tournament, players });
            for text in [&message["text"], &message["blocks"][1]["text"]["text"]] {
                let text = text.as_str().unwrap();
                assert!(!text.contains(['<', '>']), "{text}");
                let read = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
                assert!(read.contains(name), "{text}");
            }
        }
    }

    #[test]
    fn a_start_has_its_date_in_utc() {
        let starts_ms = Some(1_798_745_400_000);
        let message = message(Subject::RegistrationOpened { tournament: friday(), starts_ms });
        assert_eq!(message["blocks"][1]["text"]["text"], "Starts 2026-12-31 19:30 UTC");
    }

    #[test]
    fn an_escape_is_never_cut_in_half() {
        for length in 140..160 {
            let mut tournament = friday();
            tournament.name = format!("{}&&&&&&&&", "x".repeat(length - 20));
            let message = message(Subject::Resumed { tournament });
            let title = message["text"].as_str().unwrap().trim_end_matches('…');
            let left = title.replace("&amp;", "");
            assert!(!left.contains('&'), "{title}");
        }
    }

    #[test]
    fn every_event_keeps_the_limits_in_both_languages() {
        for subject in each() {
            for language in [Language::En, Language::De] {
                check(&slack(&event(subject.clone()), &look(language)));
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn no_message_is_too_long(name in "\\PC{0,400}", rows in 0_usize..200) {
            let mut tournament = friday();
            tournament.name = name.repeat(3);
            let places = vec![place(1, &name); rows];
            check(&message(Subject::TournamentEnded { tournament: tournament.clone(), places }));
            let text = name.repeat(30);
            check(&message(Subject::Announcement { tournament: Some(tournament), text }));
        }
    }
}
