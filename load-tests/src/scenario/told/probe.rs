//! The reports of the bots, as the record takes them.

use super::Told;
use cardroom_bot::probe::{Probe, SentAction};
use cardroom_bot::{Chips, Outcome, Table, TableId};
use cardroom_protocol::server::Step;
use std::time::Duration;

impl Probe for Told {
    fn connected(&self, bot: usize, _at: Duration, _took: Duration) {
        let mut state = self.state.lock();
        let life = state.life;
        state.bot(bot).connected_in = life;
    }

    fn logged_in(&self, bot: usize, _at: Duration, wallet: Chips) {
        let mut state = self.state.lock();
        let bot = state.bot(bot);
        bot.logged_in_in = Some(bot.connected_in);
        bot.wallets.logged_in(wallet.0);
    }

    fn wallet(&self, bot: usize, _at: Duration, wallet: Chips) {
        self.state.lock().bot(bot).wallets.told(wallet.0);
    }

    fn seated(&self, bot: usize, _at: Duration, _table: TableId) {
        let mut state = self.state.lock();
        let bot = state.bot(bot);
        bot.wallets.seated();
        bot.has_sat = true;
    }

    fn left_table(&self, bot: usize, _at: Duration, _table: TableId, cashed_out: Chips) {
        let mut state = self.state.lock();
        let bot = state.bot(bot);
        bot.wallets.left_table(cashed_out.0);
        bot.place = None;
    }

    fn view(&self, bot: usize, at: Duration, table: &Table) {
        self.state.lock().view(bot, at, table);
    }

    fn step(&self, bot: usize, at: Duration, step: &Step, before: &Table) {
        self.state.lock().step(bot, at, step, before);
    }

    fn action_sent(&self, bot: usize, sent: &SentAction) {
        let mut state = self.state.lock();
        let answers = state.hands.entry((sent.table, sent.hand)).or_default();
        let answers = answers.answers.entry(bot).or_default();
        answers.seat = sent.seat;
        answers.sent.insert(sent.action_id, sent.action);
    }

    fn action_accepted(&self, bot: usize, _received: Duration, sent: &SentAction) {
        let mut state = self.state.lock();
        let hand = state.hands.entry((sent.table, sent.hand)).or_default();
        let answers = hand.answers.entry(bot).or_default();
        answers.seat = sent.seat;
        answers.accepted.insert(sent.action_id, sent.action);
    }

    fn ended(&self, bot: usize, outcome: &Outcome) {
        let mut state = self.state.lock();
        state.bot(bot).ended = true;
        if bot < self.ring_bots && !outcome.is_success() {
            state.note([format!("bot {bot} ended: {outcome}")]);
        }
    }

    fn protocol_error(&self, bot: usize, _at: Duration, what: &str) {
        self.fault(format!("protocol error of bot {bot}: {what}"));
    }
}
