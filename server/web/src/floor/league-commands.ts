// What the floor can command about results that stand, about leagues and about who may enter them.
import type { LeagueCommand, ResultChange } from "../protocol";
import type { Command, Field } from "./form";

const event: Field = { kind: "pick", label: "Past tournament", from: "events" };
const player: Field = { kind: "text", label: "Player" };

const correct = (name: string, more: Record<string, Field>, change: (given: { number(key: string): number }) => ResultChange): Command<LeagueCommand> => ({
  group: "Results", name, rule: "GAPS G-04", fields: { event, player, ...more },
  make: (given) => ({ Correct: { tournament: given.number("event"), name: given.text("player").trim(), change: change(given) } }),
});

export const OF_LEAGUES: Command<LeagueCommand>[] = [
  correct("Disqualify afterwards", {}, () => "Disqualify"),
  correct("Move to another place", { place: { kind: "number", label: "Place", initial: 1, least: 1 } }, (given) => ({ MoveTo: given.number("place") })),
  correct("Take points away", { points: { kind: "number", label: "Hundredths of a point", initial: 100, least: 1 } }, (given) => ({ Deduct: given.number("points") })),
  correct("Restore as it ended", {}, () => "Restore"),
  {
    group: "Leagues", name: "Count for a league", fields: { event, league: { kind: "pick", label: "League", from: "leagues", optional: "for none" } },
    make: (given) => ({ CountFor: { tournament: given.number("event"), league: given.text("league") || null } }),
  },
  {
    group: "Leagues", name: "Compute a season again", fields: { season: { kind: "pick", label: "Season", from: "seasons" } },
    make: (given) => {
      const [of = "", season = ""] = given.text("season").split("/");
      return { Recount: { league: of, season } };
    },
  },
  {
    group: "Bans", name: "Ban an account", rule: "GAPS G-04",
    fields: { player, days: { kind: "number", label: "Days", initial: 28, least: 1 }, league: { kind: "pick", label: "From", from: "leagues", optional: "all tournaments" } },
    make: (given) => ({ Ban: { name: given.text("player").trim(), days: given.number("days"), league: given.text("league") || null } }),
  },
  {
    group: "Bans", name: "Lift a ban", rule: "GAPS G-04",
    fields: { player, league: { kind: "pick", label: "From", from: "leagues", optional: "all tournaments" } },
    make: (given) => ({ LiftBan: { name: given.text("player").trim(), league: given.text("league") || null } }),
  },
];
