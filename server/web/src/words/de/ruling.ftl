# Entscheidungen, wie man sie am Tisch ausspricht.
ruling-kind-check = Check
ruling-kind-call = { $sum ->
    [some] Call von { $to }
   *[none] Call
}
ruling-kind-bet = { $sum ->
    [some] Bet von { $to }
   *[none] Bet
}
ruling-kind-raise = { $sum ->
    [some] Raise auf { $to }
   *[none] Raise
}
ruling-kind-all-in = { $sum ->
    [some] All-in für { $to }
   *[none] All-in
}
ruling-kind-fold = Fold
ruling-kind-dead = die Hand ist tot
ruling-kind-floor = der Floor entscheidet
ruling-kind-held = außer der Reihe, wartet bis zum eigenen Zug
ruling-kind-bound = außer der Reihe, bindend
ruling-kind-released = außer der Reihe, nicht bindend
ruling-kind-commit = die Chips sind gesetzt
ruling-kind-nothing = keine Aktion
ruling-returned = { $amount } gehen zurück
ruling-adds = { $amount } fehlen noch
ruling-remedy-plays-on = es wird weitergespielt
ruling-remedy-misdeal = ein Misdeal, die Hand wird neu ausgeteilt
ruling-remedy-void = die Hand ist ungültig
ruling-remedy-set-right = der Fehler wird behoben
ruling-remedy-floor = der Floor entscheidet
ruling-remedy-dead = die Hand von { $names } ist tot
ruling-remedy-shown = { $cards } bleibt offen liegen und zählt
ruling-remedy-shown-burn = { $cards } wurde gezeigt und bleibt die Burn Card
ruling-remedy-replaced = { $cards } wird ersetzt und ist die nächste Burn Card
ruling-remedy-up-card = { $cards } ist die offene Karte
ruling-remedy-scrapped = die Karte zählt nicht, die nächste tritt an ihre Stelle
ruling-remedy-board = das Board ist { $cards }
ruling-remedy-stub-back = { $cards } gehen zurück, und der Stapel wird gemischt
ruling-remedy-stub = der Stapel wird gemischt
ruling-matter-deal = ein Fehler beim Austeilen, { $error }
ruling-matter-contradiction = Wort und Chips widersprechen sich
ruling-matter-undercall = ein zu kleiner Call
ruling-matter-undercall-behind-undercall = ein zu kleiner Call nach einem zu kleinen Call
ruling-matter-conditional = eine Ansage mit Bedingung
ruling-matter-premature-call = ein Call, bevor die Aktion beendet war
ruling-matter-skipped = ein Spieler wurde übergangen
ruling-matter-misunderstanding = ein falsch verstandener Einsatz
ruling-matter-token = etwas anderes als ein Chip wurde gesetzt
ruling-matter-forward-motion = eine Vorwärtsbewegung mit Chips
ruling-matter-discarded-bet = eine Hand mit offenem Einsatz wurde weggeworfen
ruling-matter-exposed-hand = eine Hand lag offen, bevor die Setzrunde beendet war
ruling-error-exposed = eine Karte lag offen
ruling-error-off-table = eine Karte fiel vom Tisch
ruling-error-boxed = eine Karte lag verkehrt herum im Stapel
ruling-error-out-of-sequence = die Karten kamen in falscher Reihenfolge
ruling-error-not-entitled = ein Spieler ohne Anspruch bekam Karten
ruling-error-left-out = ein Spieler wurde vergessen
ruling-error-card-count = eine Hand hat die falsche Zahl Karten
ruling-error-non-standard = eine Karte gehört nicht zum Deck
ruling-error-fouled-deck = das Deck ist fehlerhaft
ruling-error-four-card-flop = der Flop hat vier Karten
ruling-error-no-burn = es wurde keine Karte verbrannt
ruling-error-burns = die Burn Cards stimmen nicht
ruling-error-premature = Karten kamen vor dem Ende der Setzrunde
ruling-error-dropped-stub = der Stapel fiel herunter
ruling-error-touched = eine Hand berührte andere Karten
ruling-error-taken-by-dealer = der Dealer zog eine Hand ein
ruling-error-exposed-burn = die Burn Card wurde aufgedeckt
ruling-option-fold = Fold
ruling-option-check = Check
ruling-option-call = Call
ruling-option-bring-in = Bring-in
ruling-option-complete = Complete
ruling-option-bet = Bet
ruling-option-raise = Raise
ruling-option-all-in = All-in
ruling-option-bet-to = Bet { $amount }
ruling-option-raise-to = Raise auf { $amount }
ruling-option-full-call = Voller Call
ruling-option-forfeit-and-fold = Chips verfallen, Fold
ruling-option-withdraw-and-reconsider = Zurücknehmen und neu entscheiden
ruling-option-binding = Bindend
ruling-option-not-binding = Nicht bindend
ruling-option-retract = Call zurücknehmen
ruling-option-return = Chips zurückgeben
ruling-option-dead = Tote Hand
ruling-option-non-aggressive = Nur Check oder Call
ruling-option-plays-on = Weiterspielen
ruling-option-misdeal = Misdeal
ruling-option-void = Hand für ungültig erklären
ruling-option-as-exposed = Wie eine aufgedeckte Karte behandeln
ruling-option-scrap = Karte streichen
ruling-option-scramble = Reststapel mischen
# Was Turnierleitung oder Gastgeber sonst tun, steht in commands.ftl.
ruling-command-deal-error = meldet einen Fehler beim Austeilen: { $error }
ruling-event-announce = sagt durch: „{ $text }“
ruling-event-entry = Anmeldung { $entry }
ruling-seat = Platz { $value }
ruling-at-table = an Tisch { $table }
ruling-color-up-race = durch ein Chip-Race
ruling-color-up-round-up = durch Aufrunden
# Der Gastgeber eines privaten Tisches: was sich ändert, und die Anordnungen, jeweils nach seinem Namen.
ruling-term-name = den Namen
ruling-term-game = das Spiel
ruling-term-rulebook = das Regelwerk
ruling-term-betting = das Limit
ruling-term-blinds = die Blinds
ruling-term-ante = die Ante
ruling-term-seats = die Plätze
ruling-term-buy-in = den Buy-in
ruling-term-act-time = die Zeit pro Zug
ruling-term-time-bank = die Time Bank
ruling-term-straddle = den Straddle
ruling-term-bomb-pot = die Bomb Pots
ruling-term-boards = das mehrfache Ausspielen
ruling-term-hybrid = das Hybridspiel
ruling-term-chat = den Chat
ruling-term-between-hands = die Pause zwischen den Händen
ruling-term-top-ups = das Nachkaufen
ruling-term-approval = die Zustimmung zu Buy-ins
ruling-term-entry = den Einstieg neuer Spieler
ruling-term-end = das Ende des Tisches
ruling-term-note = die Notiz
ruling-term-chip-value = den Wert eines Chips
ruling-host-change-terms = { $when ->
    [now] ändert { $terms }
   *[next] ändert { $terms }, ab der nächsten Hand
}
ruling-host-hand-over = { $self ->
    [yes] übernimmt als Gastgeber
   *[no] übergibt den Tisch an { $name }
}
ruling-host-set-stack = setzt den Stack von { $name } auf { $amount }
ruling-host-remove = nimmt { $name } vom Tisch
ruling-host-sit-out = lässt { $name } aussetzen
ruling-host-admit = lässt { $name } mit { $amount } zu
ruling-host-decline = lehnt den Buy-in von { $name } über { $amount } ab
ruling-host-shuffle-seats = lost die Plätze neu aus
