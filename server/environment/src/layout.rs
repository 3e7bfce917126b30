//! Observations as numbers: the sections of the vector, and their contents. `OBSERVATIONS.md`
//! specifies each of them.

use crate::felt::{Felt, MAX_DRAWS};
use crate::options::Options;
use cardroom_cards::{Card, CardSet};
use cardroom_rules::{Deal, Play, SeatNo};

/// The version of observations, at the end of every name that has one.
pub const VERSION: &str = "v0";

const CARDS: usize = 52;

/// The most cards that the count of a draw is divided by.
const DRAWN_UNIT: f32 = 5.0;

/// The subject of a section of the vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    Game,
    Hole,
    Board,
    Up,
    Gone,
    Street,
    Drawing,
    Button,
    OnTurn,
    Live,
    AllIn,
    Stacks,
    Bets,
    PutIn,
    Raises,
    Draws,
    Pot,
    Legal,
}

impl What {
    /// Returns the key of the section in an observation of the kind "dict".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Hole => "hole",
            Self::Board => "board",
            Self::Up => "up",
            Self::Gone => "gone",
            Self::Street => "street",
            Self::Drawing => "drawing",
            Self::Button => "button",
            Self::OnTurn => "on_turn",
            Self::Live => "live",
            Self::AllIn => "all_in",
            Self::Stacks => "stacks",
            Self::Bets => "bets",
            Self::PutIn => "put_in",
            Self::Raises => "raises",
            Self::Draws => "draws",
            Self::Pot => "pot",
            Self::Legal => "legal",
        }
    }
}

/// A part of the vector.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    pub what: What,
    pub shape: Vec<usize>,
    /// The place of its first number.
    pub at: usize,
}

impl Section {
    #[must_use]
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The vector of a game, its seats and its stakes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    sections: Vec<Section>,
    /// The place after the last number of each section.
    ends: Vec<usize>,
    /// The seats clockwise from each viewer.
    orders: Vec<Vec<usize>>,
    seats: usize,
    len: usize,
}

/// A hand as one seat sees it.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    pub felt: &'a Felt,
    pub seat: usize,
    /// The seat's own cards.
    pub hole: &'a [Card],
    /// The cards that the seat discarded in the hand.
    pub gone: CardSet,
    pub on_turn: Option<usize>,
    /// The legal actions, if the seat is on turn.
    pub options: Option<&'a Options>,
    pub big_blind: u64,
}

impl Layout {
    /// Lists the sections that these games need.
    #[must_use]
    pub fn new(plays: &[Play], seats: usize) -> Self {
        let streets = plays.iter().map(|play| play.game.streets.len()).max().unwrap_or(1);
        let deals = || plays.iter().flat_map(|play| &play.game.streets).flat_map(|one| &one.deal);
        let has_board = plays.iter().any(|play| play.game.board_cards() > 0)
            // The last card of stud may be a community card.
            || plays.iter().any(|play| play.game.has_up_cards());
        let has_up = plays.iter().any(|play| play.game.has_up_cards());
        let has_draws = deals().any(|deal| matches!(deal, Deal::Draw(_) | Deal::Discard(_)));
        let wanted = [
            (What::Game, vec![plays.len()], plays.len() > 1),
            (What::Hole, vec![CARDS], true),
            (What::Board, vec![CARDS], has_board),
            (What::Up, vec![seats, CARDS], has_up),
            (What::Gone, vec![CARDS], has_draws),
            (What::Street, vec![streets], true),
            (What::Drawing, vec![1], has_draws),
            (What::Button, vec![seats], true),
            (What::OnTurn, vec![seats], true),
            (What::Live, vec![seats], true),
            (What::AllIn, vec![seats], true),
            (What::Stacks, vec![seats], true),
            (What::Bets, vec![seats], true),
            (What::PutIn, vec![streets, seats], true),
            (What::Raises, vec![streets], true),
            (What::Draws, vec![MAX_DRAWS, seats], has_draws),
            (What::Pot, vec![1], true),
            (What::Legal, vec![4], true),
        ];
        let (mut sections, mut len) = (Vec::new(), 0);
        for (what, shape, _) in wanted.into_iter().filter(|(.., is_needed)| *is_needed) {
            let section = Section { what, shape, at: len };
            len += section.len();
            sections.push(section);
        }
        let ends = sections.iter().map(|section| section.at + section.len()).collect();
        let order = |viewer: usize| (viewer..seats).chain(0..viewer).collect();
        let orders = (0..seats).map(order).collect();
        Self { sections, ends, orders, seats, len }
    }

    /// Returns the sections in their order.
    #[must_use]
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// Returns how many numbers the vector has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Writes what a seat sees. `None` is a hand that is over, of which everything is zero.
    pub fn write(&self, sight: Option<&Sight<'_>>, numbers: &mut [f32]) {
        numbers.fill(0.0);
        let Some(sight) = sight else { return };
        let order = &self.orders[sight.seat];
        for (section, end) in self.sections.iter().zip(&self.ends) {
            let part = &mut numbers[section.at..*end];
            self.write_section(section.what, sight, order, part);
        }
    }

    fn write_section(&self, what: What, sight: &Sight<'_>, order: &[usize], part: &mut [f32]) {
        let Sight { felt, seat, hole, gone, on_turn, options, big_blind } = *sight;
        let unit = 1.0 / big_blind.max(1) as f32;
        let blinds = |chips: u64| chips as f32 * unit;
        let before = self.seats - seat;
        let from_viewer = |other: usize| if other < seat { other + before } else { other - seat };
        let is_live = |other: usize| felt.live.contains(SeatNo::from_index(other));
        match what {
            What::Game => mark(part, usize::from(felt.play)),
            What::Hole => cards(part, hole.iter().copied()),
            What::Board => cards(part, felt.board.iter().copied()),
            What::Up => {
                for (part, other) in part.chunks_exact_mut(CARDS).zip(order) {
                    cards(part, felt.up[*other].iter());
                }
            }
            What::Gone => cards(part, gone.iter()),
            What::Street => mark(part, usize::from(felt.street)),
            What::Drawing => part[0] = flag(felt.is_drawing()),
            What::Button => mark(part, from_viewer(usize::from(felt.button))),
            What::OnTurn => {
                if let Some(other) = on_turn {
                    mark(part, from_viewer(other));
                }
            }
            What::Live => each(part, order, |other| flag(is_live(other))),
            What::AllIn => {
                each(part, order, |other| flag(is_live(other) && felt.stacks[other] == 0));
            }
            What::Stacks => each(part, order, |other| blinds(felt.stacks[other])),
            What::Bets => each(part, order, |other| blinds(felt.bets[other])),
            What::PutIn => {
                let streets = felt.put_in.iter().take(usize::from(felt.street) + 1);
                for (part, put_in) in part.chunks_exact_mut(self.seats).zip(streets) {
                    each(part, order, |other| blinds(put_in[other]));
                }
            }
            What::Raises => {
                for (place, raises) in part.iter_mut().zip(felt.raises) {
                    *place = f32::from(raises);
                }
            }
            What::Draws => {
                for (part, gone) in part.chunks_exact_mut(self.seats).zip(&felt.discarded) {
                    each(part, order, |other| f32::from(gone[other]) / DRAWN_UNIT);
                }
            }
            What::Pot => part[0] = blinds(felt.pot),
            What::Legal => {
                if let Some(options) = options {
                    let wager = options.wager;
                    part[0] = blinds(options.call.or(options.bring_in).unwrap_or(0));
                    part[1] = blinds(wager.map_or(0, |wager| wager.min_to));
                    part[2] = blinds(wager.map_or(0, |wager| wager.max_to));
                    part[3] = options.discard.map_or(0.0, |(_, most)| f32::from(most)) / DRAWN_UNIT;
                }
            }
        }
    }
}

/// Writes a number for each seat of the order.
fn each(part: &mut [f32], order: &[usize], number: impl Fn(usize) -> f32) {
    for (place, other) in part.iter_mut().zip(order) {
        *place = number(*other);
    }
}

fn flag(is_set: bool) -> f32 {
    f32::from(u8::from(is_set))
}

fn mark(part: &mut [f32], place: usize) {
    if let Some(place) = part.get_mut(place) {
        *place = 1.0;
    }
}

/// Marks cards by their index: deuce to ace, and within a rank clubs, diamonds, hearts and spades.
fn cards(part: &mut [f32], cards: impl Iterator<Item = Card>) {
    for card in cards {
        mark(part, usize::from(card.index()));
    }
}
