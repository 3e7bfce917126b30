# Rulings, as one says them at the table.
ruling-kind-check = a check
ruling-kind-call = { $sum ->
    [some] a call of { $to }
   *[none] a call
}
ruling-kind-bet = { $sum ->
    [some] a bet of { $to }
   *[none] a bet
}
ruling-kind-raise = { $sum ->
    [some] a raise to { $to }
   *[none] a raise
}
ruling-kind-all-in = { $sum ->
    [some] all-in for { $to }
   *[none] all-in
}
ruling-kind-fold = a fold
ruling-kind-dead = the hand is dead
ruling-kind-floor = the floor decides
ruling-kind-held = out of turn, held until the turn comes
ruling-kind-bound = out of turn, and binding
ruling-kind-released = out of turn, and not binding
ruling-kind-commit = the chips are committed
ruling-kind-nothing = no action
ruling-returned = { $amount } goes back
ruling-adds = { $amount } more is due
ruling-remedy-plays-on = play goes on
ruling-remedy-misdeal = a misdeal, so the hand is dealt again
ruling-remedy-void = the hand is void
ruling-remedy-set-right = the error is corrected
ruling-remedy-floor = the floor decides
ruling-remedy-dead = the hand of { $names } is dead
ruling-remedy-shown = the { $cards } stays face up and plays
ruling-remedy-replaced = the { $cards } is replaced and becomes the next burn card
ruling-remedy-up-card = the { $cards } is the up card
ruling-remedy-scrapped = the card does not count, and the next card takes its place
ruling-remedy-board = the board is { $cards }
ruling-remedy-stub-back = { $cards } go back, and the stub is shuffled
ruling-remedy-stub = the stub is shuffled
ruling-matter-deal = an error of the deal, { $error }
ruling-matter-contradiction = words and chips contradict each other
ruling-matter-undercall = an undercall
ruling-matter-undercall-behind-undercall = an undercall behind an undercall
ruling-matter-conditional = a conditional statement
ruling-matter-premature-call = a call before the action was complete
ruling-matter-skipped = a player was skipped
ruling-matter-misunderstanding = a misunderstood bet
ruling-matter-token = an object that is not a chip was pushed
ruling-matter-forward-motion = a forward motion with chips
ruling-matter-discarded-bet = a bet hand was discarded
ruling-error-exposed = a card was exposed
ruling-error-off-table = a card left the table
ruling-error-boxed = a card lay face up in the deck
ruling-error-out-of-sequence = cards were dealt out of sequence
ruling-error-not-entitled = a player was dealt in without a right to a hand
ruling-error-left-out = a player was left out
ruling-error-card-count = a hand has the wrong number of cards
ruling-error-non-standard = a card does not belong to the deck
ruling-error-fouled-deck = the deck is fouled
ruling-error-four-card-flop = the flop has four cards
ruling-error-no-burn = no card was burned
ruling-error-burns = the burn cards are wrong
ruling-error-premature = cards came before the betting was complete
ruling-error-dropped-stub = the stub was dropped
ruling-error-touched = a hand touched other cards
ruling-error-taken-by-dealer = the dealer took a hand
ruling-option-fold = Fold
ruling-option-check = Check
ruling-option-call = Call
ruling-option-bring-in = Bring-in
ruling-option-complete = Complete
ruling-option-bet = Bet
ruling-option-raise = Raise
ruling-option-all-in = All-in
ruling-option-bet-to = Bet { $amount }
ruling-option-raise-to = Raise to { $amount }
ruling-option-full-call = Full call
ruling-option-forfeit-and-fold = Forfeit the chips and fold
ruling-option-withdraw-and-reconsider = Take back and decide again
ruling-option-binding = Binding
ruling-option-not-binding = Not binding
ruling-option-retract = Retract the call
ruling-option-return = Return the chips
ruling-option-dead = Dead hand
ruling-option-non-aggressive = Check or call only
ruling-option-plays-on = Play on
ruling-option-misdeal = Misdeal
ruling-option-void = Void the hand
ruling-option-as-exposed = Treat as exposed
ruling-option-scrap = Scrap the card
ruling-option-scramble = Scramble the stub
# What the floor or a host does at a table. Each text goes on after a name and a colon.
ruling-command-rule-ticket = rules on a question
ruling-command-force-wager = lets { $name }’s bet stand at { $amount }
ruling-command-correct-wager = corrects { $name }’s bet to { $amount }
ruling-command-quote-pot = counts the pot for { $name }: { $amount }
ruling-command-misquote = corrects the wrong count of { $amount }
ruling-command-kill-hand = declares { $name }’s hand dead
ruling-command-set-button = moves the button to { $name }
ruling-command-call-clock = calls the clock on { $name }
ruling-command-show-hand = shows { $name }’s hand
ruling-command-deal-street = deals the next street
ruling-command-void-hand = voids the hand
ruling-command-pause = pauses the table
ruling-command-resume = resumes play
ruling-command-restore-hand = restores { $name }’s hand
ruling-command-reaward-pot = moves { $amount } of a pot from { $other } to { $name }
ruling-command-add-time = gives { $name } { $seconds } more seconds
ruling-command-deal-error = reports an error of the deal: { $error }
ruling-command-claim-ticket = takes a question
ruling-command-mute = mutes { $name }
ruling-command-unmute = unmutes { $name }
ruling-command-give-chips = gives { $name } { $amount } chips
ruling-command-take-back-chips = takes { $amount } chips back from { $name }
# The same in a tournament.
ruling-event-pause = stops the clock
ruling-event-resume = starts the clock again
ruling-event-set-clock = sets the clock to level { $level } with { $time } left
ruling-event-add-time = adds { $time } to the clock
ruling-event-take-time = takes { $time } off the clock
ruling-event-change-start = moves the start to { $at }
ruling-event-close-entry = closes registration
ruling-event-enter-player = enters { $name }
ruling-event-remove-entry = removes the entry of { $name }
ruling-event-seat = { $seat ->
    [0] seats { $name } at table { $table }
   *[other] seats { $name } at table { $table }, seat { $seat }
}
ruling-event-move = { $seat ->
    [0] moves { $name } to table { $table }
   *[other] moves { $name } to table { $table }, seat { $seat }
}
ruling-event-pin-seat = { $seat ->
    [0] reserves a place for { $name } at table { $table }
   *[other] reserves a place for { $name } at table { $table }, seat { $seat }
}
ruling-event-keep-apart = keeps { $name } and { $other } apart in the draw
ruling-event-balance-now = balances the tables
ruling-event-break-table = breaks table { $table }
ruling-event-halt-table = halts table { $table }
ruling-event-waive-halt = resumes table { $table }
ruling-event-redraw = redraws all seats
ruling-event-hand-for-hand = { $on ->
    [yes] begins hand-for-hand play
   *[no] ends hand-for-hand play
}
ruling-event-announce = announces “{ $text }”
ruling-event-warn = warns { $name }
ruling-event-miss-hands = { $hands ->
    [one] makes { $name } miss one hand
   *[other] makes { $name } miss { $hands } hands
}
ruling-event-miss-rounds = { $rounds ->
    [one] makes { $name } miss one round
   *[other] makes { $name } miss { $rounds } rounds
}
ruling-event-lift-penalty = lifts the penalty of { $name }
ruling-event-disqualify = { $keeps ->
    [yes] disqualifies { $name }, who keeps the prize for the place
   *[no] disqualifies { $name }
}
ruling-event-pick-up = picks up the stack of { $name }, who is absent
ruling-event-forfeit = takes { $amount } chips from { $name }
ruling-event-set-stack = sets the stack of { $name } to { $amount }
ruling-event-allow-deals = { $on ->
    [yes] allows deals between players
   *[no] forbids deals between players
}
ruling-event-mute = mutes { $name }
ruling-event-unmute = unmutes { $name }
ruling-event-ban = { $days ->
    [one] bans { $name } for one day
   *[other] bans { $name } for { $days } days
}
ruling-event-cancel = { $refund ->
    [by-stacks] cancels the tournament and splits the pool by stacks
    [evenly] cancels the tournament and splits the pool evenly
   *[everything] cancels the tournament and refunds every entry
}
ruling-event-undo = undoes ruling { $number }
ruling-event-second = confirms ruling { $number }
ruling-event-impound = impounds chips of { $list }
ruling-event-release-pot = releases pot { $pot } to { $list }
ruling-event-give-bonus = gives { $name } a bonus of { $amount } chips
ruling-event-forfeit-bonus = takes back the bonus of { $name }
ruling-event-draw-lots = draws lots: { $list }
ruling-event-change-levels = changes the levels from the next one on
ruling-event-color-up = colors up to chips of { $unit }
ruling-event-extra-players = { $number ->
    [one] lets one table start with an extra player
   *[other] lets { $number } tables start with an extra player
}
ruling-event-entry = entry { $entry }
