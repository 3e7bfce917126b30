//! Deals over the wire: two players are left, one proposes, both vote in secret, and the agreed
//! amounts reach their wallets.

use crate::floor::event::{Event, Operator};
use crate::support::starting::{LATER, start_when_entered};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::{Act, Observe};
use cardroom_protocol::server::{Role, ServerMessage, TableSnapshot, YourTurn};
use cardroom_protocol::table::{Action, Decision};
use cardroom_protocol::tournament::{
    DealOffered, DealProposal, Finished, ProposeDeal, TournamentEvent, VoteOnDeal,
};
use cardroom_protocol::{ActionId, DealId, ErrorCode, Money, RequestId, TableId};
use cardroom_rules::{Cents, Shares};

/// A request whose answer does not matter.
const ANY: RequestId = RequestId(7);

/// One of the last two players.
struct Party {
    operator: Operator,
    actions: u64,
}

impl Party {
    /// Plays on, folding to every bet, until a message matches.
    async fn until<T>(&mut self, is: impl Fn(&ServerMessage) -> Option<T>) -> T {
        loop {
            let message = self.operator.client.receive().await;
            if let Some(found) = is(&message) {
                return found;
            }
            match message {
                ServerMessage::NewSeat(seat) => {
                    self.send(Observe { request: ANY, table: seat.table }.into()).await;
                }
                ServerMessage::YourTurn(YourTurn { table, turn, legal, .. }) => {
                    self.acts(table, Decision { turn, legal }).await;
                }
                ServerMessage::TableSnapshot(TableSnapshot { table, view }) => {
                    if let Some(decision) = view.you.and_then(|you| you.decision) {
                        self.acts(table, decision).await;
                    }
                }
                _ => {}
            }
        }
    }

    async fn acts(&mut self, table: TableId, Decision { turn, legal }: Decision) {
        self.actions += 1;
        let action = if legal.check { Action::Check } else { Action::Fold };
        let action_id = ActionId(self.actions);
        self.send(Act { table, turn, action_id, action }.into()).await;
    }

    async fn send(&mut self, message: ClientMessage) {
        self.operator.client.send([message]).await;
    }

    async fn proposes(&mut self, event: &Event, for_winner: Money) {
        let (tournament, proposal) = (event.tournament, DealProposal::Icm);
        let proposal = ProposeDeal { request: ANY, tournament, proposal, for_winner };
        self.send(proposal.into()).await;
    }

    async fn votes(&mut self, event: &Event, deal: DealId, accept: bool) {
        let tournament = event.tournament;
        self.send(VoteOnDeal { request: ANY, tournament, deal, accept }.into()).await;
    }

    async fn is_asked(&mut self) -> DealOffered {
        let offered = |message: &ServerMessage| match message {
            ServerMessage::DealOffered(offered) => Some(offered.clone()),
            ServerMessage::Refused(refused) => panic!("{refused:?}"),
            _ => None,
        };
        self.until(offered).await
    }

    async fn is_refused(&mut self) -> ErrorCode {
        let refused = |message: &ServerMessage| match message {
            ServerMessage::Refused(refused) if refused.request == ANY => Some(refused.code),
            _ => None,
        };
        self.until(refused).await
    }

    async fn finishes(&mut self) -> Finished {
        let finished = |message: &ServerMessage| match message {
            ServerMessage::Finished(finished) => Some(finished.clone()),
            ServerMessage::Refused(refused) => panic!("{refused:?}"),
            _ => None,
        };
        self.until(finished).await
    }
}

/// Returns a tournament with only two players, who play for 60 and 40 percent of 200 cents.
async fn two_are_left() -> (Event, [Party; 2]) {
    let event = Event::announced(LATER, |structure| {
        structure.entry.buy_in = Cents(100);
        structure.entry.late_levels = Some(0);
        structure.entry.min_entrants = 2;
        structure.prizes.shares = Shares::Table(vec![cardroom_rules::ShareTable {
            from: 1,
            basis_points: vec![6_000, 4_000],
        }]);
    })
    .await;
    let mut parties = Vec::new();
    for name in ["Ida", "Jim"] {
        let mut operator = event.operator(name, Role::Player).await;
        operator.enter().await;
        parties.push(Party { operator, actions: 0 });
    }
    start_when_entered(&event.room, event.tournament, 2).await;
    let parties = <[Party; 2]>::try_from(parties).ok().expect("there are two");
    (event, parties)
}

#[tokio::test]
async fn a_deal_counts_when_both_have_agreed() {
    let (event, [mut ida, mut jim]) = two_are_left().await;
    let begun =
        |message: &ServerMessage| matches!(message, ServerMessage::NewSeat(_)).then_some(());
    // Each knows their seat and plays on from there.
    ida.until(begun).await;
    jim.until(begun).await;

    ida.proposes(&event, Money(500)).await;
    assert_eq!(ida.is_refused().await, ErrorCode::BadDeal, "there is less to be won");
    ida.votes(&event, DealId(1), true).await;
    assert_eq!(ida.is_refused().await, ErrorCode::UnknownDeal);

    // The first deal waits for the hand. It is rejected, and no player learns by whom.
    ida.proposes(&event, Money(0)).await;
    let (asked_ida, asked_jim) = tokio::join!(ida.is_asked(), jim.is_asked());
    assert_eq!(asked_ida.yours.0 + asked_jim.yours.0, 200);
    assert_eq!(asked_ida.shares, asked_jim.shares);
    // A player who reloads the page is asked again.
    jim.operator.client = event.log_in("Jim", Role::Player).await;
    assert_eq!(jim.is_asked().await.deal, asked_jim.deal);
    jim.votes(&event, asked_jim.deal, false).await;
    ida.votes(&event, asked_ida.deal, true).await;
    ida.until(|message| match message {
        ServerMessage::TournamentStep(step) => step.events.0.iter().find_map(|event| match event {
            TournamentEvent::DealRejected(rejected) if rejected.deal == asked_ida.deal => Some(()),
            _ => None,
        }),
        _ => None,
    })
    .await;

    // The second deal takes effect when no hand is in progress.
    jim.proposes(&event, Money(0)).await;
    let (asked_ida, asked_jim) = tokio::join!(ida.is_asked(), jim.is_asked());
    ida.votes(&event, asked_ida.deal, true).await;
    jim.votes(&event, asked_jim.deal, true).await;
    let (ida, jim) = tokio::join!(ida.finishes(), jim.finishes());
    assert_eq!(ida.prize.0 + jim.prize.0, 200, "{ida:?} {jim:?}");
    let mut places = [ida.place, jim.place];
    places.sort_unstable();
    assert!(places == [1, 2] || places == [1, 1], "{places:?}");
    let store = event.room.room.tournaments().unwrap().services.tables.store;
    assert!(store.ledger_audit().await.unwrap().is_empty());
}
