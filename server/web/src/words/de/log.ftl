# Das Protokoll einer Hand. $you ist „yes“, wenn es um den Leser geht.
log-hand = Hand { $number }: { $game }
log-hand-bomb-pot = Hand { $number }: { $game }, Bomb Pot
log-up-card = { $you ->
    [yes] Du bekommst { $cards }
   *[no] { $name } bekommt { $cards }
}
log-flop = Flop: { $cards }
log-turn = Turn: { $cards }
log-river = River: { $cards }
log-board = Board: { $cards }
log-board-of = Board { $number }: { $cards }
log-draw-only = Kartentausch
log-draw-of = { $number ->
    [1] Erster Kartentausch von { $draws ->
        [2] zwei
        [3] drei
       *[other] { $draws }
    }
    [2] Zweiter Kartentausch von { $draws ->
        [2] zwei
        [3] drei
       *[other] { $draws }
    }
    [3] Dritter Kartentausch von { $draws ->
        [3] drei
       *[other] { $draws }
    }
   *[other] Kartentausch { $number } von { $draws }
}
log-draws = { $you ->
    [yes] Du tauschst { $count ->
        [one] eine Karte
       *[other] { $count } Karten
    }
   *[no] { $name } tauscht { $count ->
        [one] eine Karte
       *[other] { $count } Karten
    }
}
log-stands-pat = { $you ->
    [yes] Du tauschst keine Karte
   *[no] { $name } tauscht keine Karte
}
log-boards-agreed = Die Hand wird auf { $count } Boards ausgespielt
log-posts-ante = { $you ->
    [yes] Du setzt die Ante von { $amount }
   *[no] { $name } setzt die Ante von { $amount }
}
log-posts-small-blind = { $you ->
    [yes] Du setzt den Small Blind von { $amount }
   *[no] { $name } setzt den Small Blind von { $amount }
}
log-posts-big-blind = { $you ->
    [yes] Du setzt den Big Blind von { $amount }
   *[no] { $name } setzt den Big Blind von { $amount }
}
log-posts-entry-blind = { $you ->
    [yes] Du setzt { $amount } zum Einstieg
   *[no] { $name } setzt { $amount } zum Einstieg
}
log-posts-dead-blind = { $you ->
    [yes] Du setzt einen Dead Blind von { $amount }
   *[no] { $name } setzt einen Dead Blind von { $amount }
}
log-posts-straddle = { $you ->
    [yes] Du setzt einen Straddle von { $amount }
   *[no] { $name } setzt einen Straddle von { $amount }
}
log-folds = { $you ->
    [yes] Du foldest
   *[no] { $name } foldet
}
log-checks = { $you ->
    [yes] Du checkst
   *[no] { $name } checkt
}
log-calls = { $you ->
    [yes] Du callst { $amount }
   *[no] { $name } callt { $amount }
}
log-brings-in = { $you ->
    [yes] Du setzt das Bring-in von { $amount }
   *[no] { $name } setzt das Bring-in von { $amount }
}
log-completes = { $you ->
    [yes] Du erhöhst das Bring-in auf { $amount }
   *[no] { $name } erhöht das Bring-in auf { $amount }
}
log-bets = { $you ->
    [yes] Du setzt { $amount }
   *[no] { $name } setzt { $amount }
}
log-raises = { $you ->
    [yes] Du erhöhst auf { $amount }
   *[no] { $name } erhöht auf { $amount }
}
log-with-all-in = { $line }, All-in
log-with-timeout = { $line } (Zeit abgelaufen)
log-uncalled = { $you ->
    [yes] { $amount } wurden nicht gecallt und gehen an dich zurück
   *[no] { $amount } wurden nicht gecallt und gehen an { $name } zurück
}
log-shows = { $you ->
    [yes] Du zeigst { $cards }
   *[no] { $name } zeigt { $cards }
}
log-mucks = { $you ->
    [yes] Du wirfst deine Karten verdeckt weg
   *[no] { $name } wirft die Karten verdeckt weg
}
log-hand-dead = { $you ->
    [yes] Deine Hand ist tot: { $reason } ({ $rule })
   *[no] Die Hand von { $name } ist tot: { $reason } ({ $rule })
}
log-from-pot = dem Pot
log-from-main-pot = dem Hauptpot
log-from-side-pot = Sidepot { $number }
log-wins = { $you ->
    [yes] Du gewinnst { $amount } aus { $pot }
   *[no] { $name } gewinnt { $amount } aus { $pot }
}
log-wins-with = { $you ->
    [yes] Du gewinnst { $amount } aus { $pot } mit { $hand }
   *[no] { $name } gewinnt { $amount } aus { $pot } mit { $hand }
}
log-void = Die Hand zählt nicht: { $reason }
log-sits-down = { $name } setzt sich mit { $amount }
log-leaves = { $name } verlässt den Tisch
log-leaves-unknown = Ein Spieler verlässt den Tisch
log-sits-out = { $you ->
    [yes] Du setzt aus
   *[no] { $name } setzt aus
}
log-sits-in = { $you ->
    [yes] Du bist wieder dabei
   *[no] { $name } ist wieder dabei
}
log-paused = Der Tisch macht Pause
log-resumed = Es geht weiter
log-next-game = Nächstes Spiel: { $game }
log-next-game-chosen = { $you ->
    [yes] Du hast das nächste Spiel gewählt: { $game }
   *[no] { $name } hat das nächste Spiel gewählt: { $game }
}
log-may-choose = { $you ->
    [yes] Du wählst das nächste Spiel
   *[no] { $name } wählt das nächste Spiel
}
log-asks-rabbit = { $you ->
    [yes] Du möchtest sehen, welche Karten noch gekommen wären
   *[no] { $name } möchte sehen, welche Karten noch gekommen wären
}
log-rabbit-agreed = { $you ->
    [yes] Du stimmst zu
   *[no] { $name } stimmt zu
}
log-rabbit-refused = { $you ->
    [yes] Du lehnst ab
   *[no] { $name } lehnt ab
}
log-rabbit-shown = Diese Karten wären gekommen: { $cards }
log-wants-boards = { $you ->
    [yes] Du möchtest { $count ->
        [1] ein Board
       *[other] { $count } Boards
    }
   *[no] { $name } möchte { $count ->
        [1] ein Board
       *[other] { $count } Boards
    }
}
log-asks-to-see = { $you ->
    [yes] Du möchtest die Hand von { $target } sehen
   *[no] { $targetYou ->
        [yes] { $name } möchte deine Hand sehen
       *[no] { $name } möchte die Hand von { $target } sehen
    }
}
log-ruled = { $you ->
    [yes] Deine Aktion: { $ruling } ({ $rule })
   *[no] Die Aktion von { $name }: { $ruling } ({ $rule })
}
log-floor-called = Der Floor wird gerufen: { $matter } ({ $rule })
log-floor-ruled = Die Entscheidung: { $option }
log-deal-ruled = Das Austeilen: { $remedy } ({ $rule })
log-deal-ruled-returned = Das Austeilen: { $remedy }, und { $amount } gehen zurück ({ $rule })
log-rescinded = { $count ->
    [one] Eine Aktion ist zurückgenommen ({ $rule })
   *[other] { $count } Aktionen sind zurückgenommen ({ $rule })
}
log-floor-ordered = Floor ({ $operator }): { $command }. { $reason }
log-floor-ordered-by-rule = Floor ({ $operator }): { $command }. { $reason } ({ $rule })
log-host-orders = { $operator } { $command }
log-host-orders-because = { $operator } { $command }: { $reason }
log-folds-out-of-turn = { $you ->
    [yes] Du foldest außer der Reihe
   *[no] { $name } foldet außer der Reihe
}
log-floor-attended = Der Floor ist da
log-floor-unattended = Der Floor ist gegangen
log-clock-called = { $you ->
    [yes] Deine Bedenkzeit läuft jetzt ab ({ $rule })
   *[no] Die Bedenkzeit von { $name } läuft jetzt ab ({ $rule })
}
# Was ein Platz zuletzt getan hat, in ein bis zwei Wörtern.
log-did-fold = Fold
log-did-check = Check
log-did-call = Call
log-did-bring-in = Bring-in
log-did-complete = Complete
log-did-bet = Bet
log-did-raise = Raise
log-did-all-in = All-in
log-did-small-blind = Small Blind
log-did-big-blind = Big Blind
log-did-entry-blind = Einstieg
log-did-dead-blind = Dead Blind
log-did-straddle = Straddle
log-did-draw = Tauscht { $count }
log-did-stand-pat = Tauscht nicht
# Der Leser, wo sonst ein Name steht.
log-you = Du
log-seat = Platz { $number }
