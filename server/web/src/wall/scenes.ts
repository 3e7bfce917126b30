// Which scene a wall shows: what the floor ordered, one that this screen is kept on, or the scenes
// that have something to show in turn.
import type { WallOrder } from "cardroom-bot/protocol";

export type Scene = "clock" | "seats" | "moves" | "prizes" | "standings" | "rules";

/** Every scene, in the order of a rotation. */
export const SCENES: Scene[] = ["clock", "seats", "moves", "prizes", "standings", "rules"];

/** How long a page of a scene with several stays, so that everybody finds a name. */
export const PAGE_MS = 8_000;

export interface Turn {
  scene: Scene;
  /** When it began, on the page's own clock. */
  since: number;
}

/** Returns the scene that a screen is kept on by its address, and whether it shows them in turn. */
export const kept = (name: string | undefined): WallOrder | null => {
  if (name === "rotate") return { scene: "Rotate", seconds: 15 };
  const scene = SCENES.find((each) => each === name);
  return scene ? { scene: (scene[0]?.toUpperCase() + scene.slice(1)) as WallOrder["scene"], seconds: 15 } : null;
};

/** Returns how long a scene stays in a rotation: for all of its pages, and never shorter than the floor said. */
export const staysMs = (seconds: number, pages: number): number => Math.max(seconds * 1000, pages * PAGE_MS);

/** Returns the turn in a rotation at this moment. A scene without anything to show is left out. */
export const turnAt = (now: number, turn: Turn, order: WallOrder | null, pages: number, has: (scene: Scene) => boolean): Turn => {
  if (order?.scene !== "Rotate") {
    const scene = (order?.scene.toLowerCase() ?? "clock") as Scene;
    return scene === turn.scene ? turn : { scene, since: now };
  }
  if (now - turn.since < staysMs(order.seconds, pages) && has(turn.scene)) return turn;
  const from = SCENES.indexOf(turn.scene);
  const next = SCENES.map((_, index) => SCENES[(from + 1 + index) % SCENES.length] as Scene).find(has) ?? "clock";
  return { scene: next, since: now };
};
