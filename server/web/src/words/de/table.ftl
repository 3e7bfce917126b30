# Der Tisch: seine Leiste, der Filz, die Plätze und die Dialoge zum Platznehmen.
table-missing = Diesen Tisch gibt es nicht.
table-opening = Tisch wird geöffnet …
table-none = Du sitzt an keinem Tisch.
table-yours = Deine Tische
table-full-screen = Vollbild
table-full-screen-off = Vollbild beenden
table-log = Verlauf der Hand
table-hand = Hand { $hand }
table-you-host = du bist Gastgeber
table-hosted-by = Gastgeber: { $host }

table-invite = Einladen
table-invite-to = An den Tisch { $table } einladen
table-invite-tournament = Mit diesem Link kann jeder dazukommen, zuschauen und am Turnier teilnehmen.
table-sheet = Tisch
table-ends-at = Ende um { $time }
table-asks-for-seat = <b>{ $player }</b> möchte sich mit { $amount } hinsetzen.
table-asks-for-chips = <b>{ $player }</b> möchte für { $amount } nachkaufen.
table-more-buy-ins = { $count ->
    [one] Noch ein Spieler wartet.
   *[other] Noch { $count } Spieler warten.
}
table-admit = Zulassen
table-decline = Ablehnen
table-buy-in-waits = { $host ->
    [none] Der Gastgeber muss noch zustimmen …
   *[other] { $host } muss noch zustimmen …
}
table-floor = Floor
table-ledger = Abrechnung
table-tournament = Turnier
table-seat = Platz
table-leave = Verlassen
table-panel = Log & Chat
table-unread = { $count ->
    [one] { $count } ungelesene Nachricht
   *[other] { $count } ungelesene Nachrichten
}
table-open = Öffnen
table-open-alone = Öffnen: nur { $table }

table-deal-verified = Ausgabe geprüft
table-deal-watching = Ausgabe beobachtet
table-deal-out = Ausgabe nicht geprüft
table-deal-failed = Ausgabe fehlerhaft
table-deal-about = { $mark }: was diese Seite über die Ausgabe der Karten weiß
table-deal-alarm = An diesem Tisch stimmt etwas nicht mit der Ausgabe der Karten. Speichere den Beleg und verlasse dann den Tisch.
table-deal-save = Beleg speichern
table-deal-details = Einzelheiten

table-sit-down = Platz nehmen
table-sit-down-at = Platz nehmen an Tisch { $table }
table-take-seat = Platz { $seat } an Tisch { $table }
table-terms = { $game }, { $stakes }. Du hast { $balance }.
table-terms-private = { $game }, { $stakes }. Der Tisch hat eigene Chips: Dein Buy-in ist ein Eintrag in der Abrechnung.
table-buy-in = Buy-in
table-wait-for-big-blind = Auf den Big Blind warten
table-buy-in-least = Der kleinste Buy-in ist { $min }.
table-ask-for-chips = Chips anfordern
table-join-waiting-list = { $waiting ->
    [0] Auf die Warteliste
   *[other] Auf die Warteliste ({ $waiting })
}
table-waiting-place = Warteliste: { $place } von { $waiting }
table-leave-waiting-list = Warteliste verlassen

seat-options = Dein Platz
seat-sit-out = Ab der nächsten Hand aussetzen
seat-auto-rebuy = Chips nachkaufen, wenn ich keine mehr habe
seat-auto-rebuy-off = Aus
seat-auto-rebuy-min = Bis zum Minimum: { $amount }
seat-auto-rebuy-max = Bis zum Maximum: { $amount }
seat-auto-muck = Verlorene Hände automatisch mucken
seat-straddle = Straddle
seat-stack-full = Dein Stack ist so groß, wie dieser Tisch erlaubt.
seat-no-top-ups = An diesem Tisch kannst du nicht aufstocken. Wenn du alle Chips verloren hast, kannst du neue kaufen.
seat-wallet-empty = Dein Guthaben ist leer. Du kannst nichts nachkaufen.
seat-top-up = Nachkaufen
seat-add = { $amount } nachkaufen
seat-top-up-range = Gib einen Betrag von { $min } bis { $max } ein.
seat-sit = Hier sitzen
seat-sit-number = Hier sitzen: Platz { $seat }
seat-label = Platz { $seat }, { $name }, { $stack }
seat-you = du
seat-show-card = { $card } zeigen
seat-shows = zeigt { $cards }
seat-cards = { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
}
seat-to-act = am Zug
seat-away = Abwesend
seat-sits-out = Setzt aus
seat-all-in = All-in
seat-bot = Bot
seat-bot-title = Auf diesem Platz spielt ein Programm
seat-muted = stummgeschaltet

felt-bet = Einsatz von { $name }
felt-button = Dealer-Button: Platz { $seat }
felt-paused = Der Tisch ist angehalten.
felt-paused-by = { $name } hat den Tisch angehalten.
felt-lacks-player = Es fehlt noch ein Mitspieler
felt-lacks-chips = Es fehlt ein Mitspieler mit Chips
felt-lacks-return = Es fehlt ein Mitspieler, der zurückkommt
felt-lacks-you = Die nächste Hand beginnt, wenn du wieder mitspielst
felt-not-started = Das Turnier hat noch nicht begonnen
felt-tournament-over = Das Turnier ist vorbei
felt-real-cards = Gespielt wird mit echten Karten
felt-hand-for-hand = Hand für Hand: Die nächste Hand beginnt, wenn alle Tische fertig sind
felt-next-hand = Gleich beginnt die nächste Hand
felt-bomb-pot = Bomb Pot
felt-board = Board
felt-board-number = Board { $number }
felt-pot = Pot
felt-pot-amount = Pot { $amount }
felt-pots = Pots
felt-main-pot = Hauptpot
felt-side-pot = Nebenpot { $number }
felt-rabbit = Karten, die gekommen wären

table-leaving = Du gehst gleich
table-leaving-after = Du verlässt den Tisch nach dieser Hand.
table-leaving-acts = Bis dahin checkt oder foldet der Server für dich.
table-leaving-folded = Deine Chips gehen dann zurück in dein Guthaben.
table-leaving-folded-private = Deine Chips stehen dann in der Abrechnung.

table-buy-in-min = Min
table-buy-in-max = Max
table-buy-in-amounts = Übliche Buy-ins
table-buy-in-most = Der größte Buy-in ist { $max }.
table-buy-in-wallet = Dein Guthaben reicht für höchstens { $max }.
table-buy-in-unit = Der kleinste Chip an diesem Tisch ist { $unit }. Gib ein Vielfaches davon ein.

table-strip = Turnier
table-phase-BeforeStart = Noch nicht begonnen
table-phase-Level = Level { $level }
table-phase-BreakDue = Level { $level }
table-phase-Break = Pause
table-phase-Paused = Level { $level } (angehalten)
table-phase-Over = Beendet
table-time-left = Zeit
table-next-level = Danach
table-players-left = Übrig
table-rank = Rang
table-average = Schnitt
table-impounded = Einbehalten
table-next-break = Pause in

seat-equity = { $percent } %
seat-equity-wins = gewinnt im Schnitt { $percent } %
seat-leaving = Geht gleich

felt-tournament-paused = Das Turnier ist angehalten.
felt-pauses = Nach dieser Hand wird der Tisch angehalten.
felt-break = Pause.
felt-break-ends = Weiter geht es in { $time }.
felt-break-due = Gleich ist Pause.
felt-break-waits = Sie beginnt, sobald jeder Tisch seine Hand beendet hat.
