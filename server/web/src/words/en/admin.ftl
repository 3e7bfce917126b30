# Looking after accounts.
admin-loading = Loading …
admin-not-allowed = Only the floor and administrators look after accounts.
admin-room = Room
admin-accounts = Accounts
admin-integrity = Integrity reports
admin-find = Find accounts
admin-name = Name
admin-which = Which
admin-kind-Any = All
admin-kind-Registered = Registered
admin-kind-Guest = Guests
admin-kind-Staff = Staff
admin-kind-Suspended = Suspended
admin-found = { $count ->
    [one] 1 account
   *[other] { $count } accounts
}
admin-before = Previous
admin-next = Next
admin-account = Account
admin-choose = Choose an account.
admin-guest = Guest
admin-bot = House bot
admin-erased = Erased
admin-online = Online
admin-suspended = Suspended
admin-muted = Muted
admin-role = Role
admin-role-Player = Player
admin-role-Host = Host
admin-role-Floor = Floor
admin-role-Admin = Administrator
admin-id = id { $id }
admin-without-end = without an end
admin-until = until { $date }
admin-suspended-until = Suspended { $ends }.
admin-locked-until = The password was guessed wrong too often. Logins wait { $ends }.
admin-muted-until = Muted { $ends }.
admin-wallet = Wallet
admin-on-tables = On tables
admin-opened = Opened
admin-second-factor = Second factor
admin-yes = Yes
admin-no = No
admin-sits-at = Sits at
admin-table = table { $table }
admin-export = Export data
admin-done = Done.

admin-code = { $name } sets a password with this link, once, before { $date }.

admin-order = What to do
admin-apply = Apply
admin-reason = Reason
admin-ends = Ends (leave empty for no end)
admin-chips = Chips
admin-order-Suspend = Suspend
admin-order-Restore = End the suspension
admin-order-Mute = Mute
admin-order-Unlock = End the wait after wrong passwords
admin-order-Unmute = End the mute
admin-order-Remove = Remove from a table
admin-order-Rename = Rename
admin-order-SetRole = Change the role
admin-order-ResetPassword = Make a link for a new password
admin-order-SignOut = Sign out everywhere
admin-order-RevokeToken = Revoke an API token
admin-order-UnlinkSignIn = Unlink from the provider
admin-order-RemoveSecondFactor = Remove the second factor
admin-order-GrantChips = Give chips
admin-order-TakeChips = Take chips
admin-order-MergeGuest = Merge into an account
admin-order-Erase = Erase the account
admin-says-Suspend = The account cannot sign in. It leaves its tables when the hands in progress are over.
admin-says-Restore = The account can sign in again.
admin-says-Mute = The account cannot chat or show emotes at any table.
admin-says-Unlock = The owner can sign in again at once.
admin-says-Unmute = The account can chat again.
admin-says-Remove = The player leaves when the hand in progress is over, and may come back.
admin-says-Rename = Hands that are over keep the old name. The player has to sign in again.
admin-says-SetRole = The player has to connect again.
admin-says-ResetPassword = The owner sets a new password with the link, once, within a day.
admin-says-SignOut = Ends every sign-in and every API token.
admin-says-RevokeToken = Programs that use the token are signed out.
admin-says-UnlinkSignIn = Use this if the account at the provider is in the wrong hands, and sign it out as well. Without a password its owner needs a link for a new one.
admin-says-RemoveSecondFactor = For an owner who has lost the authenticator and the recovery codes. Verify the owner’s identity first.
admin-says-GrantChips = Play chips from the bank. The ledger shows the transfer.
admin-says-TakeChips = From the wallet back into the bank. Chips on tables stay.
admin-says-MergeGuest = Moves the hands and notes of the guest, and closes the guest.
admin-says-Erase = Deletes name, password, tokens and notes. Hands keep a pseudonym. This cannot be undone.
admin-value-Rename = New name
admin-value-SetRole = Role
admin-value-Remove = Table
admin-value-RevokeToken = Token
admin-value-MergeGuest = Account
admin-merge-chips = Move the chips too
admin-confirm-erase = Type { $name } to confirm
admin-create = Open an account

admin-log = Operator log
admin-log-of = Operator log for { $name }
admin-log-rows = Operations
admin-log-empty = Nothing yet.
admin-when = When
admin-who = Operator
admin-what = What
admin-why = Reason
admin-command-line = Command line

admin-reports = Reports
admin-reports-open = { $count ->
    [0] Reports
    [one] 1 open report
   *[other] { $count } open reports
}
admin-reports-all = Include settled reports
admin-reports-none = No reports.
admin-reported-by = reported by { $name } at { $table }, { $date }
admin-report-hand = hand { $hand }
admin-settled = Settled { $date }: { $outcome }
admin-settle = Settle
admin-outcome = Outcome
admin-chat = What this account said
admin-chat-search = Search
admin-chat-none = No stored messages.
