// What a tournament of the room is opened by, now or by a schedule: a structure and a league, each
// chosen from a list.
import { useEffect, useState } from "preact/hooks";
import type { LeagueInfo, OpenableStructure } from "cardroom-bot/protocol";
import { Refused } from "../parts/field";
import * as floor from "../room/requests/floor";
import { room } from "../room/room";
import { bookName, eventName } from "../room/words";
import { language, t } from "../words/words";

export interface Openable {
  structures: OpenableStructure[];
  leagues: LeagueInfo[];
}

const byName = (one: string, other: string): number => one.localeCompare(other, language());

/** Returns the structures and leagues of the room, once the viewer may open tournaments, and again on a new connection. */
export const useOpenable = (may: boolean): Openable => {
  const [structures, setStructures] = useState<OpenableStructure[]>([]);
  const [leagues, setLeagues] = useState<LeagueInfo[]>([]);
  useEffect(() => {
    if (!may) return;
    void floor.structures().then((all) => all && setStructures(all.sort((a, b) => byName(eventName(a.name), eventName(b.name)))));
    void room.records.leagues().then(setLeagues);
  }, [may]);
  return { structures, leagues };
};

/** The name of a structure with its rulebook. The room may not have it any more. */
export const structureName = ({ structures }: Openable, id: string): string => {
  const structure = structures.find((each) => each.id === id);
  return structure ? t("floor-structure-by-book", { name: eventName(structure.name), book: bookName(structure.rulebook) }) : id;
};

export const leagueName = ({ leagues }: Openable, id: string): string => leagues.find(({ league }) => league === id)?.name ?? id;

interface Choosing {
  openable: Openable;
  /** The id that is chosen. Empty for none. */
  chosen: string;
  choose(id: string): void;
  /** The term that the room refused. */
  wrong?: { term: string; message: string } | null;
}

/** Returns ids with the chosen one, which stays even if the room has it no more. */
const withChosen = (ids: string[], chosen: string): string[] => (chosen === "" || ids.includes(chosen) ? ids : [...ids, chosen]);

export const StructureChoice = ({ openable, chosen, choose, wrong = null }: Choosing) => (
  <label class="long">
    {t("floor-structure")}
    <select required value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      <option value="" disabled>
        {t("floor-choose")}
      </option>
      {withChosen(openable.structures.map(({ id }) => id), chosen).map((id) => (
        <option key={id} value={id}>
          {structureName(openable, id)}
        </option>
      ))}
    </select>
    <Refused term="Structure" wrong={wrong} />
  </label>
);

export const LeagueChoice = ({ openable, chosen, choose, wrong = null }: Choosing) => (
  <label>
    {t("floor-counts-for")}
    <select value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      <option value="">{t("floor-no-league")}</option>
      {withChosen(openable.leagues.map(({ league }) => league), chosen).map((id) => (
        <option key={id} value={id}>
          {leagueName(openable, id)}
        </option>
      ))}
    </select>
    <Refused term="League" wrong={wrong} />
  </label>
);
