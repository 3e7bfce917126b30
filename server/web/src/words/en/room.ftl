# Messages from the room, and the news of a tournament.
room-no-connection = There is no connection to the server.
room-no-answer = The connection was lost before the server answered.
room-code-unknown = No table or tournament has this code. Check it and try again.
room-chips-granted = Chips added to your wallet
room-token-revoked = Token revoked
room-table-closes = The table closes after this hand
room-table-closed = { $table } has closed
room-on-waiting-list = You are on the waiting list. The next free seat is offered to you.
room-waiting-left = You left the waiting list
room-waiting-offer-over = Your reserved seat went to the next player on the waiting list
room-waiting-away = You lost your place on the waiting list because you were away
room-waiting-closed = The table is closing
room-no-auto-rebuy = You have no chips left, and your wallet holds less than the minimum of { $amount }. Get chips to play on.
room-top-up = Added after this hand: { $amount }
room-left-table =
    { $chips ->
        [0] You left the table
       *[other] You left the table. { $chips } chips are back in your wallet.
    }
room-left-private-table =
    { $chips ->
        [0] You left the table
       *[other] You left the table with { $chips } chips. They are in the ledger of the night.
    }
room-chips-stayed = { $chips } chips that you won from guests or new accounts stayed at the table: they have no value outside of it.
room-signed-out-everywhere = You are signed out everywhere else.
room-new-seat = You have a new seat
room-won =
    { $prize ->
        [0] You won the tournament!
       *[other] You won the tournament and { $prize } chips!
    }
room-place =
    { $place ->
        [one] { $place }st place
        [two] { $place }nd place
        [few] { $place }rd place
       *[other] { $place }th place
    }
room-finished =
    { $prize ->
        [0] You finished in { $place }
       *[other] You finished in { $place } and won { $prize } chips
    }
room-bagged = { $chips } chips are waiting for you in { $tournament }
room-entered = You are registered
room-withdrawn = Your entry is withdrawn
room-has-quit = You have left the tournament for good
room-checked-in = You are checked in
room-bought = Chips bought
room-deal-asked = Every remaining player can vote on the deal now
room-applied = Done
room-tournament-opened = The tournament is open

room-news-enters = { $name } enters
room-news-began =
    { $players ->
        [one] Shuffle up and deal: one player
       *[other] Shuffle up and deal: { $players } players
    }
room-news-level = Level { $level } begins
room-news-levels-changed = The coming levels have changed. The structure shows them.
room-news-break = Break for { $time }
room-news-break-over = The break is over
room-news-paused = Clock paused: { $reason }
room-news-resumed = The clock is running again
room-news-entries-closed =
    { $entries ->
        [one] Registration is closed with one entry
       *[other] Registration is closed with { $entries } entries
    }
room-news-out =
    { $prize ->
        [0] { $name } is out in { $place }
       *[other] { $name } is out in { $place } and wins { $prize }
    }
room-news-hand-for-hand = Hand-for-hand play begins
room-news-hand-for-hand-over = Hand-for-hand play is over
room-news-ruled = { $operator }: { $command }. { $reason }
room-news-ruled-by-rule = { $operator }: { $command }. { $reason } ({ $rule })
room-news-floor = Floor
room-stage-break = Break, { $time }
room-lots = Draw from a list ({ $about }): { $list }
room-lots-drawn = Draw ({ $about }) from { $list }. Drawn: { $drawn }
room-news-deal-asked = A player asks for a deal. It is proposed when the hands in progress are over.
room-news-deal-dropped = No deal is possible after these hands
room-news-deal-proposed = A deal is proposed
room-news-deal-agreed = The deal is agreed
room-news-deal-rejected = The deal is rejected
room-news-winner = { $name } wins the tournament
room-news-over = The tournament is over
room-news-canceled = Tournament canceled: { $reason }
room-rematch = { $name } wants a rematch. Join in?
