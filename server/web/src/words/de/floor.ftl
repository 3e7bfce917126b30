# Die Konsole der Turnierleitung. Zuerst die Befehle: Gruppen, Felder und Auswahl. Ihre Namen stehen in titles.ftl.
floor-group-table = Tisch
floor-group-hand = Hand
floor-group-turn = Zug
floor-group-wager = Einsatz
floor-seat = Platz
floor-button-at = Dealer-Button bei
floor-went-to = Ging an
floor-belongs-to = Gehört
floor-chips = Chips
floor-prize-money = Preisgeld
floor-dispute = Was war falsch
floor-dispute-accounting = Chips falsch gezählt
floor-dispute-reading = Hände falsch gelesen
floor-to-act = Am Zug
floor-seconds = Sekunden
floor-asked-by = Gefragt von
floor-count-given = Genannte Zählung
floor-clock-on = Uhr für
floor-wager-of = Spieler
floor-wager-to = Einsatz insgesamt
floor-until-resumed = weitergespielt wird
floor-until-next-card = die nächste Karte kommt
floor-until-dispute-over = die Einspruchsfrist endet
floor-group-card = Karte
floor-group-boxed = Umgedrehte Karte (boxed)
floor-group-deal = Austeilen
floor-group-deck = Kartenspiel
floor-group-board = Board
floor-group-stub = Reststapel
floor-whose-cards = Spieler
floor-which-card = Karte
floor-cards-known = Die Karten sind sicher bekannt
floor-found-at = Gefunden
floor-in-stub = im Reststapel
floor-lay-at = Position
floor-how-many = Wie viele
floor-board-card = Karte des Boards
floor-which-seat = Platz
floor-cards-held = Zahl der Karten
floor-burn-known = Die Burn-Karte ist bekannt
floor-flop-turned = Die Karten wurden aufgedeckt
floor-burned = Verbrannte Karten
floor-cards-turned = Karten wurden aufgedeckt
floor-actions-since = Aktionen seither
floor-stub-now = Der Reststapel
floor-stub-rebuilt = ist wieder in Ordnung
floor-stub-disordered = hat seine Reihenfolge verloren
floor-stub-mixed = ist mit dem Muck vermischt
floor-touched-by = Berührt von
floor-the-muck = Muck
floor-group-clock = Uhr
floor-group-entries = Anmeldungen
floor-group-seats = Plätze
floor-group-tables = Tische
floor-group-penalties = Strafen
floor-group-talk = Chat
floor-group-end = Ende
floor-levels-rows = Je eine Zeile: 200/400 400 20 für Blinds, Ante und Minuten; break 10 100 für Pausenminuten und kleinsten Chip danach
floor-levels-betting = Setzweise
floor-levels-ante = Antes zahlt
floor-levels-unit = Kleinster Chip
floor-no-limit = No Limit
floor-pot-limit = Pot Limit
floor-fixed-limit = Fixed Limit
floor-ante-big-blind = der Big Blind
floor-ante-each = jeder
floor-ante-button = der Button
floor-until-next-level = zum Beginn des nächsten Levels
floor-extra-tables = Anzahl der Tische
floor-color-up-how = Verfahren
floor-by-the-book = nach dem Regelwerk
floor-race = Chip-Race
floor-round-up = Aufrunden
floor-all-tables = alle Tische
floor-draw-about = Worüber das Los entscheidet
floor-draw-from = Was gezogen werden kann, je eine Zeile; #12 für Anmeldung 12
floor-draw-count = Wie viele gezogen werden
floor-player = Spieler
floor-second-player = Zweiter Spieler
floor-third-player = Dritter Spieler
floor-nobody-else = sonst niemand
floor-pot = Pot
floor-table = Tisch
floor-any-seat = beliebig
floor-level = Level
floor-seconds-left = Restliche Sekunden
floor-starts = Beginn
floor-account-name = Name des Kontos
floor-table-number = Tischnummer
floor-one = Erster Spieler
floor-other = Zweiter Spieler
floor-to-table = An Tisch
floor-hand-for-hand-now = Hand for Hand
floor-begins = beginnt
floor-ends = endet
floor-hands = Hände
floor-rounds = Runden
floor-beyond-entries = Darf mehr Chips ins Spiel bringen als die Anmeldungen
floor-keeps-prize = Behält den Preis für den Platz
floor-ban-days = Tage gesperrt für ähnliche Turniere
floor-announcement = Durchsage
floor-wall-minutes = Minuten auf den Anzeigen
floor-wall-scene = Die Anzeigen zeigen
floor-wall-clock = Uhr
floor-wall-seats = Plätze
floor-wall-moves = Umzüge
floor-wall-prizes = Preise oder Punkte
floor-wall-standings = Tabelle der Saison
floor-wall-rules = Hausregeln
floor-wall-rotate = Alles der Reihe nach
floor-wall-seconds = Sekunden je Seite, wenn der Reihe nach
floor-deals-now = Deals
floor-deals-on = dürfen vorgeschlagen werden
floor-deals-off = dürfen nicht vorgeschlagen werden
floor-refund = Erstattung
floor-refund-everything = Alle Anmeldungen voll
floor-refund-by-stacks = Den Pool, nach Stacks
floor-refund-evenly = Den Pool, zu gleichen Teilen
floor-until-clock-moves = das Level wechselt
floor-until-start = das Turnier beginnt
floor-until-end = das Turnier endet
floor-until-hand-for-hand-ends = Hand for Hand endet
floor-until-out = der Spieler ausscheidet
floor-until-out-or-fewer = der Spieler ausscheidet oder weniger Chips hat
floor-until-hand-over = die laufende Hand endet
floor-group-results = Ergebnisse
floor-group-leagues = Ligen
floor-group-bans = Sperren
floor-past-tournament = Vergangenes Turnier
floor-place = Platz
floor-points = Punkte
floor-league = Liga
floor-no-league = keine
floor-season = Saison
floor-days = Tage
floor-ban-from = Gesperrt für
floor-all-tournaments = alle Turniere
floor-group-chips = Chips

# Befehle, wie das Protokoll sie zeigt.
floor-command-about = { $command } ({ $about })
floor-detail-touched-by = durch Platz { $value }
floor-detail-card = Karte { $value }
floor-detail-cards = { $value ->
    [one] { $value } Karte
   *[other] { $value } Karten
}
floor-detail-burned = { $value } verbrannt
floor-detail-exposed = Karten aufgedeckt
floor-detail-identified = Karten bekannt
floor-detail-actions = { $value ->
    [one] { $value } Aktion seither
   *[other] { $value } Aktionen seither
}

# Die Seite selbst.
floor-floor = Turnierleitung
floor-integrity = Integritätsbericht
floor-not-allowed = Diese Seite ist für Turnierleitung und Gastgeber. Melde dich mit einem Konto an, das hier entscheiden darf.
floor-loading = Wird geladen …
floor-questions-open = { $count ->
    [one] { $count } offene Frage
   *[other] { $count } offene Fragen
}
floor-no-questions = Keine offenen Fragen
floor-open-questions = Offene Fragen
floor-tables = Tische
floor-commands = Befehle
floor-choose = Bitte wählen …
floor-choose-table = Wähle einen Tisch
floor-tournaments = Turniere
floor-left = noch { $count } dabei
floor-entered = { $count } angemeldet
floor-direct-tournament = Turnier leiten
floor-choose-tournament = Wähle ein Turnier
floor-leagues = Ligen
floor-leagues-title = Ligen, Ergebnisse und Sperren
floor-hand-number = Hand { $hand }
floor-tag-question = Frage
floor-tag-paused = Angehalten
floor-tag-attended = Betreut
floor-tag-hybrid = Hybrid
floor-seen-table = Gilt für Schritt { $step } dieses Tisches.
floor-seen-tournament = Gilt für Schritt { $step } dieses Turniers.
floor-watch = Zuschauen
floor-attend = Betreuen
floor-stop-attending = Betreuung beenden
floor-attended = Jemand betreut den Tisch
floor-unattended = Niemand betreut den Tisch
floor-seats = Plätze
floor-seat-bet = Einsatz { $amount }
floor-seat-away = abwesend
floor-seat-sitting-out = setzt aus
floor-seat-folded = Fold
floor-seat-time = { $count ->
    [one] eine Entscheidung
   *[other] { $count } Entscheidungen
}, { $late } spät, im Mittel { $seconds } s
floor-flags = Für die Turnierleitung vermerkt
floor-flagged = { $flag ->
    [NonstandardFold] { $name } hat trotz freiem Check oder außer der Reihe gefoldet
    [OutOfTurn] { $name } hat außer der Reihe gehandelt
    [ConditionalStatement] { $name } hat eine bedingte Ansage gemacht
    [PotInNoLimit] { $name } hat in No-Limit „Pot“ gesetzt
    [TinyChip] { $name } hat einen Chip gebracht, der gemessen am Einsatz winzig ist
    [ExclusiveNuts] { $name } hatte die alleinigen Nuts, war zuletzt dran und hat weder gesetzt noch erhöht
    [NutsPenalty] { $name } hatte die alleinigen Nuts, war zuletzt dran und hat weder gesetzt noch erhöht: eine Strafe ist fällig
    [ExposedCards] { $name } hat Karten gezeigt, obwohl noch gehandelt wurde
    [Stalling] { $name } hält das Spiel auf: drei der letzten zehn Entscheidungen kamen spät
   *[other] { $name }: { $flag }
}
floor-command = Befehl
floor-deal-error = Fehler beim Austeilen melden
floor-what-went-wrong = Was ist passiert
floor-report = Melden
floor-deal-error-note = Das Regelwerk bestimmt die Folge oder überlässt sie der Turnierleitung.
floor-table-log = Verlauf am Tisch
floor-no-log = Seit du hier bist, ist nichts passiert.
floor-apply = Ausführen
floor-reason = Grund
floor-reason-hint = Alle können ihn lesen
floor-rule = Regel
floor-no-rule = keine
floor-undo-until = Du kannst das zurücknehmen, bis { $until }.
floor-no-undo = Das lässt sich nicht zurücknehmen. Gib den gegenteiligen Befehl, wenn es einen gibt.
floor-audit = Protokoll
floor-audit-title = Befehle an Tischen
floor-audit-only = Nur an { $table }
floor-audit-rows = Bisherige Befehle
floor-when = Wann
floor-who = Wer
floor-where = Wo
floor-what = Befehl
floor-step = Schritt { $step }
floor-audit-empty = Noch keine Befehle.
floor-audit-more = Frühere Befehle zeigen
floor-table-id = Tisch { $id }
floor-big-clock = Große Uhr
floor-entries-so-far = { $entries ->
    [one] { $entries } Anmeldung
   *[other] { $entries } Anmeldungen
}
floor-level-and-players = Level { $level } · { $left } von { $entries } Spielern
floor-needs-second = braucht eine Bestätigung
floor-undone = zurückgenommen
floor-automatic = Automatisch
floor-verb-about = { $verb }: { $about }
floor-leave-it = Lassen
floor-rulings = Entscheidungen
floor-no-rulings = Noch keine Entscheidungen.
floor-bans = Gesperrte Konten
floor-banned-until = bis { $date }, { $from }
floor-lift = Aufheben
floor-no-bans = Niemand ist gesperrt.
floor-open-tournament = Turnier eröffnen
floor-structure = Struktur
floor-name = Name
floor-counts-for = Liga
floor-structure-by-book = { $name } ({ $book })
floor-name-of-structure = wie die Struktur
floor-self-run = Ich spiele selbst mit
floor-open = Eröffnen
floor-roster-title = Teilnehmerliste anmelden
floor-roster = Teilnehmerliste
floor-roster-text = Spieler als CSV. Die erste Zeile nennt die Spalten: name, table, seat, apart, check_in, stack
floor-roster-file = Oder wähle eine Datei
floor-roster-enter = Alle anmelden
floor-roster-refused = { $count ->
    [one] Niemand wurde angemeldet: { $count } Problem.
   *[other] Niemand wurde angemeldet: { $count } Probleme.
}
floor-roster-entered = { $count } Spieler angemeldet.
floor-roster-line = Zeile { $line }
floor-ticket-at = Frage an { $table }
floor-ticket-in-front = { $amount } vor dem Spieler
floor-ticket-pushed = { $amount } gerade gesetzt
floor-ticket-call = ein Call kostet { $amount }
floor-ticket-forfeit = ein Fold kostet { $amount }
floor-ticket-default = Entscheidet niemand rechtzeitig: { $ruling }.
floor-ticket-usual = (üblich)
floor-ruling-reason = Nach dem Regelwerk
floor-claim-reason = Ich kümmere mich darum
floor-group-real-cards = Echte Karten
floor-until-level-ends = das Level oder die Pause endet
floor-until-stack-changes = sich der Stack ändert
floor-winner = Gewonnen von
floor-also-out = Auch ausgeschieden
floor-nobody = niemand
floor-real-seats = Wer ist ausgeschieden?
floor-real-moves = Auf dem Weg zum neuen Platz
floor-real-move = von Tisch { $from }, Platz { $fromSeat }, an Tisch { $table }, Platz { $seat }
floor-real-confirm = Bestätigen
floor-real-sits = Der Spieler sitzt dort.
floor-real-seat = Platz { $seat } · { $stack }
floor-real-out = Raus
floor-real-out-of = { $name } ist raus
floor-real-who = Wer hat die Chips gewonnen? Ist in dieser Hand noch jemand raus?
floor-real-part-won = Gewonnen
floor-real-part-out = Auch raus
floor-real-also-won = { $name } hat Chips gewonnen
floor-real-also-out = { $name } ist auch raus
floor-real-count-out = { $count ->
    [one] Ein Spieler ist raus.
   *[other] { $count } Spieler sind raus.
}
floor-real-count-won = { $count ->
    [0] Niemand bekommt die Chips.
    [one] Ein Spieler bekommt die Chips.
   *[other] { $count } Spieler teilen die Chips.
}
floor-real-lost = Der Spieler hat alle Chips verloren.
floor-real-keep = Abbrechen

# Turnierreihen, und ihre Bedingungen, die der Raum ablehnen kann.
floor-schedules = Turnierreihen
floor-no-schedules = Der Raum kündigt von sich aus nichts an.
floor-schedule-new = Neue Turnierreihe
floor-schedule-make = Anlegen
floor-schedule-change = Ändern
floor-schedule-end = Beenden
floor-schedule-reason = Er steht im Sicherheitsprotokoll
floor-schedule-configured = Konfiguration
floor-schedule-starts = { $starts } ({ $zone })
floor-schedule-start = { $day } { $time }
floor-schedule-every-day = jeden Tag
floor-schedule-when-full = Beginnt, sobald es voll ist
floor-schedule-after = Beginnt { $time } nach der Ankündigung
floor-schedule-next = Nächster Termin: { $date }. Anmelden kann man sich ab { $before } vorher.
floor-schedule-counts = zählt für { $league }
floor-schedule-way-dates = an Wochentagen
floor-schedule-way-full = sobald es voll ist
floor-schedule-way-after = eine Zeit nach der Ankündigung
floor-schedule-dates = Tage und Zeiten
floor-schedule-day-of = Tag von Beginn { $number }
floor-schedule-time-of = Zeit von Beginn { $number }
floor-schedule-remove = Beginn { $number } entfernen
floor-schedule-add = Weiterer Beginn
floor-schedule-zone = Zeitzone
floor-schedule-opens = Anmeldung vor dem Beginn
floor-schedule-starts-in = Beginn nach der Ankündigung
floor-schedule-unit-of = Einheit: { $label }
floor-schedule-unit-day = Tage
floor-schedule-unit-hour = Stunden
floor-schedule-unit-minute = Minuten
floor-schedule-verifiable = Prüfbare Ausgaben
floor-schedule-verifiable-usual = wie sonst im Raum
floor-schedule-verifiable-on = ja
floor-schedule-verifiable-off = nein
floor-schedule-bots = Bots dürfen spielen
floor-schedule-announced-stay = Schon angekündigte Turniere bleiben, wie sie sind.
error-term-league = Diese Liga geht hier nicht.
error-term-every = Diese Tage und Zeiten gehen nicht.
error-term-time-zone = Der Raum kennt diese Zeitzone nicht.
error-term-opens = Diese Zeit geht nicht.
error-term-starts-in = Diese Zeit geht nicht.
error-term-verifiable = Prüfbare Ausgaben gehen mit dieser Struktur nicht.
