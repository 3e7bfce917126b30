# Das Blatt eines privaten Tisches, was sein Gastgeber regelt, und die Formulare zum Eröffnen.
desk-tab-table = Tisch
desk-tab-people = Leute
desk-tab-terms = Regeln
desk-back = Zurück
desk-yes = Ja
desk-no = Nein
desk-host = Gastgeber

desk-running = Spiel
desk-reason = Grund (freiwillig)
desk-pause = Anhalten
desk-resume = Fortsetzen
desk-close = Tisch schließen
desk-close-sure = Den Tisch nach dieser Hand schließen? Die Abrechnung bleibt.

desk-for-everyone = Für alle
desk-note = Notiz
desk-note-hint = Sprachchat: https://…
desk-end = Ende um
desk-save = Speichern
desk-saved = Gespeichert. Alle am Tisch sehen es.

desk-invite = Einladen
desk-invite-lead = Mit diesem Link kann jeder dazukommen, zuschauen und Platz nehmen.
desk-qr = QR-Code des Einladungslinks

desk-follow = Diesen Tisch übernehmen
desk-follow-lead = Ist { $host } seit zehn Minuten weg, kann den Tisch übernehmen, wer am längsten hier ist.

desk-waiting = Warten auf dich
desk-seated = Am Tisch
desk-nobody = Hier sitzt noch niemand.
desk-sit-out = Aussetzen lassen
desk-mute = Stummschalten
desk-unmute = Stummschaltung aufheben
desk-make-host = Zum Gastgeber machen
desk-make-host-sure = Den Tisch an { $name } übergeben? Danach kannst du nichts mehr daran ändern.
desk-remove = Vom Tisch nehmen
desk-remove-sure = { $name } nach dieser Hand vom Tisch nehmen? Für eine Rückkehr braucht { $name } deine Zustimmung.
desk-stack = Stack
desk-stack-give-chips = Chips dazulegen
desk-stack-take-back-chips = Chips abziehen
desk-stack-set-stack = Stack festlegen
desk-chips = Chips
desk-change-stack = Stack ändern
desk-stack-between-hands = Festlegen lässt sich ein Stack zwischen zwei Händen. Chips kannst du jetzt dazulegen oder abziehen: Sie wandern nach der Hand.
desk-chips-after-hand = Die Chips wandern nach der Hand.
desk-shuffle = Plätze auslosen
desk-shuffle-sure = Die Plätze aller Spieler neu auslosen? Auch der Button der nächsten Hand wird ausgelost.
desk-shuffle-between-hands = Auslosen lassen sich die Plätze zwischen zwei Händen. Pausiere den Tisch nach dieser Hand und lose sie dann aus.

desk-stakes = Einsätze
desk-buy-ins = Buy-ins
desk-time = Zeit
desk-options = Optionen
desk-game = Spiel und Plätze
desk-approval = Gastgeber bestätigt Buy-ins
desk-free-entry = Einstieg ohne Blind
desk-free-chat = Chat während der Hände
desk-apply = Ab der nächsten Hand anwenden
desk-terms-changed = Die neuen Regeln gelten ab der nächsten Hand.
desk-terms-wait = Die neuen Regeln warten auf das Ende dieser Hand.

# Die Formulare, die einen privaten Tisch oder ein Turnier eröffnen, und seine Regeln.
host-among-friends = Privat
host-your-table = Tisch eröffnen
host-your-tournament = Turnier eröffnen
host-table-lead = Nur wer deinen Link hat, findet ihn. Das Haus nimmt kein Rake.
host-tournament-lead = Nur wer deinen Link hat, findet es. Das Haus nimmt keine Gebühr: Alles Eingezahlte wird ausgespielt.
host-what = Was du eröffnest
host-a-table = Tisch
host-a-tournament = Turnier
host-name-first = Wähle zuerst einen Namen. Deine Freunde brauchen nur den Link.
host-go-on = Weiter
host-create-account = Konto anlegen
host-account-needed = Hier brauchst du ein Konto mit Passwort, um einen Tisch zu eröffnen. Lege eines an.
host-have-code = Ich habe einen Einladungscode
host-your-tables = Deine Tische
host-floor = Turnierleitung
host-ledger = Abrechnung
host-close-table = Tisch schließen
host-host-table = Tisch eröffnen
host-preset = Art des Tisches
host-preset-friends = Freunde
host-preset-friends-lead = No-Limit Hold’em mit den üblichen Stacks und Zeit zum Nachdenken.
host-preset-turbo = Turbo
host-preset-turbo-lead = Hold’em mit kleinen Stacks und schnellen Entscheidungen.
host-preset-omaha = Omaha
host-preset-omaha-lead = Pot-Limit Omaha: vier Karten und große Pots.
host-table-of = Tisch von { $name }
host-tournament-of = Turnier von { $name }
host-name = Name
host-summary = { $game } · { $seats } Plätze · Buy-in { $min }–{ $max } · { $seconds } Sekunden pro Zug
host-open-table = Tisch eröffnen
host-more-options = Weitere Einstellungen
host-opened = { $name } ist offen
host-anyone-with-link = Wer diesen Link hat, kann mitspielen.
host-too-many-tables = { $count ->
    [one] Du hast schon { $count } Tisch offen, mehr erlaubt dieser Raum nicht. Schließe ihn zuerst.
   *[other] Du hast schon { $count } Tische offen, mehr erlaubt dieser Raum nicht. Schließe zuerst einen.
}
host-table-notes = Als Gastgeber kannst du all das später ändern, und alle sehen, dass du es bist. { $minutes ->
    [one] Steht der Tisch { $minutes } Minute leer, schließt er.
   *[other] Steht der Tisch { $minutes } Minuten leer, schließt er.
}
host-game = Spiel
host-betting = Limit
host-rulebook = Regelwerk
host-seats = Plätze
host-up-to = bis { $amount }
host-small-blind = Small Blind
host-big-blind = Big Blind
host-small-bet = Small Bet
host-bring-in = Bring-in
host-below-small-bet = unter dem Small Bet
host-ante = Ante
host-zero-for-none = 0 für keine
host-ante-kind = Zahlt
host-ante-None = Niemand
host-ante-Each = Jeder Spieler
host-ante-BigBlind = Der Big Blind
host-ante-Button = Der Button
host-chip-value = Wert eines Chips
host-chip-value-none = ohne Währung: nur Chips
host-chip-value-blinds = ein Blind von { $blinds }
host-chip-value-chips = Chips, die eine Einheit der Währung ergeben
host-chip-value-equals = Chips = 1
host-chip-value-currency = Währung
host-min-buy-in = Kleinster Buy-in
host-max-buy-in = Größter Buy-in
host-act-seconds = Sekunden pro Zug
host-time-bank = Time Bank in Sekunden
host-pause = Sekunden zwischen den Händen
host-top-ups = Nachkaufen
host-top-ups-most = Bis zum größten Buy-in
host-top-ups-broke = Nur ohne Chips
host-none = Keine
host-straddle = Straddle
host-straddle-Utg = Under the Gun
host-straddle-Button = Auf dem Button
host-straddle-Mississippi = Jede Position
host-boards = Mehrere Boards
host-run-it = { $boards ->
    [1] Nein
    [2] Bis zu zwei
   *[other] Bis zu { $boards }
}
host-bomb-pots = Bomb Pots
host-every-hands = Alle { $hands } Hände
host-hybrid = Hybrid: Spieler sagen an und schieben Chips
host-allow-bots = Bots erlauben
host-free-chat = Chat während der Hände erlauben
host-approve-buy-ins = Ich bestätige jeden Buy-in
host-free-entry = Wer später kommt, spielt sofort mit und zahlt keinen Blind dafür
host-your-tournaments = Deine Turniere
host-go-to-tournament = Zum Turnier
host-host-tournament = Turnier eröffnen
host-structure = Struktur
host-entry = Buy-in
host-starting-chips = Chips zum Start
host-seats-per-table = Plätze pro Tisch
host-max-entries = Max. Anmeldungen
host-level-minutes = Minuten pro Level
host-open-tournament = Turnier eröffnen
host-too-many-tournaments = { $count ->
    [one] Du hast schon { $count } Turnier offen, mehr erlaubt dieser Raum nicht. Warte, bis es endet, oder sage es ab.
   *[other] Du hast schon { $count } Turniere offen, mehr erlaubt dieser Raum nicht. Warte, bis eines endet, oder sage eines ab.
}
host-tournament-notes = Als Gastgeber leitest du das Turnier, du darfst mitspielen, und alle sehen, dass du es bist. { $hours ->
    [one] Hat es nach { $hours } Stunde nicht begonnen, wird es abgesagt, und alle bekommen ihre Chips zurück.
   *[other] Hat es nach { $hours } Stunden nicht begonnen, wird es abgesagt, und alle bekommen ihre Chips zurück.
}
host-starts = Beginn
host-start-when-full = Wenn es voll ist
host-start-by-host = Wenn ich es starte
host-start-at = Zu einer festen Zeit
host-start-time = Startzeit
