# Deals that can be verified: the dialog at the table, the page that checks proofs, and the explanation.
proof-mark-verified = Deine Seite hat die letzte Hand mitgemischt und jede Karte geprüft, die du gesehen hast. Der Raum konnte diese Ausgabe nicht aussuchen.
proof-mark-watching = Deine Seite hat die letzte Hand geprüft, aber nicht mitgemischt. Sie mischt mit, sobald du Karten bekommst.
proof-mark-waiting = Deine Seite nimmt ab der nächsten Hand teil. Bisher ist keine Hand geprüft.
proof-mark-out = Die Ausgabe der Karten an diesem Tisch lässt sich prüfen, aber deine Seite nimmt nicht teil. Die Beiträge anderer Spieler schützen die Ausgabe trotzdem.
proof-failed = Eine Prüfung ist fehlgeschlagen: { $code }
proof-failed-hand = Eine Prüfung von Hand { $hand } ist fehlgeschlagen: { $code }
proof-failed-advice = Speichere den Beleg und verlasse dann den Tisch. Jeder kann die Datei mit jedem Prüfprogramm prüfen, ohne diesen Raum.
proof-new-key-advice = Hat der Betreiber einen neuen Schlüssel angekündigt, etwa nach einer Wiederherstellung, dann vergleiche ihn mit der Ankündigung und vertraue ihm. Sonst speichere den Beleg und verlasse den Tisch.
proof-believe = Dem neuen Schlüssel vertrauen
proof-hands-checked = Geprüfte Hände an diesem Tisch
proof-last-checked = Zuletzt geprüft
proof-hand-number = Hand { $hand }
proof-contributors = Mitgemischt haben
proof-contributors-count = { $count }
proof-contributors-with-you = { $count ->
    [one] Nur du
   *[other] { $count }, darunter du
}
proof-code-of = Code von Hand { $hand }
proof-code-of-hand = Code der Hand
proof-compare = Spieler, die miteinander reden, können diesen Code vergleichen. Sehen zwei Spieler verschiedene Codes für eine Hand, dann hat der Raum zwei Hände gegeben.
proof-given-up = Aufgegebene Runden unter den letzten 200
proof-take-part = An prüfbaren Ausgaben teilnehmen (dieser Browser)
proof-warn-nobody = Niemand hat diese Hand mitgemischt. Der Raum hätte sie aussuchen können.
proof-warn-one-pack = Dieser Raum legt nur ein Paket aus. Kein Ersatzpaket zeigt, dass seine Decks vollständig sind.
proof-warn-given-up = An diesem Tisch werden oft Runden aufgegeben. Jede davon lässt jemandem die Wahl zwischen zwei Ausgaben. Frage den Betreiber nach dem Grund.
proof-warn-asked-twice = Der Raum hat nach einem Glied gefragt, das er schon hatte. Deine Seite hat abgelehnt und eine neue Kette begonnen.
proof-limit-short = Der Raum sieht die Karten, während gespielt wird. Der Beweis gilt für Karten, nicht für Einsätze, Chips oder Namen.

proof-title = Eine Ausgabe prüfen
proof-how-title = Wie eine Ausgabe geprüft wird
proof-sections = Geprüfte Ausgaben
proof-tab-check = Ausgabe prüfen
proof-tab-how = So geht es
proof-intro = Wähle die Beweisdatei einer Hand und sieh Schritt für Schritt, was stimmt. Die Datei bleibt in diesem Browser.
proof-choose = Beweisdatei wählen oder hier ablegen
proof-choose-hint = Dateien mit der Endung .deal.json oder .fraud.json, oder eine Liste von Beweisen eines Tisches
proof-of-hand = Eine eigene Hand nach ihrer Nummer prüfen
proof-table = Tisch
proof-hand = Hand
proof-fetch = Diese Hand prüfen
proof-sign-in = Melde dich an, um eigene Hände nach ihrer Nummer zu prüfen.
proof-key-of-room = Öffentlicher Schlüssel des Raums
proof-key-hint = 64 hexadezimale Ziffern
proof-key-none = Ohne Schlüssel vertraut die Prüfung dem Schlüssel in der Datei.
proof-key-wrong = Das ist kein Schlüssel: Er hat 64 Ziffern von 0 bis 9 und a bis f.
proof-key-known = Der Schlüssel, den dieser Browser in diesem Raum zuerst gesehen hat. Vergleiche ihn mit dem, den der Betreiber veröffentlicht.
proof-key-given = Dieser Schlüssel muss die Datei unterschrieben haben.

proof-verdict-holds = { $rounds ->
    [0] Geprüft: Ein Protokoll setzt das andere fort
    [one] Geprüft
   *[other] Geprüft: { $rounds } Runden in Folge
}
proof-verdict-fails = Nicht bestätigt: { $code }
proof-verdict-unreadable = Diese Datei ist kein Beweis (Zeile { $line })
proof-round = Tisch { $table }, Hand { $hand }
proof-round-void = Tisch { $table }, Hand { $hand }: ungültig
proof-round-given-up = Tisch { $table }, Hand { $hand }, Runde { $round }: aufgegeben
proof-round-blamed = Tisch { $table }, Hand { $hand }, Runde { $round }: aufgegeben wegen { $seat }
proof-round-unknown = Eine Runde, die sich nicht lesen lässt
proof-seat = Platz { $seat }
proof-witness = Zeuge { $number }
proof-nobody = niemand
proof-dealt-in = Karten bekamen
proof-button = Button: Platz { $seat }
proof-packs = Pakete
proof-packs-of = { $packs ->
    [one] Eines, also wurde kein Ersatz gezeigt
   *[other] { $packs }, davon eines ausgegeben
}
proof-cards = In dieser Datei geöffnete Karten
proof-cards-of = { $cards }
proof-key = Unterschrieben mit dem Schlüssel

proof-state-holds = Stimmt:
proof-state-fails = Stimmt nicht:
proof-state-open = Nicht geprüft:
proof-state-lacks = Nicht geprüft:
proof-step-opening = Die Eröffnung der Runde ist lesbar und legt jedes Deck nur einmal aus.
proof-step-key = Der eigene Schlüssel des Raums hat sie unterschrieben.
proof-step-signature = Die Unterschrift ist richtig.
proof-step-receipt = Es ist die Eröffnung, auf die das Programm des Spielers geantwortet hat.
proof-step-chain = Sie folgt auf die Runde davor.
proof-step-links = Das Glied jedes Mitmischenden gehört zu der Kette, die vorher festgelegt war.
proof-step-record = Die Aufzeichnung ist vom selben Tisch und von derselben Hand.
proof-step-mine = Dein Platz hat mitgemischt.
proof-step-packs = Die nicht ausgegebenen Pakete sind offen und so, wie der Raum sie festgelegt hat.
proof-step-cards = Jede geöffnete Karte ist die, die der Raum für ihre Stelle festgelegt hat.
proof-step-course = Button, Plätze und Straßen folgen dem, was das Spiel ausgibt.
proof-step-draws = Weggelegte und übersprungene Karten sind so, wie der Raum sie festgelegt hat.
proof-step-shown = Jede Karte der Aufzeichnung ist geöffnet und dieselbe Karte.
proof-step-seal = Das Siegel schließt diese Runde ab, mit diesen Beiträgen und diesem Verlauf.
proof-step-log = Die Runde steht im öffentlichen Protokoll des Raums.
proof-step-audit = Der Startwert des Pakets erklärt die ganze Hand samt den verdeckten Karten.
proof-step-vouchers = Jedes Glied bürgt für die Eröffnung, auf die sein Spieler davor geantwortet hat.
proof-step-heads = Ein Stand des Protokolls setzt den anderen fort.
proof-lacks-key = Es ist kein Schlüssel zum Vergleichen angegeben.
proof-lacks-receipt = Nur das Programm des Spielers weiß, auf welche Eröffnung es geantwortet hat.
proof-lacks-chain = Die Datei beginnt mit dieser Runde.
proof-lacks-mine = Vergleiche die Liste der Mitmischenden mit deinem Platz.
proof-lacks-log = Die Datei nennt kein Protokoll.
proof-lacks-vouchers = Das zeigt erst die nächste Runde.

proof-code-open = Die Eröffnung der Runde ist falsch oder legt ein Deck zweimal aus.
proof-code-key = Ein anderer Schlüssel als der des Raums hat die Eröffnung unterschrieben.
proof-code-signature = Die Unterschrift des Raums ist falsch.
proof-code-receipt = Der Raum hat zwei Eröffnungen für eine Runde unterschrieben.
proof-code-chain = Die Runde folgt nicht auf die davor. Eine Runde fehlt, oder die Geschichte wurde geändert.
proof-code-link = Ein Glied fehlt, gehört zu keiner Kette oder wird einem Spieler vorgeworfen, der es geschickt hat.
proof-code-bind = Die Aufzeichnung ist von einem anderen Tisch oder einer anderen Hand.
proof-code-not-mine = Ein Spieler, der teilnimmt, wurde übergangen.
proof-code-spare = Ein nicht ausgegebenes Paket ist nicht das, was der Raum festgelegt hat.
proof-code-opening = Eine Karte ist nicht die, die der Raum festgelegt hat.
proof-code-double = Eine Karte ist zu oft im Deck.
proof-code-lineup = Button oder Plätze sind nicht die der Eröffnung.
proof-code-script = Die Hand folgt nicht dem, was das Spiel ausgibt.
proof-code-count = Es werden mehr Karten ausgegeben, als es gibt.
proof-code-toss = Was ein Spieler weggelegt hat, ist nicht das Festgelegte.
proof-code-skip = Eine Karte wurde falsch übersprungen oder zweimal ausgegeben.
proof-code-missing = Eine gezeigte Karte ist nicht geöffnet.
proof-code-card = Der Raum hat eine andere Karte gezeigt, als er festgelegt hatte.
proof-code-seal = Das Siegel ist von einer anderen Runde.
proof-code-course = Das Siegel ist von einem anderen Verlauf der Hand.
proof-code-log = Die Runde steht nicht im Protokoll des Raums.
proof-code-audit = Der Startwert erklärt die Hand nicht.
proof-code-ack = Ein Spieler hat auf eine andere Eröffnung geantwortet.
proof-code-split = Das Protokoll hat zwei Geschichten.

proof-drawing = Die Ausgabe in fünf Bildern
proof-drawn-commit = Der Raum verschließt zwei Pakete.
proof-drawn-links = Jeder Spieler gibt ein Glied.
proof-drawn-seed = Die Glieder wählen ein Paket. Das andere wird gezeigt.
proof-drawn-open = Karten werden mit ihrem Weg geöffnet.
proof-drawn-seal = Jede Hand wird an die davor gesiegelt.
proof-says-one = Vor jeder Hand legt der Raum zwei Pakete verdeckt aus und legt jede Karte darin durch einen gesalzenen Hash fest.
proof-says-two = Er unterschreibt diese Hashes zusammen mit den Plätzen, dem Button und der Liste der Mitmischenden und kann danach nichts davon ändern.
proof-says-three = Erst dann antwortet die Seite jedes Spielers mit dem nächsten Glied einer Hashkette, die sie beim Einstieg festgelegt hat.
proof-says-four = Niemand kann sich ein Glied aussuchen, und niemand kennt die der anderen, sodass der Startwert aus allen Gliedern so zufällig ist wie das beste von ihnen.
proof-says-five = Dieser Startwert wählt das Paket und die Reihenfolge seiner Karten, und der Raum zeigt das andere Paket als Beweis, dass seine Pakete vollständige Decks sind.
proof-says-six = Jede Karte kommt mit ihrem Salz und ihrem Weg zu den Spielern, die sie sehen dürfen, und ihre Seiten vergleichen sie mit dem, was der Raum unterschrieben hat.
proof-says-seven = Weggeworfene Hände, verbrannte Karten und der Rest des Decks bleiben verdeckt.
proof-says-eight = Am Ende der Hand versiegelt der Raum sie, und die nächste Eröffnung nennt dieses Siegel, sodass später keine Hand fehlen kann.
proof-says-nine = Kommt ein Glied nicht rechtzeitig, nennt der Raum den Platz, zeigt alle Pakete der Runde und legt neue aus.
proof-says-ten = Ein ehrlicher Mitmischender genügt für eine faire Ausgabe, gegen den Raum und alle anderen zusammen.
proof-limits = Was ein Beweis nicht zeigt
proof-limit-cards = Der Raum sieht die Karten, während gespielt wird. Er könnte sie einem Komplizen verraten.
proof-limit-scope = Der Beweis gilt für Karten, nicht für Einsätze, Chips oder Namen.
proof-limit-page = Eine Seite, die der Raum ausliefert, beweist wenig gegen den Raum. Nimm ein Prüfprogramm von anderswo: diese Seite als eine Datei aus der Veröffentlichung oder das Python-Programm.
