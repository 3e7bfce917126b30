// Opening a tournament by a structure of the server, now or at a time, for a league or not.
import { useEffect, useState } from "preact/hooks";
import type { LeagueInfo, OpenableStructure } from "cardroom-bot/protocol";
import * as floor from "../room/requests/floor";
import { room } from "../room/room";
import { bookName, eventName } from "../room/words";
import { language, t } from "../words/words";

const byName = (one: string, other: string): number => one.localeCompare(other, language());

export const OpenEvent = ({ opened }: { opened(tournament: number): void }) => {
  const [structures, setStructures] = useState<OpenableStructure[]>([]);
  const [leagues, setLeagues] = useState<LeagueInfo[]>([]);
  const [structure, setStructure] = useState("");
  const [name, setName] = useState("");
  const [at, setAt] = useState("");
  const [league, setLeague] = useState("");
  const [self, setSelf] = useState(false);
  useEffect(() => {
    void floor.structures().then((all) => setStructures(all.sort((a, b) => byName(eventName(a.name), eventName(b.name)))));
    void room.records.leagues().then(setLeagues);
  }, []);
  const open = async (submitted: Event): Promise<void> => {
    submitted.preventDefault();
    const starts = at ? new Date(at).getTime() : null;
    const tournament = await floor.openTournament(structure, name.trim() || null, starts, self, league || null);
    if (tournament === null) return;
    // The next tournament has its own name, time and league.
    setName("");
    setAt("");
    setLeague("");
    setSelf(false);
    opened(tournament);
  };
  return (
    <details class="fold-out">
      <summary>{t("floor-open-tournament")}</summary>
      <form class="command" aria-label={t("floor-open-tournament")} onSubmit={(submitted) => void open(submitted)}>
        <label class="long">
          {t("floor-structure")}
          <select required value={structure} onChange={({ currentTarget }) => setStructure(currentTarget.value)}>
            <option value="" disabled>
              {t("floor-choose")}
            </option>
            {structures.map((each) => (
              <option key={each.id} value={each.id}>
                {t("floor-structure-by-book", { name: eventName(each.name), book: bookName(each.rulebook) })}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t("floor-name")}
          <input maxLength={60} value={name} placeholder={t("floor-name-of-structure")} onInput={({ currentTarget }) => setName(currentTarget.value)} />
        </label>
        <label>
          {t("floor-starts")}
          <input type="datetime-local" value={at} onInput={({ currentTarget }) => setAt(currentTarget.value)} />
        </label>
        <label>
          {t("floor-counts-for")}
          <select value={league} onChange={({ currentTarget }) => setLeague(currentTarget.value)}>
            <option value="">{t("floor-no-league")}</option>
            {leagues.map((each) => (
              <option key={each.league} value={each.league}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
        <label class="toggle">
          <input type="checkbox" role="switch" checked={self} onChange={({ currentTarget }) => setSelf(currentTarget.checked)} />
          <span>{t("floor-self-run")}</span>
        </label>
        <button class="primary">{t("floor-open")}</button>
      </form>
    </details>
  );
};
