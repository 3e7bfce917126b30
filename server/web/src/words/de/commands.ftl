# What the floor or a host does. Written from floor/commands.json by
# `BLESS=1 cargo test -p cardroom --lib cli::floor`: do not edit.
ruling-event-pause = hält das Turnier an
ruling-event-resume = lässt das Turnier weitergehen
ruling-event-add-time = gibt der Uhr { $time } dazu
ruling-event-take-time = nimmt { $time } von der Uhr
ruling-event-set-clock = stellt die Uhr auf Level { $level } mit { $time } Restzeit
ruling-event-change-levels = ändert die Level ab dem nächsten: { $list }
ruling-event-change-start = verlegt den Beginn auf { $at }
ruling-event-enter-player = meldet { $name } an
ruling-event-remove-entry = streicht die Anmeldung von { $name }
ruling-event-close-entry = schließt die Anmeldung
ruling-event-check-in = bestätigt, dass { $name } da ist
ruling-event-pin-seat = { $seat ->
    [0] hält { $name } einen Platz an Tisch { $table } frei
   *[other] hält { $name } einen Platz an Tisch { $table } frei, Platz { $seat }
}
ruling-event-keep-apart = trennt { $name } und { $other } bei der Auslosung
ruling-event-extra-players = { $number ->
    [one] lässt einen Tisch mit einem Spieler mehr beginnen
   *[other] lässt { $number } Tische mit einem Spieler mehr beginnen
}
ruling-event-seat = { $seat ->
    [0] setzt { $name } an Tisch { $table }
   *[other] setzt { $name } an Tisch { $table }, Platz { $seat }
}
ruling-event-move = { $seat ->
    [0] setzt { $name } an Tisch { $table } um
   *[other] setzt { $name } an Tisch { $table } um, Platz { $seat }
}
ruling-event-redraw = lost alle Plätze neu aus
ruling-event-balance-now = gleicht die Tische aus
ruling-event-break-table = löst Tisch { $table } auf
ruling-event-halt-table = hält Tisch { $table } an
ruling-event-waive-halt = lässt Tisch { $table } weiterspielen
ruling-event-color-up = { $more ->
    [yes] tauscht auf Chips zu { $unit } um, { $list }
   *[no] tauscht auf Chips zu { $unit } um
}
ruling-event-hand-for-hand = { $on ->
    [yes] beginnt Hand for Hand
   *[no] beendet Hand for Hand
}
ruling-event-out = { $more ->
    [yes] lässt { $name } ausscheiden, dazu { $list }
   *[no] lässt { $name } ausscheiden
}
ruling-event-back = holt { $name } zurück
ruling-event-rebuy = verkauft { $name } einen Rebuy
ruling-event-add-on = verkauft { $name } das Add-on
ruling-event-count = zählt { $amount } Chips von { $name }
ruling-event-moved = bestätigt den neuen Platz von { $name }
ruling-event-impound = verwahrt Chips von { $list }
ruling-event-release-pot = gibt Pot { $pot } frei an { $list }
ruling-event-give-bonus = gibt { $name } einen Bonus von { $amount } Chips
ruling-event-forfeit-bonus = nimmt den Bonus von { $name } zurück
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
ruling-event-forfeit = zieht { $name } { $amount } Chips ab
ruling-event-set-stack = setzt den Stack von { $name } auf { $amount }
ruling-event-pick-up = zieht den Stack von { $name } ein (abwesend)
ruling-event-disqualify = { $keeps ->
    [yes] disqualifiziert { $name }, der Preis für den Platz bleibt
   *[no] disqualifiziert { $name }
}
ruling-event-ban = { $days ->
    [0] sperrt { $name } für dieses Turnier
    [one] sperrt { $name } für einen Tag
   *[other] sperrt { $name } für { $days } Tage
}
ruling-event-mute = schaltet { $name } stumm
ruling-event-unmute = hebt die Stummschaltung von { $name } auf
ruling-event-announce-for = sagt für { $minutes } min durch: „{ $text }“
ruling-event-wall = { $scene ->
    [seats] zeigt auf den Anzeigen die Plätze
    [moves] zeigt auf den Anzeigen die Umzüge
    [prizes] zeigt auf den Anzeigen Preise oder Punkte
    [standings] zeigt auf den Anzeigen die Tabelle der Saison
    [rules] zeigt auf den Anzeigen die Hausregeln
    [rotate] zeigt auf den Anzeigen alles der Reihe nach, je { $seconds } s
   *[clock] zeigt auf den Anzeigen die Uhr
}
ruling-event-new-seat-codes = erneuert alle Platz-Codes
ruling-event-draw-lots = lost aus: { $list }
ruling-event-allow-deals = { $on ->
    [yes] erlaubt Deals unter Spielern
   *[no] verbietet Deals unter Spielern
}
ruling-event-cancel = { $refund ->
    [by-stacks] sagt das Turnier ab und teilt den Pool nach Stacks
    [evenly] sagt das Turnier ab und teilt den Pool zu gleichen Teilen
   *[everything] sagt das Turnier ab und erstattet alle Anmeldungen
}
ruling-event-undo = nimmt Entscheidung { $number } zurück
ruling-event-second = bestätigt Entscheidung { $number }
ruling-command-pause = hält den Tisch an
ruling-command-resume = lässt weiterspielen
ruling-command-set-button = setzt den Dealer-Button zu { $name }
ruling-command-void-hand = erklärt die Hand für ungültig
ruling-command-kill-hand = erklärt die Hand von { $name } für tot
ruling-command-restore-hand = gibt { $name } die Hand zurück
ruling-command-show-hand = deckt die Hand von { $name } auf
ruling-command-reaward-pot = verschiebt { $amount } aus einem Pot von { $other } zu { $name }
ruling-command-mute = schaltet { $name } stumm
ruling-command-unmute = hebt die Stummschaltung von { $name } auf
ruling-command-add-time = gibt { $name } { $seconds } Sekunden mehr
ruling-command-quote-pot = zählt den Pot für { $name }: { $amount }
ruling-command-give-chips = gibt { $name } { $amount } Chips
ruling-command-take-back-chips = nimmt { $name } { $amount } Chips ab
ruling-command-call-clock = begrenzt die Bedenkzeit von { $name }
ruling-command-force-wager = lässt den Einsatz von { $name } gelten: { $amount }
ruling-command-correct-wager = korrigiert den Einsatz von { $name } auf { $amount }
ruling-command-misquote = berichtigt die falsche Zählung von { $amount }
ruling-command-deal-street = lässt die nächsten Karten austeilen
ruling-command-rule-ticket = entscheidet eine Frage: { $option }
ruling-command-claim-ticket = übernimmt eine Frage
