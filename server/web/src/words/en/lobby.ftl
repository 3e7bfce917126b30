# The lobby: ring games, tournaments and the way in.
lobby-sections = Lobby sections
lobby-ring-games = Ring games
lobby-tournaments = Tournaments
lobby-leagues = Leagues
lobby-host-table = Host a table
lobby-host-tournament = Host a tournament
lobby-join-code = Join with a code
lobby-no-free-seat = Every table is full right now. Open one and join its waiting list.
lobby-activity = { $tables ->
    [one] { $tables } table
   *[other] { $tables } tables
} open · { $players ->
    [one] { $players } player
   *[other] { $players } players
} seated{ $bots ->
    [0] { "" }
    [one] , { $bots } of them a bot
   *[other] , { $bots } of them bots
}
lobby-welcome = Take a seat.
lobby-lead = Hold’em, Omaha, stud and draw games, and tournaments run by the rulebook. One click and you have a seat.
lobby-play-now = Play now
lobby-create-account = Create an account
lobby-game = Game
lobby-game-all = All
lobby-game-holdem = Hold’em
lobby-game-omaha = Omaha
lobby-game-stud = Stud
lobby-game-draw = Draw
lobby-game-mixed = Mixed
lobby-betting = Betting
lobby-any-betting = Any betting
lobby-big-blind = Big blind
lobby-any-stakes = Any stakes
lobby-stakes-small = Big blind up to 10
lobby-stakes-medium = Big blind 11 to 100
lobby-stakes-large = Big blind above 100
lobby-free-seats-only = Free seats only
lobby-shown = { $tables ->
    [one] { $tables } table
   *[other] { $tables } tables
}, { $players ->
    [one] { $players } player
   *[other] { $players } players
}{ $bots ->
    [0] { "" }
    [one] , { $bots } of them a bot
   *[other] , { $bots } of them bots
}
lobby-loading = Loading the lobby …
lobby-no-tables = No open table matches your filters.
lobby-pots-and-buy-in = Average pot { $pot } · buy-in { $min }–{ $max }
lobby-tag-hybrid = Hybrid
lobby-tag-straddle = Straddle
lobby-tag-bomb-pots = Bomb pots
lobby-tag-run-it = Run it { $times ->
    [2] twice
   *[other] { $times } times
}
lobby-tag-no-bots = No bots
lobby-tag-bots = { $count ->
    [one] { $count } bot
   *[other] { $count } bots
}
lobby-tag-your-seat = Your seat
lobby-stakes = Stakes
lobby-buy-in = Buy-in
lobby-average-pot = Average pot
lobby-seats = Seats
lobby-seats-taken = { $seated } of { $seats } seats taken
lobby-waiting = { $count } waiting
lobby-which-tournaments = Filter tournaments
lobby-events-all = All
lobby-events-scheduled = Scheduled
lobby-events-sit-and-go = Sit & go
lobby-events-mine = Mine
lobby-events-over = Finished
lobby-open-for-entries = Open for entries
lobby-tournaments-shown = { $count ->
    [one] { $count } tournament
   *[other] { $count } tournaments
}
lobby-no-tournaments = No tournament matches your filters.
lobby-tag-late-entry = Late entry
lobby-tag-bounty = Bounty
lobby-tag-re-entry = Re-entry
lobby-prize-pool = Prize pool
lobby-starts = Starts
lobby-level = Level
lobby-when-full = When full
lobby-bot-in = { $count ->
    [one] A bot joins in { $time }
   *[other] Bots join in { $time }
}
lobby-starts-in = in { $time }
lobby-starts-now = now
lobby-entries = Entries
lobby-players-left = Players left
