# Cards, hands, amounts and counts, which every part of the page uses.
word-rank-2 = two
word-rank-3 = three
word-rank-4 = four
word-rank-5 = five
word-rank-6 = six
word-rank-7 = seven
word-rank-8 = eight
word-rank-9 = nine
word-rank-t = ten
word-rank-j = jack
word-rank-q = queen
word-rank-k = king
word-rank-a = ace
word-ranks-2 = twos
word-ranks-3 = threes
word-ranks-4 = fours
word-ranks-5 = fives
word-ranks-6 = sixes
word-ranks-7 = sevens
word-ranks-8 = eights
word-ranks-9 = nines
word-ranks-t = tens
word-ranks-j = jacks
word-ranks-q = queens
word-ranks-k = kings
word-ranks-a = aces
word-suit-c = clubs
word-suit-d = diamonds
word-suit-h = hearts
word-suit-s = spades
word-card = { $rank } of { $suit }
# A hand by itself.
word-made-high = { $rank } high
word-made-pair = pair of { $ranks }
word-made-two-pair = two pair, { $ranks } and { $others }
word-made-three = three { $ranks }
word-made-straight = straight, { $rank } high
word-made-flush = flush, { $rank } high
word-made-full-house = full house, { $ranks } full of { $others }
word-made-four = four { $ranks }
word-made-straight-flush = straight flush, { $rank } high
word-made-royal-flush = royal flush
word-made-low = { $cards } low
word-made-badugi = { $count ->
    [4] badugi, { $cards }
   *[other] { $count }-card badugi, { $cards }
}
# A hand after "with".
word-with-high = { $rank } high
word-with-pair = a pair of { $ranks }
# The hand is such as "a pair of sixes", and the kicker decides.
word-with-kicker = { $hand }, { $rank } kicker
word-with-two-pair = two pair, { $ranks } and { $others }
word-with-three = three { $ranks }
word-with-straight = a straight, { $rank } high
word-with-flush = a flush, { $rank } high
word-with-full-house = a full house, { $ranks } full of { $others }
word-with-four = four { $ranks }
word-with-straight-flush = a straight flush, { $rank } high
word-with-royal-flush = a royal flush
word-with-low = { $cards } low
word-with-badugi = { $count ->
    [4] a badugi, { $cards }
   *[other] a { $count }-card badugi, { $cards }
}
word-big-blinds = { $amount } BB
word-betting-no-limit = No limit
word-betting-pot-limit = Pot limit
word-betting-fixed-limit = Fixed limit
word-betting-no-limit-game = No-limit
word-betting-pot-limit-game = Pot-limit
word-betting-fixed-limit-game = Fixed-limit
word-game = { $betting } { $game }

word-two-amounts = “{ $text }” could mean two amounts. Leave out the mark.
word-whole-chips = Enter a whole number of chips.
word-number-of-blinds = Enter a number of big blinds.

# Rulebooks, and names in the shipped configuration.
word-book-online = Online rules
word-book-tda-2024 = TDA 2024
word-book-spotlight = Spotlight Karaoke
word-book-tfpl = The Fantasy Poker League
word-book-tnpl = The Nuts Poker League
word-book-wptapl = WPTAPL
word-book-two-minutes = Two minutes a turn
word-table-of = { $tournament } · table { $number }
word-named-sit-and-go = Sit & go for six
word-named-heads-up = Heads-up sit & go
word-named-nightly = Nightly
word-named-freezeout = Nightly freezeout
word-named-hyper = Six-max hyper turbo
word-named-weekly = Weekly single table
word-named-rebuy = Saturday rebuy
word-named-re-entry = Sunday re-entry
word-named-bounty = Bounty hunter
word-named-knockout = Progressive knockout
word-named-million = The million
