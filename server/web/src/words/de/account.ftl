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
account-theme-browser = Wie der Browser
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
