# The sheet of a private table, its host’s desk, and the forms that open a table or a tournament.
desk-tab-table = Table
desk-tab-people = People
desk-tab-terms = Terms
desk-back = Back
desk-yes = Yes
desk-no = No
desk-host = Host

desk-running = Play
desk-reason = Reason (optional)
desk-pause = Pause
desk-resume = Resume
desk-close = Close the table
desk-close-sure = Close the table after this hand? The ledger stays.

desk-for-everyone = For everyone
desk-note = Note
desk-note-hint = Voice: https://…
desk-end = Ends at
desk-save = Save
desk-saved = Saved. Everyone at the table sees it.

desk-invite = Invite
desk-invite-lead = Anyone with this link can join, watch and sit down.
desk-qr = QR code of the invite link

desk-follow = Host this table
desk-follow-lead = If { $host } has been gone for ten minutes, the player who has been here longest can host the table.

desk-waiting = Waiting for you
desk-seated = At the table
desk-nobody = Nobody sits here yet.
desk-sit-out = Deal out
desk-mute = Mute
desk-unmute = Unmute
desk-make-host = Make host
desk-make-host-sure = Hand the table over to { $name }? You will not be able to change it any more.
desk-remove = Remove
desk-remove-sure = Remove { $name } after this hand? To come back, { $name } needs your approval.
desk-stack = Stack
desk-stack-give-chips = Add chips
desk-stack-take-back-chips = Take chips off
desk-stack-set-stack = Set the stack
desk-chips = Chips
desk-change-stack = Change the stack
desk-stack-between-hands = A stack can be set between two hands. Add chips or take them off now: they move when the hand is over.
desk-chips-after-hand = Chips move when the hand is over.
desk-shuffle = Shuffle seats
desk-shuffle-sure = Draw new seats for everyone? The button of the next hand is drawn, too.
desk-shuffle-between-hands = Seats can be shuffled between two hands. Pause the table after this hand, then shuffle them.

desk-stakes = Stakes
desk-buy-ins = Buy-ins
desk-time = Time
desk-options = Options
desk-game = Game and seats
desk-approval = Host approves buy-ins
desk-free-entry = Entry without a blind
desk-free-chat = Chat during hands
desk-apply = Apply from the next hand
desk-terms-changed = The new terms apply from the next hand.
desk-terms-wait = The new terms wait for the end of this hand.

# The forms that open a private table or tournament, and its terms.
host-among-friends = Private
host-your-table = Host a table
host-your-tournament = Host a tournament
host-table-lead = Only people with your link find it. The house takes no rake.
host-tournament-lead = Only people with your link find it. The house takes no fee: every chip paid in is won.
host-what = What to host
host-a-table = A table
host-a-tournament = A tournament
host-name-first = Choose a name first. Your friends only need the link.
host-go-on = Go on
host-create-account = Create an account
host-account-needed = Only accounts with a password can host here. Create one to open a table.
host-have-code = I have an invite code
host-your-tables = Your tables
host-floor = Floor
host-ledger = Ledger
host-close-table = Close the table
host-host-table = Host a table
host-preset = Kind of table
host-preset-friends = Friends
host-preset-friends-lead = No-limit hold’em with the usual stacks and time to think.
host-preset-turbo = Turbo
host-preset-turbo-lead = Hold’em with short stacks and quick decisions.
host-preset-omaha = Omaha
host-preset-omaha-lead = Pot-limit Omaha: four cards and big pots.
host-table-of = { $name }’s table
host-tournament-of = { $name }’s tournament
host-name = Name
host-summary = { $game } · { $seats } seats · buy-in { $min }–{ $max } · { $seconds } seconds to act
host-open-table = Open the table
host-more-options = More options
host-opened = { $name } is open
host-anyone-with-link = Anyone with this link can join.
host-too-many-tables = { $count ->
    [one] You already host { $count } table, the most this room allows. Close it first.
   *[other] You already host { $count } tables, the most this room allows. Close one first.
}
host-table-notes = As the host you can change all this later, and everyone sees that you host. { $minutes ->
    [one] The table closes when it has been empty for { $minutes } minute.
   *[other] The table closes when it has been empty for { $minutes } minutes.
}
host-game = Game
host-betting = Betting
host-rulebook = Rulebook
host-seats = Seats
host-up-to = up to { $amount }
host-small-blind = Small blind
host-big-blind = Big blind
host-small-bet = Small bet
host-bring-in = Bring-in
host-below-small-bet = below the small bet
host-ante = Ante
host-zero-for-none = 0 for none
host-ante-kind = Paid by
host-ante-None = No one
host-ante-Each = Each player
host-ante-BigBlind = The big blind
host-ante-Button = The button
host-chip-value = Value of a chip
host-chip-value-none = no currency: chips only
host-chip-value-blinds = a blind of { $blinds }
host-chip-value-chips = Chips that make one unit of the currency
host-chip-value-equals = chips = 1
host-chip-value-currency = Currency
host-min-buy-in = Minimum buy-in
host-max-buy-in = Maximum buy-in
host-act-seconds = Seconds to act
host-time-bank = Time bank in seconds
host-pause = Seconds between hands
host-top-ups = Top-ups
host-top-ups-most = Up to the maximum buy-in
host-top-ups-broke = Only when out of chips
host-none = None
host-straddle = Straddle
host-straddle-Utg = Under the gun
host-straddle-Button = On the button
host-straddle-Mississippi = Any position
host-boards = Run it twice
host-run-it = { $boards ->
    [1] Never
    [2] Up to twice
   *[other] Up to { $boards } times
}
host-bomb-pots = Bomb pots
host-every-hands = Every { $hands } hands
host-hybrid = Hybrid: players announce actions and push chips
host-allow-bots = Allow bots
host-free-chat = Allow chat during hands
host-approve-buy-ins = I approve each buy-in
host-free-entry = Players who come later are dealt in at once, without posting a blind
host-your-tournaments = Your tournaments
host-go-to-tournament = Go to the tournament
host-host-tournament = Host a tournament
host-structure = Structure
host-entry = Buy-in
host-starting-chips = Starting chips
host-seats-per-table = Seats per table
host-max-entries = Maximum entries
host-level-minutes = Minutes per level
host-open-tournament = Open the tournament
host-too-many-tournaments = { $count ->
    [one] You already host { $count } tournament, the most this room allows. Wait until it ends, or cancel it.
   *[other] You already host { $count } tournaments, the most this room allows. Wait until one ends, or cancel one.
}
host-tournament-notes = As the host you have the floor, you can play, and everyone sees that you host. { $hours ->
    [one] If it has not started after { $hours } hour, it is canceled and everyone is refunded.
   *[other] If it has not started after { $hours } hours, it is canceled and everyone is refunded.
}
host-starts = Starts
host-start-when-full = When it is full
host-start-by-host = When I start it
host-start-at = At a set time
host-start-time = Start time
