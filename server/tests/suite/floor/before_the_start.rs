//! Before the start: registering players, seating requests for the draw, changing the start time,
//! and canceling.

use crate::floor::event::{Event, Operator, told};
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::tournament::{
    EntryPair, EntryState, PinOrder, Refund, TournamentCommand, TournamentEvent, TournamentState,
};
use cardroom_protocol::{EntryId, ErrorCode, Seq, TimeMs};

async fn entry_of(cleo: &mut Operator, name: &str) -> Option<EntryId> {
    let players = cleo.players().await;
    players.iter().find(|row| row.name == name).map(|row| row.entry)
}

/// Returns the chips in a player's wallet.
async fn wallet(event: &Event, name: &str) -> u64 {
    let store = event.room.room.tournaments().unwrap().services.tables.store;
    let account = store.account_by_name(name).await.unwrap().unwrap().id;
    event.room.room.accounts.purse(account).await.unwrap().available().0
}

#[tokio::test]
async fn the_floor_registers_a_player_who_pays_and_takes_it_back() {
    let event = Event::registering().await;
    let mut cleo = event.cleo().await;
    let _ida = event.operator("Ida", Role::Player).await;
    let before = wallet(&event, "Ida").await;
    let enter = || TournamentCommand::EnterPlayer("Ida".to_owned());

    let nobody = TournamentCommand::EnterPlayer("Nobody at all".to_owned());
    assert_eq!(cleo.try_order(&nobody).await, Err(ErrorCode::NotAllowedNow));
    let (ruling, events) = cleo.order(enter()).await;
    let made = |event: &TournamentEvent| matches!(event, TournamentEvent::EntryMade(made) if made.name == "Ida");
    assert!(told(&events, made), "{events:?}");
    assert_eq!(wallet(&event, "Ida").await, before - 107, "buy-in and fee come from her wallet");
    assert_eq!(cleo.try_order(&enter()).await, Err(ErrorCode::AlreadyEntered));
    assert_eq!(wallet(&event, "Ida").await, before - 107, "nothing is held for what was refused");

    let events = cleo.undo(ruling).await;
    assert!(told(&events, |event| matches!(event, TournamentEvent::EntryWithdrawn(_))));
    assert_eq!(wallet(&event, "Ida").await, before);

    cleo.order(enter()).await;
    let entry = entry_of(&mut cleo, "Ida").await.unwrap();
    let (removal, events) = cleo.order(TournamentCommand::RemoveEntry(entry)).await;
    assert!(told(&events, |event| matches!(event, TournamentEvent::EntryWithdrawn(_))));
    assert_eq!(wallet(&event, "Ida").await, before);
    cleo.cannot_undo(removal).await;
}

#[tokio::test]
async fn seats_are_wished_for_and_the_start_is_moved() {
    let event = Event::registering().await;
    let mut cleo = event.cleo().await;
    let mut entries = Vec::new();
    for name in ["Ida", "Jim"] {
        event.operator(name, Role::Player).await.enter().await;
        entries.push(entry_of(&mut cleo, name).await.unwrap());
    }
    cleo.look().await;

    let at = TimeMs(event.room.room.clock.now().0 + 7_200_000);
    let (start, events) = cleo.order(TournamentCommand::ChangeStart(at)).await;
    let moved = |event: &TournamentEvent| matches!(event, TournamentEvent::StartChanged(changed) if changed.starts_at == at);
    assert!(told(&events, moved), "{events:?}");
    assert_eq!(cleo.look().await.info.starts_at, Some(at));
    let past = TournamentCommand::ChangeStart(TimeMs(1));
    assert_eq!(cleo.try_order(&past).await, Err(ErrorCode::NotAllowedNow));
    cleo.undo(start).await;
    assert_ne!(cleo.look().await.info.starts_at, Some(at));
    cleo.cannot_undo(start).await;

    let pair = EntryPair { one: entries[0], other: entries[1] };
    let (apart, _) = cleo.order(TournamentCommand::KeepApart(pair)).await;
    cleo.undo(apart).await;
    // No table is open yet, so the command uses the number that it will have.
    let pin =
        |entry, seat| TournamentCommand::PinSeat(PinOrder { entry, table: 1, seat: Some(seat) });
    let (pinned, _) = cleo.order(pin(entries[0], 3)).await;
    let taken = cleo.try_order(&pin(entries[1], 3)).await;
    assert_eq!(taken, Err(ErrorCode::SeatTaken), "it is reserved for another");
    let nowhere = cleo.try_order(&pin(entries[1], 6)).await;
    assert_eq!(nowhere, Err(ErrorCode::SeatTaken), "the tables have six seats");
    let stale = cleo.give(Seq(1), pin(entries[0], 4)).await;
    assert_eq!(stale, Err(ErrorCode::SeqMoved), "somebody has pinned it since");
    cleo.undo(pinned).await;
    let (again, _) = cleo.order(pin(entries[1], 3)).await;
    cleo.undo(again).await;

    let closed = cleo.try_order(&TournamentCommand::CloseEntry).await;
    assert_eq!(closed, Err(ErrorCode::NotRegistering), "that is for late entries");
}

#[tokio::test]
async fn everybody_has_the_price_back_when_it_is_called_off() {
    let event = Event::registering().await;
    let mut cleo = event.cleo().await;
    let mut ida = event.operator("Ida", Role::Player).await;
    let before = wallet(&event, "Ida").await;
    ida.enter().await;
    assert_eq!(wallet(&event, "Ida").await, before - 107);
    let (_, events) = cleo.order(TournamentCommand::Cancel(Refund::Everything)).await;
    assert!(told(&events, |event| matches!(event, TournamentEvent::TournamentCancelled(_))));
    assert_eq!(wallet(&event, "Ida").await, before);
    assert_eq!(cleo.look().await.info.state, TournamentState::Cancelled);
    let again = cleo.try_order(&TournamentCommand::Cancel(Refund::Everything)).await;
    assert_eq!(again, Err(ErrorCode::TournamentOver));
    loop {
        if let ServerMessage::EntryReturned(returned) = ida.client.receive().await {
            assert_eq!(returned.refund.0, 107);
            break;
        }
    }
    let own = ida.look().await.you.map(|own| own.state);
    assert_eq!(own, Some(EntryState::Withdrawn), "who comes back later learns it too");
}

#[tokio::test]
async fn an_announcement_is_on_a_screen_that_is_opened_later() {
    let event = Event::registering().await;
    let mut cleo = event.cleo().await;
    assert_eq!(cleo.look().await.announcement, None);
    let announce = |text: &str| TournamentCommand::Announce(text.to_owned());
    cleo.order(announce("The buffet is open.")).await;
    let (second, _) = cleo.order(announce("Dinner break is at eight.")).await;
    let mut late = event.operator("Ida", Role::Player).await;
    assert_eq!(late.look().await.announcement.as_deref(), Some("Dinner break is at eight."));
    cleo.cannot_undo(second).await;
}
