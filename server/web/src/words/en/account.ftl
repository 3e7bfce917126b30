# Signing in, and the account.
account-sign-in = Sign in
account-how = How to sign in
account-tab-guest = Guest
account-tab-register = New account
account-tab-login = Sign in
account-verb-guest = Play now
account-verb-register = Create account
account-verb-login = Sign in
account-says-guest = No password or email needed. This browser keeps your seat and your chips.
account-says-register = Choose a name and a password. You can then play on any device.
account-says-login = Welcome back.
account-nickname = Your name at the table (optional)
account-name = Name
account-password = Password

account-wallet = Wallet
account-role = Role
account-role-player = Player
account-role-host = Host
account-role-floor = Floor
account-role-admin = Admin
account-tickets = Tickets
account-ticket = Ticket
account-worth = worth { $chips }
account-sounds = Sounds
account-big-blinds = Amounts in big blinds
account-four-colors = Four suit colors
account-language = Language
account-muted = Muted:
account-unmute = Unmute { $name }
account-refill = Ask for chips
account-log-out = Log out

account-settings = Settings
account-sections = Parts of the account
account-section-profile = Profile
account-section-settings = Settings
account-section-security = Security

account-theme = Theme
account-theme-browser = Automatic
account-theme-dark = Dark
account-theme-light = Light
account-theme-contrast = High contrast
account-volume = Volume
account-equity = Chances at all-in

account-change-password = Change password
account-password-says = Other browsers are signed out. Tokens for bots keep working.
account-old-password = Current password
account-new-password = New password
account-password-changed = Password changed

account-tokens = Tokens for bots
account-tokens-says = A bot or a script signs in to your account with a token instead of your password.
account-token-label = Name of the token
account-create-token = Create token
account-token-once = Copy the token “{ $label }” now. It is shown only once.
account-copy-token = Copy token
account-token-copied = Token copied
account-token-used = last used on { $day }
account-token-unused = not used yet
account-revoke = Revoke
account-revoke-of = Revoke { $label }

account-sign-out-everywhere = Sign out everywhere
account-sign-out-says = Ends every other sign-in and all tokens, for example after you lost a device.

account-role-guest = Guest
account-create = Create account
account-keep-chips = Keep your chips: create an account.
account-says-upgrade = Your { $chips } chips, your seats and your hands stay with you, on any device.
account-created = Account created. Your chips and seats are still yours.
account-later = Later
account-guest-leaves = You play as a guest. After you log out, nobody can recover your chips or your seat.
account-log-out-anyway = Log out anyway

account-appearance = Avatar and color
account-avatar = Avatar
account-avatar-number = Avatar { $number }
account-color = Color
account-color-red = Red
account-color-orange = Orange
account-color-yellow = Yellow
account-color-green = Green
account-color-teal = Teal
account-color-blue = Blue
account-color-violet = Violet
account-color-pink = Pink

account-code = Code of your authenticator, or a recovery code
account-reset = Set a new password
account-reset-says = Your operator made this link for you. It works once.
account-reset-signed-in = You are signed in. Log out to use this link.

account-factor = Second factor
account-factor-off = With a second factor, a stolen password is not enough to sign in. You need an authenticator app.
account-factor-on = You sign in with your password and a code of your authenticator.
account-factor-begin = Set up a second factor
account-factor-scan = Scan this with your authenticator, then type the code that it shows.
account-factor-qr = QR code with the key
account-factor-type = Or type this key:
account-factor-code = Code
account-factor-or-recovery = Code, or a recovery code
account-factor-confirm = Confirm
account-factor-remove = Remove the second factor
account-factor-removed = Second factor removed
account-factor-recovery = Keep these recovery codes in a safe place. Each works once, and they are shown only now.
account-factor-copy = Copy the codes
account-factor-copied = Codes copied
account-export = Download my data
