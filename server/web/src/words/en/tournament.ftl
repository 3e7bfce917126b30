# A tournament's page, its clock on a wall, and its results.
tournament-loading = Loading the tournament …
tournament-no-such = There is no such tournament.
tournament-clock = Clock
tournament-figures = Key figures
tournament-players-left = Players left
tournament-left-of = { $left } of { $entries }
tournament-prize-pool = Prize pool
tournament-places-paid = Places paid
tournament-average-stack = Average stack
tournament-largest-stack = Largest stack
tournament-parts = Tournament details
tournament-part-players = Players
tournament-part-prizes = Prizes
tournament-part-structure = Structure
tournament-part-tables = Tables
tournament-part-news = News
tournament-part-rules = House rules
tournament-no-news = No news since you opened this page.
tournament-no-house-rules = This rulebook has no house rules.
tournament-canceled-unless-full = Canceled on { $at } if it is not full by then
tournament-starts-at = Starts { $at }
tournament-host-starts = Starts when { $host } is ready, at the latest on { $at }
tournament-late-entry = Late entry until level { $level }
tournament-re-entries = { $count ->
    [one] { $count } re-entry
   *[other] { $count } re-entries
}
tournament-bounty-Fixed = Fixed bounty of { $amount }
tournament-bounty-Progressive = Progressive bounty of { $amount }
tournament-bounty-Mystery = Mystery bounty of { $amount }
tournament-guaranteed = { $amount } guaranteed
tournament-check-in-required = Check-in before the start
tournament-no-bots = No bots
tournament-counts-for = Counts for { $league }, { $season }
tournament-counts-for-none = Counts for no season of { $league }: the start falls in none
tournament-self-run = The tournament director also plays
tournament-format-Open = Scheduled tournament
tournament-format-SitAndGo = Sit & go
tournament-format-Shootout = Shootout
tournament-format-HeadsUp = Heads-up
tournament-format-Flight = Starting flight
tournament-state-Announced = Announced
tournament-state-Registering = Registering
tournament-state-Running = Running
tournament-state-OnBreak = On break
tournament-state-Paused = Paused
tournament-state-Finished = Finished
tournament-state-Cancelled = Canceled
tournament-hand-for-hand = Hand for hand
tournament-impounded = Impounded pots
tournament-impounded-pot = Pot { $pot } of table { $table } is impounded until the floor decides: { $chips } chips. { $reason }
tournament-you-host = you host
tournament-hosted-by = hosted by { $host }
tournament-seats-and-stack = { $seats } seats per table · { $stack } starting chips
tournament-big-clock = Big clock
tournament-add-to-calendar = Add to calendar
tournament-print = Print
tournament-my-table = My table
tournament-check-in = Check in
tournament-withdraw = Withdraw
tournament-quit = Quit
tournament-quit-title = Quit { $name }
tournament-quit-means = You cannot come back. No one waits for you any more: your chips stay and are blinded out, or are removed if the rulebook says so. Your place counts.
tournament-quit-not = Keep playing
tournament-quit-confirm = Quit for good
tournament-propose-deal = Propose a deal
tournament-buy-Rebuy = Rebuy
tournament-buy-AddOn = Add-on
tournament-chips-for = { $chips } for { $cost }
tournament-enter-ticket = { $again ->
    [true] Re-enter
   *[other] Enter
} with your ticket
tournament-enter-for = { $again ->
    [true] Re-enter
   *[other] Enter
} for { $price }
tournament-age-title = Your age
tournament-age-limit = You must be at least { $age } years old to enter this tournament.
tournament-age-confirm = I’m { $age } or older
tournament-start-reason = Everyone is here.
tournament-invite = Invite
tournament-floor = Floor
tournament-start-needs-two = At least two players must enter first.
tournament-start-now = Start now
tournament-invite-title = Invite to { $name }
tournament-invite-hint = Anyone with this link can watch and enter.
tournament-you-won = { $prize ->
    [0] You won the tournament!
   *[other] You won the tournament and { $prize }!
}
tournament-you-finished = { $prize ->
    [0] You finished in { $place }.
   *[other] You finished in { $place } and won { $prize }.
}
tournament-of-it-bounties = This includes { $bounties } in bounties.
tournament-in = You are in.
tournament-in-until-full = You are in. It starts when the last seat is taken.
tournament-in-check-in = You are in. Check in before the start.
tournament-checked-in = You are in and checked in.
tournament-waiting = You are waiting for a seat. The next free one is yours.
tournament-through = You made it to the next round.
tournament-penalty-hands = { $count ->
    [one] Penalty: you miss { $count } more hand.
   *[other] Penalty: you miss { $count } more hands.
}
tournament-deal-vote = The players are voting on a deal in secret.
tournament-podium = Final standings
tournament-place-number = Place { $place }
tournament-all-results = All results
tournament-plan-next = Open the next one
tournament-next-opened = The next tournament is open. Everyone here is invited.
tournament-next-announced = The next tournament is open: { $link }
tournament-next-reason = Rematch
tournament-play-again = Play again
tournament-rematch = { $name } wants a rematch
tournament-rematch-join = Join
tournament-to-rematch = To the rematch
tournament-replay-last = Replay your last hand
tournament-bring-in = bring-in { $amount }
tournament-ante = ante { $amount }
tournament-starts-when-full = Starts when full
tournament-starts-within = Starts within
tournament-phase-BeforeStart = Starts in
tournament-phase-Level = Level { $level }
tournament-phase-BreakDue = Last hand before the break
tournament-phase-Break = Break
tournament-phase-Paused = Paused
tournament-phase-Over = Over
tournament-over = Finished
tournament-next-level = Next: { $stakes }
tournament-break-in = Break in { $time }
tournament-player = Player
tournament-chips = Chips
tournament-place = Place
tournament-prize = Prize
tournament-where = Status
tournament-level = Level
tournament-blinds = Blinds
tournament-ante-column = Ante
tournament-length = Length
tournament-bot = bot
tournament-table-seat = Table { $table }, seat { $seat }
tournament-winner = Winner
tournament-entry-Registered = Registered
tournament-entry-CheckedIn = Checked in
tournament-entry-Waiting = Waiting for a seat
tournament-entry-Playing = Playing
tournament-entry-Moving = Changing tables
tournament-entry-MayRebuy = May rebuy
tournament-entry-Out = Out
tournament-entry-Through = Qualified
tournament-entry-Withdrawn = Withdrawn
tournament-entry-Disqualified = Disqualified
tournament-no-players = No one has entered yet.
tournament-ticket = Ticket
tournament-no-prizes = The prizes depend on the number of entries.
tournament-break = Break
tournament-rebuy-terms = Rebuy: { $chips } chips for { $cost } until level { $level }.
tournament-add-on-terms = Add-on: { $chips } chips for { $cost } after level { $level }.
tournament-table = Table { $number }
tournament-table-Playing = Playing
tournament-table-Waiting = Waiting
tournament-table-Halted = Halted
tournament-table-Stopped = Stopped
tournament-hand = Hand
tournament-stacks = Stacks
tournament-no-tables = No table is open.
tournament-not-connected = Not connected
tournament-average = Average
tournament-back = Back
tournament-file-csv = Spreadsheet (CSV)
tournament-file-json = JSON
tournament-file-ots = Tracker (OTS)
tournament-won-by = Won by { $winners }
tournament-no-winner = No winner
tournament-players-and-entries = { $players ->
    [one] { $players } player
   *[other] { $players } players
}, { $entries ->
    [one] { $entries } entry
   *[other] { $entries } entries
} · prize pool { $pool }
tournament-downloads = Downloads
tournament-deal-made = The players made a deal: { $shares }.
tournament-deal-for-winner = The winner got another { $amount }.
tournament-places-and-prizes = Places and prizes
tournament-tickets = Tickets
tournament-bounties = Bounties
tournament-knocked-out = Knockouts
tournament-entries = Entries
tournament-points = Points
tournament-more-players = Show more players
tournament-all-past = All past tournaments
tournament-corrected-disqualified = { $name } was disqualified
tournament-corrected-restored = { $name } has the original result back
tournament-corrected-moved = { $name } was moved to place { $place }
tournament-corrected-points = { $name } lost { $points } points
tournament-corrected-forfeited = { $name } forfeited { $amount } of the prize money
