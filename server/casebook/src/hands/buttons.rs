//! The path of the button and the blinds around real tables. For each two consecutive hands, the
//! engine gets the positions of the first and must produce those of the second.

mod heads_up;

use self::heads_up::HeadsUp;
use super::Source;
use super::report::Report;
use cardroom_cards::{CardSet, DeckOrder};
use cardroom_engine::{Event, HandStart, Input, Occupancy, TableSetup};
use cardroom_hybrid::HybridTable;
use cardroom_rules::{
    ButtonRule, Chips, Library, MAX_SEATS, Millis, Play, PlayerId, RingTerms, SeatNo, Stakes,
    Switch,
};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

/// A larger number identifies a player, not a seat.
const HIGHEST_SEAT: u64 = 10;

#[derive(Deserialize)]
struct Sequence {
    rule: String,
    hands: Vec<Hand>,
}

#[derive(Deserialize)]
struct Hand {
    hand_id: String,
    clockwise: Vec<u64>,
    button: Option<u64>,
    sb: Option<u64>,
    bb: Option<u64>,
    #[serde(default)]
    start: BTreeMap<String, u64>,
    #[serde(default)]
    end: BTreeMap<String, u64>,
    #[serde(default)]
    seated_not_dealt: Vec<u64>,
}

/// The positions of a hand as places at the table, occupied or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Positions {
    button: u64,
    small: u64,
    big: u64,
}

/// The positions of a hand as its record shows them. `None` is a dead position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shown {
    button: Option<u64>,
    small: Option<u64>,
    big: Option<u64>,
}

impl Display for Shown {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let name =
            |place: Option<u64>| place.map_or("nobody".to_owned(), |place| place.to_string());
        let Self { button, small, big } = *self;
        write!(
            formatter,
            "button {}, small blind {}, big blind {}",
            name(button),
            name(small),
            name(big)
        )
    }
}

/// Compares each hand of each sequence with the one before it.
pub(super) fn check(library: &Library, source: Source<'_>, report: &mut Report) {
    for (number, line) in source.lines() {
        let place = format!("{}:{number}", source.path);
        match serde_json::from_str::<Sequence>(line) {
            Ok(sequence) => follow(library, &place, &sequence, report),
            Err(error) => report.fail(&place, "a sequence of hands", &error.to_string()),
        }
    }
}

fn follow(library: &Library, place: &str, sequence: &Sequence, report: &mut Report) {
    let rule =
        if sequence.rule.starts_with("dead") { ButtonRule::Dead } else { ButtonRule::Moving };
    let setup = match setup(library, rule) {
        Ok(setup) => setup,
        Err(missing) => return report.fail(place, "a table", &missing),
    };
    let numbered = sequence.hands.iter().flat_map(|hand| &hand.clockwise);
    let seats_are_known = numbered.max().is_none_or(|highest| *highest <= HIGHEST_SEAT);
    let mut last: Option<(Positions, Circle, &Hand)> = None;
    for hand in &sequence.hands {
        let recorded = Shown { button: hand.button, small: hand.sb, big: hand.bb };
        let circle = match &last {
            _ if seats_are_known => Circle((1..=HIGHEST_SEAT).collect()),
            Some((_, circle, _)) => circle.clone(),
            None => Circle(hand.clockwise.clone()),
        };
        let mut after = None;
        if let Some((positions, _, before)) = &last {
            let where_ = format!("{place} {}", hand.hand_id);
            let is_dead = rule == ButtonRule::Dead;
            let transition =
                Transition { setup: &setup, is_dead, positions: *positions, before, hand };
            after = transition.judge(&where_, circle.clone(), seats_are_known, report);
        }
        // Dead positions are places too, so they stay where the engine has them.
        let positions = after.as_ref().map(|(positions, _)| *positions);
        let positions = recorded.places(positions);
        let circle = after.map_or_else(|| circle.with_all(&hand.clockwise), |(_, circle)| circle);
        last = positions.map(|positions| (positions, circle, hand));
    }
}

impl Shown {
    /// Returns all three places. The engine fills in those that the record does not have.
    fn places(self, engine: Option<Positions>) -> Option<Positions> {
        Some(Positions {
            button: self.button.or(engine.map(|places| places.button))?,
            small: self.small.or(engine.map(|places| places.small))?,
            big: self.big.or(engine.map(|places| places.big))?,
        })
    }
}

impl Hand {
    /// Returns `true` if every player of the hand before still has the chips left from it, which
    /// means that no hand is missing between the two.
    fn continues(&self, before: &Self) -> bool {
        let same = |(seat, stack): (&String, &u64)| {
            before.end.get(seat).is_none_or(|left| left == stack || *left == 0)
        };
        self.start.iter().all(same)
    }

    fn dealt(&self) -> impl Iterator<Item = u64> {
        self.clockwise.iter().copied().filter(|seat| !self.seated_not_dealt.contains(seat))
    }
}

/// Two consecutive hands at a table.
struct Transition<'a> {
    setup: &'a TableSetup,
    /// The site has a dead button, rather than a moving one.
    is_dead: bool,
    positions: Positions,
    before: &'a Hand,
    hand: &'a Hand,
}

impl Transition<'_> {
    /// Compares the hand with the engine's continuation of the hand before. If the record
    /// numbers players and not seats, a newcomer may sit before, in or after an empty seat. One
    /// matching arrangement is enough.
    fn judge(
        &self,
        place: &str,
        circle: Circle,
        seats_are_known: bool,
        report: &mut Report,
    ) -> Option<(Positions, Circle)> {
        let hand = self.hand;
        let recorded = Shown { button: hand.button, small: hand.sb, big: hand.bb };
        let as_it_is = Arrangement { circle, positions: self.positions };
        let arrangements =
            if seats_are_known { vec![as_it_is] } else { as_it_is.all(&hand.clockwise) };
        let mut first = None;
        for arrangement in &arrangements {
            let Some((positions, shown)) = self.engines(arrangement) else { continue };
            let without_big = Shown { big: None, ..shown };
            // A player who is all-in with the ante posts no blind.
            if shown == recorded || recorded.big.is_none() && without_big == recorded {
                report.pass(&[]);
                return Some((positions, arrangement.circle.clone()));
            }
            first = first.or(Some(shown));
        }
        if let Some(after) = self.by_rule_of_site(recorded, &arrangements, report) {
            return Some(after);
        }
        if !hand.continues(self.before) {
            report.leave_out("hands before which one is missing in the record");
            return None;
        }
        match first {
            Some(shown) => report.fail(place, &recorded.to_string(), &shown.to_string()),
            None => report.fail(place, &recorded.to_string(), "no hand starts"),
        }
        None
    }

    /// Compares the hand with the site's own heads-up rules, if this hand or the
    /// one before is heads-up.
    fn by_rule_of_site(
        &self,
        recorded: Shown,
        arrangements: &[Arrangement],
        report: &mut Report,
    ) -> Option<(Positions, Circle)> {
        let dealt: Vec<u64> = self.hand.dealt().collect();
        if dealt.len() != 2 && self.before.dealt().count() != 2 {
            return None;
        }
        for Arrangement { circle, positions } in arrangements {
            let (last, dealt) = (*positions, dealt.clone());
            let stayed = self.before.dealt().filter(|player| dealt.contains(player));
            let established = stayed.collect();
            let heads_up = HeadsUp { circle, last, dealt, established, dead: self.is_dead };
            let mut rules = heads_up.rules().into_iter();
            if let Some((rule, after, _)) = rules.find(|(_, _, shown)| *shown == recorded) {
                report.pass(&[rule]);
                return Some((after, circle.clone()));
            }
        }
        None
    }

    /// Returns the engine's positions for the next hand at a table whose seats are these places.
    fn engines(&self, arrangement: &Arrangement) -> Option<(Positions, Shown)> {
        let Arrangement { circle: Circle(places), positions } = arrangement;
        let seat_of = |place: u64| {
            let index = places.iter().position(|other| *other == place)?;
            (index < MAX_SEATS).then(|| SeatNo::from_index(index))
        };
        let mut table = HybridTable::new(self.setup.clone()).ok()?;
        let now = Millis(1_000_000);
        let mut seated = Vec::new();
        for player in &self.hand.clockwise {
            let seat = seat_of(*player)?;
            let sit = Input::Sit {
                seat,
                player: PlayerId(100 + player),
                buy_in: Chips(10_000),
                owed: Chips::ZERO,
                wait_for_big_blind: false,
            };
            table.step(now, sit).ok()?;
            seated.push((seat, !self.before.dealt().any(|before| before == *player)));
        }
        let mut state = serde_json::to_value(table.snapshot()?).ok()?;
        for (seat, newcomer) in seated {
            state["seats"][seat.index()]["owes"] = json!({ "small": false, "big": newcomer });
        }
        let Positions { button, small, big } = *positions;
        let [button, small, big] =
            [button, small, big].map(|place| seat_of(place).map(|seat| seat.0));
        state["positions"] = json!({ "button": button.or(small)?, "small": small?, "big": big? });
        let mut table = HybridTable::restore(self.setup.clone(), state).ok()?;
        let start = start_hand(&mut table, now)?;
        let big_blind = start.big_blind?;
        let place = |seat: SeatNo| places.get(seat.index()).copied().unwrap_or_default();
        let sits =
            |seat: SeatNo| Some(place(seat)).filter(|place| self.hand.clockwise.contains(place));
        let positions = Positions {
            button: place(start.button),
            small: place(start.small_position),
            big: place(big_blind),
        };
        let shown = Shown {
            button: sits(start.button),
            small: start.small_blind.map(place),
            big: Some(place(big_blind)),
        };
        Some((positions, shown))
    }
}

fn start_hand(table: &mut HybridTable, now: Millis) -> Option<HandStart> {
    let deck = DeckOrder::new(CardSet::full52().iter().collect()).ok()?;
    let now = now.max(table.deadline()?);
    let events =
        table.step(now, Input::StartHand { deck, reshuffles: Vec::new(), draw: 0 }).ok()?;
    events.into_iter().find_map(|event| match event {
        Event::HandStarted(start) => Some(*start),
        _ => None,
    })
}

/// The places of a table, clockwise.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Circle(Vec<u64>);

/// A possible seating of the players, with the positions of the hand before in it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Arrangement {
    circle: Circle,
    positions: Positions,
}

impl Arrangement {
    /// Returns the ways in which the players of a hand may sit without changing the known order. A
    /// newcomer sits between two known players: before, in or after the empty places there. Drops
    /// places that no player or position needs any more.
    fn all(&self, clockwise: &[u64]) -> Vec<Self> {
        let Positions { button, small, big } = self.positions;
        let needed =
            |place: &u64| clockwise.contains(place) || [button, small, big].contains(place);
        let kept = Circle(self.circle.0.iter().copied().filter(needed).collect());
        let kept = Self { circle: kept, positions: self.positions };
        let mut all: Vec<Self> = Vec::new();
        for skipped in 0..=3 {
            for takes_empty in [false, true] {
                let mut arrangement = kept.clone();
                for (index, player) in clockwise.iter().enumerate() {
                    let before = (index + clockwise.len() - 1) % clockwise.len();
                    arrangement.seat(*player, clockwise[before], clockwise, skipped, takes_empty);
                }
                if arrangement.circle.0.len() <= MAX_SEATS && !all.contains(&arrangement) {
                    all.push(arrangement);
                }
            }
        }
        all
    }

    /// Seats a player who has no place yet, `skipped` empty places after `before`.
    fn seat(&mut self, player: u64, before: u64, clockwise: &[u64], skipped: usize, takes: bool) {
        let places = &mut self.circle.0;
        if places.contains(&player) {
            return;
        }
        let from = places.iter().position(|place| *place == before).map_or(0, |at| at + 1);
        let empty = places[from..].iter().take_while(|place| !clockwise.contains(place)).count();
        let at = from + empty.min(skipped);
        if !takes || skipped >= empty {
            places.insert(at, player);
            return;
        }
        let left = std::mem::replace(&mut places[at], player);
        for position in
            [&mut self.positions.button, &mut self.positions.small, &mut self.positions.big]
        {
            if *position == left {
                *position = player;
            }
        }
    }
}

impl Circle {
    /// Returns the places of these players in order, unless the circle already has all of them.
    fn with_all(self, clockwise: &[u64]) -> Self {
        if clockwise.iter().all(|player| self.0.contains(player)) {
            self
        } else {
            Self(clockwise.to_vec())
        }
    }
}

fn setup(library: &Library, button: ButtonRule) -> Result<TableSetup, String> {
    let game = library.game("holdem").ok_or("the room has no holdem")?;
    let rulebook = library.rulebook("tda-2024").ok_or("the room has no tda-2024")?;
    let mut rulebook = (**rulebook).clone();
    rulebook.blinds.button = button;
    let ring =
        RingTerms { sit_out_ms: Millis::seconds(600), ..RingTerms::bare(Chips(1), Chips(1 << 40)) };
    let play = Play { game: game.clone(), stakes: Stakes::no_limit(50, 100) };
    Ok(TableSetup {
        plays: Arc::from([play]),
        switch: Switch::Never,
        rulebook: Arc::new(rulebook),
        ring: Arc::new(ring),
        seats: u8::try_from(MAX_SEATS).map_err(|error| error.to_string())?,
        hybrid: false,
        auto_show: true,
        players_left: None,
        occupancy: Occupancy::Ring,
    })
}
