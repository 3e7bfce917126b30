//! Plays files of rule cases with the rulebooks and games of `config/`: `check_cases KINDS FILE...`.
#![allow(clippy::print_stdout, reason = "it is a program")]
use cardroom_casebook::cases;
use cardroom_rules::Library;
use std::path::Path;

fn texts(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config").join(folder);
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let files = files.map(|file| file.expect("it can be read").path());
    files
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("it can be read"))
        })
        .collect()
}

fn main() {
    let (games, books) = (texts("games"), texts("rulebooks"));
    let pairs =
        |texts: &'static [(String, String)]| texts.iter().map(|(a, b)| (a.as_str(), b.as_str()));
    let library = Library::parse(pairs(games.leak()), pairs(books.leak())).expect("config");
    let mut args = std::env::args().skip(1);
    let kinds = args.next().expect("kinds");
    let kinds: Vec<&str> = kinds.split(',').filter(|kind| !kind.is_empty()).collect();
    let mut report = cases::Report::default();
    for file in args {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        report.add(cases::run(&text, &library, &kinds).expect("cases"));
    }
    println!("{report}");
}
