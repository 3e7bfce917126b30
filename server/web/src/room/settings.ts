// What a player set up for this browser. Kept in local storage; the room never hears of it.
const KEY = "cardroom.settings";

export interface Settings {
  sounds: boolean;
  bigBlinds: boolean;
  /** Four colours for four suits; two where it is off. */
  fourColours: boolean;
  /** The language of the page; the browser's where it is null. */
  language: "en" | "de" | null;
}

const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
export const settings: Settings = { sounds: true, bigBlinds: false, fourColours: true, language: null, ...kept };

export const set = (change: Partial<Settings>): void => {
  Object.assign(settings, change);
  localStorage.setItem(KEY, JSON.stringify(settings));
};
