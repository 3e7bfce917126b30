# Deals: wie die restlichen Preise geteilt werden, und die Abstimmung darüber.
deal-propose = Deal vorschlagen
deal-left =
    { $players ->
        [one] { $chips } sind für einen Spieler übrig. Die Abstimmung ist geheim, und alle müssen zustimmen.
       *[other] { $chips } sind für { $players } Spieler übrig. Die Abstimmung ist geheim, und alle müssen zustimmen.
    }
deal-how = Art der Aufteilung
deal-way-chips = Nach Chips
deal-way-icm = ICM
deal-way-shares = Frei
deal-says-chips = Alle bekommen den nächsten Preis. Der Rest wird im Verhältnis der Stacks geteilt.
deal-says-icm = Jeder Stack bekommt, was er nach seinen Chancen auf jeden Platz im Schnitt gewinnt.
deal-says-shares = Trage ein, worauf ihr euch geeinigt habt. Die Summe muss genau stimmen.
deal-for-winner = Zurückgelegt für den Sieger
deal-divided = Alles ist verteilt.
deal-rest = Noch { $chips } zu verteilen.
deal-too-much = { $chips } über der Summe.
deal-ask = Zur Abstimmung stellen

deal-proposed = Deal vorgeschlagen
deal-shares = Anteile
deal-player = Spieler
deal-gets = Bekommt
deal-you = du
deal-played-for = Wird noch ausgespielt
deal-secret = Die Abstimmung ist geheim. Der Deal gilt, wenn alle zustimmen.
deal-reject = Ablehnen
deal-accept = { $chips } annehmen
