//! The order of formats that write the whole board first, then one showdown for each board. At the
//! table, players who are all-in show before the rest of the board comes.

use crate::course::{Course, Moment};

/// The moments of a hand in that order.
pub(crate) struct Ordered<'c, 'a> {
    /// Everything before the showdown, the boards of a run-out one after the other.
    pub(crate) play: Vec<&'c Moment<'a>>,
    /// The hands that are shown and mucked at the showdown.
    pub(crate) showdown: Vec<&'c Moment<'a>>,
    pub(crate) wins: Vec<&'c Moment<'a>>,
    /// The cards that players show after the hand.
    pub(crate) after: Vec<&'c Moment<'a>>,
}

impl<'c, 'a> Ordered<'c, 'a> {
    pub(crate) fn of(course: &'c Course<'a>) -> Self {
        let mut ordered =
            Self { play: Vec::new(), showdown: Vec::new(), wins: Vec::new(), after: Vec::new() };
        let mut further: Vec<(u8, &'c Moment<'a>)> = Vec::new();
        for moment in &course.moments {
            match moment {
                Moment::Shows { seat, .. } => {
                    // Of a player who is all-in before the last card, the whole hand counts.
                    ordered
                        .showdown
                        .retain(|it| !matches!(it, Moment::Shows { seat: of, .. } if of == seat));
                    ordered.showdown.push(moment);
                }
                Moment::Mucks { .. } => ordered.showdown.push(moment),
                Moment::Wins { .. } => ordered.wins.push(moment),
                Moment::ShowsAfter { .. } => ordered.after.push(moment),
                Moment::Board { board, .. } if *board > 0 => further.push((*board, moment)),
                Moment::Rake { .. } | Moment::Reawarded { .. } => {}
                _ => ordered.play.push(moment),
            }
        }
        further.sort_by_key(|(board, _)| *board);
        ordered.play.extend(further.into_iter().map(|(_, moment)| moment));
        ordered
    }
}
