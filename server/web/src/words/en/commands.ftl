# What the floor or a host does. Written from floor/commands.json by
# `BLESS=1 cargo test -p cardroom --lib cli::floor`: do not edit.
ruling-event-pause = pauses the tournament
ruling-event-resume = resumes the tournament
ruling-event-add-time = adds { $time } to the clock
ruling-event-take-time = takes { $time } off the clock
ruling-event-set-clock = sets the clock to level { $level } with { $time } left
ruling-event-change-levels = changes the levels from the next one on: { $list }
ruling-event-change-start = moves the start to { $at }
ruling-event-enter-player = enters { $name }
ruling-event-remove-entry = removes the entry of { $name }
ruling-event-close-entry = closes registration
ruling-event-check-in = checks in { $name }
ruling-event-pin-seat = { $seat ->
    [0] reserves a place for { $name } at table { $table }
   *[other] reserves a place for { $name } at table { $table }, seat { $seat }
}
ruling-event-keep-apart = keeps { $name } and { $other } apart in the draw
ruling-event-extra-players = { $number ->
    [one] lets one table start with an extra player
   *[other] lets { $number } tables start with an extra player
}
ruling-event-seat = { $seat ->
    [0] seats { $name } at table { $table }
   *[other] seats { $name } at table { $table }, seat { $seat }
}
ruling-event-move = { $seat ->
    [0] moves { $name } to table { $table }
   *[other] moves { $name } to table { $table }, seat { $seat }
}
ruling-event-redraw = redraws all seats
ruling-event-balance-now = balances the tables
ruling-event-break-table = breaks table { $table }
ruling-event-halt-table = halts table { $table }
ruling-event-waive-halt = resumes table { $table }
ruling-event-color-up = { $more ->
    [yes] colors up to chips of { $unit }, { $list }
   *[no] colors up to chips of { $unit }
}
ruling-event-hand-for-hand = { $on ->
    [yes] begins hand-for-hand play
   *[no] ends hand-for-hand play
}
ruling-event-out = { $more ->
    [yes] puts { $name } out, and { $list }
   *[no] puts { $name } out
}
ruling-event-back = brings { $name } back
ruling-event-rebuy = sells { $name } a rebuy
ruling-event-add-on = sells { $name } the add-on
ruling-event-count = counts { $amount } chips of { $name }
ruling-event-moved = confirms the new seat of { $name }
ruling-event-impound = impounds chips of { $list }
ruling-event-release-pot = releases pot { $pot } to { $list }
ruling-event-give-bonus = gives { $name } a bonus of { $amount } chips
ruling-event-forfeit-bonus = takes back the bonus of { $name }
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
ruling-event-forfeit = takes { $amount } chips from { $name }
ruling-event-set-stack = sets the stack of { $name } to { $amount }
ruling-event-pick-up = picks up the stack of { $name }, who is absent
ruling-event-disqualify = { $keeps ->
    [yes] disqualifies { $name }, who keeps the prize for the place
   *[no] disqualifies { $name }
}
ruling-event-ban = { $days ->
    [0] bans { $name } from this tournament
    [one] bans { $name } for one day
   *[other] bans { $name } for { $days } days
}
ruling-event-mute = mutes { $name }
ruling-event-unmute = unmutes { $name }
ruling-event-announce-for = announces for { $minutes } min: “{ $text }”
ruling-event-wall = { $scene ->
    [seats] shows the seats on the walls
    [moves] shows the moves on the walls
    [prizes] shows prizes or points on the walls
    [standings] shows the standings on the walls
    [rules] shows the house rules on the walls
    [rotate] shows all scenes in turn on the walls, each for { $seconds } s
   *[clock] shows the clock on the walls
}
ruling-event-new-seat-codes = makes all seat codes new
ruling-event-draw-lots = draws lots: { $list }
ruling-event-allow-deals = { $on ->
    [yes] allows deals between players
   *[no] forbids deals between players
}
ruling-event-cancel = { $refund ->
    [by-stacks] cancels the tournament and splits the pool by stacks
    [evenly] cancels the tournament and splits the pool evenly
   *[everything] cancels the tournament and refunds every entry
}
ruling-event-undo = undoes ruling { $number }
ruling-event-second = confirms ruling { $number }
ruling-command-pause = pauses the table
ruling-command-resume = resumes play
ruling-command-set-button = moves the button to { $name }
ruling-command-void-hand = voids the hand
ruling-command-kill-hand = declares { $name }’s hand dead
ruling-command-restore-hand = restores { $name }’s hand
ruling-command-show-hand = shows { $name }’s hand
ruling-command-reaward-pot = moves { $amount } of a pot from { $other } to { $name }
ruling-command-mute = mutes { $name }
ruling-command-unmute = unmutes { $name }
ruling-command-add-time = gives { $name } { $seconds } more seconds
ruling-command-quote-pot = counts the pot for { $name }: { $amount }
ruling-command-give-chips = gives { $name } { $amount } chips
ruling-command-take-back-chips = takes { $amount } chips from { $name }
ruling-command-call-clock = calls the clock on { $name }
ruling-command-force-wager = lets { $name }’s bet stand at { $amount }
ruling-command-correct-wager = corrects { $name }’s bet to { $amount }
ruling-command-misquote = corrects the wrong count of { $amount }
ruling-command-deal-street = deals the next street
ruling-command-rule-ticket = rules on a question: { $option }
ruling-command-claim-ticket = takes a question
