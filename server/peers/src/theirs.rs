//! rs_poker's arena under the same policy.

use crate::{BIG_BLIND, Dice, Played, SEATS, SMALL_BLIND, STACK, Wish, wish};
use async_trait::async_trait;
use rs_poker::arena::action::{Action, AgentAction};
use rs_poker::arena::historian::HistorianError;
use rs_poker::arena::{Agent, GameState, GameStateBuilder, Historian, HoldemSimulationBuilder};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub(crate) struct Arena {
    dice: Dice,
    actions: Arc<AtomicU64>,
    told: bool,
}

/// Receives every event of a hand and keeps them until the hand is over, as
/// this engine's caller does.
#[derive(Default)]
struct Listener(Vec<Action>);

#[async_trait]
impl Historian for Listener {
    async fn record_action(
        &mut self,
        _id: u128,
        _state: &GameState,
        action: &Action,
    ) -> Result<(), HistorianError> {
        self.0.push(action.clone());
        Ok(())
    }
}

struct Player {
    dice: Dice,
    actions: Arc<AtomicU64>,
}

#[async_trait]
impl Agent for Player {
    async fn act(&mut self, _id: u128, state: &GameState) -> AgentAction {
        self.actions.fetch_add(1, Ordering::Relaxed);
        let round = &state.round_data;
        let bet = round.current_player_bet();
        let all_in_to = bet + state.stacks[round.to_act_idx];
        let min_to = (round.bet + round.min_raise).min(all_in_to);
        let facing = round.bet > bet;
        match wish(&mut self.dice) {
            Wish::FoldOrCheck if facing => AgentAction::Fold,
            Wish::Raise if all_in_to > round.bet => {
                let span = (all_in_to - min_to) as u64 + 1;
                AgentAction::Bet(min_to + self.dice.below(span) as f32)
            }
            _ => AgentAction::Call,
        }
    }

    fn name(&self) -> &str {
        "player"
    }
}

impl Arena {
    /// `told` adds a listener that receives every event of every hand.
    pub(crate) fn new(told: bool) -> Self {
        Self { dice: Dice(1), actions: Arc::default(), told }
    }

    pub(crate) fn hundred_hands(&mut self) -> Played {
        let before = self.actions.load(Ordering::Relaxed);
        for hand in 0..100 {
            self.hand(hand % usize::from(SEATS));
        }
        let actions = self.actions.load(Ordering::Relaxed) - before;
        Played { hands: 100, actions }
    }

    fn hand(&mut self, button: usize) {
        let state = GameStateBuilder::new()
            .num_players_with_stack(usize::from(SEATS), STACK as f32)
            .blinds(BIG_BLIND as f32, SMALL_BLIND as f32)
            .dealer_idx(button)
            .build()
            .expect("six stacks and two blinds");
        let players = (0..SEATS).map(|_| -> Box<dyn Agent> {
            let dice = Dice(u64::from(self.dice.next()));
            Box::new(Player { dice, actions: self.actions.clone() })
        });
        let listener: Option<Box<dyn Historian>> =
            self.told.then(|| Box::<Listener>::default() as Box<dyn Historian>);
        let mut hand = HoldemSimulationBuilder::default()
            .historians(listener.into_iter().collect())
            .game_state(state)
            .agents(players.collect())
            .build_with_rng(Dice(u64::from(self.dice.next())))
            .expect("six players for six seats");
        pollster::block_on(hand.run());
    }
}
