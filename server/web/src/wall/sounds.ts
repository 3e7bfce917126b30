// The sounds of a wall: the last minute, a new level, the end of a break, and moves. A club may
// have files of its own in their place, which stay in this browser.
import { allowSounds, output, tone } from "../room/sounds";

export const CUES = ["minute", "level", "over", "moves"] as const;
export type Cue = (typeof CUES)[number];

const KEY = "cardroom.wall";

/** Returns whether this screen plays sounds. */
export const soundsOn = (): boolean => localStorage.getItem(KEY) === "sounds";
export const turnSounds = (on: boolean): void => localStorage.setItem(KEY, on ? "sounds" : "silent");

/** The tones of each cue: pitch, start and length in seconds. */
const TONES: Record<Cue, [pitch: number, at: number, length: number][]> = {
  minute: [[880, 0, 0.25], [880, 0.35, 0.5]],
  level: [[523, 0, 0.9], [659, 0.25, 0.9], [784, 0.5, 1.4]],
  over: [[784, 0, 0.5], [784, 0.3, 0.5], [1047, 0.6, 1.4]],
  moves: [[988, 0, 0.8], [740, 0.4, 1.2]],
};

const own = new Map<Cue, AudioBuffer>();

export const playCue = (cue: Cue): void => {
  if (!soundsOn()) return;
  const [audio, buffer] = [allowSounds(), own.get(cue)];
  if (!buffer) {
    for (const [pitch, at, length] of TONES[cue]) tone(audio, pitch, length, 0.3, at);
    return;
  }
  const source = audio.createBufferSource();
  source.buffer = buffer;
  source.connect(output(audio));
  source.start();
};

/** Opens the files of this browser. A page that is not served over HTTPS has them, too. */
const files = (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(KEY, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("sounds");
    opening.onsuccess = () => resolve(opening.result.transaction("sounds", mode).objectStore("sounds"));
    opening.onerror = () => reject(opening.error);
  });

const done = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

/** Plays a file for a cue from now on, also after a reload. Without one, the tones come back. Throws if it is no sound. */
export const setOwn = async (cue: Cue, file: File | null): Promise<void> => {
  if (!file) {
    own.delete(cue);
    await done((await files("readwrite")).delete(cue));
    return;
  }
  const bytes = await file.arrayBuffer();
  own.set(cue, await allowSounds().decodeAudioData(bytes.slice(0)));
  await done((await files("readwrite")).put(bytes, cue));
};

export const hasOwn = (cue: Cue): boolean => own.has(cue);

/** Loads the files that this browser keeps. */
export const loadOwn = async (): Promise<void> => {
  for (const cue of CUES) {
    const bytes = await done((await files("readonly")).get(cue) as IDBRequest<ArrayBuffer | undefined>).catch(() => undefined);
    if (bytes) own.set(cue, await allowSounds().decodeAudioData(bytes));
  }
};
