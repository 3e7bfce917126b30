// The form for the terms of a hook: where its events go, which events, and in which form.
import { useEffect, useState } from "preact/hooks";
import type { HookFormat, HookTerms, LeagueInfo } from "cardroom-bot/protocol";
import { AskingForm } from "../parts/asking-form";
import { room, useRoom } from "../room/room";
import { t } from "../words/words";
import GROUPS from "./hook-events.json";

const FORMATS: readonly HookFormat[] = ["Standard", "Discord", "Slack"];
/** The most leagues, and the most tournaments, that the server takes for a hook. */
const MOST = 8;

const TEXTS = new Map(GROUPS.flatMap(({ events }) => events.map(({ name, text }) => [name, text])));

/** Returns the words for an event. A newer server may have others, which are shown by their names. */
export const eventText = (name: string): string => {
  const text = name === "hook.test" ? "hooks-event-test" : TEXTS.get(name);
  return text ? t(text) : name;
};

/** Returns a list with or without an element. */
const turned = <Element,>(list: readonly Element[], element: Element, on: boolean): Element[] =>
  on ? [...list, element] : list.filter((each) => each !== element);

interface Wanted {
  action: string;
  /** The terms to begin with. */
  terms: HookTerms;
  send(terms: HookTerms, reason: string): Promise<void>;
}

export const HookTermsForm = ({ action, terms: first, send }: Wanted) => {
  const [terms, set] = useState(first);
  const [reason, explain] = useState("");
  const change = (part: Partial<HookTerms>): void => set((before) => ({ ...before, ...part }));
  const submit = async (): Promise<void> => {
    await send({ ...terms, address: terms.address.trim() }, reason.trim());
    set(first);
    explain("");
  };
  return (
    <AskingForm action={action} send={submit}>
      <label>
        {t("hooks-address")}
        <input
          type="url"
          value={terms.address}
          onInput={({ currentTarget }) => change({ address: currentTarget.value })}
          required
          maxLength={500}
          placeholder="https://"
          autocomplete="off"
        />
      </label>
      <label>
        {t("hooks-format")}
        <select value={terms.format} onChange={({ currentTarget }) => change({ format: currentTarget.value as HookFormat })}>
          {FORMATS.map((format) => (
            <option key={format} value={format}>
              {t(`hooks-format-${format}`)}
            </option>
          ))}
        </select>
      </label>
      <p class="mute small">{t(`hooks-format-says-${terms.format}`)}</p>
      {GROUPS.map(({ text, events }) => (
        <EventGroup key={text} text={text} names={events.map(({ name }) => name)} chosen={terms.events} choose={(chosen) => change({ events: chosen })} />
      ))}
      <Only terms={terms} change={change} />
      <label>
        {t("hooks-reason")}
        <input value={reason} onInput={({ currentTarget }) => explain(currentTarget.value)} required maxLength={280} autocomplete="off" />
      </label>
    </AskingForm>
  );
};

interface Events {
  text: string;
  names: string[];
  chosen: string[];
  choose(chosen: string[]): void;
}

const EventGroup = ({ text, names, chosen, choose }: Events) => {
  const rest = chosen.filter((name) => !names.includes(name));
  const all = names.every((name) => chosen.includes(name));
  return (
    <fieldset class="hook-events">
      <legend>{t(text)}</legend>
      <button type="button" class="quiet" aria-label={t(all ? "hooks-none-of" : "hooks-all-of", { group: t(text) })} onClick={() => choose(all ? rest : [...rest, ...names])}>
        {t(all ? "hooks-none" : "hooks-all")}
      </button>
      {names.map((name) => (
        <label key={name} class="toggle">
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            required={chosen.length === 0}
            onChange={({ currentTarget }) => choose(turned(chosen, name, currentTarget.checked))}
          />
          <span>{eventText(name)}</span>
        </label>
      ))}
    </fieldset>
  );
};

/** The leagues and tournaments whose events the hook gets. Without any it gets those of all. */
const Only = ({ terms, change }: { terms: HookTerms; change(part: Partial<HookTerms>): void }) => {
  useRoom();
  const [leagues, list] = useState<LeagueInfo[]>([]);
  useEffect(() => void room.records.leagues().then(list), []);
  const named = new Map(leagues.map(({ league, name }) => [league, name]));
  const open = [...room.lobby.tournaments.values()].filter(({ state, host }) => host === null && state !== "Finished" && state !== "Cancelled");
  const titles = new Map(open.map(({ tournament, name }) => [tournament, name]));
  // The form keeps the choices of a hook that the room does not list any more.
  const allLeagues = [...new Set([...named.keys(), ...terms.leagues])];
  const allTournaments = [...new Set([...titles.keys(), ...terms.tournaments])];
  return (
    <details class="fold-out">
      <summary>{t("hooks-only")}</summary>
      <p class="mute small">{t("hooks-only-says")}</p>
      <fieldset class="hook-events">
        <legend>{t("hooks-leagues")}</legend>
        {allLeagues.length === 0 && <p class="mute small">{t("hooks-no-leagues")}</p>}
        {allLeagues.map((league) => (
          <label key={league} class="toggle">
            <input
              type="checkbox"
              checked={terms.leagues.includes(league)}
              disabled={terms.leagues.length >= MOST && !terms.leagues.includes(league)}
              onChange={({ currentTarget }) => change({ leagues: turned(terms.leagues, league, currentTarget.checked) })}
            />
            <span>{named.get(league) ?? league}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="hook-events">
        <legend>{t("hooks-tournaments")}</legend>
        {allTournaments.length === 0 && <p class="mute small">{t("hooks-no-tournaments")}</p>}
        {allTournaments.map((tournament) => (
          <label key={tournament} class="toggle">
            <input
              type="checkbox"
              checked={terms.tournaments.includes(tournament)}
              disabled={terms.tournaments.length >= MOST && !terms.tournaments.includes(tournament)}
              onChange={({ currentTarget }) => change({ tournaments: turned(terms.tournaments, tournament, currentTarget.checked) })}
            />
            <span>
              {titles.get(tournament) ?? t("hooks-tournament")} <small class="mute">{t("hooks-number", { number: String(tournament) })}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </details>
  );
};
