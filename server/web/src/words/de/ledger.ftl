# Die Abrechnung eines privaten Tisches.
ledger-title = Abrechnung des Abends
ledger-table = Tisch { $table }
ledger-lead = Was jeder eingekauft, bekommen und mitgenommen hat, und wer am Ende wem zahlt.
ledger-chip-value = { $chips } Chips sind 1 { $currency }. Der Raum bewegt kein Geld.
ledger-none = Diese Abrechnung gibt es nicht, oder du darfst sie nicht sehen. Sie ist für Gastgeber und Spieler eines privaten Tisches.
ledger-download = Herunterladen (CSV)
ledger-to-table = Zurück zum Tisch
ledger-loading = Die Abrechnung wird geladen …
ledger-empty = Noch hat sich niemand eingekauft.
ledger-rows = Spieler und ihre Chips
ledger-player = Spieler
ledger-column-buy_ins = Buy-ins
ledger-column-top_ups = Nachgekauft
ledger-column-given = Vom Gastgeber
ledger-column-taken = Vom Gastgeber genommen
ledger-column-cash_outs = Ausgezahlt
ledger-column-stack = Stack
ledger-net = Netto
ledger-total = Summe
ledger-settle = Ausgleichen
ledger-pays = { $from } zahlt an { $to }
ledger-settled = Niemand schuldet etwas.
ledger-fewest = { $count ->
    [one] { $count } Zahlung gleicht den Abend aus, mit weniger geht es nicht.
   *[other] { $count } Zahlungen gleichen den Abend aus, mit weniger geht es nicht.
}
