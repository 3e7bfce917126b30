# Hooks: addresses of other programs that the room sends events to.
hooks-loading = Loading …
hooks-not-allowed = Only administrators look after hooks.
hooks-room = Room
hooks-title = Hooks
hooks-says = A hook is an address of another program, such as a club's website or a channel of Discord. The room sends it the events that you choose.
hooks-to-accounts = Accounts
hooks-locked = Second factor
hooks-locked-says = The addresses of hooks may be secrets. Prove your second factor again to see them.
hooks-show = Show the hooks
hooks-list = Hooks of this room
hooks-count = { $count ->
    [0] No hooks
    [one] 1 hook
   *[other] { $count } hooks
}
hooks-none-yet = The room sends no events anywhere. Make a hook below.
hooks-new = New hook
hooks-make = Make the hook
hooks-done = Done.
hooks-secret-once = This secret signs what the room sends to { $address }. Copy it now: it is shown only once.
hooks-secret-replaced = This is the new secret for { $address }. Copy it now: it is shown only once. The one before signs along for 24 hours.
hooks-secret-copied = The secret is copied.
hooks-copy-secret = Copy the secret

hooks-address = Address
hooks-format = Format
hooks-format-Standard = Standard
hooks-format-says-Standard = JSON for programs, signed by Standard Webhooks.
hooks-format-Discord = Discord
hooks-format-says-Discord = Messages for a channel. Make a webhook in the channel's settings, and enter its address here.
hooks-format-Slack = Slack
hooks-format-says-Slack = Messages for a channel. Make an incoming webhook at Slack, and enter its address here.
hooks-of-tournaments = Tournaments
hooks-of-play = Leagues, rulings and hands
hooks-of-the-room = Accounts and the room
hooks-all = Choose all
hooks-all-of = Choose all: { $group }
hooks-none = Choose none
hooks-none-of = Choose none: { $group }
hooks-only = Only for some leagues or tournaments
hooks-only-says = If you choose any, the hook gets only events of these, and no others.
hooks-leagues = Leagues
hooks-no-leagues = The room has no leagues.
hooks-tournaments = Tournaments
hooks-no-tournaments = No tournament is open.
hooks-tournament = Tournament
hooks-tournament-number = tournament { $number }
hooks-number = No. { $number }
hooks-reason = Reason, for the security log

hooks-event-announced = Tournament announced
hooks-event-registration-opened = Registration opened
hooks-event-started = Tournament started
hooks-event-level = New level
hooks-event-break = Break
hooks-event-paused = Clock stopped
hooks-event-resumed = Clock goes on
hooks-event-late-entry-closed = Late entry closed
hooks-event-final-table = Final table
hooks-event-player-out = Player out
hooks-event-deal = Prizes shared by a deal
hooks-event-ended = Tournament ended, with results
hooks-event-canceled = Tournament canceled
hooks-event-corrected = Results corrected
hooks-event-standings = Standings of a league
hooks-event-ruling-made = Ruling made
hooks-event-ruling-undone = Ruling undone
hooks-event-announcement = Announcement of the floor
hooks-event-hand-ended = Hand ended, with its public record
hooks-event-account-opened = Account opened
hooks-event-account-order = Order about an account
hooks-event-report-filed = Report filed
hooks-event-room-ready = Room is ready
hooks-event-room-draining = Room is closing
hooks-event-room-not-ready = Room was not ready
hooks-event-test = Test

hooks-gets = Gets:
hooks-only-of = Only of:
hooks-made = Made on { $date }
hooks-on = On
hooks-off = Off
hooks-off-gone = The receiver answered that it is gone (410), so the room turned this hook off. Its events wait until you turn it on.
hooks-off-failing = Nothing arrived for five days, so the room turned this hook off. Its events wait until you turn it on.
hooks-off-operator = An administrator turned this hook off. Its events wait until you turn it on.
hooks-failing = Nothing arrives since { $date }. The room tries again, and turns the hook off after five days.
hooks-waiting = { $count ->
    [one] 1 event waits
   *[other] { $count } events wait
}
hooks-dropped = { $count ->
    [one] 1 event was dropped
   *[other] { $count } events were dropped
}
hooks-test = Send a test
hooks-test-of = Send a test to { $address }
hooks-test-why = A test from the page.
hooks-order-of = { $order }: { $address }
hooks-order-Change = Change
hooks-order-ReplaceSecret = Replace the secret
hooks-order-says-ReplaceSecret = Makes another secret. The room signs with both for 24 hours.
hooks-order-TurnOff = Turn off
hooks-order-says-TurnOff = Sends no events for a while. They wait.
hooks-order-TurnOn = Turn on
hooks-order-says-TurnOn = Sends events again, those that wait first.
hooks-order-End = End
hooks-order-says-End = Ends the hook for good. What waits for it is not sent.

hooks-deliveries = Sent in the last 30 days
hooks-deliveries-of = Sent to { $address }
hooks-no-deliveries = Nothing was sent yet.
hooks-status = Answer { $status }
hooks-no-answer = No answer
hooks-attempt = Attempt { $attempt }
hooks-took = { $date }, after { $ms } ms
hooks-send-again = Send again
hooks-send-again-of = Send again: { $event }, No. { $number }
hooks-send-again-why = Sent again from the page.
