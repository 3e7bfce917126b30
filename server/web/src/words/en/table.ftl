# The table: its bar, its felt, its seats, and the dialogs for taking a seat.
table-missing = There is no such table.
table-opening = Opening the table …
table-none = You are not at a table.
table-yours = Your tables
table-full-screen = Full screen
table-full-screen-off = Leave full screen
table-log = Hand log
table-hand = hand { $hand }
table-you-host = you host
table-hosted-by = hosted by { $host }

table-invite = Invite
table-invite-to = Invite to { $table }
table-invite-tournament = Anyone with this link can join, watch and enter the tournament.
table-sheet = Table
table-ends-at = Ends at { $time }
table-asks-for-seat = <b>{ $player }</b> asks for a seat with { $amount }.
table-asks-for-chips = <b>{ $player }</b> asks for { $amount } more chips.
table-more-buy-ins = { $count ->
    [one] One more player is waiting.
   *[other] { $count } more players are waiting.
}
table-admit = Admit
table-decline = Decline
table-buy-in-waits = { $host ->
    [none] Waiting for the host’s approval …
   *[other] Waiting for { $host }’s approval …
}
table-floor = Floor
table-ledger = Ledger
table-tournament = Tournament
table-seat = Seat
table-leave = Leave
table-panel = Log & chat
table-unread = { $count ->
    [one] { $count } unread message
   *[other] { $count } unread messages
}
table-open = Open
table-open-alone = Open { $table } by itself

table-deal-verified = Deal verified
table-deal-watching = Deal watched
table-deal-out = Deal not checked
table-deal-failed = Deal failed
table-deal-about = { $mark }: what this page knows about the deal
table-deal-alarm = Something is wrong with the deal of this table. Save the evidence, and then leave.
table-deal-save = Save the evidence
table-deal-details = Details

table-sit-down = Sit down
table-sit-down-at = Sit down at { $table }
table-take-seat = Seat { $seat } at { $table }
table-terms = { $game }, { $stakes }. You have { $balance }.
table-terms-private = { $game }, { $stakes }. The table has chips of its own: your buy-in is an entry in the ledger of the night.
table-buy-in = Buy-in
table-wait-for-big-blind = Wait for the big blind
table-buy-in-least = The minimum buy-in is { $min }.
table-ask-for-chips = Ask for chips
table-join-waiting-list = { $waiting ->
    [0] Join the waiting list
   *[other] Join the waiting list ({ $waiting })
}
table-waiting-place = Waiting list: { $place } of { $waiting }
table-leave-waiting-list = Leave the waiting list

seat-options = Your seat
seat-sit-out = Sit out from the next hand
seat-auto-rebuy = Buy chips again when I have none
seat-auto-rebuy-off = Off
seat-auto-rebuy-min = To the minimum: { $amount }
seat-auto-rebuy-max = To the maximum: { $amount }
seat-auto-muck = Muck losing hands automatically
seat-straddle = Straddle
seat-stack-full = Your stack is as large as this table allows.
seat-no-top-ups = This table allows no top-ups. If you lose all your chips, you can buy more.
seat-wallet-empty = Your wallet is empty, so you cannot top up.
seat-top-up = Top up
seat-add = Add { $amount }
seat-top-up-range = Enter an amount from { $min } to { $max }.
seat-sit = Sit here
seat-sit-number = Sit here: seat { $seat }
seat-label = Seat { $seat }, { $name }, { $stack }
seat-you = you
seat-show-card = Show { $card }
seat-shows = shows { $cards }
seat-cards = { $count ->
    [one] { $count } card
   *[other] { $count } cards
}
seat-to-act = to act
seat-away = Away
seat-sits-out = Sits out
seat-all-in = All-in
seat-bot = bot
seat-bot-title = A program plays this seat
seat-muted = muted

felt-bet = Bet by { $name }
felt-button = Dealer button: seat { $seat }
felt-paused = The table is paused.
felt-paused-by = { $name } paused the table.
felt-lacks-player = Waiting for another player
felt-lacks-chips = Waiting for another player with chips
felt-lacks-return = Waiting for another player to come back
felt-lacks-you = The next hand starts when you play again
felt-not-started = The tournament has not started yet
felt-tournament-over = The tournament is over
felt-real-cards = Played with real cards
felt-hand-for-hand = Hand for hand: the next hand starts when every table has finished
felt-next-hand = The next hand starts soon
felt-bomb-pot = Bomb pot
felt-board = Board
felt-board-number = Board { $number }
felt-pot = Pot
felt-pot-amount = Pot { $amount }
felt-pots = Pots
felt-main-pot = Main
felt-side-pot = Side { $number }
felt-rabbit = Cards that would have come

table-leaving = Leaving
table-leaving-after = You leave after this hand.
table-leaving-acts = Until then, the server checks or folds for you.
table-leaving-folded = Your chips then go back to your wallet.
table-leaving-folded-private = Your chips are then in the ledger of the night.

table-buy-in-min = Min
table-buy-in-max = Max
table-buy-in-amounts = Usual buy-ins
table-buy-in-most = The maximum buy-in is { $max }.
table-buy-in-wallet = Your wallet covers at most { $max }.
table-buy-in-unit = The smallest chip at this table is { $unit }. Enter a multiple of it.

table-strip = Tournament
table-phase-BeforeStart = Not started
table-phase-Level = Level { $level }
table-phase-BreakDue = Level { $level }
table-phase-Break = Break
table-phase-Paused = Level { $level } (paused)
table-phase-Over = Finished
table-time-left = Time
table-next-level = Next
table-players-left = Left
table-rank = Rank
table-average = Average
table-impounded = Impounded
table-next-break = Break in

seat-equity = { $percent }%
seat-equity-wins = wins { $percent }% on average
seat-leaving = Leaving

felt-tournament-paused = The tournament is paused.
felt-pauses = The table pauses after this hand.
felt-break = Break.
felt-break-ends = Play resumes in { $time }.
felt-break-due = Break due.
felt-break-waits = It starts when every table has finished its hand.
