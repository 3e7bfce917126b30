//! Rulings on human gestures, on hybrid tables only. Words and chips, in turn and out of turn,
//! become rulings and exact actions.
//!
//! Pure functions of what the player faces judge each gesture; this file only dispatches. Chips
//! move only through the table's own actions, and the table computes all bounds of a bet.

mod answers;
mod both;
mod exposed;
mod facing;
mod misunderstood;
mod motions;
mod out_of_turn;
mod prior;
mod silent;
mod skipped;
mod spoken;
mod undercall;

pub(crate) use answers::carry_out as carry_out_answer;
pub(crate) use out_of_turn::{give_back_held, settle_out_of_turn};
pub(crate) use skipped::{check as check_skipped, out_of_turn_is_substantial, skipped_from};

use crate::step::Step;
use cardroom_engine::{
    Action, Adjudicated, Clause, Commitment, EtiquetteFlag, Gesture, Refusal, RefusalKind, Ruling,
    RulingKind, RulingOption, Said, Words,
};
use cardroom_rules::{Chips, SeatNo};
use facing::{Facing, Judged, Pushed, Standing};

/// Handles a player's words or chips.
pub(crate) fn gesture(step: &mut Step<'_>, seat: SeatNo, gesture: Gesture) -> Result<(), Refusal> {
    step.table().check_seat(seat)?;
    let hand = step.table().in_play().ok_or(RefusalKind::NoHand)?;
    if !hand.live().contains(seat) {
        return Err(RefusalKind::NotInHand.into());
    }
    let on_turn = hand.on_turn();
    if hand.is_drawing() {
        return Err(RefusalKind::NothingToBet.into());
    }
    match gesture {
        Gesture::ShowHand => return show_in_play(step, seat),
        Gesture::ClaimMisunderstanding => return misunderstood::claim_misunderstanding(step, seat),
        Gesture::Push { chips, .. } | Gesture::Motion { chips }
            if misunderstood::is_called_short(step, seat) =>
        {
            return misunderstood::make_good(step, seat, &chips);
        }
        _ if step.is_waiting() => return Err(RefusalKind::FloorCalled.into()),
        Gesture::InFront { chips } => return see_front(step, seat, chips),
        _ => {}
    }
    let on_turn = on_turn.ok_or(RefusalKind::NotYourTurn)?;
    match gesture {
        Gesture::Say(Said { words: Words::Conditional, .. }) => answers::conditional(step, seat),
        Gesture::PushToken { token } => answers::push_token(step, seat, token),
        gesture if on_turn == seat => in_turn(step, seat, gesture),
        gesture => out_of_turn::gesture(step, seat, on_turn, gesture),
    }
}

/// Handles a hand shown before the showdown. With a short call pending, this ends its
/// protection. Otherwise the hand was exposed with action pending, and the floor is informed. It
/// stays live (TDA 68, TNPL J3), or the floor decides (TFPL 3b-5).
fn show_in_play(step: &mut Step<'_>, seat: SeatNo) -> Result<(), Refusal> {
    if step.table().short_call().is_some() {
        return misunderstood::show_before_paid(step);
    }
    if step.hand().on_turn().is_none() {
        return Err(RefusalKind::NothingToShow.into());
    }
    let waits = step.is_waiting();
    step.flag(seat, EtiquetteFlag::ExposedCards);
    if !waits {
        exposed::ask_whether_dead(step, seat);
    }
    Ok(())
}

/// Records that the player on turn received a wrong count. A call is still for the
/// real amount (TDA 49).
pub(crate) fn misquote(step: &mut Step<'_>, amount: Chips) -> Result<(), Refusal> {
    if step.table().turn().is_none() {
        return Err(RefusalKind::NoHand.into());
    }
    step.note(Adjudicated::Misquoted { amount });
    Ok(())
}

/// Handles a gesture of the player on turn.
fn in_turn(step: &mut Step<'_>, seat: SeatNo, gesture: Gesture) -> Result<(), Refusal> {
    if step.is_too_late() {
        return Err(RefusalKind::StaleTurn.into());
    }
    if step.memory().seat(seat).moves().is_some() {
        return motions::further_motion(step, seat, gesture);
    }
    match gesture {
        Gesture::Motion { .. } => return Err(RefusalKind::StringBet.into()),
        Gesture::HandsAtRest => return Err(RefusalKind::NothingToDo.into()),
        Gesture::ForwardMotion { chips } => return motions::move_forward(step, seat, chips),
        Gesture::SpeakUp => {
            step.note(Adjudicated::SpokeUp { seat });
            return Ok(());
        }
        _ => {}
    }
    let limited = step.hand().bound(seat) == Some(Commitment::CallOrFold);
    if limited && declares_wager(&gesture) {
        let legal = Some(step.legal(seat));
        return Err(Refusal { kind: RefusalKind::LimitedToCallOrFold, legal });
    }
    let facing = Facing::of(step, seat);
    let (judged, pushed) = judge(step, seat, &facing, &gesture)?;
    check_against_commitment(step, seat, &judged)?;
    keep_front(step, seat, &gesture);
    let called = matches!(&gesture, Gesture::Both { said, .. } if said.words == Words::Call);
    let short = pushed.as_ref().filter(|_| called).cloned();
    flag_words(step, seat, &facing, &gesture);
    carry_out(step, seat, &facing, judged, pushed.as_ref(), short.as_ref());
    Ok(())
}

/// Judges a gesture, and returns the chips that it put in front.
fn judge(
    step: &Step<'_>,
    seat: SeatNo,
    facing: &Facing,
    gesture: &Gesture,
) -> Result<(Judged, Option<Pushed>), RefusalKind> {
    let wager = step.hand().bound(seat) == Some(Commitment::Wager);
    let pulled = Some(step.memory().seat(seat).pulled());
    // A bet or raise was already declared, so the chips or the amount set its size.
    let sized = |said: Said| match said.words {
        Words::Amount | Words::Pot if wager => Said { words: Words::Raise, ..said },
        _ => said,
    };
    let by_chips = |pushed: Pushed| {
        let judged = if wager {
            spoken::judge(facing, Said::word(Words::Raise), Some(&pushed))
        } else {
            silent::judge(facing, &pushed)
        };
        (judged, Some(pushed))
    };
    Ok(match gesture {
        Gesture::Say(said) => (spoken::judge(facing, sized(*said), None), None),
        Gesture::Push { chips, pulled: back } => {
            by_chips(prior::put_out(facing, chips, back, pulled)?)
        }
        Gesture::Gather { chips } => by_chips(prior::gather(facing, chips)?),
        Gesture::Both { first, said, chips, heard_by_all } => {
            let pushed = prior::put_out(facing, chips, &[], pulled)?;
            let judged = if wager {
                spoken::judge(facing, sized(*said), Some(&pushed))
            } else {
                both::judge(facing, *first, *said, &pushed, *heard_by_all)
            };
            (judged, Some(pushed))
        }
        _ => (Judged::Nothing(Clause::Release), None),
    })
}

/// Checks that a gesture does not evade the player's commitment.
fn check_against_commitment(step: &Step<'_>, seat: SeatNo, judged: &Judged) -> Result<(), Refusal> {
    let standing = match judged {
        Judged::Stands(standing) => standing,
        Judged::Commits(commitment, _) => return check_further(step, seat, *commitment),
        _ => return Ok(()),
    };
    let checked = step.hand().check(seat, standing.action);
    checked.map_err(|kind| Refusal { kind, legal: Some(step.legal(seat)) })
}

/// Checks a further commitment, which may add to the first one but never withdraw it.
fn check_further(step: &Step<'_>, seat: SeatNo, further: Commitment) -> Result<(), Refusal> {
    let legal = step.legal(seat);
    let kind = match (legal.bound, further) {
        (None, _) | (Some(Commitment::CallOrRaise), Commitment::Wager) => return Ok(()),
        (Some(bound), further) if bound == further => return Ok(()),
        (Some(Commitment::CallOrFold), _) => RefusalKind::LimitedToCallOrFold,
        (Some(Commitment::CallOrRaise), _) => RefusalKind::BoundToCallOrRaise,
        (Some(Commitment::Wager), _) => RefusalKind::BoundToRaise,
    };
    Err(Refusal { kind, legal: Some(legal) })
}

/// Announces the ruling and carries it out.
fn carry_out(
    step: &mut Step<'_>,
    seat: SeatNo,
    facing: &Facing,
    judged: Judged,
    pushed: Option<&Pushed>,
    called_with: Option<&Pushed>,
) {
    match judged {
        Judged::Stands(standing) => {
            let ruling = ruling_on(seat, facing, &standing, pushed, called_with);
            step.announce(ruling);
            act_as_ruled(step, seat, facing, &standing, called_with);
        }
        Judged::Commits(commitment, clause) => {
            step.note(Adjudicated::Committed { seat, commitment, chips: Chips::ZERO });
            rule_commit(step, seat, clause, pushed.map(|pushed| pushed.added));
        }
        Judged::Moves(clause) => motions::begin_motions(step, seat, facing, pushed, clause),
        Judged::Asks(question) => answers::ask_floor(step, seat, facing, question, pushed),
        Judged::Nothing(clause) => {
            let mut ruling = Ruling::new(seat, RulingKind::None, clause);
            ruling.returned = pushed.map_or(Chips::ZERO, |pushed| pushed.added);
            step.announce(ruling);
        }
    }
}

/// Carries out the exact action of a ruling, through the table's normal action path.
fn act_as_ruled(
    step: &mut Step<'_>,
    seat: SeatNo,
    facing: &Facing,
    standing: &Standing,
    called_with: Option<&Pushed>,
) {
    let before = step.hand();
    let (pointer, had_acted) = (before.last_to_act(), before.has_acted(seat));
    step.act(seat, standing.action);
    if standing.undercall {
        step.note(Adjudicated::UndercallMadeGood { seat, at: step.now() });
    }
    if let Some(pushed) = called_with {
        misunderstood::note_short_call(step, seat, facing, pushed, pointer, had_acted);
    }
    step.advance();
}

fn rule_commit(step: &mut Step<'_>, seat: SeatNo, clause: Clause, pushed: Option<Chips>) {
    let legal = step.legal(seat);
    let mut ruling = Ruling::new(seat, RulingKind::Commit, clause);
    ruling.options = legal.options();
    ruling.call_to = legal.call.map(|call| step.hand().bet(seat) + call);
    ruling.returned = pushed.unwrap_or_default();
    step.announce(ruling);
}

/// Records the chips left in front after a gesture that pulled some back.
fn keep_front(step: &mut Step<'_>, seat: SeatNo, gesture: &Gesture) {
    let Gesture::Push { pulled, .. } = gesture else { return };
    if pulled.is_empty() {
        return;
    }
    let Ok(value) = prior::value(pulled) else { return };
    let known = Facing::of(step, seat).front.chips;
    let left = known.map(|mut chips| {
        for chip in pulled {
            if let Some(place) = chips.iter().position(|other| other == chip) {
                chips.swap_remove(place);
            }
        }
        chips
    });
    step.note(Adjudicated::PulledBack { seat, value, left });
}

/// Records the chips that make up a blind or an earlier bet. Their value is at least the bet
/// and at most the player's bet plus stack.
fn see_front(step: &mut Step<'_>, seat: SeatNo, chips: Vec<Chips>) -> Result<(), Refusal> {
    let value = prior::value(&chips)?;
    let (bet, stack) = (step.hand().bet(seat), step.hand().stack(seat));
    if value < bet || value > bet + stack {
        return Err(RefusalKind::ChipsNotThere.into());
    }
    step.note(Adjudicated::FrontSeen { seat, chips });
    Ok(())
}

/// Flags words that may interest the floor.
fn flag_words(step: &mut Step<'_>, seat: SeatNo, facing: &Facing, gesture: &Gesture) {
    let said = match gesture {
        Gesture::Say(said) | Gesture::Both { said, .. } => said.words,
        _ => return,
    };
    let no_limit = facing.betting == cardroom_rules::Betting::NoLimit;
    match said {
        Words::Fold if facing.legal.check => step.flag_needless_fold(seat),
        Words::Pot if no_limit => step.flag(seat, EtiquetteFlag::PotInNoLimit),
        _ => {}
    }
}

/// Returns the action for a bound player whose time is up: the least
/// that honors the commitment.
pub(crate) fn bound_action(step: &Step<'_>, seat: SeatNo) -> Option<Action> {
    let commitment = step.hand().bound(seat)?;
    let facing = Facing::of(step, seat);
    let judged = match commitment {
        Commitment::Wager => {
            let moves = step.memory().seat(seat).moves();
            let moved = moves.map_or(Chips::ZERO, |moves| moves.total);
            facing.wager(moved, Clause::ClearAmount)
        }
        Commitment::CallOrRaise => facing.call(Clause::PulledBack),
        Commitment::CallOrFold => {
            let legal = step.legal(seat);
            let paid = legal.call == Some(Chips::ZERO);
            return paid.then_some(Action::Call);
        }
    };
    match judged {
        Judged::Stands(standing) => Some(standing.action),
        _ => None,
    }
}

/// Builds the announcement of an exact action.
fn ruling_on(
    seat: SeatNo,
    facing: &Facing,
    standing: &Standing,
    pushed: Option<&Pushed>,
    called_with: Option<&Pushed>,
) -> Ruling {
    let mut ruling = Ruling::new(seat, standing.kind, standing.clause);
    let shown = pushed.map_or(facing.front.value, |pushed| pushed.total);
    if standing.kind == RulingKind::Fold {
        ruling.returned = shown.saturating_sub(facing.bet);
        return ruling;
    }
    ruling.wager_to = Some(standing.wager_to);
    ruling.returned = shown.saturating_sub(standing.wager_to);
    ruling.adds = standing.wager_to.saturating_sub(shown);
    if let Some(other) = standing.or_else {
        let this = kind_option(standing.kind);
        ruling.options = vec![this, other];
        ruling.default = Some(this);
    }
    if let Some(pushed) = called_with {
        ruling.paid_percent = misunderstood::percent(pushed.total, standing.wager_to);
    }
    ruling
}

/// Returns `true` if the words declare a bet or raise.
fn declares_wager(gesture: &Gesture) -> bool {
    let (Gesture::Say(said) | Gesture::Both { said, .. }) = gesture else { return false };
    let words = [Words::Bet, Words::Raise, Words::AllIn, Words::Complete, Words::Pot];
    words.contains(&said.words)
}

fn kind_option(kind: RulingKind) -> RulingOption {
    match kind {
        RulingKind::Bet => RulingOption::Bet,
        RulingKind::Raise => RulingOption::Raise,
        RulingKind::AllIn => RulingOption::AllIn,
        RulingKind::Check => RulingOption::Check,
        RulingKind::Fold => RulingOption::Fold,
        _ => RulingOption::Call,
    }
}
