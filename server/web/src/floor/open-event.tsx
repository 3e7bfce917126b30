// Opening a tournament by a structure of the server, now or at a time, for a league or not.
import { useState } from "preact/hooks";
import { room, useRoom } from "../room/room";
import { t } from "../words/words";

export const OpenEvent = ({ opened }: { opened(tournament: number): void }) => {
  const { tournaments } = useRoom();
  const known = new Map([...tournaments.values()].map((info) => [info.structure, info.name]));
  const [structure, setStructure] = useState("");
  const [name, setName] = useState("");
  const [at, setAt] = useState("");
  const [league, setLeague] = useState("");
  const [self, setSelf] = useState(false);
  const open = async (submitted: Event): Promise<void> => {
    submitted.preventDefault();
    const starts = at ? new Date(at).getTime() : null;
    const tournament = await room.openTournament(structure.trim(), name.trim() || null, starts, self, league.trim() || null);
    if (tournament !== null) opened(tournament);
  };
  return (
    <details class="fold-out">
      <summary>{t("floor-open-tournament")}</summary>
      <form class="command" aria-label={t("floor-open-tournament")} onSubmit={(submitted) => void open(submitted)}>
        <label>
          {t("floor-structure")}
          <input required list="structures" value={structure} placeholder="sit-and-go" onInput={({ currentTarget }) => setStructure(currentTarget.value)} />
          <datalist id="structures">
            {[...known].map(([id, title]) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </datalist>
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
          <input maxLength={60} value={league} placeholder={t("floor-no-league")} onInput={({ currentTarget }) => setLeague(currentTarget.value)} />
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
