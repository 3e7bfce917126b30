# Hooks: Adressen anderer Programme, denen der Raum Ereignisse schickt.
hooks-loading = Wird geladen …
hooks-not-allowed = Hooks betreuen nur Administratoren.
hooks-room = Raum
hooks-title = Hooks
hooks-says = Ein Hook ist die Adresse eines anderen Programms, etwa der Website eines Clubs oder eines Kanals bei Discord. Der Raum schickt ihm die Ereignisse, die du auswählst.
hooks-to-accounts = Konten
hooks-locked = Zweiter Faktor
hooks-locked-says = Die Adressen von Hooks können geheim sein. Weise deinen zweiten Faktor erneut nach, um sie zu sehen.
hooks-show = Hooks zeigen
hooks-list = Hooks dieses Raums
hooks-count = { $count ->
    [0] Keine Hooks
    [one] 1 Hook
   *[other] { $count } Hooks
}
hooks-none-yet = Der Raum schickt niemandem Ereignisse. Richte unten einen Hook ein.
hooks-new = Neuer Hook
hooks-make = Hook einrichten
hooks-done = Erledigt.
hooks-secret-once = Mit diesem Geheimnis unterschreibt der Raum, was er an { $address } schickt. Kopiere es jetzt: Es wird nur einmal gezeigt.
hooks-secret-replaced = Das ist das neue Geheimnis für { $address }. Kopiere es jetzt: Es wird nur einmal gezeigt. Das bisherige unterschreibt noch 24 Stunden lang mit.
hooks-secret-copied = Das Geheimnis ist kopiert.
hooks-copy-secret = Geheimnis kopieren

hooks-address = Adresse
hooks-format = Format
hooks-format-Standard = Standard
hooks-format-says-Standard = JSON für Programme, unterschrieben nach Standard Webhooks.
hooks-format-Discord = Discord
hooks-format-says-Discord = Nachrichten für einen Kanal. Lege in den Einstellungen des Kanals einen Webhook an und trage seine Adresse hier ein.
hooks-format-Slack = Slack
hooks-format-says-Slack = Nachrichten für einen Kanal. Lege bei Slack einen Incoming Webhook an und trage seine Adresse hier ein.
hooks-of-tournaments = Turniere
hooks-of-play = Ligen, Entscheidungen und Hände
hooks-of-the-room = Konten und der Raum
hooks-all = Alle wählen
hooks-all-of = Alle wählen: { $group }
hooks-none = Keine wählen
hooks-none-of = Keine wählen: { $group }
hooks-only = Nur für manche Ligen oder Turniere
hooks-only-says = Wenn du welche auswählst, bekommt der Hook nur deren Ereignisse und keine anderen.
hooks-leagues = Ligen
hooks-no-leagues = Der Raum hat keine Ligen.
hooks-tournaments = Turniere
hooks-no-tournaments = Kein Turnier ist offen.
hooks-tournament = Turnier
hooks-tournament-number = Turnier { $number }
hooks-number = Nr. { $number }
hooks-reason = Grund, für das Sicherheitsprotokoll

hooks-event-announced = Turnier angekündigt
hooks-event-registration-opened = Anmeldung eröffnet
hooks-event-started = Turnier begonnen
hooks-event-level = Neues Level
hooks-event-break = Pause
hooks-event-paused = Uhr angehalten
hooks-event-resumed = Uhr läuft weiter
hooks-event-late-entry-closed = Späte Anmeldung geschlossen
hooks-event-final-table = Finaltisch
hooks-event-player-out = Spieler ausgeschieden
hooks-event-deal = Preise durch einen Deal geteilt
hooks-event-ended = Turnier beendet, mit Ergebnissen
hooks-event-canceled = Turnier abgesagt
hooks-event-corrected = Ergebnisse berichtigt
hooks-event-standings = Tabelle einer Liga
hooks-event-ruling-made = Entscheidung getroffen
hooks-event-ruling-undone = Entscheidung zurückgenommen
hooks-event-announcement = Durchsage der Turnierleitung
hooks-event-hand-ended = Hand beendet, mit dem öffentlichen Protokoll
hooks-event-account-opened = Konto eröffnet
hooks-event-account-order = Anordnung zu einem Konto
hooks-event-report-filed = Meldung eingegangen
hooks-event-room-ready = Raum ist bereit
hooks-event-room-draining = Raum schließt
hooks-event-room-not-ready = Raum war nicht bereit
hooks-event-test = Test

hooks-gets = Bekommt:
hooks-only-of = Nur von:
hooks-made = Eingerichtet am { $date }
hooks-on = An
hooks-off = Aus
hooks-off-gone = Der Empfänger hat geantwortet, dass es ihn nicht mehr gibt (410). Der Raum hat diesen Hook deshalb ausgeschaltet. Seine Ereignisse warten, bis du ihn einschaltest.
hooks-off-failing = Fünf Tage lang kam nichts an. Der Raum hat diesen Hook deshalb ausgeschaltet. Seine Ereignisse warten, bis du ihn einschaltest.
hooks-off-operator = Ein Administrator hat diesen Hook ausgeschaltet. Seine Ereignisse warten, bis du ihn einschaltest.
hooks-failing = Seit { $date } kommt nichts an. Der Raum versucht es weiter und schaltet den Hook nach fünf Tagen aus.
hooks-waiting = { $count ->
    [one] 1 Ereignis wartet
   *[other] { $count } Ereignisse warten
}
hooks-dropped = { $count ->
    [one] 1 Ereignis wurde verworfen
   *[other] { $count } Ereignisse wurden verworfen
}
hooks-test = Test senden
hooks-test-of = Test senden an { $address }
hooks-test-why = Ein Test von der Seite.
hooks-order-of = { $order }: { $address }
hooks-order-Change = Ändern
hooks-order-ReplaceSecret = Geheimnis ersetzen
hooks-order-says-ReplaceSecret = Erzeugt ein neues Geheimnis. Der Raum unterschreibt 24 Stunden lang mit beiden.
hooks-order-TurnOff = Ausschalten
hooks-order-says-TurnOff = Schickt eine Weile keine Ereignisse. Sie warten.
hooks-order-TurnOn = Einschalten
hooks-order-says-TurnOn = Schickt wieder Ereignisse, zuerst die wartenden.
hooks-order-End = Beenden
hooks-order-says-End = Beendet den Hook endgültig. Was für ihn wartet, wird nicht geschickt.

hooks-deliveries = In den letzten 30 Tagen gesendet
hooks-deliveries-of = Gesendet an { $address }
hooks-no-deliveries = Noch wurde nichts gesendet.
hooks-status = Antwort { $status }
hooks-no-answer = Keine Antwort
hooks-attempt = Versuch { $attempt }
hooks-took = { $date }, nach { $ms } ms
hooks-send-again = Erneut senden
hooks-send-again-of = Erneut senden: { $event }, Nr. { $number }
hooks-send-again-why = Von der Seite aus erneut gesendet.
