# Die Lobby: Ring Games, Turniere und der Einstieg.
lobby-sections = Bereiche der Lobby
lobby-ring-games = Ring Games
lobby-tournaments = Turniere
lobby-leagues = Ligen
lobby-host-table = Tisch eröffnen
lobby-host-tournament = Turnier eröffnen
lobby-join-code = Mit Code beitreten
lobby-no-free-seat = Im Moment sind alle Tische voll. Öffne einen und setz dich auf die Warteliste.
lobby-activity = { $tables ->
    [one] { $tables } Tisch
   *[other] { $tables } Tische
} offen · { $players } Spieler am Tisch{ $bots ->
    [0] { "" }
    [one] , davon { $bots } Bot
   *[other] , davon { $bots } Bots
}
lobby-welcome = Nimm Platz.
lobby-lead = Hold’em, Omaha, Stud und Draw, dazu Turniere nach Regelwerk. Ein Klick, und du sitzt.
lobby-play-now = Jetzt spielen
lobby-create-account = Konto anlegen
lobby-game = Spiel
lobby-game-all = Alle
lobby-game-holdem = Hold’em
lobby-game-omaha = Omaha
lobby-game-stud = Stud
lobby-game-draw = Draw
lobby-game-mixed = Gemischt
lobby-betting = Limit
lobby-any-betting = Jedes Limit
lobby-big-blind = Big Blind
lobby-any-stakes = Alle Einsätze
lobby-stakes-small = Big Blind bis 10
lobby-stakes-medium = Big Blind 11 bis 100
lobby-stakes-large = Big Blind über 100
lobby-free-seats-only = Nur freie Plätze
lobby-shown = { $tables ->
    [one] { $tables } Tisch
   *[other] { $tables } Tische
}, { $players } Spieler{ $bots ->
    [0] { "" }
    [one] , davon { $bots } Bot
   *[other] , davon { $bots } Bots
}
lobby-loading = Die Lobby wird geladen …
lobby-no-tables = Kein offener Tisch passt zu deiner Auswahl.
lobby-pots-and-buy-in = Pot im Schnitt { $pot } · Buy-in { $min }–{ $max }
lobby-tag-hybrid = Hybrid
lobby-tag-straddle = Straddle
lobby-tag-bomb-pots = Bomb Pots
lobby-tag-run-it = { $times ->
    [2] Zwei Boards
   *[other] { $times } Boards
}
lobby-tag-no-bots = Ohne Bots
lobby-tag-bots = { $count ->
    [one] { $count } Bot
   *[other] { $count } Bots
}
lobby-tag-your-seat = Dein Platz
lobby-stakes = Einsätze
lobby-buy-in = Buy-in
lobby-average-pot = Pot im Schnitt
lobby-seats = Plätze
lobby-seats-taken = { $seated } von { $seats } Plätzen besetzt
lobby-waiting = { $count } warten
lobby-which-tournaments = Turniere filtern
lobby-events-all = Alle
lobby-events-scheduled = Geplant
lobby-events-sit-and-go = Sit & Go
lobby-events-mine = Meine
lobby-events-over = Beendet
lobby-open-for-entries = Anmeldung offen
lobby-tournaments-shown = { $count ->
    [one] { $count } Turnier
   *[other] { $count } Turniere
}
lobby-no-tournaments = Kein Turnier passt zu deiner Auswahl.
lobby-tag-late-entry = Späteinstieg
lobby-tag-bounty = Bounty
lobby-tag-re-entry = Re-Entry
lobby-prize-pool = Preispool
lobby-starts = Beginn
lobby-level = Level
lobby-when-full = Wenn voll
lobby-bot-in = { $count ->
    [one] In { $time } kommt ein Bot dazu
   *[other] In { $time } kommen Bots dazu
}
lobby-starts-in = in { $time }
lobby-starts-now = jetzt
lobby-entries = Anmeldungen
lobby-players-left = Noch dabei
