# Ligen, ihre Tabellen und vergangene Turniere.
league-by-rulebook = Liga nach { $rulebook }
league-league = Liga
league-members-only = nur für Mitglieder
league-min-age = ab { $age } Jahren
league-season = Saison
league-best-nights = { $count ->
    [one] der beste Abend jedes Spielers zählt
   *[other] die besten { $count } Abende jedes Spielers zählen
}
league-least-nights = Rang ab { $count ->
    [one] { $count } Abend
   *[other] { $count } Abenden
}
league-present = wer nie am Tisch saß, bekommt keine Punkte
league-disqualified = wer disqualifiziert wird, bekommt { $points }
league-ties = bei Gleichstand: { $ties }
league-tie-Wins = mehr Siege
league-tie-Places = bessere Plätze
league-tie-BestNight = bester einzelner Abend
league-tie-KnockedOut = mehr Knockouts
league-tie-FewerNights = weniger Abende
league-points-formula = Punkte pro Abend:
league-no-nights = In dieser Saison wurde noch nicht gespielt.
league-standings-after = { $count ->
    [one] Tabelle nach { $count } Abend
   *[other] Tabelle nach { $count } Abenden
}
league-rank = Rang
league-player = Spieler
league-points = Punkte
league-nights = Abende
league-wins = Siege
league-best-place = Bester Platz
league-knockouts = Knockouts
league-counted = { $counted } von { $nights }
league-more-players = Mehr Spieler zeigen
league-download = Tabelle herunterladen (CSV)
league-past = Vergangene Turniere
league-canceled = Abgesagt
league-winners = { $count ->
    [0] Gewinner
    [one] Gewinner
   *[other] Gewinner
}
league-prize-pool = Preispool
league-players = Spieler
league-no-past = Hier ist noch kein Turnier zu Ende gegangen.
league-more-past = Mehr Turniere zeigen
