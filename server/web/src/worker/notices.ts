// The notifications of the service worker. The server sends what happened and where, the worker
// words it, so a new text needs no new server.
import english from "../words/en/notice.ftl?raw";
import german from "../words/de/notice.ftl?raw";
import type { WorkerScope } from "./scope";

/** A notice, as the server encrypts it for this browser. */
interface Notice {
  kind: "turn" | "table_begins" | "seat_free" | "tournament_begins";
  id: number;
  name: string;
  language: string;
}

const CATALOGS: Record<string, string> = { en: english, de: german };

const textOf = ({ kind, language }: Notice): string => {
  // The build drops the spaces beside the sign.
  const line = new RegExp(`^${`notice-${kind}`.replaceAll("_", "-")} ?= ?(.*)$`, "m");
  return (line.exec(CATALOGS[language] ?? english) ?? line.exec(english))?.[1] ?? "";
};

/** The address of the page that a notice is about. */
const pageOf = ({ kind, id }: Notice): string => `#/${kind === "tournament_begins" ? "tournament" : "table"}/${id}`;

/** Shows a notice. A later one of the same table takes its place. */
export const show = (self: WorkerScope, notice: Notice): Promise<void> =>
  self.registration.showNotification(notice.name, {
    body: textOf(notice),
    tag: pageOf(notice),
    renotify: true,
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    lang: notice.language,
    data: pageOf(notice),
  });

/** Opens the page of a notice: in a window that is there, or in a new one. */
export const open = async (self: WorkerScope, page: string): Promise<void> => {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const [first] = windows;
  if (!first) return void (await self.clients.openWindow(`/${page}`));
  first.postMessage({ open: page });
  await first.focus();
};
