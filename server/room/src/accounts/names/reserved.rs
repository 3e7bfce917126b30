//! Names with which a player could pose as the room or its staff.

use crate::confusable;

/// Words that no name may have, alone or among others: `Cardroom Support`, `Admin1`.
const STAFF: &[&str] = &[
    "admin",
    "administrator",
    "cardroom",
    "director",
    "floor",
    "floorman",
    "moderator",
    "official",
    "operator",
    "root",
    "server",
    "staff",
    "support",
    "system",
];

/// Words that speak for the room if a name has no others than these and [`TITLES`]: `The House` and
/// `Poker Room`, but not `Full House`.
const ROOM: &[&str] = &["bank", "cashier", "dealer", "host", "house", "mod", "poker", "room"];

/// Words that name nobody.
const TITLES: &[&str] = &[
    "chief",
    "desk",
    "head",
    "help",
    "manager",
    "master",
    "my",
    "our",
    "service",
    "supervisor",
    "table",
    "team",
    "the",
    "your",
];

/// Digits that stand for letters.
const LETTERS_OF_DIGITS: &[(char, char)] =
    &[('0', 'o'), ('1', 'i'), ('3', 'e'), ('4', 'a'), ('5', 's'), ('7', 't'), ('8', 'b')];

/// Returns `true` if a name has a word of the staff, or consists of words for the room. Letters and
/// digits that look like others count as those, and digits around a word do not count.
pub(super) fn speaks_for_the_room(name: &str) -> bool {
    let words = words_of(name);
    let is_staff = |word: &String| is_one_of(word, STAFF);
    let joined: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    words.iter().any(is_staff) || readings(&joined).iter().any(|text| is_made_of_our_words(text))
}

/// Splits a name where a space, a sign or a capital begins another word.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for c in name.chars() {
        let begins = c.is_uppercase() && was_small;
        if (begins || !c.is_alphanumeric()) && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.push(c);
        }
        was_small = c.is_lowercase();
    }
    words
}

fn is_one_of(word: &str, words: &[&str]) -> bool {
    readings(word).iter().any(|reading| words.iter().any(|one| skeleton(one) == *reading))
}

/// Returns the ways to read a word: without the digits around it, and with digits as letters.
fn readings(word: &str) -> [String; 2] {
    let bare = word.trim_matches(|c: char| c.is_numeric());
    let letter = |c: char| LETTERS_OF_DIGITS.iter().find(|(digit, _)| *digit == c);
    let lettered: String =
        word.chars().map(|c| letter(c).map_or(c, |(_, as_letter)| *as_letter)).collect();
    [skeleton(bare), skeleton(&lettered)]
}

fn skeleton(text: &str) -> String {
    confusable::skeleton(text)
}

/// Returns `true` if a text is nothing but words of the room, its staff, and titles, one after the
/// other, and not titles alone.
fn is_made_of_our_words(text: &str) -> bool {
    /// Whether a rest can be split, given whether a word of the room came before it.
    fn splits(rest: &str, has_room: bool) -> bool {
        if rest.is_empty() {
            return has_room;
        }
        let goes_on = |words: &[&str], is_room: bool| {
            words.iter().any(|word| {
                let rest = rest.strip_prefix(&*skeleton(word));
                rest.is_some_and(|rest| splits(rest, has_room || is_room))
            })
        };
        goes_on(STAFF, true) || goes_on(ROOM, true) || goes_on(TITLES, false)
    }
    splits(text, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_speaks_for_the_room() {
        for name in [
            "admin",
            "Admin",
            "A-d-m-i-n",
            "Admin1",
            "007admin",
            "Adm1n",
            "4dmin",
            "Admin Anna",
            "AnnaAdmin",
            "Cardroom Support",
            "cardroomsupport",
            "Card_Room",
            "Floor Manager",
            "5upport",
            "Support Team",
            "_dealer_",
            "Dealer99",
            "Head Dealer",
            "The House",
            "Poker Room",
            "The Bank",
            "\u{ff21}dmin",
            "deaIer",
            "F_l_o_o_r",
            "Tournament Director",
            "Mod",
            "TableHost",
        ] {
            assert!(speaks_for_the_room(name), "{name}");
        }
    }

    #[test]
    fn words_of_the_game_may_be_part_of_a_name() {
        for name in [
            "Full House",
            "House MD",
            "Bank Robber",
            "Dealer Joe",
            "Badminton",
            "Admiral",
            "Flora",
            "Hostess Anna",
            "Poker Anna",
            "Roomy",
            "Rooter",
            "Supporter",
            "Master",
            "The Team",
            "Modena",
            "Anna 1",
            "7",
        ] {
            assert!(!speaks_for_the_room(name), "{name}");
        }
    }
}
