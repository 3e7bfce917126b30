// The schedules of the room: what it announces again and again, and the orders that make, change and
// end one. Those of the configuration only show here.
import { useEffect, useRef, useState } from "preact/hooks";
import type { ScheduleShown, ScheduleTerms } from "cardroom-bot/protocol";
import * as floor from "../room/requests/floor";
import { useRoom } from "../room/room";
import { momentOf } from "../room/words";
import { t } from "../words/words";
import { Because } from "./because";
import { type Openable, leagueName, structureName } from "./openable";
import { ScheduleForm } from "./schedule-form";
import { UNITS, USUAL_START, minutesText, startText } from "./schedule-words";

/** The list is read again when the next start is over, but neither all the time nor never. */
const LOOK_AFTER_MS = { least: 60_000, most: 86_400_000 };

/** The terms that a new schedule begins with. */
const proposed = (): ScheduleTerms => ({
  name: "", structure: "", every: [USUAL_START], time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  opens_minutes_before: 2 * UNITS.day, starts_in_minutes: null, league: null, bots_allowed: true, verifiable: null,
});

export const Schedules = ({ openable }: { openable: Openable }) => {
  const [schedules, take] = useState<ScheduleShown[] | null>(null);
  const [made, count] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const { signIn: { done: isIn } } = useRoom();
  // A list that is shown stays if another one does not come.
  const look = (): void => void floor.schedules().then((found) => found && take(found));
  useEffect(() => {
    if (isIn) look();
  }, [isIn]);
  useEffect(() => {
    const starts = (schedules ?? []).flatMap(({ next }) => next ?? []);
    if (starts.length === 0) return;
    const rest = Math.min(...starts) - Date.now();
    const timer = setTimeout(look, Math.min(Math.max(rest, LOOK_AFTER_MS.least), LOOK_AFTER_MS.most));
    return () => clearTimeout(timer);
  }, [schedules]);
  /** The form that gave the order goes away, and the focus with it. */
  const done = (): void => {
    look();
    heading.current?.focus();
  };
  const make = async (terms: ScheduleTerms, reason: string): Promise<void> => {
    await floor.directSchedule({ Make: terms }, reason);
    // The next schedule gets an empty form.
    count((before) => before + 1);
    done();
  };
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {t("floor-schedules")}
      </h2>
      <ul class="rulings-list schedule-list">
        {schedules?.map((shown) => (
          <Schedule key={shown.schedule ?? shown.terms.name} shown={shown} openable={openable} done={done} />
        ))}
        {schedules?.length === 0 && <li class="mute">{t("floor-no-schedules")}</li>}
      </ul>
      <details class="fold-out">
        <summary>{t("floor-schedule-new")}</summary>
        <ScheduleForm key={made} label={t("floor-schedule-new")} verb={t("floor-schedule-make")} terms={proposed()} isNew openable={openable} send={make} />
      </details>
    </>
  );
};

interface Listed {
  shown: ScheduleShown;
  openable: Openable;
  /** Called after an order was carried out. */
  done(): void;
}

const Schedule = ({ shown: { schedule, terms, next }, openable, done }: Listed) => {
  const [changing, change] = useState(false);
  const changed = async (to: ScheduleTerms, reason: string): Promise<void> => {
    if (schedule === null) return;
    await floor.directSchedule({ Change: { schedule, terms: to } }, reason);
    change(false);
    done();
  };
  const end = async (reason: string): Promise<boolean> => {
    const ended = schedule !== null && (await floor.endSchedule(schedule, reason));
    if (ended) done();
    return ended;
  };
  const verb = t("floor-schedule-change");
  return (
    <li>
      <div>
        <b>{terms.name}</b>
        {schedule === null && <i class="tag">{t("floor-schedule-configured")}</i>}
        <p>{startsOf(terms)}</p>
        {next !== null && <p>{t("floor-schedule-next", { date: momentOf(next), before: minutesText(terms.opens_minutes_before) })}</p>}
        <p class="mute">
          {structureName(openable, terms.structure)}
          {terms.league !== null && ` · ${t("floor-schedule-counts", { league: leagueName(openable, terms.league) })}`}
        </p>
      </div>
      {schedule !== null && (
        <>
          <button class="change" aria-expanded={changing} aria-label={t("floor-verb-about", { verb, about: terms.name })} onClick={() => change(!changing)}>
            {verb}
          </button>
          <Because verb={t("floor-schedule-end")} about={terms.name} hint={t("floor-schedule-reason")} give={end} />
        </>
      )}
      {changing && <ScheduleForm label={t("floor-verb-about", { verb, about: terms.name })} verb={verb} terms={terms} openable={openable} send={changed} />}
    </li>
  );
};

/** When the tournaments of a schedule start. */
const startsOf = ({ every, time_zone, starts_in_minutes }: ScheduleTerms): string => {
  if (every.length > 0) return t("floor-schedule-starts", { starts: every.map(startText).join(", "), zone: time_zone });
  return starts_in_minutes === null ? t("floor-schedule-when-full") : t("floor-schedule-after", { time: minutesText(starts_in_minutes) });
};
