// The settings of this browser: sounds, colors, amounts, language.
import { room, useRoom } from "../room/room";
import { type Settings, type Theme, set, settings } from "../room/settings";
import { play } from "../room/sounds";
import { LANGUAGES, type Language, language, loadLanguage, t } from "../words/words";
import { Dialog } from "./dialog";
import { LookSettings } from "./look-settings";
import { PresetSettings } from "./preset-settings";

const Toggle = ({ label, on, change }: { label: string; on: boolean; change(on: boolean): void }) => (
  <label class="toggle">
    <input type="checkbox" role="switch" checked={on} onChange={(event) => change(event.currentTarget.checked)} />
    <span>{label}</span>
  </label>
);

const THEMES: readonly Theme[] = ["dark", "light", "contrast"];

const change = (changed: Partial<Settings>): void => {
  set(changed);
  room.screen.changed();
};

const speak = async (chosen: Language): Promise<void> => {
  set({ language: chosen });
  await loadLanguage();
  room.screen.changed();
};

export const SettingsFields = () => {
  useRoom();
  return (
    <>
      <div class="row halves">
        <label>
          {t("account-theme")}
          <select value={settings.theme ?? ""} onChange={({ currentTarget }) => change({ theme: (currentTarget.value || null) as Theme | null })}>
            <option value="">{t("account-theme-browser")}</option>
            {THEMES.map((theme) => (
              <option key={theme} value={theme}>
                {t(`account-theme-${theme}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t("account-language")}
          <select value={language()} onChange={({ currentTarget }) => void speak(currentTarget.value as Language)}>
            {Object.entries(LANGUAGES).map(([id, name]) => (
              <option key={id} value={id} lang={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div class="row halves">
        <Toggle label={t("account-sounds")} on={settings.sounds} change={(sounds) => change({ sounds })} />
        <input
          type="range"
          min={5}
          max={100}
          step={5}
          aria-label={t("account-volume")}
          aria-valuetext={`${settings.volume} %`}
          disabled={!settings.sounds}
          value={settings.volume}
          onInput={({ currentTarget }) => change({ volume: Number(currentTarget.value) })}
          onChange={() => play("chips")}
        />
      </div>
      {"vibrate" in navigator && <Toggle label={t("account-vibrate")} on={settings.vibrate} change={(vibrate) => change({ vibrate })} />}
      {"wakeLock" in navigator && <Toggle label={t("account-awake")} on={settings.awake} change={(awake) => change({ awake })} />}
      <Toggle label={t("account-big-blinds")} on={settings.bigBlinds} change={(bigBlinds) => change({ bigBlinds })} />
      <Toggle label={t("account-money")} on={settings.money} change={(money) => change({ money })} />
      <Toggle label={t("account-four-colors")} on={settings.fourColors} change={(fourColors) => change({ fourColors })} />
      <Toggle label={t("account-equity")} on={settings.equity} change={(equity) => change({ equity })} />
      <Toggle label={t("account-shortcuts")} on={settings.shortcuts} change={(shortcuts) => change({ shortcuts })} />
      <LookSettings />
      <PresetSettings />
    </>
  );
};

/** The settings alone, for a visitor without an account. */
export const SettingsDialog = ({ close }: { close(): void }) => (
  <Dialog title={t("account-settings")} close={close}>
    <SettingsFields />
  </Dialog>
);
