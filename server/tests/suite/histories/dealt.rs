//! Hands of any game, dealt at a table without a runtime to players who choose any legal action.

use crate::support::asking::{Ask, FloorOrder};
use crate::support::ordinary::{self, player};
use cardroom::cashier::Cashier;
use cardroom::config::Config;
use cardroom::entropy::Dealer;
use cardroom::history::PlayedHand;
use cardroom::ids::{ConnectionId, TableId};
use cardroom::inbox::Player;
use cardroom::store::StoredStream;
use cardroom::table::{CoreInput, TableCore};
use cardroom_engine::{Legal, Occupancy, TableSetup, Viewer};
use cardroom_protocol::history::RecordedSeat;
use cardroom_protocol::hybrid::{DealError, Dispute, PotReaward, TableCommand};
use cardroom_protocol::server::Role;
use cardroom_protocol::table::Action;
use cardroom_protocol::{ActionId, RequestId, Seq, TurnToken};
use cardroom_rules::{
    AnteKind, Betting, Chips, Forced, Game, Library, Millis, Rake, RingTerms, Stakes, Switch,
};
use std::sync::{Arc, LazyLock};

/// The shipped games and rulebooks.
pub(crate) static LIBRARY: LazyLock<Library> =
    LazyLock::new(|| Config::default().library().unwrap());

/// A small generator, so that a failing case is reproducible from its seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn next(&mut self) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(self.0 >> 33).unwrap() << 1
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        (u64::from(self.next()) * bound) >> 32
    }
}

/// Returns a table of this game. Every third one takes rake, and the stakes vary with the seed.
pub(super) fn setup(game: &Game, betting: Betting, seed: u64) -> TableSetup {
    let brings_in = game.forced == Forced::BringIn;
    let of_button = game.forced == Forced::Blinds && game.id == "short-deck";
    let ante = match (brings_in, of_button, seed % 4) {
        (true, ..) => (Chips(10), AnteKind::Each),
        (_, true, _) | (_, _, 1) => (Chips(20), AnteKind::Each),
        (_, _, 2) => (Chips(100), AnteKind::BigBlind),
        _ => (Chips(0), AnteKind::None),
    };
    let stakes = Stakes {
        betting,
        small_blind: if brings_in { Chips(0) } else { Chips(50) },
        big_blind: Chips(100),
        bring_in: if brings_in { Chips(30) } else { Chips(0) },
        ante: ante.0,
        ante_kind: ante.1,
        unit: Chips(1),
    };
    let rake = seed.is_multiple_of(3).then(|| Rake {
        basis_points: 500,
        cap: Chips(300),
        no_flop_no_drop: false,
        account: "house:rake".to_owned(),
    });
    let ring = RingTerms {
        sit_out_ms: Millis::seconds(600),
        between_hands_ms: Millis(10),
        run_it_ms: Millis(1_000),
        rake,
        ..RingTerms::bare(Chips(100), Chips(100_000))
    };
    let mut rulebook = (**LIBRARY.rulebook("tda-2024").unwrap()).clone();
    rulebook.betting.antes = vec![AnteKind::Each, AnteKind::BigBlind];
    TableSetup {
        plays: LIBRARY.plays(&game.id, &stakes).unwrap().0,
        switch: Switch::Never,
        rulebook: Arc::new(rulebook),
        ring: Arc::new(ring),
        seats: 6.min(game.max_players),
        hybrid: false,
        auto_show: true,
        players_left: None,
        occupancy: Occupancy::Ring,
    }
}

/// Returns a few consecutive hands of a game, as the histories get them.
pub(crate) fn hands(game: &Game, betting: Betting, seed: u64) -> Vec<PlayedHand> {
    let setup = setup(game, betting, seed);
    let mut dice = Dice(seed);
    let seats = 2 + dice.below(u64::from(setup.seats) - 1);
    let stacks: Vec<Chips> = (0..seats).map(|_| Chips(150 + dice.below(2_500))).collect();
    let mut run = Run::seated(setup, &stacks);
    for _ in 0..3 {
        let table = run.core.table();
        let with_chips = table.players().filter(|(seat, _)| table.stack(*seat) > Some(Chips::ZERO));
        if with_chips.count() < 2 {
            break;
        }
        run.hand(game, &mut dice);
    }
    run.played
}

/// Returns a hand of hold'em at a table of six in which seats 2 and 3 share their money. One puts
/// half of the stack in, is raised, and folds. All others fold.
pub(crate) fn dumped(seed: u64) -> PlayedHand {
    let game = LIBRARY.games().find(|game| game.id == "holdem").unwrap();
    let mut dice = Dice(seed);
    // Without an ante.
    let mut run = Run::seated(setup(game, Betting::NoLimit, 4), &[Chips(2_500); 6]);
    run.hand_by(game, &mut dice, |seat, legal, _| {
        let amount = |chips: Chips| cardroom_protocol::Chips(chips.0);
        let wager = |to: Chips, raise| match raise {
            true => Action::RaiseTo(amount(to)),
            false => Action::Bet(amount(to)),
        };
        match (seat, legal.wager) {
            (2, Some(wagers)) if legal.call.is_none_or(|call| call < Chips(1_000)) => {
                wager(Chips(1_500).max(wagers.min_to), wagers.raise)
            }
            (3, Some(wagers)) if legal.call > Some(Chips(1_000)) => {
                wager(wagers.max_to, wagers.raise)
            }
            (3, _) if legal.call.is_some() => Action::Call,
            _ if legal.check => Action::Check,
            _ => Action::Fold,
        }
    });
    run.played.pop().unwrap()
}

/// Returns a hand of four players at a hybrid table with corrected errors of the deal. The first
/// error is reported after the deal, each further one after the next street.
pub(crate) fn put_right(
    game: &Game,
    book: &str,
    errors: &[Option<DealError>],
    seed: u64,
) -> PlayedHand {
    let mut run = Run::of_four(game, book, seed);
    for error in errors {
        if let Some(error) = error {
            run.order(TableCommand::DealError(*error));
        }
        run.play_the_street();
    }
    run.play_out();
    run.played.pop().unwrap()
}

/// Returns a hand of four in which the floor awards a part of the pot to another player, in
/// the versions before and after it. With `in_next_hand`, the floor does so when the next
/// hand is already dealt.
pub(crate) fn reawarded(game: &Game, in_next_hand: bool, seed: u64) -> [PlayedHand; 2] {
    let mut run = Run::of_four(game, "tda-2024", seed);
    run.play_out();
    let before = run.played.pop().unwrap();
    if in_next_hand {
        run.deal(game, seed + 1);
    }
    let won = |seat: &&RecordedSeat| seat.ended_with > seat.began_with;
    let winner = before.record.seats.iter().find(won).unwrap().seat;
    let pot = PotReaward {
        about: Dispute::Accounting,
        from: winner,
        to: (winner + 1) % 4,
        amount: cardroom_protocol::Chips(30),
    };
    run.order(TableCommand::ReawardPot(pot));
    let after = run.played.pop().unwrap();
    assert_eq!(run.core.table().hand_in_progress().is_some(), in_next_hand);
    run.play_out();
    assert_eq!(run.played.len(), usize::from(in_next_hand), "the next hand is told by itself");
    [before, after]
}

/// Returns a hand of four in which the floor kills a hand and restores it.
pub(crate) fn killed_and_restored(game: &Game, seed: u64) -> PlayedHand {
    let mut run = Run::of_four(game, "tda-2024", seed);
    run.order(TableCommand::KillHand(2));
    run.order(TableCommand::RestoreHand(2));
    run.play_out();
    run.played.pop().unwrap()
}

/// Returns a hand of four by a book, in which the floor kills some hands and all others are called.
pub(crate) fn called(game: &Game, book: &str, killed: &[u8], seed: u64) -> PlayedHand {
    let mut run = Run::of_four(game, book, seed);
    for seat in killed {
        run.order(TableCommand::KillHand(*seat));
    }
    run.play_out();
    run.played.pop().unwrap()
}

pub(super) struct Run {
    pub(super) core: TableCore,
    pub(super) now: Millis,
    action_id: u64,
    /// The last step that everyone received.
    seq: u64,
    pub(super) played: Vec<PlayedHand>,
}

impl Run {
    /// Returns a table with players in its first seats.
    pub(super) fn seated(setup: TableSetup, stacks: &[Chips]) -> Self {
        let description = ordinary::table("Sirius");
        let core = TableCore::open(TableId(7), description, Some(&setup), &StoredStream::default());
        let now = Millis(1_795_273_200_000);
        let mut run = Self { core: core.unwrap(), now, action_id: 0, seq: 0, played: Vec::new() };
        run.on(CoreInput::Recover { setup: Some(setup) });
        for (seat, stack) in (0..).zip(stacks) {
            let account = player(seat).account;
            let cashier = Cashier::load([(account, Chips(90_000))]);
            let hold = cashier.purse(account).unwrap().hold(*stack).unwrap();
            let sit = Ask::Sit { seat: Some(seat), hold, wait_for_big_blind: false };
            run.request(seat, sit);
        }
        run
    }

    /// Returns a table at which no player has acted.
    pub(super) fn of(core: TableCore) -> Self {
        let now = Millis(1_795_273_200_000);
        Self { core, now, action_id: 0, seq: 0, played: Vec::new() }
    }

    /// Returns a hybrid table of four with a hand just dealt.
    fn of_four(game: &Game, book: &str, seed: u64) -> Self {
        let mut setup = setup(game, Betting::NoLimit, 4);
        setup.rulebook = Arc::clone(LIBRARY.rulebook(book).unwrap());
        setup.hybrid = true;
        let description = ordinary::table("Sirius");
        let core = TableCore::open(TableId(7), description, Some(&setup), &StoredStream::default());
        let now = Millis(1_795_273_200_000);
        let mut run = Self { core: core.unwrap(), now, action_id: 0, seq: 0, played: Vec::new() };
        run.on(CoreInput::Recover { setup: Some(setup) });
        let cashier = Cashier::load((0..4).map(|seat| (player(seat).account, Chips(90_000))));
        for seat in 0..4 {
            let hold = cashier.purse(player(seat).account).unwrap().hold(Chips(2_000)).unwrap();
            let sit = Ask::Sit { seat: Some(seat), hold, wait_for_big_blind: false };
            run.request(seat, sit);
        }
        run.deal(game, seed);
        run
    }

    /// Deals the next hand.
    fn deal(&mut self, game: &Game, seed: u64) {
        self.now = self.now + Millis(5_000);
        let seed = [u8::try_from(seed % 251).unwrap(); 32];
        let decks = Dealer::from_seed(seed).hybrid_decks(game);
        self.on(CoreInput::Deck { decks, sealed: None, draw: 0 });
    }

    /// Calls or checks for everyone until the hand is over.
    fn play_out(&mut self) {
        while self.core.table().hand_in_progress().is_some() {
            self.play_the_street();
        }
    }

    pub(super) fn on(&mut self, input: CoreInput) {
        let outputs = self.core.on(self.now, input);
        self.seq = outputs.steps.last().map_or(self.seq, |step| step.seq.0);
        self.played.extend(outputs.played.map(|played| *played));
    }

    /// Gives a command as an operator.
    fn order(&mut self, command: TableCommand) {
        let before = self.seq;
        let (seq, reason) = (Seq(self.seq), "it was seen".to_owned());
        let order = FloorOrder { seq, reason, rule: None, command };
        let cleo = Player { role: Role::Floor, ..player(8) };
        self.on(Ask::Direct(order).input(ConnectionId(99), Some(cleo), RequestId(7)));
        assert!(self.seq > before, "it is carried out");
    }

    /// Calls or checks for everyone until the next street is out or the hand is over.
    fn play_the_street(&mut self) {
        let street = |run: &Self| {
            let view = run.core.table().view(Viewer::Public);
            view.hand.map(|hand| hand.street)
        };
        let before = street(self);
        while street(self) == before && before.is_some() {
            self.now = self.now + Millis(700);
            let Some((seat, turn, legal)) = self.core.table().turn() else {
                self.now = self.now.max(self.core.deadline().unwrap());
                self.on(CoreInput::Tick);
                continue;
            };
            self.action_id += 1;
            let (turn, action_id) = (TurnToken(turn.0), ActionId(self.action_id));
            let action = if legal.check { Action::Check } else { Action::Call };
            self.request(seat.0, Ask::Act { turn, action_id, action });
        }
    }

    pub(super) fn request(&mut self, seat: u8, what: Ask) {
        self.on(what.input(ConnectionId(u64::from(seat)), Some(player(seat)), RequestId(7)));
    }

    fn hand(&mut self, game: &Game, dice: &mut Dice) {
        self.hand_by(game, dice, |_, legal, dice| choose(legal, dice));
    }

    /// Plays a hand in which players decide by their seats.
    pub(super) fn hand_by(
        &mut self,
        game: &Game,
        dice: &mut Dice,
        decide: impl Fn(u8, &Legal, &mut Dice) -> Action,
    ) {
        self.now = self.now + Millis(5_000);
        let mut seed = [0; 32];
        seed.fill_with(|| u8::try_from(dice.below(256)).unwrap());
        let decks = Dealer::from_seed(seed).decks(game);
        let before = self.core.table().last_hand();
        self.on(CoreInput::Deck { decks, sealed: None, draw: 0 });
        assert_ne!(self.core.table().last_hand(), before, "a hand begins");
        self.play_on(dice, decide);
    }

    /// Plays the hand in progress to its end. Players who may run it on several boards answer
    /// with a random number of them.
    pub(super) fn play_on(
        &mut self,
        dice: &mut Dice,
        decide: impl Fn(u8, &Legal, &mut Dice) -> Action,
    ) {
        while self.core.table().hand_in_progress().is_some() {
            self.now = self.now + Millis(700);
            let Some((seat, turn, legal)) = self.core.table().turn() else {
                let boards = 1 + u8::try_from(dice.below(3).min(1)).unwrap();
                let most = self.core.table().setup().ring.run_it;
                for seat in (0..10).filter(|_| most > 1) {
                    self.request(seat, Ask::RunIt { boards });
                }
                self.now = self.now.max(self.core.deadline().unwrap());
                self.on(CoreInput::Tick);
                continue;
            };
            self.action_id += 1;
            let (turn, action_id) = (TurnToken(turn.0), ActionId(self.action_id));
            let what = match legal.discard {
                None => Ask::Act { turn, action_id, action: decide(seat.0, &legal, dice) },
                Some(range) => {
                    let span = u64::from(range.most - range.least) + 1;
                    let count = u64::from(range.least) + dice.below(span);
                    let held = self.core.table().hole_cards(Viewer::Seat(seat));
                    let count = usize::try_from(count).unwrap();
                    let cards = held.into_iter().take(count).collect();
                    Ask::Discard { turn, action_id, cards }
                }
            };
            self.request(seat.0, what);
        }
    }
}

/// Chooses any legal action. Folds only if staying in costs chips.
pub(super) fn choose(legal: &Legal, dice: &mut Dice) -> Action {
    let amount = |chips: Chips| cardroom_protocol::Chips(chips.0);
    if legal.bring_in.is_some() && dice.below(3) > 0 {
        return Action::BringIn;
    }
    let wager = legal.wager.filter(|_| dice.below(4) == 0 || legal.bring_in.is_some());
    if let Some(wager) = wager {
        let to = match dice.below(3) {
            0 => wager.max_to,
            1 => wager.pot_to,
            _ => wager.min_to,
        };
        return if wager.raise { Action::RaiseTo(amount(to)) } else { Action::Bet(amount(to)) };
    }
    match (legal.check, legal.call) {
        (true, _) => Action::Check,
        (_, Some(_)) if dice.below(5) > 0 => Action::Call,
        _ if legal.fold => Action::Fold,
        _ => Action::BringIn,
    }
}
