# Die Aktionsleiste sowie Worte und Chips am Hybridtisch. $you ist „yes“, wenn der Leser gemeint ist.
action-your-turn = Du bist dran
action-your-seat = Dein Platz
action-sending = Wird gesendet …
action-sending-again = Wird gesendet … Die Verbindung ist verloren und wird neu aufgebaut.
action-time-bank = Zeitbank { $time }
action-amounts = Beträge
action-preset-min = Min
action-preset-pot = Pot
action-preset-all-in = All-in
action-preset-max = Max
action-amount-to-raise-to = Betrag, auf den du erhöhst
action-amount-to-complete-to = Betrag, auf den du das Bring-in erhöhst
action-amount-to-bet = Betrag, den du setzt
action-preset-title = { $amount } (Taste { $key })
action-closest-amount = Der nächste mögliche Betrag ist { $amount }.
action-paused-hand = Danach geht die Hand weiter.
action-paused-between = Danach beginnt die nächste Hand.
action-run-out = Die Einsätze sind gemacht. Jetzt kommen die restlichen Karten.
action-showdown = Die Einsätze sind gemacht. Jetzt werden die Hände gezeigt.
action-all-folded = Alle anderen haben gefoldet.
action-lacks-player = Hier sitzt noch niemand außer dir. Lade jemanden ein: Sobald jemand Platz nimmt, geht es los.
action-lacks-chips = Es fehlt ein weiterer Spieler mit Chips. Lade jemanden ein, oder warte, bis hier jemand Chips kauft.
action-lacks-return = Es fehlt ein weiterer Spieler, der mitspielt. Kommt jemand zurück, beginnt die nächste Hand von selbst.
action-copy-table-link = Link zum Tisch kopieren
action-fold = Fold
action-check = Check
action-call = Call <b>{ $amount }</b>
action-call-all-in = All-in callen <b>{ $amount }</b>
action-bring-in = Bring-in <b>{ $amount }</b>
action-bet = Bet <b>{ $amount }</b>
action-raise-to = Raise auf <b>{ $amount }</b>
action-complete-to = Complete auf <b>{ $amount }</b>
action-all-in = All-in <b>{ $amount }</b>
action-fold-for-free = Umsonst folden?
action-can-check = Du kannst umsonst checken.
action-fold-anyway = Trotzdem folden
action-discard-count = { $count ->
    [one] Wirf eine Karte ab
   *[other] Wirf { $count } Karten ab
}
action-cards-to-discard = Karten zum Abwerfen
action-draw-count = { $count } tauschen
action-stand-pat = Nicht tauschen
action-how-many-boards = Auf wie vielen Boards?
action-run-it = { $times ->
    [1] Einmal ausspielen
    [2] Zweimal ausspielen
   *[other] { $times }-mal ausspielen
}
action-next-game = Das nächste Spiel
action-rabbit = Fehlende Karten zeigen
action-muck = Verdeckt lassen
action-show = Zeigen
action-tap-to-show = Tippe eine Karte an, um sie zu zeigen
action-show-all = { $count ->
    [2] Beide zeigen
   *[other] Alle zeigen
  }
action-rabbit-question = Fehlende Karten zeigen?
action-rabbit-asked = { $name } möchte sehen, welche Karten noch gekommen wären.
action-rabbit-no = Nicht zeigen
action-rabbit-yes = Karten zeigen
action-ask-to-see = Eine Hand sehen
action-see-hand = Hand von { $name } sehen
action-call-ahead = Call { $amount }
action-check-fold = Check, Fold auf jede Bet
action-fold-ahead = Fold auf jede Bet
action-in-advance = Im Voraus
action-intent-dropped = Ein Call kostet jetzt { $amount }. Deine Wahl im Voraus gilt nicht mehr.
action-intent-over = Es gibt neue Karten. Deine Wahl im Voraus gilt nicht mehr.
action-rebuy = <b>{ $amount }</b> nachkaufen und spielen
action-wallet-empty = Dein Guthaben ist leer.
action-wallet-too-small = Dein Guthaben beträgt { $amount }, weniger als das Mindest-Buy-in.
action-ask-for-chips = Um Chips bitten
action-out = Du setzt aus.
action-out-asked = Du setzt aus, weil du es so wolltest.
action-out-late = Du setzt aus, weil deine Zeit abgelaufen ist.
action-out-no-chips = Du setzt aus, weil du keine Chips hast.
action-back = Ich bin zurück
action-waits-for-big-blind = Du wartest auf den Big Blind.
action-real-cards = Du spielst mit echten Karten: { $table }, Platz { $seat }. Die Turnierleitung meldet, wer ausscheidet.
action-dealt-in-next = Du bist wieder dabei, sobald die Regeln es erlauben, meist in der nächsten Hand.
action-hand-over = Die Hand ist vorbei.
action-room-closes = Es beginnt keine Hand mehr, denn der Raum schließt.
action-folded = Du hast gefoldet. In der nächsten Hand bist du wieder dabei.
action-folded-room-closes = Du hast gefoldet. Nach dieser Hand schließt der Raum.
action-you-are-all-in = Du bist All-in.
action-say-and-push = Ansagen und setzen
action-chips-to-push = Chips zum Setzen
action-one-chip = Ein Chip zu { $worth }
action-push = Setzen
action-push-amount = { $amount } setzen
action-take-back = Zurücknehmen
action-say = Ansagen
action-number = Zahl
action-number-you-say = Die Zahl, die du ansagst
action-say-check = Check
action-say-call = Call
action-say-bet = Bet
action-say-raise = Raise
action-say-fold = Fold
action-say-all-in = All-in
action-say-amount = Nur die Zahl
action-say-words = „{ $words }“
action-say-with-number = „{ $words } { $number }“
action-call-clock = Bedenkzeit begrenzen
action-floor-called = Der Floor wird gerufen: { $matter }
action-floor-called-to = { $you ->
    [yes] Der Floor wird zu dir gerufen: { $matter }
   *[no] Der Floor wird zu { $name } gerufen: { $matter }
}
action-ruled = { $you ->
    [yes] Deine Aktion: { $ruling }
   *[no] Die Aktion von { $name }: { $ruling }
}
action-held = { $you ->
    [yes] Du hast außer der Reihe gehandelt. Deine Aktion wartet.
   *[no] { $name } hat außer der Reihe gehandelt. Die Aktion wartet.
}
action-bank-left = + { $time } Zeitbank
action-choose-ahead = Wähle schon vor deinem Zug
action-keep = Du behältst
action-keep-all = Du behältst alle Karten.
action-keep-nothing = Du wirfst alle Karten ab.
