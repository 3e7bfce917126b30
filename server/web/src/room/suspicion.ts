// Tests the line whenever the page may have lost it unnoticed: a phone was locked, or changed
// networks.
import type { Connection } from "cardroom-bot/connection";

export const suspectWhenAway = (line: Connection): void => {
  const suspect = (): void => line.suspect();
  for (const event of ["online", "offline"]) addEventListener(event, suspect);
  addEventListener("pageshow", ({ persisted }) => persisted && suspect());
  document.addEventListener("visibilitychange", () => !document.hidden && suspect());
  (navigator as { connection?: EventTarget }).connection?.addEventListener("change", suspect);
};
