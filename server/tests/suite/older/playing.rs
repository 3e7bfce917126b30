//! Hands of two people, from the interrupted one on.

use super::fixture::{Facts, Interrupted};
use crate::support::client::LONG;
use crate::support::house::Person;
use cardroom::wiring::OpenRoom;
use cardroom_protocol::client::{Act, Login, LoginToken};
use cardroom_protocol::table::{Action, Decision, TableView};
use cardroom_protocol::{ActionId, RequestId, Secret, TableId};
use serde_json::json;
use std::time::Duration;

/// Two people at one table.
pub(super) struct Pair {
    pub(super) people: [Person; 2],
    table: TableId,
}

impl Pair {
    /// Signs two people in who had an interrupted hand. The guest has only the token of a browser.
    pub(super) async fn sign_in(room: &OpenRoom, facts: &Facts, hand: &Interrupted) -> Self {
        let mut people = Vec::new();
        for name in hand.cards.keys() {
            let login = match facts.accounts.get(name) {
                Some(password) => {
                    let (name, password) = (name.clone(), Secret::from(password.as_str()));
                    Login { request: RequestId(1), name, password, browser: None }.into()
                }
                None => {
                    let token = Secret::from(facts.guest.token.as_str());
                    LoginToken { request: RequestId(1), token }.into()
                }
            };
            people.push(Person::arrive(room.address, login).await);
            assert_eq!(&people.last().unwrap().logged_in.name, name);
        }
        let people = people.try_into().ok().expect("two people");
        Self { people, table: TableId(hand.table) }
    }

    /// The hand is as it was when the process was killed, with the cards of the same deck.
    pub(super) async fn find(&mut self, hand: &Interrupted) {
        for person in &mut self.people {
            let name = person.logged_in.name.clone();
            let view = person.observe(self.table).await.unwrap();
            let now = serde_json::to_value(view.hand.as_ref().unwrap()).unwrap();
            for part in ["hand", "button", "street", "boards", "pots", "current_bet"] {
                assert_eq!(now[part], hand.view[part], "{name}: {part}");
            }
            let own = view.you.as_ref().unwrap();
            assert_eq!(json!(own.cards), hand.cards[&name], "{name}");
            assert_eq!(own.decision.is_some(), name == hand.to_act, "{name}");
            for seat in &view.seats {
                assert_eq!(seat.stack.0, hand.stacks[&seat.name], "{}", seat.name);
            }
        }
    }

    /// The hand is void: all have the stacks back with which they began it, and the next one, if it
    /// is there already, begins with these.
    pub(super) async fn find_voided(&mut self, hand: &Interrupted) {
        let view = self.people[0].observe(self.table).await.unwrap();
        if let Some(now) = &view.hand {
            assert_eq!(now.hand.0, hand.hand + 1, "{now:?}");
            assert!(now.pots.is_empty(), "nobody has acted yet: {now:?}");
        }
        assert_eq!(view.seats.len(), 2);
        for seat in &view.seats {
            let bet = seat.in_hand.as_ref().map_or(0, |part| part.bet.0);
            assert_eq!(seat.stack.0 + bet, hand.began_with(&seat.name), "{}", seat.name);
        }
    }

    /// Checks and calls until a later hand than this one has begun.
    pub(super) async fn play_past(&mut self, hand: u64) {
        let played = async {
            loop {
                for person in &mut self.people {
                    let view = person.observe(self.table).await.unwrap();
                    if view.hand.as_ref().is_some_and(|now| now.hand.0 > hand) {
                        return;
                    }
                    act(person, &view).await;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let in_time = tokio::time::timeout(LONG, played).await;
        in_time.unwrap_or_else(|_| panic!("hand {hand} is not played to its end"));
    }
}

async fn act(person: &mut Person, view: &TableView) {
    let Some(own) = &view.you else { return };
    let Some(Decision { turn, legal }) = &own.decision else { return };
    let action = if legal.check { Action::Check } else { Action::Call };
    let action_id = ActionId(own.last_action_id.0 + 1);
    let act = Act { table: view.info.table, turn: *turn, action_id, action };
    person.client.send([act.into()]).await;
}
