//! A tournament table that its director pauses in the middle of a hand (GAPS G-30, G-31).

use super::*;
use crate::store::StoredStream;
use cardroom_protocol::client::Act;
use cardroom_protocol::hybrid::{DirectTable, TableCommand};
use cardroom_protocol::requests::TableAction;
use cardroom_protocol::server::{ServerMessage, Step, TableSnapshot, YourTurn};
use cardroom_protocol::table::{Action, TableEvent, TableView};
use cardroom_protocol::{ActionId, ErrorCode, TurnToken};
use cardroom_rules::Millis;

const TEN_MINUTES: Millis = Millis(600_000);

/// A table in the middle of its second hand.
fn in_a_hand() -> Floored {
    let mut table = Floored::after_a_hand();
    table.deal(2);
    table
}

fn account_on_turn(table: &Floored) -> u64 {
    let (seat, ..) = table.core.table().turn().expect("a player is on turn");
    let mut players = table.core.table().players();
    players.find(|(taken, _)| *taken == seat).unwrap().1.0
}

fn act(table: &mut Floored, account: u64, number: u64, turn: TurnToken) -> Vec<ServerMessage> {
    let (connection, player) = (ConnectionId(account), person(account, Role::Player));
    let (action_id, action) = (ActionId(number), Action::Fold);
    let action = TableAction::Act(Act { table: table.id(), turn, action_id, action });
    let outputs = table.on(CoreInput::Act { connection, player, action });
    to(&outputs, account)
}

/// Returns the private messages to an account.
fn to(outputs: &Outputs, account: u64) -> Vec<ServerMessage> {
    let own = outputs.private.iter().filter(|(to, _)| *to == ConnectionId(account));
    own.map(|(_, message)| message.clone()).collect()
}

fn turn_of(table: &Floored) -> TurnToken {
    TurnToken(table.core.table().turn().expect("a player is on turn").1.0)
}

fn view(messages: &[ServerMessage]) -> Option<&TableView> {
    messages.iter().find_map(|message| match message {
        ServerMessage::TableSnapshot(TableSnapshot { view, .. }) => Some(&**view),
        _ => None,
    })
}

/// Returns the time of the player on turn, as a player who comes back sees it.
fn time_left(table: &mut Floored, account: u64) -> (bool, u32, bool) {
    let (connection, player) = (ConnectionId(account), Some(person(account, Role::Player)));
    let attach = CoreInput::Attach { connection, player, request: None, observing: true };
    let outputs = table.on(attach);
    let messages = to(&outputs, account);
    shown(view(&messages).expect("a full view"))
}

/// Returns whether a view is paused, the time left of the turn, and whether the viewer is asked.
fn shown(view: &TableView) -> (bool, u32, bool) {
    let turn = view.hand.as_ref().and_then(|hand| hand.turn.as_ref()).expect("a player is on turn");
    let asked = view.you.as_ref().is_some_and(|you| you.decision.is_some());
    (view.paused, turn.time_ms, asked)
}

fn has(steps: &[Step], is: impl Fn(&TableEvent) -> bool) -> bool {
    steps.iter().flat_map(|step| &step.events.0).any(is)
}

#[test]
fn a_hand_stops_between_two_actions_and_goes_on_with_the_time_that_was_left() {
    let mut table = in_a_hand();
    let (account, turn) = (account_on_turn(&table), turn_of(&table));
    table.now = table.now + Millis(4_000);
    let paused = table.order(Order::Pause);
    assert!(has(&paused.steps, |event| matches!(event, TableEvent::Paused(_))));
    let reports = reports(paused);
    assert!(matches!(reports[..], [Report::Done { .. }, Report::Paused { paused: true, .. }]));
    assert_eq!(table.core.deadline(), None, "no clock runs");
    let (_, left, _) = time_left(&mut table, account);
    table.now = table.now + TEN_MINUTES;

    let refused = act(&mut table, account, 7, turn);
    let is_refused = |message: &ServerMessage| {
        matches!(message, ServerMessage::ActionRefused(refused)
            if refused.code == ErrorCode::TablePaused && refused.legal.is_none())
    };
    assert!(matches!(&refused[..], [message] if is_refused(message)), "{refused:?}");
    assert_eq!(time_left(&mut table, account), (true, left, false), "the time stands still");

    let resumed = table.order(Order::Resume);
    assert!(has(&resumed.steps, |event| matches!(event, TableEvent::Resumed(_))));
    let behind = table.core.audience().count();
    assert_eq!(behind, 4, "everybody gets the step, and then a full view");
    let own = to(&resumed, account);
    assert_eq!(shown(view(&own).expect("a full view")), (false, left + 5_000, true));
    assert!(!own.iter().any(|message| matches!(message, ServerMessage::YourTurn(YourTurn { .. }))));

    // A repeated action has the same answer. The same turn is open for another one.
    assert_eq!(act(&mut table, account, 7, turn), refused);
    let accepted = act(&mut table, account, 8, turn);
    assert!(matches!(accepted[0], ServerMessage::ActionAccepted(_)), "{accepted:?}");
}

#[test]
fn the_floor_rules_on_a_paused_hand() {
    let mut table = in_a_hand();
    table.order(Order::Pause);
    let other = SeatNo(u8::try_from(account_on_turn(&table)).unwrap());
    let ruled = table.direct(TableCommand::KillHand(other.0));
    assert!(has(&ruled.steps, |event| matches!(event, TableEvent::HandKilled(_))));
    let asked =
        |message: &(ConnectionId, ServerMessage)| matches!(message.1, ServerMessage::YourTurn(_));
    assert!(!ruled.private.iter().any(asked), "nobody is asked before the pause is over");
    let next = account_on_turn(&table);
    table.now = table.now + TEN_MINUTES;
    let resumed = table.order(Order::Resume);
    let own = to(&resumed, next);
    let base = table.core.table().setup().rulebook.clock.base_ms.0;
    let whole = u32::try_from(base).unwrap() + 5_000;
    assert_eq!(shown(view(&own).expect("a full view")), (false, whole, true));
}

#[test]
fn a_paused_table_does_not_keep_the_room_from_closing() {
    let mut table = in_a_hand();
    table.order(Order::Pause);
    assert!(!table.core.is_quiet());
    table.on(CoreInput::Drain);
    assert!(table.core.is_quiet());
}

/// Folds the table from its stream in a new process, with the deck of the hand.
fn restarted(table: &mut Floored, vault: &Vault) {
    let (description, setup) = (table.description.clone(), Some(&table.setup));
    let stream: &StoredStream = &table.stream;
    let unseal = vault.opens_decks_of(TABLE);
    table.core = TableCore::open_with(TABLE, description, setup, stream, Some(&unseal)).unwrap();
    for account in 1..=3 {
        table.core.introduce(person(account, Role::Player));
    }
    table.on(CoreInput::Recover { setup: Some(table.setup.clone()) });
}

#[test]
fn a_paused_hand_is_paused_after_a_restart_and_its_turn_has_the_full_base_time() {
    let vault = Vault::in_memory();
    let mut table = Floored::after_a_hand();
    table.setup = table.core.table().setup().clone();
    table.deal_from(2, Some(&vault));
    let (account, turn) = (account_on_turn(&table), turn_of(&table));
    table.now = table.now + Millis(9_000);
    table.order(Order::Pause);
    for _ in 0..2 {
        table.now = table.now + TEN_MINUTES;
        restarted(&mut table, &vault);
        assert_eq!(table.core.table().hand_in_progress(), Some(HandNo(2)));
        assert!(table.core.table().is_paused() && table.core.deadline().is_none());
        let again = reports(table.on(CoreInput::ReportAgain));
        assert!(matches!(again[..], [.., Report::Paused { paused: true, .. }]), "{again:?}");
    }
    let base = u32::try_from(table.core.table().setup().rulebook.clock.base_ms.0).unwrap();
    assert_eq!(time_left(&mut table, account), (true, base, false));
    table.now = table.now + TEN_MINUTES;
    let resumed = table.order(Order::Resume);
    let own = to(&resumed, account);
    assert_eq!(shown(view(&own).expect("a full view")), (false, base + 5_000, true));
    let accepted = act(&mut table, account, 1, turn);
    assert!(matches!(accepted[0], ServerMessage::ActionAccepted(_)), "{accepted:?}");
}

#[test]
fn a_step_that_could_not_be_stored_leaves_the_table_paused() {
    let mut table = in_a_hand();
    let account = account_on_turn(&table);
    table.order(Order::Pause);
    let left = time_left(&mut table, account);
    let now = table.now + TEN_MINUTES;
    let ordered =
        Ordered { number: OrderNo(table.orders + 1), table: NUMBER, order: Order::Resume };
    table.core.on(now, CoreInput::Order { ordered, people: Vec::new(), seen: Vec::new() });
    assert!(!table.core.table().is_paused());
    let outputs = table.core.refold(now, &table.stream).unwrap();
    assert!(table.core.table().is_paused());
    let own = to(&outputs, account);
    assert_eq!(shown(view(&own).expect("a full view")), left);
}

#[test]
fn the_floor_pauses_a_single_table_in_the_middle_of_a_hand_too() {
    let mut table = in_a_hand();
    let request = RequestId(1);
    let pause = DirectTable {
        request,
        table: table.id(),
        seq: Seq(table.core.seq()),
        reason: "The pizza is here.".to_owned(),
        rule: None,
        command: TableCommand::Pause,
    };
    let paused = table.ask(TableRequest::DirectTable(pause));
    let is_told = |reports: &[Report]| matches!(reports, [Report::Paused { paused: true, .. }]);
    assert!(is_told(&reports(paused)), "no absence counts meanwhile");
    assert!(table.core.table().is_paused() && table.core.deadline().is_none());
    let (account, turn) = (account_on_turn(&table), turn_of(&table));
    let refused = act(&mut table, account, 1, turn);
    assert!(matches!(refused[0], ServerMessage::ActionRefused(_)), "{refused:?}");
}
