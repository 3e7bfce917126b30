# Deals that can be verified: the dialog at the table, the page that checks proofs, and the explanation.
proof-mark-verified = Your page helped to shuffle the last hand, and checked every card that you saw. The room could not choose this deal.
proof-mark-watching = Your page checked the last hand, but did not contribute to it. It contributes as soon as you are dealt in.
proof-mark-waiting = Your page takes part from the next hand on. No hand has been checked yet.
proof-mark-out = The deals of this table can be verified, but your page takes no part. Other players’ contributions still protect the deal.
proof-failed = A check failed: { $code }
proof-failed-hand = A check of hand { $hand } failed: { $code }
proof-failed-advice = Save the evidence, and then leave the table. Anyone can check the file with any verifier, without this room.
proof-new-key-advice = If the operator has announced a new key, for example after a restored backup, compare it with the announcement and believe it. Otherwise save the evidence, and leave the table.
proof-believe = Believe the new key
proof-hands-checked = Hands checked at this table
proof-last-checked = Last checked
proof-hand-number = Hand { $hand }
proof-contributors = Contributors
proof-contributors-count = { $count }
proof-contributors-with-you = { $count ->
    [one] Only you
   *[other] { $count }, one of them you
}
proof-code-of = Code of hand { $hand }
proof-code-of-hand = Code of the hand
proof-compare = Players who talk to each other can compare this code. If two players see different codes for one hand, the room dealt two hands.
proof-given-up = Rounds given up, of the last 200
proof-take-part = Take part in deals that can be verified (this browser)
proof-warn-nobody = Nobody contributed to this deal. The room could have chosen it.
proof-warn-one-pack = This room lays one pack only, so no spare deck shows that its decks are whole.
proof-warn-given-up = Rounds are given up often at this table. Each of them lets somebody choose between two deals. Ask the operator for the reason.
proof-warn-asked-twice = The room asked for a link that it already had. Your page refused, and began a new chain.
proof-limit-short = The room sees the cards while they are played. The proof covers cards, not bets, chips or names.

proof-title = Check a deal
proof-how-title = How a deal is verified
proof-sections = Verified deals
proof-tab-check = Check a deal
proof-tab-how = How it works
proof-intro = Choose the proof file of a hand, and see step by step what holds. The file stays in this browser.
proof-choose = Choose a proof file, or drop it here
proof-choose-hint = Files that end in .deal.json or .fraud.json, or a list of proofs of one table
proof-of-hand = Check one of your hands by its number
proof-table = Table
proof-hand = Hand
proof-fetch = Check this hand
proof-sign-in = Sign in to check your own hands by number.
proof-key-of-room = Public key of the room
proof-key-hint = 64 hexadecimal digits
proof-key-none = Without a key, the check believes the key in the file.
proof-key-wrong = This is no key: it must be 64 digits from 0 to 9 and a to f.
proof-key-known = The key that this browser saw first in this room. Compare it with the one that the operator publishes.
proof-key-given = The file must be signed by this key.

proof-verdict-holds = { $rounds ->
    [0] Verified: one log continues the other
    [one] Verified
   *[other] Verified: { $rounds } rounds in a row
}
proof-verdict-fails = Not verified: { $code }
proof-verdict-unreadable = This file is no proof (line { $line })
proof-round = Table { $table }, hand { $hand }
proof-round-void = Table { $table }, hand { $hand }: void
proof-round-given-up = Table { $table }, hand { $hand }, round { $round }: given up
proof-round-blamed = Table { $table }, hand { $hand }, round { $round }: given up because of { $seat }
proof-round-unknown = A round that cannot be read
proof-seat = Seat { $seat }
proof-witness = Witness { $number }
proof-nobody = nobody
proof-dealt-in = Dealt in
proof-button = button: seat { $seat }
proof-packs = Packs
proof-packs-of = { $packs ->
    [one] One, so that no spare was shown
   *[other] { $packs }, one of them dealt
}
proof-cards = Cards opened in this file
proof-cards-of = { $cards }
proof-key = Signed by the key

proof-state-holds = Holds:
proof-state-fails = Fails:
proof-state-open = Not checked:
proof-state-lacks = Not checked:
proof-step-opening = The opening of the round can be read, and lays every deck only once.
proof-step-key = The room’s own key signed it.
proof-step-signature = The signature is right.
proof-step-receipt = It is the opening that the player’s client answered.
proof-step-chain = It follows the round before.
proof-step-links = Every contributor’s link belongs to the chain that was committed to before.
proof-step-record = The record is of the same table and hand.
proof-step-mine = Your seat contributed.
proof-step-packs = The packs that were not dealt are open, and are what the room committed to.
proof-step-cards = Every opened card is the one that the room committed to, at its place.
proof-step-course = Button, seats and streets follow what the game deals.
proof-step-draws = Cards that were given away or passed over are what the room committed to.
proof-step-shown = Every card of the record is opened, and is the same card.
proof-step-seal = The seal closes this round, with these contributions and this course.
proof-step-log = The round is in the room’s public log.
proof-step-audit = The seed of the pack explains the whole hand, hidden cards included.
proof-step-vouchers = Each link vouches for the opening that its player answered before.
proof-step-heads = One state of the log continues the other.
proof-lacks-key = No key was given to compare with.
proof-lacks-receipt = Only the player’s own client knows which opening it answered.
proof-lacks-chain = The file begins with this round.
proof-lacks-mine = Compare the list of contributors with your seat.
proof-lacks-log = The file names no log.
proof-lacks-vouchers = The next round shows it.

proof-code-open = The room’s opening of the round is wrong, or lays a deck twice.
proof-code-key = Another key than the room’s signed the opening.
proof-code-signature = The room’s signature is wrong.
proof-code-receipt = The room signed two openings for one round.
proof-code-chain = The round does not follow the one before. A round was left out, or history was changed.
proof-code-link = A link is missing, belongs to no chain, or was blamed on a player who sent it.
proof-code-bind = The record is of another table or hand.
proof-code-not-mine = A player who takes part was left out of the deal.
proof-code-spare = A pack that was not dealt is not what the room committed to.
proof-code-opening = A card is not the one that the room committed to.
proof-code-double = A card is in the deck too often.
proof-code-lineup = The button or the seats dealt in are not those of the opening.
proof-code-script = The hand does not follow what the game deals.
proof-code-count = More cards are dealt than there are.
proof-code-toss = What a player gave away is not what was committed to.
proof-code-skip = A card was passed over wrongly, or was dealt twice.
proof-code-missing = A card that was shown is not opened.
proof-code-card = The room showed another card than the one it committed to.
proof-code-seal = The seal is of another round.
proof-code-course = The seal is of another course of the hand.
proof-code-log = The round is not in the room’s log.
proof-code-audit = The seed does not explain the hand.
proof-code-ack = A player answered another opening than this one.
proof-code-split = The log has two histories.

proof-drawing = The deal in five pictures
proof-drawn-commit = The room locks two packs.
proof-drawn-links = Each player lends a link.
proof-drawn-seed = The links pick a pack. The other one is shown.
proof-drawn-open = Cards are opened with their path.
proof-drawn-seal = Each hand is sealed to the one before.
proof-says-one = Before each hand, the room lays two packs face down and commits to every card of them by a hash with a salt of its own.
proof-says-two = It signs these hashes together with the seats dealt in, the button and the list of contributors, and can change none of them afterwards.
proof-says-three = Only then does each player’s page answer with the next link of a chain of hashes that it committed to when it joined.
proof-says-four = Nobody can choose a link, and nobody knows the links of the others, so the seed that they make together is as random as the best of them.
proof-says-five = This seed picks the pack that is dealt and the order of its cards, and the room publishes the other pack as proof that its packs are whole decks.
proof-says-six = Each card comes with its salt and its path to the players who may see it, and their pages compare it with what the room signed.
proof-says-seven = Folded hands, burned cards and the rest of the deck stay closed.
proof-says-eight = When the hand is over, the room seals it, and the next opening names that seal, so that no hand can be left out later.
proof-says-nine = If a link does not come in time, the room names the seat, publishes all packs of the round, and lays new ones.
proof-says-ten = One honest contributor is enough for a fair deal, against the room and all others together.
proof-limits = What a proof does not show
proof-limit-cards = The room sees the cards while they are played. It could tell them to an accomplice.
proof-limit-scope = The proof covers cards, not bets, chips or names.
proof-limit-page = A page that the room serves proves little against the room. Use a verifier that you got elsewhere: this page as one file from the release, or the Python program.
