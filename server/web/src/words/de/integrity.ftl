# Der Integritätsbericht: Paare von Spielern, verglichen anhand gespeicherter Hände.
integrity-title = Integritätsbericht
integrity-lead = Paare von Spielern, verglichen anhand der Hände, die der Raum aufbewahrt. Eine Kennzahl ist kein Urteil: Auch ehrliche Spieler sind manchmal ungewöhnlich. Sieh dir die Hände an, bevor du etwas entscheidest.
integrity-not-allowed = Nur die Turnierleitung und Administratoren dürfen Integritätsberichte lesen.
integrity-loading = Hände werden gezählt …
integrity-form = Zu vergleichende Hände
integrity-since = Von
integrity-until = Bis
integrity-player = Spieler
integrity-anyone = Alle
integrity-compare = Vergleichen
integrity-counted = { $hands ->
    [one] { $hands } Hand
   *[other] { $hands } Hände
} von { $players } Spielern. { $pairs ->
    [one] { $pairs } Paar
   *[other] { $pairs } Paare
} saßen zusammen.
integrity-partial = Es gibt mehr Hände oder Paare, als gezählt wurden. Wähle einen kürzeren Zeitraum, um andere zu sehen.
integrity-none = In diesem Zeitraum saßen keine zwei Spieler zusammen.
integrity-pairs = Paare von Spielern
integrity-pair = Chips gingen von → an
integrity-hands = Hände
integrity-net = Saldo in Big Blinds
integrity-look = Diese Hände ansehen
integrity-bot = spielt per Programm
integrity-more = Weitere Paare anzeigen
integrity-save = Als CSV speichern
integrity-chips = An Ring-Tischen gingen { $paid } Chips von { $payer } an { $receiver } und { $returned } in die andere Richtung.
integrity-value = Wert
integrity-base = Andere
integrity-error = Standardfehler
integrity-of = Beobachtungen
integrity-by-chance = Durch Zufall
integrity-one-in = 1 von { $count }
integrity-not-computed = nicht berechnet
integrity-days = { $count ->
    [one] { $count } Tag
   *[other] { $count } Tage
}
integrity-evidence = Hände zum Ansehen
integrity-hand = Tisch { $table }, Hand { $hand }
integrity-measure-co_seating = Anteil gemeinsamer Hände
integrity-measure-net_flow = Big Blinds vom Zahler zum Empfänger in 100 Händen
integrity-measure-large_pots_lost = Große Pots, an den anderen verloren
integrity-measure-large_folds = Folds nach dem halben Stack
integrity-measure-weak_all_ins = All-ins mit weniger als 20 % Equity
integrity-measure-better_hands_given_up = Bessere Hände, auf der letzten Straße aufgegeben
integrity-measure-checked_down = Durchgecheckte Hände
integrity-measure-bets_and_raises = Hände mit Bet oder Raise gegen den anderen
integrity-measure-action_times = Streuung der Bedenkzeiten
integrity-measure-shared_address = Tage mit derselben Adresse
integrity-measure-shared_network = Tage mit demselben Netz
