//! Games, players and whole matches for the tests of this crate.

pub(crate) mod programs;

use crate::brains::BrainKind;
use crate::carry::StackRule;
use crate::game::{GameChoice, Terms};
use crate::run::{Bot, Outcome, Settings, run};
use crate::schedule::{Format, Seatings};
use crate::seat::{Answer, Ask, Entrant, Fault, FaultKind, Limits, Opening, Reply, Seat};
use crate::session::Conduct;
use crate::tournament::TournamentTerms;
use cardroom_rules::Library;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Returns the games and rulebooks of `config/`.
pub(crate) fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config");
        let texts = |folder: &str| -> Vec<(String, String)> {
            let files = fs::read_dir(config.join(folder)).unwrap();
            let mut texts: Vec<_> = files
                .map(|file| {
                    let path = file.unwrap().path();
                    let id = path.file_stem().unwrap().to_str().unwrap().to_owned();
                    (id, fs::read_to_string(path).unwrap())
                })
                .collect();
            texts.sort();
            texts
        };
        let (games, books) = (texts("games"), texts("rulebooks"));
        let structures = texts("tournaments");
        let borrowed = |texts: &'static [(String, String)]| {
            texts.iter().map(|(id, text)| (id.as_str(), text.as_str()))
        };
        let library = Library::parse(borrowed(games.leak()), borrowed(books.leak())).unwrap();
        library.parse_structures(borrowed(structures.leak())).unwrap()
    })
}

pub(crate) fn choice(game: &str) -> GameChoice {
    GameChoice {
        game: game.to_owned(),
        betting: None,
        small_blind: 50,
        big_blind: 100,
        ante: None,
        stack: 20_000,
        rulebook: "online".to_owned(),
    }
}

/// Returns the settings of a match of all bots at one table, each deal from every seat.
pub(crate) fn settings(game: &str, deals: u32) -> Settings {
    settings_of(&choice(game), deals)
}

/// Returns the same settings for a game with stakes of its own.
pub(crate) fn settings_of(choice: &GameChoice, deals: u32) -> Settings {
    let second = Duration::from_secs(1);
    let conduct = Conduct {
        terms: Terms::new(library(), library(), choice).unwrap(),
        tournament: None,
        stacks: StackRule::Reset,
        decks: None,
        seed: 7,
        brain_seed: None,
        limits: Limits { turn: 2 * second, bank: None, start: 10 * second },
        most_faults: 10,
        is_strict: false,
        shows_names: false,
        keeps_hands: false,
        keeps_largest: 0,
        finds_luck: false,
        uses_policies: false,
    };
    Settings {
        conduct,
        format: Format::Table,
        seatings: Seatings::Rotate,
        deals,
        sessions: 1,
        early: None,
        reduction: None,
        counts_equity: false,
    }
}

/// Returns the settings of a match of tournaments.
pub(crate) fn tournaments(id: &str, count: u32, players: usize) -> Settings {
    let terms = TournamentTerms::new(library(), id, players).unwrap();
    let mut settings = settings("holdem", count);
    settings.conduct.terms = terms.terms(library()).unwrap();
    settings.conduct.tournament = Some(terms);
    settings
}

/// Returns the settings of a match of tournaments at tables with few seats.
pub(crate) fn small_tables(id: &str, count: u32, players: usize, seats: u8) -> Settings {
    let mut settings = tournaments(id, count, players);
    let terms = settings.conduct.tournament.as_mut().unwrap();
    let structure = Arc::make_mut(&mut terms.structure);
    (structure.seats, structure.final_table) = (seats, Some(seats));
    settings
}

pub(crate) fn bot(name: &str, entrant: Box<dyn Entrant>) -> Bot {
    Bot { name: name.to_owned(), player: name.to_owned(), sha256: None, entrant }
}

/// Returns a bot of each brain, named by the brain and its place.
pub(crate) fn bots(kinds: &[BrainKind]) -> Vec<Bot> {
    let brain = |(number, kind): (usize, &BrainKind)| Bot {
        player: format!("brain:{}", kind.name()),
        ..bot(&format!("{}-{number}", kind.name()), Box::new(*kind))
    };
    kinds.iter().enumerate().map(brain).collect()
}

/// Plays a match to its end on two threads.
pub(crate) fn play(settings: &Settings, bots: &[Bot]) -> Outcome {
    run(settings, bots, 2, &AtomicBool::new(false))
}

/// Returns the faults of a match, with their details.
pub(crate) fn faults(outcome: &Outcome) -> Vec<(FaultKind, &str)> {
    let noted = outcome.sessions.iter().flat_map(|session| &session.faults);
    noted.map(|noted| (noted.fault.kind, &*noted.fault.detail)).collect()
}

/// A player that answers every question by a function.
#[derive(Clone)]
pub(crate) struct Answers(Arc<dyn Fn(&Ask<'_>) -> Reply + Send + Sync>);

impl Answers {
    pub(crate) fn by(reply: impl Fn(&Ask<'_>) -> Reply + Send + Sync + 'static) -> Box<Self> {
        Box::new(Self(Arc::new(reply)))
    }

    /// Makes a player that gives the same answer to everything.
    pub(crate) fn same(answer: Answer) -> Box<Self> {
        Self::by(move |_| reply(answer.clone()))
    }
}

/// Returns an answer that took no time.
pub(crate) fn reply(answer: Answer) -> Reply {
    Reply { answer: Ok(answer), took: Duration::ZERO, raw: b"\x1b[2J".to_vec() }
}

impl Entrant for Answers {
    fn open(&self, _: &Opening<'_>) -> Result<Box<dyn Seat>, Fault> {
        Ok(Box::new(self.clone()))
    }
}

impl Seat for Answers {
    fn ask(&mut self, ask: &Ask<'_>) -> Reply {
        (self.0)(ask)
    }
}
