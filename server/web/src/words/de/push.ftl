# The settings of notifications.
push-title = Benachrichtigungen
push-says = Dieser Browser meldet sich auch, wenn die Seite geschlossen ist. Eine Benachrichtigung enthält keine Karten.
push-turn-on = Benachrichtigungen einschalten
push-turn-off = In diesem Browser ausschalten
push-denied = Dein Browser erlaubt dieser Seite keine Benachrichtigungen. Erlaube sie in den Einstellungen des Browsers für diese Seite.
push-unknown = Dieser Browser kann keine Benachrichtigungen zeigen. Lege die Seite auf einem iPhone oder iPad zuerst auf den Home-Bildschirm.
push-none = Dieser Raum verschickt keine Benachrichtigungen.
push-for-all = Für alle deine Browser ({ $browsers }):
push-kind-turn = Ich bin am Zug
push-kind-table-begins = Ein privater Tisch beginnt
push-kind-seat-free = Ein Platz ist frei
push-kind-tournament-begins = Ein Turnier, an dem ich teilnehme, beginnt
