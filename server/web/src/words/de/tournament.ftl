# Die Seite eines Turniers, seine große Uhr und seine Ergebnisse.
tournament-loading = Das Turnier wird geladen …
tournament-no-such = Dieses Turnier gibt es nicht.
tournament-clock = Uhr
tournament-figures = Eckdaten
tournament-players-left = Noch dabei
tournament-left-of = { $left } von { $entries }
tournament-prize-pool = Preispool
tournament-places-paid = Bezahlte Plätze
tournament-average-stack = Stack im Schnitt
tournament-largest-stack = Größter Stack
tournament-parts = Einzelheiten zum Turnier
tournament-part-players = Spieler
tournament-part-prizes = Preise
tournament-part-structure = Struktur
tournament-part-tables = Tische
tournament-part-news = Neues
tournament-part-rules = Hausregeln
tournament-no-news = Nichts Neues, seit du hier bist.
tournament-no-house-rules = Dieses Regelwerk hat keine Hausregeln.
tournament-canceled-unless-full = Wird { $at } abgesagt, wenn es bis dahin nicht voll ist
tournament-starts-at = Beginnt { $at }
tournament-host-starts = Beginnt, wenn { $host } es startet, spätestens { $at }
tournament-late-entry = Späteinstieg bis Level { $level }
tournament-re-entries = { $count ->
    [one] { $count } Re-Entry
   *[other] { $count } Re-Entries
}
tournament-bounty-Fixed = Feste Bounty von { $amount }
tournament-bounty-Progressive = Progressive Bounty von { $amount }
tournament-bounty-Mystery = Mystery Bounty von { $amount }
tournament-guaranteed = { $amount } garantiert
tournament-check-in-required = Check-in vor dem Start
tournament-no-bots = Ohne Bots
tournament-counts-for = Zählt für { $league }, { $season }
tournament-counts-for-none = Zählt für keine Saison von { $league }: Der Beginn liegt in keiner
tournament-self-run = Die Turnierleitung spielt selbst mit
tournament-format-Open = Geplantes Turnier
tournament-format-SitAndGo = Sit & Go
tournament-format-Shootout = Shootout
tournament-format-HeadsUp = Heads-up
tournament-format-Flight = Starttag
tournament-state-Announced = Angekündigt
tournament-state-Registering = Anmeldung offen
tournament-state-Running = Läuft
tournament-state-OnBreak = Pause
tournament-state-Paused = Angehalten
tournament-state-Finished = Beendet
tournament-state-Cancelled = Abgesagt
tournament-hand-for-hand = Hand for Hand
tournament-impounded = Einbehaltene Pots
tournament-impounded-pot = Pot { $pot } von Tisch { $table } ist bis zur Entscheidung der Turnierleitung einbehalten: { $chips } Chips. { $reason }
tournament-you-host = du bist Gastgeber
tournament-hosted-by = eröffnet von { $host }
tournament-seats-and-stack = { $seats } Plätze pro Tisch · { $stack } Chips zum Start
tournament-big-clock = Große Uhr
tournament-add-to-calendar = Zum Kalender hinzufügen
tournament-print = Drucken
tournament-my-table = Zu meinem Tisch
tournament-check-in = Einchecken
tournament-withdraw = Abmelden
tournament-quit = Aussteigen
tournament-quit-title = Aus { $name } aussteigen
tournament-quit-means = Du kannst nicht zurückkommen. Niemand wartet mehr auf dich: Deine Chips bleiben stehen und werden von den Blinds aufgezehrt, oder sie werden entfernt, wenn das Regelwerk es so vorsieht. Dein Platz zählt.
tournament-quit-not = Weiterspielen
tournament-quit-confirm = Endgültig aussteigen
tournament-propose-deal = Deal vorschlagen
tournament-buy-Rebuy = Rebuy
tournament-buy-AddOn = Add-on
tournament-chips-for = { $chips } für { $cost }
tournament-enter-ticket = Mit deinem Ticket { $again ->
    [true] noch einmal anmelden
   *[other] anmelden
}
tournament-enter-for = { $again ->
    [true] Noch einmal anmelden
   *[other] Anmelden
} für { $price }
tournament-age-title = Dein Alter
tournament-age-limit = Für dieses Turnier musst du mindestens { $age } Jahre alt sein.
tournament-age-confirm = Ich bin mindestens { $age }
tournament-start-reason = Alle sind da.
tournament-invite = Einladen
tournament-floor = Turnierleitung
tournament-start-needs-two = Zuerst müssen sich mindestens zwei Spieler anmelden.
tournament-start-now = Jetzt starten
tournament-invite-title = Zu { $name } einladen
tournament-invite-hint = Wer diesen Link hat, kann zuschauen und mitspielen.
tournament-you-won = { $prize ->
    [0] Du hast das Turnier gewonnen!
   *[other] Du hast das Turnier und { $prize } gewonnen!
}
tournament-you-finished = { $prize ->
    [0] Du bist auf { $place } gelandet.
   *[other] Du bist auf { $place } gelandet und hast { $prize } gewonnen.
}
tournament-of-it-bounties = Davon sind { $bounties } Bounties.
tournament-in = Du bist dabei.
tournament-in-until-full = Du bist dabei. Es geht los, sobald der letzte Platz vergeben ist.
tournament-in-check-in = Du bist dabei. Checke vor dem Start ein.
tournament-checked-in = Du bist dabei und eingecheckt.
tournament-waiting = Du wartest auf einen Platz. Der nächste freie gehört dir.
tournament-through = Du bist in der nächsten Runde.
tournament-penalty-hands = { $count ->
    [one] Strafe: Du setzt noch { $count } Hand aus.
   *[other] Strafe: Du setzt noch { $count } Hände aus.
}
tournament-deal-vote = Die Spieler stimmen geheim über einen Deal ab.
tournament-podium = Endstand
tournament-place-number = Platz { $place }
tournament-all-results = Alle Ergebnisse
tournament-plan-next = Das nächste eröffnen
tournament-next-opened = Das nächste Turnier ist offen. Alle hier sind eingeladen.
tournament-next-announced = Das nächste Turnier ist offen: { $link }
tournament-next-reason = Revanche
tournament-play-again = Noch einmal spielen
tournament-rematch = { $name } will eine Revanche
tournament-rematch-join = Mitspielen
tournament-to-rematch = Zur Revanche
tournament-replay-last = Deine letzte Hand ansehen
tournament-bring-in = Bring-in { $amount }
tournament-ante = Ante { $amount }
tournament-starts-when-full = Beginnt, wenn voll
tournament-starts-within = Beginnt spätestens in
tournament-phase-BeforeStart = Beginnt in
tournament-phase-Level = Level { $level }
tournament-phase-BreakDue = Letzte Hand vor der Pause
tournament-phase-Break = Pause
tournament-phase-Paused = Angehalten
tournament-phase-Over = Vorbei
tournament-over = Beendet
tournament-next-level = Danach: { $stakes }
tournament-break-in = Pause in { $time }
tournament-player = Spieler
tournament-chips = Chips
tournament-place = Platz
tournament-prize = Preis
tournament-where = Status
tournament-level = Level
tournament-blinds = Blinds
tournament-ante-column = Ante
tournament-length = Dauer
tournament-bot = Bot
tournament-table-seat = Tisch { $table }, Platz { $seat }
tournament-winner = Gewonnen
tournament-entry-Registered = Angemeldet
tournament-entry-CheckedIn = Eingecheckt
tournament-entry-Waiting = Wartet auf einen Platz
tournament-entry-Playing = Spielt
tournament-entry-Moving = Wechselt den Tisch
tournament-entry-MayRebuy = Rebuy möglich
tournament-entry-Out = Ausgeschieden
tournament-entry-Through = Weiter
tournament-entry-Withdrawn = Abgemeldet
tournament-entry-Disqualified = Disqualifiziert
tournament-no-players = Noch hat sich niemand angemeldet.
tournament-ticket = Ticket
tournament-no-prizes = Die Preise hängen von der Zahl der Anmeldungen ab.
tournament-break = Pause
tournament-rebuy-terms = Rebuy: { $chips } Chips für { $cost } bis Level { $level }.
tournament-add-on-terms = Add-on: { $chips } Chips für { $cost } nach Level { $level }.
tournament-table = Tisch { $number }
tournament-table-Playing = Spielt
tournament-table-Waiting = Wartet
tournament-table-Halted = Angehalten
tournament-table-Stopped = Gestoppt
tournament-hand = Hand
tournament-stacks = Stacks
tournament-no-tables = Kein Tisch ist offen.
tournament-not-connected = Keine Verbindung
tournament-average = Durchschnitt
tournament-back = Zurück
tournament-file-csv = Tabelle (CSV)
tournament-file-json = JSON
tournament-file-ots = Tracker (OTS)
tournament-won-by = Gewonnen von { $winners }
tournament-no-winner = Kein Gewinner
tournament-players-and-entries = { $players } Spieler, { $entries ->
    [one] { $entries } Anmeldung
   *[other] { $entries } Anmeldungen
} · Preispool { $pool }
tournament-downloads = Downloads
tournament-deal-made = Die Spieler haben einen Deal gemacht: { $shares }.
tournament-deal-for-winner = Der Gewinner bekam weitere { $amount }.
tournament-places-and-prizes = Plätze und Preise
tournament-tickets = Tickets
tournament-bounties = Bounties
tournament-knocked-out = Knockouts
tournament-entries = Anmeldungen
tournament-points = Punkte
tournament-more-players = Mehr Spieler zeigen
tournament-all-past = Alle vergangenen Turniere
tournament-corrected-disqualified = { $name } wurde disqualifiziert
tournament-corrected-restored = { $name } hat das ursprüngliche Ergebnis zurück
tournament-corrected-moved = { $name } steht jetzt auf Platz { $place }
tournament-corrected-points = { $name } verliert { $points } Punkte
tournament-corrected-forfeited = { $name } verliert { $amount } vom Preisgeld
