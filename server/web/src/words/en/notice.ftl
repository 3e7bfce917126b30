# The notifications, which the service worker words.
notice-turn = It is your turn.
notice-table-begins = The first hand is dealt.
notice-seat-free = A seat is held for you. Take it now.
notice-tournament-begins = The tournament begins.
