//! The names of the machine's users, from `/etc/passwd`.

/// Returns the name of a user, or the number if the machine has no name for it.
pub(super) fn user_name(number: u32) -> Option<String> {
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    Some(named(&users, number).unwrap_or_else(|| number.to_string()))
}

fn named(users: &str, number: u32) -> Option<String> {
    let number = number.to_string();
    users.lines().find_map(|line| {
        let mut parts = line.split(':');
        let (name, id) = (parts.next()?, parts.nth(1)?);
        (id == number).then(|| name.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_is_found_by_number() {
        let users = "root:x:0:0:root:/root:/bin/sh\nrobin:x:1000:1000::/home/robin:/bin/sh\n";
        assert_eq!(named(users, 1_000), Some("robin".to_owned()));
        assert_eq!(named(users, 1), None);
    }
}
