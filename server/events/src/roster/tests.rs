//! Tests of correct and incorrect rosters.

use super::*;
use proptest::prelude::*;

fn told(text: &str) -> Vec<(u32, Option<Column>, Wrong)> {
    let problems = parse(text).unwrap_err();
    problems.into_iter().map(|problem| (problem.line, problem.column, problem.what)).collect()
}

#[test]
fn a_roster_is_read_with_all_its_columns() {
    let text = [
        "\u{feff}Name,table,SEAT,apart,check_in",
        "Ada,1,3,\"Bob; E\"\"ve;bob\",yes",
        "",
        "\"Bob\" ,,,,no",
        "\"E\"\"ve\n\",2",
        ",,,,",
    ];
    let lines = parse(&text.join("\r\n")).unwrap();
    assert_eq!(lines.len(), 3);
    assert_eq!((lines[0].table, lines[0].seat, lines[0].check_in), (Some(1), Some(2), true));
    assert_eq!(lines[0].apart, [1, 2]);
    assert_eq!((lines[1].line, &*lines[1].name), (4, "Bob"));
    assert_eq!((lines[2].line, &*lines[2].name, lines[2].table), (5, "E\"ve", Some(2)));
}

#[test]
fn every_mistake_is_told_with_its_line_and_column() {
    let text = "name,table,seat,apart,check_in\n\
                Ada,0,,,\n\
                Bob,,2,,\n\
                ,1,,,\n\
                ada,1,x,,\n\
                Eve,1,1,Nobody;Eve,maybe\n\
                Joe,1,1,,,more\n";
    assert_eq!(
        told(text),
        [
            (2, Some(Column::Table), Wrong::NotATable("0".to_owned())),
            (3, Some(Column::Seat), Wrong::SeatWithoutTable),
            (4, Some(Column::Name), Wrong::NoName),
            (5, Some(Column::Seat), Wrong::NotASeat("x".to_owned())),
            (5, Some(Column::Name), Wrong::Twice { first: 2 }),
            (6, Some(Column::CheckIn), Wrong::NeitherYesNorNo("maybe".to_owned())),
            (6, Some(Column::Apart), Wrong::ApartFromSelf),
            (6, Some(Column::Apart), Wrong::NotInRoster("Nobody".to_owned())),
            (7, None, Wrong::TooManyCells),
            (7, Some(Column::Seat), Wrong::SeatTaken { first: 6 }),
        ]
    );
}

#[test]
fn a_stack_is_a_whole_number_of_chips() {
    let lines = parse("name,stack\nAda,12500\nBob,\n").unwrap();
    assert_eq!([lines[0].stack, lines[1].stack], [Some(Chips(12_500)), None]);
    for wrong in ["0", "-5", "1.5", "many", "1000000000001"] {
        let what = Wrong::NotAStack(wrong.to_owned());
        assert_eq!(told(&format!("name,stack\nAda,{wrong}\n")), [(2, Some(Column::Stack), what)]);
    }
}

#[test]
fn a_spreadsheet_may_separate_cells_as_it_likes() {
    for text in [
        "\u{feff}name;table;apart\r\nAda;1;\"Bob;Eve\"\r\nBob;;Ada, Eve\r\nEve;2;\r\n",
        "name\ttable\tapart\nAda\t1\tBob;Eve\nBob\t\tAda,Eve\nEve\t2\n",
        "sep=;\r\nname;table;apart\r\nAda;1;\"Bob,Eve\"\r\nBob;;\"Ada;Eve\"\r\nEve;2;\r\n",
        "name,table,apart\nAda,1,Bob;Eve\nBob,,Ada;Eve\nEve,2\n",
    ] {
        let lines = parse(text).unwrap();
        let names: Vec<&str> = lines.iter().map(|line| &*line.name).collect();
        assert_eq!(names, ["Ada", "Bob", "Eve"], "{text:?}");
        assert_eq!(
            lines.iter().map(|line| line.table).collect::<Vec<_>>(),
            [Some(1), None, Some(2)]
        );
        assert_eq!((&*lines[0].apart, &*lines[1].apart), (&[1, 2][..], &[0, 2][..]), "{text:?}");
    }
    let wrong = told("sep=;\nname;table\nAda;0\n");
    assert_eq!(wrong, [(3, Some(Column::Table), Wrong::NotATable("0".to_owned()))]);
    assert_eq!(parse("name\nAda\n").unwrap().len(), 1, "one column has no separator");
}

#[test]
fn a_table_that_is_none_leaves_its_seat_alone() {
    assert_eq!(
        told("name,table,seat,check_in\nAda,x,2,perhaps\n"),
        [
            (2, Some(Column::Table), Wrong::NotATable("x".to_owned())),
            (2, Some(Column::CheckIn), Wrong::NeitherYesNorNo("perhaps".to_owned())),
        ]
    );
}

#[test]
fn a_heading_says_which_column_is_which() {
    assert_eq!(told(""), [(1, None, Wrong::NoHeading)]);
    assert_eq!(told("\n , \n"), [(1, None, Wrong::NoHeading)]);
    let player = Wrong::UnknownColumn("player".to_owned());
    let missing = (1, Some(Column::Name), Wrong::NoNameColumn);
    assert_eq!(told("player\nAda\n"), [(1, None, player), missing.clone()]);
    assert_eq!(told("name,Name\nAda\n"), [(1, Some(Column::Name), Wrong::ColumnTwice)]);
    assert_eq!(told("table\n1\n"), [missing]);
    assert_eq!(told("\nname\n"), [(2, None, Wrong::Nobody)]);
}

#[test]
fn quotes_stand_around_a_whole_cell() {
    assert_eq!(told("name\n\"Ada"), [(2, None, Wrong::OpenQuote)]);
    assert_eq!(told("name\nA\"da\"\n").first(), Some(&(2, None, Wrong::QuoteInside)));
    assert_eq!(told("name\n\"Ada\"x\n"), [(2, None, Wrong::QuoteInside)]);
}

#[test]
fn a_roster_has_no_more_players_than_the_page_says() {
    let roster =
        |players| (0..players).fold("name\n".to_owned(), |text, n| text + &format!("P{n}\n"));
    assert_eq!(parse(&roster(MAX_ROSTER_PLAYERS)).unwrap().len(), MAX_ROSTER_PLAYERS);
    let line = u32::try_from(MAX_ROSTER_PLAYERS).unwrap() + 2;
    assert_eq!(told(&roster(MAX_ROSTER_PLAYERS + 1)), [(line, None, Wrong::TooMany)]);
}

#[test]
fn an_error_repeats_only_so_much_of_a_cell() {
    let text = format!("name,seat,table\nAda,{},1\n", "9\u{7}".repeat(5_000));
    assert_eq!(told(&text), [(2, Some(Column::Seat), Wrong::NotASeat("9".repeat(40)))]);
}

/// Generates a valid roster: every player has a different seat, and some are kept apart.
fn a_roster() -> impl Strategy<Value = Vec<RosterLine>> {
    let one = (
        "[A-Za-z\",;\r\n]{0,8}",
        proptest::option::of((1..9_u32, proptest::bool::ANY)),
        proptest::collection::vec(any::<prop::sample::Index>(), 0..3),
        any::<bool>(),
        proptest::option::of(1..=MAX_STACK),
    );
    proptest::collection::vec(one, 1..40).prop_map(|players| {
        let count = players.len();
        let lines =
            players.into_iter().enumerate().map(|(place, (odd, table, apart, check_in, stack))| {
                let mut others: Vec<usize> = apart
                    .iter()
                    .map(|other| other.index(count))
                    .filter(|other| *other != place)
                    .collect();
                others.sort_unstable();
                others.dedup();
                RosterLine {
                    line: 0,
                    // A semicolon separates names, and a line break is only allowed inside one.
                    name: format!("x{}{place}", odd.replace([';', '\r'], "")),
                    table: table.map(|(table, _)| table),
                    seat: table.filter(|(_, seat)| *seat).and(u8::try_from(place).ok()),
                    apart: others,
                    check_in,
                    stack: stack.map(Chips),
                }
            });
        lines.collect()
    })
}

/// Writes a roster with every cell in quotes.
fn written(lines: &[RosterLine]) -> String {
    let cell = |text: String| format!("\"{}\"", text.replace('"', "\"\""));
    let mut text = "check_in,stack,apart,seat,table,name\r\n".to_owned();
    for line in lines {
        let apart: Vec<&str> = line.apart.iter().map(|other| &*lines[*other].name).collect();
        let cells = [
            if line.check_in { "yes" } else { "" }.to_owned(),
            line.stack.map_or_else(String::new, |stack| stack.0.to_string()),
            apart.join(";"),
            line.seat.map_or_else(String::new, |seat| (seat + 1).to_string()),
            line.table.map_or_else(String::new, |table| table.to_string()),
            line.name.clone(),
        ];
        text += &(cells.map(cell).join(",") + "\r\n");
    }
    text
}

proptest! {
    #[test]
    fn whatever_is_written_is_read_again(lines in a_roster()) {
        let mut read = parse(&written(&lines)).unwrap();
        for line in &mut read {
            line.line = 0;
            line.apart.sort_unstable();
        }
        prop_assert_eq!(read, lines);
    }

    #[test]
    fn no_text_at_all_makes_the_reader_fail(
        text in "(name,|table|\n|\r|,|\"|;|seat,apart|check_in|sep=;\n|\t|[a-c0-9]|\u{feff}|.){0,60}",
    ) {
        match parse(&text) {
            Ok(lines) => {
                let count = text.lines().count();
                prop_assert!(!lines.is_empty() && lines.len() < count);
                prop_assert!(lines.iter().all(|line| !line.name.is_empty()));
                prop_assert!(lines.iter().flat_map(|line| &line.apart).all(|other| *other < lines.len()));
            }
            Err(problems) => {
                let last = u32::try_from(text.split('\n').count()).unwrap();
                prop_assert!(!problems.is_empty());
                prop_assert!(problems.iter().all(|problem| (1..=last).contains(&problem.line)));
                prop_assert!(problems.is_sorted_by_key(|problem| problem.line));
            }
        }
    }
}
