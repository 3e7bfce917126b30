//! A hybrid table in play. All viewers get every step alike.

use crate::support::client::{Client, LONG};
use crate::support::playing::Play;
use cardroom::config::Config;
use cardroom_protocol::client::Login;
use cardroom_protocol::hybrid::{
    ChipCount, Gesture, MakeGesture, PushedChips, Ruled, RulingKind, Said, Words,
};
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{ActionId, Chips, Encoding, ErrorCode, RequestId, Secret, TableId};
use std::net::Ipv4Addr;
use std::time::Instant;

/// Returns a declaration without a number.
pub(crate) fn say(words: Words) -> Gesture {
    Gesture::Say(Said { words, amount: None, figure: None })
}

/// Returns a declaration with a clear number of chips.
pub(crate) fn say_amount(words: Words, amount: u64) -> Gesture {
    Gesture::Say(Said { words, amount: Some(Chips(amount)), figure: None })
}

pub(crate) fn push(chips: &[(u64, u8)]) -> Gesture {
    let count = |(denomination, count): &(u64, u8)| ChipCount {
        denomination: Chips(*denomination),
        count: *count,
    };
    let chips = chips.iter().map(count).collect();
    Gesture::Push(Box::new(PushedChips { chips, pulled: Default::default() }))
}

/// Three players, a visitor and a stranger at a hybrid table with blinds 5 and 10, unit 5, and 1000
/// chips each. The room's last table is a plain one.
pub(crate) struct Felt {
    pub(crate) play: Play,
}

impl Felt {
    /// Deals a fresh hand at such a table.
    pub(crate) async fn deal() -> Self {
        Self::deal_by("slow", |_| {}).await
    }

    /// Deals a fresh hand by a rulebook of the test's own.
    pub(crate) async fn deal_by(rulebook: &str, change: impl FnOnce(&mut Config)) -> Self {
        let encodings = [Encoding::Binary, Encoding::Json, Encoding::Binary];
        let mut play = Play::begin(&encodings, |config| {
            let mut plain = config.tables[0].clone();
            plain.name = "Plain".to_owned();
            plain.copies = 1;
            config.tables.push(plain);
            let table = &mut config.tables[0];
            table.hybrid = true;
            table.rulebook = rulebook.to_owned();
            table.run_out_ms = 10;
            change(config);
        })
        .await;
        play.deal().await;
        Self { play }
    }

    /// Returns the player to act.
    pub(crate) fn on_turn(&self) -> usize {
        self.play.turn().0
    }

    /// Makes a gesture that gets a ruling. Returns the events, which players
    /// and watchers all receive.
    pub(crate) async fn gesture(&mut self, who: usize, gesture: Gesture) -> Vec<TableEvent> {
        let made = self.make(who, gesture);
        let action_id = made.action_id;
        self.play.client(who).send([made.into()]).await;
        let (mut steps, mut accepted) = (Vec::new(), false);
        while !accepted {
            match self.play.client(who).receive().await {
                ServerMessage::Step(step) => steps.push(step),
                ServerMessage::ActionAccepted(answer) => {
                    assert_eq!(answer.action_id, action_id);
                    accepted = true;
                }
                ServerMessage::ActionRefused(refused) => panic!("{refused:?}"),
                _ => {}
            }
        }
        let step = steps.pop().expect("a step that holds the ruling");
        for other in (0..self.everybody()).filter(|other| *other != who) {
            let same = self.play.client(other).step_after(step.seq.0 - 1).await;
            assert_eq!(same, step, "{other} hears the same");
        }
        self.play.settle().await;
        step.events.0
    }

    /// Makes a gesture that must be refused: it is not announced, and nothing changes.
    pub(crate) async fn refused(&mut self, who: usize, gesture: Gesture) -> ErrorCode {
        let before = self.play.views.clone();
        let made = self.make(who, gesture.clone());
        let decision = before[who].you.as_ref().and_then(|you| you.decision.clone());
        self.play.client(who).send([made.clone().into()]).await;
        let code = match self.play.client(who).receive().await {
            ServerMessage::ActionRefused(refused) => {
                assert_eq!((refused.table, refused.action_id), (made.table, made.action_id));
                assert!(!refused.message.is_empty());
                if refused.legal.is_some() {
                    assert_eq!(refused.legal, decision.map(|decision| decision.legal));
                }
                refused.code
            }
            other => panic!("{gesture:?}: {other:?}"),
        };
        self.play.look().await;
        assert_eq!(self.play.views, before, "{gesture:?} changes nothing");
        code
    }

    /// Makes an exact action for the player to act.
    pub(crate) async fn act(&mut self, action: Action) {
        self.play.play(action).await;
    }

    /// Returns the chips behind and in front of a seat.
    pub(crate) fn chips(&self, seat: usize) -> (u64, u64) {
        let seat = &self.play.views[0].seats[seat];
        (seat.stack.0, seat.in_hand.as_ref().map_or(0, |part| part.bet.0))
    }

    /// Returns all chips of a seat, in front and behind.
    pub(crate) fn stack(&self, seat: usize) -> u64 {
        let (behind, bet) = self.chips(seat);
        behind + bet
    }

    pub(crate) fn everybody(&self) -> usize {
        self.play.players.len() + self.play.watchers.len()
    }

    pub(crate) fn make(&mut self, who: usize, gesture: Gesture) -> MakeGesture {
        let ActionId(action_id) = self.play.new_id(who);
        let (table, gesture) = (self.play.table, Box::new(gesture));
        MakeGesture { table, turn: None, action_id: ActionId(action_id), gesture }
    }

    /// Returns the room's plain table.
    pub(crate) fn plain_table(&self) -> TableId {
        let tables = self.play.open.room.registry.tables();
        let plain = tables.iter().find(|table| table.info.borrow().name == "Plain");
        TableId(plain.expect("it was opened").id.0)
    }

    /// Logs in an account with a role.
    pub(crate) async fn with_role(&self, name: &str, role: Role) -> Client {
        let password = Secret("eight or more".to_owned());
        let accounts = &self.play.open.room.accounts;
        accounts.register(name, &password, Ipv4Addr::LOCALHOST.into()).await.unwrap();
        accounts.set_role(name, role).await.unwrap();
        let mut client = Client::welcome(&self.play.open, Encoding::Json).await;
        let (request, name) = (RequestId(1), name.to_owned());
        client.send([Login { request, name, password, browser: None }.into()]).await;
        match client.receive().await {
            ServerMessage::LoggedIn(logged_in) => assert_eq!(logged_in.role, role),
            other => panic!("{other:?}"),
        }
        client
    }
}

impl Client {
    /// Reads the step with the number after this one.
    pub(crate) async fn step_after(&mut self, seq: u64) -> cardroom_protocol::server::Step {
        let before = Instant::now();
        loop {
            assert!(before.elapsed() < LONG, "no step {}", seq + 1);
            match self.receive().await {
                ServerMessage::Step(step) if step.seq.0 == seq + 1 => return step,
                ServerMessage::Step(step) => assert!(step.seq.0 <= seq, "a step was left out"),
                _ => {}
            }
        }
    }
}

/// Returns the rulings among some events.
pub(crate) fn rulings(events: &[TableEvent]) -> Vec<&Ruled> {
    let mut rulings = Vec::new();
    for event in events {
        if let TableEvent::Ruled(ruled) = event {
            rulings.push(ruled);
        }
    }
    rulings
}

/// Returns the kind and the rule of the single ruling among some events.
pub(crate) fn ruling(events: &[TableEvent]) -> (RulingKind, &str) {
    let rulings = rulings(events);
    let [ruled] = rulings.as_slice() else { panic!("one ruling: {events:?}") };
    (ruled.kind, &ruled.rule)
}

/// Returns the first exact action among some events: the seat, the action, and the chips it took.
pub(crate) fn acted(events: &[TableEvent]) -> Option<(u8, Action, u64)> {
    events.iter().find_map(|event| match event {
        TableEvent::Acted(acted) => Some((acted.seat, acted.action, acted.added.0)),
        _ => None,
    })
}
