# Anmelden, und das Konto.
account-sign-in = Anmelden
account-how = Art der Anmeldung
account-tab-guest = Gast
account-tab-register = Neues Konto
account-tab-login = Anmelden
account-verb-guest = Jetzt spielen
account-verb-register = Konto anlegen
account-verb-login = Anmelden
account-says-guest = Ohne Passwort und E-Mail. Dieser Browser merkt sich deinen Platz und deine Chips.
account-says-register = Wähle einen Namen und ein Passwort. Damit spielst du auf jedem Gerät.
account-says-login = Willkommen zurück.
account-nickname = Dein Name am Tisch (freiwillig)
account-name = Name
account-password = Passwort

account-wallet = Guthaben
account-role = Rolle
account-role-player = Spieler
account-role-host = Gastgeber
account-role-floor = Floor
account-role-admin = Admin
account-tickets = Tickets
account-ticket = Ticket
account-worth = im Wert von { $chips }
account-sounds = Töne
account-big-blinds = Beträge in Big Blinds
account-four-colors = Vier Kartenfarben
account-language = Sprache
account-muted = Stummgeschaltet:
account-unmute = { $name } nicht mehr stummschalten
account-refill = Chips anfordern
account-log-out = Abmelden

account-settings = Einstellungen
account-sections = Teile des Kontos
account-section-profile = Profil
account-section-settings = Einstellungen
account-section-security = Sicherheit

account-theme = Farben
account-theme-browser = Automatisch
account-theme-dark = Dunkel
account-theme-light = Hell
account-theme-contrast = Hoher Kontrast
account-volume = Lautstärke
account-equity = Chancen beim All-in

account-change-password = Passwort ändern
account-password-says = Andere Browser werden abgemeldet. Tokens für Bots gelten weiter.
account-old-password = Bisheriges Passwort
account-new-password = Neues Passwort
account-password-changed = Passwort geändert

account-tokens = Tokens für Bots
account-tokens-says = Ein Bot oder ein Skript meldet sich mit einem Token statt deines Passworts an.
account-token-label = Name des Tokens
account-create-token = Token anlegen
account-token-once = Kopiere das Token „{ $label }“ jetzt. Es wird nur einmal angezeigt.
account-copy-token = Token kopieren
account-token-copied = Token kopiert
account-token-used = zuletzt benutzt am { $day }
account-token-unused = noch nicht benutzt
account-revoke = Widerrufen
account-revoke-of = { $label }: Widerrufen

account-sign-out-everywhere = Überall abmelden
account-sign-out-says = Beendet alle anderen Anmeldungen und alle Tokens, zum Beispiel wenn du ein Gerät verloren hast.

account-role-guest = Gast
account-create = Konto anlegen
account-keep-chips = Behalte deine Chips: Lege ein Konto an.
account-says-upgrade = Deine { $chips } Chips, deine Plätze und deine Hände bleiben dir, auf jedem Gerät.
account-created = Konto angelegt. Deine Chips und Plätze gehören weiter dir.
account-later = Später
account-guest-leaves = Du spielst als Gast. Nach dem Abmelden kann niemand deine Chips oder deinen Platz wiederherstellen.
account-log-out-anyway = Trotzdem abmelden

account-appearance = Avatar und Farbe
account-avatar = Avatar
account-avatar-number = Avatar { $number }
account-color = Farbe
account-color-red = Rot
account-color-orange = Orange
account-color-yellow = Gelb
account-color-green = Grün
account-color-teal = Türkis
account-color-blue = Blau
account-color-violet = Violett
account-color-pink = Rosa

account-code = Code deines Authenticators oder ein Notfallcode
account-reset = Neues Passwort setzen
account-reset-says = Dein Betreiber hat diesen Link für dich gemacht. Er gilt einmal.
account-reset-signed-in = Du bist angemeldet. Melde dich ab, um diesen Link zu benutzen.

account-factor = Zweiter Faktor
account-factor-off = Mit einem zweiten Faktor reicht ein gestohlenes Passwort nicht zum Anmelden. Du brauchst eine Authenticator-App.
account-factor-on = Du meldest dich mit Passwort und einem Code deines Authenticators an.
account-factor-begin = Zweiten Faktor einrichten
account-factor-scan = Scanne das mit deinem Authenticator und tippe den Code, den er zeigt.
account-factor-qr = QR-Code mit dem Schlüssel
account-factor-type = Oder tippe diesen Schlüssel:
account-factor-code = Code
account-factor-or-recovery = Code oder ein Notfallcode
account-factor-confirm = Bestätigen
account-factor-remove = Zweiten Faktor entfernen
account-factor-removed = Zweiter Faktor entfernt
account-factor-recovery = Bewahre diese Notfallcodes sicher auf. Jeder gilt einmal, und sie werden nur jetzt gezeigt.
account-factor-copy = Codes kopieren
account-factor-copied = Codes kopiert
account-export = Meine Daten herunterladen
