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
ruling-remedy-shown-burn = the { $cards } was shown and stays the burn card
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
ruling-matter-exposed-hand = a hand was exposed before the betting was complete
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
ruling-error-exposed-burn = the burn card was exposed
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
# The rest of what the floor or a host does is in commands.ftl.
ruling-command-deal-error = reports an error of the deal: { $error }
ruling-event-announce = announces “{ $text }”
ruling-event-entry = entry { $entry }
ruling-seat = seat { $value }
ruling-at-table = at table { $table }
ruling-color-up-race = by a chip race
ruling-color-up-round-up = by rounding up
# The host of a private table: what changes, and the orders, each after the host’s name.
ruling-term-name = the name
ruling-term-game = the game
ruling-term-rulebook = the rulebook
ruling-term-betting = the limit
ruling-term-blinds = the blinds
ruling-term-ante = the ante
ruling-term-seats = the seats
ruling-term-buy-in = the buy-in
ruling-term-act-time = the time to act
ruling-term-time-bank = the time bank
ruling-term-straddle = the straddle
ruling-term-bomb-pot = the bomb pots
ruling-term-boards = how often all-in hands are run
ruling-term-hybrid = the hybrid play
ruling-term-chat = the chat
ruling-term-between-hands = the pause between hands
ruling-term-top-ups = the top-ups
ruling-term-approval = the approval of buy-ins
ruling-term-entry = the entry of new players
ruling-term-end = the end of the table
ruling-term-note = the note
ruling-term-chip-value = the value of a chip
ruling-host-change-terms = { $when ->
    [now] changes { $terms }
   *[next] changes { $terms }, from the next hand
}
ruling-host-hand-over = { $self ->
    [yes] takes over as host
   *[no] hands the table over to { $name }
}
ruling-host-set-stack = sets { $name }’s stack to { $amount }
ruling-host-remove = removes { $name } from the table
ruling-host-sit-out = deals { $name } out
ruling-host-admit = admits { $name } with { $amount }
ruling-host-decline = declines { $name }’s buy-in of { $amount }
ruling-host-shuffle-seats = shuffles the seats
