# The log of a hand. $you is "yes" where the player who acts is the reader.
log-hand = Hand { $number }: { $game }
log-hand-bomb-pot = Hand { $number }: { $game }, bomb pot
log-up-card = { $you ->
    [yes] You get { $cards }
   *[no] { $name } gets { $cards }
}
log-flop = Flop: { $cards }
log-turn = Turn: { $cards }
log-river = River: { $cards }
log-board = Board: { $cards }
log-board-of = Board { $number }: { $cards }
log-draw-only = The draw
log-draw-of = { $number ->
    [1] First draw of { $draws ->
        [2] two
        [3] three
       *[other] { $draws }
    }
    [2] Second draw of { $draws ->
        [2] two
        [3] three
       *[other] { $draws }
    }
    [3] Third draw of { $draws ->
        [3] three
       *[other] { $draws }
    }
   *[other] Draw { $number } of { $draws }
}
log-draws = { $you ->
    [yes] You draw { $count ->
        [one] one card
       *[other] { $count } cards
    }
   *[no] { $name } draws { $count ->
        [one] one card
       *[other] { $count } cards
    }
}
log-stands-pat = { $you ->
    [yes] You stand pat
   *[no] { $name } stands pat
}
log-boards-agreed = The hand runs out on { $count } boards
log-posts-ante = { $you ->
    [yes] You post an ante of { $amount }
   *[no] { $name } posts an ante of { $amount }
}
log-posts-small-blind = { $you ->
    [yes] You post the small blind of { $amount }
   *[no] { $name } posts the small blind of { $amount }
}
log-posts-big-blind = { $you ->
    [yes] You post the big blind of { $amount }
   *[no] { $name } posts the big blind of { $amount }
}
log-posts-entry-blind = { $you ->
    [yes] You post { $amount } to enter
   *[no] { $name } posts { $amount } to enter
}
log-posts-dead-blind = { $you ->
    [yes] You post a dead blind of { $amount }
   *[no] { $name } posts a dead blind of { $amount }
}
log-posts-straddle = { $you ->
    [yes] You straddle for { $amount }
   *[no] { $name } straddles for { $amount }
}
log-folds = { $you ->
    [yes] You fold
   *[no] { $name } folds
}
log-checks = { $you ->
    [yes] You check
   *[no] { $name } checks
}
log-calls = { $you ->
    [yes] You call { $amount }
   *[no] { $name } calls { $amount }
}
log-brings-in = { $you ->
    [yes] You bring it in for { $amount }
   *[no] { $name } brings it in for { $amount }
}
log-completes = { $you ->
    [yes] You complete to { $amount }
   *[no] { $name } completes to { $amount }
}
log-bets = { $you ->
    [yes] You bet { $amount }
   *[no] { $name } bets { $amount }
}
log-raises = { $you ->
    [yes] You raise to { $amount }
   *[no] { $name } raises to { $amount }
}
log-with-all-in = { $line }, all-in
log-with-timeout = { $line } (time ran out)
log-uncalled = { $you ->
    [yes] { $amount } of your bet was not called and comes back
   *[no] { $amount } was not called and goes back to { $name }
}
log-shows = { $you ->
    [yes] You show { $cards }
   *[no] { $name } shows { $cards }
}
log-mucks = { $you ->
    [yes] You muck
   *[no] { $name } mucks
}
log-hand-dead = { $you ->
    [yes] Your hand is dead: { $reason } ({ $rule })
   *[no] { $name }’s hand is dead: { $reason } ({ $rule })
}
log-from-pot = the pot
log-from-main-pot = the main pot
log-from-side-pot = side pot { $number }
log-wins = { $you ->
    [yes] You win { $amount } from { $pot }
   *[no] { $name } wins { $amount } from { $pot }
}
log-wins-with = { $you ->
    [yes] You win { $amount } from { $pot } with { $hand }
   *[no] { $name } wins { $amount } from { $pot } with { $hand }
}
log-void = The hand does not count: { $reason }
log-sits-down = { $name } sits down with { $amount }
log-leaves = { $name } leaves
log-leaves-unknown = A player leaves
log-sits-out = { $you ->
    [yes] You sit out
   *[no] { $name } sits out
}
log-sits-in = { $you ->
    [yes] You are back
   *[no] { $name } is back
}
log-paused = The table is paused
log-resumed = Play goes on
log-next-game = Next game: { $game }
log-next-game-chosen = { $you ->
    [yes] You chose the next game: { $game }
   *[no] { $name } chose the next game: { $game }
}
log-may-choose = { $you ->
    [yes] You choose the next game
   *[no] { $name } chooses the next game
}
log-asks-rabbit = { $you ->
    [yes] You ask to see the cards that would have come
   *[no] { $name } asks to see the cards that would have come
}
log-rabbit-agreed = { $you ->
    [yes] You agree
   *[no] { $name } agrees
}
log-rabbit-refused = { $you ->
    [yes] You refuse
   *[no] { $name } refuses
}
log-rabbit-shown = These cards would have come: { $cards }
log-wants-boards = { $you ->
    [yes] You want { $count ->
        [1] one board
       *[other] { $count } boards
    }
   *[no] { $name } wants { $count ->
        [1] one board
       *[other] { $count } boards
    }
}
log-asks-to-see = { $you ->
    [yes] You ask to see { $target }’s hand
   *[no] { $targetYou ->
        [yes] { $name } asks to see your hand
       *[no] { $name } asks to see { $target }’s hand
    }
}
log-ruled = { $you ->
    [yes] Your action: { $ruling } ({ $rule })
   *[no] { $name }’s action: { $ruling } ({ $rule })
}
log-floor-called = The floor is called: { $matter } ({ $rule })
log-floor-ruled = The ruling: { $option }
log-deal-ruled = The deal: { $remedy } ({ $rule })
log-deal-ruled-returned = The deal: { $remedy }, and { $amount } goes back ({ $rule })
log-rescinded = { $count ->
    [one] One action is undone ({ $rule })
   *[other] { $count } actions are undone ({ $rule })
}
log-floor-ordered = Floor ({ $operator }): { $command }. { $reason }
log-floor-ordered-by-rule = Floor ({ $operator }): { $command }. { $reason } ({ $rule })
log-host-orders = { $operator } { $command }
log-host-orders-because = { $operator } { $command }: { $reason }
log-folds-out-of-turn = { $you ->
    [yes] You fold out of turn
   *[no] { $name } folds out of turn
}
log-floor-attended = The floor is here
log-floor-unattended = The floor has left
log-clock-called = { $you ->
    [yes] The clock is called on you ({ $rule })
   *[no] The clock is called on { $name } ({ $rule })
}
# What a seat did last, in a word or two.
log-did-fold = Folds
log-did-check = Checks
log-did-call = Calls
log-did-bring-in = Brings in
log-did-complete = Completes
log-did-bet = Bets
log-did-raise = Raises
log-did-all-in = All-in
log-did-small-blind = Small blind
log-did-big-blind = Big blind
log-did-entry-blind = Entry blind
log-did-dead-blind = Dead blind
log-did-straddle = Straddle
log-did-draw = Draws { $count }
log-did-stand-pat = Stands pat
# The reader, where a name would stand.
log-you = You
log-seat = Seat { $number }
