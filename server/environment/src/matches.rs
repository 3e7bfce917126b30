//! `cardroom match` in this process: between brains, and players that a caller makes for each
//! seating.

use crate::actions::Move;
use crate::error::EnvError;
use crate::felt::Felt;
use crate::layout::Sight;
use crate::options::Options;
use crate::world::World;
use cardroom_bot::Table as View;
use cardroom_cards::CardSet;
use cardroom_match::brains::BrainKind;
use cardroom_match::carry::StackRule;
use cardroom_match::report::report;
use cardroom_match::run::{Bot, Settings, run};
use cardroom_match::schedule::{Format, Seatings};
use cardroom_match::seat::{
    Answer, Ask, Entrant, Fault, FaultKind, Limits, Opening, Question, Reply, Seat,
};
use cardroom_match::session::Conduct;
use cardroom_protocol::table::{Action, DiscardRange, LegalActions, TableEvent};
use cardroom_rules::Betting;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The faults after which a seat is out, as the command has it.
const MOST_FAULTS: u32 = 10;

/// The question to a player: what it sees, and what it may do.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    pub observation: &'a [f32],
    pub mask: &'a [i8],
}

/// A player that answers with the number of an action.
pub trait Player: Send {
    /// Returns the number of an action.
    ///
    /// # Errors
    /// Why there is none. It ends the match.
    fn act(&mut self, asked: Asked<'_>) -> Result<usize, String>;
}

/// Makes a player for a seat of a session.
pub type Maker = Box<dyn Fn(u8) -> Result<Box<dyn Player>, String> + Send + Sync>;

/// A bot of a match.
pub enum Entered {
    Brain(BrainKind),
    Made { name: String, maker: Maker },
}

/// Plays a match as the command does by default, and returns its report as JSON. `halt` ends the
/// match if it becomes true.
///
/// # Errors
/// The match cannot be played.
pub fn play(
    world: &Arc<World>,
    bots: Vec<Entered>,
    deals: u32,
    seed: u64,
    jobs: usize,
    halt: &Arc<AtomicBool>,
) -> Result<String, EnvError> {
    if deals == 0 {
        return Err(EnvError::setup("A match has at least one deal."));
    }
    let conduct = Conduct {
        terms: world.terms.clone(),
        tournament: None,
        stacks: StackRule::Reset,
        decks: None,
        seed,
        brain_seed: None,
        limits: Limits {
            turn: Duration::from_secs(3_600),
            bank: None,
            start: Duration::from_secs(3_600),
        },
        most_faults: MOST_FAULTS,
        is_strict: false,
        shows_names: false,
        keeps_hands: false,
        keeps_largest: 0,
        finds_luck: false,
        uses_policies: false,
    };
    let settings = Settings {
        conduct,
        format: Format::RoundRobin,
        seatings: Seatings::Rotate,
        deals,
        sessions: 1,
        early: None,
        reduction: None,
        counts_equity: false,
    };
    let mut bots: Vec<Bot> = bots.into_iter().map(|entered| entered.bot(world, halt)).collect();
    if let [first, second] = bots.as_mut_slice()
        && first.name == second.name
    {
        first.name.push_str("-a");
        second.name.push_str("-b");
    }
    let outcome = run(&settings, &bots, jobs, halt);
    let report = report(&settings, &bots, &outcome, Vec::new(), false, jobs);
    serde_json::to_string(&report).map_err(|error| EnvError::Broken(error.to_string()))
}

impl Entered {
    fn bot(self, world: &Arc<World>, halt: &Arc<AtomicBool>) -> Bot {
        match self {
            Self::Brain(kind) => Bot {
                name: kind.name().to_owned(),
                player: format!("brain:{}", kind.name()),
                sha256: None,
                entrant: Box::new(kind),
            },
            Self::Made { name, maker } => Bot {
                player: format!("python:{name}"),
                name,
                sha256: None,
                entrant: Box::new(Making {
                    world: Arc::clone(world),
                    halt: Arc::clone(halt),
                    maker,
                }),
            },
        }
    }
}

/// Opens seats of players that are made by a function.
struct Making {
    world: Arc<World>,
    halt: Arc<AtomicBool>,
    maker: Maker,
}

impl Entrant for Making {
    fn open(&self, opening: &Opening<'_>) -> Result<Box<dyn Seat>, Fault> {
        let player = (self.maker)(opening.seat).map_err(|detail| Fault {
            kind: FaultKind::NotReady,
            detail,
            raw: Vec::new(),
        })?;
        let world = Arc::clone(&self.world);
        Ok(Box::new(MadeSeat {
            observation: vec![0.0; world.layout.len()],
            mask: vec![0; world.actions.count()],
            world,
            halt: Arc::clone(&self.halt),
            player,
            felt: Felt::default(),
            gone: CardSet::new(),
        }))
    }
}

/// The seat of a player that answers with numbers. It follows the table as every player does, and
/// makes the same observations from it as a state does.
struct MadeSeat {
    world: Arc<World>,
    halt: Arc<AtomicBool>,
    player: Box<dyn Player>,
    felt: Felt,
    gone: CardSet,
    observation: Vec<f32>,
    mask: Vec<i8>,
}

impl Seat for MadeSeat {
    fn saw(&mut self, view: &View, event: &TableEvent) {
        if matches!(event, TableEvent::HandStarted(_)) {
            self.gone = CardSet::new();
        }
        self.felt.see_in(view, event, self.world.plays());
    }

    fn ask(&mut self, ask: &Ask<'_>) -> Reply {
        let began = Instant::now();
        let answer = match ask.question {
            Question::Act(legal) => self.answer(ask.view, &legal),
            Question::Discard(range) => self.answer(ask.view, &drawing(range)),
            Question::RunIt { .. } | Question::Show | Question::ChooseGame => Ok(Answer::Silence),
        };
        let answer = answer.map_err(|detail| {
            // Without its player the match has no meaning.
            self.halt.store(true, std::sync::atomic::Ordering::Relaxed);
            Fault { kind: FaultKind::Exited, detail, raw: Vec::new() }
        });
        Reply { answer, took: began.elapsed(), raw: Vec::new() }
    }
}

impl MadeSeat {
    fn answer(&mut self, view: &View, legal: &LegalActions) -> Result<Answer, String> {
        let seat = usize::from(view.hero_seat.ok_or("The player has no seat.")?);
        let play = &self.world.plays()[usize::from(self.felt.play)];
        let is_limit = play.stakes.betting == Betting::FixedLimit;
        let unit = self.world.setup.wager_unit(&play.game, &play.stakes).0;
        let options = Options::of_message(legal, &self.felt, seat, unit);
        let sight = Sight {
            felt: &self.felt,
            seat,
            hole: &view.cards,
            gone: self.gone,
            on_turn: Some(seat),
            options: Some(&options),
            big_blind: self.world.big_blind(),
        };
        self.world.layout.write(Some(&sight), &mut self.observation);
        self.world.actions.write_mask(&options, is_limit, &view.cards, &mut self.mask);
        let asked = Asked { observation: &self.observation, mask: &self.mask };
        let number = self.player.act(asked)?;
        let action = self.world.actions.action(number, &options, is_limit, &view.cards);
        let action = action.ok_or_else(|| {
            let legal = (0..self.mask.len()).filter(|number| self.mask[*number] == 1);
            let legal: Vec<usize> = legal.collect();
            format!("Action {number} is not legal now. Legal: {legal:?}.")
        })?;
        let act = |action| Answer::Act(action);
        Ok(match action {
            Move::Fold => act(Action::Fold),
            Move::Check => act(Action::Check),
            Move::Call => act(Action::Call),
            Move::BringIn => act(Action::BringIn),
            Move::Bet(to) => act(Action::Bet(to.into())),
            Move::RaiseTo(to) => act(Action::RaiseTo(to.into())),
            Move::Discard(cards) => {
                self.gone = self.gone.union(cards);
                Answer::Discard(cards)
            }
        })
    }
}

fn drawing(range: DiscardRange) -> LegalActions {
    LegalActions {
        fold: false,
        check: false,
        call: None,
        wager: None,
        bring_in: None,
        discard: Some(range),
    }
}
