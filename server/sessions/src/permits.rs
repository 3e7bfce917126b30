//! The only place that decides whether a sender may do something.
//!
//! [`permit`] is a pure function of a [`Standing`], of an [`Ask`] and of the time. [`Ask::of`]
//! turns every message of a client into one, and the files over HTTP have a variant each.
//! Which message needs what stands in its line of `protocol/src/requests.rs`, and which order needs
//! what in [`Weight::of`]. Tables, tournaments and hands know nothing of credentials: they see the
//! role of [`Standing::acts_as`].

use cardroom_protocol::administration::AccountOrder;
use cardroom_protocol::requests::Need;
use cardroom_protocol::server::{Role, Scope};
use cardroom_protocol::{ApiTokenId, ClientMessage, ErrorCode};
use cardroom_record::Scopes;
use std::sync::Arc;

/// How long a proof of the second factor serves for orders that only administrators may give.
pub const PROOF_LASTS_MS: u64 = 15 * 60 * 1_000;

/// How a connection or a request proved which account it acts for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Credential {
    /// A person signed in: with a password, or over the provider. A resume token continues that.
    SignIn,
    Token {
        id: ApiTokenId,
        label: Arc<str>,
        scopes: Scopes,
    },
    /// The machine's command line, whose user could change the database directly anyway.
    Machine,
}

/// The second factor of an account, as one sign-in knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Factor {
    /// The account has none and needs none.
    None,
    /// The account has none, and the room asks its staff for one.
    Missing,
    /// The account has one. `proven_ms` is when this sign-in last proved it.
    Set { proven_ms: Option<u64> },
}

/// Everything about the sender of a request that decides what they may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    pub role: Role,
    pub credential: Credential,
    pub factor: Factor,
}

/// A message or a file that a sender wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// A message that needs no more than its line says.
    Message(Need),
    /// Hands of others, or cards that were hidden.
    HiddenHands,
    /// An order about an account.
    Order(Weight),
    /// The account's hands or ledgers as files.
    OwnFile,
    /// Everything that is stored about the account, as a file.
    OwnExport,
    /// Everything that is stored about another account, as a file.
    ExportOfAnother,
}

/// How much an order about an account can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Weight {
    /// The floor may give it.
    Floor,
    /// Only an administrator may give it.
    Administrator,
    /// It gives an account a role or a way to sign in. Only an administrator in person may give it.
    Power,
}

/// The reason why something is not permitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotPermitted {
    #[error("Sign in first.")]
    NotSignedIn,
    #[error("An API token cannot do this. Log in with your password, then try again.")]
    TokenOfAProgram,
    #[error(
        "This API token needs the scope \"{}\" for this. Make a token with that scope.",
        .0.as_str()
    )]
    NoScope(Scope),
    #[error("Only hosts and the floor open tournaments. Host a private one instead.")]
    NotAHost,
    #[error("Only the floor and administrators may do this. Ask the floor.")]
    NotTheFloor,
    #[error("Only an administrator may do this.")]
    NotAnAdministrator,
    #[error(
        "This room asks its staff for a second factor. Set one up in your account, then try again."
    )]
    NoFactor,
    #[error("Prove your second factor again, then repeat this.")]
    ProofTooOld,
    #[error(
        "No API token gives anyone a role or a way to sign in. Log in with your password, then \
         try again."
    )]
    TokenWithoutPower,
}

/// Decides what a sender may do. `who` is `None` before a sign-in.
///
/// # Errors
/// Returns the first reason against it.
pub fn permit(who: Option<&Standing>, ask: Ask, now_ms: u64) -> Result<(), NotPermitted> {
    if ask == Ask::Message(Need::Nothing) {
        return Ok(());
    }
    let who = who.ok_or(NotPermitted::NotSignedIn)?;
    match ask {
        Ask::Message(Need::Nothing | Need::SignIn) => Ok(()),
        Ask::Message(Need::Owner) => match who.credential {
            Credential::Token { .. } => Err(NotPermitted::TokenOfAProgram),
            Credential::SignIn | Credential::Machine => Ok(()),
        },
        Ask::Message(Need::Read) | Ask::OwnFile => who.has_one_of(&[Scope::Play, Scope::Read]),
        Ask::Message(Need::Play) => who.has_one_of(&[Scope::Play]),
        Ask::Message(Need::Direct) => who.has_one_of(&[Scope::Play, Scope::Floor]),
        Ask::Message(Need::Open) => {
            who.has_one_of(&[Scope::Floor])?;
            who.is_at_least(Role::Host, NotPermitted::NotAHost)
        }
        Ask::Message(Need::Floor) | Ask::HiddenHands => who.is_staff_with(Scope::Floor),
        Ask::Message(Need::Leagues) => who.is_staff_with(Scope::Leagues),
        Ask::Message(Need::Accounts) | Ask::Order(Weight::Floor) => {
            who.is_staff_with(Scope::Accounts)
        }
        Ask::Message(Need::Hooks) | Ask::Order(Weight::Administrator) | Ask::ExportOfAnother => {
            who.administers(now_ms)
        }
        Ask::Order(Weight::Power) => {
            who.administers(now_ms)?;
            match who.credential {
                Credential::Token { .. } => Err(NotPermitted::TokenWithoutPower),
                Credential::SignIn | Credential::Machine => Ok(()),
            }
        }
        Ask::OwnExport => who.has_one_of(&[Scope::Read]),
    }
}

impl Ask {
    /// Returns what a message asks for.
    #[must_use]
    pub fn of(message: &ClientMessage) -> Self {
        match message {
            ClientMessage::Administer(body) => Self::Order(Weight::of(&body.order)),
            ClientMessage::GetHand(body) if body.inspect.is_some() => Self::HiddenHands,
            ClientMessage::ListHands(body) if body.everybody => Self::HiddenHands,
            // The host of a private table may read the commands given there. That is checked later.
            ClientMessage::ListAudit(body) if body.table.is_none() => Self::Message(Need::Floor),
            message => Self::Message(message.needs()),
        }
    }
}

impl Weight {
    /// Returns the weight of an order.
    #[must_use]
    pub fn of(order: &AccountOrder) -> Self {
        use AccountOrder as O;
        match order {
            O::Suspend(_)
            | O::Restore(_)
            | O::Mute(_)
            | O::Unmute(_)
            | O::Remove(_)
            | O::SettleReport(_)
            | O::Unlock(_) => Self::Floor,
            O::Create(new) if new.role == Role::Player => Self::Administrator,
            O::CreateAll(all) if all.iter().all(|new| new.role == Role::Player) => {
                Self::Administrator
            }
            O::Rename(_)
            | O::SignOut(_)
            | O::RevokeToken(_)
            | O::UnlinkSignIn(_)
            | O::GrantChips(_)
            | O::TakeChips(_)
            | O::MergeGuest(_)
            | O::Erase(_) => Self::Administrator,
            O::Create(_)
            | O::CreateAll(_)
            | O::SetRole(_)
            | O::ResetPassword(_)
            | O::RemoveSecondFactor(_) => Self::Power,
        }
    }
}

impl Standing {
    /// The user of the machine's command line.
    pub const MACHINE: Self =
        Self { role: Role::Admin, credential: Credential::Machine, factor: Factor::None };

    /// Returns the role that tables, tournaments and hands see: that of the account, or of a player
    /// if the credential does not carry the role.
    #[must_use]
    pub fn acts_as(&self) -> Role {
        let is_staff = self.role >= Role::Floor;
        let is_let = match &self.credential {
            Credential::SignIn | Credential::Machine => true,
            Credential::Token { scopes, .. } => scopes.has(Scope::Floor),
        };
        match is_let && !(is_staff && self.factor == Factor::Missing) {
            true => self.role,
            false => Role::Player,
        }
    }

    /// Returns the standing after the second factor was set up, proven or removed.
    #[must_use]
    pub fn with_factor(&self, factor: Factor) -> Self {
        Self { factor, ..self.clone() }
    }

    /// Returns `true` if the sender plays: takes the account's seats, and sees its cards.
    #[must_use]
    pub fn plays(&self) -> bool {
        self.has_one_of(&[Scope::Play]).is_ok()
    }

    /// Returns the API token of the sign-in, if it was by one.
    #[must_use]
    pub fn token(&self) -> Option<ApiTokenId> {
        match &self.credential {
            Credential::Token { id, .. } => Some(*id),
            Credential::SignIn | Credential::Machine => None,
        }
    }

    /// The first scope is the one to ask for.
    fn has_one_of(&self, scopes: &[Scope]) -> Result<(), NotPermitted> {
        match &self.credential {
            Credential::Token { scopes: held, .. }
                if !scopes.iter().any(|scope| held.has(*scope)) =>
            {
                Err(NotPermitted::NoScope(scopes[0]))
            }
            _ => Ok(()),
        }
    }

    fn is_at_least(&self, role: Role, otherwise: NotPermitted) -> Result<(), NotPermitted> {
        if self.role >= role { Ok(()) } else { Err(otherwise) }
    }

    fn is_staff_with(&self, scope: Scope) -> Result<(), NotPermitted> {
        self.is_at_least(Role::Floor, NotPermitted::NotTheFloor)?;
        self.has_one_of(&[scope])?;
        match self.factor {
            Factor::Missing => Err(NotPermitted::NoFactor),
            Factor::None | Factor::Set { .. } => Ok(()),
        }
    }

    fn administers(&self, now_ms: u64) -> Result<(), NotPermitted> {
        self.is_at_least(Role::Admin, NotPermitted::NotAnAdministrator)?;
        self.is_staff_with(Scope::Accounts)?;
        match (&self.credential, self.factor) {
            // The owner proved the factor when the token was made.
            (Credential::Token { .. } | Credential::Machine, _) => Ok(()),
            (Credential::SignIn, Factor::Set { proven_ms }) => {
                let is_fresh = |proven: u64| now_ms < proven.saturating_add(PROOF_LASTS_MS);
                match proven_ms.is_some_and(is_fresh) {
                    true => Ok(()),
                    false => Err(NotPermitted::ProofTooOld),
                }
            }
            (Credential::SignIn, Factor::None | Factor::Missing) => Ok(()),
        }
    }
}

impl NotPermitted {
    /// Returns the code that goes over the wire.
    #[must_use]
    pub fn code(self) -> ErrorCode {
        match self {
            Self::NotSignedIn => ErrorCode::NotLoggedIn,
            Self::NoScope(_) => ErrorCode::TokenScope,
            Self::NoFactor => ErrorCode::FactorRequired,
            Self::ProofTooOld => ErrorCode::ProveFactor,
            Self::TokenOfAProgram
            | Self::NotAHost
            | Self::NotTheFloor
            | Self::NotAnAdministrator
            | Self::TokenWithoutPower => ErrorCode::Forbidden,
        }
    }
}
