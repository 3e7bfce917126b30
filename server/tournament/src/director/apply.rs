//! Applies events. Nothing else changes a tournament, and nothing here decides.

mod clock;
mod course;
mod escrow;
mod people;
mod prizes;
mod real_cards;
mod tables;

use super::{Director, levels};
use crate::clock::Clock;
use crate::entry::Whereabouts;
use crate::escrow::ImpoundedPot;
use crate::event::Event;
use cardroom_rules::Stage;

impl Director {
    /// Applies an event to the tournament.
    pub fn apply(&mut self, event: &Event) {
        let state = &mut self.state;
        match event {
            Event::StepBegan { at } => {
                state.seq.0 += 1;
                state.now = *at;
            }
            // Announcements, which change nothing.
            Event::Drawn { .. }
            | Event::SeatCardsDealt { .. }
            | Event::TableShort { .. }
            | Event::Refunded { .. }
            | Event::BonusLeft { .. }
            | Event::Announced { .. } => {}

            // Entries and their stacks.
            Event::Entered { entry, player, at, stack } => {
                people::entered(state, *entry, *player, *at, *stack);
            }
            Event::TicketUsed { entry, worth } => state.entries.use_ticket(*entry, *worth),
            Event::Withdrawn { entry } => people::withdrawn(state, *entry),
            Event::CheckedIn { entry } => state.entries.check_in(*entry),
            Event::Bought { entry, what, cost, .. } => state.entries.buy(*entry, *what, *cost),
            Event::Reawarded { giver, getter, chips } => {
                state.entries.correct_stacks(*giver, *getter, *chips);
            }
            Event::StackChanged { entry, stack } => people::stack_changed(state, *entry, *stack),
            Event::StackDue { entry, given, taken } => state.due.change(*entry, *given, *taken),
            Event::BonusDue { entry, chips } => state.bonuses.give(*entry, *chips),
            Event::BonusAdded { entry, chips } => people::bonus_added(state, *entry, *chips),
            Event::BonusKept { entry, chips } => people::bonus_kept(state, *entry, *chips),
            Event::BonusUsed { entry, chips } => people::bonus_used(state, *entry, *chips),
            Event::BonusForfeited { entry, .. } => people::bonus_forfeited(state, *entry),
            Event::Busted(bust) => people::busted(state, bust),
            Event::RebuyDeclined { entry } => state.held.decline(*entry),

            // Presence, removals and penalties.
            Event::Sat { entries } => state.discipline.sit(entries),
            Event::AbsenceBegan { entry, since } => people::absence_began(state, *entry, *since),
            Event::AbsenceEnded { entry } => state.discipline.absences_mut().end(*entry),
            Event::AbsenceWarned { entry, .. } => state.discipline.absences_mut().warned(*entry),
            Event::LongAbsence { entry, .. } => state.discipline.absences_mut().seen_to(*entry),
            Event::Quit { entry } => state.discipline.quit(*entry),
            Event::RemovalDue { entry, why } => people::removal_due(state, *entry, *why),
            Event::RemovalLifted { entry } => state.due.lift(*entry),
            Event::MoveDue(place) => state.due.move_to(*place),
            Event::MoveDropped { entry } => state.due.moved(*entry),
            Event::Removed { entry, why, chips } => people::removed(state, *entry, *why, *chips),
            Event::PenaltySet { entry, hands } => {
                state.discipline.penalties_mut().set(*entry, *hands);
            }
            Event::Warned { entry } => state.discipline.penalties_mut().warn(*entry),
            Event::Muted { entry, muted } => state.discipline.mute(*entry, *muted),
            Event::Banned { player, days: Some(_) } => state.discipline.ban(*player),
            Event::Banned { player, days: None } => state.discipline.lift_ban(*player),

            // Impounded pots.
            Event::PotImpounded { pot, table, at, reason, parts } => {
                state.escrow.impound(*pot, ImpoundedPot::new(*table, *at, reason, parts));
            }
            Event::ChipsImpounded { pot, entry, chips } => {
                escrow::chips_impounded(state, *pot, *entry, *chips);
            }
            Event::PotReleased { pot, parts } => state.escrow.release(*pot, parts),
            Event::ChipsReleased { entry, chips } => escrow::chips_released(state, *entry, *chips),
            Event::Suspended(bust) => escrow::suspended(state, bust),
            Event::WaitsForSeat { entry } => escrow::waits_for_seat(state, *entry),
            Event::DecisionAwaited => state.escrow.await_decision(),

            // The clock, pauses and hand-for-hand.
            Event::StartChanged { at } => clock::start_changed(state, *at),
            Event::LevelsChanged { kept, stages, ruling } => {
                levels::change(&mut self.setup, &mut state.schedule, *kept, stages, *ruling);
            }
            Event::LevelBegan { stage, ends_at } => {
                clock::stage_began(state, *stage, Clock::Level { ends_at: *ends_at });
            }
            Event::BreakDue { stage, at } => {
                clock::stage_began(state, *stage, Clock::BreakDue { since: *at });
            }
            Event::BreakBegan { ends_at } => {
                let pause = self.setup.stage(state.schedule.stage());
                let exchanges =
                    matches!(pause, Some(Stage::Break(pause)) if pause.new_unit.is_some());
                clock::break_began(state, *ends_at, exchanges);
            }
            Event::ClockSet { clock } => clock::clock_set(state, *clock),
            Event::PlayNears { at } => state.schedule.announce(*at),
            Event::ConnectionsLost { until, .. } => state.schedule.wait_for_connections(*until),
            Event::Paused { at } => clock::paused(state, *at),
            Event::Resumed { later } => clock::resumed(state, *later),
            Event::Rests { table, until } => clock::rests(state, *table, *until),
            Event::Rested { table } => clock::rested(state, *table),
            Event::HandForHandBegan { ordered } => clock::hand_for_hand_began(state, *ordered),
            Event::TableWaits { table } => state.together.wait(*table),
            Event::HandTogether => state.together.deal(),
            Event::HandTogetherOver { carried } => state.together.finish(*carried),
            Event::HandForHandEnded { waived } => clock::hand_for_hand_ended(state, *waived),

            // Prizes, bounties, deals and color-ups.
            Event::PrizesFixed { places, tickets } => state.prizes.fix(places.clone(), *tickets),
            Event::PrizeWon { entry, prize } => state.entries.win_prize(*entry, *prize),
            Event::PrizeWithheld { prize, .. } => state.prizes.withhold_prize(*prize),
            Event::MoneyReached { players_left } => state.prizes.reach_money(*players_left),
            Event::BountyAwarded(award) => state.prizes.award(award),
            Event::BountiesShared { shares } => state.prizes.share_bounties(shares),
            Event::ChipsExchanged { table, stacks, .. } => {
                prizes::chips_exchanged(state, *table, stacks);
            }
            Event::DealsAllowed { allowed } => state.deals.allow(*allowed),
            Event::DealAsked(wish) => state.deals.ask((**wish).clone()),
            Event::DealDropped => state.deals.drop_asked(),
            Event::DealProposed(deal) => prizes::deal_proposed(state, deal),
            Event::Voted { entry, agrees } => state.deals.vote(*entry, *agrees),
            Event::DealAccepted => state.deals.accept(),
            Event::DealRejected { .. } => state.deals.drop_open(),
            Event::DealMade { shares, for_winner, .. } => {
                state.real.settle();
                prizes::deal_made(state, shares, *for_winner);
            }
            Event::ColorUpDue(due) => {
                course::color_up_due(state, *due);
                // If all tables color up, the stakes have no smaller unit from now on.
                if due.table.is_none() {
                    levels::raise_unit(&mut self.setup, &mut state.schedule, due.unit);
                }
            }

            // Real cards, as the floor reports them.
            Event::HandLost { ruling, out, won } => {
                real_cards::hand_lost(state, *ruling, out, won);
            }
            Event::HandTakenBack { .. } => real_cards::hand_taken_back(state),
            Event::StackCounted { entry, stack, certain } => {
                real_cards::stack_counted(state, *entry, *stack, *certain);
            }
            Event::MoveConfirmed { entry } => state.real.arrive(*entry),

            // The tournament as a whole.
            Event::Began { at } => course::began(state, *at),
            Event::Cancelled { .. } => course::cancelled(state),
            Event::EntryClosed => state.entries.close(),
            Event::Ruled(ruling) => course::ruled(state, ruling),
            Event::RulingChanged { ruling, state: to } => state.rulings.change(*ruling, *to),
            Event::LotsDrawn(drawn) => state.rulings.draw_lots(drawn.clone()),
            Event::Through { entry } => course::through(state, *entry),
            Event::RoundBegan { round, stack } => course::round_began(state, *round, *stack),
            Event::DayEnds => state.course.end_day(),
            Event::DayOver { .. } => course::ended(state),
            Event::HandedOver { .. } => state.course.hand_over(),
            Event::Out { entry, out_before, sharing, at, by } => {
                real_cards::out(state, *entry);
                let (out_before, sharing, at) = (*out_before, *sharing, *at);
                course::out(state, *entry, by, Whereabouts::Finished { out_before, sharing, at });
            }
            Event::Over { winner, sharing, at } => course::over(state, *winner, *sharing, *at),

            // Tables, seats, orders and hands.
            Event::BreakingOrderDrawn { tables } => {
                state.seating.draw_breaking_order(tables.clone());
            }
            Event::TableOpened { table, seats } => tables::opened(state, *table, *seats),
            Event::ButtonDealtFor { table, .. } => state.seating.deal_for_button(*table),
            Event::ExtraPlayersAllowed { tables } => state.seating.allow_extra_players(*tables),
            Event::SurplusSeat { table, open } => state.seating.surplus_seat(*table, *open),
            Event::BalancingOrdered { on } => state.seating.order_balancing(*on),
            Event::Reserved { entry, place } => {
                state.seating.reserve(*entry, *place);
                state.touch(*entry);
            }
            Event::KeptApart { one, other } => tables::kept_apart(state, *one, *other),
            Event::LetTogether { one, other } => tables::let_together(state, *one, *other),
            Event::Halted { table, at, ordered } => tables::halted(state, *table, *at, *ordered),
            Event::PlaysOn { table, waived } => tables::plays_on(state, *table, *waived),
            Event::TablePaused { table, paused } => state.pause_table(*table, *paused),
            Event::Seated { entry, table, seat } => {
                if self.setup.structure.has_real_cards() {
                    real_cards::walks(state, *entry, *table);
                }
                tables::seated(state, *entry, *table, *seat);
            }
            Event::Moved { entry, to, seat, .. } => {
                if self.setup.structure.has_real_cards() {
                    real_cards::walks(state, *entry, *to);
                }
                tables::moved(state, *entry, *to, *seat);
            }
            Event::Released { entry, from } => tables::released(state, *entry, *from),
            Event::TableBreaks { table } => tables::breaks(state, *table),
            Event::TableClosed { table } => tables::closed(state, *table),
            Event::Ordered(ordered) => tables::ordered(state, ordered),
            Event::OrderDone { order } => tables::order_done(state, *order),
            Event::PositionsChanged { table, upcoming } => {
                state.seating.set_positions(*table, *upcoming);
            }
            Event::HandFinished { table, stacks, upcoming, void, .. } => {
                // A misdeal and its redeal count as one hand (TDA 35-C).
                let counts = !(*void && self.setup.rulebook.penalties.misdeal_counts_one);
                tables::hand_finished(state, *table, stacks, *upcoming, counts);
            }
            Event::HandUndone { table, stacks, upcoming, .. } => {
                tables::hand_undone(state, *table, stacks, *upcoming);
            }
        }
    }
}
