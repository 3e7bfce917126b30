// The settings of the amounts beside the slider: five for each half of a hand.
import { useState } from "preact/hooks";
import { room } from "../room/room";
import { set, settings } from "../room/settings";
import { MOST_PRESETS, USUAL_PRESETS, presetText, readPreset } from "../table/presets";
import { language, t } from "../words/words";

type When = "before" | "after";

const PLACES = Array.from({ length: MOST_PRESETS }, (_, place) => place);

/** Returns a stored preset as the player would type it. */
const shown = (text: string): string => (language() === "de" ? text.replace(".", ",") : text);

export const PresetSettings = () => {
  // The version changes when the fields are to show the stored presets again.
  const [version, renew] = useState(0);
  const usual = (): void => {
    set({ presets: null });
    room.screen.changed();
    renew(version + 1);
  };
  return (
    <details class="fold-out preset-settings">
      <summary>{t("account-presets")}</summary>
      <p class="mute small">{t("account-presets-says")}</p>
      <Row key={`before ${version}`} when="before" />
      <Row key={`after ${version}`} when="after" />
      <button type="button" onClick={usual}>
        {t("account-presets-usual")}
      </button>
    </details>
  );
};

const Row = ({ when }: { when: When }) => {
  const stored = (settings.presets ?? USUAL_PRESETS)[when];
  const [texts, write] = useState(() => PLACES.map((place) => shown(stored[place] ?? "")));
  const wrong = texts.find((text) => text.trim() !== "" && readPreset(text, language()) === null);
  const change = (place: number, text: string): void => {
    const next = texts.map((before, each) => (each === place ? text : before));
    write(next);
    const read = next.map((each) => (each.trim() === "" ? null : readPreset(each, language())));
    if (read.some((preset, each) => preset === null && next[each]?.trim() !== "")) return;
    const presets = { before: [...USUAL_PRESETS.before], after: [...USUAL_PRESETS.after], ...settings.presets };
    set({ presets: { ...presets, [when]: read.flatMap((preset) => (preset ? [presetText(preset)] : [])) } });
    room.screen.changed();
  };
  return (
    <fieldset role="group" aria-label={t(`account-presets-${when}`)}>
      <legend>{t(`account-presets-${when}`)}</legend>
      <div class="preset-fields">
        {PLACES.map((place) => {
          const text = texts[place] ?? "";
          return (
            <input
              key={place}
              aria-label={t("account-preset-number", { number: place + 1 })}
              autocomplete="off"
              maxLength={8}
              value={text}
              aria-invalid={text.trim() !== "" && readPreset(text, language()) === null}
              onInput={({ currentTarget }) => change(place, currentTarget.value)}
            />
          );
        })}
      </div>
      {wrong !== undefined && (
        <p class="refused" role="alert">
          {t("account-preset-wrong", { text: wrong.trim() })}
        </p>
      )}
    </fieldset>
  );
};
