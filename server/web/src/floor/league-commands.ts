// The floor's commands about final results, about leagues and about bans.
import type { LeagueCommand, ResultChange } from "../protocol";
import type { Command, Field } from "./form";

const event: Field = { kind: "pick", label: "floor-past-tournament", from: "events" };
const player: Field = { kind: "text", label: "floor-player" };

const correct = (name: string, more: Record<string, Field>, change: (given: { number(key: string): number }) => ResultChange): Command<LeagueCommand> => ({
  group: "floor-group-results", name, rule: "GAPS G-04", fields: { event, player, ...more },
  make: (given) => ({ Correct: { tournament: given.number("event"), name: given.text("player").trim(), change: change(given) } }),
});

export const OF_LEAGUES: Command<LeagueCommand>[] = [
  correct("floor-disqualify-afterwards", {}, () => "Disqualify"),
  correct("floor-move-place", { place: { kind: "number", label: "floor-place", initial: 1, least: 1 } }, (given) => ({ MoveTo: given.number("place") })),
  correct("floor-deduct-points", { points: { kind: "number", label: "floor-point-hundredths", initial: 100, least: 1 } }, (given) => ({ Deduct: given.number("points") })),
  correct("floor-restore-result", {}, () => "Restore"),
  {
    group: "floor-group-leagues", name: "floor-count-for", fields: { event, league: { kind: "pick", label: "floor-league", from: "leagues", optional: "floor-no-league" } },
    make: (given) => ({ CountFor: { tournament: given.number("event"), league: given.text("league") || null } }),
  },
  {
    group: "floor-group-leagues", name: "floor-recount", fields: { season: { kind: "pick", label: "floor-season", from: "seasons" } },
    make: (given) => {
      const [of = "", season = ""] = given.text("season").split("/");
      return { Recount: { league: of, season } };
    },
  },
  {
    group: "floor-group-bans", name: "floor-ban", rule: "GAPS G-04",
    fields: { player, days: { kind: "number", label: "floor-days", initial: 28, least: 1 }, league: { kind: "pick", label: "floor-ban-from", from: "leagues", optional: "floor-all-tournaments" } },
    make: (given) => ({ Ban: { name: given.text("player").trim(), days: given.number("days"), league: given.text("league") || null } }),
  },
  {
    group: "floor-group-bans", name: "floor-lift-ban", rule: "GAPS G-04",
    fields: { player, league: { kind: "pick", label: "floor-ban-from", from: "leagues", optional: "floor-all-tournaments" } },
    make: (given) => ({ LiftBan: { name: given.text("player").trim(), league: given.text("league") || null } }),
  },
];
