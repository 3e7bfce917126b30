// What a player set up for this browser. Kept in local storage; the room never hears of it.
const KEY = "cardroom.settings";

export interface Settings {
  sounds: boolean;
  bigBlinds: boolean;
  /** Four colours for four suits; two where it is off. */
  fourColours: boolean;
}

const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
export const settings: Settings = { sounds: true, bigBlinds: false, fourColours: true, ...kept };

export const set = (change: Partial<Settings>): void => {
  Object.assign(settings, change);
  localStorage.setItem(KEY, JSON.stringify(settings));
};
