// The starts and times of a schedule in words, and as the protocol writes them.
import { capital } from "../room/words";
import { language, t } from "../words/words";

/** The days of a recurring start, as the protocol writes them. */
export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "daily"] as const;

/** The start that a form proposes. */
export const USUAL_START = "sat 20:00";

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** Returns a day of the week, or every day, to choose from: "Saturday". */
export const dayName = (day: string): string => {
  const index = (DAYS as readonly string[]).indexOf(day);
  if (day === "daily" || index < 0) return t("floor-schedule-every-day");
  return new Intl.DateTimeFormat(language(), { weekday: "long", timeZone: "UTC" }).format(MONDAY + index * DAY_MS);
};

/** Returns the day and the time of a start such as `sat 20:00`, with two digits for the hour. */
export const startParts = (start: string): [day: string, time: string] => {
  const [day = "", time = ""] = start.split(" ");
  return [day, time && time.padStart(5, "0")];
};

/** Returns a start in words: "Saturday 20:00". */
export const startText = (start: string): string => {
  const [day, time] = startParts(start);
  return t("floor-schedule-start", { day: capital(dayName(day)), time });
};

/** The units of a time, with their minutes. */
export const UNITS = { day: 24 * 60, hour: 60, minute: 1 } as const;
export type Unit = keyof typeof UNITS;

/** Returns the largest unit that says a number of minutes without a fraction. */
export const unitOf = (minutes: number): Unit => {
  if (minutes === 0) return "hour";
  return minutes % UNITS.day === 0 ? "day" : minutes % UNITS.hour === 0 ? "hour" : "minute";
};

/** Returns minutes in words: "2 days". */
export const minutesText = (minutes: number): string => {
  const unit = unitOf(minutes);
  return new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "long" }).format(minutes / UNITS[unit]);
};
