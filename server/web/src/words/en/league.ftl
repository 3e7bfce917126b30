# Leagues, their standings and past tournaments.
league-by-rulebook = { $rulebook } league
league-league = League
league-members-only = members only
league-min-age = { $age } and older
league-season = Season
league-best-nights = { $count ->
    [one] each player’s best night counts
   *[other] each player’s best { $count } nights count
}
league-least-nights = ranked after { $count ->
    [one] { $count } night
   *[other] { $count } nights
}
league-present = entries that never sat score nothing
league-disqualified = a disqualified player scores { $points }
league-ties = tiebreakers: { $ties }
league-tie-Wins = most wins
league-tie-Places = better places
league-tie-BestNight = best single night
league-tie-KnockedOut = most knockouts
league-tie-FewerNights = fewest nights
league-points-formula = Points per night:
league-no-nights = No night of this season has been played yet.
league-standings-after = { $count ->
    [one] Standings after { $count } night
   *[other] Standings after { $count } nights
}
league-rank = Rank
league-player = Player
league-points = Points
league-nights = Nights
league-wins = Wins
league-best-place = Best place
league-knockouts = Knockouts
league-counted = { $counted } of { $nights }
league-more-players = Show more players
league-download = Download standings (CSV)
league-past = Past tournaments
league-canceled = Canceled
league-winners = { $count ->
    [0] Winner
    [one] Winner
   *[other] Winners
}
league-prize-pool = Prize pool
league-players = Players
league-no-past = No tournament has finished here yet.
league-more-past = Show more tournaments
