//! The table of results as a page.

use crate::conformance::Played;
use std::fmt::Write as _;

const HEAD: &str = "# How the server keeps to WebSocket

This page is for the author of a WebSocket client. It says how the server keeps to RFC 6455, frame
by frame. The test `server/tests/suite/conformance/` plays each case over a connection of its own
and compares the answers with this page. `BLESS=1 cargo test -p cardroom --test suite conformance`
writes the page anew.

A connection that breaks RFC 6455 ends with a close code of WebSocket and without a `Goodbye`: 1002
for a wrong frame, 1007 for text that is not UTF-8, 1009 for a message over the limit. Codes from
4000 belong to what Cardroom's own protocol refuses, see `protocol/PROTOCOL.md`.

`…` after a frame means that its message goes on in the next one (FIN is 0), and after an answer
that it came more than once. `Ping 7` and `Pong 7` are messages of Cardroom, `ping` and `pong` are
frames of WebSocket. An answer without `close` means that the connection was still open and served.
";

pub(crate) fn written(chapters: &[Played]) -> String {
    let mut page = HEAD.to_owned();
    for (number, Played { chapter, outcomes }) in (1..).zip(chapters) {
        write!(page, "\n## {number} {}\n\n{}\n\n", chapter.title, chapter.about).unwrap();
        page.push_str("| Case | | Sent | Answer |\n|---|---|---|---|\n");
        for outcome in outcomes {
            let case = &outcome.case;
            assert!(
                case.id.starts_with(&format!("{number}.")),
                "{} is in chapter {number}",
                case.id
            );
            writeln!(page, "| {} | {} | {} | {} |", case.id, case.title, case.sent, outcome.answer)
                .unwrap();
        }
    }
    let cases: usize = chapters.iter().map(|chapter| chapter.outcomes.len()).sum();
    writeln!(page, "\n{cases} cases.").unwrap();
    page
}
