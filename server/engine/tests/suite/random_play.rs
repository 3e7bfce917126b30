//! Properties of any legal sequence. Chips are conserved (the engine asserts it after every event),
//! every hand ends, events replay to the same table, and no viewer sees more than allowed.
use crate::common;

use cardroom_cards::{Card, CardSet, DeckOrder, fisher_yates};
use cardroom_engine::{
    Action, Event, Input, Occupancy, Picks, PostKind, Table, TableSetup, TurnNo, Viewer,
};
use cardroom_rules::rulebook::Rabbit;
use cardroom_rules::{
    AnteKind, Betting, BombPot, ButtonRule, Chips, Forced, Millis, MinRaise, Play, PlayerId, Rake,
    SeatNo, SeatSet, ShortAllInBase, Stakes, Straddle, Switch, TimeCharge,
};
use common::{game, offers_can_be_answered, ring_terms, rulebook};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A small random number generator with a seed, so a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(self.0 >> 33).unwrap()
    }

    fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 { 0 } else { u64::from(self.next()) * 2_147_483_629 % bound }
    }

    fn one_in(&mut self, chances: u64) -> bool {
        self.below(chances) == 0
    }

    fn pick<T: Copy, const N: usize>(&mut self, list: [T; N]) -> T {
        list[usize::try_from(self.below(N as u64)).unwrap()]
    }

    fn deck(&mut self, table: &Table) -> DeckOrder {
        let mut cards: Vec<Card> = table.play().game.deck.cards().iter().collect();
        fisher_yates(&mut cards, || self.next() << 1);
        DeckOrder::new(cards).unwrap()
    }

    fn start(&mut self, table: &Table) -> Input {
        let reshuffles = table.play().game.most_reshuffles();
        Input::StartHand {
            deck: self.deck(table),
            reshuffles: (0..reshuffles).map(|_| self.deck(table)).collect(),
            draw: self.next() << 1,
        }
    }
}

/// Returns a random game or rotation of the room, with every option of a ring game.
fn any_setup(dice: &mut Dice) -> TableSetup {
    let library = common::library();
    let games = library.games().map(|game| (game.id.clone(), game.betting.clone()));
    let rotations = library.rotations().map(|rotation| (rotation.id.clone(), Vec::new()));
    let all: Vec<_> = games.chain(rotations).collect();
    let (id, betting) = &all[usize::try_from(dice.below(all.len() as u64)).unwrap()];
    let mut setup = random_setup(dice);
    let mut stakes = setup.plays[0].stakes;
    if let Some(structure) = betting.get(usize::try_from(dice.below(3)).unwrap()) {
        stakes.betting = *structure;
    } else if let Some(structure) = betting.first() {
        stakes.betting = *structure;
    }
    let brings_in = library.game(id).is_some_and(|game| game.forced == Forced::BringIn);
    if brings_in {
        stakes.bring_in = stakes.unit;
        stakes.small_blind = Chips(0);
        stakes.ante_kind = if stakes.ante.0 == 0 { AnteKind::None } else { AnteKind::Each };
    }
    let (plays, switch) = library.plays(id, &stakes).unwrap();
    setup.seats = plays.iter().map(|play| play.game.max_players.min(setup.seats)).min().unwrap();
    setup.plays = plays;
    setup.switch = if dice.one_in(3) && setup.plays.len() > 1 { Switch::Hands(2) } else { switch };
    let mut ring = (*setup.ring).clone();
    ring.run_it = dice.pick([1, 2, 3]);
    ring.run_it_ms = Millis(500);
    ring.straddle =
        dice.pick([None, Some(Straddle::Utg), Some(Straddle::Button), Some(Straddle::Mississippi)]);
    if dice.one_in(3) {
        ring.bomb_pot = Some(BombPot { every_hands: 3, ante: Chips(stakes.unit.0 * 3) });
    }
    setup.ring = Arc::new(ring);
    let mut rulebook = (*setup.rulebook).clone();
    rulebook.betting.open_pair_double_bet = dice.one_in(2);
    rulebook.betting.straddle = vec![Straddle::Utg, Straddle::Button, Straddle::Mississippi];
    (rulebook.betting.bomb_pots, rulebook.betting.run_it) = (true, 3);
    if dice.one_in(3) {
        rulebook.showdown.rabbit = Rabbit::WinnerWithConsent;
        rulebook.showdown.times.rabbit_ms = Millis(20_000);
    }
    setup.rulebook = Arc::new(rulebook);
    setup
}

fn random_setup(dice: &mut Dice) -> TableSetup {
    let betting = dice.pick([Betting::NoLimit, Betting::PotLimit, Betting::FixedLimit]);
    let ante_kind =
        dice.pick([AnteKind::None, AnteKind::Each, AnteKind::BigBlind, AnteKind::Button]);
    let unit = dice.pick([1, 5, 25]);
    let big = 2 * unit * (1 + dice.below(4));
    let ante = if ante_kind == AnteKind::None { 0 } else { unit * (1 + dice.below(3)) };
    let mut rulebook = (*rulebook(if dice.one_in(2) { "online" } else { "tda-2024" })).clone();
    if dice.one_in(3) {
        rulebook.blinds.button = ButtonRule::Moving;
    }
    if dice.one_in(4) {
        rulebook.betting.short_all_in_base = ShortAllInBase::Complete;
    }
    if dice.one_in(4) {
        rulebook.betting.min_raise = MinRaise::DoubleBet;
    }
    rulebook.showdown.face_up_all_in = !dice.one_in(4);
    rulebook.betting.antes = vec![AnteKind::Each, AnteKind::BigBlind, AnteKind::Button];
    rulebook.betting.min_open_postflop_bb = 1 + dice.below(2);
    let mut ring = ring_terms();
    ring.sit_out_ms = Millis::seconds(60);
    if dice.one_in(2) {
        ring.rake = Some(Rake {
            basis_points: 500,
            cap: Chips(3 * unit),
            no_flop_no_drop: dice.one_in(2),
            account: "house:rake".to_owned(),
        });
    }
    if dice.one_in(3) {
        ring.time_charge = Some(TimeCharge {
            amount: Chips(unit),
            every_ms: Millis::seconds(30),
            account: "house:time".to_owned(),
        });
    }
    let stakes = Stakes {
        betting,
        small_blind: Chips(unit * dice.below(big / unit + 1)),
        big_blind: Chips(big),
        bring_in: Chips(0),
        ante: Chips(ante),
        ante_kind,
        unit: Chips(unit),
    };
    TableSetup {
        plays: Arc::from([Play { game: game(), stakes }]),
        switch: Switch::Never,
        rulebook: Arc::new(rulebook),
        ring: Arc::new(ring),
        seats: u8::try_from(2 + dice.below(9)).unwrap(),
        hybrid: false,
        auto_show: true,
        players_left: None,
        occupancy: Occupancy::Ring,
    }
}

fn random_action(table: &Table, dice: &mut Dice) -> Option<Input> {
    let (seat, turn, legal) = table.turn()?;
    if let Some(range) = legal.discard {
        let mut picks = Picks::NONE;
        let count = u64::from(range.least) + dice.below(u64::from(range.most - range.least) + 1);
        while u64::from(picks.len()) < count {
            picks = picks.with(usize::try_from(dice.below(u64::from(range.held))).unwrap());
        }
        return Some(Input::Act { seat, turn, action: Action::Discard(picks) });
    }
    let action = match (dice.below(10), legal.wager) {
        (0..=3, Some(wager)) if table.play().stakes.betting == Betting::FixedLimit => {
            let to = if dice.one_in(2) { wager.min_to } else { wager.max_to };
            if wager.raise { Action::RaiseTo(to) } else { Action::Bet(to) }
        }
        (0..=3, Some(wager)) => {
            let unit = table.play().stakes.unit.0;
            let span = (wager.max_to.0 - wager.min_to.0) / unit;
            let to = match dice.below(3) {
                0 => wager.min_to.0,
                1 => wager.max_to.0,
                _ => {
                    let whole = wager.min_to.0.div_ceil(unit) * unit;
                    (whole + unit * dice.below(span + 1)).min(wager.max_to.0)
                }
            };
            let whole = to % unit == 0 || to == wager.min_to.0 || to == wager.all_in_to.0;
            let to = Chips(if whole { to } else { wager.min_to.0 });
            if wager.raise { Action::RaiseTo(to) } else { Action::Bet(to) }
        }
        (9, _) if legal.fold => Action::Fold,
        _ if legal.bring_in.is_some() => Action::BringIn,
        _ if legal.check => Action::Check,
        _ => Action::Call,
    };
    Some(Input::Act { seat, turn, action })
}

fn random_request(table: &Table, dice: &mut Dice, next_player: &mut u64) -> Input {
    let seat = SeatNo(u8::try_from(dice.below(u64::from(table.setup().seats))).unwrap());
    let big = table.play().stakes.big_blind.0;
    match dice.below(11) {
        10 => Input::ShuffleSeats { moves: random_moves(table, dice) },
        8 => Input::RunIt { seat, boards: dice.pick([1, 2, 3]) },
        9 => Input::ChooseGame { seat, play: dice.pick([0, 1, 2, 3]) },
        0 | 1 => {
            *next_player += 1;
            Input::Sit {
                seat,
                player: PlayerId(*next_player),
                buy_in: Chips(1 + dice.below(60 * big)),
                owed: Chips(0),
                wait_for_big_blind: dice.one_in(2),
            }
        }
        2 => Input::TopUp { seat, amount: Chips(dice.below(20 * big)) },
        3 => Input::SitOut { seat },
        4 => Input::SitIn { seat },
        5 if dice.one_in(3) => Input::Leave { seat },
        5 | 6 => {
            let (wait_for_big_blind, auto_muck) = (dice.one_in(2), dice.one_in(2));
            Input::Prefer { seat, wait_for_big_blind, auto_muck, straddle: dice.one_in(2) }
        }
        _ => Input::SweepHouse,
    }
}

/// Returns new seats for all players, which may have been free before.
fn random_moves(table: &Table, dice: &mut Dice) -> Vec<(SeatNo, SeatNo)> {
    let mut free: Vec<SeatNo> = (0..table.setup().seats).map(SeatNo).collect();
    let mut draw = || free.swap_remove(usize::try_from(dice.below(free.len() as u64)).unwrap());
    table.players().map(|(seat, _)| (seat, draw())).collect()
}

/// Returns an input that no honest client sends, with arbitrary seats and amounts.
fn nonsense(table: &Table, dice: &mut Dice) -> Input {
    let seat = SeatNo(dice.pick([0, 1, 2, 5, 9, 10, 15, 16, 64, 255]));
    let amount = Chips(match dice.below(4) {
        0 => dice.pick([0, 1, u64::MAX, u64::MAX - 1, u64::MAX / 2 + 1, 1 << 53, 1 << 63]),
        1 => dice.below(100),
        _ => u64::from(dice.next()) << dice.below(33),
    });
    let (turn_seat, turn) = table.turn().map_or((seat, TurnNo(0)), |(seat, turn, _)| (seat, turn));
    let seat = if dice.one_in(2) { turn_seat } else { seat };
    match dice.below(10) {
        9 => Input::ShuffleSeats { moves: vec![(seat, SeatNo(0)), (SeatNo(1), seat)] },
        0 => Input::Act { seat, turn, action: Action::Bet(amount) },
        1 | 2 => Input::Act { seat, turn, action: Action::RaiseTo(amount) },
        3 => Input::Act { seat, turn: TurnNo(amount.0), action: Action::Call },
        4 => Input::TopUp { seat, amount },
        5 => Input::Sit {
            seat,
            player: PlayerId(amount.0),
            buy_in: amount,
            owed: Chips(0),
            wait_for_big_blind: false,
        },
        6 if dice.one_in(2) => Input::ShowOrMuck { seat, show: true },
        6 => Input::ShowCards { seat, picks: Picks(u8::try_from(dice.below(256)).unwrap()) },
        7 if dice.one_in(2) => Input::NotThere { seat },
        7 => Input::Presence { seat, connected: false },
        _ => Input::SitIn { seat },
    }
}

/// Pauses the table. Nothing happens meanwhile, and afterwards everything is due later by the time
/// of the pause and five seconds. Returns the time at which the table is resumed.
fn pause(table: &mut Table, now: Millis, pause: Millis, log: &mut Vec<Event>) -> Millis {
    let due = table.deadline();
    table.step_into(now, Input::Pause, log).unwrap();
    let paused = table.clone();
    let over = now + pause;
    table.step_into(over, Input::Tick, log).unwrap();
    if let Some((seat, turn, legal)) = table.turn() {
        let action = if legal.check { Action::Check } else { Action::Call };
        let refused = table.step(over, Input::Act { seat, turn, action }).unwrap_err();
        assert_eq!(refused.kind, cardroom_engine::RefusalKind::Paused);
    }
    assert!(*table == paused && table.deadline().is_none());
    offers_can_be_answered(table, over);
    table.step_into(over, Input::Resume, log).unwrap();
    let later = pause + Millis::seconds(table.setup().rulebook.levels.after_pause_seconds);
    assert_eq!(table.deadline(), due.map(|due| due + later));
    over
}

/// Plays this number of hands, and returns every event.
fn play(seed: u64, hands: u64) -> (TableSetup, Table, Vec<Event>) {
    play_on(random_setup, seed, hands)
}

fn play_on(
    setup: impl FnOnce(&mut Dice) -> TableSetup,
    seed: u64,
    hands: u64,
) -> (TableSetup, Table, Vec<Event>) {
    let mut dice = Dice(seed);
    let setup = setup(&mut dice);
    let mut table = Table::new(setup.clone()).unwrap();
    let mut now = Millis(1_000_000);
    let mut log = Vec::new();
    let mut next_player = 0;
    for _ in 0..setup.seats {
        let input = random_request(&table, &mut dice, &mut next_player);
        let _ = table.step_into(now, input, &mut log);
    }
    let mut inputs = 0_u64;
    while table.last_hand().0 < hands {
        inputs += 1;
        assert!(inputs < 4_000 * hands, "seed {seed}: the game does not go on");
        now = now + Millis(dice.below(3_000));
        if dice.one_in(100) {
            now = pause(&mut table, now, Millis(dice.below(900_000)), &mut log);
        }
        let input = if dice.one_in(12) || table.deadline().is_none() {
            random_request(&table, &mut dice, &mut next_player)
        } else if table.wants_hand(now) {
            dice.start(&table)
        } else if dice.one_in(300) && table.hand_in_progress().is_some() {
            Input::VoidHand { reason: "a test".to_owned() }
        } else if dice.one_in(200) && table.hand_in_progress().is_some() {
            Input::RestartClock { wait: Millis(dice.below(9_000)) }
        } else if let Some(input) = random_action(&table, &mut dice).filter(|_| !dice.one_in(20)) {
            input
        } else {
            now = now.max(table.deadline().unwrap_or(now));
            Input::Tick
        };
        let acted = matches!(input, Input::Act { .. });
        let due = table.deadline().is_some_and(|due| due <= now) && !table.wants_hand(now);
        let due = due && matches!(input, Input::Tick);
        let before = log.len();
        let result = table.step_into(now, input, &mut log);
        // A caller that sleeps until the deadline never spins, and a hand never waits without a
        // deadline.
        assert!(!due || log.len() > before, "seed {seed}: nothing was due at the deadline");
        assert!(table.hand_in_progress().is_none() || table.deadline().is_some());
        if let Err(refusal) = result {
            assert_eq!(log.len(), before);
            let late = matches!(refusal.kind, cardroom_engine::RefusalKind::StaleTurn);
            assert!(!acted || late, "seed {seed}: a legal action was refused: {refusal}");
            if late {
                table.step_into(now, Input::Tick, &mut log).unwrap();
            }
        }
        if matches!(log.last(), Some(Event::HandEnded { .. })) {
            // Only a player who won unseen may ask for the cards that would have come.
            for seat in 0..setup.seats {
                let asked = Input::RabbitRequest { seat: SeatNo(seat) };
                let _ = table.step_into(now, asked, &mut log);
                let picks = Picks(u8::try_from(dice.below(256)).unwrap());
                let shows = Input::ShowCards { seat: SeatNo(seat), picks };
                let _ = table.step_into(now, shows, &mut log);
            }
            offers_can_be_answered(&table, now);
        } else if dice.one_in(8) {
            offers_can_be_answered(&table, now);
        }
    }
    (setup, table, log)
}

/// Checks that folding the events yields the same table, and that storing them loses nothing.
fn replays(setup: TableSetup, table: &Table, log: &[Event]) -> Result<(), TestCaseError> {
    let mut folded = Table::new(setup).unwrap();
    for event in log {
        folded.apply(event);
    }
    prop_assert_eq!(&folded, table);
    for event in log {
        let bytes = postcard::to_stdvec(event).unwrap();
        let read: Event = postcard::from_bytes(&bytes).unwrap();
        let same = match (&read, event) {
            // The deck is not stored.
            (Event::HandStarted(read), Event::HandStarted(start)) => {
                read.hand == start.hand && format!("{read:?}").contains("deck: None")
            }
            _ => &read == event,
        };
        prop_assert!(same, "{:?} came back as {:?}", event, read);
    }
    Ok(())
}

/// Checks that no card appears twice among the cards face up at the end of a hand.
fn no_card_twice(log: &[Event]) -> Result<(), TestCaseError> {
    let mut board = Vec::new();
    let mut tabled: BTreeMap<SeatNo, Vec<Card>> = BTreeMap::new();
    for event in log {
        match event {
            Event::HandStarted(_) => {
                board.clear();
                tabled.clear();
            }
            Event::BoardDealt { cards, .. } => board.extend(cards.iter().copied()),
            Event::Tabled { seat, cards } => {
                tabled.insert(*seat, cards.to_vec());
            }
            Event::HandEnded { .. } => {
                let open = board.iter().chain(tabled.values().flatten());
                let set: CardSet = open.clone().copied().collect();
                prop_assert_eq!(set.len(), open.count());
            }
            _ => {}
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_legal_sequence_replays_to_the_same_table(seed in any::<u64>()) {
        let (setup, table, log) = play(seed, 12);
        replays(setup, &table, &log)?;
    }

    #[test]
    fn so_it_does_in_every_game_and_rotation(seed in any::<u64>()) {
        let (setup, table, log) = play_on(any_setup, seed, 8);
        replays(setup, &table, &log)?;
        no_card_twice(&log)?;
    }

    /// Any client input is either legal or rejected without effect, and nothing panics.
    #[test]
    fn nonsense_breaks_nothing(seed in any::<u64>()) {
        let (_, mut table, _) = play(seed, 3);
        let mut dice = Dice(seed);
        let mut now = Millis(1 << 40);
        for _ in 0..300 {
            let before = table.clone();
            now = now + Millis(dice.below(2_000));
            let input = if dice.one_in(4) {
                random_action(&table, &mut dice).unwrap_or(Input::Tick)
            } else if table.wants_hand(now) {
                dice.start(&table)
            } else {
                nonsense(&table, &mut dice)
            };
            if table.step(now, input).is_err() {
                prop_assert_eq!(&before, &table);
            }
            let seat = SeatNo(dice.pick([0, 3, 10, 200, 255]));
            let view = table.view(Viewer::Seat(seat));
            prop_assert_eq!(view.decision.is_some(), table.legal(seat).is_some());
        }
    }

    /// TDA 32 to 34: no player has the big blind twice in a row. A player who has a position or
    /// posts is dealt in. With three or more players, button and blinds are different seats.
    #[test]
    fn positions_go_round(seed in any::<u64>()) {
        let (_, _, log) = play(seed, 40);
        let mut last: Option<SeatNo> = None;
        for event in &log {
            match event {
                Event::SeatLeft { seat, .. } if last == Some(*seat) => last = None,
                Event::HandStarted(start) => {
                    let big_blind = start.big_blind.unwrap();
                    prop_assert_ne!(last, Some(big_blind), "hand {:?}", start.hand);
                    prop_assert!(start.dealt.contains(big_blind));
                    prop_assert!(start.small_blind.is_none_or(|seat| start.dealt.contains(seat)));
                    prop_assert_ne!(start.small_position, big_blind);
                    prop_assert_eq!(start.dealt.len() == 2 && start.small_blind.is_some(),
                        start.button == start.small_position, "hand {:?}", start.hand);
                    prop_assert_ne!(start.button, big_blind);
                    last = Some(big_blind);
                }
                // The button is drawn again.
                Event::SeatsShuffled { .. } | Event::HandVoided { .. } => last = None,
                _ => {}
            }
        }
    }

    /// A player who is dealt in out of position and owes a blind posts it. No player is dealt in
    /// for free between joining and the first big blind.
    #[test]
    fn nobody_joins_for_nothing(seed in any::<u64>()) {
        let (setup, _, log) = play(seed, 20);
        // Each player's ante may take all chips of a newcomer before the blind.
        prop_assume!(setup.plays[0].stakes.ante_kind != AnteKind::Each);
        let (mut joined, mut owing) = (SeatSet::EMPTY, SeatSet::EMPTY);
        let mut hands = 0;
        for (index, event) in log.iter().enumerate() {
            match event {
                Event::SeatTaken { seat, .. } => {
                    joined.insert(*seat);
                    owing.insert(*seat);
                }
                Event::BlindMissed { seat, .. } => owing.insert(*seat),
                Event::SeatsShuffled { moves } => {
                    let moved = |seats: SeatSet| {
                        let of = moves.iter().filter(|(from, _)| seats.contains(*from));
                        of.map(|(_, to)| *to).collect()
                    };
                    (joined, owing) = (moved(joined), moved(owing));
                }
                Event::SeatLeft { seat, .. } => {
                    joined.remove(*seat);
                    owing.remove(*seat);
                }
                Event::HandStarted(start) => {
                    hands += 1;
                    let end = |event: &Event| matches!(event, Event::HoleDealt { .. });
                    let posts = &log[index..][..log[index..].iter().position(end).unwrap()];
                    let established = start.dealt.difference(owing).len();
                    owing = owing.difference(start.dealt);
                    for seat in joined.intersection(start.dealt).iter() {
                        let pays = posts.iter().any(|event| matches!(event,
                            Event::Posted { seat: of, post: PostKind::BigBlind | PostKind::EntryBlind, .. }
                                if *of == seat));
                        // A game that begins anew deals all players in.
                        prop_assert!(pays || hands == 1 || established < 2, "seat {} in {:?}", seat, start.hand);
                        joined.remove(seat);
                    }
                }
                Event::HandVoided { .. } => return Ok(()),
                _ => {}
            }
        }
    }

    #[test]
    fn a_snapshot_between_hands_restores_the_same_table(seed in any::<u64>()) {
        let (setup, mut table, _) = play(seed, 4);
        if table.hand_in_progress().is_some() {
            table.step(Millis(u64::MAX / 2), Input::VoidHand { reason: "over".to_owned() }).unwrap();
        }
        let text = serde_json::to_string(&table.snapshot().unwrap()).unwrap();
        let read = &mut serde_json::Deserializer::from_str(&text);
        prop_assert_eq!(Table::restore(setup, read).unwrap(), table);
    }

    /// Two games that differ only in cards hidden from a viewer look the same to that viewer.
    #[test]
    fn nobody_sees_what_others_hold(seed in any::<u64>(), viewer in 0_u8..3) {
        let mut dice = Dice(seed);
        let mut setup = random_setup(&mut dice);
        setup.seats = 3;
        let mut table = Table::new(setup).unwrap();
        let deck = dice.deck(&table);
        // Swap the hole cards of the two other players, and cards that are never dealt.
        let mut cards = deck.cards().to_vec();
        for seat in 0..3_u8 {
            table.step(Millis(0), Input::Sit {
                seat: SeatNo(seat), player: PlayerId(u64::from(seat)), buy_in: Chips(10_000),
                owed: Chips(0), wait_for_big_blind: false,
            }).unwrap();
        }
        let mut other = table.clone();
        // With the button in seat 0, cards go to seats 1, 2, 0, 1, 2, 0.
        let holds = |seat: u8| { let first = usize::from((seat + 2) % 3); [first, first + 3] };
        let [a, b] = match viewer { 0 => [1, 2], 1 => [0, 2], _ => [0, 1] };
        for (one, two) in holds(a).into_iter().zip(holds(b)) {
            cards.swap(one, two);
        }
        // Swap the burn card of the flop with the bottom card.
        cards.swap(6, 51);
        let swapped = DeckOrder::new(cards).unwrap();
        table.step(Millis(10_000), Input::StartHand { deck, reshuffles: Vec::new(), draw: 0 }).unwrap();
        other.step(Millis(10_000), Input::StartHand { deck: swapped, reshuffles: Vec::new(), draw: 0 }).unwrap();
        let mut now = Millis(10_000);
        while table.hand_in_progress().is_some() {
            let input = |dice: &mut Dice, table: &Table| random_action(table, dice);
            let mut same = Dice(dice.0);
            let (one, two) = match (input(&mut dice, &table), input(&mut same, &other)) {
                (Some(one), Some(two)) => (one, two),
                _ => { now = table.deadline().unwrap(); (Input::Tick, Input::Tick) }
            };
            let events = table.step(now, one).unwrap();
            let others = other.step(now, two).unwrap();
            let shown = |events: &[Event]| events.iter().any(|event| matches!(event, Event::Tabled { .. }));
            if shown(&events) || shown(&others) {
                break;
            }
            prop_assert_eq!(&events, &others);
            for who in [Viewer::Public, Viewer::Seat(SeatNo(viewer))] {
                prop_assert_eq!(table.view(who), other.view(who));
            }
        }
    }
}

/// Two hands of any game that differ only in cards a viewer never saw look the same to that viewer
/// until hands are shown.
fn looks_the_same(seed: u64) {
    let mut dice = Dice(seed);
    let setup = any_setup(&mut dice);
    let mut table = Table::new(setup).unwrap();
    let seats = table.setup().seats;
    for seat in 0..seats {
        let (player, buy_in) = (PlayerId(u64::from(seat)), Chips(1 + dice.below(20_000)));
        let (seat, owed) = (SeatNo(seat), Chips(0));
        let sit = Input::Sit { seat, player, buy_in, owed, wait_for_big_blind: false };
        table.step(Millis(0), sit).unwrap();
    }
    let game = table.play().game.clone();
    let deck = dice.deck(&table);
    let reshuffles: Vec<DeckOrder> =
        (0..game.most_reshuffles()).map(|_| dice.deck(&table)).collect();
    let viewer = Viewer::Seat(SeatNo(u8::try_from(dice.below(u64::from(seats))).unwrap()));
    let start = |deck: &DeckOrder, reshuffles: &[DeckOrder]| Input::StartHand {
        deck: deck.clone(),
        reshuffles: reshuffles.to_vec(),
        draw: 0,
    };
    let shown = |event: &Event| {
        matches!(
            event,
            Event::Tabled { .. }
                | Event::Mucked { .. }
                | Event::ShowOffered { .. }
                | Event::PotAwarded { .. }
        )
    };
    let seen_now = |table: &Table| -> CardSet {
        let view = table.view(viewer);
        let boards = view.hand.iter().flat_map(|hand| hand.boards.iter().flatten());
        let ups =
            view.seats.iter().filter_map(|seat| seat.in_hand.as_ref()).flat_map(|seat| &seat.up);
        view.hole.iter().chain(boards).chain(ups).copied().collect()
    };

    // Record the inputs with their times, and the cards seen, until hands are shown.
    let mut first = table.clone();
    let mut now = Millis(10_000);
    let mut steps = vec![(now, first.step(now, start(&deck, &reshuffles)).unwrap())];
    let mut inputs = Vec::new();
    let mut seen = seen_now(&first);
    let mut views = vec![first.view(viewer)];
    while first.hand_in_progress().is_some()
        && !steps.iter().any(|(_, events)| events.iter().any(shown))
    {
        let action = random_action(&first, &mut dice);
        let act = match &action {
            Some(Input::Act { seat, turn, action }) => Some((*seat, *turn, *action)),
            _ => None,
        };
        now = if act.is_some() { now + Millis(10) } else { first.deadline().unwrap() };
        let events = first.step(now, action.unwrap_or(Input::Tick)).unwrap();
        steps.push((now, events));
        inputs.push(act);
        seen.extend(seen_now(&first).iter());
        views.push(first.view(viewer));
    }

    // The unseen cards change places with one another, in every order of the deck.
    let mut unseen: Vec<Card> =
        game.deck.cards().iter().filter(|card| !seen.contains(*card)).collect();
    let from = unseen.clone();
    fisher_yates(&mut unseen, || dice.next() << 1);
    let swap = |deck: &DeckOrder| {
        let cards = deck.cards().iter().map(|card| {
            from.iter().position(|other| other == card).map_or(*card, |place| unseen[place])
        });
        DeckOrder::new(cards.collect()).unwrap()
    };
    let (deck, reshuffles) = (swap(&deck), reshuffles.iter().map(swap).collect::<Vec<_>>());
    let mut second = table;
    let mut again = vec![second.step(Millis(10_000), start(&deck, &reshuffles)).unwrap()];
    assert_eq!(second.view(viewer), views[0], "seed {seed}");
    for (index, act) in inputs.into_iter().enumerate() {
        if steps[index + 1].1.iter().any(shown) {
            break;
        }
        let input =
            act.map_or(Input::Tick, |(seat, turn, action)| Input::Act { seat, turn, action });
        again.push(second.step(steps[index + 1].0, input).unwrap());
        assert_eq!(second.view(viewer), views[index + 1], "seed {seed}: {}", game.name);
    }
    // The events are also the same, except for the deck, which is never serialized.
    for (one, (_, two)) in again.iter().zip(&steps) {
        assert_eq!(
            postcard::to_stdvec(one).unwrap(),
            postcard::to_stdvec(two).unwrap(),
            "seed {seed}"
        );
    }
}

#[test]
fn nobody_sees_what_others_hold_in_any_game() {
    for seed in 0..500 {
        looks_the_same(seed);
    }
}

/// `CARDROOM_HANDS=4000000 cargo test --release -p cardroom-engine --test suite random_play -- --ignored
/// --nocapture`
#[test]
#[ignore = "long: millions of hands, in release"]
fn millions_of_hands_of_every_game() {
    let wanted = std::env::var("CARDROOM_HANDS").ok().and_then(|text| text.parse().ok());
    let wanted: u64 = wanted.unwrap_or(1_000_000);
    let (mut hands, mut events) = (0, 0);
    let mut games: BTreeMap<String, u64> = BTreeMap::new();
    for seed in 0.. {
        let (setup, table, log) = play_on(any_setup, seed, 12);
        for event in &log {
            if let Event::HandStarted(start) = event {
                let game = &setup.plays[usize::from(start.play)].game.id;
                *games.entry(game.clone()).or_default() += 1;
                hands += 1;
            }
        }
        events += log.len();
        if let Err(error) = replays(setup, &table, &log).and_then(|()| no_card_twice(&log)) {
            panic!("seed {seed}: {error}");
        }
        looks_the_same(seed);
        if hands >= wanted {
            break;
        }
    }
    println!("{hands} hands, {events} events, no chip lost, every log replayed to the same table");
    for (game, hands) in games {
        println!("{game:>20} {hands}");
    }
}

#[test]
fn debug_output_names_no_hidden_card() {
    let (_, _, log) = play(7, 3);
    let start = log.iter().find(|event| matches!(event, Event::HandStarted(_))).unwrap();
    let text = format!("{start:?}");
    assert!(text.contains("??") || text.contains("DeckOrder"), "{text}");
    for card in CardSet::full52().iter() {
        assert!(!text.contains(&card.to_string()), "{text} names {card}");
    }
}
