// The page's version. A service worker keeps the files of the page and fetches a new version beside
// them. The player decides when to change to it, so no hand is interrupted.
import { room } from "./room";

/** Leaves the network to the first view of the page. */
const REGISTER_AFTER_MS = 3_000;

let registration: ServiceWorkerRegistration | null = null;
/** Another tab has changed to the new version, and this page is still the old one. */
let overtaken = false;
let dismissed = false;

const said = (): void => {
  dismissed = false;
  room.screen.changed();
};

/** Returns `true` if a new version is ready, and the player has not put it off. */
export const isNewVersionReady = (): boolean => !dismissed && (overtaken || (registration?.waiting ?? null) !== null);

/** Hides the offer until the next version, or until the page is loaded again. */
export const putOff = (): void => {
  dismissed = true;
  room.screen.changed();
};

/** Changes to the new version. */
export const changeVersion = (): void => {
  const waiting = registration?.waiting;
  if (!waiting) return location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage("take-over");
};

/** Looks for a new version with every new connection: the room may have been restarted for it. */
const lookWhenConnected = (): void => {
  let standing = room.line.standing;
  room.screen.subscribe(() => {
    if (room.line.standing === standing) return;
    standing = room.line.standing;
    if (standing === "open") void registration?.update().catch(() => undefined);
  });
};

const follow = (found: ServiceWorkerRegistration): void => {
  registration = found;
  const watch = (): void => {
    const worker = found.installing;
    // The first worker of a browser is no new version.
    if (!found.active) return;
    worker?.addEventListener("statechange", () => worker.state === "installed" && said());
  };
  watch();
  found.addEventListener("updatefound", watch);
  if (found.waiting) said();
  lookWhenConnected();
};

/** Registers the service worker. Browsers without one show the page as ever. */
export const keepPage = (): void => {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  // A notification was tapped.
  serviceWorker.addEventListener("message", ({ data }: MessageEvent<{ open?: string }>) => {
    if (data?.open) location.hash = data.open;
  });
  if (serviceWorker.controller) {
    serviceWorker.addEventListener("controllerchange", () => {
      overtaken = true;
      said();
    });
  }
  setTimeout(() => void serviceWorker.register("/sw.js").then(follow).catch(() => undefined), REGISTER_AFTER_MS);
};
