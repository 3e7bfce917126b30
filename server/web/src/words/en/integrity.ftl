# The integrity report: pairs of players compared by stored hands.
integrity-title = Integrity report
integrity-lead = Pairs of players, compared by the hands that the room keeps. A measure is no verdict: honest players are rare sometimes, too. Look at the hands before you decide anything.
integrity-not-allowed = Only the floor and administrators may read integrity reports.
integrity-loading = Counting hands …
integrity-form = Hands to compare
integrity-since = From
integrity-until = To
integrity-player = Player
integrity-anyone = Anyone
integrity-compare = Compare
integrity-counted = { $hands ->
    [one] { $hands } hand
   *[other] { $hands } hands
} of { $players } players. { $pairs ->
    [one] { $pairs } pair
   *[other] { $pairs } pairs
} sat together.
integrity-partial = There are more hands or pairs than were counted. Choose a shorter time to see others.
integrity-none = No two players sat together in this time.
integrity-pairs = Pairs of players
integrity-pair = Chips went from → to
integrity-hands = Hands
integrity-net = Net, big blinds
integrity-look = Look at these hands
integrity-bot = plays by program
integrity-more = Show more pairs
integrity-save = Save as CSV
integrity-chips = At ring tables { $paid } chips went from { $payer } to { $receiver }, and { $returned } the other way.
integrity-value = Value
integrity-base = Others
integrity-error = Standard error
integrity-of = Observations
integrity-by-chance = By chance
integrity-one-in = 1 in { $count }
integrity-not-computed = not computed
integrity-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
integrity-evidence = Hands to look at
integrity-hand = Table { $table }, hand { $hand }
integrity-measure-co_seating = Share of hands together
integrity-measure-net_flow = Big blinds from payer to receiver in 100 hands
integrity-measure-large_pots_lost = Large pots lost to the other
integrity-measure-large_folds = Folds after half of the stack
integrity-measure-weak_all_ins = All-ins with less than 20% equity
integrity-measure-better_hands_given_up = Better hands given up on the last street
integrity-measure-checked_down = Hands checked down
integrity-measure-bets_and_raises = Hands with a bet or raise against the other
integrity-measure-action_times = Spread of action times
integrity-measure-shared_address = Days with the same address
integrity-measure-shared_network = Days with the same network
