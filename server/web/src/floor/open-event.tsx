// Opening a tournament by a structure of the server, now or at a time, for a league or not.
import { useState } from "preact/hooks";
import * as floor from "../room/requests/floor";
import { t } from "../words/words";
import { LeagueChoice, type Openable, StructureChoice } from "./openable";

export const OpenEvent = ({ openable, opened }: { openable: Openable; opened(tournament: number): void }) => {
  const [structure, setStructure] = useState("");
  const [name, setName] = useState("");
  const [at, setAt] = useState("");
  const [league, setLeague] = useState("");
  const [self, setSelf] = useState(false);
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
        <StructureChoice openable={openable} chosen={structure} choose={setStructure} />
        <label>
          {t("floor-name")}
          <input maxLength={60} value={name} placeholder={t("floor-name-of-structure")} onInput={({ currentTarget }) => setName(currentTarget.value)} />
        </label>
        <label>
          {t("floor-starts")}
          <input type="datetime-local" value={at} onInput={({ currentTarget }) => setAt(currentTarget.value)} />
        </label>
        <LeagueChoice openable={openable} chosen={league} choose={setLeague} />
        <label class="toggle">
          <input type="checkbox" role="switch" checked={self} onChange={({ currentTarget }) => setSelf(currentTarget.checked)} />
          <span>{t("floor-self-run")}</span>
        </label>
        <button class="primary">{t("floor-open")}</button>
      </form>
    </details>
  );
};
