// Leagues and past results from the floor: corrections, points, and bans.
import { useEffect, useState } from "preact/hooks";
import type { BanRow, LeagueCommand, LeagueInfo, PastEvent } from "cardroom-bot/protocol";
import * as floor from "../room/requests/floor";
import { room } from "../room/room";
import { dateOf } from "../room/words";
import { t } from "../words/words";
import { Because } from "./because";
import { ofLeagues } from "./commands";
import { CommandForm, type Lists } from "./form";

export const LeagueFloor = () => {
  const [leagues, setLeagues] = useState<LeagueInfo[]>([]);
  const [past, setPast] = useState<PastEvent[]>([]);
  const [bans, setBans] = useState<BanRow[]>([]);
  const look = (): void => {
    void room.records.leagues().then(setLeagues);
    void room.records.pastEvents(0).then((page) => setPast(page?.events ?? []));
    void floor.listBans().then(setBans);
  };
  useEffect(look, []);
  const lists: Lists = {
    events: past.map((event) => [event.tournament, `${event.name}, ${dateOf(event.ended_at)}`]),
    leagues: leagues.map((league) => [league.league, league.name]),
    seasons: leagues.flatMap((league) => league.seasons.map((season): [string, string] => [`${league.league}/${season.season}`, `${league.name}: ${season.name}`])),
  };
  const give = async (command: LeagueCommand, reason: string, rule: string | null): Promise<boolean> => {
    const done = await floor.directLeague(command, reason, rule);
    look();
    return done !== null;
  };
  return (
    <>
      <CommandForm label={t("floor-command")} of={t("floor-leagues")} commands={ofLeagues()} lists={lists} give={give} />
      <ul class="rulings-list" aria-label={t("floor-bans")}>
        {bans.map((ban) => (
          <li key={`${ban.name} ${ban.league}`}>
            <div>
              <b>{ban.name}</b> {t("floor-banned-until", { date: dateOf(ban.until), from: ban.league ?? t("floor-all-tournaments") })}
              <p class="mute">
                {ban.operator}: {ban.reason}
              </p>
            </div>
            <Because verb={t("floor-lift")} about={ban.name} give={(reason) => give({ LiftBan: { name: ban.name, league: ban.league } }, reason, null)} />
          </li>
        ))}
        {bans.length === 0 && <li class="mute">{t("floor-no-bans")}</li>}
      </ul>
    </>
  );
};
