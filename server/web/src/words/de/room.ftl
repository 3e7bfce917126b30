# Meldungen des Servers, und die Neuigkeiten eines Turniers.
room-no-connection = Es besteht keine Verbindung zum Server.
room-no-answer = Die Verbindung brach ab, bevor der Server antwortete.
room-code-unknown = Kein Tisch oder Turnier hat diesen Code. Prüfe ihn und versuche es noch einmal.
room-chips-granted = Deinem Guthaben wurden Chips gutgeschrieben
room-token-revoked = Token widerrufen
room-table-closes = Der Tisch schließt nach dieser Hand
room-table-closed = Tisch { $table } ist geschlossen
room-on-waiting-list = Du stehst auf der Warteliste. Der nächste freie Platz wird dir angeboten.
room-waiting-left = Du stehst nicht mehr auf der Warteliste
room-waiting-offer-over = Dein reservierter Platz ging an den Nächsten auf der Warteliste
room-waiting-away = Du warst zu lange weg und stehst nicht mehr auf der Warteliste
room-waiting-closed = Der Tisch schließt
room-no-auto-rebuy = Du hast keine Chips mehr, und dein Guthaben liegt unter dem Minimum von { $amount }. Besorge dir Chips, um weiterzuspielen.
room-top-up = Kommt nach dieser Hand dazu: { $amount }
room-left-table =
    { $chips ->
        [0] Du hast den Tisch verlassen
       *[other] Du hast den Tisch verlassen. { $chips } Chips sind wieder in deinem Guthaben.
    }
room-left-private-table =
    { $chips ->
        [0] Du hast den Tisch verlassen
       *[other] Du hast den Tisch mit { $chips } Chips verlassen. Sie stehen in der Abrechnung.
    }
room-chips-stayed = { $chips } Chips von Gästen oder neuen Konten blieben am Tisch: Außerhalb sind sie nichts wert.
room-signed-out-everywhere = Du bist überall sonst abgemeldet.
room-new-seat = Du hast einen neuen Platz
room-won =
    { $prize ->
        [0] Du hast das Turnier gewonnen!
       *[other] Du hast das Turnier und { $prize } Chips gewonnen!
    }
room-place = Platz { $place }
room-finished =
    { $prize ->
        [0] Du bist auf { $place } ausgeschieden
       *[other] Du bist auf { $place } ausgeschieden und gewinnst { $prize } Chips
    }
room-bagged = { $chips } Chips warten auf dich in { $tournament }
room-entered = Du bist angemeldet
room-withdrawn = Deine Anmeldung ist zurückgezogen
room-has-quit = Du bist endgültig aus dem Turnier ausgestiegen
room-checked-in = Du bist eingecheckt
room-bought = Chips gekauft
room-deal-asked = Alle verbliebenen Spieler können jetzt über den Deal abstimmen
room-applied = Erledigt
room-tournament-opened = Das Turnier ist offen

room-news-enters = { $name } ist dabei
room-news-began =
    { $players ->
        [one] Shuffle up and deal: ein Spieler
       *[other] Shuffle up and deal: { $players } Spieler
    }
room-news-level = Level { $level } beginnt
room-news-levels-changed = Die kommenden Levels sind geändert. Die Struktur zeigt sie.
room-news-break = Pause für { $time }
room-news-break-over = Die Pause ist vorbei
room-news-paused = Uhr angehalten: { $reason }
room-news-resumed = Die Uhr läuft wieder
room-news-entries-closed =
    { $entries ->
        [one] Die Anmeldung ist geschlossen, mit einem Teilnehmer
       *[other] Die Anmeldung ist geschlossen, mit { $entries } Teilnehmern
    }
room-news-out =
    { $prize ->
        [0] { $name } ist auf { $place } ausgeschieden
       *[other] { $name } ist auf { $place } ausgeschieden und gewinnt { $prize }
    }
room-news-hand-for-hand = Ab jetzt wird Hand für Hand gespielt
room-news-hand-for-hand-over = Hand für Hand ist vorbei
room-news-ruled = { $operator }: { $command }. { $reason }
room-news-ruled-by-rule = { $operator }: { $command }. { $reason } ({ $rule })
room-news-floor = Turnierleitung
room-stage-break = Pause, { $time }
room-lots = Auslosung ({ $about }) aus: { $list }
room-lots-drawn = Auslosung ({ $about }) aus { $list }. Gezogen: { $drawn }
room-news-deal-asked = Ein Deal ist gewünscht. Er wird vorgeschlagen, sobald die laufenden Hände beendet sind.
room-news-deal-dropped = Nach diesen Händen ist kein Deal möglich
room-news-deal-proposed = Ein Deal ist vorgeschlagen
room-news-deal-agreed = Der Deal ist angenommen
room-news-deal-rejected = Der Deal ist abgelehnt
room-news-winner = { $name } gewinnt das Turnier
room-news-over = Das Turnier ist vorbei
room-news-canceled = Turnier abgesagt: { $reason }
room-rematch = { $name } will eine Revanche. Spielst du mit?
