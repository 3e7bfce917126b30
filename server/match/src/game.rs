//! The game of a match: its rules, stakes and stacks, and which game a deal is.

use crate::{reduce, schedule};
use cardroom_engine::{Occupancy, TableSetup};
use cardroom_rules::{
    AnteKind, Betting, Chips, DeckKind, Forced, Game, LevelPlays, Library, Play, RingTerms,
    Rulebook, Stakes, Switch,
};
use std::sync::Arc;

/// The game of a match, as its organizer names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameChoice {
    /// The id of a game or rotation.
    pub game: String,
    /// The betting structure; by default the first that the game's file names.
    pub betting: Option<Betting>,
    pub small_blind: u64,
    pub big_blind: u64,
    /// The ante of each player. By default it is a fifth of the small bet in a game with a
    /// bring-in, and there is none in other games.
    pub ante: Option<u64>,
    /// Every player's stack before each hand.
    pub stack: u64,
    /// The id of the rulebook.
    pub rulebook: String,
}

/// The terms of a match: everything about its games but the cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    pub(crate) plays: Arc<[Play]>,
    /// After how many deals a rotation changes.
    switch: Switch,
    pub(crate) rulebook: Arc<Rulebook>,
    pub(crate) stack: Chips,
    name: String,
    /// The large blind or small bet of `--blinds`.
    pub(crate) big_blind: Chips,
}

impl Terms {
    /// Finds the game and the rulebook, and checks that they fit.
    ///
    /// # Errors
    /// A sentence that says what does not exist or does not fit.
    pub fn new(library: &Library, books: &Library, choice: &GameChoice) -> Result<Self, String> {
        let (small, big) = (choice.small_blind, choice.big_blind);
        let rulebook = books.rulebook(&choice.rulebook).ok_or_else(|| {
            let known: Vec<&str> = books.rulebooks().map(|book| book.id.as_str()).collect();
            format!("There is no rulebook \"{}\". There are {}.", choice.rulebook, known.join(", "))
        })?;
        let (plays, switch, name) = if let Some(game) = library.game(&choice.game) {
            let stakes = stakes_of(game, choice)?;
            let play = Play { game: Arc::clone(game), stakes };
            (Arc::from([play]), Switch::Never, game.name.clone())
        } else {
            let rotation = library.rotation(&choice.game).ok_or_else(|| {
                let games = library.games().map(|game| game.id.as_str());
                let rotations = library.rotations().map(|rotation| rotation.id.as_str());
                let known: Vec<&str> = games.chain(rotations).collect();
                format!("There is no game \"{}\". There are {}.", choice.game, known.join(", "))
            })?;
            if choice.betting.is_some() || choice.ante.is_some() {
                return Err(format!(
                    "{} says the betting and the ante of each of its games itself.",
                    rotation.name
                ));
            }
            let stakes = Stakes::no_limit(small, big);
            let (plays, switch) = library.plays(&choice.game, &stakes).ok_or("no such game")?;
            (plays, switch, rotation.name.clone())
        };
        if choice.stack < big.saturating_mul(2) {
            return Err(format!(
                "A stack has at least two big blinds: {} is less than {}.",
                choice.stack,
                big.saturating_mul(2)
            ));
        }
        let (stack, big_blind) = (Chips(choice.stack), Chips(big));
        let terms = Self { plays, switch, rulebook: Arc::clone(rulebook), stack, name, big_blind };
        terms.setup(2).map(|_| terms.clone())
    }

    /// Returns the terms of the first level of a tournament, as a report names them.
    pub(crate) fn of_level(
        (plays, switch): LevelPlays,
        rulebook: Arc<Rulebook>,
        stack: Chips,
        name: String,
    ) -> Option<Self> {
        let big_blind = plays.first()?.stakes.big_blind;
        Some(Self { plays, switch, rulebook, stack, name, big_blind })
    }

    /// Returns the table of a session with this many seats.
    ///
    /// # Errors
    /// A sentence that says why there can be no such table.
    pub fn setup(&self, seats: usize) -> Result<TableSetup, String> {
        // A player without chips stays for the next hand.
        let bare = RingTerms::bare(self.stack, self.stack);
        let ring = RingTerms { sit_out_ms: RingTerms::KEPT_SEATS, ..bare };
        let setup = TableSetup {
            plays: Arc::clone(&self.plays),
            // The game of a deal follows from its number, because deals are not played in order.
            switch: Switch::Never,
            rulebook: Arc::clone(&self.rulebook),
            ring: Arc::new(ring),
            seats: u8::try_from(seats).map_err(|_| "So many seats no table has.".to_owned())?,
            hybrid: false,
            auto_show: true,
            players_left: None,
            occupancy: Occupancy::Ring,
        };
        setup.validate().map_err(|reason| format!("The game cannot be played: {reason}."))?;
        Ok(setup)
    }

    /// Checks that the game can be played by this many players.
    ///
    /// # Errors
    /// A sentence that says why not.
    pub fn check_seats(&self, seats: usize) -> Result<(), String> {
        self.setup(seats).map(|_| ())
    }

    /// Returns `true` if luck can be taken out of the results.
    #[must_use]
    pub fn knows_value(&self) -> bool {
        reduce::knows(&self.plays) && !self.offers_choice()
    }

    /// Returns the cards of the game; `None` if its games have different decks.
    #[must_use]
    pub fn deck(&self) -> Option<DeckKind> {
        let first = self.plays.first()?.game.deck;
        self.plays.iter().all(|play| play.game.deck == first).then_some(first)
    }

    /// Returns the game of a deal, by its place among the games.
    #[must_use]
    pub fn play_of(&self, deal: u32, seats: usize) -> u8 {
        let every = match self.switch {
            Switch::Never | Switch::Level | Switch::DealersChoice => return 0,
            Switch::Hands(hands) => hands,
            Switch::Orbit => u32::try_from(seats).unwrap_or(u32::MAX),
        };
        schedule::game_of(deal, self.plays.len(), every)
    }

    /// Returns `true` if the player on the button chooses the game of a hand.
    #[must_use]
    pub fn offers_choice(&self) -> bool {
        self.switch == Switch::DealersChoice
    }

    /// Returns the game and its betting in words, such as "No-limit Texas hold'em".
    #[must_use]
    pub fn name(&self) -> String {
        match &*self.plays {
            [only] => {
                let betting = match only.stakes.betting {
                    Betting::NoLimit => "No-limit",
                    Betting::PotLimit => "Pot-limit",
                    Betting::FixedLimit => "Fixed-limit",
                };
                format!("{betting} {}", in_a_sentence(&self.name))
            }
            _ => self.name.clone(),
        }
    }

    /// Returns the stakes in words, such as "blinds 50/100".
    #[must_use]
    pub fn stakes(&self) -> String {
        let Some(Play { game, stakes }) = self.plays.first().filter(|_| self.plays.len() == 1)
        else {
            return format!("blinds of {}", self.big_blind.0);
        };
        let forced = match game.forced {
            Forced::Blinds => format!("blinds {}/{}", stakes.small_blind.0, stakes.big_blind.0),
            Forced::BringIn => {
                format!("bring-in {}, small bet {}", stakes.bring_in.0, stakes.big_blind.0)
            }
        };
        if stakes.ante.is_zero() { forced } else { format!("{forced}, ante {}", stakes.ante.0) }
    }

    /// Returns the unit of results, by the name that the game has for it.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        let has_bring_in = |play: &Play| play.game.forced == Forced::BringIn;
        if self.plays.iter().all(has_bring_in) { "small bet" } else { "big blind" }
    }

    /// Returns how many big blinds a stack has.
    #[must_use]
    pub fn depth(&self) -> u64 {
        self.stack.0 / self.big_blind.0.max(1)
    }

    #[must_use]
    pub fn big_blind(&self) -> u64 {
        self.big_blind.0
    }

    /// Returns the stack of each player before a hand.
    #[must_use]
    pub fn stack(&self) -> u64 {
        self.stack.0
    }
}

fn stakes_of(game: &Game, choice: &GameChoice) -> Result<Stakes, String> {
    let betting = match choice.betting {
        Some(betting) if game.betting.contains(&betting) => betting,
        Some(_) => return Err(format!("{} is not played in this betting structure.", game.name)),
        None => *game.betting.first().ok_or("The game has no betting structure.")?,
    };
    let (small, big) = (choice.small_blind, choice.big_blind);
    let has_bring_in = game.forced == Forced::BringIn;
    let ante = Chips(choice.ante.unwrap_or(if has_bring_in { big / 5 } else { 0 }));
    let stakes = Stakes {
        betting,
        small_blind: if has_bring_in { Chips::ZERO } else { Chips(small) },
        bring_in: if has_bring_in { Chips(small) } else { Chips::ZERO },
        ante,
        ante_kind: if ante.is_zero() { AnteKind::None } else { AnteKind::Each },
        ..Stakes::no_limit(small, big)
    };
    let play = Play { game: Arc::new(game.clone()), stakes };
    play.validate().map_err(|reason| format!("The stakes cannot be played: {reason}."))?;
    Ok(stakes)
}

/// Returns the name of a game for the middle of a sentence: "Omaha" stays, and "Short-deck hold'em"
/// and "Five-card draw" begin with a small letter.
fn in_a_sentence(name: &str) -> String {
    let is_descriptive = name.split(' ').next().is_some_and(|word| word.contains('-'));
    if !is_descriptive || name.starts_with(|letter: char| !letter.is_alphabetic()) {
        return name.to_owned();
    }
    let mut letters = name.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    fn of(choice: &GameChoice) -> Result<Terms, String> {
        Terms::new(samples::library(), samples::library(), choice)
    }

    #[test]
    fn a_game_is_played_as_its_file_says_first() {
        let terms = of(&samples::choice("holdem")).unwrap();
        assert_eq!(terms.name(), "No-limit Texas hold'em");
        assert_eq!((terms.stakes(), terms.depth()), ("blinds 50/100".to_owned(), 200));
        let terms = of(&samples::choice("stud")).unwrap();
        assert_eq!(terms.name(), "Fixed-limit seven-card stud");
        assert_eq!(terms.stakes(), "bring-in 50, small bet 100, ante 20");
        assert_eq!(terms.unit(), "small bet");
    }

    #[test]
    fn a_rotation_changes_by_the_number_of_the_deal() {
        let terms = of(&samples::choice("horse")).unwrap();
        let games: Vec<u8> = (1..=11).map(|deal| terms.play_of(deal, 2)).collect();
        assert_eq!(games, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 0]);
        let terms = of(&samples::choice("dealers-choice")).unwrap();
        assert!(terms.offers_choice() && terms.play_of(9, 2) == 0);
    }

    #[test]
    fn what_cannot_be_played_is_said() {
        let refused = |choice: &GameChoice| of(choice).unwrap_err();
        let base = samples::choice("holdem");
        let none = GameChoice { game: "bridge".to_owned(), ..base.clone() };
        assert!(refused(&none).starts_with("There is no game \"bridge\". There are"));
        let book = GameChoice { rulebook: "hoyle".to_owned(), ..base.clone() };
        assert!(refused(&book).starts_with("There is no rulebook \"hoyle\"."));
        let short = GameChoice { stack: 199, ..base.clone() };
        assert!(refused(&short).contains("two big blinds"));
        let betting = Some(Betting::NoLimit);
        let stud = GameChoice { betting, ..samples::choice("stud") };
        assert!(refused(&stud).contains("not played in this betting structure"));
        let terms = of(&base).unwrap();
        assert!(terms.check_seats(10).is_ok() && terms.check_seats(11).is_err());
    }
}
