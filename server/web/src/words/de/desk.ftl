# Das Blatt eines privaten Tisches: was sein Gastgeber regelt und was alle dort lesen.
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
