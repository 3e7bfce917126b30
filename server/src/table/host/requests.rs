//! Viewers' requests to a table, and the one answer that each request gets.

use super::{After, Attached, Outputs, TableHost, player_id};
use crate::cashier::Hold;
use crate::ids::ConnectionId;
use crate::inbox::Player;
use crate::table::played::Told;
use crate::table::wire;
use cardroom_cards::Card;
use cardroom_engine::{Action, FloorCommand, Input, Refusal, RefusalKind, TurnNo, Viewer};
use cardroom_planted::{Fault, is_planted};
use cardroom_protocol::client::{Act, Discard, SetPreferences, Sit};
use cardroom_protocol::history::HandSoFar;
use cardroom_protocol::hybrid::{Gesture, MakeGesture};
use cardroom_protocol::requests::{TableAction, TableRequest};
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
        request: TableRequest,
        hold: Option<Hold>,
        outputs: &mut Outputs,
    ) {
        use TableRequest as R;
        let id = request.request();
        let result = match (request, player) {
            (R::Unobserve(_), player) => {
                self.stop_attending(now, connection, outputs);
                self.unobserve(connection, player);
                Ok(())
            }
            (R::GetHandSoFar(_), _) => match self.hand_so_far(id) {
                Some(told) => return outputs.private.push((connection, told.into())),
                None => Err(explain(&RefusalKind::NoHand.into())),
            },
            (_, None) => Err(refused(ErrorCode::NotLoggedIn, "Sign in first.")),
            (R::Sit(ask), Some(player)) => {
                match self.sit(now, connection, &ask, hold, player, outputs) {
                    // The answer names the seat and was already added.
                    Ok(()) => return,
                    Err(refusal) => Err(refusal),
                }
            }
            (R::AttendTable(body), Some(player)) => {
                self.attend(now, connection, &player, body.on, outputs)
            }
            (R::DirectTable(order), Some(player)) => match hold {
                Some(hold) => self.give_chips(now, &player, &order, hold, outputs),
                None => self.direct(now, connection, &player, &order, outputs),
            },
            (R::JoinWaitList(_), Some(player)) => self.join_line(connection, &player, outputs),
            (R::LeaveWaitList(_), Some(player)) => self.leave_line(player.account, outputs),
            (R::Chat(body), Some(player)) => self.chat(&player, body.text, outputs),
            (R::Emote(body), Some(player)) => self.emote(now, &player, body.emote, outputs),
            (request, Some(player)) => self.seat_request(now, &player, request, hold, outputs),
        };
        let answer: ServerMessage = match result {
            Ok(()) => Done { request: id }.into(),
            Err((code, message)) => Refused { request: id, code, message }.into(),
        };
        outputs.private.push((connection, answer));
    }

    /// Handles a request that requires a seat.
    fn seat_request(
        &mut self,
        now: Millis,
        player: &Player,
        request: TableRequest,
        hold: Option<Hold>,
        outputs: &mut Outputs,
    ) -> Result<(), (ErrorCode, String)> {
        use TableRequest as R;
        let seat = self.seat_of(player.account).ok_or_else(not_seated)?;
        let input = match request {
            R::TopUp(_) => {
                let amount = hold.as_ref().map_or(Chips::ZERO, Hold::amount);
                self.check_top_up(seat, amount)?;
                Input::TopUp { seat, amount }
            }
            R::SitOut(_) => Input::SitOut { seat },
            R::SitIn(_) => Input::SitIn { seat },
            R::Leave(_) => Input::Leave { seat },
            R::SetPreferences(SetPreferences {
                wait_for_big_blind, auto_muck, straddle, ..
            }) => Input::Prefer { seat, wait_for_big_blind, auto_muck, straddle },
            R::ShowOrMuck(body) => Input::ShowOrMuck { seat, show: body.show },
            R::RunIt(body) => Input::RunIt { seat, boards: body.boards },
            R::ChooseGame(body) => Input::ChooseGame { seat, play: body.game },
            R::ShowCards(body) => {
                let picks = wire::picks_in(&self.table, seat, &body.cards);
                let picks = picks.ok_or_else(|| explain(&RefusalKind::NoSuchCard.into()))?;
                Input::ShowCards { seat, picks }
            }
            R::AskToSee(body) => Input::AskToSee { by: seat, target: SeatNo(body.seat) },
            R::RabbitHunt(_) => Input::RabbitRequest { seat },
            R::RabbitConsent(body) => Input::RabbitConsent { seat, agrees: body.agrees },
            R::CallClock(_) => self.call_for_the_clock(seat)?,
            R::Observe(_)
            | R::Unobserve(_)
            | R::GetHandSoFar(_)
            | R::AttendTable(_)
            | R::JoinWaitList(_)
            | R::LeaveWaitList(_)
            | R::DirectTable(_)
            | R::Sit(_)
            | R::Emote(_)
            | R::Chat(_) => {
                return Err(refused(ErrorCode::Internal, "The table cannot do this for a seat."));
            }
        };
        self.step(now, input, outputs).map_err(|refusal| explain(&refusal))?;
        outputs.after.extend(hold.map(After::Settle));
        Ok(())
    }

    fn hand_so_far(&self, request: RequestId) -> Option<HandSoFar> {
        let Self { id, description, table, terms, .. } = self;
        let told = Told { id: *id, description, table, rules: &terms.rules };
        let (hand, steps) = told.so_far(&self.projections.log, |who| self.person(who))?;
        let (table, hand) = (WireTableId(id.0), WireHandNo(hand.0));
        Some(HandSoFar { request, table, hand, steps, seq: Seq(self.seq) })
    }

    /// Refuses a top-up that the terms of a private table do not allow. The engine checks the rest.
    fn check_top_up(&self, seat: SeatNo, amount: Chips) -> Result<(), (ErrorCode, String)> {
        let Some(limit) = self.terms.top_up_to else { return Ok(()) };
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
            if let Some(attached) = self.audience.attached.get_mut(&connection) {
                attached.observing = false;
            }
        } else {
            self.audience.attached.remove(&connection);
        }
    }

    fn sit(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        ask: &Sit,
        hold: Option<Hold>,
        player: Player,
        outputs: &mut Outputs,
    ) -> Result<(), (ErrorCode, String)> {
        let Sit { request, seat, wait_for_big_blind, .. } = *ask;
        let Some(hold) = hold else {
            return Err(refused(ErrorCode::Internal, "The chips for this seat are not held."));
        };
        if self.ending.draining {
            return Err(refused(
                ErrorCode::TableClosed,
                "The room is closing, so nobody sits down any more. Come back in a few minutes.",
            ));
        }
        if self.ending.closing {
            return Err(refused(
                ErrorCode::TableClosed,
                "The table is closing, so nobody sits down any more. Choose another table.",
            ));
        }
        if self.floor.attending.contains(&connection) && !self.is_hosted_by(player.account) {
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
        let known = self.audience.people.insert(who, player.clone());
        if let Err(refusal) = self.step(now, input, outputs) {
            if known.is_none() {
                self.audience.people.remove(&who);
            }
            return Err(explain(&refusal));
        }
        outputs.after.push(After::Settle(hold));
        let table = WireTableId(self.id.0);
        outputs.private.push((connection, Seated { request, table, seat: seat.0 }.into()));
        if !self.is_attached_as(connection, player.account) {
            let observing =
                self.audience.attached.get(&connection).is_some_and(|was| was.observing);
            let attached = Attached { player: Some(player), observing, since: self.seq };
            self.audience.attached.insert(connection, attached);
            self.snapshot_for(connection, now, outputs);
        }
        Ok(())
    }

    /// Handles an action, and answers it before its effects.
    pub(super) fn act(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        player: &Player,
        action: &TableAction,
        outputs: &mut Outputs,
    ) {
        let action_id = action.action_id();
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
        let input = match action {
            TableAction::Act(Act { turn, action, .. }) => {
                Ok(Input::Act { seat, turn: TurnNo(turn.0), action: wire::action_in(*action) })
            }
            TableAction::Discard(Discard { turn, cards, .. }) => {
                let turn = TurnNo(turn.0);
                let action = self.discard(seat, turn, cards);
                action.map(|action| Input::Act { seat, turn, action })
            }
            TableAction::MakeGesture(MakeGesture { turn, gesture, .. }) => {
                self.gesture(seat, turn.map(|turn| TurnNo(turn.0)), gesture)
            }
        };
        self.answers.current = Some((who, action_id));
        let stepped = input.and_then(|input| self.step(now, input, outputs));
        self.answers.current = None;
        let answer = match stepped {
            Ok(()) => {
                outputs.after.push(After::Acted);
                self.answers.refused.remove(&who);
                ActionAccepted { table, action_id }.into()
            }
            Err(refusal) => {
                let (code, message) = explain(&refusal);
                let legal = refusal.legal.as_ref();
                let legal = legal.map(|legal| wire::legal_out(legal, &self.table));
                let refused = refuse(code, message, legal);
                self.answers.refused.insert(who, refused.clone());
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
        let refused =
            self.answers.refused.get(&who).filter(|refused| refused.action_id == action_id);
        let accepted = || {
            let is_last = self.projections.answered.last_of(who) == Some(action_id.0);
            is_last.then(|| ActionAccepted { table, action_id }.into())
        };
        refused.map(|refused| refused.clone().into()).or_else(accepted)
    }

    /// Returns the number of a player's last action, accepted or refused. Numbers grow.
    pub(super) fn last_action_of(&self, who: PlayerId) -> Option<ActionId> {
        let refused = self.answers.refused.get(&who).map(|refused| refused.action_id);
        refused.max(self.projections.answered.last_of(who).map(ActionId))
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

pub(super) fn explain(refusal: &Refusal) -> (ErrorCode, String) {
    (wire::refusal_code(refusal), refusal.to_string())
}

fn refused(code: ErrorCode, message: &str) -> (ErrorCode, String) {
    (code, message.to_owned())
}

pub(super) fn not_seated() -> (ErrorCode, String) {
    refused(ErrorCode::NotSeated, "You have no seat at this table. Sit down first.")
}
