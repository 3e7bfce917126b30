// Keeps the screen on while the player sits at a table or the page is a wall, and the page is
// visible. Not every browser can do that.
import { room } from "./room";
import { settings } from "./settings";

let lock: WakeLockSentinel | null = null;
let asked = false;

/** The page is a wall. */
let isWall = false;

const wanted = (): boolean => !document.hidden && (isWall || (settings.awake && room.tables.seated));

const adjust = async (): Promise<void> => {
  if (asked) return;
  if (!wanted()) {
    await lock?.release();
    lock = null;
    return;
  }
  if (lock) return;
  asked = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    // The browser releases it whenever the page is hidden.
    lock.addEventListener("release", () => (lock = null), { once: true });
  } catch {
    // The battery is low, or the browser does not allow it. The next change asks again.
  } finally {
    asked = false;
  }
  // The player may have got up in the meantime.
  if (lock && !wanted()) void adjust();
};

/** Says whether the page is a wall now. */
export const holdAwake = (wall: boolean): void => {
  isWall = wall;
  if ("wakeLock" in navigator) void adjust();
};

/** Keeps the screen on at a table from now on. */
export const stayAwake = (): void => {
  if (!("wakeLock" in navigator)) return;
  const changed = (): void => void adjust();
  room.screen.subscribe((onlyLobby) => onlyLobby || changed());
  document.addEventListener("visibilitychange", changed);
};
