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
# Was Turnierleitung oder Gastgeber an einem Tisch tun. Jeder Text folgt auf einen Namen und einen Doppelpunkt.
ruling-command-rule-ticket = entscheidet eine Frage
ruling-command-force-wager = lässt den Einsatz von { $name } gelten: { $amount }
ruling-command-correct-wager = korrigiert den Einsatz von { $name } auf { $amount }
ruling-command-quote-pot = zählt den Pot für { $name }: { $amount }
ruling-command-misquote = berichtigt die falsche Zählung von { $amount }
ruling-command-kill-hand = erklärt die Hand von { $name } für tot
ruling-command-set-button = setzt den Dealer-Button zu { $name }
ruling-command-call-clock = begrenzt die Bedenkzeit von { $name }
ruling-command-show-hand = deckt die Hand von { $name } auf
ruling-command-deal-street = lässt die nächsten Karten austeilen
ruling-command-void-hand = erklärt die Hand für ungültig
ruling-command-pause = hält den Tisch an
ruling-command-resume = lässt weiterspielen
ruling-command-restore-hand = gibt { $name } die Hand zurück
ruling-command-reaward-pot = verschiebt { $amount } aus einem Pot von { $other } zu { $name }
ruling-command-add-time = gibt { $name } { $seconds } Sekunden mehr
ruling-command-deal-error = meldet einen Fehler beim Austeilen: { $error }
ruling-command-claim-ticket = übernimmt eine Frage
ruling-command-mute = schaltet { $name } stumm
ruling-command-unmute = hebt die Stummschaltung von { $name } auf
ruling-command-give-chips = gibt { $name } { $amount } Chips
ruling-command-take-back-chips = nimmt { $amount } Chips von { $name } zurück
# Dasselbe in einem Turnier.
ruling-event-pause = hält die Uhr an
ruling-event-resume = lässt die Uhr weiterlaufen
ruling-event-set-clock = stellt die Uhr auf Level { $level } mit { $time } Restzeit
ruling-event-add-time = gibt der Uhr { $time } dazu
ruling-event-take-time = nimmt { $time } von der Uhr
ruling-event-change-start = verlegt den Beginn auf { $at }
ruling-event-close-entry = schließt die Anmeldung
ruling-event-enter-player = meldet { $name } an
ruling-event-remove-entry = streicht die Anmeldung von { $name }
ruling-event-seat = { $seat ->
    [0] setzt { $name } an Tisch { $table }
   *[other] setzt { $name } an Tisch { $table }, Platz { $seat }
}
ruling-event-move = { $seat ->
    [0] setzt { $name } an Tisch { $table } um
   *[other] setzt { $name } an Tisch { $table } um, Platz { $seat }
}
ruling-event-pin-seat = { $seat ->
    [0] hält { $name } einen Platz an Tisch { $table } frei
   *[other] hält { $name } einen Platz an Tisch { $table } frei, Platz { $seat }
}
ruling-event-keep-apart = trennt { $name } und { $other } bei der Auslosung
ruling-event-balance-now = gleicht die Tische aus
ruling-event-break-table = löst Tisch { $table } auf
ruling-event-halt-table = hält Tisch { $table } an
ruling-event-waive-halt = lässt Tisch { $table } weiterspielen
ruling-event-redraw = lost alle Plätze neu aus
ruling-event-hand-for-hand = { $on ->
    [yes] beginnt Hand for Hand
   *[no] beendet Hand for Hand
}
ruling-event-announce = sagt durch: „{ $text }“
ruling-event-warn = verwarnt { $name }
ruling-event-miss-hands = { $hands ->
    [one] lässt { $name } eine Hand aussetzen
   *[other] lässt { $name } { $hands } Hände aussetzen
}
ruling-event-miss-rounds = { $rounds ->
    [one] lässt { $name } eine Runde aussetzen
   *[other] lässt { $name } { $rounds } Runden aussetzen
}
ruling-event-lift-penalty = erlässt { $name } den Rest der Strafe
ruling-event-disqualify = { $keeps ->
    [yes] disqualifiziert { $name }, der Preis für den Platz bleibt
   *[no] disqualifiziert { $name }
}
ruling-event-pick-up = zieht den Stack von { $name } ein (abwesend)
ruling-event-forfeit = zieht { $name } { $amount } Chips ab
ruling-event-set-stack = setzt den Stack von { $name } auf { $amount }
ruling-event-allow-deals = { $on ->
    [yes] erlaubt Deals unter Spielern
   *[no] verbietet Deals unter Spielern
}
ruling-event-mute = schaltet { $name } stumm
ruling-event-unmute = hebt die Stummschaltung von { $name } auf
ruling-event-ban = { $days ->
    [one] sperrt { $name } für einen Tag
   *[other] sperrt { $name } für { $days } Tage
}
ruling-event-cancel = { $refund ->
    [by-stacks] sagt das Turnier ab und teilt den Pool nach Stacks
    [evenly] sagt das Turnier ab und teilt den Pool zu gleichen Teilen
   *[everything] sagt das Turnier ab und erstattet alle Anmeldungen
}
ruling-event-undo = nimmt Entscheidung { $number } zurück
ruling-event-second = bestätigt Entscheidung { $number }
ruling-event-impound = verwahrt Chips von { $list }
ruling-event-release-pot = gibt Pot { $pot } frei an { $list }
ruling-event-give-bonus = gibt { $name } einen Bonus von { $amount } Chips
ruling-event-forfeit-bonus = nimmt den Bonus von { $name } zurück
ruling-event-draw-lots = lost aus: { $list }
ruling-event-change-levels = ändert die Level ab dem nächsten
ruling-event-color-up = tauscht auf Chips zu { $unit } um
ruling-event-extra-players = { $number ->
    [one] lässt einen Tisch mit einem Spieler mehr beginnen
   *[other] lässt { $number } Tische mit einem Spieler mehr beginnen
}
ruling-event-entry = Anmeldung { $entry }
