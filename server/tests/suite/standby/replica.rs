//! The room on a database with a replica that every commit waits for: two machines, two PostgreSQL
//! servers, and a hand in progress. What the replica does not have is told to nobody.

use super::duel::{Duel, Moment, act, passive};
use super::machine::{Machine, PATIENCE};
use crate::pair::{Pair, Which};
use cardroom_protocol::ActionId;
use cardroom_protocol::server::ServerMessage;
use rustix::process::Signal;
use std::collections::BTreeSet;
use std::time::Duration;
use tempfile::TempDir;
use tokio::time::{Instant, sleep, timeout};

/// The most time until a waiting process has the lock of a room that died.
const LOCKED_WITHIN: Duration = Duration::from_secs(8);
/// How long nothing may be heard. A commit takes milliseconds when nothing is in its way.
const SILENCE: Duration = Duration::from_secs(2);

struct Replicated {
    pair: Pair,
    _folder: TempDir,
    first: Machine,
    second: Machine,
    duel: Duel,
    /// The hand in progress, after one acknowledged action.
    before: Moment,
}

impl Replicated {
    /// Opens a room on both servers, with a second machine that waits, and begins a hand.
    async fn in_hand() -> Option<Self> {
        let pair = Pair::in_step().await?;
        let folder = tempfile::tempdir().unwrap();
        let url = pair.url(&[Which::A, Which::B]);
        let first = Machine::start(folder.path(), "first", &url);
        first.is_room().await;
        let second = Machine::start(folder.path(), "second", &url);
        second.waits().await;
        first.is_waited_for().await;
        let mut duel = Duel::begin(first.public).await;
        duel.dealt().await;
        duel.call().await;
        let before = duel.moment().await.expect("the hand goes on");
        Some(Self { pair, _folder: folder, first, second, duel, before })
    }

    /// Sends an action that the replica cannot get. Returns who acted, and the action's id.
    async fn acts_in_vain(&mut self) -> (usize, ActionId) {
        let (who, decision) = self.duel.turn().await;
        let id = ActionId(self.duel.players[who].acknowledged.0 + 1);
        let act = act(&decision, id, passive(&decision));
        self.duel.players[who].client.send([act]).await;
        until_sessions_wait(&self.pair, 1).await;
        (who, id)
    }

    /// Both players hear nothing of the action for some time.
    async fn nobody_hears(&mut self, id: ActionId) {
        let began = Instant::now();
        while began.elapsed() < SILENCE {
            for player in &mut self.duel.players {
                let heard = timeout(Duration::from_millis(50), player.client.receive()).await;
                match heard {
                    Ok(ServerMessage::ActionAccepted(accepted)) => {
                        assert_ne!(accepted.action_id, id, "the replica does not have it");
                    }
                    Ok(ServerMessage::Step(step)) => panic!("the replica does not have {step:?}"),
                    _ => {}
                }
            }
        }
    }

    /// Plays the hand to its end at the machine that the players are connected with. Their cards are
    /// as before, and the action counts at most once.
    async fn plays_out(mut self, who: usize, id: ActionId) {
        let now = self.duel.moment().await.expect("the hand goes on");
        assert_eq!((now.hand, &now.cards), (self.before.hand, &self.before.cards));
        let acknowledged = self.duel.players[who].acknowledged;
        assert!([acknowledged, id].contains(&now.last_action_ids[who]), "{now:?}");
        self.duel.players[who].acknowledged = now.last_action_ids[who];
        let board = self.duel.finish(now.hand).await;
        assert_eq!(board.len(), 5, "the same deck has all cards of the board");
        let chips = self.duel.dealt().await.chips;
        assert_eq!(chips.iter().map(|(stack, bet)| stack + bet).sum::<u64>(), 400, "{chips:?}");
    }
}

/// Waits until this many sessions of rooms have waited for the replica, and returns how long it took.
async fn until_sessions_wait(pair: &Pair, count: usize) -> Duration {
    let waits = "SELECT pid FROM pg_stat_activity
                 WHERE application_name = 'cardroom' AND wait_event = 'SyncRep'";
    let mut connection = pair.connect(Which::A).await;
    let began = Instant::now();
    let mut seen: BTreeSet<i32> = BTreeSet::new();
    loop {
        seen.extend(sqlx::query_scalar::<_, i32>(waits).fetch_all(&mut connection).await.unwrap());
        if seen.len() >= count {
            return began.elapsed();
        }
        assert!(began.elapsed() < PATIENCE, "{seen:?} have waited for the replica");
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_that_dies_while_its_commit_waits_goes_on_elsewhere_once_the_replica_is_back() {
    let Some(mut room) = Replicated::in_hand().await else { return };
    room.pair.crash(Which::B);
    let (who, id) = room.acts_in_vain().await;
    room.nobody_hears(id).await;
    room.first.signal(Signal::KILL);
    // The session of the dead room holds the lock, and the next room's first commit waits as well.
    let took = until_sessions_wait(&room.pair, 2).await;
    assert!(took < LOCKED_WITHIN, "the lock after {took:?}");
    eprintln!("the lock was taken {took:?} after the death of the room");
    sleep(SILENCE).await;
    let ready = room.second.readiness().await.map(|(status, _)| status);
    assert_ne!(ready, Some(200), "it believes what the replica does not have");
    room.pair.open(Which::B);
    room.second.is_room().await;
    room.duel.move_to(room.second.public).await;
    room.plays_out(who, id).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_action_that_a_restart_shows_as_done_is_acknowledged_once_the_replica_has_it() {
    let Some(mut room) = Replicated::in_hand().await else { return };
    room.pair.crash(Which::B);
    let (who, id) = room.acts_in_vain().await;
    room.pair.crash(Which::A);
    room.pair.open(Which::A);
    until_sessions_wait(&room.pair, 1).await;
    room.nobody_hears(id).await;
    room.pair.open(Which::B);
    let heard = async {
        loop {
            if let ServerMessage::ActionAccepted(accepted) =
                room.duel.players[who].client.receive().await
            {
                break accepted.action_id;
            }
        }
    };
    assert_eq!(timeout(PATIENCE, heard).await.expect("it is acknowledged"), id);
    room.duel.players[who].acknowledged = id;
    assert_eq!(room.second.readiness().await.unwrap().1, "standby\n", "the room is where it was");
    room.plays_out(who, id).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_promotion_in_the_middle_of_a_hand_loses_no_acknowledged_action() {
    let Some(mut room) = Replicated::in_hand().await else { return };
    room.pair.crash(Which::A);
    room.pair.promote(Which::B);
    let began = Instant::now();
    // Whichever machine is first to reach the new server is the room.
    let goes_on_at = loop {
        if let Some((200, _)) = room.first.readiness().await {
            break room.first.public;
        }
        if let Some((200, _)) = room.second.readiness().await {
            break room.second.public;
        }
        assert!(began.elapsed() < PATIENCE, "{}{}", room.first.log(), room.second.log());
        sleep(Duration::from_millis(20)).await;
    };
    room.duel.move_to(goes_on_at).await;
    let after = room.duel.moment().await.expect("the hand goes on");
    assert_eq!(after, room.before);
    let (who, id) = (0, room.duel.players[0].acknowledged);
    room.plays_out(who, id).await;
}
