// The button that turns a wall's sounds on, and the files of the club in place of its tones.
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../parts/dialog";
import { allowSounds } from "../room/sounds";
import { t } from "../words/words";
import { CUES, type Cue, hasOwn, loadOwn, playCue, setOwn, soundsOn, turnSounds } from "./sounds";

export const SoundControl = () => {
  const [on, turn] = useState(soundsOn());
  const [chooses, choose] = useState(false);
  useEffect(() => void loadOwn().catch(() => undefined), []);
  const press = (): void => {
    turnSounds(!on);
    turn(!on);
    allowSounds();
    if (!on) playCue("level");
  };
  return (
    <>
      <button class="quiet" aria-pressed={on} onClick={press}>
        {t(on ? "wall-sounds-off" : "wall-sounds-on")}
      </button>
      {on && (
        <button class="quiet" onClick={() => choose(true)}>
          {t("wall-own-sounds")}
        </button>
      )}
      {chooses && (
        <Dialog title={t("wall-own-sounds")} close={() => choose(false)}>
          {CUES.map((cue) => (
            <OwnSound key={cue} cue={cue} />
          ))}
        </Dialog>
      )}
    </>
  );
};

const OwnSound = ({ cue }: { cue: Cue }) => {
  const [has, set] = useState(hasOwn(cue));
  const [failed, fail] = useState(false);
  const take = async (file: File | null): Promise<void> => {
    fail(false);
    await setOwn(cue, file).catch(() => fail(true));
    set(hasOwn(cue));
  };
  return (
    <fieldset>
      <legend>{t(`wall-cue-${cue}`)}</legend>
      <div class="row">
        <input type="file" accept="audio/*" aria-label={t("wall-file-for", { cue: t(`wall-cue-${cue}`) })} onChange={(event) => void take(event.currentTarget.files?.[0] ?? null)} />
        <button type="button" class="quiet" onClick={() => playCue(cue)}>
          {t("wall-try")}
        </button>
        {has && (
          <button type="button" class="quiet" onClick={() => void take(null)}>
            {t("wall-no-file")}
          </button>
        )}
      </div>
      {failed && (
        <p class="refused" role="alert">
          {t("wall-not-a-sound")}
        </p>
      )}
    </fieldset>
  );
};
