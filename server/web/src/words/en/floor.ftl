# The floor's console. The commands come first: their groups, fields and choices. Their names are in
# titles.ftl.
floor-group-table = Table
floor-group-hand = Hand
floor-group-turn = Turn
floor-group-wager = Bet
floor-seat = Seat
floor-button-at = Button at
floor-went-to = Paid to
floor-belongs-to = Belongs to
floor-chips = Chips
floor-prize-money = Prize money
floor-dispute = What was wrong
floor-dispute-accounting = Chips were miscounted
floor-dispute-reading = Hands were misread
floor-to-act = Player to act
floor-seconds = Seconds
floor-asked-by = Asked by
floor-count-given = Count given
floor-clock-on = Clock on
floor-wager-of = Player
floor-wager-to = Total bet
floor-until-resumed = play resumes
floor-until-next-card = the next card
floor-until-dispute-over = the dispute period ends
floor-group-card = Card
floor-group-boxed = Boxed card
floor-group-deal = Deal
floor-group-deck = Deck
floor-group-board = Board
floor-group-stub = Stub
floor-whose-cards = Player
floor-which-card = Card
floor-cards-known = The cards are known for certain
floor-found-at = Found
floor-in-stub = in the stub
floor-lay-at = Position
floor-how-many = How many
floor-board-card = Board card
floor-which-seat = Seat
floor-cards-held = Number of cards
floor-burn-known = The burn card is known
floor-flop-turned = The cards were turned over
floor-burned = Cards burned
floor-cards-turned = Cards were turned over
floor-actions-since = Actions since
floor-stub-now = The stub
floor-stub-rebuilt = was restored in order
floor-stub-disordered = lost its order
floor-stub-mixed = is mixed with the muck
floor-touched-by = Touched by
floor-the-muck = the muck
floor-group-clock = Clock
floor-group-entries = Entries
floor-group-seats = Seats
floor-group-tables = Tables
floor-group-penalties = Penalties
floor-group-talk = Chat
floor-group-end = Ending
floor-levels-rows = One line each: 200/400 400 20 for blinds, ante and minutes; break 10 100 for minutes and the smallest chip then
floor-levels-betting = Betting
floor-levels-ante = Antes are paid by
floor-levels-unit = Smallest chip
floor-no-limit = No limit
floor-pot-limit = Pot limit
floor-fixed-limit = Fixed limit
floor-ante-big-blind = the big blind
floor-ante-each = each player
floor-ante-button = the button
floor-until-next-level = the next level begins
floor-extra-tables = Number of tables
floor-color-up-how = Method
floor-by-the-book = by the rulebook
floor-race = chip race
floor-round-up = rounding up
floor-all-tables = all tables
floor-draw-about = What the draw decides
floor-draw-from = What can be drawn, one line each; #12 for entry 12
floor-draw-count = How many are drawn
floor-player = Player
floor-second-player = Second player
floor-third-player = Third player
floor-nobody-else = nobody else
floor-pot = Pot
floor-table = Table
floor-any-seat = any
floor-level = Level
floor-seconds-left = Seconds left
floor-starts = Starts
floor-account-name = Account name
floor-table-number = Table number
floor-one = First player
floor-other = Second player
floor-to-table = To table
floor-hand-for-hand-now = Hand for hand
floor-begins = begins
floor-ends = ends
floor-hands = Hands
floor-rounds = Rounds
floor-beyond-entries = May bring more chips into play than the entries brought
floor-keeps-prize = Keeps the prize for the place
floor-ban-days = Days banned from similar tournaments
floor-announcement = Announcement
floor-wall-minutes = Minutes on the walls
floor-wall-scene = The walls show
floor-wall-clock = Clock
floor-wall-seats = Seats
floor-wall-moves = Moves
floor-wall-prizes = Prizes or points
floor-wall-standings = Standings
floor-wall-rules = House rules
floor-wall-rotate = Everything in turn
floor-wall-seconds = Seconds for each, if in turn
floor-deals-now = Deals
floor-deals-on = may be proposed
floor-deals-off = may not be proposed
floor-refund = Refund
floor-refund-everything = Every entry in full
floor-refund-by-stacks = The pool, by stacks
floor-refund-evenly = The pool, in equal parts
floor-until-clock-moves = the level changes
floor-until-start = the start
floor-until-end = the tournament ends
floor-until-hand-for-hand-ends = hand for hand ends
floor-until-out = the player is out
floor-until-out-or-fewer = the player is out or has fewer chips
floor-until-hand-over = the current hand ends
floor-group-results = Results
floor-group-leagues = Leagues
floor-group-bans = Bans
floor-past-tournament = Past tournament
floor-place = Place
floor-points = Points
floor-league = League
floor-no-league = none
floor-season = Season
floor-days = Days
floor-ban-from = Banned from
floor-all-tournaments = all tournaments
floor-group-chips = Chips

# Commands as the audit shows them.
floor-command-about = { $command } ({ $about })
floor-detail-touched-by = by seat { $value }
floor-detail-card = card { $value }
floor-detail-cards = { $value ->
    [one] { $value } card
   *[other] { $value } cards
}
floor-detail-burned = { $value } burned
floor-detail-exposed = cards exposed
floor-detail-identified = cards known
floor-detail-actions = { $value ->
    [one] { $value } action since
   *[other] { $value } actions since
}

# The page itself.
floor-floor = Floor
floor-integrity = Integrity report
floor-not-allowed = This page is for floor staff and hosts. Sign in with an account that may rule here.
floor-loading = Loading …
floor-questions-open = { $count ->
    [one] { $count } open question
   *[other] { $count } open questions
}
floor-no-questions = No open questions
floor-open-questions = Open questions
floor-tables = Tables
floor-commands = Commands
floor-choose = Choose …
floor-choose-table = Choose a table
floor-tournaments = Tournaments
floor-left = { $count } left
floor-entered = { $count } entered
floor-direct-tournament = Direct a tournament
floor-choose-tournament = Choose a tournament
floor-leagues = Leagues
floor-leagues-title = Leagues, results and bans
floor-hand-number = hand { $hand }
floor-tag-question = Question
floor-tag-paused = Paused
floor-tag-attended = Attended
floor-tag-hybrid = Hybrid
floor-seen-table = Applies to step { $step } of this table.
floor-seen-tournament = Applies to step { $step } of this tournament.
floor-watch = Watch
floor-attend = Attend
floor-stop-attending = Stop attending
floor-attended = A floor person attends
floor-unattended = No one attends
floor-seats = Seats
floor-seat-bet = bet { $amount }
floor-seat-away = away
floor-seat-sitting-out = sitting out
floor-seat-folded = folded
floor-seat-time = { $count ->
    [one] one decision
   *[other] { $count } decisions
}, { $late } late, { $seconds } s on average
floor-flags = Noted for the floor
floor-flagged = { $flag ->
    [NonstandardFold] { $name } folded where a check was free, or out of turn
    [OutOfTurn] { $name } acted out of turn
    [ConditionalStatement] { $name } made a conditional statement
    [PotInNoLimit] { $name } bet “the pot” in no-limit
    [TinyChip] { $name } put out a chip that is tiny compared with the bet
    [ExclusiveNuts] { $name } had the exclusive nuts, was last to act and did not bet or raise
    [NutsPenalty] { $name } had the exclusive nuts, was last to act and did not bet or raise: a penalty is due
    [ExposedCards] { $name } exposed cards with action pending
    [Stalling] { $name } holds up play: three of the last ten decisions were late
   *[other] { $name }: { $flag }
}
floor-command = Command
floor-deal-error = Report a dealing error
floor-what-went-wrong = What went wrong
floor-report = Report
floor-deal-error-note = The rulebook decides what follows, or leaves it to the floor.
floor-table-log = Table log
floor-no-log = Nothing has happened since you opened this table.
floor-apply = Apply
floor-reason = Reason
floor-reason-hint = Everyone can read it
floor-rule = Rule
floor-no-rule = none
floor-undo-until = You can undo this until { $until }.
floor-no-undo = This cannot be undone. Give the opposite command if there is one.
floor-audit = Audit
floor-audit-title = Commands at tables
floor-audit-only = Only at { $table }
floor-audit-rows = Past commands
floor-when = When
floor-who = Who
floor-where = Where
floor-what = Command
floor-step = step { $step }
floor-audit-empty = No commands yet.
floor-audit-more = Show earlier commands
floor-table-id = Table { $id }
floor-big-clock = Big clock
floor-entries-so-far = { $entries ->
    [one] { $entries } entry
   *[other] { $entries } entries
}
floor-level-and-players = level { $level } · { $left } of { $entries } players
floor-needs-second = needs a second
floor-undone = undone
floor-automatic = Automatic
floor-verb-about = { $verb }: { $about }
floor-leave-it = Leave it
floor-rulings = Rulings
floor-no-rulings = No rulings yet.
floor-bans = Banned accounts
floor-banned-until = until { $date }, { $from }
floor-lift = Lift
floor-no-bans = No one is banned.
floor-open-tournament = Open a tournament
floor-structure = Structure
floor-name = Name
floor-counts-for = League
floor-structure-by-book = { $name } ({ $book })
floor-name-of-structure = its usual name
floor-self-run = I also play in it
floor-open = Open
floor-roster-title = Enter a roster
floor-roster = Roster
floor-roster-text = Players as CSV. The first line names the columns: name, table, seat, apart, check_in, stack
floor-roster-file = Or choose a file
floor-roster-enter = Enter all
floor-roster-refused = { $count ->
    [one] No one was entered: { $count } problem.
   *[other] No one was entered: { $count } problems.
}
floor-roster-entered = { $count ->
    [one] { $count } player entered.
   *[other] { $count } players entered.
}
floor-roster-line = Line { $line }
floor-ticket-at = Question at { $table }
floor-ticket-in-front = { $amount } in front
floor-ticket-pushed = { $amount } just pushed
floor-ticket-call = a call takes { $amount }
floor-ticket-forfeit = a fold forfeits { $amount }
floor-ticket-default = If no one rules in time: { $ruling }.
floor-ticket-usual = (standard)
floor-ruling-reason = By the rulebook
floor-claim-reason = I’ll take it
floor-group-real-cards = Real cards
floor-until-level-ends = the level or break ends
floor-until-stack-changes = the stack changes
floor-winner = Won by
floor-also-out = Also out
floor-nobody = nobody
floor-real-seats = Who is out?
floor-real-moves = On the way to a new seat
floor-real-move = from table { $from }, seat { $fromSeat }, to table { $table }, seat { $seat }
floor-real-confirm = Confirm
floor-real-sits = The player sits there.
floor-real-seat = Seat { $seat } · { $stack }
floor-real-out = Out
floor-real-out-of = { $name } is out
floor-real-who = Who won the chips? Is anyone else out in this hand?
floor-real-part-won = Won
floor-real-part-out = Out, too
floor-real-also-won = { $name } won chips
floor-real-also-out = { $name } is out, too
floor-real-count-out = { $count ->
    [one] One player is out.
   *[other] { $count } players are out.
}
floor-real-count-won = { $count ->
    [0] Nobody gets the chips.
    [one] One player gets the chips.
   *[other] { $count } players share the chips.
}
floor-real-lost = The player lost all chips.
floor-real-keep = Cancel

# Schedules, and the terms of one that the room may refuse.
floor-schedules = Schedules
floor-no-schedules = The room announces nothing by itself.
floor-schedule-new = New schedule
floor-schedule-make = Make
floor-schedule-change = Change
floor-schedule-end = End
floor-schedule-reason = The security log keeps it
floor-schedule-configured = Configuration
floor-schedule-starts = { $starts } ({ $zone })
floor-schedule-start = { $day } { $time }
floor-schedule-every-day = every day
floor-schedule-when-full = Starts as soon as it is full
floor-schedule-after = Starts { $time } after it is announced
floor-schedule-next = Next: { $date }. Entries open { $before } before.
floor-schedule-counts = counts for { $league }
floor-schedule-way-dates = on days of the week
floor-schedule-way-full = as soon as it is full
floor-schedule-way-after = some time after it is announced
floor-schedule-dates = Days and times
floor-schedule-day-of = Day of start { $number }
floor-schedule-time-of = Time of start { $number }
floor-schedule-remove = Remove start { $number }
floor-schedule-add = Add a start
floor-schedule-zone = Time zone
floor-schedule-opens = Entries open before the start
floor-schedule-starts-in = Start after the announcement
floor-schedule-unit-of = Unit: { $label }
floor-schedule-unit-day = days
floor-schedule-unit-hour = hours
floor-schedule-unit-minute = minutes
floor-schedule-verifiable = Deals can be verified
floor-schedule-verifiable-usual = as in the rest of the room
floor-schedule-verifiable-on = yes
floor-schedule-verifiable-off = no
floor-schedule-bots = Bots may play
floor-schedule-announced-stay = Tournaments that it has announced stay as they are.
error-term-league = This league is not possible here.
error-term-every = These days and times are not possible.
error-term-time-zone = The room does not know this time zone.
error-term-opens = This time is not possible.
error-term-starts-in = This time is not possible.
error-term-verifiable = Deals cannot be verified with this structure.
