# The sheet of a private table: its host's desk, and what everyone reads there.
desk-tab-table = Table
desk-tab-people = People
desk-tab-terms = Terms
desk-back = Back
desk-yes = Yes
desk-no = No
desk-host = Host

desk-running = Play
desk-reason = Reason (optional)
desk-pause = Pause
desk-resume = Resume
desk-close = Close the table
desk-close-sure = Close the table after this hand? The ledger stays.

desk-for-everyone = For everyone
desk-note = Note
desk-note-hint = Voice: https://…
desk-end = Ends at
desk-save = Save
desk-saved = Saved. Everyone at the table sees it.

desk-invite = Invite
desk-invite-lead = Anyone with this link can join, watch and sit down.
desk-qr = QR code of the invite link

desk-follow = Host this table
desk-follow-lead = If { $host } has been gone for ten minutes, the player who has been here longest can host the table.

desk-waiting = Waiting for you
desk-seated = At the table
desk-nobody = Nobody sits here yet.
desk-sit-out = Deal out
desk-mute = Mute
desk-unmute = Unmute
desk-make-host = Make host
desk-make-host-sure = Hand the table over to { $name }? You will not be able to change it any more.
desk-remove = Remove
desk-remove-sure = Remove { $name } after this hand? To come back, { $name } needs your approval.
desk-stack = Stack
desk-stack-give-chips = Add chips
desk-stack-take-back-chips = Take chips off
desk-stack-set-stack = Set the stack
desk-chips = Chips
desk-change-stack = Change the stack
desk-stack-between-hands = A stack can be set between two hands. Add chips or take them off now: they move when the hand is over.
desk-chips-after-hand = Chips move when the hand is over.

desk-stakes = Stakes
desk-buy-ins = Buy-ins
desk-time = Time
desk-options = Options
desk-game = Game and seats
desk-approval = Host approves buy-ins
desk-free-entry = Entry without a blind
desk-free-chat = Chat during hands
desk-apply = Apply from the next hand
desk-terms-changed = The new terms apply from the next hand.
desk-terms-wait = The new terms wait for the end of this hand.
