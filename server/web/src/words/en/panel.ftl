# Beside the felt: the log of hands, and the chat.
panel-name = Log and chat
panel-log = Hands
panel-chat = Chat
panel-close = Close
panel-unread = { $count ->
    [one] one new message
   *[other] { $count } new messages
}
panel-log-empty = Nothing has happened yet.
panel-hand = Hand { $number }
panel-replay = Replay
panel-replay-hand = Replay hand { $number }
panel-chat-empty = No messages yet.
panel-mute = Mute { $name }
panel-muted = { $name } is muted.
panel-unmute = Unmute
panel-unmute-name = Unmute { $name }
panel-sayings = Quick messages
panel-sayings-in-hand = Messages allowed during a hand
panel-sign-in-to-chat = Sign in to chat
panel-chat-after-hand = More after the hand
panel-write = Write a message
panel-send = Send
panel-say-hello = Hello
panel-say-good-luck = Good luck
panel-say-nice-hand = Nice hand
panel-say-well-played = Well played
panel-say-good-game = Good game
panel-say-thank-you = Thank you
panel-say-sorry = Sorry
panel-say-back-in-a-moment = Back in a moment
panel-say-floor-please = Floor, please
panel-replay-last = Replay the last hand
panel-emotes = Emotes
panel-emote-thumbs-up = Thumbs up
panel-emote-clap = Applause
panel-emote-laugh = Laughing
panel-emote-cry = Crying
panel-emote-surprise = Surprised
panel-emote-think = Thinking
panel-emote-sleep = Asleep
panel-emote-fire = Fire
panel-emote-good-luck = Good luck
panel-emote-nice-hand = Nice hand
panel-emote-thanks = Thanks
panel-emote-sorry = Sorry

panel-report = Report a player
panel-report-says = Operators see the report, the hand, and what was said. The player is not notified.
panel-report-nobody = There is nobody here to report.
panel-report-player = Player
panel-report-hand = About hand { $number }
panel-report-text = What happened
panel-report-send = Send report
panel-reported = Report sent
