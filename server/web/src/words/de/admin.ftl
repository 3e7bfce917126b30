# Konten betreuen.
admin-loading = Wird geladen …
admin-not-allowed = Konten betreuen nur die Turnierleitung und Administratoren.
admin-room = Raum
admin-accounts = Konten
admin-integrity = Integritätsberichte
admin-find = Konten suchen
admin-name = Name
admin-which = Welche
admin-kind-Any = Alle
admin-kind-Registered = Registrierte
admin-kind-Guest = Gäste
admin-kind-Staff = Personal
admin-kind-Suspended = Gesperrte
admin-found = { $count ->
    [one] 1 Konto
   *[other] { $count } Konten
}
admin-before = Zurück
admin-next = Weiter
admin-account = Konto
admin-choose = Wähle ein Konto.
admin-guest = Gast
admin-bot = Hausbot
admin-erased = Gelöscht
admin-online = Online
admin-suspended = Gesperrt
admin-muted = Stumm
admin-role = Rolle
admin-role-Player = Spieler
admin-role-Host = Gastgeber
admin-role-Floor = Turnierleitung
admin-role-Admin = Administrator
admin-id = Nummer { $id }
admin-without-end = ohne Ende
admin-until = bis { $date }
admin-suspended-until = Gesperrt { $ends }.
admin-locked-until = Das Passwort wurde zu oft falsch geraten. Anmeldungen warten { $ends }.
admin-muted-until = Stumm { $ends }.
admin-wallet = Guthaben
admin-on-tables = An Tischen
admin-opened = Eröffnet
admin-second-factor = Zweiter Faktor
admin-yes = Ja
admin-no = Nein
admin-sits-at = Sitzt an
admin-table = Tisch { $table }
admin-export = Daten exportieren
admin-done = Erledigt.

admin-code = { $name } setzt mit diesem Link einmal ein Passwort, vor { $date }.

admin-order = Was zu tun ist
admin-apply = Anwenden
admin-reason = Grund
admin-ends = Ende (leer lassen, wenn es keines gibt)
admin-chips = Chips
admin-order-Suspend = Sperren
admin-order-Restore = Sperre aufheben
admin-order-Mute = Stummschalten
admin-order-Unlock = Sperre nach falschen Passwörtern aufheben
admin-order-Unmute = Stummschaltung aufheben
admin-order-Remove = Von einem Tisch entfernen
admin-order-Rename = Umbenennen
admin-order-SetRole = Rolle ändern
admin-order-ResetPassword = Link für ein neues Passwort
admin-order-SignOut = Überall abmelden
admin-order-RevokeToken = API-Token widerrufen
admin-order-UnlinkSignIn = Verknüpfung mit dem Anbieter lösen
admin-order-RemoveSecondFactor = Zweiten Faktor entfernen
admin-order-GrantChips = Chips geben
admin-order-TakeChips = Chips nehmen
admin-order-MergeGuest = Mit einem Konto zusammenführen
admin-order-Erase = Konto löschen
admin-says-Suspend = Das Konto kann sich nicht anmelden. Es verlässt seine Tische, wenn die laufenden Hände vorbei sind.
admin-says-Restore = Das Konto kann sich wieder anmelden.
admin-says-Mute = Das Konto kann an keinem Tisch chatten oder Emotes zeigen.
admin-says-Unlock = Der Inhaber kann sich sofort wieder anmelden.
admin-says-Unmute = Das Konto kann wieder chatten.
admin-says-Remove = Der Spieler geht, wenn die laufende Hand vorbei ist, und darf wiederkommen.
admin-says-Rename = Gespielte Hände behalten den alten Namen. Der Spieler muss sich neu anmelden.
admin-says-SetRole = Der Spieler muss sich neu verbinden.
admin-says-ResetPassword = Der Inhaber setzt mit dem Link innerhalb eines Tages einmal ein neues Passwort.
admin-says-SignOut = Beendet jede Anmeldung und jedes API-Token.
admin-says-RevokeToken = Programme mit diesem Token werden abgemeldet.
admin-says-UnlinkSignIn = Für ein Konto, dessen Zugang beim Anbieter in falsche Hände geraten ist; melde es auch ab. Ohne Passwort braucht sein Inhaber einen Link für ein neues.
admin-says-RemoveSecondFactor = Für Inhaber, die Authenticator und Notfallcodes verloren haben. Prüfe zuerst, ob wirklich der Inhaber fragt.
admin-says-GrantChips = Spielchips aus der Bank. Das Hauptbuch zeigt die Buchung.
admin-says-TakeChips = Vom Guthaben zurück in die Bank. Chips an Tischen bleiben.
admin-says-MergeGuest = Überträgt Hände und Notizen des Gastes und schließt ihn.
admin-says-Erase = Löscht Name, Passwort, Tokens und Notizen. Hände behalten ein Pseudonym. Das lässt sich nicht rückgängig machen.
admin-value-Rename = Neuer Name
admin-value-SetRole = Rolle
admin-value-Remove = Tisch
admin-value-RevokeToken = Token
admin-value-MergeGuest = Konto
admin-merge-chips = Auch die Chips übertragen
admin-confirm-erase = Tippe { $name } zur Bestätigung
admin-create = Konto eröffnen

admin-log = Protokoll der Betreiber
admin-log-of = Protokoll der Betreiber zu { $name }
admin-log-rows = Vorgänge
admin-log-empty = Noch nichts.
admin-when = Wann
admin-who = Wer
admin-what = Was
admin-why = Grund
admin-command-line = Kommandozeile

admin-reports = Meldungen
admin-reports-open = { $count ->
    [0] Meldungen
    [one] 1 offene Meldung
   *[other] { $count } offene Meldungen
}
admin-reports-all = Auch erledigte Meldungen
admin-reports-none = Keine Meldungen.
admin-reported-by = gemeldet von { $name } an { $table }, { $date }
admin-report-hand = Hand { $hand }
admin-settled = Erledigt { $date }: { $outcome }
admin-settle = Erledigen
admin-outcome = Ergebnis
admin-chat = Was dieses Konto gesagt hat
admin-chat-search = Suchen
admin-chat-none = Keine gespeicherten Nachrichten.
