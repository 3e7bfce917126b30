//! The scopes of an API token, as one number of the store.

use cardroom_protocol::server::Scope;

/// A set of scopes. Each scope has a bit that never changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scopes(u32);

impl Scopes {
    /// The scope of a bot, and of every token that was made before tokens had scopes.
    pub const PLAY: Self = Self(bit(Scope::Play));
    /// The scope of the address of a calendar.
    pub const CALENDAR: Self = Self(bit(Scope::Calendar));

    #[must_use]
    pub fn has(self, scope: Scope) -> bool {
        self.0 & bit(scope) != 0
    }

    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the scopes, in the order of their variants.
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.has(*scope))
    }

    /// Returns the number that is stored.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Returns the scopes of a stored number. Bits of a newer program grant nothing here.
    #[must_use]
    pub fn from_bits(bits: u32) -> Self {
        Scope::ALL.into_iter().filter(|scope| bits & bit(*scope) != 0).collect()
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().fold(0, |bits, scope| bits | bit(scope)))
    }
}

/// Writes the words of the scopes, separated by commas.
impl std::fmt::Display for Scopes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, scope) in self.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(f, "{comma}{}", scope.as_str())?;
        }
        Ok(())
    }
}

/// Returns the bit of a scope in the store.
const fn bit(scope: Scope) -> u32 {
    match scope {
        Scope::Play => 1,
        Scope::Read => 2,
        Scope::Floor => 4,
        Scope::Leagues => 8,
        Scope::Accounts => 16,
        Scope::Stream => 32,
        Scope::Calendar => 64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scope_has_a_bit_and_comes_back() {
        for scope in Scope::ALL {
            let alone = Scopes::from_iter([scope]);
            assert_eq!(alone.bits().count_ones(), 1);
            assert_eq!(Scopes::from_bits(alone.bits()).iter().collect::<Vec<_>>(), [scope]);
        }
        let all: Scopes = Scope::ALL.into_iter().collect();
        assert_eq!(all.bits(), 127);
        assert_eq!(all.to_string(), "play,read,floor,leagues,accounts,stream,calendar");
        assert_eq!(Scopes::from_bits(u32::MAX), all, "unknown bits grant nothing");
    }
}
