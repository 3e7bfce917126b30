//! Viewers' requests to a table, and the one answer that each request gets.

use super::{After, Attached, Outputs, TableHost, player_id};
use crate::cashier::Hold;
use crate::ids::ConnectionId;
use crate::inbox::{Player, TableRequest};
use crate::table::played::Told;
use crate::table::wire;
use arrayvec::ArrayVec;
use cardroom_cards::Card;
use cardroom_engine::{Action, FloorCommand, Input, Refusal, RefusalKind, TurnNo, Viewer};
use cardroom_planted::{Fault, is_planted};
use cardroom_protocol::history::HandSoFar;
use cardroom_protocol::hybrid::Gesture;
use cardroom_protocol::limits::MAX_DISCARDS;
use cardroom_protocol::server::{
    ActionAccepted, ActionRefused, ChatLine, Done, Refused, Seated, ServerMessage,
};
use cardroom_protocol::{
    ActionId, ErrorCode, HandNo as WireHandNo, RequestId, Seq, TableId as WireTableId,
};
use cardroom_rules::{Chips, Millis, PlayerId, SeatNo};

impl TableHost {
    pub(super) fn request(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        player: Option<Player>,
        request: RequestId,
        what: TableRequest,
        outputs: &mut Outputs,
    ) {
        let result = match (what, player) {
            (TableRequest::Unobserve, player) => {
                self.stop_attending(now, connection, outputs);
                self.unobserve(connection, player);
                Ok(())
            }
            (TableRequest::HandSoFar, _) => match self.hand_so_far(request) {
                Some(told) => return outputs.private.push((connection, told.into())),
                None => Err(explain(&RefusalKind::NoHand.into())),
            },
            (_, None) => Err(refused(ErrorCode::NotLoggedIn, "Sign in first.")),
            (TableRequest::Sit { seat, hold, wait_for_big_blind }, Some(player)) => {
                let ask = SitRequest { connection, request, seat, hold, wait_for_big_blind };
                match self.sit(now, ask, player, outputs) {
                    // The answer names the seat and was already added.
                    Ok(()) => return,
                    Err(refusal) => Err(refusal),
                }
            }
            (TableRequest::Act { turn, action_id, action }, Some(player)) => {
                let (turn, action) = (TurnNo(turn.0), wire::action_in(action));
                let ask = TurnAnswer { action_id, what: Answer::Action { turn, action } };
                return self.act(now, connection, &player, ask, outputs);
            }
            (TableRequest::Discard { turn, action_id, cards }, Some(player)) => {
                let turn = TurnNo(turn.0);
                let ask = TurnAnswer { action_id, what: Answer::Discard { turn, cards } };
                return self.act(now, connection, &player, ask, outputs);
            }
            (TableRequest::Gesture { turn, action_id, gesture }, Some(player)) => {
                let turn = turn.map(|turn| TurnNo(turn.0));
                let ask = TurnAnswer { action_id, what: Answer::Gesture { turn, gesture } };
                return self.act(now, connection, &player, ask, outputs);
            }
            (TableRequest::Attend { on }, Some(player)) => {
                self.attend(now, connection, &player, on, outputs)
            }
            (TableRequest::Direct(order), Some(player)) => {
                self.direct(now, connection, &player, &order, outputs)
            }
            (TableRequest::GiveChips { order, hold }, Some(player)) => {
                self.give_chips(now, &player, &order, hold, outputs)
            }
            (TableRequest::JoinLine, Some(player)) => self.join_line(connection, &player, outputs),
            (TableRequest::LeaveLine, Some(player)) => self.leave_line(player.account, outputs),
            (TableRequest::BackInLine, Some(player)) => {
                // This was not a request, so it has no answer.
                return self.back_in_line(now, connection, player.account, outputs);
            }
            (TableRequest::Chat { text }, Some(player)) => self.chat(&player, text, outputs),
            (TableRequest::Emote { emote }, Some(player)) => {
                self.emote(now, &player, emote, outputs)
            }
            (what, Some(player)) => self.seat_request(now, &player, what, outputs),
        };
        let answer: ServerMessage = match result {
            Ok(()) => Done { request }.into(),
            Err((code, message)) => Refused { request, code, message }.into(),
        };
        outputs.private.push((connection, answer));
    }

    /// Handles a request that requires a seat.
    fn seat_request(
        &mut self,
        now: Millis,
        player: &Player,
        what: TableRequest,
        outputs: &mut Outputs,
    ) -> Result<(), (ErrorCode, String)> {
        let seat = self.seat_of(player.account).ok_or_else(not_seated)?;
        let (input, hold) = match what {
            TableRequest::TopUp { hold } => {
                self.check_top_up(seat, hold.amount())?;
                (Input::TopUp { seat, amount: hold.amount() }, Some(hold))
            }
            TableRequest::SitOut => (Input::SitOut { seat }, None),
            TableRequest::SitIn => (Input::SitIn { seat }, None),
            TableRequest::Leave => (Input::Leave { seat }, None),
            TableRequest::SetPreferences { wait_for_big_blind, auto_muck, straddle } => {
                (Input::Prefer { seat, wait_for_big_blind, auto_muck, straddle }, None)
            }
            TableRequest::ShowOrMuck { show } => (Input::ShowOrMuck { seat, show }, None),
            TableRequest::RunIt { boards } => (Input::RunIt { seat, boards }, None),
            TableRequest::ChooseGame { game } => (Input::ChooseGame { seat, play: game }, None),
            TableRequest::ShowCards { cards } => {
                let picks = wire::picks_in(&self.table, seat, &cards);
                let picks = picks.ok_or_else(|| explain(&RefusalKind::NoSuchCard.into()))?;
                (Input::ShowCards { seat, picks }, None)
            }
            TableRequest::AskToSee { seat: target } => {
                (Input::AskToSee { by: seat, target: SeatNo(target) }, None)
            }
            TableRequest::RabbitHunt => (Input::RabbitRequest { seat }, None),
            TableRequest::RabbitConsent { agrees } => (Input::RabbitConsent { seat, agrees }, None),
            TableRequest::CallClock => (self.call_for_the_clock(seat)?, None),
            TableRequest::Unobserve
            | TableRequest::HandSoFar
            | TableRequest::Gesture { .. }
            | TableRequest::Attend { .. }
            | TableRequest::JoinLine
            | TableRequest::LeaveLine
            | TableRequest::BackInLine
            | TableRequest::Direct(_)
            | TableRequest::GiveChips { .. }
            | TableRequest::Sit { .. }
            | TableRequest::Act { .. }
            | TableRequest::Discard { .. }
            | TableRequest::Emote { .. }
            | TableRequest::Chat { .. } => {
                return Err(refused(ErrorCode::Internal, "The table cannot do this for a seat."));
            }
        };
        self.step(now, input, outputs).map_err(|refusal| explain(&refusal))?;
        outputs.after.extend(hold.map(After::Settle));
        Ok(())
    }

    fn hand_so_far(&self, request: RequestId) -> Option<HandSoFar> {
        let Self { id, description, table, rules, .. } = self;
        let told = Told { id: *id, description, table, rules };
        let (hand, steps) = told.so_far(&self.log, |who| self.person(who))?;
        let (table, hand) = (WireTableId(id.0), WireHandNo(hand.0));
        Some(HandSoFar { request, table, hand, steps, seq: Seq(self.seq) })
    }

    /// Refuses a top-up that the terms of a private table do not allow. The engine checks the rest.
    fn check_top_up(&self, seat: SeatNo, amount: Chips) -> Result<(), (ErrorCode, String)> {
        let Some(limit) = self.top_up_to else { return Ok(()) };
        let who = self.account_at(seat).map(player_id);
        let mut before = self.table.chips_before_hand();
        if before.any(|(player, chips)| Some(player) == who && chips.is_zero()) {
            // A player without chips, who cannot win any in a hand in progress, buys
            // in like a newcomer.
            return Ok(());
        }
        let mut chips = self.table.chips_by_player();
        let has = chips.find(|(player, _)| Some(*player) == who);
        let has = has.map_or(Chips::ZERO, |(_, has)| has);
        if limit.is_zero() {
            let text =
                "This table allows no top-ups. A player who has lost all chips can buy more.";
            return Err(refused(ErrorCode::Forbidden, text));
        }
        if has.checked_add(amount).is_none_or(|sum| sum > limit) {
            return Err(explain(&RefusalKind::TopUpTooLarge { max: limit }.into()));
        }
        Ok(())
    }

    fn unobserve(&mut self, connection: ConnectionId, player: Option<Player>) {
        let seated = player.is_some_and(|player| self.seat_of(player.account).is_some());
        if seated {
            if let Some(attached) = self.attached.get_mut(&connection) {
                attached.observing = false;
            }
        } else {
            self.attached.remove(&connection);
        }
    }

    fn sit(
        &mut self,
        now: Millis,
        ask: SitRequest,
        player: Player,
        outputs: &mut Outputs,
    ) -> Result<(), (ErrorCode, String)> {
        let SitRequest { connection, request, seat, hold, wait_for_big_blind } = ask;
        if self.draining {
            return Err(refused(
                ErrorCode::TableClosed,
                "The room is closing, so nobody sits down any more. Come back in a few minutes.",
            ));
        }
        if self.closing {
            return Err(refused(
                ErrorCode::TableClosed,
                "The table is closing, so nobody sits down any more. Choose another table.",
            ));
        }
        if self.attending.contains(&connection) && !self.is_hosted_by(player.account) {
            return Err(refused(
                ErrorCode::PlaysHere,
                "You attend this table for the floor. Stop attending it before you sit down.",
            ));
        }
        if player.bot && !self.description.bots_allowed {
            return Err(refused(
                ErrorCode::BotsNotAllowed,
                "Bots may not play at this table. Choose a table that allows them.",
            ));
        }
        if self.shares_an_address(player.account) {
            return Err(refused(
                ErrorCode::AddressSeated,
                "Another player from your network sits here already, and this table has one seat for each \
                 network. Choose another table.",
            ));
        }
        if self.seats_are_kept(player.account) {
            let text =
                "The free seats are held for the players first on the waiting list. Join the list?";
            return Err(refused(ErrorCode::SeatKept, text));
        }
        let seat = match seat {
            Some(seat) => SeatNo(seat),
            None => self.free_seat().ok_or_else(|| {
                refused(
                    ErrorCode::TableFull,
                    "No seat is free at this table. Join the waiting list?",
                )
            })?,
        };
        let who = player_id(player.account);
        let input = Input::Sit {
            seat,
            player: who,
            buy_in: hold.amount(),
            owed: self.owed(now, player.account),
            wait_for_big_blind,
        };
        let known = self.people.insert(who, player.clone());
        if let Err(refusal) = self.step(now, input, outputs) {
            if known.is_none() {
                self.people.remove(&who);
            }
            return Err(explain(&refusal));
        }
        outputs.after.push(After::Settle(hold));
        let table = WireTableId(self.id.0);
        outputs.private.push((connection, Seated { request, table, seat: seat.0 }.into()));
        if !self.is_attached_as(connection, player.account) {
            let observing = self.attached.get(&connection).is_some_and(|was| was.observing);
            let attached = Attached { player: Some(player), observing, since: self.seq };
            self.attached.insert(connection, attached);
            self.snapshot_for(connection, now, outputs);
        }
        Ok(())
    }

    fn act(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        player: &Player,
        TurnAnswer { action_id, what }: TurnAnswer,
        outputs: &mut Outputs,
    ) {
        let table = WireTableId(self.id.0);
        let refuse =
            |code, message, legal| ActionRefused { table, action_id, code, message, legal };
        let who = player_id(player.account);
        if let Some(answer) = self.answer_again(who, action_id) {
            return outputs.private.push((connection, answer));
        }
        let Some(seat) = self.seat_of(player.account) else {
            let (code, message) = not_seated();
            return outputs.private.push((connection, refuse(code, message, None).into()));
        };
        if self.last_action_of(who).is_some_and(|last| action_id < last) {
            let message = "This action id was used before. Use a larger one.".to_owned();
            let decision = self.table.decision(Viewer::Seat(seat));
            let legal = decision.map(|(_, legal)| wire::legal_out(&legal, &self.table));
            let answer = refuse(ErrorCode::StaleActionId, message, legal);
            return outputs.private.push((connection, answer.into()));
        }
        // The answer precedes the effects of the action, including the player's own next turn.
        let place = outputs.private.len();
        let input = match what {
            Answer::Action { turn, action } => Ok(Input::Act { seat, turn, action }),
            Answer::Discard { turn, cards } => {
                let action = self.discard(seat, turn, &cards);
                action.map(|action| Input::Act { seat, turn, action })
            }
            Answer::Gesture { turn, gesture } => self.gesture(seat, turn, &gesture),
        };
        self.answering = Some((who, action_id));
        let stepped = input.and_then(|input| self.step(now, input, outputs));
        self.answering = None;
        let answer = match stepped {
            Ok(()) => {
                outputs.after.push(After::Acted);
                self.refused.remove(&who);
                ActionAccepted { table, action_id }.into()
            }
            Err(refusal) => {
                let (code, message) = explain(&refusal);
                let legal = refusal.legal.as_ref();
                let legal = legal.map(|legal| wire::legal_out(legal, &self.table));
                let refused = refuse(code, message, legal);
                self.refused.insert(who, refused.clone());
                refused.into()
            }
        };
        outputs.private.insert(place, (connection, answer));
    }

    /// Returns the previous answer to this action, if it is the last accepted one or the
    /// last one refused since.
    fn answer_again(&self, who: PlayerId, action_id: ActionId) -> Option<ServerMessage> {
        if is_planted(Fault::AnswerForgotten) {
            return None;
        }
        let table = WireTableId(self.id.0);
        let refused = self.refused.get(&who).filter(|refused| refused.action_id == action_id);
        let accepted = || {
            let is_last = self.answered.last_of(who) == Some(action_id.0);
            is_last.then(|| ActionAccepted { table, action_id }.into())
        };
        refused.map(|refused| refused.clone().into()).or_else(accepted)
    }

    /// Returns the number of a player's last action, accepted or refused. Numbers grow.
    pub(super) fn last_action_of(&self, who: PlayerId) -> Option<ActionId> {
        let refused = self.refused.get(&who).map(|refused| refused.action_id);
        refused.max(self.answered.last_of(who).map(ActionId))
    }

    /// Converts cards to their places in the hand. Refuses only cards that the player does not
    /// hold. The table decides whether a discard is allowed now, and of how many cards.
    fn discard(&self, seat: SeatNo, turn: TurnNo, cards: &[Card]) -> Result<Action, Refusal> {
        if let Some(picks) = wire::picks_in(&self.table, seat, cards) {
            return Ok(Action::Discard(picks));
        }
        let decision = self.table.decision(Viewer::Seat(seat));
        Err(match decision {
            None => RefusalKind::NotYourTurn.into(),
            Some((current, legal)) => {
                let stale = current != turn;
                let kind = match legal.discard {
                    _ if stale => RefusalKind::StaleTurn,
                    None => RefusalKind::NothingToDraw,
                    Some(_) => RefusalKind::NoSuchCard,
                };
                Refusal { kind, legal: Some(legal) }
            }
        })
    }

    /// Converts words and chips. If they are meant for a turn, they count only in that turn.
    fn gesture(
        &self,
        seat: SeatNo,
        turn: Option<TurnNo>,
        gesture: &Gesture,
    ) -> Result<Input, Refusal> {
        if !self.table.setup().hybrid {
            return Err(RefusalKind::NotHybrid.into());
        }
        let decision = self.table.decision(Viewer::Seat(seat));
        let (current, legal) = decision.unzip();
        if turn.is_some_and(|turn| current != Some(turn)) {
            return Err(Refusal { kind: RefusalKind::StaleTurn, legal });
        }
        let gesture = wire::gesture_in(gesture).map_err(|kind| Refusal { kind, legal })?;
        Ok(Input::Gesture { seat, gesture })
    }

    /// Builds a player's request to call the clock on the player on turn.
    fn call_for_the_clock(&self, asked_by: SeatNo) -> Result<Input, (ErrorCode, String)> {
        let kind = match (self.table.setup().hybrid, self.table.turn_view()) {
            (true, Some(turn)) => {
                let (seat, asked_by) = (turn.seat, Some(asked_by));
                let command = FloorCommand::CallClock { seat, asked_by, level: None };
                return Ok(Input::Floor(command));
            }
            (true, None) => RefusalKind::NoHand,
            (false, _) => RefusalKind::NotHybrid,
        };
        Err(explain(&kind.into()))
    }

    fn chat(
        &self,
        player: &Player,
        text: String,
        outputs: &mut Outputs,
    ) -> Result<(), (ErrorCode, String)> {
        self.may_say(player, &text)?;
        let table = WireTableId(self.id.0);
        let line = ChatLine { table, name: player.name.to_string(), text };
        outputs.aside = Some(line.into());
        Ok(())
    }
}

/// An answer to a turn, or a gesture out of turn.
struct TurnAnswer {
    action_id: ActionId,
    what: Answer,
}

enum Answer {
    Action { turn: TurnNo, action: Action },
    Discard { turn: TurnNo, cards: ArrayVec<Card, MAX_DISCARDS> },
    Gesture { turn: Option<TurnNo>, gesture: Box<Gesture> },
}

/// A request to sit, with the destination of its answer.
struct SitRequest {
    connection: ConnectionId,
    request: RequestId,
    seat: Option<u8>,
    hold: Hold,
    wait_for_big_blind: bool,
}

pub(super) fn explain(refusal: &Refusal) -> (ErrorCode, String) {
    (wire::refusal_code(refusal), refusal.to_string())
}

fn refused(code: ErrorCode, message: &str) -> (ErrorCode, String) {
    (code, message.to_owned())
}

pub(super) fn not_seated() -> (ErrorCode, String) {
    refused(ErrorCode::NotSeated, "You have no seat at this table. Sit down first.")
}
