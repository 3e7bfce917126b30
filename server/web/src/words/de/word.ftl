# Karten, Hände, Beträge und Anzahlen, die überall auf der Seite vorkommen.
word-rank-2 = Zwei
word-rank-3 = Drei
word-rank-4 = Vier
word-rank-5 = Fünf
word-rank-6 = Sechs
word-rank-7 = Sieben
word-rank-8 = Acht
word-rank-9 = Neun
word-rank-t = Zehn
word-rank-j = Bube
word-rank-q = Dame
word-rank-k = König
word-rank-a = Ass
word-ranks-2 = Zweien
word-ranks-3 = Dreien
word-ranks-4 = Vieren
word-ranks-5 = Fünfen
word-ranks-6 = Sechsen
word-ranks-7 = Siebenen
word-ranks-8 = Achten
word-ranks-9 = Neunen
word-ranks-t = Zehnen
word-ranks-j = Buben
word-ranks-q = Damen
word-ranks-k = Könige
word-ranks-a = Asse
word-suit-c = Kreuz
word-suit-d = Karo
word-suit-h = Herz
word-suit-s = Pik
word-card = { $suit }-{ $rank }
# Eine Hand für sich.
word-made-high = { $rank } hoch
word-made-pair = Paar { $ranks }
word-made-two-pair = Zwei Paare, { $ranks } und { $others }
word-made-three = Drilling { $ranks }
word-made-straight = Straße, { $rank } hoch
word-made-flush = Flush, { $rank } hoch
word-made-full-house = Full House, { $ranks } über { $others }
word-made-four = Vierling { $ranks }
word-made-straight-flush = Straight Flush, { $rank } hoch
word-made-royal-flush = Royal Flush
word-made-low = { $cards } Low
word-made-badugi = { $count ->
    [4] Badugi, { $cards }
   *[other] Badugi mit { $count } Karten, { $cards }
}
# Eine Hand nach „mit“.
word-with-high = { $rank } hoch
word-with-pair = einem Paar { $ranks }
# Die Hand ist etwa „einem Paar Sechsen“, und der Kicker entscheidet.
word-with-kicker = { $hand }, { $rank } als Kicker
word-with-two-pair = zwei Paaren, { $ranks } und { $others }
word-with-three = einem Drilling { $ranks }
word-with-straight = einer Straße, { $rank } hoch
word-with-flush = einem Flush, { $rank } hoch
word-with-full-house = einem Full House, { $ranks } über { $others }
word-with-four = einem Vierling { $ranks }
word-with-straight-flush = einem Straight Flush, { $rank } hoch
word-with-royal-flush = einem Royal Flush
word-with-low = { $cards } Low
word-with-badugi = { $count ->
    [4] einem Badugi, { $cards }
   *[other] einem Badugi mit { $count } Karten, { $cards }
}
word-big-blinds = { $amount } BB
word-betting-no-limit = No Limit
word-betting-pot-limit = Pot Limit
word-betting-fixed-limit = Fixed Limit
word-betting-no-limit-game = No-Limit
word-betting-pot-limit-game = Pot-Limit
word-betting-fixed-limit-game = Fixed-Limit
word-game = { $betting } { $game }

word-two-amounts = „{ $text }“ ist zweideutig. Lass das Zeichen weg.
word-whole-chips = Gib eine ganze Zahl Chips ein.
word-number-of-blinds = Gib eine Zahl Big Blinds ein.

# Rulebooks, and names in the shipped configuration.
word-book-online = Online-Regeln
word-book-tda-2024 = TDA 2024
word-book-spotlight = Spotlight Karaoke
word-book-tfpl = The Fantasy Poker League
word-book-tnpl = The Nuts Poker League
word-book-wptapl = WPTAPL
word-book-two-minutes = Zwei Minuten je Zug
word-table-of = { $tournament } · Tisch { $number }
word-named-sit-and-go = Sit & Go für sechs
word-named-heads-up = Sit & Go für zwei
word-named-nightly = Abendturnier
word-named-freezeout = Freezeout am Abend
word-named-hyper = Hyper-Turbo zu sechst
word-named-weekly = Ein Tisch pro Woche
word-named-rebuy = Rebuy am Samstag
word-named-re-entry = Re-Entry am Sonntag
word-named-bounty = Kopfgeldjagd
word-named-knockout = Progressive Knockout
word-named-million = Die Million
