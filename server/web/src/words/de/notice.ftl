# The notifications, which the service worker words.
notice-turn = Du bist am Zug.
notice-table-begins = Die erste Hand wird gegeben.
notice-seat-free = Ein Platz ist für dich reserviert. Nimm ihn jetzt ein.
notice-tournament-begins = Das Turnier beginnt.
