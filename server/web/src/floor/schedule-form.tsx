// The terms of a schedule: what is announced, when it starts, and what it counts for. A refusal shows
// at the field that it is about.
import { useState } from "preact/hooks";
import { Refusal } from "cardroom-bot/connection";
import type { ScheduleTerms } from "cardroom-bot/protocol";
import { refuseMark } from "../parts/amount-input";
import { Field, Refused } from "../parts/field";
import { room } from "../room/room";
import { t } from "../words/words";
import { LeagueChoice, type Openable, StructureChoice } from "./openable";
import { DAYS, UNITS, USUAL_START, type Unit, dayName, startParts, unitOf } from "./schedule-words";

/** The terms as the room's refusals name them, and as the page's texts do. */
const TERMS = {
  name: "Name", structure: "Structure", league: "League", every: "Every", time_zone: "TimeZone", opens_minutes_before: "Opens", starts_in_minutes: "StartsIn", verifiable: "Verifiable",
} as const;
type Term = (typeof TERMS)[keyof typeof TERMS];
type Wrong = { term: Term; message: string } | null;

/** Returns the term that a refusal is about. The first that its sentence names. */
const termOf = (sentence: string): Term | undefined => TERMS[new RegExp(`\\b(${Object.keys(TERMS).join("|")})\\b`).exec(sentence)?.[1] as keyof typeof TERMS];

/** The most recurring starts, and the longest time, that the room takes. */
const MOST_STARTS = 14;
const A_YEAR = 366 * UNITS.day;

/** How tournaments of a schedule start. */
const WAYS = ["dates", "full", "after"] as const;
type Way = (typeof WAYS)[number];

const wayOf = ({ every, starts_in_minutes }: ScheduleTerms): Way => (every.length > 0 ? "dates" : starts_in_minutes === null ? "full" : "after");

interface Written {
  /** What the form is called. */
  label: string;
  verb: string;
  /** The terms to begin with. */
  terms: ScheduleTerms;
  /** A schedule keeps the name that it was made with. */
  isNew?: boolean;
  openable: Openable;
  /** Rejects with the room's refusal. */
  send(terms: ScheduleTerms, reason: string): Promise<void>;
}

export const ScheduleForm = ({ label, verb, terms: first, isNew = false, openable, send }: Written) => {
  // The fields of another way to start have values, too, from when they are first shown.
  const [terms, change] = useState({ ...first, every: first.every.length > 0 ? first.every : [USUAL_START], starts_in_minutes: first.starts_in_minutes ?? UNITS.hour });
  const [way, start] = useState(wayOf(first));
  const [reason, explain] = useState("");
  const [wrong, setWrong] = useState<Wrong>(null);
  const [busy, setBusy] = useState(false);
  const set = (part: Partial<typeof terms>): void => {
    change((before) => ({ ...before, ...part }));
    setWrong(null);
  };
  const submit = async (submitted: Event): Promise<void> => {
    submitted.preventDefault();
    setBusy(true);
    setWrong(null);
    const starts = { every: way === "dates" ? terms.every : [], starts_in_minutes: way === "after" ? terms.starts_in_minutes : null };
    try {
      await send({ ...terms, name: terms.name.trim(), ...starts }, reason.trim());
      room.screen.toast(t("room-applied"));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const term = termOf(error.sentence);
      if (term && (isNew || term !== "Name")) setWrong({ term, message: error.sentence });
      else room.screen.toast(error.message, true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="command" aria-label={label} onSubmit={(submitted) => void submit(submitted)}>
      <StructureChoice openable={openable} chosen={terms.structure} choose={(structure) => set({ structure })} wrong={wrong} />
      {isNew && (
        <Field term="Name" label={t("floor-name")} wrong={wrong} long>
          <input required maxLength={60} value={terms.name} onInput={({ currentTarget }) => set({ name: currentTarget.value })} />
        </Field>
      )}
      <LeagueChoice openable={openable} chosen={terms.league ?? ""} choose={(league) => set({ league: league || null })} wrong={wrong} />
      <label class="longer">
        {t("floor-starts")}
        <select value={way} onChange={({ currentTarget }) => start(currentTarget.value as Way)}>
          {WAYS.map((each) => (
            <option key={each} value={each}>
              {t(`floor-schedule-way-${each}`)}
            </option>
          ))}
        </select>
      </label>
      {way === "dates" && (
        <>
          <Starts every={terms.every} set={(every) => set({ every })} wrong={wrong} />
          <TimeZone zone={terms.time_zone} set={(time_zone) => set({ time_zone })} wrong={wrong} />
          <Time term="Opens" label={t("floor-schedule-opens")} minutes={terms.opens_minutes_before} set={(opens_minutes_before) => set({ opens_minutes_before })} wrong={wrong} />
        </>
      )}
      {way === "after" && (
        <Time term="StartsIn" label={t("floor-schedule-starts-in")} minutes={terms.starts_in_minutes} set={(starts_in_minutes) => set({ starts_in_minutes })} wrong={wrong} />
      )}
      <Field term="Verifiable" label={t("floor-schedule-verifiable")} wrong={wrong} long>
        <select value={String(terms.verifiable ?? "usual")} onChange={({ currentTarget: { value } }) => set({ verifiable: value === "usual" ? null : value === "true" })}>
          <option value="usual">{t("floor-schedule-verifiable-usual")}</option>
          <option value="true">{t("floor-schedule-verifiable-on")}</option>
          <option value="false">{t("floor-schedule-verifiable-off")}</option>
        </select>
      </Field>
      <label class="toggle">
        <input type="checkbox" role="switch" checked={terms.bots_allowed} onChange={({ currentTarget }) => set({ bots_allowed: currentTarget.checked })} />
        <span>{t("floor-schedule-bots")}</span>
      </label>
      <label class="why">
        {t("floor-reason")}
        <input required maxLength={280} value={reason} placeholder={t("floor-schedule-reason")} onInput={({ currentTarget }) => explain(currentTarget.value)} />
      </label>
      <button class="primary" disabled={busy}>
        {verb}
      </button>
      {!isNew && <p class="mute small">{t("floor-schedule-announced-stay")}</p>}
    </form>
  );
};

/** The days and times of the recurring starts. At least one stays. */
const Starts = ({ every, set, wrong }: { every: string[]; set(every: string[]): void; wrong: Wrong }) => {
  const put = (index: number, start: string): void => set(every.map((each, place) => (place === index ? start : each)));
  return (
    <fieldset class="long starts">
      <legend>{t("floor-schedule-dates")}</legend>
      {every.map((each, index) => {
        const [day, time] = startParts(each);
        const number = index + 1;
        return (
          <div key={index} class="start">
            <select aria-label={t("floor-schedule-day-of", { number })} value={day} onChange={({ currentTarget }) => put(index, `${currentTarget.value} ${time}`)}>
              {DAYS.map((each) => (
                <option key={each} value={each}>
                  {dayName(each)}
                </option>
              ))}
            </select>
            <input type="time" required aria-label={t("floor-schedule-time-of", { number })} value={time} onInput={({ currentTarget }) => put(index, `${day} ${currentTarget.value}`)} />
            <button type="button" class="icon" aria-label={t("floor-schedule-remove", { number })} disabled={every.length === 1} onClick={() => set(every.filter((_, place) => place !== index))}>
              ✕
            </button>
          </div>
        );
      })}
      {every.length < MOST_STARTS && (
        <button type="button" onClick={() => set([...every, every.at(-1) ?? USUAL_START])}>
          {t("floor-schedule-add")}
        </button>
      )}
      <Refused term="Every" wrong={wrong} />
    </fieldset>
  );
};

/** The zones of this browser, with one that it may lack. It does not list UTC. */
const zonesWith = (zone: string): string[] => [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", zone])].sort();

const TimeZone = ({ zone, set, wrong }: { zone: string; set(zone: string): void; wrong: Wrong }) => (
  <Field term="TimeZone" label={t("floor-schedule-zone")} wrong={wrong} long>
    <select value={zone} onChange={({ currentTarget }) => set(currentTarget.value)}>
      {zonesWith(zone).map((each) => (
        <option key={each} value={each}>
          {each.replaceAll("_", " ")}
        </option>
      ))}
    </select>
  </Field>
);

interface Timed {
  term: Term;
  label: string;
  minutes: number;
  set(minutes: number): void;
  wrong: Wrong;
}

/** A number of minutes, written with the unit that suits it. */
const Time = ({ term, label, minutes, set, wrong }: Timed) => {
  const [unit, choose] = useState<Unit>(unitOf(minutes));
  const [number, type] = useState(String(minutes / UNITS[unit]));
  const write = (written: string, of: Unit): void => {
    type(written);
    choose(of);
    set(Math.round(Number(written) * UNITS[of]));
  };
  return (
    <div class="timed">
      <Field term={term} label={label} wrong={wrong}>
        <input
          type="number" required min={0} max={Math.floor(A_YEAR / UNITS[unit])} value={number}
          onInput={({ currentTarget }) => {
            refuseMark(currentTarget);
            write(currentTarget.value, unit);
          }}
        />
      </Field>
      <select aria-label={t("floor-schedule-unit-of", { label })} value={unit} onChange={({ currentTarget }) => write(number, currentTarget.value as Unit)}>
        {(Object.keys(UNITS) as Unit[]).map((each) => (
          <option key={each} value={each}>
            {t(`floor-schedule-unit-${each}`)}
          </option>
        ))}
      </select>
    </div>
  );
};
