# The bar of actions, and words and chips at a hybrid table. $you is "yes" where the reader is meant.
action-your-turn = Your turn
action-your-seat = Your seat
action-sending = Sending …
action-sending-again = Sending … The connection was lost and is being opened again.
action-time-bank = Time bank { $time }
action-amounts = Amounts
action-preset-min = Min
action-preset-pot = Pot
action-preset-all-in = All-in
action-preset-max = Max
action-amount-to-raise-to = Amount to raise to
action-amount-to-complete-to = Amount to complete to
action-amount-to-bet = Amount to bet
action-preset-title = { $amount } (key { $key })
action-closest-amount = The closest amount is { $amount }.
action-paused-hand = The hand goes on afterwards.
action-paused-between = The next hand begins afterwards.
action-run-out = The betting is over. The remaining cards are dealt now.
action-showdown = The betting is over. The hands are shown now.
action-all-folded = Everyone else has folded.
action-lacks-player = You are alone here. Invite someone: the game begins when another player sits down.
action-lacks-chips = Waiting for another player with chips. Invite someone, or wait until a player here buys chips.
action-lacks-return = Waiting for another player to come back. The next hand then begins by itself.
action-copy-table-link = Copy the table’s link
action-fold = Fold
action-check = Check
action-call = Call <b>{ $amount }</b>
action-call-all-in = Call all-in <b>{ $amount }</b>
action-bring-in = Bring in <b>{ $amount }</b>
action-bet = Bet <b>{ $amount }</b>
action-raise-to = Raise to <b>{ $amount }</b>
action-complete-to = Complete to <b>{ $amount }</b>
action-all-in = All-in <b>{ $amount }</b>
action-fold-for-free = Fold for free?
action-can-check = You can check for free.
action-fold-anyway = Fold anyway
action-discard-count = { $count ->
    [one] Discard one card
   *[other] Discard { $count } cards
}
action-cards-to-discard = Cards to discard
action-draw-count = Draw { $count }
action-stand-pat = Stand pat
action-how-many-boards = On how many boards?
action-run-it = { $times ->
    [1] Run it once
    [2] Run it twice
   *[other] Run it { $times } times
}
action-next-game = The next game
action-rabbit = Show the cards to come
action-muck = Muck
action-show = Show
action-tap-to-show = Tap a card to show it
action-show-all = { $count ->
    [2] Show both
   *[other] Show all
  }
action-rabbit-question = Show the cards to come?
action-rabbit-asked = { $name } wants to see the cards that would have come.
action-rabbit-no = Don’t show
action-rabbit-yes = Show the cards
action-ask-to-see = Ask to see a hand
action-see-hand = See { $name }’s hand
action-call-ahead = Call { $amount }
action-check-fold = Check, fold to any bet
action-fold-ahead = Fold to any bet
action-in-advance = In advance
action-intent-dropped = It now costs { $amount } to call. Your advance action was canceled.
action-intent-over = There are new cards. Your advance action was canceled.
action-rebuy = Rebuy <b>{ $amount }</b> and play
action-wallet-empty = Your wallet is empty.
action-wallet-too-small = Your wallet holds { $amount }, less than the minimum buy-in.
action-ask-for-chips = Ask for chips
action-out = You sit out.
action-out-asked = You sit out because you asked to.
action-out-late = You sit out because your time ran out.
action-out-no-chips = You sit out because you have no chips.
action-back = I’m back
action-waits-for-big-blind = You are waiting for the big blind.
action-real-cards = You play with real cards: { $table }, seat { $seat }. The floor reports who is out.
action-dealt-in-next = You will be dealt in as soon as the rules allow, usually next hand.
action-hand-over = The hand is over.
action-room-closes = No new hand begins, because the room is closing.
action-folded = You folded. You are dealt in for the next hand.
action-folded-room-closes = You folded. The room closes after this hand.
action-you-are-all-in = You are all-in.
action-say-and-push = Say and push
action-chips-to-push = Chips to push
action-one-chip = One chip of { $worth }
action-push = Push
action-push-amount = Push { $amount }
action-take-back = Take back
action-say = Say
action-number = Number
action-number-you-say = The number you say
action-say-check = Check
action-say-call = Call
action-say-bet = Bet
action-say-raise = Raise
action-say-fold = Fold
action-say-all-in = All-in
action-say-amount = Only the number
action-say-words = “{ $words }”
action-say-with-number = “{ $words } { $number }”
action-call-clock = Call the clock
action-floor-called = The floor is called: { $matter }
action-floor-called-to = { $you ->
    [yes] The floor is called to you: { $matter }
   *[no] The floor is called to { $name }: { $matter }
}
action-ruled = { $you ->
    [yes] Your action: { $ruling }
   *[no] { $name }’s action: { $ruling }
}
action-held = { $you ->
    [yes] You acted out of turn. Your action waits.
   *[no] { $name } acted out of turn. The action waits.
}
action-bank-left = + { $time } bank
action-choose-ahead = Choose before your turn
action-keep = You keep
action-keep-all = You keep all your cards.
action-keep-nothing = You discard all your cards.
