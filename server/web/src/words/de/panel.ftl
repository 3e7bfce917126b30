# Neben dem Tisch: das Protokoll der Hände und der Chat.
panel-name = Protokoll und Chat
panel-log = Hände
panel-chat = Chat
panel-close = Schließen
panel-unread = { $count ->
    [one] eine neue Nachricht
   *[other] { $count } neue Nachrichten
}
panel-log-empty = Noch ist nichts passiert.
panel-hand = Hand { $number }
panel-replay = Replay
panel-replay-hand = Replay von Hand { $number }
panel-chat-empty = Noch keine Nachrichten.
panel-mute = { $name } stummschalten
panel-muted = { $name } ist stummgeschaltet.
panel-unmute = Aufheben
panel-unmute-name = Stummschaltung von { $name } aufheben
panel-sayings = Kurze Nachrichten
panel-sayings-in-hand = Nachrichten, die während der Hand erlaubt sind
panel-sign-in-to-chat = Melde dich an, um zu chatten
panel-chat-after-hand = Mehr nach der Hand
panel-write = Nachricht schreiben
panel-send = Senden
panel-say-hello = Hallo
panel-say-good-luck = Viel Glück
panel-say-nice-hand = Schöne Hand
panel-say-well-played = Gut gespielt
panel-say-good-game = Gutes Spiel
panel-say-thank-you = Danke
panel-say-sorry = Tut mir leid
panel-say-back-in-a-moment = Bin gleich zurück
panel-say-floor-please = Floor, bitte
panel-replay-last = Replay der letzten Hand
panel-emotes = Emotes
panel-emote-thumbs-up = Daumen hoch
panel-emote-clap = Applaus
panel-emote-laugh = Lachen
panel-emote-cry = Weinen
panel-emote-surprise = Überrascht
panel-emote-think = Nachdenklich
panel-emote-sleep = Eingeschlafen
panel-emote-fire = Feuer
panel-emote-good-luck = Viel Glück
panel-emote-nice-hand = Schöne Hand
panel-emote-thanks = Danke
panel-emote-sorry = Tut mir leid

panel-report = Spieler melden
panel-report-says = Die Betreiber sehen die Meldung, die Hand und was gesagt wurde. Der Spieler wird nicht benachrichtigt.
panel-report-nobody = Hier ist niemand zu melden.
panel-report-player = Spieler
panel-report-hand = Zu Hand { $number }
panel-report-text = Was passiert ist
panel-report-send = Meldung senden
panel-reported = Meldung gesendet
