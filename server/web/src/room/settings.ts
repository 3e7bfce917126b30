// The settings of this browser. They stay in local storage, and the server never sees them.
const KEY = "cardroom.settings";

export type Theme = "dark" | "light" | "contrast";

/** The felts and the backs of cards to choose from, the usual one first. `base.css` has their colors. */
export const FELTS = ["green", "blue", "wine", "slate", "violet"] as const;
export const BACKS = ["red", "blue", "green", "night"] as const;

export interface Settings {
  sounds: boolean;
  /** In percent. */
  volume: number;
  bigBlinds: boolean;
  /** Shows amounts as money at tables whose host gave chips a value. */
  money: boolean;
  /** Four colors for four suits, otherwise two. */
  fourColors: boolean;
  /** Shows each hand's share of the pot once everyone is all-in. */
  equity: boolean;
  /** Vibrates when it is the viewer's turn. */
  vibrate: boolean;
  /** Keeps the screen on at a table. */
  awake: boolean;
  /** Whether single characters are shortcuts. */
  shortcuts: boolean;
  /** Whether the page takes part in deals that can be verified. */
  deals: boolean;
  /** The amounts beside the slider, before the flop and after it. `null` are the usual ones. */
  presets: { before: string[]; after: string[] } | null;
  felt: (typeof FELTS)[number];
  back: (typeof BACKS)[number];
  /** The colors of the page. `null` follows the browser. */
  theme: Theme | null;
  /** The language of the page. `null` follows the browser. */
  language: "en" | "de" | null;
}

const DEFAULTS: Settings = { sounds: true, volume: 80, bigBlinds: false, money: true, fourColors: true, equity: true, vibrate: true, awake: true, shortcuts: true, deals: true, presets: null, felt: "green", back: "red", theme: null, language: null };

export const settings: Settings = { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };

export const set = (change: Partial<Settings>): void => {
  Object.assign(settings, change);
  localStorage.setItem(KEY, JSON.stringify(settings));
  showTheme();
};

const prefers = (feature: string): MediaQueryList => matchMedia(`(prefers-${feature})`);
const moreContrast = prefers("contrast: more");
const lightColors = prefers("color-scheme: light");

const theme = (): Theme => settings.theme ?? (moreContrast.matches ? "contrast" : lightColors.matches ? "light" : "dark");

/** Applies the theme, the felt and the backs to the page. `base.css` has the colors of each. */
const showTheme = (): void => {
  Object.assign(document.documentElement.dataset, { theme: theme(), felt: settings.felt, back: settings.back });
  const ground = getComputedStyle(document.documentElement).getPropertyValue("--ground");
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", ground);
};

showTheme();
for (const query of [moreContrast, lightColors]) query.addEventListener("change", showTheme);
