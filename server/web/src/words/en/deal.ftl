# Deals: how to split the prizes that are left, and the vote on it.
deal-propose = Propose a deal
deal-left =
    { $players ->
        [one] { $chips } left to win for one player. Voting is secret, and everyone has to agree.
       *[other] { $chips } left to win among { $players } players. Voting is secret, and everyone has to agree.
    }
deal-how = How to split
deal-way-chips = By chips
deal-way-icm = ICM
deal-way-shares = Custom
deal-says-chips = Everyone gets the next prize. The rest is split in proportion to the stacks.
deal-says-icm = Each stack gets what it would win on average, from its chances of every place.
deal-says-shares = Enter the shares you agreed on. They have to add up exactly.
deal-for-winner = Set aside for the winner
deal-divided = Everything is divided.
deal-rest = { $chips } left to divide.
deal-too-much = { $chips } over the total.
deal-ask = Put it to the vote

deal-proposed = Deal proposed
deal-shares = Shares
deal-player = Player
deal-gets = Gets
deal-you = you
deal-played-for = Left to play for
deal-secret = The ballot is secret. The deal stands if everyone accepts.
deal-reject = Reject
deal-accept = Accept { $chips }
