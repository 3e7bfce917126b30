# The frame of the page: the bar above every page, offers, invitations, the connection.
app-your-turn-at = Your turn at { $table }
app-connecting = Connecting …
app-connection-lost = Connection lost. Your seat is reserved, but your clock keeps running. Reconnecting …
app-connection-lost-unseated = Connection lost. Reconnecting …
app-room-last-hands = The room closes when the hands in progress are over. Your seat and chips are safe.
app-room-last-hands-unseated = The room closes when the hands in progress are over.
app-room-closing = The room is closing. Your seat and chips are safe. This page reconnects when it reopens.
app-room-closing-unseated = The room is closing. This page reconnects when it reopens.
app-room-moving = The room is moving to another machine. Your seat and chips are safe. Reconnecting …
app-room-moving-unseated = The room is moving to another machine. Reconnecting …
app-storing-fails = The room cannot save anything at the moment. Nothing that was played is lost, and play continues by itself.
app-replaced = You are playing in another window. This one has stopped.
app-play-here = Play here instead
staff = room staff
staff-title = Belongs to the staff of this room
app-new-version = A new version is ready.
app-later = Later
app-close = Close

app-lobby = Lobby
app-to-lobby = { $room }, lobby
app-navigation = Pages and tables
app-tables = Tables ({ $count })
app-all-tables = All tables
app-hands = Hands
app-floor = Floor
app-settings = Settings
app-play = Play
app-table-your-turn = { $table }, your turn
app-line-open = Connected
app-line-latency = Connected, { $ms } ms
app-line-doubtful = Waiting for the server to answer
app-line-sending = Sending …
app-line-connecting = Connecting
app-line-lost = Connection lost
app-line-closing = The room is closing
app-line-moving = The room is moving to another machine
app-line-replaced = Playing in another window
app-offline = offline

app-seat-offered = <b>A seat is yours</b> at { $table }
app-some-table = a table
app-go-to-table = Go to the table
app-no-thanks = No, thanks
app-rebuy-offered = <b>Rebuy</b> in { $tournament }: { $chips } chips for { $cost }
app-add-on-offered = <b>Add-on</b> in { $tournament }: { $chips } chips for { $cost }
app-buy = Buy
app-deal-offered =
    { $winner ->
        [0] <b>Deal proposed</b> in { $tournament }: you get { $yours }
       *[other] <b>Deal proposed</b> in { $tournament }: you get { $yours }, and { $winner } stay in play for the winner
    }
app-view-deal = View and vote

app-code = Code
app-copy-code = Copy code
app-copy-link = Copy link
app-factor-code = Code of your second factor
app-code-copied = Code copied
app-link-copied = Link copied
app-cannot-copy = Your browser does not allow copying here. Select the text and copy it yourself.

app-keys = Keys
app-keys-fold = Fold
app-keys-call = Check or call
app-keys-raise = Bet or raise
app-keys-amount = Larger or smaller bet
app-keys-sizes = Bet sizes from left to right, or cards to discard
app-keys-confirm = Confirm an amount or a draw
app-keys-next = Go to the next table where it is your turn
app-keys-replay = Step through a replay
app-keys-help = Show this list
app-back-to-lobby = Back to the lobby
app-not-loaded = This page could not be loaded. The server may have a newer version.
app-reload = Reload
app-accounts = Accounts
