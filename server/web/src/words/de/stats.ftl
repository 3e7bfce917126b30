# Die eigene Statistik und Notizen zu anderen Spielern.
stats-title = Statistik
stats-sections = Hände und Statistik
stats-hands-tab = Hände
stats-sign-in-hint = Deine Statistik entsteht aus den Händen, die du hier spielst.
stats-period = Zeitraum
stats-all-time = Gesamt
stats-30-days = Letzte 30 Tage
stats-7-days = Letzte 7 Tage
stats-today = Heute
stats-figures = Eckdaten
stats-hands = Hände
stats-net = Ergebnis
stats-vpip = in der ersten Setzrunde freiwillig gesetzt
stats-pfr = in der ersten Setzrunde Bet oder Raise
stats-three-bet = 3-Bet
stats-three-bet-says = in der ersten Setzrunde nach einer Erhöhung noch einmal erhöht
stats-showdown = Showdowns
stats-showdown-says = nach der zweiten Setzrunde bis zum Showdown gekommen
stats-won-showdown = Am Showdown gewonnen
stats-won-showdown-says = beim Showdown Chips gewonnen
stats-tournament-hands = { $count ->
    [one] { $count } dieser Hände stammt aus einem Turnier und zählt nicht zum Ergebnis.
   *[other] { $count } dieser Hände stammen aus Turnieren und zählen nicht zum Ergebnis.
}
stats-partial = Nur deine letzten { $count } Hände sind gezählt.
stats-curve = Ergebnis über { $hands } Hände: am Ende { $net }, am tiefsten Punkt { $least }, am höchsten { $most }.
stats-curve-axis = Chips nach Zahl der Hände
stats-curve-to = { $net } nach { $hands } Händen
stats-by-game = Statistik nach Spiel
stats-game = Spiel
stats-notes = Notizen zu Spielern
stats-notes-lead = Nur du kannst sie sehen.
stats-add-note = Notiz hinzufügen
stats-note = Notiz
stats-note-player = Spieler
stats-note-text = Notiz
stats-note-color = Farbe
stats-no-color = Keine Farbe
stats-color = Farbe { $color }
stats-save = Speichern
stats-cancel = Abbrechen
stats-edit = Bearbeiten
stats-delete = Löschen
stats-no-notes = Du hast noch keine Notizen.
