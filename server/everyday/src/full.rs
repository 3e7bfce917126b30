//! All tests, with the command that the README gives.

use crate::step::Step;

/// Returns the one line of the README's code blocks that begins with `cargo test`. `.ci/run` reads
/// the same line.
pub(crate) fn step(readme: &str) -> Result<Step, String> {
    let mut in_code = false;
    let mut commands = Vec::new();
    for line in readme.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
        } else if in_code && line.starts_with("cargo test") {
            commands.push(line.split('#').next().unwrap_or_default());
        }
    }
    match commands[..] {
        [command] => Ok(Step::of(&command.split_whitespace().collect::<Vec<_>>())),
        _ => Err("README.md must have one command that begins with `cargo test`.".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_stands_once_in_a_code_block() {
        let readme = "cargo test this\n```sh\ncargo run\ncargo test --workspace  # all\n```\n";
        assert_eq!(step(readme).unwrap().to_string(), "cargo test --workspace");
        let twice = readme.replace("cargo run", "cargo test -p cardroom");
        assert!(step(&twice).is_err());
        assert!(step("cargo test --workspace\n").is_err());
    }
}
