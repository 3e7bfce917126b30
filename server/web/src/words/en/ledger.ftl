# The ledger of a private table.
ledger-title = Ledger of the night
ledger-table = Table { $table }
ledger-lead = Each player’s buy-ins, top-ups and cash-outs, and who pays whom at the end.
ledger-chip-value = { $chips } chips are 1 { $currency }. The room moves no money.
ledger-none = There is no such ledger, or you may not see it. It is for the host and the players of a private table.
ledger-download = Download (CSV)
ledger-to-table = Back to the table
ledger-loading = Loading the ledger …
ledger-empty = No one has bought in yet.
ledger-rows = Players and their chips
ledger-player = Player
ledger-column-buy_ins = Buy-ins
ledger-column-top_ups = Top-ups
ledger-column-given = Given by host
ledger-column-taken = Taken by host
ledger-column-cash_outs = Cash-outs
ledger-column-stack = Stack
ledger-net = Net
ledger-total = Total
ledger-settle = Settle up
ledger-pays = { $from } pays { $to }
ledger-settled = No one owes anything.
ledger-fewest = { $count ->
    [one] One transfer settles the night.
   *[other] { $count } transfers settle the night. Fewer would not be enough.
}
