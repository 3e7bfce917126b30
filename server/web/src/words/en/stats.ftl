# A player's own statistics, and notes on other players.
stats-title = Statistics
stats-sections = Hands and statistics
stats-hands-tab = Hands
stats-sign-in-hint = Your statistics come from the hands you play here.
stats-period = Period
stats-all-time = All time
stats-30-days = Last 30 days
stats-7-days = Last 7 days
stats-today = Today
stats-figures = Key figures
stats-hands = Hands
stats-net = Net result
stats-vpip = voluntarily put chips in on the first betting round
stats-pfr = bet or raised on the first betting round
stats-three-bet = 3-bet
stats-three-bet-says = raised again after one raise on the first betting round
stats-showdown = Showdowns
stats-showdown-says = went to the showdown after seeing the second betting round
stats-won-showdown = Won at showdown
stats-won-showdown-says = won chips at a showdown
stats-tournament-hands = { $count ->
    [one] { $count } of these hands is from a tournament and does not count in the result.
   *[other] { $count } of these hands are from tournaments and do not count in the result.
}
stats-partial = Only your latest { $count } hands are counted.
stats-curve = Net result over { $hands } hands: { $net } at the end, { $least } at the lowest, { $most } at the highest.
stats-curve-axis = Chips by number of hands
stats-curve-to = { $net } after { $hands } hands
stats-by-game = Statistics by game
stats-game = Game
stats-notes = Notes on players
stats-notes-lead = Only you can see them.
stats-add-note = Add a note
stats-note = Note
stats-note-player = Player
stats-note-text = Note
stats-note-color = Color
stats-no-color = No color
stats-color = Color { $color }
stats-save = Save
stats-cancel = Cancel
stats-edit = Edit
stats-delete = Delete
stats-no-notes = You have no notes yet.
