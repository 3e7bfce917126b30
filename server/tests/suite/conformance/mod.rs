//! The server's conformance to WebSocket (RFC 6455), frame by frame. A table of cases, each with
//! hand-built bytes on its own socket, and a third-party client.
//!
//! `BLESS=1` rewrites the table of results, `protocol/CONFORMANCE.md`.

mod case;
mod cases;
mod frame;
mod page;
mod python;
mod rooms;
mod wire;

use case::{Case, Chapter};
use rooms::Rooms;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A case with the actual answer.
struct Outcome {
    case: Case,
    answer: String,
}

/// A chapter with the outcomes of its cases.
struct Played {
    chapter: Chapter,
    outcomes: Vec<Outcome>,
}

#[tokio::test]
async fn every_case_is_answered_as_the_table_says() {
    let rooms = Rooms::open().await;
    let mut played = Vec::new();
    for mut chapter in cases::all() {
        let mut outcomes = Vec::new();
        for case in std::mem::take(&mut chapter.cases) {
            let answer = wire::play(&case, &rooms).await;
            outcomes.push(Outcome { case, answer });
        }
        played.push(Played { chapter, outcomes });
    }
    let outcomes = || played.iter().flat_map(|chapter| &chapter.outcomes);
    let wrong: Vec<_> = outcomes()
        .filter(|outcome| outcome.answer != outcome.case.answer)
        .map(|Outcome { case, answer }| {
            format!("{} {}: {answer}, not {}", case.id, case.title, case.answer)
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(outcomes().count() >= 100, "{} cases", outcomes().count());
    let ids: BTreeSet<_> = outcomes().map(|outcome| outcome.case.id).collect();
    assert_eq!(ids.len(), outcomes().count(), "each case has an id of its own");

    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../protocol/CONFORMANCE.md");
    let page = page::written(&played);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, page).unwrap();
    } else {
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == page, "{} is not of these cases: BLESS=1 writes it anew", path.display());
    }
}
