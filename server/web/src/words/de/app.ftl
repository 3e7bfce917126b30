# Der Rahmen der Seite: die Leiste über jeder Seite, Angebote, Einladungen, die Verbindung.
app-your-turn-at = Du bist dran an Tisch { $table }
app-connecting = Verbindung wird aufgebaut …
app-connection-lost = Verbindung verloren. Dein Platz bleibt frei für dich, aber deine Zeit läuft weiter. Neuer Versuch …
app-connection-lost-unseated = Verbindung verloren. Neuer Versuch …
app-room-last-hands = Der Raum schließt, wenn die laufenden Hände vorbei sind. Dein Platz und deine Chips sind sicher.
app-room-last-hands-unseated = Der Raum schließt, wenn die laufenden Hände vorbei sind.
app-room-closing = Der Raum schließt. Dein Platz und deine Chips sind sicher. Diese Seite verbindet sich neu, sobald er wieder öffnet.
app-room-closing-unseated = Der Raum schließt. Diese Seite verbindet sich neu, sobald er wieder öffnet.
app-room-moving = Der Raum zieht auf eine andere Maschine um. Dein Platz und deine Chips sind sicher. Neuer Versuch …
app-room-moving-unseated = Der Raum zieht auf eine andere Maschine um. Neuer Versuch …
app-storing-fails = Der Raum kann gerade nichts speichern. Was gespielt wurde, geht nicht verloren, und es geht von selbst weiter.
app-replaced = Du spielst in einem anderen Fenster. Dieses hier ist angehalten.
app-play-here = Hier weiterspielen
staff = Raum-Team
staff-title = Gehört zum Team dieses Raums
app-new-version = Eine neue Version ist bereit.
app-later = Später
app-close = Schließen

app-lobby = Lobby
app-to-lobby = { $room }, zur Lobby
app-navigation = Seiten und Tische
app-tables = Tische ({ $count })
app-all-tables = Alle Tische
app-hands = Hände
app-floor = Turnierleitung
app-settings = Einstellungen
app-play = Spielen
app-table-your-turn = { $table }, du bist dran
app-line-open = Verbunden
app-line-latency = Verbunden, { $ms } ms
app-line-doubtful = Der Server hat noch nicht geantwortet
app-line-sending = Wird gesendet …
app-line-connecting = Verbindung wird aufgebaut
app-line-lost = Verbindung verloren
app-line-closing = Der Raum schließt
app-line-moving = Der Raum zieht auf eine andere Maschine um
app-line-replaced = Du spielst in einem anderen Fenster
app-offline = offline

app-seat-offered = <b>Ein Platz ist für dich frei</b> an Tisch { $table }
app-some-table = unbekannt
app-go-to-table = Zum Tisch
app-no-thanks = Nein, danke
app-rebuy-offered = <b>Rebuy</b> in { $tournament }: { $chips } Chips für { $cost }
app-add-on-offered = <b>Add-on</b> in { $tournament }: { $chips } Chips für { $cost }
app-buy = Kaufen
app-deal-offered =
    { $winner ->
        [0] <b>Deal vorgeschlagen</b> in { $tournament }: Du bekommst { $yours }
       *[other] <b>Deal vorgeschlagen</b> in { $tournament }: Du bekommst { $yours }, um { $winner } wird weitergespielt
    }
app-view-deal = Ansehen und abstimmen

app-code = Code
app-copy-code = Code kopieren
app-copy-link = Link kopieren
app-factor-code = Code deines zweiten Faktors
app-code-copied = Code kopiert
app-link-copied = Link kopiert
app-cannot-copy = Dein Browser erlaubt das Kopieren hier nicht. Markiere den Text und kopiere ihn selbst.

app-keys = Tasten
app-keys-fold = Fold
app-keys-call = Check oder Call
app-keys-raise = Bet oder Raise
app-keys-amount = Einsatz vergrößern oder verkleinern
app-keys-sizes = Einsatzgrößen von links nach rechts, oder Karten zum Tauschen
app-keys-confirm = Betrag oder Kartentausch bestätigen
app-keys-next = Zum nächsten Tisch, an dem du dran bist
app-keys-replay = Schritt für Schritt durch eine Wiederholung
app-keys-help = Diese Liste anzeigen
app-back-to-lobby = Zurück zur Lobby
app-not-loaded = Diese Seite konnte nicht geladen werden. Vielleicht hat der Server eine neuere Version.
app-reload = Neu laden
app-accounts = Konten
